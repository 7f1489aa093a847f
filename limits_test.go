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

// TestTargetTooLong checks the lengths at which a target is refused, without reading a text of that length. A target with
// a relative path can become longer when its dot segments are removed.
func TestTargetTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no such string fits the address space")
	}
	const quarter = 1 << 30
	long := unsafe.String(unsafe.SliceData(make([]byte, quarter)), quarter)
	for _, test := range []struct {
		fragment int // the other texts have a quarter of 1<<32 bytes each
		growth   uint64
		want     bool
	}{
		{quarter - 2, 0, false}, // MaxLen
		{quarter - 1, 0, true},
		{quarter, 0, true},
		{quarter - 2, 1, true},
		{quarter - 2 - relativeGrowth, relativeGrowth, false},
	} {
		c := components{path: long, query: long, fragment: long[:test.fragment]}
		err := (&target{components: c, dir: long}).checkSize(test.growth)
		if e, ok := err.(*Error); (err != nil) != test.want || ok && e.Reason != ReasonTooLong {
			t.Errorf("%+v: %v", test, err)
		}
	}
}
