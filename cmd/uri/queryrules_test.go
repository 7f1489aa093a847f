package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestQueryRules runs normalize and dedupe with rules for queries, in each dialect.
func TestQueryRules(t *testing.T) {
	const in = "HTTP://h/?utm_a=1&b=2&a=%7e&c=#f"
	for _, test := range kit.Cases[struct{ args, in, want string }]("queryrules.txt", "TestQueryRules", map[string]any{"in": in}) {
		args := append([]string{"normalize", "-field=output"}, strings.Fields(test.args)...)
		if _, stdout, stderr := runWith("", append(args, test.in)...); stdout != test.want+"\n" || stderr != "" {
			t.Errorf("%q %s: %q, %q", args, test.in, stdout, stderr)
		}
		_, stdout, stderr := runWith(strings.Repeat(test.in+"\n", 3), args...) // in several formats and workers
		if stdout != strings.Repeat(test.want+"\n", 3) || stderr != "" {
			t.Errorf("%q of lines: %q, %q", args, stdout, stderr)
		}
	}
	_, picture, _ := runWith("", "normalize", "-picture=always", "-key=shape", "http://h/17")
	if want := "   http://h/17\n   http://h/{number}\n"; picture != want { // a shape has no components
		t.Errorf("%q, want %q", picture, want)
	}
	for _, test := range kit.Cases[struct{ args, in, want string }]("queryrules.txt", "TestQueryRules/verbs") {
		args := append([]string{"dedupe", "-quiet", "-memory=64K"}, strings.Fields(test.args)...)
		if _, stdout, stderr := runWith(test.in, args...); stdout != test.want || stderr != "" {
			t.Errorf("%q: %q, want %q; %q", args, stdout, test.want, stderr)
		}
	}
	for _, args := range [][]string{
		{"normalize", "-drop="}, {"normalize", "-keep", "a,,b", "x"}, {"dedupe", "-drop", "a,"}, {"split", "-drop", "a", "x"},
		{"normalize", "-drop"},
	} {
		if status, _, stderr := runWith("", args...); status != engine.ExitTrouble || !strings.Contains(stderr, "-drop") && !strings.Contains(stderr, "-keep") {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
}
