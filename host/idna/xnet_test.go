package idna_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
)

// The cases are from the tests of golang.org/x/net/idna (idna_test.go, example_test.go, punycode_test.go), and from
// those of its source golang.org/x/text/internal/export/idna for the profiles Lookup and Display, which are the same.
// Unicode's IdnaTestV2.txt is in no module.

// sharedTests are rows that have the same answer in both profiles, and back.
var sharedTests = kit.Cases[struct{ ascii, unicode string }]("xnet.txt", "sharedTests")

func TestXNet(t *testing.T) {
	for _, test := range sharedTests {
		for _, p := range []idna.Profile{idna.Lookup, idna.Registration} {
			for _, name := range []string{test.ascii, test.unicode} {
				a, u, err := p.Convert(name)
				if a != test.ascii || u != test.unicode || err != nil {
					t.Errorf("%s, by %s: %q, %q, %v, want %s and %s", name, profileNames[p], a, u, err, test.ascii, test.unicode)
				}
			}
		}
	}
}

// lookupTests are names to look up. Where there is a label, the answer is an error about it.
var lookupTests = kit.Cases[struct{ name, ascii, unicode, label string }]("xnet.txt", "lookupTests")

func TestXNetLookup(t *testing.T) {
	for _, test := range lookupTests {
		a, u, err := idna.Lookup.Convert(test.name)
		if checkRefused(t, test.name, test.label, err); a != test.ascii || u != test.unicode {
			t.Errorf("%q: %q, %q, want %q, %q", test.name, a, u, test.ascii, test.unicode)
		}
	}
}

// checkRefused checks that err is an error about the label, or nil if label is empty.
func checkRefused(t *testing.T, name, label string, err error) {
	t.Helper()
	var e *idna.Error
	if errors.As(err, &e) != (label != "") || e != nil && (e.Label != label || e.Offset != strings.Index(name, label)) {
		t.Errorf("%q: %v, want an error about %q", name, err, label)
	}
}

// TestXNetRegistration has names that are refused because they are not in their final form.
func TestXNetRegistration(t *testing.T) {
	for _, test := range kit.Cases[struct{ name, label string }]("xnet.txt", "TestXNetRegistration") {
		_, _, err := idna.Registration.Convert(test.name)
		checkRefused(t, test.name, test.label, err)
	}
}

// punycodeTests lists the examples of RFC 3492, section 7.1, with erratum 3026. Names by Registration have no capitals,
// nor labels of more than 63 bytes.
var punycodeTests = kit.Cases[struct {
	name, text, encoded string
	registration        bool
}]("xnet.txt", "punycodeTests")

func TestPunycode(t *testing.T) {
	for _, test := range punycodeTests {
		label := "xn--" + strings.ToLower(test.encoded)
		for _, p := range []idna.Profile{idna.Lookup, idna.Registration} {
			a, _, err := p.Convert(test.text)
			if p == idna.Registration && !test.registration {
				if err == nil {
					t.Errorf("%s: %q is registered as %q", test.name, test.text, a)
				}
				continue
			}
			_, u, errU := p.Convert(label)
			if err != nil || errU != nil || a != label || u != strings.ToLower(test.text) {
				t.Errorf("%s, by %s: %q, %v and %q, %v, want %q and back", test.name, profileNames[p], a, err, u, errU, label)
			}
		}
	}
}

// TestNoPunycode tests labels of x/net that are not Punycode or that encode ASCII, and (S) of RFC 3492.
func TestNoPunycode(t *testing.T) {
	for _, label := range []string{
		"xn---", "xn--foo\x00bar", "xn--foo#bar", "xn--foo£bar", "xn--9", "xn--99999a", "xn--9999999999a", "xn----", "xn---a-",
		"xn---a--", "xn--a-", "xn--a--", "xn--a-b-", "xn--books-", "-> $1.00 <-", strings.Repeat("x", 65536) + "\uff00",
	} {
		for _, p := range []idna.Profile{idna.Lookup, idna.Registration} {
			for _, name := range []string{label, "www." + label + ".example"} {
				if _, u, err := p.Convert(name); err == nil {
					t.Errorf("%.100q, by %s: %q", name, profileNames[p], u)
				}
			}
		}
	}
}

// TestASCII has all short names of a few characters, one for each class of ASCII characters that IDNA distinguishes, and
// all ASCII characters.
func TestASCII(t *testing.T) {
	n := kit.Rounds(3, 4, 6)
	checkAll(t, "", "aZ-._", n)
	checkAll(t, "xn--", "an-.", n)
	for c := range rune(utf8.RuneSelf) {
		for _, around := range []string{"", "a", "a.", "é."} {
			checkConvert(t, around+string(c))
			checkConvert(t, string(c)+around)
		}
	}
}

func checkAll(t *testing.T, name, characters string, n int) {
	checkConvert(t, name)
	if n == 0 {
		return
	}
	for _, c := range characters {
		checkAll(t, name+string(c), characters, n-1)
	}
}

// TestLengths has labels and names about as long as they can be.
func TestLengths(t *testing.T) {
	for n := 50; n < 70; n++ {
		for _, c := range []string{"a", "ü", "\U00020000", "a-ü"} {
			checkConvert(t, strings.Repeat(c, n))
			checkConvert(t, "a."+strings.Repeat(c, n)+".b.")
		}
	}
	for n := 245; n < 260; n++ {
		for _, c := range []string{"a.", "A."} {
			name := strings.Repeat(c, n)[:n-1] + "b"
			checkConvert(t, name)
			checkConvert(t, name+".")
			checkConvert(t, "ü."+name[:n-8])
		}
	}
}
