package fsm

import (
	"regexp"
	"strings"
	"testing"
	"unsafe"
)

// harmless is what has no suspects.
var harmless = regexp.MustCompile(`^https?://(?:(?:[A-Za-z0-9]+[-.])*[A-Za-z0-9]+\.)?([A-Z` +
	`a-z][A-Za-z0-9]*)((?:/[^?#]*)?)(\?[^#]*)?(#.+)?$`)

// isHarmless reports whether SuspectsOf should say that there are none.
func isHarmless(s string) bool {
	m := harmless.FindStringSubmatch(s)
	odd := regexp.MustCompile(`[%&';]|//|/\.`)
	return m != nil && len(s) < SuspectLen && len(m[1]) != len("localhost") && !odd.MatchString(m[2]) &&
		!odd.MatchString(m[3])
}

// checkSuspects checks what is said of place where it lies in memory. If exactly, a glance must do for what is
// frequent.
func checkSuspects(t *testing.T, place []byte, exactly bool) {
	t.Helper()
	s := unsafe.String(unsafe.SliceData(place), len(place))
	var r Ranges
	if _, ok := scanMachine(s, &r); !ok {
		return
	}
	precise, quick := SuspectsOf(s, &r), Glance(s, &r)
	if want := isHarmless(s); (precise == 0) != want {
		t.Fatalf("%q: suspects %b, want none: %v", s, precise, want)
	}
	if precise&^quick != 0 {
		t.Fatalf("%q: suspects %b, at a glance %b", s, precise, quick)
	}
	if exactly && precise == 0 && quick != 0 && isQuick(s, &r) {
		t.Fatalf("%q: no suspects, at a glance %b", s, quick)
	}
}

// isQuick reports whether a glance has to be precise for s: if it is of the most frequent form.
func isQuick(s string, r *Ranges) bool {
	return r.hostEnd < 64 && r.hostEnd-r.host <= 32 && !regexp.MustCompile(`[-./]{2}`).MatchString(s[r.host:])
}

func TestSuspects(t *testing.T) {
	for _, s := range []string{
		"https://www.example.com/a/b.html?c=d#e", "http://a", "https://a/", "http://localhost/", "http://a.b-localhost",
		"http://1.2.3.4/", "http://a.1/", "http://a.1b/", "http://a.b1/", "http://a.b./", "http://a.b.",
		"http://a.b-?", "http://-a/",
		"http:///", "http://", "https:", "//a/", "http://a:80/", "http://a@b/", "http://[::1]/", "http://[v1.x]/",
		"http://a_b/",
		"HTTP://a/", "ftp://a/", "http://a/#", "http://a/#b;", "http://a#", "http://a/;", "http://a?;",
		"http://a/?a&b", "http://a/'",
		"http://a/%41", "http://a//", "http://a/.", "http://a/a./b", "http://a/--", "http://a/?/.", "http://a?//",
		"//http:/",
		"https://" + strings.Repeat("a", 32) + "/", "https://" + strings.Repeat("a", 33) + "/",
		"https://" + strings.Repeat("a", 63) + "/",
		"https://a/" + strings.Repeat("a", 7989), "https://a/" + strings.Repeat("a", 7990),
		"https://a/" + strings.Repeat("a", 7991),
	} {
		checkSuspects(t, []byte(s), false)
	}
	for c := range 0x80 { // all that can stand in a host, a path, a query
		for _, s := range []string{"https://a?.com/b", "http://?.com/b", "http://a.com/b?/c", "http://a.com/b~?c"} {
			checkSuspects(t, []byte(strings.Replace(s, "?", string(rune(c)), 1)), false)
		}
	}
}

// TestSuspectsEverywhere spoils references of every length at every place, and has before and behind them in memory
// what could be taken for a part of them.
func TestSuspectsEverywhere(t *testing.T) {
	step := 5
	if testing.Short() {
		step = 17
	}
	for _, template := range []string{
		"https://www.a-1.example.com/" + strings.Repeat("ab/c.html-", 30),
		"http://www.example.org/abc?d=" + strings.Repeat("Name=Ferret/a.b,", 30),
	} {
		for _, spoil := range []string{"", ";", "//", "/.", "%41", "&", "'", "_", "@", ":8", "#", "--", ".1", "?",
			"["} {
			for length := 8; length < 210; length += step {
				for i := 8; i+len(spoil) <= length; i += 1 + i%step {
					memory := aligned(4096)[1024:]
					for k := range memory[:512] {
						memory[k] = ";/./&%"[k%6]
					}
					place := memory[64+length%64:][:length]
					copy(place, template)
					copy(place[i:], spoil)
					checkSuspects(t, place, true)
				}
			}
		}
	}
}
