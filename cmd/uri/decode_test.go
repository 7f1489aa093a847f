package main

import (
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestDecode: lines are decoded by "percent-decode" of the URL Standard, section 1.3, except for the byte that ends a
// line.
func TestDecode(t *testing.T) {
	for _, test := range []struct {
		args        []string
		stdin, want string
	}{
		{nil, "a+b%2B%2f\n", "a+b+/\n"},
		{nil, "%C3%A9%E9\xff\n\n", "é\xe9\xff\n\n"},
		{nil, "%%41%4%4g%\n", "%A%4%4g%\n"},
		{nil, "a%0Ab%0a%00%0D\n", "a%0Ab%0a\x00\r\n"},
		{nil, "%250A%2%0A%%0a\n", "%0A%2%0A%%0a\n"},
		{[]string{"-0"}, "a%0Ab%00\x00c", "a\nb%00\x00c\x00"},
		{[]string{"-tsv"}, "a%09b\n", "ok\ta\\tb\n"},
		{[]string{"-json"}, "a%22%ff\n", `{"input":"a%22%ff","ok":true,"output":"a\"\udcff"}` + "\n"},
		{[]string{"-max-line=3", "-json"}, "a%2f\n", `{"input":"a%2","ok":false,"offset":3,"reason":"line 1 is longer than 3 bytes"}` + "\n"},
		{[]string{"-field", "output,input"}, "a%09%ff\n", `a\t` + "\\xff\ta%09%ff\n"},
	} {
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
