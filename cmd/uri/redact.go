package main

import (
	"flag"
	"io"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/find"
)

// secretKeys returns the lines of the help that list the built-in keys.
func secretKeys() string {
	return "  " + strings.Join(paint.Wrap(strings.Join(uri.SecretKeys(), " "), 70), "\n  ") + "\n"
}

// defineRedact defines the flags of redact, and returns its action, which copies text without secrets.
func defineRedact(fs *flag.FlagSet) action {
	redactor := uri.Redactor{QueryKeys: uri.SecretKeys()}
	fs.Func("keys", "none, or a list of parameters such as id,x-*", func(list string) error {
		names := strings.Split(list, ",")
		if names[0] == "none" {
			redactor.QueryKeys, names = nil, names[1:]
		}
		redactor.QueryKeys = append(redactor.QueryKeys, names...)
		return checkParameters(names)
	})
	engine.MayRepeat(fs, "keys")
	fs.BoolVar(&redactor.User, "user", false, engine.NoValue)
	fs.BoolVar(&redactor.Fragment, "fragment", false, engine.NoValue)
	fs.BoolVar(&redactor.OriginOnly, "origin", false, engine.NoValue)
	return defineCopy(fs, "redact", func(dst io.Writer) io.WriteCloser { return find.NewRedactingWriter(dst, redactor) })
}
