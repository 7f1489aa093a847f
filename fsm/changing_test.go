package fsm_test

import (
	"strings"
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
			func(r *fsm.Ranges) (int, bool) { return fsm.ScanAs(fsm.IRIReference, s, r) },
			func(r *fsm.Ranges) (int, bool) { return fsm.ScanAs(fsm.HostPort, s, r) },
			func(r *fsm.Ranges) (int, bool) { return fsm.ScanAs(fsm.OriginForm, s, r) },
		}
	})
}

// TestChangingRecords reads the records of a buffer while another goroutine changes it.
func TestChangingRecords(t *testing.T) {
	text := strings.Repeat("https://h/a%41?b#c\nx://u@h:1/y\n\n/a b\n", 12)
	hostile.TestChangingText(t, text, func(s []byte) []func(r *fsm.Ranges) (int, bool) {
		return []func(r *fsm.Ranges) (int, bool){func(r *fsm.Ranges) (int, bool) {
			end := 0
			for rec := range fsm.Records(s, '\n') {
				if lo := int(rec.Offset); lo < end || cap(rec.Bytes) != len(rec.Bytes) || rec.N < 0 || rec.N > len(rec.Bytes) {
					return -1, false
				}
				end = int(rec.Offset) + len(rec.Bytes)
			}
			return end, true
		}}
	})
}
