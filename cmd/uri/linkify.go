package main

import (
	"flag"
	"io"

	"github.com/urispan/uri/cmd/uri/internal/defang"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
)

// defineLinkify defines the flags of linkify, and returns its action, which copies text as HTML with links.
//
// Only addresses with the schemes http, https and mailto become links. The others with "://" are found too, so that their
// hosts do not become links.
func defineLinkify(fs *flag.FlagSet) action {
	var links find.Linking
	fs.StringVar(&links.Rel, "rel", "", engine.NoValue)
	finder := &find.Finder{
		Schemes:   []string{"mailto"},
		AnyScheme: true,
		Syntax:    find.SyntaxWeb,
		Names:     hosts.Names | hosts.Emails,
	}
	return defineCopy(fs, "linkify", func(dst io.Writer) io.WriteCloser {
		return defang.NewWriter(dst, func(dst []byte, text string) []byte { return finder.AppendLinked(dst, text, links) })
	})
}
