package main

import (
	"flag"
	"io"

	"github.com/urispan/uri/cmd/uri/internal/defang"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// defineDefang defines the flags of defang, and returns its action, which copies text with its addresses defanged.
func defineDefang(fs *flag.FlagSet) action {
	undo := fs.Bool("undo", false, engine.NoValue)
	return defineCopy(fs, "defang", func(dst io.Writer) io.WriteCloser {
		if *undo {
			return defang.NewWriter(dst, defang.AppendUndone)
		}
		return defang.NewWriter(dst, defang.Append)
	})
}
