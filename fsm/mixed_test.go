package fsm_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/hostile"
	pages "github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/internal/ranges"
)

// This file calls every exported function with arguments that do not belong together, such as the Ranges of another
// input, an offset after the end, or a source that returns a false count. Such a call may return anything or panic. It
// must write only to memory that it was given, and no byte outside the input may change its outcome.
//
// Each call is made with the input at several places of a memory between unreadable pages. At each place it is made
// twice, with different bytes around the input. The capacity of a byte slice includes these bytes.

// A mixed holds the arguments of a call.
type mixed struct {
	s        string
	b        []byte      // s, in the same memory
	r, q     *fsm.Ranges // of any text, invented, or nil
	n, shift int
	p        fsm.Production
	small    uint8
}

// scanned returns the outcome of a function that scans. On success, the ranges must be those of a text with shift bytes
// before the input.
func (x *mixed) scanned(n int, ok bool, shift int) hostile.Outcome {
	o := hostile.Outcome{Number: uint64(n)<<1 | one(ok)}
	if n < 0 || n > len(x.s) || ok && (n != len(x.s) || !isInside(x.r, n+shift)) {
		o.Err = fmt.Errorf("%w: returns %d, %t, leaves %v", hostile.ErrBroken, n, ok, *x.r)
	}
	return o
}

// isInside reports whether all ranges of r are inside a text of n bytes.
func isInside(r *fsm.Ranges, n int) bool {
	path, pathEnd := r.Path()
	inside := (*ranges.Ranges)(r).Offsets().Len() == n && path <= pathEnd && pathEnd <= n
	for _, get := range []func() (lo, hi int, ok bool){
		r.Scheme, r.Authority, r.Userinfo, r.Host, r.Port, r.Query, r.Fragment,
	} {
		lo, hi, ok := get()
		inside = inside && (!ok || 0 <= lo && lo <= hi && hi <= n)
	}
	return inside
}

func explainedAs(c fsm.Component, reason fsm.Reason) hostile.Outcome {
	return hostile.Outcome{Text: c.String() + reason.String()}
}

// The tables of calls. Every function is in one of them, and each generic function is in two.
var (
	mixedStringCalls = mixedTextCalls(func(x *mixed) string { return x.s })
	mixedByteCalls   = mixedTextCalls(func(x *mixed) []byte { return x.b })
	mixedOtherCalls  = newMixedOtherCalls()
)

// mixedTextCalls has the functions that take a string or a byte slice.
func mixedTextCalls[T string | []byte](of func(x *mixed) T) hostile.Calls[*mixed] {
	scanned := func(f func(x *mixed) (int, bool), shift int) func(*mixed) hostile.Outcome {
		return func(x *mixed) hostile.Outcome {
			n, ok := f(x)
			return x.scanned(n, ok, shift)
		}
	}
	return hostile.Calls[*mixed]{
		"Scan":       scanned(func(x *mixed) (int, bool) { return fsm.Scan(of(x), x.r) }, 0),
		"ScanAs":     scanned(func(x *mixed) (int, bool) { return fsm.ScanAs(x.p, of(x), x.r) }, 0),
		"ScanIRI":    scanned(func(x *mixed) (int, bool) { return fsm.ScanIRI(of(x), x.r) }, 0),
		"ScanIRIAs":  scanned(func(x *mixed) (int, bool) { return fsm.ScanIRIAs(x.p, of(x), x.r) }, 0),
		"ResumeIRI":  scanned(func(x *mixed) (int, bool) { return fsm.ResumeIRI(of(x), x.n, x.r) }, 0),
		"ScanHost":   scanned(func(x *mixed) (int, bool) { return fsm.ScanHost(of(x), x.r) }, len("//")),
		"ScanOrigin": scanned(func(x *mixed) (int, bool) { return fsm.ScanOrigin(of(x), x.r) }, 0),

		"Explain":       func(x *mixed) hostile.Outcome { return explainedAs(fsm.Explain(x.p, of(x), x.n, x.r)) },
		"ExplainIRI":    func(x *mixed) hostile.Outcome { return explainedAs(fsm.ExplainIRI(x.p, of(x), x.n, x.r)) },
		"ExplainHost":   func(x *mixed) hostile.Outcome { return explainedAs(fsm.ExplainHost(of(x), x.n, x.r)) },
		"ExplainOrigin": func(x *mixed) hostile.Outcome { return explainedAs(fsm.ExplainOrigin(of(x), x.n, x.r)) },

		"HostKindOf": func(x *mixed) hostile.Outcome { return hostile.Outcome{Text: fsm.HostKindOf(of(x), x.r).String()} },
		"PathRuleOf": func(x *mixed) hostile.Outcome { return hostile.Outcome{Text: fsm.PathRuleOf(of(x), x.r).String()} },
	}
}

// newMixedOtherCalls has the functions that take only a string or ranges, and those for records in a buffer.
func newMixedOtherCalls() hostile.Calls[*mixed] {
	number := func(f func(x *mixed) uint64) func(*mixed) hostile.Outcome {
		return func(x *mixed) hostile.Outcome { return hostile.Outcome{Number: f(x)} }
	}
	word := func(f func(x *mixed) string) func(*mixed) hostile.Outcome {
		return func(x *mixed) hostile.Outcome { return hostile.Outcome{Text: f(x)} }
	}
	get := func(f func(r *fsm.Ranges) (lo, hi int, ok bool)) func(*mixed) hostile.Outcome {
		return func(x *mixed) hostile.Outcome {
			lo, hi, ok := f(x.r)
			if ok { // slice the string: a byte slice could be extended to its capacity
				return hostile.Outcome{Text: x.s[lo:hi]}
			}
			return hostile.Outcome{}
		}
	}
	return hostile.Calls[*mixed]{
		"glance.IsNormal":        number(func(x *mixed) uint64 { return one(glance.IsNormal(x.s, x.r)) }),
		"glance.TraitsOf":        number(func(x *mixed) uint64 { return uint64(glance.TraitsOf(x.s, x.r)) }),
		"glance.PartsOf":         number(func(x *mixed) uint64 { return uint64(glance.PartsOf(x.s, x.r)) }),
		"glance.NeedsInspection": number(func(x *mixed) uint64 { return one(glance.NeedsInspection(x.s)) }),
		"glance.Audit": func(x *mixed) (o hostile.Outcome) {
			if o.Number = uint64(glance.Audit(x.s, x.r)); o.Number == 0 && x.r != nil && !isInside(x.r, len(x.s)) {
				o.Err = fmt.Errorf("%w: leaves %v", hostile.ErrBroken, *x.r)
			}
			return o
		},
		"glance.CopyNormal": copyMixed,

		"Ranges.Scheme":    get((*fsm.Ranges).Scheme),
		"Ranges.Authority": get((*fsm.Ranges).Authority),
		"Ranges.Userinfo":  get((*fsm.Ranges).Userinfo),
		"Ranges.Host":      get((*fsm.Ranges).Host),
		"Ranges.Port":      get((*fsm.Ranges).Port),
		"Ranges.Path":      get(func(r *fsm.Ranges) (lo, hi int, ok bool) { lo, hi = r.Path(); return lo, hi, true }),
		"Ranges.Query":     get((*fsm.Ranges).Query),
		"Ranges.Fragment":  get((*fsm.Ranges).Fragment),

		"HostKind.String": word(func(x *mixed) string { return fsm.HostKind(x.small).String() }),
		"PathRule.String": word(func(x *mixed) string { return fsm.PathRule(x.small).String() }),
		"Reason.String":   word(func(x *mixed) string { return fsm.Reason(x.small).String() }),

		"Record.Format": word(func(x *mixed) string { return fmt.Sprint(fsm.Record{Number: int64(x.n), N: x.n, Bytes: x.b}) }),
		"Reader.Format": word(func(x *mixed) string { return fmt.Sprint(*fsm.NewReader(nil, x.small, x.n)) }),
		"Batch.Format":  word(func(x *mixed) string { return fmt.Sprint(fsm.Batch{}) }),

		"Records": func(x *mixed) hostile.Outcome { return x.abuse(fsm.Records(x.b, x.small)) },
	}
}

// copyMixed calls CopyNormal with a dst that is too short, just long enough, or longer. The bytes after the copy must
// not change.
func copyMixed(x *mixed) (o hostile.Outcome) {
	room := bytes.Repeat([]byte{0xa5}, len(x.s)+128)
	size := max(0, len(x.s)-1+int(x.small)%3*int(x.small))
	copied := 0
	if glance.CopyNormal(room[:min(size, len(room))], x.s) {
		copied = len(x.s)
	}
	o.Number = uint64(copied)
	if string(room[:copied]) != x.s[:copied] || bytes.Count(room[copied:], []byte{0xa5}) != len(room)-copied {
		o.Err = fmt.Errorf("%w: copies %q", hostile.ErrBroken, room)
	}
	return o
}

// mixedReaderCalls has the functions for records in a stream. They copy all that they read.
var mixedReaderCalls = hostile.Calls[*mixed]{
	"NewReader": func(x *mixed) hostile.Outcome { return x.abuse(fsm.NewReader(nil, x.small, x.n).Records()) },
	"Reader.Records": func(x *mixed) hostile.Outcome {
		r := x.lyingReader()
		return x.abuse(func(yield func(*fsm.Record) bool) {
			for rec := range r.Records() {
				if !yield(rec) || rec.Number%3 == 0 && !r.Fill(new(fsm.Batch)) {
					return
				}
			}
		})
	},
	"Reader.Fill": func(x *mixed) (o hostile.Outcome) {
		r, b := x.lyingReader(), new(fsm.Batch)
		if x.q == nil {
			b = nil
		}
		for ; r.Fill(b) && o.Number < 1000; o.Number++ {
		}
		return o
	},
	"Batch.Records": func(x *mixed) hostile.Outcome {
		r, b := x.lyingReader(), new(fsm.Batch)
		return x.abuse(func(yield func(*fsm.Record) bool) {
			for kept := *b; r.Fill(b); kept = *b { // kept shares memory that Fill uses again
				for range kept.Records() {
				}
				for rec := range b.Records() {
					if !yield(rec) {
						return
					}
				}
			}
		})
	},
	"Reader.Err": func(x *mixed) hostile.Outcome {
		r := x.lyingReader()
		for range r.Records() {
		}
		return hostile.Outcome{Text: fmt.Sprint(r.Err())}
	},
}

// abuse reads records, writes to them, and keeps them for too long. Their bytes must be those of the input, and an
// append to them must not change the next record.
func (x *mixed) abuse(records iter.Seq[*fsm.Record]) (o hostile.Outcome) {
	var kept []*fsm.Record
	for rec := range records {
		if o.Number++; o.Number > 1000 {
			break
		}
		end := rec.Offset + int64(len(rec.Bytes))
		if rec.Offset < 0 || end > int64(len(x.s)) || string(rec.Bytes) != x.s[rec.Offset:end] ||
			cap(rec.Bytes) != len(rec.Bytes) || rec.N < 0 || rec.N > len(rec.Bytes) ||
			rec.OK && !isInside(&rec.Ranges, len(rec.Bytes)) {
			o.Err = fmt.Errorf("%w: the record %+v of %d bytes", hostile.ErrBroken, rec, cap(rec.Bytes))
			return o
		}
		if kept = append(kept, rec); x.q != nil {
			rec.Ranges = *x.q
		}
		rec.Bytes = append(rec.Bytes, "too much"...)
		rec.N, rec.Offset = x.n, int64(x.shift)
	}
	for _, rec := range kept {
		o.Text = string(rec.Bytes)
	}
	return o
}

func (x *mixed) lyingReader() *fsm.Reader {
	return fsm.NewReader(&liar{rest: x.s, lie: x.n, after: int(x.small) % 4}, x.small, int(x.small)/2)
}

// A liar is an io.Reader that returns, after some calls, a count that no Read may return.
type liar struct {
	rest       string
	lie, after int
}

func (l *liar) Read(p []byte) (n int, err error) {
	if l.after--; l.after < 0 && (l.lie < 0 || l.lie > len(p)) {
		copy(p[:cap(p)], "a lie\n\n")
		return l.lie, nil
	}
	if l.rest == "" {
		return 0, io.EOF
	}
	n = copy(p, l.rest[:(len(l.rest)+1)/2])
	l.rest = l.rest[n:]
	return n, nil
}

// mixedPieces are the pieces of random texts.
var mixedPieces = []string{
	"https://", "http://", "HTTP://", "//", "a:", "/", "?", "#", "@", ":", "%41", "%", "%4", "[::1]", "[v1.a]", "[", "]",
	"80", "user", "www.example.com", "1.2.3.4", "Segment", "/.", "\n", " ", "\xff", "é", "\xc3", "\ue000", "日本",
	strings.Repeat("x", 31), strings.Repeat("y", 64), strings.Repeat("é", 20),
}

func mixedText(random *rand.Rand) string {
	if random.IntN(4) == 0 { // most functions accept more of these than of other texts
		return mixedSeeds[random.IntN(len(mixedSeeds))]
	}
	var s strings.Builder
	for range random.IntN(1 + random.IntN(10)) {
		s.WriteString(mixedPieces[random.IntN(len(mixedPieces))])
	}
	return s.String()
}

// mixedNumber returns an offset that is near a border or far from everything.
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
	f := fsm.FieldsOf(&fsm.Ranges{})
	for i := range f {
		f[i] = uint32(mixedNumber(random, len(a)))
	}
	r := fsm.RangesOf(f)
	switch random.IntN(12) {
	case 0:
		return nil
	case 1:
		r = fsm.Ranges{}
	case 2, 3:
		fsm.Scan(b, &r)
	case 4:
		fsm.ScanIRI(b, &r)
	case 5:
		fsm.ScanHost(b, &r)
	case 6:
		fsm.ScanOrigin(b, &r)
	case 7, 8: // those of the input, except for one field
		fsm.Scan(a, &r)
		of := fsm.FieldsOf(&r)
		i := random.IntN(len(f))
		of[i] = f[i]
		r = fsm.RangesOf(of)
	case 9: // those of no input, but in ascending order
		for i := range f {
			f[i] = max(uint32(random.IntN(len(a)+64)), f[max(i, 1)-1])
		}
		r = fsm.RangesOf(f)
	}
	return &r
}

// mixedFloor is readable memory for inputs, and a copy to compare it with.
type mixedFloor struct{ memory, want []byte }

func newMixedFloor(t testing.TB) *mixedFloor {
	memory := pages.Guarded(t, 2)
	memory = memory[:len(memory):len(memory)]
	return &mixedFloor{memory, make([]byte, len(memory))}
}

// around are bytes that could be mistaken for a part of the input. The two texts differ at every place.
var around = [2]string{strings.Repeat("a", 200), strings.Repeat("%A/.[v1.2.3.4?#@;&':é", 8)}

// check makes all calls with a, with ranges of b, and with other arguments that follow from seed.
func (f *mixedFloor) check(t *testing.T, a, b string, seed uint64) {
	t.Helper()
	half := len(f.memory) / 2
	if len(a) > half {
		return
	}
	starts := []int{0, len(f.memory) - len(a), half - len(a), half - (len(a)+1)/2}
	for _, calls := range []hostile.Calls[*mixed]{mixedStringCalls, mixedByteCalls, mixedOtherCalls} {
		f.checkCalls(t, calls, starts, a, b, seed)
		fsm.WithoutVector(func() { f.checkCalls(t, calls, starts[1:2], a, b, seed) })
	}
	f.checkCalls(t, mixedReaderCalls, starts[:1], a, b, seed)
}

func (f *mixedFloor) checkCalls(t *testing.T, calls hostile.Calls[*mixed], starts []int, a, b string, seed uint64) {
	t.Helper()
	for _, start := range starts {
		first := map[string]mixedOutcome{}
		for i, text := range around {
			for filled := 0; filled < len(f.want); {
				filled += copy(f.want[filled:], text)
			}
			copy(f.want[start:], a)
			copy(f.memory, f.want)
			for name, do := range calls {
				x := newMixed(f.memory[start:][:len(a)], a, b, seed)
				got := x.attempt(do)
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

// newMixed returns the arguments that follow from seed.
func newMixed(place []byte, a, b string, seed uint64) *mixed {
	random := rand.New(rand.NewPCG(seed, 12))
	x := &mixed{
		s: unsafe.String(unsafe.SliceData(place), len(place)), b: place,
		r: mixedRanges(random, a, b), q: mixedRanges(random, b, a),
		n: mixedNumber(random, len(a)), shift: mixedNumber(random, len(b)),
		p: fsm.Production(random.Uint32()), small: "\n/\x00aé"[random.IntN(6)],
	}
	if random.IntN(2) == 0 { // the offset at which ResumeIRI continues
		x.n = max(0, strings.IndexFunc(a, func(r rune) bool { return r >= utf8.RuneSelf }))
	}
	return x
}

// A mixedOutcome is the outcome of a call. It is comparable.
type mixedOutcome struct {
	panics        string
	of            hostile.Outcome
	before, after fsm.Ranges
	err           error // an error of the function
}

// attempt makes a call. A panic is allowed, except for a read outside the memory.
func (x *mixed) attempt(do func(*mixed) hostile.Outcome) (o mixedOutcome) {
	const guard = 0xa5a5a5a5a5a5a5a5
	room := struct {
		before [8]uint64
		ranges fsm.Ranges
		after  [8]uint64
	}{}
	for i := range room.before {
		room.before[i], room.after[i] = guard, guard
	}
	full := [2][8]uint64{room.before, room.after}
	if x.r != nil {
		o.before, room.ranges = *x.r, *x.r
		x.r = &room.ranges
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if e := recover(); e != nil {
			o.panics = fmt.Sprint(e)
			if fault, ok := e.(interface{ Addr() uintptr }); ok {
				o.err = fmt.Errorf("%v at %#x", e, fault.Addr())
			}
		}
		if o.after = room.ranges; full != [2][8]uint64{room.before, room.after} {
			o.err = errors.New("writes beside the ranges")
		}
	}()
	o.of = do(x)
	o.err, o.of.Err = o.of.Err, nil
	return o
}

// mixedSeeds are texts of many forms, most of them references.
var mixedSeeds = []string{
	"", "http://u:p@example.com:8042/over/./there/%41?name=ferret#nose", "//bücher.example/é?\ue000#日本",
	"https://www.Example.com/a/b.html?c=d", "http://example.com/a/b?c=d#e", "https://h/a",
	"http://example.org/a?" + strings.Repeat("b", 100), "https://h/" + strings.Repeat("a", 70),
	"x:..//a:b\n//1.2.3.4\n\n//[v1.a]",
}

// TestMixedComplete fails if an exported function or method is not called with mixed arguments.
func TestMixedComplete(t *testing.T) {
	all := maps.Clone(mixedStringCalls)
	maps.Copy(all, mixedOtherCalls)
	maps.Copy(all, mixedReaderCalls)
	(&hostile.Suite[*mixed]{Calls: all}).TestComplete(t)
}

// TestMixed calls every exported function with random arguments that do not belong together. It needs no fuzzer, so it
// also runs under emulation. To run it longer, set URI_MIXED_TIME, for example to 20m. The seed is then random, unless
// URI_MIXED_SEED sets it. Without these variables every run makes the same calls.
func TestMixed(t *testing.T) {
	seed, rounds, end := uint64(3986), 2000, time.Time{}
	if testing.Short() {
		rounds = 200
	}
	if long := os.Getenv("URI_MIXED_TIME"); long != "" {
		duration, err := time.ParseDuration(long)
		if err != nil {
			t.Fatal(err)
		}
		seed, rounds, end = rand.Uint64(), math.MaxInt, time.Now().Add(duration)
	}
	if text := os.Getenv("URI_MIXED_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("URI_MIXED_SEED=%d", seed)
	random, floor := rand.New(rand.NewPCG(seed, 12)), newMixedFloor(t)
	done := 0
	for ; done < rounds && (end.IsZero() || time.Now().Before(end)); done++ {
		floor.check(t, mixedText(random), mixedText(random), random.Uint64())
	}
	t.Logf("%d rounds", done)
}

// TestResumeMixed resumes with all ranges of small offsets. On success, the resulting ranges must be inside the input.
func TestResumeMixed(t *testing.T) {
	for _, s := range []string{"/é", "?é", "#é", "é?", "aé", "//é", "a:é"} {
		if testing.Short() && len(s) > 3 {
			break
		}
		n := strings.Index(s, "é")
		var f [8]uint32
		var try func(i int)
		try = func(i int) {
			if i < len(f) {
				for f[i] = range uint32(len(s)) + 2 {
					try(i + 1)
				}
				return
			}
			r := fsm.RangesOf(f)
			if end, ok := fsm.ResumeIRI(s, n, &r); end < 0 || end > len(s) || ok && !isInside(&r, len(s)) {
				t.Fatalf("%q resumed at %d with %v: %d, %t, leaves %v", s, n, f, end, ok, r)
			}
		}
		try(0)
	}
}

// FuzzMixed is TestMixed with texts and seeds from the fuzzer.
func FuzzMixed(f *testing.F) {
	for i, a := range mixedSeeds {
		for _, b := range mixedSeeds {
			f.Add(a, b, uint64(i))
		}
	}
	floor := newMixedFloor(f)
	f.Fuzz(func(t *testing.T, a, b string, seed uint64) { floor.check(t, a, b, seed) })
}
