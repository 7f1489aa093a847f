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

// definePlay defines the flags of play, and returns its action, which serves the playground.
func definePlay(fs *flag.FlagSet) action {
	var dir string
	addr := fs.String("addr", "127.0.0.1:0", playground.LoopbackPort)
	engine.FileVar(fs, &dir, "export", "a new or empty folder")
	return func(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
		switch {
		case len(args) > 0:
			return 0, errors.New("want no argument")
		case dir != "" && *addr != fs.Lookup("addr").DefValue:
			return 0, errors.New("-addr and -export exclude each other")
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
