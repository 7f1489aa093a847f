package fsm

import (
	"bytes"
	"strings"
	"testing"
	"unsafe"
)

// checkPlain checks what is said of s at a glance. It reports whether all is right.
func checkPlain(t *testing.T, s string) bool {
	return checkPlainInPlace(t, []byte(s), false)
}

// checkPlainInPlace checks what is said at a glance of s where it lies in memory. If exactly, no is a wrong answer
// where yes is right, unless a block is not enough.
func checkPlainInPlace(t *testing.T, place []byte, exactly bool) (agree bool) {
	s := unsafe.String(unsafe.SliceData(place), len(place))
	var r Ranges
	_, ok := scanMachine(s, &r)
	agree = true
	expect := func(ok bool, format string, args ...any) {
		if !ok {
			t.Errorf("%q: "+format, append([]any{s}, args...)...)
			agree = false
		}
	}
	want := ok && referenceTraits(s, &r) == 0
	head, _ := r.Path()
	if ok {
		wantTraits := referenceTraits(s, &r)
		for _, traits := range []Traits{TraitsOf(s, &r), traitsOf(s, head)} {
			expect(traits == wantTraits, "traits %b, want %b", traits, wantTraits)
		}
		plain := Plain(s, &r)
		expect(!plain || want, "Plain, with traits %b", wantTraits)
		expect(plain || !want || !exactly || !tellsPlain || head >= 64, "not Plain")
	}
	dst := filled(len(s) + 64)
	copied := CopyPlainWeb(dst, s)
	_, _, userinfo := r.Userinfo()
	_, _, port := r.Port()
	rest := strings.TrimPrefix(strings.TrimPrefix(s, "http://"), "https://")
	web := want && len(rest) < len(s) && r.path < r.pathEnd && !userinfo && !port
	expect(!copied || web && string(dst[:len(s)]) == s, "CopyPlainWeb, as %q", dst)
	written := 0
	if copied {
		written = len(s)
	}
	expect(bytes.Equal(dst[written:], filled(len(dst)-written)), "%q is written after the result", dst[written:])
	expect(len(s) == 0 || !CopyPlainWeb(dst[:len(s)-1], s), "copied where there is no room")
	tails := strings.Count(s, "?") + strings.Count(s, "#")
	expect(copied || !web || !exactly || tails > 1 || len(s) > glanceLen, "not CopyPlainWeb")
	return agree
}

// tellsPlain is whether Plain ever says yes, and glanceLen the length of the longest input to which CopyPlainWeb does.
var (
	tellsPlain = true
	glanceLen  = 0
)

// referenceTraits is what TraitsOf should say.
func referenceTraits(s string, r *Ranges) (t Traits) {
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

// TestTraitsOfBytes has all bytes beside each other: what is in no reference is nothing else either.
func TestTraitsOfBytes(t *testing.T) {
	for c := range 256 {
		for d := range 256 {
			s := "a://bc" + string([]byte{byte(c), byte(d)}) + "efgh"
			r := Ranges{path: 8, pathEnd: uint32(len(s))}
			want := fewTraits(s, 8)
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
		{".", 0}, // no "/" is before it
		{"https://example.com/1234567890/..", HasDot},
		{"https://example.com/" + strings.Repeat("a", 63-20) + "/./" + strings.Repeat("a", 70), HasDot},
		{"//.A?%20", HasDot | HasUpper | HasPercent},
	} {
		var r Ranges
		if _, ok := Scan(tt.in, &r); !ok {
			t.Fatalf("%q is dead", tt.in)
		}
		if got := TraitsOf(tt.in, &r); got != tt.want {
			t.Errorf("%q: traits %b, want %b", tt.in, got, tt.want)
		}
		checkPlain(t, tt.in)
	}
}

// plainTemplates are, and so are all references that begin as they do; each has what a glance could take for something
// else.
var plainTemplates = []string{
	"https://www.example.com/" + strings.Repeat("Path/Of.Segments/", 20),
	"http://www.example.com/over/there?" + strings.Repeat("Name=Ferret.&", 30),
	"https://" + strings.Repeat("a-very-long.host.", 3) + "/A/b." + strings.Repeat("c.C", 80),
	"//a.b@c.d:80/" + strings.Repeat("A./", 80),
	"urn:" + strings.Repeat("Example:a/b.C", 30),
	"A/" + strings.Repeat("b./", 90),
}

// TestPlainAtEveryLengthAndAlignment cuts each template to every length and puts that at every offset from a multiple
// of 64, with bytes before and behind it that could be taken for a part of it. Then it spoils each in turn.
func TestPlainAtEveryLengthAndAlignment(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 7
	}
	for _, template := range plainTemplates {
		for align := 0; align < 64; align += step {
			for length := range min(200, len(template)) + 1 {
				memory := aligned(4096)[1024:]
				for i := range memory {
					memory[i] = "%A/.?#"[i%6]
				}
				s := memory[64+align:][:length]
				copy(s, template)
				if !checkPlainInPlace(t, s, true) {
					t.FailNow()
				}
			}
		}
	}
}

func TestPlainOnSpoiled(t *testing.T) {
	for _, template := range plainTemplates {
		for length := range min(200, len(template)) {
			for _, spoil := range []string{"%41", "A", "/.", "Z", "z", "@", "[", "/", "."} {
				for _, i := range []int{0, 7, 31, 32, 62, 63, 64, 65, 127, 128, length - len(spoil)} {
					if i >= 0 && i+len(spoil) <= length {
						checkPlain(t, template[:i]+spoil+template[i+len(spoil):length])
					}
				}
			}
		}
	}
}
