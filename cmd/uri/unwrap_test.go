package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestUnwrap runs the verb with arguments and with lines. The tests of package urlkey test the services.
func TestUnwrap(t *testing.T) {
	const link = "https://vk.com/away.php?to=https%3A%2F%2Fa.example%2F%3Fb%23c"
	for _, test := range kit.Cases[struct{ args, in, stdout string }]("unwrap.txt", "TestUnwrap", map[string]any{"link": link}) {
		args := append([]string{"unwrap"}, strings.Fields(test.args)...)
		if _, stdout, _ := runWith("", append(args, test.in)...); stdout != test.stdout {
			t.Errorf("%q %s: %q, want %q", args, test.in, stdout, test.stdout)
		}
		if _, stdout, _ := runWith(strings.Repeat(test.in+"\n", 3), args...); stdout != strings.Repeat(test.stdout, 3) {
			t.Errorf("%q of lines: %q, want %q three times", args, stdout, test.stdout)
		}
	}
	if status, stdout, stderr := runWith("", "unwrap", "http://h", "x"); status != engine.ExitInvalid || stdout != "http://h/\n" || !strings.Contains(stderr, "argument 2") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}
