package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestGenerated checks that the generated files are up to date and were not edited.
func TestGenerated(t *testing.T) {
	for file, source := range sources {
		want, err := source()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../" + file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("whatwg/links/%s is not up to date; run go generate ./whatwg/links", file)
		}
	}
}

// TestMistakes reads files with mistakes.
func TestMistakes(t *testing.T) {
	for _, test := range []struct{ elements, attributes, want string }{
		{"a href -", "href", `"href" has less than 2 fields`},
		{"a href", "href URL", `"a href" has less than 3 fields`},
		{"a href,src -", "href URL", `"a": "src" is not an attribute`},
	} {
		if _, err := nameSource(test.elements, test.attributes); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	if _, err := referenceSource("amp; 26\nlt; 3g\n"); err == nil || !strings.Contains(err.Error(), `"3g" is not a code point`) {
		t.Error(err)
	}
}
