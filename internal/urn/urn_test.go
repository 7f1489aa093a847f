package urn

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestURN has the examples of RFC 8141, sections 2.3.1, 2.3.2 and 3.2.
func TestURN(t *testing.T) {
	for text, want := range kit.Pairs[string, string]("urn.txt", "TestURN") {
		if u, err := ParseURN(text); err != nil || urnDescribe(u) != "  "+want {
			t.Errorf("%s: got%s, %v, want %s", text, urnDescribe(u), err, want)
		}
	}
	for _, text := range []string{"urn:a:b", "urn:example:", "urn:-example:a", "urn:example-:a", "urn:example:a?b", "urn:example:a?+", "urn:example:a?=", "urn:example:a%2",
		"urn:" + strings.Repeat("a", 33) + ":b", "urn:example:\u00e9"} {
		if u, err := ParseURN(text); err == nil {
			t.Errorf("%s: got%s", text, urnDescribe(u))
		}
	}
}

// TestErrors checks the texts of errors, and that the zero value has no components.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"uri:a":     `invalid URN: at offset 2: expected "N" or "n"`,
		"urn:a_":    `invalid URN: at offset 5, in NID: expected a letter, a digit or "-"`,
		"urn:ab:c?": `invalid URN: at offset 9: expected "+" or "="`,
		"urn:ab:%x": `invalid URN: at offset 8, in NSS: expected a hexadecimal digit`,
	} {
		_, err := ParseURN(text)
		var e *URNError
		if !errors.As(err, &e) || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	var u URN
	if u.NID() != "" || urnDescribe(u) != `  NID ""  NSS ""` {
		t.Errorf("the zero value has components: %s", urnDescribe(u))
	}
	if err := u.UnmarshalText([]byte("urn:ab:c")); err != nil || u.NSS() != "c" {
		t.Errorf("%v, %v", u, err)
	}
	if err := u.UnmarshalText([]byte("urn")); err == nil || u.NSS() != "c" {
		t.Errorf("a failed UnmarshalText changes the value to %v", u)
	}
}
