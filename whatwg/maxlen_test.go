//go:build !race

package whatwg

import (
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// TestMaxLen: percent-encoding of a whole href of the maximum length gives a URI. Longer inputs and hrefs are refused
// before a byte of them is read: a test with real ones would need 1.4 GB. The race detector forbids such slices.
func TestMaxLen(t *testing.T) {
	if n := uint64(maxLen) * uint64(len("%41")); n > fsm.MaxLen || n+uint64(len("%41")) <= fsm.MaxLen {
		t.Errorf("an href of %d bytes can become a URI of %d bytes, and the limit is %d", maxLen, n, uint64(fsm.MaxLen))
	}
	short := []byte("http://example.com/")
	long := unsafe.Slice(unsafe.SliceData(short), maxLen+1) // nothing may read it
	if (&record{out: long[:maxLen]}).isTooLong() || !(&record{out: long}).isTooLong() {
		t.Error("a record has another limit")
	}
	text := unsafe.String(unsafe.SliceData(short), maxLen+1)
	var o ranges.Offsets
	if scanNormal(text, &o) != simd.Nothing || scanPortable(text, &o) != simd.Nothing || IsNormal(text) {
		t.Error("an input that is too long is normal")
	}
	var m machine
	m.init(Parser{})
	defer m.free()
	if m.read(text) || m.err().Code != CodeTooLong {
		t.Errorf("the machine reads an input that is too long: %v", m.err())
	}
}
