package iri_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

// checkIDNA compares the mappings of a decoded name, in both directions, with the results of package idna.
func checkIDNA(t *testing.T, name string) {
	t.Helper()
	if name == "" || !utf8.ValidString(name) {
		return
	}
	s := "//" + encodedHost(name)
	i, u := iri.MustParse(s), uri.MustParse(s)
	if r := i.Ranges(); fsm.HostKindOf(s, &r) != fsm.RegName {
		return
	}
	for _, form := range forms[1:] {
		ascii, text, ok := referenceIDNA(form, name)
		gotURI, err := i.URI(form)
		gotIRI, err2 := iri.FromURI(u, form)
		if (err == nil) != ok || (err2 == nil) != ok {
			t.Errorf("%q, by form %d: %v, %v, want %t", name, form, err, err2, ok)
		} else if ok && (gotURI.String() != "//"+ascii || gotIRI.String() != "//"+text) {
			t.Errorf("%q, by form %d: got %q and %q, want %q and %q", name, form, gotURI, gotIRI, ascii, text)
		}
	}
}

// encodedHost percent-encodes characters that a reg-name cannot have.
func encodedHost(name string) string { return uri.PlaceRegName.Encode(name) }

// referenceIDNA asks package idna about any name.
func referenceIDNA(form iri.HostForm, name string) (ascii, text string, ok bool) {
	profile := idna.Lookup
	if form == iri.HostRegistration {
		profile = idna.Registration
	}
	ascii, text, err := profile.Convert(name)
	if err != nil {
		return "", "", false
	}
	return ascii, withALabels(ascii, text), true
}

// withALabels returns text, but with the A-label for a label with a character that is not to appear in an IRI.
func withALabels(ascii, text string) string {
	labels, aLabels := strings.Split(text, "."), strings.Split(ascii, ".")
	for i, label := range labels {
		if strings.ContainsFunc(label, func(r rune) bool { return !isSeen(r) }) {
			labels[i] = aLabels[i]
		}
	}
	return strings.Join(labels, ".")
}

// TestLongNames has names that are too long in some forms and not in others: they are accepted or refused independently
// of the form.
func TestLongNames(t *testing.T) {
	lengths := []int{31, 32, 63, 64, 127, 128, 129, 256, 257, 455, 456, 1016, 1017, 1018, 1019, 1024, 1025}
	lengths = lengths[:kit.Rounds(5, 9, len(lengths))]
	for _, n := range lengths {
		for _, label := range []string{
			"\U00020000", "ü", "é.", "xn--tda.", "a", "a\u00ad\u00ad\u00ad\u00ad", "a.\U00020000",
		} {
			checkMap(t, "//"+strings.Repeat(label, n))
			checkIDNA(t, strings.Repeat(label, n))
		}
	}
}

func FuzzIDNA(f *testing.F) {
	for _, test := range hostTests {
		f.Add(test.host)
	}
	f.Add("w.m¼") // found: it becomes "m1⁄4", which looks like it has a slash
	f.Fuzz(func(t *testing.T, name string) {
		checkIDNA(t, name)
		checkMap(t, "//"+name)
		checkMap(t, "//"+encodedHost(name))
	})
}
