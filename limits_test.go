package uri

import (
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
)

// These tests check how long a text may be.

// TestBuildTooLong sets texts that are too long together. They are one text, which nothing reads, so it takes no real
// memory. Building must not allocate any either.
func TestBuildTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no such string fits the address space")
	}
	long := unsafe.String(unsafe.SliceData(make([]byte, 1<<30)), 1<<30)
	b := new(Builder).SetUserinfo(long).SetHost(long).SetQuery(long).SetFragment(long)
	want := &Error{Reason: ReasonTooLong, more: uint32(askedPart) << askedShift}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if u, err := b.URI(); !reflect.DeepEqual(err, error(want)) || u != (URI{}) {
		t.Errorf("%v, want %v", err, want)
	}
	if text, err := b.AppendText(nil); !reflect.DeepEqual(err, error(want)) || text != nil {
		t.Errorf("%d bytes, %v, want %v", len(text), err, want)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("%d bytes were allocated", after.TotalAlloc-before.TotalAlloc)
	}
}

// TestElementsTooLong has a path whose length must be checked before its segments are joined.
func TestElementsTooLong(t *testing.T) {
	path := slices.Repeat([]string{strings.Repeat("a", 1<<16)}, 1<<16)
	want := &Error{Component: ComponentPath, Reason: ReasonTooLong, more: uint32(askedPart) << askedShift}
	if _, err := (Elements{Scheme: "s", Path: path}).URI(); !reflect.DeepEqual(err, error(want)) {
		t.Errorf("%v, want %v", err, want)
	}
}

// TestNormalizeTooLong checks when a text is too long to be normalized. The text itself would be too long for a test.
func TestNormalizeTooLong(t *testing.T) {
	if mayGrow(fsm.MaxLen) || !mayGrow(fsm.MaxLen-maxGrowth) {
		t.Error("a text of the greatest length must not grow, and a shorter one may")
	}
}

// TestRootlessTooLong: the target of a relative base can be longer than base and reference by a "/".
func TestRootlessTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("there is nothing that long")
	}
	up := fsm.MaxLen / 3
	for _, p := range []dotless{{up: up + 1}, {up: up, size: 2}} {
		dst, err := p.appendRootless([]byte("<"), "", new(fsm.Ranges))
		if e, ok := err.(*Error); !ok || e.Reason != ReasonTooLong || string(dst) != "<" {
			t.Errorf("%d climbs and %d bytes: %q, %v", p.up, p.size, dst, err)
		}
	}
}

// TestIsTooLong checks the lengths at which a target is refused, without a text of that length.
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
