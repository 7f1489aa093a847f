package iri_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

func TestRelativize(t *testing.T) {
	for _, test := range kit.Cases[struct{ base, target, want string }]("resolve.txt", "TestRelativize") {
		base, target := iri.MustParse(test.base), iri.MustParse(test.target)
		got, err := base.Relativize(target)
		if err != nil || got != iri.MustParse(test.want) {
			t.Errorf("from %q, %q leads to %q, %v, want %q", base, got, target, err, test.want)
		}
		checkRelativize(t, base, target)
	}
}

// checkRelativize checks that all functions agree and that the reference leads to the target, and is short.
func checkRelativize(t *testing.T, base, target iri.IRI) {
	t.Helper()
	ref, err := base.Relativize(target)
	prepared, baseErr := iri.NewBase(base, 0)
	if baseErr != nil {
		if err == nil || err.Error() != baseErr.Error() {
			t.Errorf("%q: %v, want %v", base, err, baseErr)
		}
		return
	}
	other, otherErr := prepared.Relativize(target)
	if other != ref || (err == nil) != (otherErr == nil) {
		t.Errorf("from %q to %q: %q, %v and %q, %v", base, target, ref, err, other, otherErr)
	}
	if err != nil {
		return
	}
	if back, err := prepared.Resolve(ref); back != target || err != nil || len(ref.String()) > len(target.String()) {
		t.Errorf("from %q, %q leads to %q, %v, not to %q", base, ref, back, err, target)
	}
}

func TestRelativizeAtRandom(t *testing.T) {
	bases := []iri.IRI{
		iri.MustParse("http://é/日/本;ü?q#f"), iri.MustParse("s:é/ü/../ö"), iri.MustParse("s://é"), iri.MustParse("é"),
	}
	atRandom(t, func(s string) {
		i, err := iri.Parse(s)
		if err != nil {
			return
		}
		for n, base := range bases {
			target, err := bases[n/2].Resolve(i)
			if err != nil {
				t.Fatal(err)
			}
			checkRelativize(t, base, target)
			checkRelativize(t, target, base)
			checkRelativize(t, base, i)
		}
	})
}

// TestRelativizeErrors: a relative reference is refused as a target, with the error of ParseIRI.
func TestRelativizeErrors(t *testing.T) {
	base := iri.MustParse("s://é/")
	for _, s := range []string{"é", "//é", "aé/b", ""} {
		_, want := iri.ParseIRI(s)
		if _, err := base.Relativize(iri.MustParse(s)); err == nil || err.Error() != want.Error() {
			t.Errorf("%q: %v, want %v", s, err, want)
		}
	}
	_, err := base.Relativize(iri.MustParse("s://é/ü/.."))
	var e *uri.Error
	if !errors.As(err, &e) || e.Reason != uri.ReasonDotSegment || e.Offset != 10 {
		t.Errorf("%v, want a dot segment at byte 10", err)
	}
}

// TestBaseErrors checks that the errors of a base name the rules of IRIs.
func TestBaseErrors(t *testing.T) {
	i := iri.MustParse("aé")
	const want = "no scheme at byte 1: expected a base IRI, such as https://example.com/"
	_, err := iri.NewBase(i, 0)
	_, resolveErr := i.Resolve(i)
	_, relativizeErr := i.Relativize(i)
	for n, err := range []error{err, resolveErr, relativizeErr} {
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
		if ref, err := base.Relativize(target); ref.String() != test.ref || err != nil {
			t.Errorf("%q from the base: %q, %v, want %q", target, ref, err, test.ref)
		}
	}
}

// TestZeroBase: a Base that NewBase did not make is an error.
func TestZeroBase(t *testing.T) {
	ref := iri.MustParse("é")
	for _, b := range []*iri.Base{nil, new(iri.Base)} {
		i, err := b.Resolve(ref)
		_, _, err2 := b.AppendResolveString(nil, "é")
		j, err3 := b.Relativize(ref)
		for _, err := range []error{err, err2, err3} {
			e, ok := err.(*uri.Error)
			if !ok || e.Reason != uri.ReasonNoScheme || i != (iri.IRI{}) || j != i {
				t.Errorf("%q, %q, %v", i, j, err)
			}
		}
	}
}
