package schema

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/uritemplate"
)

// tests lists the formats of JSON Schema (2020-12, Validation, sections 7.3.5 and 7.3.6) with the verdicts of RFC 3986, 3987
// and 6570.
var tests = []struct {
	v       any
	formats []string // the formats that accept v
	offset  int      // of the error of "uri"
}{
	{"http://example.com/a?b#c", []string{"uri", "uri-reference", "iri", "iri-reference", "uri-template"}, 0},
	{"urn:a", []string{"uri", "uri-reference", "iri", "iri-reference", "uri-template"}, 0},
	{"//example.com/a", []string{"uri-reference", "iri-reference", "uri-template"}, 0},
	{"", []string{"uri-reference", "iri-reference", "uri-template"}, 0},
	{"http://résumé.example/", []string{"iri", "iri-reference", "uri-template"}, 8},
	{"é", []string{"iri-reference", "uri-template"}, 0},
	{"http://a/%zz", nil, 10},
	{"http://a/\xff", nil, 9},
	{`\\WINDOWS\fileshare`, nil, 0},
	{"http://example.com/{id}{?page,sort*}", []string{"uri-template"}, 19},
	{"{term:1}/{+term}/it's", []string{"uri-template"}, 0}, // erratum 6937 of RFC 6570
	{"http://example.com/{id", nil, 19},
	{"{}", nil, 0},
	{"{!x}", nil, 0}, // an operator reserved for extensions (RFC 6570, section 2.2)
	{"{x:01}", nil, 0},
	{7.5, []string{"uri", "uri-reference", "iri", "iri-reference", "uri-template"}, 0},
	{nil, []string{"uri", "uri-reference", "iri", "iri-reference", "uri-template"}, 0},
	{map[string]any{}, []string{"uri", "uri-reference", "iri", "iri-reference", "uri-template"}, 0},
}

func TestFormats(t *testing.T) {
	for _, test := range tests {
		for name, check := range All() {
			want := slices.Contains(test.formats, name)
			if got := check(test.v); (got == nil) != want || check.IsFormat(test.v) != want {
				t.Errorf("%s of %#v: %v, want valid: %v", name, test.v, got, want)
			}
		}
		var e *uri.Error
		if errors.As(URI(test.v), &e) && e.Offset != test.offset {
			t.Errorf("%#v: error at byte %d, want %d", test.v, e.Offset, test.offset)
		}
	}
}

func TestAll(t *testing.T) {
	if got := slices.Sorted(maps.Keys(maps.Collect(All()))); !slices.Equal(got,
		[]string{"iri", "iri-reference", "uri", "uri-reference", "uri-template"}) {
		t.Errorf("%q", got)
	}
	for range All() {
		break // the iterator must stop
	}
}

// TestThreads has the cases of public threads about the format "uri-template":
// https://github.com/networknt/json-schema-validator/issues/756,
// https://github.com/python-jsonschema/jsonschema/issues/332 and
// https://github.com/json-schema-org/JSON-Schema-Test-Suite/pull/1093.
func TestThreads(t *testing.T) {
	for s, offset := range map[string]int{
		"http://example.com/dict/{term:1}/{term}": -1, "dict/{term:1}/{term}": -1, "": -1, "{%41.b,c*}": -1, "a\U0001f600b\ue000": -1,
		"http://example.com/dict/{term:1}/{term": 38, "{a,,b}": 3, "{a,}": 3, "{v:0}": 3, "{v:10000}": 7, "{a..b}": 3, "{,+v}": 2,
		"{v=x}": 2, "foo}bar": 3, "a%": 2, "a%4": 3, "a%GG": 2, "{%}": 2, "a b": 1, "a\x7f": 1,
	} {
		err := URITemplate(s)
		var e *uritemplate.Error
		if errors.As(err, &e) != (offset >= 0) || offset >= 0 && e.Offset != offset {
			t.Errorf("%q: %v, want an error at byte %d", s, err, offset)
		}
	}
}

func TestAllocs(t *testing.T) {
	var v any = "http://example.com/"
	for name, check := range All() {
		want := 0.0
		if name == "uri-template" {
			want = 1 // the parts of the template
		}
		if n := testing.AllocsPerRun(100, func() { check(v) }); n > want {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
