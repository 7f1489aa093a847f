package fsm

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/tables"
)

// checkHTTP compares the scanners on s. It compares their results with Scan, and the explanations with Explain, for the
// reference that contains s.
func checkHTTP(t *testing.T, s string) {
	t.Helper()
	if !checkScanners(t, s, OriginForm) || !checkScanners(t, s, HostPort) {
		t.FailNow()
	}
	if got, want := whyOf(OriginForm, s), originWhy(s); got != want {
		t.Fatalf("origin-form %q: %v, want %v", s, got, want)
	}
	if got, want := whyOf(HostPort, s), hostWhy(s); got != want {
		t.Fatalf("Host %q: %v, want %v", s, got, want)
	}
	checkWholes(t, s)
}

// originWhy returns why s is not an origin-form. It has the characters of the path and the query of a reference.
func originWhy(s string) (w why) {
	const before = "a://h"
	if !strings.HasPrefix(s, "/") {
		return why{0, tables.Path, IllegalByte}
	}
	var r Ranges
	if n, ok := Scan(before+s, &r); !ok {
		w = why{N: n - len(before)}
		w.Component, w.Reason = Explain(URIReference, before+s, n)
	}
	if i := strings.IndexByte(s, '#'); i >= 0 && (w == why{} || i < w.N) {
		return why{i, tables.Fragment, HasFragment}
	}
	return w
}

// hostWhy returns why s is not the value of a Host field. It has the characters of a host and a port after a userinfo.
func hostWhy(s string) (w why) {
	const before = "//u@"
	end := len(s) // of the authority
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		end = i
	}
	authority := before + s[:end]
	var r Ranges
	n, ok := Scan(authority, &r)
	if ok && end < len(s) {
		n, ok = len(authority), false
		authority += "<" // invalid everywhere, as the byte after the authority is in a Host value
	}
	if !ok {
		w = why{N: n - len(before)}
		w.Component, w.Reason = Explain(URIReference, authority, n)
		if w.Reason == HostList { // which only a URI can be meant as
			w.Reason = BadPort
		}
	}
	return w
}

// checkWholes checks s as a part of a reference. After a host, s is an origin-form if it begins with "/" and the whole
// has no fragment. After "//", s is the value of a Host field if the whole consists of a host and a port.
func checkWholes(t *testing.T, s string) {
	t.Helper()
	const before = "a://h"
	var whole, part Ranges
	_, ok := ScanAs(AbsoluteURI, before+s, &whole)
	if _, got := ScanAs(OriginForm, s, &part); got != (ok && strings.HasPrefix(s, "/")) {
		t.Fatalf("origin-form %q: %v, as a part of a URI %v", s, got, ok)
	} else if got {
		const n = uint32(len(before))
		o := part.offsets()
		if got := RangesOf([8]uint32{1, 4, 4, n, n, n + o.PathEnd, n + o.QueryEnd, n + o.End}); got != whole {
			t.Fatalf("origin-form %q: as a part of a URI %v, want %v", s, got, whole)
		}
	}
	_, ok = Scan("//"+s, &whole)
	if _, got := ScanAs(HostPort, s, &part); got != (ok && isHostAlone(&whole)) {
		t.Fatalf("Host %q: %v, as an authority %v", s, got, ok)
	} else if got && part != whole {
		t.Fatalf("Host %q: %v, as an authority %v", s, part, whole)
	}
}

// isHostAlone reports whether r is of a reference that consists of an authority without a userinfo.
func isHostAlone(r *Ranges) bool {
	o := r.offsets()
	return o.Host == o.Authority && o.Path == o.End
}

func TestHTTPExhaustively(t *testing.T) {
	length := kit.Rounds(3, 3, 4)
	letters := strings.Split(string(kit.OneOfEachClass(tables.URI())), "")
	around := []struct{ before, after string }{{"", ""}, {"/", ""}, {"a", ":1"}, {"[::", "]"}, {"/?", "%41"},
		{"/" + strings.Repeat("p", 58), ""}, {"/" + strings.Repeat("p", 61), "?q"}, {strings.Repeat("h", 62), ":80"}}
	for s := range kit.Concatenations(letters, length) {
		for i, a := range around {
			if i == 0 || len(s) < length {
				checkHTTP(t, a.before+s+a.after)
			}
		}
	}
}

var httpTemplates = []string{
	"/" + strings.Repeat("path/of/segments-", 12),
	"//over/there?" + strings.Repeat("name=ferret&?/", 12),
	"/" + strings.Repeat("%e2%82%AC/", 12) + "?%20%C3" + strings.Repeat("%e2%82%AC/", 8),
	"/" + strings.Repeat("p", 60) + "?" + strings.Repeat("q", 70) + "#" + strings.Repeat("f", 20),
	strings.Repeat("a.very-long.host.", 12) + ":" + strings.Repeat("80", 50),
	"[2001:db8:1:2:3:4:192.0.2.33]:8080",
	"[v1f." + strings.Repeat("a:b", 60) + "]:8080",
	strings.Repeat("%41", 70) + ":1",
}

// TestHTTPWrongBytes cuts the templates at every byte, and replaces each byte with bytes of every relevant kind.
func TestHTTPWrongBytes(t *testing.T) {
	step := kit.Rounds(5, 5, 1)
	for n, template := range httpTemplates {
		for i := n % step; i < len(template); i += step {
			checkHTTP(t, template[:i])
			checkHTTP(t, template[i:])
			for _, c := range []byte("\x00 %:/?#@[]aFg0.~\x7f\x80\xff") {
				s := []byte(template)
				s[i] = c
				checkHTTP(t, string(s))
				checkHTTP(t, string(s[:i+1]))
			}
		}
	}
}

// TestHTTPInPlace moves origin-forms through memory that has other bytes before and after them.
func TestHTTPInPlace(t *testing.T) {
	for _, template := range httpTemplates[:4] {
		for align := 0; align < 64; align += 3 {
			for length := range min(140, len(template)) + 1 {
				memory := aligned(64 + align + length + 64)
				for i := range memory {
					memory[i] = "%4:/?#@"[i%7]
				}
				s := memory[64+align : 64+align+length]
				copy(s, template)
				r := stale()
				n, ok := ScanAs(OriginForm, s, &r)
				if want, got := stepped(OriginForm, template[:length]), newAnswer(n, ok, &r); got != want {
					t.Fatalf("length %d at offset %d: %q (-automaton +scan):\n%s", length, align, s, diffAnswers(want, got))
				}
			}
		}
	}
}

func TestHTTPAtRandom(t *testing.T) {
	pieces := []string{"/", "/", "//", "?", "?", "#", "@", ":", ":80", "%41", "%", "%4", "[::1]", "[v1.a]", "[", "]",
		"www.example.com", "segment", " ", "\xff", strings.Repeat("x", 31), strings.Repeat("y", 64)}
	random := kit.Random(t)
	rounds := kit.Rounds(10_000, 10_000, 100_000)
	for range rounds {
		var s strings.Builder
		for range random.IntN(9) {
			s.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkHTTP(t, s.String())
	}
}

func FuzzHTTP(f *testing.F) {
	for _, s := range append(httpTemplates, slices.Collect(kit.Seeds(conformance(f)))...) {
		f.Add(s)
		f.Add("/" + strings.Repeat("x", 58) + s)
	}
	f.Fuzz(checkHTTP)
}
