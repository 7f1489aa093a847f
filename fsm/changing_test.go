package fsm_test

import (
	"testing"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/hostile"
)

// TestChangingBuffer scans a buffer while another goroutine changes it.
func TestChangingBuffer(t *testing.T) {
	hostile.TestChanging(t, func(s []byte) []func(r *fsm.Ranges) (int, bool) {
		text := unsafe.String(unsafe.SliceData(s), len(s))
		return []func(r *fsm.Ranges) (int, bool){
			func(r *fsm.Ranges) (int, bool) { return fsm.Scan(s, r) },
			func(r *fsm.Ranges) (int, bool) { return fsm.Scan(text, r) },
			func(r *fsm.Ranges) (int, bool) { return fsm.ScanIRI(s, r) },
			func(r *fsm.Ranges) (int, bool) { return fsm.ScanHost(s, r) },
			func(r *fsm.Ranges) (int, bool) { return fsm.ScanOrigin(s, r) },
		}
	})
}
