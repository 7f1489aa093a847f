package main

import (
	"errors"
	"io"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

const helpUsage = `usage: uri help [COMMAND]

Help describes a command, its flags and formats, with examples. Without
COMMAND, it lists the commands. "uri COMMAND -h" does the same.
`

// runHelp prints one of the help texts, which are those of commands by their names and, under "", the list of commands.
func runHelp(texts map[string]string, args []string, stdout, stderr io.Writer) int {
	if len(args) > 1 {
		return engine.Trouble(stderr, errors.New("help: want one command"))
	}
	name := ""
	if len(args) == 1 {
		name = args[0]
	}
	text, ok := texts[name]
	if !ok || len(args) == 1 && name == "" {
		return engine.Trouble(stderr, errors.New(`help: unknown command; run "uri help"`))
	}
	return engine.Print(stdout, stderr, text)
}
