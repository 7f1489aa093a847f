package whatwg

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/internal/test/kit"
)

// The tests compare the results of scanNormal and of the machine, field by field, with the results of the reference
// parser in states_test.go.

// An answer is the complete result of a parser.
type answer struct {
	OK      bool
	Href    string
	Offsets ranges.Offsets
}

func answerOf(u URL, ok bool) answer {
	if !ok {
		return answer{}
	}
	return answer{true, u.href, *u.offsets()}
}

// normalScanners are the functions that recognize normal hrefs.
var normalScanners = []struct {
	name string
	scan func(s string, o *ranges.Offsets) simd.Known
}{{"scanNormal", scanNormal}, {"scanPortable", scanPortable}}

// checkNormal compares the results of the scanners for s with the reference parser, and reports whether they agree.
func checkNormal(t *testing.T, s string) bool {
	want := refAnswer(Parser{}, URL{}, s)
	isNormal := want.OK && want.Href == s
	agree := IsNormal(s) == isNormal
	if !agree {
		t.Errorf("IsNormal %q: not %v", s, isNormal)
	}
	for _, scanner := range normalScanners {
		o := ranges.Offsets{SchemeEnd: 7, Authority: 7, Host: 7, HostEnd: 7, Path: 7, PathEnd: 7, QueryEnd: 7, End: 7}
		known := scanner.scan(s, &o)
		if !isKnown(s, known, o, want) {
			t.Errorf("%s: %q: %d with %v, want %+v", scanner.name, s, known, o, want)
			agree = false
		}
	}
	return agree
}

// isKnown reports whether a scanner may return known and o for s, if the reference parser returns want.
func isKnown(s string, known simd.Known, o ranges.Offsets, want answer) bool {
	switch known {
	case simd.Normal:
		return want.OK && want.Href == s && o == want.Offsets
	case simd.UpperHost:
		return want.OK && want.Href == s[:o.Host]+strings.ToLower(s[o.Host:o.HostEnd])+s[o.HostEnd:] && o == want.Offsets
	case simd.PlainHost:
		if strings.IndexByte(`/\?#`, (s + "/")[o.HostEnd]) < 0 {
			return true // the host may be a username
		}
		got, same := want.Offsets, o
		got.PathEnd, got.QueryEnd, got.End = same.PathEnd, same.QueryEnd, same.End
		return want.OK && got == same && want.Href[:o.HostEnd] == s[:o.HostEnd]
	case simd.SomeHost:
		return o.HostEnd <= uint32(len(s)) && o.Host == o.Authority && o.Path == o.HostEnd && !strings.ContainsAny(s[o.Host:o.HostEnd], "/:@?#%[]")
	}
	return true
}

// normals are normal URLs that the tests cut, move and change. Each has a feature that the others lack.
var normals = []string{
	"https://www.example.com/" + strings.Repeat("path/of/segments-", 10),
	"http://user:pass-word@www.example.com:8042/over/there?" + strings.Repeat("name=ferret&", 12),
	"http://a-host.example/%e2%82%AC/x?a=!/..//%2e#" + strings.Repeat("a?b/", 20),
	"https://h.example/p?q[]={x}|#" + strings.Repeat("d%20", 30),
	"https://example/.well-known/..x/%2ex/...?a/../b",
	"http://[2001:db8::7]:81/" + strings.Repeat("ab.cd/", 20),
	"http://127.0.0.1/x", "http://1.2.3.4.example:0/", "https://0xyz.x-/", "http://a.b../", "https://_.x'(!)*/",
	"http://" + strings.Repeat("label.", 20) + "example/",
	"ws://u:@h/"[:5] + "u@h:8/", "ftp://h:22/a;b", "wss://h:80/?", "https://h/#", "https://h/?#",
	"file:///C:/x", "file:///C:", "file://host/D:/..x/C|", "file:///", "file:////a", "file:///?q#f",
	"a:", "a:/", "a:/b//c", "a:/.//b", "foo://", "foo://h", "foo://u:p@h%41B:7?q", "foo://[::1]", "foo:///x",
	"foo:////",
	"mailto:a b@c?subject=x y"[:20], "data:text/html,<p> {x}#y", "javascript:alert('[]')", "urn:%20x", "x:%2e",
	"x:..", "x:/...",
	"https://localhost/", "file://localhos/", "a+b-c.1:x",
}

// TestNormalExhaustively scans all strings of up to some length over one byte of each class. It scans them alone and
// between other strings, so that the scanners take different branches.
func TestNormalExhaustively(t *testing.T) {
	length := 3
	if !kit.Long() {
		length = 2
	}
	letters := []byte("aAfxz019.-_~%2e/\\?#:@[]|\t\r \x00\x7f\"'<>^`{}!\x80\xc3\xff")
	around := []struct{ before, after string }{
		{"", ""}, {"https://", ""}, {"https://a", "/b"}, {"http://h/", "/x"}, {"file://", ""}, {"a:", ""},
		{"https://h.x/p?", ""},
		{"https://h.x/#", "?"}, {"http://a.", "/"}, {"http://", "@h:1/"}, {"x://", ""}, {"x:/", "/"},
		{"http://h:6553", "/"},
		{"https://h.x/" + strings.Repeat("p", 47), "abc/d"}, {"https://h/" + strings.Repeat("p", 52), "?q#f"},
		{"file:///", ""}, {"x:/.", ""}, {"http://[::", "]/"},
	}
	var build func(s string, left int)
	build = func(s string, left int) {
		for i, a := range around {
			if i == 0 || len(s) < length {
				if !checkNormal(t, a.before+s+a.after) {
					t.FailNow()
				}
			}
		}
		for _, c := range letters {
			if left > 0 {
				build(s+string([]byte{c}), left-1)
			}
		}
	}
	build("", length)
}

// TestNormalAtEveryLengthAndAlignment cuts each URL to every length, and puts it at every offset from a multiple of
// 64. The bytes around it could be mistaken for a part of it, so that a read outside changes the result.
func TestNormalAtEveryLengthAndAlignment(t *testing.T) {
	step := 1
	if !kit.Long() {
		step = 7
	}
	for _, s := range normals {
		for length := range len(s) + 1 {
			want := refAnswer(Parser{}, URL{}, s[:length])
			for align := length % step; align < 64; align += step {
				memory := make([]byte, 64+align+length+64)
				for i := range memory {
					memory[i] = "%./a'? "[i%7]
				}
				text := memory[64+align : 64+align+length]
				copy(text, s)
				var o ranges.Offsets
				got := scanNormal(octet.Text(text), &o) == simd.Normal
				if IsNormal(octet.Text(text)) != (want.OK && want.Href == s[:length]) || got && o != want.Offsets {
					t.Fatalf("length %d at offset %d: %q: normal: %v, offsets %v; want %+v",
						length, align, text, got, o, want)
				}
			}
		}
	}
}

// TestNormalWithReplacedByte replaces each byte of each URL with bytes of every relevant kind.
func TestNormalWithReplacedByte(t *testing.T) {
	for _, s := range normals {
		for i := range s {
			for _, c := range []byte("\x00\t %:/?#@[]\\|^`{}<>\"'aFg0.~\x7f\x80\xff") {
				changed := []byte(s)
				changed[i] = c
				checkNormal(t, string(changed))
			}
		}
	}
}

// pieces are the parts of random inputs.
var pieces = []string{
	"https://", "http://", "HTTP://", "hTTps:", "ws://", "wss:", "ftp://", "file://", "file:", "//", "a:",
	"foo://", "web+x:/", "/", "/.", "/..",
	".", "..", "../", "./", "%2e", "%2E", "%", "%41", "%zz", "?", "#", "@", ":", "[::1]", "[1::2]", "[0:0::1]",
	"[", "]", ":80", ":443", ":21", ":0",
	":65535", ":65536", ":08", "127.0.0.1", "1.2.3", "256.1.1.1", "0x1", "0x", "x", "1", "h.example",
	"H.Example", "localhost", "C|", "C:", "|",
	" ", "\t", "\n", "\r", "\x00", "\x1f", "\\", "'", "\"", "<", ">", "`", "{", "}", "^", "~", "!", "A", "é",
	"ü.example", "\u00ad", "\xff", "\xe2\x82",
	"\x7f", "user", "pw", "-", "_", "a=1&b", strings.Repeat("x", 31), strings.Repeat("y", 64),
}

func randomInput(random *rand.Rand) string {
	var s strings.Builder
	if random.IntN(3) == 0 {
		s.WriteString(normals[random.IntN(len(normals))])
	}
	for range random.IntN(9) {
		s.WriteString(pieces[random.IntN(len(pieces))])
	}
	return s.String()
}

// TestNormalAtRandom scans random sequences of pieces.
func TestNormalAtRandom(t *testing.T) {
	random := kit.Random(t)
	rounds := 300_000
	if !kit.Long() {
		rounds = 30_000
	}
	for range rounds {
		checkNormal(t, randomInput(random))
	}
}

func TestNormalAllocs(t *testing.T) {
	if hostile.PoolsForget {
		t.Skip("with the race detector, sync.Pool drops buffers at random")
	}
	buf := make([]byte, 0, 1024)
	for _, s := range normals {
		if !IsNormal(s) {
			t.Fatalf("%q is not normal", s)
		}
		if n := testing.AllocsPerRun(10, func() {
			IsNormal(s)
			if u, err := Parse(s); err != nil || u.Href() != s {
				t.Errorf("%q: %q, %v", s, u.Href(), err)
			}
			buf, _ = AppendHref(buf[:0], s)
			CanParse(s)
		}); n != 0 {
			t.Errorf("%q: %v allocations", s, n)
		}
	}
}

// TestVectorAccepts checks that scanNormal accepts the most frequent hrefs.
func TestVectorAccepts(t *testing.T) {
	if !simd.Available {
		t.Skip("there are no vector instructions")
	}
	for _, s := range []string{
		"https://www.example.com/", "http://example.com/a/b.html?c=d&e=f", "https://www.example.com/a#b",
		"https://www.example.com/" + strings.Repeat("path/of/segments-", 10) + "?q=1",
	} {
		accepted := false
		for i := range 64 { // the kernel may not accept a string at the end of a page of memory
			s := strings.Clone(strings.Repeat("-", i) + s)[i:]
			var o ranges.Offsets
			accepted = accepted || scanNormal(s, &o) == simd.Normal
		}
		if !accepted {
			t.Errorf("scanNormal does not accept %q", s)
		}
	}
}
