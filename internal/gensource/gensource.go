// Package gensource is the frame of the programs that write Go source.
package gensource

import (
	"fmt"
	"os"
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
