package fsm

import (
	"regexp"
	"strings"
	"testing"
	"unsafe"
)

// harmlessURI is what has no suspects.
var (
	harmlessURI = regexp.MustCompile(`^https?://((?:(?:[A-Za-z0-9]+[-.])*[A-Za-z0-9]+\.)?([A-Za-z][A-Za-z0-9]*))` +
		`((?:/[^?#]*)?)(\?[^#]*)?(#.+)?$`)
	oddPart = regexp.MustCompile(`[%&';]|//|/\.`)
)

// isHarmless reports whether SuspectsOf should say that there are none.
func isHarmless(s string) bool {
	m := harmlessURI.FindStringSubmatch(s)
	return m != nil && len(s) < SuspectLen && len(m[1]) < 64 && len(m[2]) != len("localhost") &&
		!oddPart.MatchString(m[3]) && !oddPart.MatchString(m[4])
}

// checkSuspects checks what is said of place where it lies in memory. If exactly, a glance must do for what is
// frequent.
func checkSuspects(t *testing.T, place []byte, exactly bool) {
	t.Helper()
	s := unsafe.String(unsafe.SliceData(place), len(place))
	var want, got Ranges
	_, ok := scanMachine(s, &want)
	glance := Glance(s, &got)
	if other := Glance(s, nil); other != glance {
		t.Fatalf("%q: at a glance %b, and %b without ranges", s, glance, other)
	}
	if !ok {
		if glance == 0 {
			t.Fatalf("%q: no reference, but no suspects", s)
		}
		return
	}
	suspects := SuspectsOf(s, &want)
	switch none := isHarmless(s); {
	case (suspects == 0) != none:
		t.Fatalf("%q: suspects %b, want none: %v", s, suspects, none)
	case suspects&^glance != 0:
		t.Fatalf("%q: suspects %b, at a glance %b", s, suspects, glance)
	case glance == 0 && got != want:
		t.Fatalf("%q: %v, want %v", s, got, want)
	case exactly && suspects == 0 && glance != 0 && isQuick(s, &want):
		t.Fatalf("%q: no suspects, at a glance %b", s, glance)
	}
}

// isQuick reports whether a glance has to be precise for s: if s is of the most frequent form, and a glance tells
// anything here.
func isQuick(s string, r *Ranges) bool {
	isFragment := r.queryEnd < r.end &&
		(r.hostEnd == r.queryEnd || r.end-r.host >= 64 || oddInFragment.MatchString(s[r.queryEnd+1:]))
	return Glance("http://a.example/", nil) == 0 && len(s) > len(https) && r.hostEnd-r.host <= 32 && !isFragment &&
		!adjacent.MatchString(s[r.host:])
}

var (
	adjacent      = regexp.MustCompile(`[-./]{2}`)
	oddInFragment = regexp.MustCompile(`[%&';]`)
)

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
		"https://" + strings.Repeat("a", 33) + "/b",
		"https://" + strings.Repeat("a", 63) + "/", "https://" + strings.Repeat("a", 64) + "/",
		"https://" + strings.Repeat("a", 63), "https://" + strings.Repeat("a", 64), // found by FuzzAudit
		"http://" + strings.Repeat("a.", 31) + "b", "http://" + strings.Repeat("a.", 31) + "bc/",
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

// TestSuspectsAcross has joints beside each other at every place: each may be in another block. And it has short
// references where a page ends, behind which nothing may be read.
func TestSuspectsAcross(t *testing.T) {
	const template = "https://www.a-1.example.com/abc.html"
	memory := make([]byte, 3*4096)
	memory = memory[-uintptr(unsafe.Pointer(&memory[0]))&4095:]
	for length := range 300 {
		s := (template + strings.Repeat("x", 300))[:length]
		checkSuspects(t, []byte(s+"//a"), true)
		checkSuspects(t, []byte(s+"/.a"), true)
		if length <= 64 {
			place := memory[4096-length : 4096]
			copy(place, s)
			checkSuspects(t, place, true)
		}
	}
}

func FuzzSuspects(f *testing.F) {
	f.Add("https://www.example.com/a/b.html?c=d#e")
	f.Add("http://a-b.example?" + strings.Repeat("ab/c.html-", 20))
	f.Fuzz(func(t *testing.T, s string) { checkSuspects(t, []byte(s), false) })
}
