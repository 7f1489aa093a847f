package bench

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test"
	"github.com/urispan/uri/internal/test/kit"
)

// The tests run package whatwg on the copy of the web platform tests that module github.com/nlnwa/whatwg-url ships,
// because every clone can download it. The copy is older than the standard that package whatwg follows, so some cases
// differ.

// readOlder returns a file of that copy.
func readOlder(t *testing.T, name string, cases int) *test.File {
	t.Helper()
	dir, err := kit.Command(t, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return &test.File{Path: filepath.Join(strings.TrimSpace(string(dir)), "testdata", name), Cases: cases}
}

// differ marks the cases with the names as different.
func differ(f *test.File, names ...string) *test.File {
	f.Differ = func(name string) bool { return slices.Contains(names, name) }
	f.Differing = len(names)
	return f
}

// onlyLowerCased reports whether a case is about an ASCII domain that has a label with "xn--". Since June 2026, the
// domain parser only lower-cases an ASCII domain. Before that, it decoded such labels, and rejected invalid ones.
func onlyLowerCased(name string) bool {
	return strings.Contains(strings.ToLower(name), "xn--") &&
		!strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 })
}

// hasNewer reports whether a case has a character that UTS 46 disallowed in Unicode 15.1 and does not any more:
// capital letters that are mapped now, invisible characters that are ignored, and ideographs that are new.
func hasNewer(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool {
		switch r {
		case 0x04c0, 0x2183, 0x115f, 0x1160, 0xffa0, 0x17b4, 0x17b5:
			return true
		}
		return 0x10a0 <= r && r <= 0x10c5 || 0x1d173 <= r && r <= 0x1d17a || 0x323b0 <= r && r <= 0x33479
	})
}

func TestOlderURLs(t *testing.T) {
	differ(readOlder(t, "urltestdata.json", 820),
		// Only lower-cased, as above.
		"http://a.b.c.xn--pokxncvks", "http://a.b.c.XN--pokxncvks", "http://a.b.c.Xn--pokxncvks",
		"http://10.0.0.xn--pokxncvks", "http://10.0.0.XN--pokxncvks", "http://10.0.0.xN--pokxncvks",
		"file://xn--/p", "https://xn--/",
		// "^" is in the path percent-encode set now.
		"foo://host/ !\"$%&'()*+,-./:;<=>@[\\]^_`{|}~", "wss://host/ !\"$%&'()*+,-./:;<=>@[\\]^_`{|}~",
	).TestURLs(t)
}

func TestOlderSetters(t *testing.T) {
	spaces := strings.Repeat(" ", 130)
	differ(readOlder(t, "setters_tests.json", 248),
		// Only lower-cased, as above.
		"host of https://example.com/ to xn--", "hostname of https://example.com/ to xn--",
		// "^" is in the path percent-encode set now.
		"pathname of a:/ to \x00\x01\t\n\r\x1f !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\x7f\u0080\u0081Éé",
		// The space at the end of an opaque path is percent-encoded when a query or fragment follows it. Before that,
		// setters that removed the query or fragment also removed all spaces there.
		"search of data:space ?query to ", "search of sc:space ?query to ",
		"search of data:space  ?query#fragment to ", "search of sc:space  ?query#fragment to ",
		"hash of data:space"+spaces+"#fragment to ", "hash of sc:space    #fragment to ",
		"hash of data:space  ?query#fragment to ", "hash of sc:space  ?query#fragment to ",
	).TestSetters(t)
}

func TestOlderToASCII(t *testing.T) {
	f := readOlder(t, "toascii.json", 39)
	f.Differ, f.Differing = onlyLowerCased, 6
	f.TestToASCII(t)
}

func TestOlderIDNA(t *testing.T) {
	f := readOlder(t, "IdnaTestV2.json", 2032)
	f.Differ = func(name string) bool { return onlyLowerCased(name) || hasNewer(name) }
	f.Differing = 593 + 49
	f.TestToASCII(t)
}
