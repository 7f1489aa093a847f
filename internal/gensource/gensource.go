// Package gensource is the frame of the programs that write Go source.
package gensource

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// A Writer holds Go source.
type Writer struct{ bytes.Buffer }

// Printf writes formatted text.
func (w *Writer) Printf(layout string, args ...any) { fmt.Fprintf(w, layout, args...) }

// WriteNumbers writes the elements of a literal, with the given number of them on a line.
func WriteNumbers[E any](w *Writer, layout string, perLine int, numbers []E) {
	for line := range slices.Chunk(numbers, perLine) {
		for _, n := range line {
			w.Printf(layout, n)
		}
		w.WriteString("\n")
	}
}

// CutBlocks cuts the entries of a two-stage table, up to the last one that is not zero, into blocks of the given size. It
// returns the number of each block, and the distinct blocks, one after the other. The last block may go on
// in the capacity of entries. There may be 65536 distinct blocks.
func CutBlocks[E comparable](entries []E, size int) (blocks []uint16, distinct []E) {
	var zero E
	end := len(entries)
	for end > 0 && entries[end-1] == zero {
		end--
	}
	numbers := map[string]uint16{}
	for block := range slices.Chunk(entries[:(end+size-1)/size*size], size) {
		key := fmt.Sprint(block)
		n, ok := numbers[key]
		if !ok {
			n = uint16(len(distinct) / size)
			numbers[key] = n
			distinct = append(distinct, block...)
		}
		blocks = append(blocks, n)
	}
	return blocks, distinct
}

// WriteSwitch writes a function that reports whether its parameter is in list.
func WriteSwitch(w *Writer, name, doc string, list []string) {
	w.Printf("// %s reports whether s, in lower case, is %s.\nfunc %s(s string) bool {\n\tswitch s {\n\tcase ", name, doc, name)
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
