// Package gensource is the frame of the programs that write Go source.
package gensource

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// Sources maps the names of files to the functions that return their source.
type Sources map[string]func() ([]byte, error)

// Write writes the files into the current folder. If one fails, it prints the error and ends the program with status 1.
func (s Sources) Write() {
	for file, source := range s {
		text, err := source()
		if err == nil {
			err = os.WriteFile(file, text, 0o666)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "gen: %s: %v\n", file, err)
			os.Exit(1)
		}
	}
}

// Check returns an error for each file in the folder that differs from its source, because it is not up to date or was
// edited.
func (s Sources) Check(folder string) error {
	var errs []error
	for file, source := range s {
		want, err := source()
		if err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(folder, file))
		switch {
		case err != nil:
			errs = append(errs, err)
		case !bytes.Equal(got, want):
			errs = append(errs, fmt.Errorf("%s is not what go generate writes", filepath.Join(folder, file)))
		}
	}
	return errors.Join(errs...)
}

// WriteSwitch writes a function that reports whether its parameter is in list.
func WriteSwitch(w *bytes.Buffer, name, doc string, list []string) {
	fmt.Fprintf(w, "// %s reports whether s, in lower case, is %s.\nfunc %s(s string) bool {\n\tswitch s {\n\tcase ", name, doc, name)
	column := 0
	for i, s := range list {
		text := strconv.Quote(s)
		if i > 0 {
			w.WriteString(",")
			if column += len(text) + 2; column > 100 {
				w.WriteString("\n\t\t")
				column = 0
			}
		}
		w.WriteString(text)
	}
	w.WriteString(":\n\t\treturn true\n\t}\n\treturn false\n}\n\n")
}
