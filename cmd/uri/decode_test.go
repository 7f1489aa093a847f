package main

import (
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestDecode: lines are decoded by "percent-decode" of the URL Standard, section 1.3, except for the byte that ends a
// line.
func TestDecode(t *testing.T) {
	for _, test := range kit.Cases[struct {
		stdin, want string
		args        []string
	}]("decode.txt", "TestDecode") {
		args := append([]string{"decode", "-quiet"}, test.args...)
		if _, got, _ := runWith(test.stdin, args...); got != test.want {
			t.Errorf("%q < %q: %q, want %q", args, test.stdin, got, test.want)
		}
	}
}

// TestEncode: decode restores every line from each result of encode.
func TestEncode(t *testing.T) {
	const lines = "a b%2F\n\x00é\xff\n100% ?#[]@!$&'()*+,;=:/\n\n-._~\n"
	for _, place := range placeWords.Names() {
		_, encoded, _ := runWith(lines, "encode", "-for", place)
		if status, got, stderr := runWith(encoded, "decode"); status != engine.ExitValid || got != lines || stderr != "" {
			t.Errorf("%s: %q, %q, want %q", place, got, stderr, lines)
		}
	}
	for place, want := range map[string]string{"unreserved": "a%2Fb%3D%26%2B%3A\n", "path": "a/b=&+:\n", "pair": "a/b%3D%26%2B:\n"} {
		if _, got, _ := runWith("", "encode", "-for", place, "a/b=&+:"); got != want {
			t.Errorf("%s: %q, want %q", place, got, want)
		}
	}
}
