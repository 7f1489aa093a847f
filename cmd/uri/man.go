package main

import (
	"errors"
	"io"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/manual"
)

const manUsage = `usage: uri man

Man prints the manual page, for man(1):

  uri man > ~/.local/share/man/man1/uri.1
`

func runMan(m *manual.Manual, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return engine.Trouble(stderr, errors.New("man: want no argument"))
	}
	return engine.Print(stdout, stderr, m.Page())
}
