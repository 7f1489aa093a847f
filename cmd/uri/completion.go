package main

import (
	"embed"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// scripts are the scripts of completion, without the table of words.
//
//go:embed completion
var scripts embed.FS

// shells are the shells that have a script.
var shells = []string{"bash", "zsh", "fish"}

// complete prints the script for a shell. The one for zsh can be sourced, or be the file _uri in $fpath: zsh then runs it
// as the function until the script has defined that.
func complete(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	if len(args) != 1 || !slices.Contains(shells, args[0]) {
		return engine.Trouble(stderr, fmt.Errorf("completion: want %s", engine.Listed(shells, "or"))), nil
	}
	text, _ := scripts.ReadFile("completion/uri." + args[0]) // it is there
	return engine.Print(stdout, stderr, strings.Replace(string(text), "<table>\n", completionTable(), 1)), nil
}

// completionTable returns rows of the text before a word, a tab, and the words that may follow. Another tab and "list" follow if a
// list of words may. The text is "uri", the command, or both the command and a flag, perhaps with a "=". A row with the
// command after a "-" has its flags. It is before the rows for its words, which count more.
func completionTable() string {
	var b strings.Builder
	add := func(text string, words []string, isList bool) {
		if len(words) > 0 {
			fmt.Fprintf(&b, "%s\t%s%s\n", text, strings.Join(words, " "), map[bool]string{true: "\tlist"}[isList])
		}
	}
	for _, name := range commandNames() {
		c, _ := findCommand(name)
		fs, _ := c.flags()
		add("-"+name, flagsTyped(fs), false)
		if c.words != nil {
			add(name, c.words(), false)
		}
		fs.VisitAll(func(f *flag.Flag) {
			choice, ok := f.Value.(*engine.Choice)
			if !ok {
				return
			}
			if !choice.Glued {
				add(name+" -"+f.Name, choice.Words, choice.List)
			}
			add(name+" -"+f.Name+"=", choice.Words, choice.List)
		})
	}
	add("uri", commandNames(), false)
	return b.String()
}

// flagsTyped returns the flags of a command as users type them, with the "=" if a value must follow it.
func flagsTyped(fs *flag.FlagSet) (typed []string) {
	fs.VisitAll(func(f *flag.Flag) {
		typed = append(typed, "-"+f.Name)
		if choice, ok := f.Value.(*engine.Choice); ok && choice.Glued {
			for _, word := range choice.Words {
				typed = append(typed, "-"+f.Name+"="+word)
			}
		}
	})
	return typed
}
