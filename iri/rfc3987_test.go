package iri_test

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

// The examples of RFC 3987, sections 2 to 5, that are not among the cases of a single function.

// rtl are the letters that the upper-case letters of section 4.4's Bidi Notation are replaced with.
var rtl = map[string]string{
	"Hebrew": "אבגדהוזחטיכלמנסעפצקרשתךםןףץ",
	"Arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
}

// inScript replaces the upper-case letters of Bidi Notation.
func inScript(letters, notation string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return []rune(letters)[r-'A']
		}
		return r
	}, notation)
}

// TestBidiExamples has the logical representations of section 4.4. Only these are ever stored. Examples 8 and 9 break a
// rule of section 4.2, which is not part of the grammar.
func TestBidiExamples(t *testing.T) {
	for n, test := range kit.Cases[struct{ text, host, path, query, fragment string }]("rfc3987.txt", "TestBidiExamples") {
		for script, letters := range rtl {
			s := inScript(letters, test.text)
			i, err := iri.ParseIRI(s)
			if err != nil {
				t.Errorf("example %d, %s: %v", n+1, script, err)
				continue
			}
			host, _ := i.Host()
			query, _ := i.Query()
			fragment, _ := i.Fragment()
			if host != inScript(letters, test.host) || i.Path() != inScript(letters, test.path) ||
				query != inScript(letters, test.query) || fragment != inScript(letters, test.fragment) {
				t.Errorf("example %d, %s: %q has %q, %q, %q, %q", n+1, script, s, host, i.Path(), query, fragment)
			}
			checkParse(t, s)
			checkMap(t, s)
		}
	}
}

// TestComparisonExamples has the examples of section 5.3: the step of the ladder from which on two IRIs are equivalent.
func TestComparisonExamples(t *testing.T) {
	all := uri.AllSteps
	ladder := []struct {
		name  string
		equal func(i, j iri.IRI) bool
	}{
		{"5.3.1", equalBy(iri.Normalizer{})},
		{"5.3.2", equalBy(iri.Normalizer{Normalizer: uri.Normalizer{Steps: all &^ uri.StepScheme}})},
		{"5.3.3", iri.IRI.Equal},
		{"5.3.2.2, NFC", equalBy(iri.Normalizer{Normalizer: uri.Normalizer{Steps: all}, NFC: true})},
		{"5.3.2.3, as URIs", func(i, j iri.IRI) bool { return equalAs(iri.HostPercent, i, j) }},
		{"5.3.3, as URIs with names of the DNS", func(i, j iri.IRI) bool { return equalAs(iri.HostLookup, i, j) }},
	}
	const same, syntax, scheme, nfc, mapped, dns, never = 0, 1, 2, 3, 4, 5, 6
	steps := map[string]any{
		"same": same, "syntax": syntax, "scheme": scheme, "nfc": nfc, "mapped": mapped, "dns": dns, "never": never,
	}
	for _, test := range kit.Cases[struct {
		section, i, j string
		from          int
	}]("rfc3987.txt", "TestComparisonExamples", steps) {
		i, j := iri.MustParse(test.i), iri.MustParse(test.j)
		for n, step := range ladder {
			want := n >= test.from
			switch {
			case test.from == nfc:
				want = n == nfc // no mapping composes
			case test.from == mapped:
				want = n == mapped || n == dns
			}
			if step.equal(i, j) != want || step.equal(j, i) != want {
				t.Errorf("%s: by %s, %q and %q are equal: %t, want %t", test.section, step.name, i, j, !want, want)
			}
		}
	}
	if !norm.NFC.IsNormalString("Vi\u1ec7t Nam") || norm.NFC.IsNormalString("Vi\u00ea\u0323t Nam") {
		t.Error("the examples are not what section 3.1 says")
	}
}

// equalBy returns a comparison of the normal forms by n.
func equalBy(n iri.Normalizer) func(i, j iri.IRI) bool {
	return func(i, j iri.IRI) bool { return n.Key(i) == n.Key(j) }
}

// equalAs reports whether the URIs that i and j are mapped to are equivalent, as section 5.3.2.3 has it.
func equalAs(form iri.HostForm, i, j iri.IRI) bool {
	u, errU := i.URI(form)
	v, errV := j.URI(form)
	return errU == nil && errV == nil && u.Equal(v)
}

// TestBidiFormatting: section 4.1 forbids characters that the grammar has. They can be read, but nothing makes them.
func TestBidiFormatting(t *testing.T) {
	for _, c := range []string{"\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"} {
		checkParse(t, "/"+c)
		i, err := iri.Parse("/" + c)
		if err != nil {
			t.Errorf("%+q: %v", c, err)
			continue
		}
		u, _ := i.URI(iri.HostPercent)
		if back, err := iri.FromURI(u, iri.HostPercent); err != nil || back.String() != u.String() {
			t.Errorf("%q is mapped to %+q, %v", u, back, err)
		}
	}
}
