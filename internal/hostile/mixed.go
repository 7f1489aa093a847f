package hostile

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/test/kit"
)

// A Mixed is the arguments of a call.
type Mixed struct {
	S        string
	B        []byte      // S, in the same memory
	R, Q     *fsm.Ranges // of any string, invented, or nil
	N, Shift int
	P        fsm.Production
	Small    uint8
}

// A MixedSuite makes the calls of a package that take ranges with arguments that do not belong together, such as the
// Ranges of another input or an offset after the end. Such a call may return anything or panic. It must write only to
// memory that it was given, and no byte outside the input may change its outcome.
//
// Each call is made with the input at several places of a memory between unreadable pages. At each place it is made
// twice, with different bytes around the input. The capacity of a byte slice includes these bytes.
type MixedSuite struct {
	Calls []Calls[*Mixed]
	Plain func(f func()) // calls f as on a processor without vector instructions
}

// Test makes the calls with random arguments. It needs no fuzzer, so it also runs under emulation. To run it longer,
// set URI_MIXED_TIME, for example to 20m.
func (s *MixedSuite) Test(t *testing.T) {
	rounds, end := kit.Rounds(200, 200, 20_000), time.Time{}
	if long := os.Getenv("URI_MIXED_TIME"); long != "" {
		duration, err := time.ParseDuration(long)
		if err != nil {
			t.Fatal(err)
		}
		rounds, end = math.MaxInt, time.Now().Add(duration)
	}
	random, memory := kit.Random(t), newMixedMemory(t)
	done := 0
	for ; done < rounds && (end.IsZero() || time.Now().Before(end)); done++ {
		s.check(t, memory, mixedText(random), mixedText(random), random.Uint64())
	}
	t.Logf("%d rounds", done)
}

// Fuzz is like Test, but with strings and seeds from the fuzzer.
func (s *MixedSuite) Fuzz(f *testing.F) {
	for i, a := range mixedSeeds {
		for _, b := range mixedSeeds {
			f.Add(a, b, uint64(i))
		}
	}
	memory := newMixedMemory(f)
	f.Fuzz(func(t *testing.T, a, b string, seed uint64) { s.check(t, memory, a, b, seed) })
}

// IsInside reports whether all ranges of r are inside a string of n bytes.
func IsInside(r *fsm.Ranges, n int) bool {
	path, pathEnd := r.Path()
	inside := ranges.Of((*ranges.Opaque)(r)).Len() == n && path <= pathEnd && pathEnd <= n
	for _, get := range []func() (lo, hi int, ok bool){
		r.Scheme, r.Authority, r.Userinfo, r.Host, r.Port, r.Query, r.Fragment,
	} {
		lo, hi, ok := get()
		inside = inside && (!ok || 0 <= lo && lo <= hi && hi <= n)
	}
	return inside
}

// wordsOf returns the offsets of r, and rangesOf returns the Ranges with these offsets.
func wordsOf(r *fsm.Ranges) *[8]uint32 { return ranges.Of((*ranges.Opaque)(r)).Words() }

func rangesOf(words [8]uint32) (r fsm.Ranges) {
	*wordsOf(&r) = words
	return r
}

// mixedPieces are the pieces of random inputs.
var mixedPieces = []string{
	"https://", "http://", "HTTP://", "//", "a:", "/", "?", "#", "@", ":", "%41", "%", "%4", "[::1]", "[v1.a]", "[", "]",
	"80", "user", "www.example.com", "1.2.3.4", "Segment", "/.", "\n", " ", "\xff", "é", "\xc3", "\ue000", "日本",
	strings.Repeat("x", 31), strings.Repeat("y", 64), strings.Repeat("é", 20),
}

func mixedText(random *rand.Rand) string {
	if random.IntN(4) == 0 { // most functions accept more of these than of random inputs
		return mixedSeeds[random.IntN(len(mixedSeeds))]
	}
	var s strings.Builder
	for range random.IntN(1 + random.IntN(10)) {
		s.WriteString(mixedPieces[random.IntN(len(mixedPieces))])
	}
	return s.String()
}

// mixedNumber returns an offset near a border, or any number.
func mixedNumber(random *rand.Rand, size int) int {
	switch random.IntN(8) {
	case 0:
		return []int{math.MinInt, -1, 0, math.MaxInt32, math.MaxUint32 & math.MaxInt, math.MaxInt}[random.IntN(6)]
	case 1:
		return size + random.IntN(5) - 2
	case 2:
		return random.IntN(400)
	case 3:
		return int(random.Uint64())
	}
	return random.IntN(size + 1)
}

// mixedRanges returns ranges that do not belong to a.
func mixedRanges(random *rand.Rand, a, b string) *fsm.Ranges {
	f := [8]uint32{}
	for i := range f {
		f[i] = uint32(mixedNumber(random, len(a)))
	}
	r := rangesOf(f)
	switch random.IntN(12) {
	case 0:
		return nil
	case 1:
		r = fsm.Ranges{}
	case 2, 3:
		fsm.Scan(b, &r)
	case 4:
		fsm.ScanAs(fsm.IRIReference, b, &r)
	case 5:
		fsm.ScanAs(fsm.HostPort, b, &r)
	case 6:
		fsm.ScanAs(fsm.OriginForm, b, &r)
	case 7, 8: // the offsets of the input, except for one
		fsm.Scan(a, &r)
		of := *wordsOf(&r)
		i := random.IntN(len(f))
		of[i] = f[i]
		r = rangesOf(of)
	case 9: // offsets of no input, but in ascending order
		for i := range f {
			f[i] = max(uint32(random.IntN(len(a)+64)), f[max(i, 1)-1])
		}
		r = rangesOf(f)
	}
	return &r
}

// mixedMemory is readable memory for inputs, and a copy to compare it with.
type mixedMemory struct{ memory, want []byte }

func newMixedMemory(t testing.TB) *mixedMemory {
	memory := kit.Guarded(t, 2)
	memory = memory[:len(memory):len(memory)]
	return &mixedMemory{memory, make([]byte, len(memory))}
}

// around are bytes that could be mistaken for a part of the input. The two strings differ at every index.
var around = [2]string{strings.Repeat("a", 200), strings.Repeat("%A/.[v1.2.3.4?#@;&':é", 8)}

// check makes all calls with a, with ranges of b, and with other arguments that follow from seed.
func (s *MixedSuite) check(t *testing.T, f *mixedMemory, a, b string, seed uint64) {
	t.Helper()
	half := len(f.memory) / 2
	if len(a) > half {
		return
	}
	starts := []int{0, len(f.memory) - len(a), half - len(a), half - (len(a)+1)/2}
	for _, calls := range s.Calls {
		f.checkCalls(t, calls, starts, a, b, seed)
		s.Plain(func() { f.checkCalls(t, calls, starts[1:2], a, b, seed) })
	}
}

func (f *mixedMemory) checkCalls(t *testing.T, calls Calls[*Mixed], starts []int, a, b string, seed uint64) {
	t.Helper()
	args := newMixed(a, b, seed)
	for _, start := range starts {
		first := map[string]mixedOutcome{}
		for i, text := range around {
			for filled := 0; filled < len(f.want); {
				filled += copy(f.want[filled:], text)
			}
			copy(f.want[start:], a)
			copy(f.memory, f.want)
			for name, do := range calls {
				got := args.at(f.memory[start:][:len(a)]).attempt(do)
				switch {
				case got.err != nil:
					t.Fatalf("%s of %+q: seed %d, ranges %v, at %d: %v", name, a, seed, got.before, start, got.err)
				case !bytes.Equal(f.memory, f.want):
					t.Fatalf("%s of %+q: seed %d, ranges %v, at %d: changes the buffer", name, a, seed, got.before, start)
				case i == 0:
					first[name] = got
				case got != first[name]:
					t.Fatalf("%s of %+q: seed %d, at %d: bytes outside the input change the outcome: %+v, then %+v",
						name, a, seed, start, first[name], got)
				}
			}
		}
	}
}

// Productions are all productions of package fsm, and the zero value.
var Productions = []fsm.Production{
	{}, fsm.URIReference, fsm.URI, fsm.AbsoluteURI, fsm.RelativeRef, fsm.IRIReference, fsm.IRI, fsm.AbsoluteIRI, fsm.IRelativeRef,
	fsm.HostPort, fsm.OriginForm,
}

// newMixed returns the arguments that follow from seed, except for the input itself.
func newMixed(a, b string, seed uint64) Mixed {
	random := rand.New(rand.NewPCG(seed, 12))
	x := Mixed{
		R: mixedRanges(random, a, b), Q: mixedRanges(random, b, a),
		N: mixedNumber(random, len(a)), Shift: mixedNumber(random, len(b)),
		P: Productions[random.IntN(len(Productions))], Small: "\n/\x00aé"[random.IntN(6)],
	}
	if random.IntN(2) == 0 { // the first byte that no URI contains
		x.N = max(0, strings.IndexFunc(a, func(r rune) bool { return r >= utf8.RuneSelf }))
	}
	return x
}

// at returns the arguments with the input at a place in memory.
func (x Mixed) at(place []byte) *Mixed {
	x.S, x.B = unsafe.String(unsafe.SliceData(place), len(place)), place
	return &x
}

// A mixedOutcome is the outcome of a call. It is comparable.
type mixedOutcome struct {
	panics        string
	of            Outcome
	before, after fsm.Ranges
	err           error // an error of the function
}

// attempt makes a call. A panic is allowed, except for a read outside the memory.
func (x *Mixed) attempt(do func(*Mixed) Outcome) (o mixedOutcome) {
	const guard = 0xa5a5a5a5a5a5a5a5
	framed := struct {
		before [8]uint64
		ranges fsm.Ranges
		after  [8]uint64
	}{}
	for i := range framed.before {
		framed.before[i], framed.after[i] = guard, guard
	}
	full := [2][8]uint64{framed.before, framed.after}
	if x.R != nil {
		o.before, framed.ranges = *x.R, *x.R
		x.R = &framed.ranges
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if e := recover(); e != nil {
			o.panics = fmt.Sprint(e)
			if fault, ok := e.(interface{ Addr() uintptr }); ok {
				o.err = fmt.Errorf("%v at %#x", e, fault.Addr())
			}
		}
		if o.after = framed.ranges; full != [2][8]uint64{framed.before, framed.after} {
			o.err = errors.New("writes beside the ranges")
		}
	}()
	o.of = do(x)
	o.err, o.of.Err = o.of.Err, nil
	return o
}

// mixedSeeds are strings of many forms, most of them references.
var mixedSeeds = []string{
	"", "http://u:p@example.com:8042/over/./there/%41?name=ferret#nose", "//bücher.example/é?\ue000#日本",
	"https://www.Example.com/a/b.html?c=d", "http://example.com/a/b?c=d#e", "https://h/a",
	"http://example.org/a?" + strings.Repeat("b", 100), "https://h/" + strings.Repeat("a", 70),
	"x:..//a:b\n//1.2.3.4\n\n//[v1.a]",
}
