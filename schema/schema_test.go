package schema

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/urispan/uri"
)

// tests lists the formats of JSON Schema (2020-12, Validation, section 7.3.5) with the verdicts of RFC 3986 and 3987.
var tests = []struct {
	v       any
	formats []string // the formats that accept v
	offset  int      // of the error of "uri"
}{
	{"http://example.com/a?b#c", []string{"uri", "uri-reference", "iri", "iri-reference"}, 0},
	{"urn:a", []string{"uri", "uri-reference", "iri", "iri-reference"}, 0},
	{"//example.com/a", []string{"uri-reference", "iri-reference"}, 0},
	{"", []string{"uri-reference", "iri-reference"}, 0},
	{"http://résumé.example/", []string{"iri", "iri-reference"}, 8},
	{"é", []string{"iri-reference"}, 0},
	{"http://a/%zz", nil, 10},
	{"http://a/\xff", nil, 9},
	{`\\WINDOWS\fileshare`, nil, 0},
	{7.5, []string{"uri", "uri-reference", "iri", "iri-reference"}, 0},
	{nil, []string{"uri", "uri-reference", "iri", "iri-reference"}, 0},
	{map[string]any{}, []string{"uri", "uri-reference", "iri", "iri-reference"}, 0},
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
		[]string{"iri", "iri-reference", "uri", "uri-reference"}) {
		t.Errorf("%q", got)
	}
	for range All() {
		break // the iterator must stop
	}
}

func TestAllocs(t *testing.T) {
	var v any = "http://example.com/"
	for name, check := range All() {
		if n := testing.AllocsPerRun(100, func() { check(v) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
