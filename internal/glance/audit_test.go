package glance

import (
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
)

// These match a reference without parts that need inspection, apart from the rules for its length and its last label.
var (
	cleanURI = regexp.MustCompile(`^(?:([A-Za-z][A-Za-z0-9+.-]*):)?` +
		`(?://((?:(?:[A-Za-z0-9]+[-.])*[A-Za-z0-9]+\.)?([A-Za-z][A-Za-z0-9]*)))?` +
		`([^?#%;]*)(\?[^#%&';]*)?(#.+)?$`)
	specialScheme = regexp.MustCompile(`^(?i:https?|wss?|ftp|file)$`)
	dottedPath    = regexp.MustCompile(`^\.|/[./]`)
)

// isClean reports whether PartsOf should return 0, if queries had any length.
func isClean(s string) bool {
	m := cleanURI.FindStringSubmatch(s)
	return m != nil && len(s) <= 8000 && len(m[2]) < 64 && len(m[3]) != len("localhost") && !dottedPath.MatchString(m[4]) &&
		(m[2] != "" && (m[4] == "" || m[4][0] == '/') || m[2] == "" && !specialScheme.MatchString(m[1]))
}

// checkParts checks Audit and PartsOf for the string at place. If exactly is set, Audit must be precise for the
// frequent forms.
func checkParts(t *testing.T, place []byte, exactly bool) {
	t.Helper()
	s := unsafe.String(unsafe.SliceData(place), len(place))
	var want, got fsm.Ranges
	_, ok := fsm.Scan(s, &want)
	quick := Audit(s, &got)
	if other := Audit(s, nil); other != quick {
		t.Fatalf("%q: Audit returns %b, and %b without ranges", s, quick, other)
	}
	if !ok {
		if quick == 0 {
			t.Fatalf("%q: not a reference, but Audit returns no parts", s)
		}
		return
	}
	parts, plain := PartsOf(s, &want), s
	if rest, isFile := strings.CutPrefix(s, "file:///"); isFile {
		if parts&(Form|Host) != Form|Host {
			t.Fatalf("%q: parts %b", s, parts)
		}
		var r fsm.Ranges
		plain = "ftp://a/" + rest // Audit need not report that the host is empty
		fsm.Scan(plain, &r)
		parts = PartsOf(plain, &r)
	}
	if o := offsetsOf(&want); o.QueryEnd-o.PathEnd >= 64 && MarksOf(s[o.PathEnd:o.QueryEnd])&^Joint == 0 {
		parts &^= Query // Audit need not be so careful
	}
	switch clean := isClean(plain); {
	case (parts == 0) != clean:
		t.Fatalf("%q: parts %b, want none: %v", s, parts, clean)
	case parts&^quick != 0:
		t.Fatalf("%q: parts %b, Audit returns %b", s, parts, quick)
	case (quick == 0 || quick == AfterPath && offsetsOf(&want).QueryEnd == uint32(len(s))) && got != want:
		t.Fatalf("%q: %v, want %v", s, got, want)
	case exactly && parts == 0 && quick != 0 && isQuick(s, &want):
		t.Fatalf("%q: no parts, Audit returns %b", s, quick)
	}
}

// isQuick reports whether Audit must be precise for s, because s has the most frequent form and this system has the
// kernel.
func isQuick(s string, r *fsm.Ranges) bool {
	o := offsetsOf(r)
	isFragment := o.QueryEnd < o.End &&
		(o.HostEnd == o.QueryEnd || o.End-o.Host >= 64 || markedInFragment.MatchString(s[o.QueryEnd+1:]))
	return Audit("http://a.example/", nil) == 0 && len(s) > len("https://") && o.HostEnd-o.Host <= 32 && !isFragment &&
		!adjacent.MatchString(s[o.Host:])
}

var (
	adjacent         = regexp.MustCompile(`[-./]{2}|^[^?#]*[&']`) // also "&" in a path, which only Audit avoids
	markedInFragment = regexp.MustCompile(`[%&';]`)
)

func TestParts(t *testing.T) {
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
		"file:///", "file:///a", "file:///a/b.c?d=e#f", "file:///a#", "file:///;", "file:////", "file:///.", "file:///a//b",
		"file://a/", "file://localhost/a", "File:///a", "file:/a", "file:///a?b&c", "file:///a/%41", "file:///-/a", "file:///-a-/b",
		"file:///" + strings.Repeat("a", 7992), "file:///" + strings.Repeat("a", 7993),
	} {
		checkParts(t, []byte(s), false)
	}
	for c := range 0x80 { // every byte in a host, a path and a query
		for _, s := range []string{"https://a?.com/b", "http://?.com/b", "http://a.com/b?/c", "http://a.com/b~?c"} {
			checkParts(t, []byte(strings.Replace(s, "?", string(rune(c)), 1)), false)
		}
	}
}

// TestPartsEverywhere spoils references of every length at every place. The bytes before and after them in memory could
// be mistaken for a part of them.
func TestPartsEverywhere(t *testing.T) {
	step := 5
	if testing.Short() {
		step = 17
	}
	for _, template := range []string{
		"https://www.a-1.example.com/" + strings.Repeat("ab/c.html-", 30),
		"http://www.example.org/abc?d=" + strings.Repeat("Name=Ferret/a.b,", 30),
		"file:///" + strings.Repeat("Path/Of.Segments:@/", 20),
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
					checkParts(t, place, true)
				}
			}
		}
	}
}

// TestPartsAcross puts adjacent joints at every place, so that they can be in different blocks. It also puts short
// references at the end of a page, after which nothing may be read.
func TestPartsAcross(t *testing.T) {
	const template = "https://www.a-1.example.com/abc.html"
	memory := make([]byte, 3*4096)
	memory = memory[-uintptr(unsafe.Pointer(&memory[0]))&4095:]
	for length := range 300 {
		s := (template + strings.Repeat("x", 300))[:length]
		checkParts(t, []byte(s+"//a"), true)
		checkParts(t, []byte(s+"/.a"), true)
		if length <= 64 {
			place := memory[4096-length : 4096]
			copy(place, s)
			checkParts(t, place, true)
		}
	}
}

// TestMarks puts every mark at every place, and reads all bytes of ASCII.
func TestMarks(t *testing.T) {
	for length := range 30 {
		for i := range length + 1 {
			for c := range byte(0x80) {
				for _, mark := range []string{string(rune(c)), "/" + string(rune(c)), string(rune(c)) + "/"} {
					text := strings.Repeat("a", i) + mark + strings.Repeat("a", length-i)
					want := Marks(0)
					for chars, m := range map[string]Marks{"%": Percent, ";": Semicolon, "&'": Pair} {
						if strings.ContainsAny(text, chars) {
							want |= m
						}
					}
					if strings.Contains(text, "//") || strings.Contains(text, "/.") {
						want |= Joint
					}
					if got := MarksOf(text); got != want {
						t.Fatalf("%q: %b, want %b", text, got, want)
					}
				}
			}
		}
	}
}

func FuzzParts(f *testing.F) {
	f.Add("https://www.example.com/a/b.html?c=d#e")
	f.Add("http://a-b.example?" + strings.Repeat("ab/c.html-", 20))
	f.Fuzz(func(t *testing.T, s string) { checkParts(t, []byte(s), false) })
}
