package main

import (
	"regexp"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/urlkey"
)

var unwrapVerb = &engine.Verb{
	Name:     "unwrap",
	Dialects: []*dialect.Dialect{dialect.Web},
	Work:     engine.Work{NewStep: func() engine.Step { return new(webReader).setUnwrapped }},
	Formats:  engine.OutputFormats,
}

// innerURL matches the start of a URL in the value of a parameter.
var innerURL = regexp.MustCompile(`(?i)=https?(?::|%3a)`)

// setUnwrapped implements the verb for a URL. In text, a URL without a target does not change.
func (w *webReader) setUnwrapped(rec *engine.Record) {
	if w.setURL(rec); !rec.OK {
		return
	}
	if target, ok := urlkey.Unwrap(w.url); ok {
		rec.SetResult(append(rec.Buffer(), target.Href()...))
	} else if rec.InText {
		rec.Result = rec.Bytes
	} else if innerURL.MatchString(w.url.Search()) {
		rec.Notice(engine.SignInner)
	}
}
