package test_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// TestEncodedAudit: browsers and net/url read a URI with encoded text as this package does. The exception is a "/" in a
// segment: it is "%2F" here, and net/url decodes the path.
func TestEncodedAudit(t *testing.T) {
	base := uri.MustParse("http://example.com/a/b?c=d#e")
	with := func(b *uri.Builder) (uri.URI, error) { return b.URI() }
	for name, encode := range map[string]func(text string) (uri.URI, error){
		"a key":       func(s string) (uri.URI, error) { return base.WithQueryParam(s, "x") },
		"a value":     func(s string) (uri.URI, error) { return base.WithQueryParam("x", s) },
		"an addition": func(s string) (uri.URI, error) { return base.WithAddedQueryParam(s, s) },
		"a pair":      func(s string) (uri.URI, error) { return base.WithQuery(uri.PlacePair.Encode(s)) },
		"pairs": func(s string) (uri.URI, error) {
			return base.WithQuery(uri.QuerySyntax{}.Encode(uri.Pair{Key: s, Value: s}))
		},
		"a query":    func(s string) (uri.URI, error) { return base.WithQuery(uri.PlaceQuery.Encode(s)) },
		"a fragment": func(s string) (uri.URI, error) { return base.WithFragment(uri.PlaceFragment.Encode(s)) },
		"a path":     func(s string) (uri.URI, error) { return with(base.Builder().SetPathSegments("a", s)) },
		"a userinfo": func(s string) (uri.URI, error) { return with(base.Builder().SetUserinfoFields(s, s)) },
		"a child":    base.Child,
		"a sibling":  base.Sibling,
		"an IRI": func(s string) (uri.URI, error) {
			u, err := base.WithQueryParam(s, s)
			if err != nil {
				return uri.URI{}, err
			}
			i, err := iri.FromURI(u, iri.HostPercent)
			if err != nil {
				return uri.URI{}, err
			}
			return i.URI(iri.HostPercent)
		},
	} {
		for c := range 128 {
			text := "it" + string(rune(c)) + "s"
			u, err := encode(text)
			if err != nil {
				t.Errorf("%s %q: %v", name, text, err)
				continue
			}
			hazards := guard.Audit(u) & (guard.HazardDiffersInWHATWG | guard.HazardDiffersInNetURL)
			if c == '/' {
				hazards &^= guard.HazardDiffersInNetURL
			}
			w, err := whatwg.Parse(u.String())
			if hazards != 0 || err != nil || strings.TrimPrefix(w.Search(), "?") != query(u) || w.Pathname() != u.Path() {
				t.Errorf("%s %q: %v for %s, whose href is %s", name, text, hazards, u, w)
			}
		}
	}
}

func query(u uri.URI) string {
	query, _ := u.Query()
	return query
}
