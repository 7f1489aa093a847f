package whatwg_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// bases are base URLs that differ in scheme, credentials, host and port. No reference with a scheme or a host keeps the
// origin of all of them.
var bases = []whatwg.URL{
	whatwg.MustParse("https://user:pass@example.com:8080/a/b/c?d#e"),
	whatwg.MustParse("http://a/"),
	whatwg.MustParse("https://[2001:db8::7]//a/?"),
	whatwg.MustParse("http://127.0.0.1/C:/d|/e"),
}

var (
	cleaner    = strings.NewReplacer("\t", "", "\n", "", "\r", "")
	hasScheme  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	notEncoded = regexp.MustCompile(`[^!-~]|["<>]|^[^?#]*\\`)
)

// checkReference compares Scheme with a regular expression and with Parse, and SameOriginRef with the results of
// parsing with several base URLs.
func checkReference(t *testing.T, input string) {
	t.Helper()
	clean := cleaner.Replace(strings.Trim(input, controlsAndSpace))
	want := strings.ToLower(strings.TrimSuffix(hasScheme.FindString(clean), ":"))
	scheme, ok := whatwg.Scheme(input)
	if scheme != want || ok != (want != "") {
		t.Errorf("Scheme(%q) = %q, %t, want %q", input, scheme, ok, want)
	}
	u, err := whatwg.Parse(input)
	var e *whatwg.Error
	if errors.As(err, &e) && (e.Code == whatwg.CodeMissingSchemeNonRelativeURL) == ok || err == nil && u.Scheme() != scheme {
		t.Errorf("Scheme(%q) = %q, %t, but Parse returns %q, %v", input, scheme, ok, u, err)
	}

	ref, ok := whatwg.SameOriginRef(input)
	staysOnAll := true
	for _, base := range bases {
		u, err := base.Parse(input)
		staysOnAll = staysOnAll && err == nil && u.Scheme() == base.Scheme() && u.Host() == base.Host() &&
			u.Username() == base.Username() && u.Password() == base.Password()
		if v, err := base.Parse(ref); ok && (v != u || err != nil) {
			t.Errorf("SameOriginRef(%q) = %q, which %q resolves to %q, %v, want %q", input, ref, base, v, err, u)
		}
	}
	if ok != staysOnAll || !ok && ref != "" {
		t.Errorf("SameOriginRef(%q) = %q, %t, want %t", input, ref, ok, staysOnAll)
	}
	if again, okAgain := whatwg.SameOriginRef(ref); again != ref || !okAgain || notEncoded.MatchString(ref) {
		t.Errorf("SameOriginRef(%q) = %q, and of that %q, %t", input, ref, again, okAgain)
	}
}

// controlsAndSpace are the C0 controls and the space.
const controlsAndSpace = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "

// TestReferencesExhaustively checks all short inputs of the characters that matter to the states.
func TestReferencesExhaustively(t *testing.T) {
	const alphabet = "aS1:/\\?#.|@% \t\n\x00"
	var check func(input string)
	check = func(input string) {
		checkReference(t, input)
		if len(input) < kit.Rounds(3, 3, 4) && !t.Failed() {
			for i := range len(alphabet) {
				check(input + alphabet[i:i+1])
			}
		}
	}
	check("")
}

func TestReferencesAtRandom(t *testing.T) {
	random := kit.Random(t)
	for range 10_000 {
		if checkReference(t, randomInput(random)); t.Failed() {
			return
		}
	}
}

func FuzzReference(f *testing.F) {
	for _, s := range []string{" ../a b?c=d'e#f g` \n", "\x01 /\r\\example.com", "\u00a0java\nscript:a\xff\x7f", "C|\\a"} {
		f.Add(s)
	}
	f.Fuzz(checkReference)
}
