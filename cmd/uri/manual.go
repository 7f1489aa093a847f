package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/manual"
)

// shells maps the arguments of completion to the functions that return their scripts.
var shells = engine.Words[func(*manual.Manual) string]{
	{"bash", (*manual.Manual).Bash}, {"zsh", (*manual.Manual).Zsh}, {"fish", (*manual.Manual).Fish},
}

// complete prints a script of completion.
func complete(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	if len(args) == 1 {
		if script, ok := shells.Find(args[0]); ok {
			return engine.Print(stdout, stderr, script(newManual())), nil
		}
	}
	return engine.Trouble(stderr, fmt.Errorf("completion: want %s", engine.Listed(shells.Names(), "or"))), nil
}

// printManual prints the manual page.
func printManual(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	if len(args) > 0 {
		return engine.Trouble(stderr, errors.New("man: want no argument")), nil
	}
	return engine.Print(stdout, stderr, newManual().Page()), nil
}

// newManual returns the description of all commands.
func newManual() *manual.Manual {
	m := &manual.Manual{Usage: usage(0), Common: helpFile("flags") + "\n" + helpFile("formats")}
	for _, name := range commandNames() {
		found, _ := findCommand(name)
		usage, formats := helpPage(name)
		c := manual.Command{Name: name, Usage: usage}
		if formats != "" {
			formats, more, _ := strings.Cut(formats, "\nMore examples:\n")
			c.Usage = strings.Replace(usage, "\nExamples:\n", "\n"+formats+"\nExamples:\n", 1) + more
		}
		if found.words != nil {
			c.Words = found.words()
		}
		fs, _ := found.flags()
		for _, name := range engine.FlagNames(fs) {
			f := manual.Flag{Name: name}
			if choice, ok := fs.Lookup(name[1:]).Value.(*engine.Choice); ok {
				f.Words, f.List, f.Glued = choice.Words, choice.List, choice.Glued
			}
			c.Flags = append(c.Flags, f)
		}
		m.Commands = append(m.Commands, c)
	}
	return m
}
