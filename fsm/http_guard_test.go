//go:build linux

package fsm

import (
	"os"
	"strconv"
	"syscall"
	"testing"
	"unsafe"

	"github.com/urispan/uri/internal/hostile/input"
)

// TestHTTPGuardPages is TestGuardPages for origin-forms and Host values.
func TestHTTPGuardPages(t *testing.T) {
	page := os.Getpagesize()
	readable := input.Guarded(t, 1)
	for _, template := range httpTemplates {
		for length := range min(150, len(template)) + 1 {
			for _, start := range []int{0, page - length} {
				place := readable[start:][:length]
				copy(place, template)
				text := unsafe.String(unsafe.SliceData(place), length) // a string and a []byte take different roads
				want := originMachine(template[:length])
				for _, got := range []httpAnswer{originAnswer(place), originAnswer(text)} {
					if got != want {
						t.Fatalf("%q: %+v, the machine says %+v", place, got, want)
					}
				}
				want = hostAnswer(place, func(s []byte, r *Ranges) (int, bool) { return hostMachine(s, r.offsets()) })
				for _, got := range []httpAnswer{
					hostAnswer(place, ScanHost[[]byte]), hostAnswer(text, ScanHost[string]),
				} {
					if got != want {
						t.Fatalf("%q: %+v, the machine says %+v", place, got, want)
					}
				}
			}
		}
	}
}

// TestHTTPTooLong is TestTooLong for origin-forms and Host values.
func TestHTTPTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("there is nothing that long")
	}
	size := uint64(MaxLen) + 10
	const flags = syscall.MAP_ANON | syscall.MAP_PRIVATE | syscall.MAP_NORESERVE
	memory, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, flags)
	if err != nil {
		t.Skip(err)
	}
	defer syscall.Munmap(memory)
	for _, long := range []uint64{MaxLen + 1, size} {
		r := stale()
		memory[0] = '/'
		n, ok := ScanOrigin(memory[:long], &r)
		component, reason := ExplainOrigin(memory[:long], n, &r)
		if ok || uint64(n) != MaxLen || component != 0 || reason != TooLong {
			t.Errorf("origin-form of %d bytes: %d, %v, %v, %v", long, n, ok, component, reason)
		}
		n, ok = ScanHost(memory[:long-hostShift], &r)
		component, reason = ExplainHost(memory[:long-hostShift], n, &r)
		if ok || uint64(n) != min(long-hostShift, MaxLen) || component != 0 || reason != TooLong {
			t.Errorf("Host of %d bytes: %d, %v, %v, %v", long-hostShift, n, ok, component, reason)
		}
	}
}
