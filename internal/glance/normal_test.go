package glance

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/internal/simd"
)

// checkNormal checks TraitsOf, IsNormal, AppendNormal and CopyNormal for s, and reports whether all results are right.
func checkNormal(t *testing.T, s string) bool {
	return checkNormalInPlace(t, []byte(s), false)
}

// checkNormalInPlace is checkNormal for a string at its place in memory. If exactly is set, IsNormal and CopyNormal
// must return true for every s in normal form that they can decide in one block.
func checkNormalInPlace(t *testing.T, place []byte, exactly bool) (agree bool) {
	s := unsafe.String(unsafe.SliceData(place), len(place))
	var r fsm.Ranges
	_, ok := fsm.Scan(s, &r)
	agree = true
	expect := func(ok bool, format string, args ...any) {
		if !ok {
			t.Errorf("%q: "+format, append([]any{s}, args...)...)
			agree = false
		}
	}
	head, _ := r.Path()
	normal := ok && referenceTraits(s, &r) == 0 && referenceTraitsSuffice(s, &r)
	if ok {
		wantTraits := referenceTraits(s, &r)
		for _, traits := range []Traits{TraitsOf(s, &r), traitsOf(s, head)} {
			expect(traits == wantTraits, "traits %b, want %b", traits, wantTraits)
		}
		got := IsNormal(s, &r)
		expect(!got || normal, "IsNormal, with traits %b", wantTraits)
		o := offsetsOf(&r)
		traits, look := Look(s, o.Authority != 0, o.SchemeEnd, o.Host, o.HostEnd, o.Path, o.PathEnd)
		expect(traits == wantTraits && look == normal, "Look: traits %b, normal %v", traits, look)
		expect(got || !normal || !exactly || head >= 64, "not IsNormal")
		checkAppend(s, got, &r, expect)
	}
	checkCopy(s, ok && referenceTraits(s, &r) == 0, exactly, &r, expect)
	return agree
}

// checkAppend checks AppendNormal. isNormal is the result of IsNormal.
func checkAppend(s string, isNormal bool, r *fsm.Ranges, expect func(ok bool, format string, args ...any)) {
	for _, room := range []int{0, len(s), len(s) + 64} {
		dst := filled(1 + room)
		out, ok := AppendNormal(dst[:1], s, r)
		want := string(dst[:1])
		if ok {
			want += s
		}
		expect(ok == isNormal && string(out) == want, "AppendNormal returns %v and %q", ok, out)
		if len(want) <= len(dst) {
			expect(bytes.Equal(dst[len(want):], filled(len(dst)-len(want))), "AppendNormal leaves %q", dst)
		}
	}
}

// copiedStart matches the starts of the URIs that CopyNormal copies.
var copiedStart = regexp.MustCompile("^(https?://|file:///)")

// checkCopy checks CopyNormal.
func checkCopy(s string, hasNoTraits, exactly bool, r *fsm.Ranges, expect func(ok bool, format string, args ...any)) {
	dst := filled(len(s) + 64)
	copied := CopyNormal(dst, s)
	_, _, userinfo := r.Userinfo()
	_, _, port := r.Port()
	lo, hi := r.Path()
	web := hasNoTraits && copiedStart.MatchString(s) && !userinfo && !port && lo < hi
	expect(!copied || web && string(dst[:len(s)]) == s, "CopyNormal, as %q", dst)
	written := 0
	if copied {
		written = len(s)
	}
	expect(bytes.Equal(dst[written:], filled(len(dst)-written)), "%q is written after the result", dst[written:])
	expect(len(s) == 0 || !CopyNormal(dst[:len(s)-1], s), "CopyNormal, into a dst that is too short")
	longFragment := len(s) > 64 && strings.Contains(s, "#")
	expect(copied || !web || !exactly || longFragment || !simd.Available, "not CopyNormal")
}

// referenceTraitsSuffice is a simple traitsSuffice.
func referenceTraitsSuffice(s string, r *fsm.Ranges) bool {
	_, _, authority := r.Authority()
	_, _, port := r.Port()
	_, schemeLen, _ := r.Scheme()
	hostLo, hostHi, _ := r.Host()
	lo, hi := r.Path()
	return authority && !port && lo < hi && !strings.HasSuffix(s[:hostHi], "]") && !(schemeLen == len("file") && hostHi-hostLo == len("localhost"))
}

// referenceTraits is a simple TraitsOf.
func referenceTraits(s string, r *fsm.Ranges) (t Traits) {
	if strings.Contains(s, "%") {
		t |= HasPercent
	}
	if path, _ := r.Path(); strings.ToLower(s[:path]) != s[:path] {
		t |= HasUpper
	}
	if strings.Contains(s, "/.") {
		t |= HasDot
	}
	return t
}

const filling = 0xa5

func filled(n int) []byte { return bytes.Repeat([]byte{filling}, n) }

// TestTraitsOfBytes checks every pair of adjacent bytes. Bytes that no reference contains must not be mistaken for
// traits.
func TestTraitsOfBytes(t *testing.T) {
	for c := range 256 {
		for d := range 256 {
			s := "a://bc" + string([]byte{byte(c), byte(d)}) + "efgh"
			var r fsm.Ranges
			offsetsOf(&r).Path, offsetsOf(&r).PathEnd = 8, uint32(len(s))
			want := traitsOfShort(s, 8)
			if got := traitsOf(s, 8); got != want {
				t.Fatalf("%q: %b, want %b", s, got, want)
			}
			if got := TraitsOf(s, &r); got != want {
				t.Fatalf("%q: TraitsOf %b, want %b", s, got, want)
			}
		}
	}
}

func TestTraits(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Traits
	}{
		{"", 0},
		{"a", 0},
		{"http://example.com/", 0},
		{"http://example.com/A/B?C#D", 0},
		{"http://example.com/a.b/c.?.d", 0},
		{"HTTP:", HasUpper},
		{"http:A", 0},
		{"//A", HasUpper},
		{"//a/A", 0},
		{"https://a.very-long.example.com/" + strings.Repeat("A", 90), 0},
		{"https://" + strings.Repeat("a", 55) + "A/", HasUpper},
		{"https://" + strings.Repeat("a", 90) + "A/", HasUpper},
		{"%41", HasPercent},
		{"https://example.com/%41%41", HasPercent},
		{strings.Repeat("a", 70) + "%41", HasPercent},
		{"/.", HasDot},
		{"a/.b", HasDot},
		{".", 0}, // no "/" before it
		{"https://example.com/1234567890/..", HasDot},
		{"https://example.com/" + strings.Repeat("a", 63-20) + "/./" + strings.Repeat("a", 70), HasDot},
		{"//.A?%20", HasDot | HasUpper | HasPercent},
	} {
		var r fsm.Ranges
		if _, ok := fsm.Scan(tt.in, &r); !ok {
			t.Fatalf("%q is dead", tt.in)
		}
		if got := TraitsOf(tt.in, &r); got != tt.want {
			t.Errorf("%q: traits %b, want %b", tt.in, got, tt.want)
		}
		checkNormal(t, tt.in)
	}
}

// normalTemplates have no traits, and nor do their prefixes. Each has bytes that could be mistaken for traits.
var normalTemplates = []string{
	"https://www.example.com/" + strings.Repeat("Path/Of.Segments/", 20),
	"http://www.example.com/over/there?" + strings.Repeat("Name=Ferret.&", 30),
	"https://" + strings.Repeat("a-very-long.host.", 3) + "/A/b." + strings.Repeat("c.C", 80),
	"//a.b@c.d:80/" + strings.Repeat("A./", 80),
	"file:///" + strings.Repeat("Path/Of.Segments:@/", 20),
	"urn:" + strings.Repeat("Example:a/b.C", 30),
	"A/" + strings.Repeat("b./", 90),
}

// TestNormalAtEveryLengthAndAlignment cuts each template to every length, and puts it at every offset from a multiple
// of 64. The bytes before and after it could be mistaken for a part of it.
func TestNormalAtEveryLengthAndAlignment(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 7
	}
	for _, template := range normalTemplates {
		for align := 0; align < 64; align += step {
			for length := range min(200, len(template)) + 1 {
				memory := aligned(4096)[1024:]
				for i := range memory {
					memory[i] = "%A/.?#"[i%6]
				}
				s := memory[64+align:][:length]
				copy(s, template)
				if !checkNormalInPlace(t, s, true) {
					t.FailNow()
				}
			}
		}
	}
}

// TestNormalOnSpoiled replaces bytes of the templates by texts with and without traits.
func TestNormalOnSpoiled(t *testing.T) {
	for _, template := range normalTemplates {
		for length := range min(200, len(template)) {
			for _, spoil := range []string{"%41", "A", "/.", "Z", "z", "@", "[", "/", "."} {
				for _, i := range []int{0, 7, 31, 32, 62, 63, 64, 65, 127, 128, length - len(spoil)} {
					if i >= 0 && i+len(spoil) <= length {
						checkNormal(t, template[:i]+spoil+template[i+len(spoil):length])
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
func TestConformance(t *testing.T) {
	for _, s := range input.Conformance(t, 2) {
		checkNormal(t, s)
	}
	const alphabet = "hH/.:?#%@a"
	var build func(s string, left int)
	build = func(s string, left int) {
		checkNormal(t, "http://"+s)
		checkNormal(t, "file://"+s)
		if left > 0 {
			for i := range alphabet {
				build(s+alphabet[i:i+1], left-1)
			}
		}
	}
	build("", 4)
}

// TestGuardPages checks inputs next to unreadable pages.
func TestGuardPages(t *testing.T) {
	page := os.Getpagesize()
	readable := input.Guarded(t, 2)
	check := func(s string) {
		for _, start := range []int{0, 2*page - len(s), page, page - len(s)/2} {
			place := readable[start:][:len(s)]
			copy(place, s)
			checkNormalInPlace(t, place, len(s) > simd.Block) // at the end of a page, IsNormal may give up on a short one
		}
	}
	for _, s := range input.Conformance(t, 2) {
		check(s)
	}
	for _, template := range normalTemplates {
		for length := range min(300, len(template)) + 1 {
			copy(readable, template) // the rest of the template follows the input in the page
			copy(readable[2*page-len(template):], template)
			check(template[:length])
			check(template[len(template)-length:])
		}
	}
}

// TestWithoutKernels checks all functions as on a processor without the instructions.
func TestWithoutKernels(t *testing.T) {
	WithoutKernels(func() {
		for _, s := range input.Conformance(t, 2) {
			checkNormal(t, s)
		}
		if CopyNormal(make([]byte, 64), "https://example.com/") {
			t.Error("a kernel was used")
		}
	})
}
