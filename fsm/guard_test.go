//go:build linux

package fsm

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestGuardPages scans inputs next to unreadable pages, one before and one after two readable pages. A read of one byte
// outside crashes. Inputs also lie across the border between the two pages.
func TestGuardPages(t *testing.T) {
	page := os.Getpagesize()
	readable := kit.Guarded(t, 2)
	check := func(s string, gap int) { // gap is the distance between s and the unreadable page
		want := stepped(URIReference, s)
		for _, start := range []int{gap, 2*page - gap - len(s), page - gap, page - len(s)/2} {
			place := readable[start:][:len(s)]
			copy(place, s)
			got := scanInPlace(place)
			if got != want {
				t.Fatalf("%q (-automaton +scan):\n%s", s, diffAnswers(want, got))
			}
		}
	}
	for _, s := range conformance(t) {
		for gap := range 65 { // code that avoids one page must not read the other
			check(s, gap)
		}
	}
	for _, template := range templates {
		for length := range min(300, len(template)) + 1 {
			// The rest of the template follows the input in the page, and could be mistaken for a part of it.
			copy(readable, template)
			copy(readable[2*page-len(template):], template)
			check(template[:length], 0)
			check(template[len(template)-length:], 0)
		}
	}
}

// TestGuardRecords reads records in buffers of all lengths next to unreadable pages, and compares them with the
// automaton. The buffers have no capacity after their end.
func TestGuardRecords(t *testing.T) {
	page := os.Getpagesize()
	readable := kit.Guarded(t, 2)
	for _, line := range []string{
		"https://www.example.com/a/b?c#d\n", "\n", "a\r\n", "/a\x00b\n", "//h:80/%41/?%4\n", "?a#b%41?\n",
		"//" + strings.Repeat("h", 54) + ":" + strings.Repeat("1", 100), // the port begins at the end of a window
		strings.Repeat("x", 56) + "://u@[::1]:80/\n",
	} {
		for i := range readable {
			readable[i] = line[i%len(line)]
		}
		for n := 0; n < 1000; n += 1 + n/kit.Rounds(70, 70, 1000) {
			last := readable[2*page-n:]
			for _, data := range [][]byte{readable[:n:n], last, readable[page-n : page : page], readable[page-n/2:][:n:n]} {
				checkRecords(t, data, '\n')
			}
		}
		checkRecords(t, readable, '\n')
	}
}

// TestTooLong scans an input that is longer than offsets can express. The system provides its memory only when it is
// read, so the scan must not read all of it.
func TestTooLong(t *testing.T) {
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
	top := uint64(MaxLen)
	memory[top] = 0xff // the memory is zero except for this byte, where an IRI would continue
	memory[0] = '/'
	for _, p := range productions {
		r, long := stale(), memory
		if p == HostPort {
			long = memory[:top-1] // the ranges need two bytes more
		}
		n, ok := ScanAs(p, long, &r)
		component, reason := Explain(p, long, n)
		if ok || uint64(n) != min(top, uint64(len(long))) || component != 0 || reason != TooLong {
			t.Errorf("production %v: n %d, ok %v, %v, %v", p, n, ok, component, reason)
		}
	}
	// An input one byte shorter is scanned, and is invalid soon.
	longest := memory[:top]
	copy(longest, "a:")
	for p, want := range map[Production]int{
		URIReference: 2, URI: 2, AbsoluteURI: 2, RelativeRef: 1, IRIReference: 2, IRI: 2, AbsoluteIRI: 2, IRelativeRef: 1,
		OriginForm: 0,
	} {
		var r Ranges
		if n, ok := ScanAs(p, longest, &r); n != want || ok {
			t.Errorf("production %v: of %d bytes n %d, ok %v", p, len(longest), n, ok)
		}
		if _, reason := Explain(p, longest, want); reason == TooLong {
			t.Errorf("production %v: of %d bytes %v", p, len(longest), reason)
		}
	}
	longest[1] = '<'
	if n, ok := ScanAs(HostPort, longest[:top-2], new(Ranges)); n != 1 || ok {
		t.Errorf("HostPort: of %d bytes n %d, ok %v", top-2, n, ok)
	}
}
