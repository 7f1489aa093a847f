package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/test/kit"
)

// TestNormalize runs examples of RFC 3986, sections 6.2.2 and 6.2.3, with all steps and with none.
func TestNormalize(t *testing.T) {
	const stdin = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d\nHTTP://www.EXAMPLE.com:80\na b\n\n"
	for _, test := range kit.Cases[struct {
		want string
		args []string
	}]("normalize.txt", "TestNormalize") {
		status, stdout, stderr := runWith(stdin, tabbed(append([]string{"normalize"}, test.args...)...)...)
		if status != engine.ExitInvalid || stderr != "" {
			t.Errorf("%q: status %d, %q", test.args, status, stderr)
		}
		if diff := cmp.Diff(test.want, stdout); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.args, diff)
		}
	}
}

// TestStepWords: the words of -steps are the names of steps, and each step has a word.
func TestStepWords(t *testing.T) {
	const input = "HTTP://[0:0:0:0:0:0:0:A]:80/./%7e%2f"
	for _, test := range kit.Cases[struct{ steps, want string }]("normalize.txt", "TestStepWords") {
		for _, dialect := range []string{"-iri=false", "-iri"} {
			_, stdout, stderr := runWith("", "normalize", dialect, "-field=output", "-steps="+test.steps, input)
			if stdout != test.want+"\n" || stderr != "" {
				t.Errorf("%s %s: %q, %q", dialect, test.steps, stdout, stderr)
			}
		}
	}
	all := uri.Steps(0)
	for _, word := range stepWords {
		all |= word.Value
	}
	if all != uri.AllSteps {
		t.Errorf("the words have the steps %v", all)
	}
}

// TestNormalizeKey compares keys with digests that sha256sum of GNU coreutils computed.
func TestNormalizeKey(t *testing.T) {
	const stdin = "http://example.com/b/%2E./%61\na b\nHTTP://Example.com:80\n"
	for _, test := range kit.Cases[struct {
		want string
		args []string
	}]("normalize.txt", "TestNormalizeKey") {
		if _, stdout, stderr := runWith(stdin, tabbed(append([]string{"normalize"}, test.args...)...)...); stdout != test.want || stderr != "" {
			t.Errorf("%q: %q, %q", test.args, stdout, stderr)
		}
	}
	fingerprintOf := func(ref string) string {
		_, stdout, _ := runWith("", "normalize", "-key=fingerprint", "-field=output", ref)
		return stdout
	}
	withPort := fingerprintOf("new://h:77/")
	func() {
		defer func(was []schemes.Port) { schemes.DefaultPorts = was }(schemes.DefaultPorts)
		schemes.DefaultPorts = append(slices.Clone(schemes.DefaultPorts), schemes.Port{Scheme: "new", Number: 77})
		if got := fingerprintOf("new://h:77/"); got != withPort {
			t.Errorf("a further default port changes a fingerprint from %q to %q", withPort, got)
		}
	}()
	for _, test := range kit.Cases[struct{ want, args string }]("normalize.txt", "TestNormalizeKey/drop") {
		args := append([]string{"normalize", "-field=output"}, strings.Fields(test.args)...)
		if _, stdout, stderr := runWith("", args...); stdout != test.want+"\n" || stderr != "" {
			t.Errorf("%q: %q, %q", args, stdout, stderr)
		}
	}
	for _, args := range [][]string{{"-key=hash", "a"}, {"-key=fingerprint", "-web", "a"}} {
		if status, _, stderr := runWith("", append([]string{"normalize"}, args...)...); status != engine.ExitTrouble {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
}
