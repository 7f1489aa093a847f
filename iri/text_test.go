package iri_test

import (
	"encoding"
	"fmt"
	"testing"

	"github.com/urispan/uri/iri"
)

var (
	_ encoding.TextMarshaler   = iri.IRI{}
	_ encoding.TextUnmarshaler = (*iri.IRI)(nil)
	_ fmt.Formatter            = iri.IRI{}
)

func TestFormat(t *testing.T) {
	i := iri.MustParse("//ü:gehéim@é")
	for _, test := range []struct{ format, want string }{
		{"%v", "//ü:xxxxx@é"}, {"%+v", "//ü:xxxxx@é"}, {"%#v", `iri.MustParse("//ü:xxxxx@é")`}, {"%s", "//ü:gehéim@é"},
		{"%q", `"//ü:gehéim@é"`}, {"%+q", `"//\u00fc:geh\u00e9im@\u00e9"`}, {"%x", fmt.Sprintf("%x", "//ü:gehéim@é")},
		{"%14v|", "   //ü:xxxxx@é|"}, {"%-14s|", "//ü:gehéim@é  |"}, {"%d", "%!d(string=//ü:xxxxx@é)"},
	} {
		if got := fmt.Sprintf(test.format, i); got != test.want {
			t.Errorf("%s: %s, want %s", test.format, got, test.want)
		}
	}
}
