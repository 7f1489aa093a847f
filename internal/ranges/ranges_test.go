package ranges_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
)

// The tests compose heads and tails where the path of the tail begins. The whole must scan into the same components. So
// each head ends with "/" or has an authority, and each tail begins with a segment or "/".
var (
	composeHeads = []string{"s:/", "s:a/", "scheme://u:p@host:80/", "s://h/a/b/", "//h/", "//@:/", "/", "a/", "s:///"}
	composeTails = []string{"", "a", "a/b?q#f", "?", "?#", "?q", "#", "#f", "./b:c?d"}
)

// composeAll are texts with an authority. Each other component is defined, empty or undefined in some of them.
var composeAll = []string{"//", "//h", "//u@h:1/p?q#f", "//@:?#", "//[::1]/a", "///p", "//h?", "//h#", "//u:p@h:/"}

func scanned(t *testing.T, s string) *ranges.Offsets {
	t.Helper()
	var r ranges.Ranges
	if n, ok := fsm.Scan(s, (*fsm.Ranges)(&r)); !ok {
		t.Fatalf("%q is dead at %d", s, n)
	}
	return r.Offsets()
}

// checkComposed checks that o has the offsets that a scan of text finds.
func checkComposed(t *testing.T, text string, o *ranges.Offsets) {
	t.Helper()
	if diff := cmp.Diff(scanned(t, text), o); diff != "" {
		t.Errorf("%q (-scanned +composed):\n%s", text, diff)
	}
	if o.Len() != len(text) {
		t.Errorf("%q has the length %d", text, o.Len())
	}
}

func TestSetTail(t *testing.T) {
	for _, head := range composeHeads {
		for _, tail := range composeTails {
			var r ranges.Offsets
			r.SetTail(scanned(t, head), scanned(t, tail), len(head))
			checkComposed(t, head+tail, &r)

			r = *scanned(t, tail)
			r.SetTail(scanned(t, head), &r, len(head))
			checkComposed(t, head+tail, &r)

			r = *scanned(t, head)
			r.SetTail(&r, scanned(t, tail), len(head))
			checkComposed(t, head+tail, &r)

			r.SetTail(&r, scanned(t, "s://h/./"+tail), len(head)-len("s://h/./"))
			checkComposed(t, head+tail, &r)
		}
	}
}

func TestSetFragment(t *testing.T) {
	for _, head := range composeHeads {
		for _, query := range []string{"", "?", "?q"} {
			for _, tail := range []string{"", "#", "#f"} {
				var r ranges.Offsets
				r.SetFragment(scanned(t, head+query+"#g"), scanned(t, "http:"+tail), len(head+query)-len("http:"))
				checkComposed(t, head+query+tail, &r)

				r = *scanned(t, tail)
				r.SetFragment(scanned(t, head+query), &r, len(head+query))
				checkComposed(t, head+query+tail, &r)

				r.CutFragment()
				checkComposed(t, head+query, &r)
			}
		}
	}
}

func TestSetScheme(t *testing.T) {
	for _, tail := range composeAll {
		var r ranges.Offsets
		r.SetScheme(len("scheme"), scanned(t, tail), len("scheme:"))
		checkComposed(t, "scheme:"+tail, &r)

		r = *scanned(t, "s:"+tail)
		r.SetScheme(len("scheme"), &r, len("scheme:")-len("s:"))
		checkComposed(t, "scheme:"+tail, &r)
	}
}

func TestShiftEnds(t *testing.T) {
	for _, head := range composeHeads {
		for _, tail := range []string{"", "?", "#", "?q#f", "?#"} {
			r := *scanned(t, head+"a/.."+tail)
			r.ShiftEnds(-len("a/.."))
			checkComposed(t, head+tail, &r)

			r.ShiftEnds(len("b"))
			checkComposed(t, head+"b"+tail, &r)
		}
	}
}

func TestLen(t *testing.T) {
	for _, head := range composeHeads {
		for _, tail := range append(composeTails, composeAll...) {
			var r ranges.Ranges
			if _, ok := fsm.Scan(head+tail, (*fsm.Ranges)(&r)); ok && r.Offsets().Len() != len(head+tail) {
				t.Errorf("%q has the length %d", head+tail, r.Offsets().Len())
			}
		}
	}
}

// TestSetTarget composes URIs of a scheme, a host and a request-target.
func TestSetTarget(t *testing.T) {
	for _, scheme := range []string{"http", "https"} {
		for _, authority := range []string{"h", "h:80", "[::1]:8080", ""} {
			for _, target := range []string{"", "/", "//a/b?c", "/?"} {
				var host, origin, r ranges.Ranges
				fsm.ScanAs(fsm.HostPort, authority, (*fsm.Ranges)(&host))
				fsm.ScanAs(fsm.OriginForm, target, (*fsm.Ranges)(&origin))
				r.Offsets().SetTarget(len(scheme), host.Offsets(), origin.Offsets())
				checkComposed(t, scheme+"://"+authority+target, r.Offsets())
			}
		}
	}
}
