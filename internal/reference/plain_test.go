package reference

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/internal/test/kit"
)

// copiedStart matches the starts of the URIs that CopyNormal copies. Two bytes follow "http://", see schemes.HTTPLen.
var copiedStart = regexp.MustCompile("^(https://|http://..|file:///)")

// needsNoRule reports whether s, a reference with the ranges r, is in normal form because no rule of normalization concerns
// it: it has no percent-encodings, no upper-case letter before the path, no "." after a "/" in the path, no port, no
// IP-literal, and no host of a file. Its path does not begin with ".", and is not empty after an authority.
func needsNoRule(s string, r *fsm.Ranges) bool {
	lo, hi := r.Path()
	_, _, port := r.Port()
	hostLo, hostHi, hasHost := r.Host()
	_, schemeEnd, _ := r.Scheme()
	return !strings.Contains(s, "%") && strings.ToLower(s[:lo]) == s[:lo] && !strings.Contains(s[lo:hi], "/.") &&
		!strings.HasPrefix(s[lo:hi], ".") && !port && !(hasHost && lo == hi) &&
		!strings.HasPrefix(s[hostLo:hostHi], "[") && (s[:schemeEnd] != "file" || hostLo == hostHi)
}

// check checks isPlain and CopyNormal for the string at place, and reports whether all results are right. If exactly is
// set, both must return true for the references that they can decide.
func check(t *testing.T, place []byte, exactly bool) bool {
	t.Helper()
	s := unsafe.String(unsafe.SliceData(place), len(place))
	var r fsm.Ranges
	_, ok := fsm.Scan(s, &r)
	plain := ok && needsNoRule(s, &r)
	_, _, userinfo := r.Userinfo()
	dst := filled(len(s) + 64)
	copied := CopyNormal(dst, s)
	want := filled(len(dst))
	if copied {
		copy(want, s)
	}
	canCopy := simd.Available && plain && copiedStart.MatchString(s) && !userinfo && !strings.Contains(s, "/.")
	longFragment := len(s) > 64 && strings.Contains(s, "#")
	switch {
	case copied && !plain:
		t.Errorf("%q: CopyNormal", s)
	case !bytes.Equal(dst, want):
		t.Errorf("%q: CopyNormal leaves %q", s, dst)
	case len(s) > 0 && CopyNormal(dst[:len(s)-1], s):
		t.Errorf("%q: CopyNormal, into a dst that is too short", s)
	case exactly && canCopy && !longFragment && !copied:
		t.Errorf("%q: not CopyNormal", s)
	case ok && new(Normalizer).IsPlain(s, &r) && !plain:
		t.Errorf("%q: isPlain", s)
	case exactly && plain && !new(Normalizer).IsPlain(s, &r) && (copied || plainFront(s) == 0):
		t.Errorf("%q: not isPlain", s)
	default:
		return true
	}
	return false
}

const filling = 0xa5

func filled(n int) []byte { return bytes.Repeat([]byte{filling}, n) }

// templates are in normal form, and so are their prefixes that end in a path or later. Each has bytes that could be
// mistaken for something that changes.
var templates = []string{
	"https://www.example.com/" + strings.Repeat("Path/Of.Segments/", 20),
	"http://www.example.com/over/there?" + strings.Repeat("Name=Ferret.&", 30),
	"https://" + strings.Repeat("a-very-long.host.", 3) + "/A/b." + strings.Repeat("c.C", 80),
	"//a.b@c.d/" + strings.Repeat("A./", 80),
	"file:///" + strings.Repeat("Path/Of.Segments:@/", 20),
	"urn:" + strings.Repeat("Example:a/b.C", 30),
	"A/" + strings.Repeat("b./", 90),
}

// TestPlainAlignments cuts each template to every length, and puts it at every offset from a multiple of 64. The
// bytes before and after it could be mistaken for a part of it.
func TestPlainAlignments(t *testing.T) {
	step := 1
	if !kit.Long() {
		step = 7
	}
	for _, template := range templates {
		for align := 0; align < 64; align += step {
			for length := range min(200, len(template)) + 1 {
				memory := aligned(4096)[1024:]
				for i := range memory {
					memory[i] = "%A/.?#"[i%6]
				}
				s := memory[64+align:][:length]
				copy(s, template)
				if !check(t, s, true) {
					t.FailNow()
				}
			}
		}
	}
}

// TestPlainSpoiled replaces bytes of the templates with strings that may change.
func TestPlainSpoiled(t *testing.T) {
	for _, template := range templates {
		for length := range min(200, len(template)) {
			for _, spoil := range []string{"%41", "A", "/.", "Z", "z", "@", "[", "/", ".", ":80/"} {
				for _, i := range []int{0, 7, 31, 32, 62, 63, 64, 65, 127, 128, length - len(spoil)} {
					if i >= 0 && i+len(spoil) <= length {
						check(t, []byte(template[:i]+spoil+template[i+len(spoil):length]), true)
					}
				}
			}
		}
	}
}

// aligned returns memory of n bytes that begins at a multiple of 64.
func aligned(n int) []byte {
	memory := make([]byte, n+64)
	return memory[-uintptr(unsafe.Pointer(&memory[0]))&63:][:n]
}

// TestConformance checks the conformance cases, and all short sequences of the relevant bytes.
func TestPlainConformance(t *testing.T) {
	for _, s := range kit.Conformance(t, 2) {
		check(t, []byte(s), true)
	}
	for s := range kit.Concatenations(strings.Split("hH/.:?#%@a", ""), 4) {
		check(t, []byte("http://"+s), true)
		check(t, []byte("file://"+s), true)
		check(t, []byte(s), true)
	}
}

// TestPlainGuardPages checks inputs next to unreadable pages.
func TestPlainGuardPages(t *testing.T) {
	page := os.Getpagesize()
	readable := kit.Guarded(t, 2)
	checkAll := func(s string) {
		for _, start := range []int{0, 2*page - len(s), page, page - len(s)/2} {
			place := readable[start:][:len(s)]
			copy(place, s)
			check(t, place, true)
		}
	}
	for _, s := range kit.Conformance(t, 2) {
		checkAll(s)
	}
	for _, template := range templates {
		for length := range min(300, len(template)) + 1 {
			copy(readable, template) // the rest of the template follows the input in the page
			copy(readable[2*page-len(template):], template)
			checkAll(template[:length])
			checkAll(template[len(template)-length:])
		}
	}
}

// TestPlainWithoutKernels checks both functions as on a processor without the instructions.
func TestPlainWithoutKernels(t *testing.T) {
	kit.Without(&simd.Available, func() {
		for _, s := range kit.Conformance(t, 2) {
			check(t, []byte(s), true)
		}
		if CopyNormal(make([]byte, 64), "https://example.com/") {
			t.Error("a kernel was used")
		}
	})
}

// FuzzPlain checks both functions.
func FuzzPlain(f *testing.F) {
	for _, s := range templates {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) { check(t, s, true) })
}

// TestPlainCapacity calls CopyNormal with a dst that is too short, just long enough, or longer. The bytes after the copy
// must not change.
func TestPlainCapacity(t *testing.T) {
	const s = "https://example.com/a/b?c#d"
	for size := range len(s) + 100 {
		dst := filled(len(s) + 100)
		copied := 0
		if CopyNormal(dst[:size], s) {
			copied = len(s)
		}
		if copied > size || string(dst[:copied]) != s[:copied] || bytes.Count(dst[copied:], []byte{filling}) != len(dst)-copied {
			t.Errorf("%d bytes: copies %q", size, dst)
		}
	}
}
