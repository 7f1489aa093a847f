package manual

import (
	"embed"
	"flag"
	"fmt"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// scripts are the scripts of completion, without the table of words.
//
//go:embed uri.bash uri.zsh uri.fish
var scripts embed.FS

// Shells are the shells that have a script.
var Shells = []string{"bash", "zsh", "fish"}

// Script returns the script for a shell. The one for zsh can be sourced, or be the file _uri in $fpath: zsh then runs it
// as the function until the script has defined that.
func (m *Manual) Script(shell string) string {
	text, _ := scripts.ReadFile("uri." + shell) // it is there
	return strings.Replace(string(text), "<table>\n", m.table(), 1)
}

// table returns rows of the text before a word, a tab, and the words that may follow. Another tab and "list" follow if a
// list of words may. The text is "uri", the command, or both the command and a flag, perhaps with a "=". A row with the
// command after a "-" has its flags. It is before the rows for its words, which count more.
func (m *Manual) table() string {
	var b strings.Builder
	add := func(text string, words []string, isList bool) {
		if len(words) > 0 {
			fmt.Fprintf(&b, "%s\t%s%s\n", text, strings.Join(words, " "), map[bool]string{true: "\tlist"}[isList])
		}
	}
	var names []string
	for _, c := range m.Commands {
		names = append(names, c.Name)
		add("-"+c.Name, c.flagsTyped(), false)
		add(c.Name, c.Words, false)
		c.Flags.VisitAll(func(f *flag.Flag) {
			choice, ok := f.Value.(*engine.Choice)
			if !ok {
				return
			}
			if !choice.Glued {
				add(c.Name+" -"+f.Name, choice.Words, choice.List)
			}
			add(c.Name+" -"+f.Name+"=", choice.Words, choice.List)
		})
	}
	add("uri", names, false)
	return b.String()
}

// flagsTyped returns the flags of a command as users type them, with the "=" if a value must follow it.
func (c *Command) flagsTyped() (typed []string) {
	c.Flags.VisitAll(func(f *flag.Flag) {
		typed = append(typed, "-"+f.Name)
		if choice, ok := f.Value.(*engine.Choice); ok && choice.Glued {
			for _, word := range choice.Words {
				typed = append(typed, "-"+f.Name+"="+word)
			}
		}
	})
	return typed
}
