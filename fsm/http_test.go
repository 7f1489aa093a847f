package fsm

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/internal/randtest"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/tables"
)

// This file compares the roads for origin-forms and Host values with the machine, stepped by accessors that
// cmd/gentables proves to follow the grammar.

// An httpAnswer is the complete result for one input.
type httpAnswer struct {
	N         int
	OK        bool
	Ranges    string // if OK
	Component Component
	Reason    Reason
}

func (a *httpAnswer) setRanges(r *Ranges) {
	if a.OK {
		a.Ranges = fmt.Sprint(*r)
	}
}

// originMachine is ScanOrigin and ExplainOrigin by the machine and its states.
func originMachine(s string) (a httpAnswer) {
	state, query := tables.OriginStart(), uint32(0)
	for ; a.N < len(s); a.N++ {
		class := tables.Class(s[a.N])
		next := tables.OriginNext(state, class)
		if next == tables.Dead {
			break
		}
		if tables.Mark(state, class) == tables.MarkQuery {
			query = uint32(a.N) + 1
		}
		state = next
	}
	if a.OK = a.N == len(s) && tables.OriginAccepting(state); a.OK {
		end := uint32(a.N)
		pathEnd := end
		if query != 0 {
			pathEnd = query - 1
		}
		r := RangesOf([8]uint32{5: pathEnd, 6: end, 7: end})
		a.setRanges(&r)
		return a
	}
	context := tables.ContextOf(state)
	a.Component, a.Reason = context.Component(), IllegalByte
	switch {
	case state == tables.OriginStart():
		a.Component = tables.Path
	case context.InPercent():
		a.Reason = BadPercent
	case a.N < len(s) && s[a.N] == '#':
		a.Component, a.Reason = tables.Fragment, HasFragment
	}
	return a
}

func originAnswer[T string | []byte](s T) (a httpAnswer) {
	r := stale() // the old content must not affect the result
	if a.N, a.OK = ScanOrigin(s, &r); !a.OK {
		a.Component, a.Reason = ExplainOrigin(s, a.N, &r)
	}
	a.setRanges(&r)
	return a
}

func hostAnswer[T string | []byte](s T, scan func(s T, r *Ranges) (int, bool)) (a httpAnswer) {
	r := stale()
	if a.N, a.OK = scan(s, &r); !a.OK {
		a.Component, a.Reason = ExplainHost(s, a.N, &r)
	}
	a.setRanges(&r)
	return a
}

// checkHTTP compares the roads on s, and then compares the results with those of Scan for a reference that contains s.
func checkHTTP(t *testing.T, s string) {
	t.Helper()
	want := originMachine(s)
	for i, got := range []httpAnswer{originAnswer(s), originAnswer([]byte(s))} {
		if got != want {
			t.Fatalf("origin-form, road %d: %q: %+v, the machine says %+v", i, s, got, want)
		}
	}
	want = hostAnswer(s, func(s string, r *Ranges) (int, bool) { return hostMachine(s, r.offsets()) })
	for i, got := range []httpAnswer{hostAnswer(s, ScanHost[string]), hostAnswer([]byte(s), ScanHost[[]byte])} {
		if got != want {
			t.Fatalf("Host, road %d: %q: %+v, the machine says %+v", i, s, got, want)
		}
	}
	checkWholes(t, s)
}

// checkWholes checks s as a part of a reference. After a host, s is an origin-form if it begins with "/" and the whole
// has no fragment. After "//", s is the value of a Host field if the whole consists of a host and a port.
func checkWholes(t *testing.T, s string) {
	t.Helper()
	const before = "a://h"
	var whole, part Ranges
	_, ok := ScanAs(AbsoluteURI, before+s, &whole)
	if _, got := ScanOrigin(s, &part); got != (ok && strings.HasPrefix(s, "/")) {
		t.Fatalf("origin-form %q: %v, as a part of a URI %v", s, got, ok)
	} else if got {
		head := RangesOf([8]uint32{1, 4, 4, 5, 5, 5, 5, 5})
		o := (*ranges.Ranges)(&head).Offsets()
		if o.SetTail(o, (*ranges.Ranges)(&part).Offsets(), len(before)); head != whole {
			t.Fatalf("origin-form %q: as a part of a URI %v, want %v", s, head, whole)
		}
	}
	_, ok = Scan("//"+s, &whole)
	if _, got := ScanHost(s, &part); got != (ok && isHostAlone(&whole)) {
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
	length := 4
	if testing.Short() {
		length = 3
	}
	classes := map[uint8]byte{}
	for c := 255; c >= 0; c-- {
		classes[tables.Class(byte(c))] = byte(c)
	}
	around := []struct{ before, after string }{{"", ""}, {"/", ""}, {"a", ":1"}, {"[::", "]"}, {"/?", "%41"},
		{"/" + strings.Repeat("p", 58), ""}, {"/" + strings.Repeat("p", 61), "?q"}, {strings.Repeat("h", 62), ":80"}}
	var build func(s string, left int)
	build = func(s string, left int) {
		for i, a := range around {
			if i == 0 || len(s) < length {
				checkHTTP(t, a.before+s+a.after)
			}
		}
		for _, c := range classes {
			if left > 0 {
				build(s+string([]byte{c}), left-1)
			}
		}
	}
	build("", length)
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

// TestHTTPOnSpoiled cuts the templates at every byte, and replaces each byte by bytes of every relevant kind.
func TestHTTPOnSpoiled(t *testing.T) {
	for _, template := range httpTemplates {
		for i := range len(template) {
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
				if want, got := originMachine(template[:length]), originAnswer(s); got != want {
					t.Fatalf("length %d at offset %d: %q: %+v, the machine says %+v", length, align, s, got, want)
				}
			}
		}
	}
}

func TestHTTPAtRandom(t *testing.T) {
	pieces := []string{"/", "/", "//", "?", "?", "#", "@", ":", ":80", "%41", "%", "%4", "[::1]", "[v1.a]", "[", "]",
		"www.example.com", "segment", " ", "\xff", strings.Repeat("x", 31), strings.Repeat("y", 64)}
	random := randtest.New(t)
	rounds := 100_000
	if testing.Short() {
		rounds = 10_000
	}
	for range rounds {
		var s strings.Builder
		for range random.IntN(9) {
			s.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkHTTP(t, s.String())
	}
}

func FuzzHTTP(f *testing.F) {
	for _, s := range append(httpTemplates, slices.Collect(input.Seeds(conformance(f)))...) {
		f.Add(s)
		f.Add("/" + strings.Repeat("x", 58) + s)
	}
	f.Fuzz(checkHTTP)
}

// TestHTTPNoAllocs checks that neither rule allocates, whatever the result is.
func TestHTTPNoAllocs(t *testing.T) {
	inputs := append(conformance(t), httpTemplates...)
	asBytes := make([][]byte, len(inputs))
	for i, s := range inputs {
		asBytes[i] = []byte(s)
	}
	var r Ranges
	if n := testing.AllocsPerRun(10, func() {
		for i, s := range inputs {
			for _, f := range []func() (int, bool){
				func() (int, bool) { return ScanOrigin(s, &r) },
				func() (int, bool) { return ScanOrigin(asBytes[i], &r) },
			} {
				if n, ok := f(); !ok {
					ExplainOrigin(s, n, &r)
				}
			}
			ScanHost(s, &r)
			if n, ok := ScanHost(asBytes[i], &r); !ok {
				ExplainHost(asBytes[i], n, &r)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestHTTPWithoutVector checks that the results are the same on a processor without vector instructions.
func TestHTTPWithoutVector(t *testing.T) {
	WithoutVector(func() {
		for _, s := range append(conformance(t), httpTemplates...) {
			checkHTTP(t, s)
			checkHTTP(t, "/"+strings.TrimLeft(s, "/"))
		}
	})
}
