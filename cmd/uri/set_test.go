package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestSet: the components that are named change, and no others. An input without a result is marked with its reason.
func TestSet(t *testing.T) {
	for _, test := range kit.Cases[struct{ args, ref, want string }]("set.txt", "TestSet") {
		args := append([]string{"set", "-0", "-invalid=mark", "-report=/dev/null"}, strings.Fields(test.args)...)
		status, got, _ := runWith(test.ref+"\x00", args...)
		if status == engine.ExitTrouble {
			got = "trouble\x00"
		}
		if got != test.want+"\x00" || strings.HasPrefix(got, "invalid") != (status == engine.ExitInvalid) {
			t.Errorf("%q < %s: %d, %q, want %q", test.args, test.ref, status, got, test.want)
		}
	}
}

// TestSetArguments: before "--", an argument is a setting or, with a ":" or "/", a URL. Messages do not show arguments.
func TestSetArguments(t *testing.T) {
	for _, test := range kit.Cases[struct{ args, want string }]("set.txt", "TestSetArguments") {
		_, stdout, stderr := runWith("", append([]string{"set"}, strings.Fields(test.args)...)...)
		if got := stdout + stderr; !strings.HasPrefix(got, test.want) || strings.Contains(got, "hunter") {
			t.Errorf("%q: %q, want %q", test.args, got, test.want)
		}
	}
}
