package main

import (
	"flag"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/urlkey"
	"github.com/urispan/uri/whatwg"
)

const unwrapUsage = `usage: uri unwrap [flags] [URL ...]

Unwrap prints the target of each redirect link that has it in its URL, as those
of google.com/url, l.facebook.com, safelinks.protection.outlook.com,
urldefense.com and caches of AMP. Links in links are unwrapped, too. It prints
the href of other URLs. URLs are read as browsers do, and nothing is fetched.

Examples:
  $ uri unwrap 'https://vk.com/away.php?to=http%3A%2F%2Fa%2F%3Fb'
  http://a/?b
  $ echo 'http://A?b' | uri unwrap
  http://a/?b
`

// unwrapFormats completes unwrapUsage.
const unwrapFormats = `Unwrap prints only the URLs, and standard error describes invalid inputs. A
target is a URL with the scheme http or https: other links stay as they are.
Function Unwrap of package urlkey has the list of services. With -picture
always it draws the URL. With -tsv it prints tab-separated lines of two
columns: ok, URL.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, code, offset.
`

var unwrapVerb = &engine.Verb{
	Name:     "unwrap",
	Summary:  "find redirect targets",
	Usage:    unwrapUsage,
	Details:  unwrapFormats,
	Dialects: []*dialect.Dialect{dialect.Web},
	Flags: func(fs *flag.FlagSet) engine.Prepare {
		refused := refuseDialects(fs, "URLs as browsers do")
		return func(*engine.Arguments) (engine.Work, error) {
			return engine.Work{NewStep: func() engine.Step { return new(webReader).setUnwrapped }}, *refused
		}
	},
	Formats: engine.OutputFormats,
}

// setUnwrapped implements the verb for a URL.
func (w *webReader) setUnwrapped(rec *engine.Record) {
	if w.setHref(rec); !rec.OK {
		return
	}
	w.buf = append(w.buf[:0], rec.Result...)
	u, _ := whatwg.Parse(w.texts.Of(w.buf))
	if target, ok := urlkey.Unwrap(u); ok {
		rec.SetResult(append(rec.Buffer(), target.Href()...))
	}
}
