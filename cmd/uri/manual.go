package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/manual"
)

const completionUsage = `usage: uri completion bash|zsh|fish

Completion prints a script by which a shell completes commands, flags, and the
values of flags:

  bash  source <(uri completion bash)    in ~/.bashrc
  zsh   source <(uri completion zsh)     in ~/.zshrc, after compinit
  fish  uri completion fish | source     in config.fish
`

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

const manUsage = `usage: uri man

Man prints the manual page, for man(1):

  uri man > ~/.local/share/man/man1/uri.1
`

// printManual prints the manual page.
func printManual(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	if len(args) > 0 {
		return engine.Trouble(stderr, errors.New("man: want no argument")), nil
	}
	return engine.Print(stdout, stderr, newManual().Page()), nil
}

// newManual returns the description of all commands.
func newManual() *manual.Manual {
	m := &manual.Manual{Usage: usage(0), Common: engine.FlagsUsage + "\n" + engine.FormatsUsage}
	for _, name := range commandNames() {
		found, _ := findCommand(name)
		c := manual.Command{Name: name, Usage: found.usage}
		if found.details != "" {
			details, more, _ := strings.Cut(found.details, "\nMore examples:\n")
			c.Usage = strings.Replace(c.Usage, "\nExamples:\n", "\n"+details+"\nExamples:\n", 1) + more
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
