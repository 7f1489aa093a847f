package main

import (
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/iri"
)

// normalizeFormatsOf adds the keys of normalize to the formats of verbs with a result.
func normalizeFormatsOf(f engine.Formats) engine.Formats {
	f.Keys = slices.Concat(f.Keys, addressKeys(readNormal))
	return f
}

// normalizations maps dialects to functions that return a Step of normalize.
var normalizations = map[*dialect.Dialect]func(n uri.Normalizer) engine.Step{
	dialect.URI: func(u uri.Normalizer) engine.Step {
		n := reference.Normalizer{Steps: reference.Steps(u.Steps), DefaultPort: u.DefaultPort, Query: (*reference.QueryRules)(u.Query)}
		return func(rec *engine.Record) {
			if rec.Valid() { // then rec.Ranges is known, and the reference need not be scanned again
				room := slices.Grow(rec.Buffer(), len(rec.Bytes)+64)
				rec.SetResult(n.AppendForm(room, octet.Text(rec.Bytes), &rec.Ranges)) // isNormal has returned false
			}
		}
	},
	dialect.IRI: func(steps uri.Normalizer) engine.Step {
		n := iri.Normalizer{Normalizer: steps}
		return func(rec *engine.Record) {
			if rec.Valid() {
				form, _, _ := n.AppendNormalizedBytes(rec.Buffer(), rec.Bytes)
				rec.SetResult(form)
			}
		}
	},
	dialect.Web: func(n uri.Normalizer) engine.Step {
		w := new(webReader)
		if n.Query == nil {
			return w.setHref
		}
		return func(rec *engine.Record) { w.setEdited(rec, (*reference.QueryRules)(n.Query)) }
	},
}

// isNormal returns a quick check of a URI-reference. If it returns true, the reference is in normal form for all sets of
// steps, and the rules do not change it.
func isNormal(rules *reference.QueryRules) func(rec *fsm.Record) bool {
	n := reference.Normalizer{Query: rules}
	return func(rec *fsm.Record) bool { return n.IsPlain(octet.Text(rec.Bytes), &rec.Ranges) }
}
