package reference

import (
	"strconv"
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
)

// TestNormalizeTooLong checks when a reference is too long to be normalized. The reference itself would be too long for
// a test.
func TestNormalizeTooLong(t *testing.T) {
	if mayGrow(fsm.MaxLen) || !mayGrow(fsm.MaxLen-maxGrowth) {
		t.Error("a text of the greatest length must not grow, and a shorter one may")
	}
}

// TestTargetTooLong checks that targets are refused from a certain length on, without reading as many bytes. A target
// with a relative path can become longer when its dot segments are removed.
func TestTargetTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no such string fits the address space")
	}
	const quarter = 1 << 30
	long := unsafe.String(unsafe.SliceData(make([]byte, quarter)), quarter)
	for _, test := range []struct {
		fragment int // the other strings have a quarter of 1<<32 bytes each
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
		fault := (&target{components: c, dir: long}).checkSize(test.growth)
		if (fault != nil) != test.want || fault != nil && fault.Reason != fsm.TooLong {
			t.Errorf("%+v: %+v", test, fault)
		}
	}
}
