package main

import (
	"fmt"
	"io"

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

func runCompletion(m *manual.Manual, args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 {
		if script, ok := shells.Find(args[0]); ok {
			return engine.Print(stdout, stderr, script(m))
		}
	}
	return engine.Trouble(stderr, fmt.Errorf("completion: want %s", engine.Listed(shells.Names(), "or")))
}
