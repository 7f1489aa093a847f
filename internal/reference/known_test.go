package reference

import (
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// appendixB is the regular expression of RFC 3986, Appendix B. In it, "." also matches a newline.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// TestSplit compares Split with the regular expression for short strings of all kinds, and with the automaton for those
// that are references.
func TestSplit(t *testing.T) {
	pieces := strings.Split(": / // ? # @ [::1] 0 a é %41", " ")
	check := func(s string) {
		var r, want fsm.Ranges
		Split(s, &r)
		if got, want := level(s, &r), appendixB.FindStringSubmatch(s); got != [5]string{want[1], want[3], want[5], want[6], want[8]} {
			t.Fatalf("%q: %q, want %q", s, got, want)
		}
		if _, ok := fsm.ScanAs(fsm.IRIReference, s, &want); ok && r != want {
			t.Fatalf("%q: %+v, want %+v", s, r, want)
		}
	}
	for _, head := range []string{"", "a:", "//", "a://"} {
		for s := range kit.Concatenations(pieces, 4) {
			check(head + s)
		}
	}
}

// level returns scheme, authority, path, query and fragment of s, each with its delimiters.
func level(s string, r *fsm.Ranges) (parts [5]string) {
	cut := func(lo, hi int, ok bool, before, after int) string {
		if !ok {
			return ""
		}
		return s[lo-before : hi+after]
	}
	lo, hi, ok := r.Scheme()
	parts[0] = cut(lo, hi, ok, 0, 1)
	lo, hi, ok = r.Authority()
	parts[1] = cut(lo, hi, ok, 2, 0)
	lo, hi = r.Path()
	parts[2] = s[lo:hi]
	lo, hi, ok = r.Query()
	parts[3] = cut(lo, hi, ok, 1, 0)
	lo, hi, ok = r.Fragment()
	parts[4] = cut(lo, hi, ok, 1, 0)
	return parts
}
