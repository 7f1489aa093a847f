//go:build linux

package fsm

import (
	"os"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestHTTPGuardPages scans origin-forms and Host values next to unreadable pages.
func TestHTTPGuardPages(t *testing.T) {
	page := os.Getpagesize()
	readable := kit.Guarded(t, 1)
	for _, template := range httpTemplates {
		for length := range min(150, len(template)) + 1 {
			for _, start := range []int{0, page - length} {
				place := readable[start:][:length]
				copy(place, template)
				for _, p := range []Production{OriginForm, HostPort} {
					r, want := stale(), stepped(p, template[:length])
					n, ok := ScanAs(p, place, &r)
					if got := newAnswer(n, ok, &r); got != want {
						t.Fatalf("%q as %v (-automaton +scan):\n%s", place, p, diffAnswers(want, got))
					}
				}
			}
		}
	}
}
