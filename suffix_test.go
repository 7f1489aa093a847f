package uri_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// guessTests have lists of suffixes, which are guessed to begin with "http://", and of URIs, which are not guessed.
var guessTests = kit.Cases[struct{ suffixes, uris string }]("suffix.txt", "guessTests")

func TestParseSuffixRef(t *testing.T) {
	for _, test := range guessTests {
		for s := range strings.FieldsSeq(test.suffixes) {
			for _, text := range []string{s, "//" + s} {
				checkGuess(t, text, "http", "http://"+s, true)
			}
			checkGuess(t, s, "X-y.z+1", "X-y.z+1://"+s, true)
		}
		for s := range strings.FieldsSeq(test.uris) {
			checkGuess(t, s, "http", s, false)
		}
	}
}

func checkGuess(t *testing.T, s, scheme, want string, guessed bool) {
	t.Helper()
	got, ok, err := uri.ParseSuffixRef(s, scheme)
	if got.String() != want || ok != guessed || err != nil || got != uri.MustParse(want) {
		t.Errorf("ParseSuffixRef(%q, %q) = %q, %t, %v, want %q, %t", s, scheme, got, ok, err, want, guessed)
	}
}

func TestParseSuffixRefErrors(t *testing.T) {
	for _, test := range kit.Cases[struct{ s, scheme, text string }]("suffix.txt", "TestParseSuffixRefErrors") {
		u, guessed, err := uri.ParseSuffixRef(test.s, test.scheme)
		if errorOf(err) == (uri.Error{}) || u != (uri.URI{}) || guessed || err.Error() != test.text {
			t.Errorf("ParseSuffixRef(%q, %q) = %q, %t, %v\nwant %s", test.s, test.scheme, u, guessed, err, test.text)
		}
	}
}

// FuzzParseSuffixRef checks what holds of every answer.
func FuzzParseSuffixRef(f *testing.F) {
	addSeeds(f, func(input string) { f.Add(input, "http") })
	for _, test := range guessTests {
		for s := range strings.FieldsSeq(test.suffixes + " " + test.uris) {
			f.Add(s, "https")
		}
	}
	f.Fuzz(func(t *testing.T, s, scheme string) {
		u, guessed, err := uri.ParseSuffixRef(s, scheme)
		e := errorOf(err)
		switch {
		case err != nil:
			if u != (uri.URI{}) || guessed || e.Offset < 0 || e.Offset > max(len(s), len(scheme)) || e.Reason == 0 {
				t.Errorf("%q, %q: %q, %t, %#v", s, scheme, u, guessed, err)
			}
		case guessed:
			host, _ := u.Host()
			if u.String() != scheme+"://"+strings.TrimPrefix(s, "//") || u.Scheme() != scheme || host == "" {
				t.Errorf("%q, %q: guessed %q", s, scheme, u)
			}
		default:
			if u.String() != s || !u.IsAbs() {
				t.Errorf("%q, %q: %q", s, scheme, u)
			}
		}
		if again, err := uri.Parse(u.String()); again != u || err != nil {
			t.Errorf("%q, %q: %q, which parses to %q, %v", s, scheme, u, again, err)
		}
	})
}
