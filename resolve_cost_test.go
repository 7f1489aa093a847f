package uri

import (
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
)

var (
	sinkResolvedBase   *Base
	sinkResolvedText   []byte
	sinkResolvedRanges Ranges
	sinkResolvedURI    URI
)

// resolveAllocTests name what they measure as allocTests do.
func resolveAllocTests() []allocTest {
	u, empty := MustParse("http://a/b/c/d;p?q"), MustParse("http://a")
	base, err := NewBase(u, 0)
	if err != nil {
		panic(err)
	}
	dotted, err := NewBase(MustParse("http://a/b/../c/./%2e/d"), EncodedDots|RefuseAboveRoot|NonStrict)
	if err != nil {
		panic(err)
	}
	ref, absolute, inside := MustParse("../g?y#s"), MustParse("g:h"), MustParse("g/./../h")
	long := MustParse("g/./" + strings.Repeat("h", 300))
	path := strings.Repeat("/a/./b/..", 20)
	buf := make([]byte, 0, 1024)
	appendResolve := func(b *Base, ref URI) func() {
		return func() { sinkResolvedText, sinkResolvedRanges, sinkErr = b.AppendResolve(buf, ref) }
	}
	appendResolveString := func(b *Base, ref string) func() {
		return func() { sinkResolvedText, sinkResolvedRanges, sinkErr = b.AppendResolveString(buf, ref) }
	}
	return []allocTest{
		{"NewBase", 2, func() { sinkResolvedBase, sinkErr = NewBase(u, 0) }},
		{"Base.URI", 0, func() { sinkResolvedURI = base.URI() }},
		{"Base.AppendResolve", 0, appendResolve(base, ref)},
		{"Base.AppendResolve/absolute", 0, appendResolve(base, absolute)},
		{"Base.AppendResolve/inside", 0, appendResolve(base, inside)},
		{"Base.AppendResolve/flags", 0, appendResolve(dotted, inside)},
		{"Base.AppendResolve/long", 0, appendResolve(base, long)},
		{"Base.AppendResolveString", 0, appendResolveString(base, "../g?y#s")},
		{"Base.AppendResolveString/inside", 0, appendResolveString(base, "g/./../h")},
		{"Base.AppendResolveString/flags", 0, appendResolveString(dotted, "HTTP:%2e/.%2E/g/./../h")},
		{"Base.AppendResolveString/refused", 1, appendResolveString(dotted, "../../..")},
		{"Base.AppendResolveString/invalid", 1, appendResolveString(base, "<")},
		{"Base.Resolve", 1, func() { sinkResolvedURI, sinkErr = base.Resolve(ref) }},
		{"Base.Resolve/absolute", 0, func() { sinkResolvedURI, sinkErr = base.Resolve(absolute) }},
		{"Base.Resolve/empty", 0, func() { sinkResolvedURI, sinkErr = base.Resolve(URI{}) }},
		{"Base.Resolve/inside", 1, func() { sinkResolvedURI, sinkErr = base.Resolve(inside) }},
		{"Base.Resolve/long", 2, func() { sinkResolvedURI, sinkErr = base.Resolve(long) }},
		{"URI.AppendResolve", 0, func() { sinkResolvedText, sinkErr = u.AppendResolve(buf, ref) }},
		{"URI.AppendResolve/empty", 0, func() { sinkResolvedText, sinkErr = empty.AppendResolve(buf, ref) }},
		{"URI.Resolve", 1, func() { sinkResolvedURI, sinkErr = u.Resolve(ref) }},
		{"URI.Resolve/empty", 1, func() { sinkResolvedURI, sinkErr = empty.Resolve(ref) }},
		{"RemoveDotSegments", 1, func() { sinkString = RemoveDotSegments(path) }},
		{"RemoveDotSegments/none", 0, func() { sinkString = RemoveDotSegments("/a/.b/..c/...") }},
		{"AppendRemoveDotSegments", 0, func() { sinkResolvedText = AppendRemoveDotSegments(buf, path) }},
		{"EstablishBase", 0, func() { sinkResolvedURI, sinkErr = EstablishBase(URI{}, u, ref) }},
		{"EstablishBase/relative", 1, func() { sinkResolvedURI, sinkErr = EstablishBase(ref, u) }},
		{"SameDocument", 0, func() { sinkBool = SameDocument(u, inside) }},
		{"SameDocument/absolute", 0, func() { sinkBool = SameDocument(u, u) }},
		{"GuessSuffix", 1, func() { sinkResolvedURI, sinkBool, sinkErr = GuessSuffix("example.com:80/x", "http") }},
		{"GuessSuffix/uri", 0, func() { sinkResolvedURI, sinkBool, sinkErr = GuessSuffix("http://a", "http") }},
	}
}

// TestIsTooLong checks the lengths at which a target is refused, without text that long.
func TestIsTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("there is nothing that long")
	}
	const half = 1 << 30
	beyond := half
	beyond *= 2 // as a constant, it would not compile on 32 bits
	var none, full fsm.Ranges
	for range 2 {
		offsetsOf(&full).ShiftEnds(half)
		offsetsOf(&full).ShiftEnds(half - 1)
	}
	for _, test := range []struct {
		head, rest int
		r          *fsm.Ranges
		want       bool
	}{
		{0, 0, &none, false},
		{half, half, &none, false},
		{half - 1 + half, half - 1 + half, &none, false}, // MaxLen
		{half - 1 + half, half - 1 + half, &full, false},
		{half - 1 + half, beyond, &none, true},
		{beyond, beyond, &none, true},
	} {
		if got := isTooLong(test.head, test.rest, test.r); got != test.want {
			t.Errorf("%d and %d bytes of %d: %t, want %t", test.head, test.rest, offsetsOf(test.r).Len(), got, test.want)
		}
	}
	offsetsOf(&full).ShiftEnds(1) // a "/"
	if !isTooLong(half-1+half, half-1+half, &full) {
		t.Errorf("%d bytes are not too long", offsetsOf(&full).Len())
	}
}
