package main

import (
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestGenerated checks that the generated files are up to date and were not edited.
func TestGenerated(t *testing.T) {
	kit.CheckGenerated(t, "..", sources)
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
}

// TestXMLMistakes reads rows with mistakes.
func TestXMLMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"root feed":        `"root feed" has less than 3 fields`,
		"element atom:x -": `["element" "atom:x" "-"] is not a row`,
		"spaces a b":       `["spaces" "a" "b"] is not a row`,
	} {
		if _, err := xmlSource(text); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
