package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/schemes"
)

// TestNormalize runs examples of RFC 3986, sections 6.2.2 and 6.2.3, with all steps and with none.
func TestNormalize(t *testing.T) {
	const stdin = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d\nHTTP://www.EXAMPLE.com:80\na b\n\n"
	const invalid = "invalid\t1\tpath\tillegal byte\ta b\nok\t\n"
	tests := []struct {
		args []string
		want string
	}{
		{nil, "ok\texample://a/b/c/%7Bfoo%7D\nok\thttp://www.example.com/\n" + invalid},
		{[]string{"-steps=scheme,dot,pct,case"},
			"ok\texample://a/b/c/%7Bfoo%7D\nok\thttp://www.example.com/\n" + invalid},
		{[]string{"-steps="}, "ok\teXAMPLE://a/./b/../b/%63/%7bfoo%7d\nok\tHTTP://www.EXAMPLE.com:80\n" + invalid},
		{[]string{"-json"},
			`{"input":"eXAMPLE://a/./b/../b/%63/%7bfoo%7d","ok":true,"output":"example://a/b/c/%7Bfoo%7D"}
{"input":"HTTP://www.EXAMPLE.com:80","ok":true,"output":"http://www.example.com/"}
{"input":"a b","ok":false,"offset":1,"component":"path","reason":"illegal byte"}
{"input":"","ok":true,"output":""}
`},
	}
	for _, test := range tests {
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
	for _, test := range []struct{ steps, want string }{
		{"scheme-case", "http://[0:0:0:0:0:0:0:A]:80/./%7e%2f"},
		{"host-case", "HTTP://[0:0:0:0:0:0:0:a]:80/./%7e%2f"},
		{"pct-case", "HTTP://[0:0:0:0:0:0:0:A]:80/./%7E%2F"},
		{"case", "http://[0:0:0:0:0:0:0:a]:80/./%7E%2F"},
		{"pct", "HTTP://[0:0:0:0:0:0:0:A]:80/./~%2f"},
		{"address", "HTTP://[::a]:80/./%7e%2f"},
		{"dot", "HTTP://[0:0:0:0:0:0:0:A]:80/%7e%2f"},
		{"scheme", "HTTP://[0:0:0:0:0:0:0:A]/./%7e%2f"},
		{"case,pct,address,dot,scheme", "http://[::a]/~%2F"},
	} {
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
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-key=text"}, "ok\thttp://example.com/a\ninvalid\t1\tpath\tillegal byte\ta b\nok\thttp://example.com/\n"},
		{
			[]string{"-key", "fingerprint"},
			"ok\t5bd48fa66118084cc32779267a31116d\ninvalid\t1\tpath\tillegal byte\ta b\nok\t2a1b402420ef46577471cdc7409b0fa2\n",
		},
		{[]string{"-key=fingerprint", "-iri", "-field=output", "http://résumé.example/%7e"}, "958b486c3997e2c9e5bfc6979f905c11\n"},
		{[]string{"-key=fingerprint", "-steps=case", "-field=output", "HTTP://example.com/%7e"}, "b4e8929f668e590201a2bdfb9c291b23\n"},
		{
			[]string{"-key=fingerprint", "-format={{.input}} {{.output}}", "http://example.com/a/reference/in/normal/form"},
			"http://example.com/a/reference/in/normal/form 167d26c0119985102a2ba6696e195d95\n",
		},
	} {
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
	for _, test := range []struct{ want, args string }{ // TestKey in package surt has the same rules
		{"com,example,www)/A?b&a#f", "-key=surt HTTP://www.EXAMPLE.com:80/x/../A?b&a#f"},
		{"com,example,www)/x/../A?b&a#f", "-steps= -key=text com,example,www)/x/../A?b&a#f"},
		{"h:5432)/d", "-key=surt postgres://h:5432/d"},
		{"postgres://h/d", "-key=text postgres://h:5432/d"},
		{"com,example)/a?a&b", "-key=surt-ia HTTP://www.EXAMPLE.com:80/x/../A?b&a#f"},
		{"http://(com,example,www,)/A?a&b#f", "-key=surt-semantic HTTP://www.EXAMPLE.com:80/x/../A?b&a#f"},
		{"example,xn--rsum-bpad)/%C3%A9", "-key=surt -iri http://résumé.example/é"},
		{"example,%01)/", "-key=surt -iri http://%01.example"},
		{"example,xn--rsum-bpad)/|a", `-key=surt-ia -web http:\\résumé.example\|A`},
		{"1,0,0,127)/", "-key=surt-ia -web http://0x7f.1"},
	} {
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
