package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/playground"
)

const playUsage = `usage: uri play [-addr HOST:PORT | -export DIR]

Play serves a page to browsers on this machine only. Type a reference, and see
its components in colour, its decoded parameters, what a browser makes of it,
its normal form, its target against a base, the findings of "uri check -audit",
and its way through the automaton of the grammar; for an invalid reference, see
where and why it is invalid. A second page shows which URLs a URL pattern
matches, and its groups.

  -addr HOST:PORT  where to listen: a loopback address or localhost, and a port
                   or 0 for any free port (default 127.0.0.1:0)
  -export DIR      write the pages as static files to a new or empty folder; it
                   serves nothing, and needs Go and a clone of the repository

It prints the address of the page and, without -export, runs until Ctrl-C,
SIGTERM or a hangup ends it. In the background of a script, Ctrl-C does not,
and after nohup, a hangup does not. The page needs no network. It shows
passwords, and its address ends in the text that was typed, so that it can be
kept; the command keeps and logs nothing.
`

// definePlay defines the flags of play, and returns its action, which serves the playground.
func definePlay(fs *flag.FlagSet) action {
	var dir string
	addr := fs.String("addr", "127.0.0.1:0", playground.LoopbackPort)
	engine.FileVar(fs, &dir, "export", "a new or empty folder")
	return func(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
		if len(args) > 0 {
			return 0, errors.New("want no argument")
		}
		ctx, stop := signal.NotifyContext(context.Background(), endings()...)
		defer stop()
		var err error
		if dir != "" {
			err = playground.Export(ctx, dir, stdout, stderr)
		} else {
			err = playground.Serve(ctx, *addr, stdout, verbs)
		}
		if err != nil {
			return engine.Trouble(stderr, fmt.Errorf("play: %w", err)), nil
		}
		return engine.ExitValid, nil
	}
}

// endings returns the signals that end the command. It leaves out ignored signals: a script that runs the command in
// the background ignores Ctrl-C for it, and nohup a hangup.
func endings() []os.Signal {
	if runtime.GOOS == "js" {
		return []os.Signal{os.Interrupt} // there, signal.Ignored panics
	}
	return slices.DeleteFunc(append([]os.Signal{os.Interrupt, syscall.SIGTERM}, hangups...), signal.Ignored)
}
