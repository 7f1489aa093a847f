package main

import (
	"flag"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/urlkey"
	"github.com/urispan/uri/whatwg"
)

var unwrapVerb = &engine.Verb{
	Name:     "unwrap",
	Dialects: []*dialect.Dialect{dialect.Web},
	Flags:    unwrapFlags,
	Formats:  engine.OutputFormats,
}

// unwrapFlags defines the flags of unwrap.
func unwrapFlags(fs *flag.FlagSet) engine.Prepare {
	var params []string
	engine.RepeatedFunc(fs, "param", "names of parameters, such as next,url", func(list string) error {
		params = append(params, engine.SplitList(list)...)
		if slices.Contains(params, "") {
			return engine.ErrValue
		}
		return nil
	})
	return func(*engine.Arguments) (engine.Work, error) {
		return engine.Work{NewStep: func() engine.Step {
			w := new(webReader)
			return func(rec *engine.Record) { w.setUnwrapped(rec, params) }
		}}, nil
	}
}

// setUnwrapped implements the verb for a URL. In text, a URL without a target does not change.
func (w *webReader) setUnwrapped(rec *engine.Record, params []string) {
	if w.setURL(rec); !rec.OK {
		return
	}
	if target, ok := targetIn(w.url, params); ok {
		rec.SetResult(append(rec.Buffer(), target.Href()...))
	} else if rec.InText {
		rec.Result = rec.Bytes
	}
}

// targetIn returns the URL that a redirect link leads to, or the URL of the web that the first of the parameters has,
// relative to u as browsers read it.
func targetIn(u whatwg.URL, params []string) (target whatwg.URL, ok bool) {
	for _, name := range params {
		value, _ := u.SearchParams().Get(name)
		if to, err := u.Parse(value); err == nil && value != "" && (to.Scheme() == "https" || to.Scheme() == "http") {
			target, _ = urlkey.Unwrap(to)
			return target, true
		}
	}
	return urlkey.Unwrap(u)
}
