package iri_test

import (
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
)

// TestBaseErrors checks that the errors of a base name the rules of IRIs.
func TestBaseErrors(t *testing.T) {
	i := iri.MustParse("aé")
	const want = "no scheme at byte 1: expected a base IRI, such as https://example.com/"
	_, err := iri.NewBase(i, 0)
	_, resolveErr := i.Resolve(i)
	for n, err := range []error{err, resolveErr} {
		if err == nil || err.Error() != want {
			t.Errorf("%d: %v, want %q", n, err, want)
		}
	}
}

func TestBaseFormat(t *testing.T) {
	base, err := iri.NewBase(iri.MustParse("s://ü:gehéim@é/#ß"), 0)
	if err != nil || fmt.Sprint(base) != "s://ü:xxxxx@é/" {
		t.Errorf("%v, %v", base, err)
	}
}

func TestRelativeBase(t *testing.T) {
	base, err := iri.NewBase(iri.MustParse("日/本#語"), uri.ResolveRelativeBase)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ ref, want string }{{"é", "日/é"}, {"../é:è", "./é:è"}, {"../../é?ü", "../é?ü"}} {
		target, err := base.Resolve(iri.MustParse(test.ref))
		if target != iri.MustParse(test.want) || err != nil {
			t.Errorf("%q: %q, %v, want %q", test.ref, target, err, test.want)
		}
		text, r, err := base.AppendResolveString(nil, test.ref)
		if string(text) != test.want || r != target.Ranges() || err != nil {
			t.Errorf("%q: %q, %v, %v, want %q", test.ref, text, r, err, test.want)
		}
	}
}

// TestZeroBase: a Base that NewBase did not make is an error.
func TestZeroBase(t *testing.T) {
	ref := iri.MustParse("é")
	for _, b := range []*iri.Base{nil, new(iri.Base)} {
		i, err := b.Resolve(ref)
		_, _, err2 := b.AppendResolveString(nil, "é")
		for _, err := range []error{err, err2} {
			e, ok := err.(*uri.Error)
			if !ok || e.Reason != uri.ReasonNoScheme || i != (iri.IRI{}) {
				t.Errorf("%q, %v", i, err)
			}
		}
	}
}
