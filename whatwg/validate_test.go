package whatwg_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/whatwg"
)

// validateTests are the examples of the table of validation errors (section 1.1), in their order, and further cases
// that follow from the steps named beside them. The errors are given by their names and ranges. If fails is set, the
// last one is the failure.
var validateTests = []struct {
	input, base string
	fails       bool
	want        string
}{
	{"https://example.org/", "", false, ""},
	{"https://exa%23mple.org", "", true, "domain-percent-encoded 11-14, domain-to-ASCII 8-22"},
	{"https://exam%70le.org", "", false, "domain-percent-encoded 12-15"},
	{"foo://exa[mple.org", "", true, "host-invalid-code-point 9-10"},
	{"https://127.0.0.1./", "", false, "domain-to-ASCII 18-18, IPv4-empty-part 17-18"},
	{"https://1.2.3/", "", false, "IPv4-too-few-parts 8-13"},
	{"https://1.2.3.4.5/", "", true, "IPv4-too-many-parts 8-17"},
	{"https://test.42", "", true, "IPv4-too-few-parts 8-15, IPv4-non-numeric-part 8-12"},
	{"https://127.0.0x0.1", "", false, "IPv4-non-decimal-part 14-17"},
	{"https://255.255.4000.1", "", true, "IPv4-out-of-range-part 16-20"},
	{"https://1.2.3.８", "", false, "IPv4-non-ASCII-input 14-17"},
	{"https://[::1", "", true, "IPv6-unclosed 8-12"},
	{"https://[:1]", "", true, "IPv6-invalid-compression 10-11"},
	{"https://[1:2:3:4:5:6:7:8:9]", "", true, "IPv6-too-many-pieces 25-26"},
	{"https://[1::1::1]", "", true, "IPv6-multiple-compression 14-15"},
	{"https://[1:2:3!:4]", "", true, "IPv6-invalid-code-point 14-15"},
	{"https://[1:2:3:]", "", true, "IPv6-invalid-code-point 15-16"},
	{"https://[1:2:3]", "", true, "IPv6-too-few-pieces 14-15"},
	{"https://[::01]", "", false, "IPv6-piece-leading-zero 11-13"},
	{"https://[1:1:1:1:1:1:1:127.0.0.1]", "", true, "IPv4-in-IPv6-too-many-pieces 23-24"},
	{"https://[ffff::.0.0.1]", "", true, "IPv4-in-IPv6-invalid-code-point 15-16"},
	{"https://[ffff::127.0.xyz.1]", "", true, "IPv4-in-IPv6-invalid-code-point 21-22"},
	{"https://[ffff::127.0xyz]", "", true, "IPv4-in-IPv6-invalid-code-point 20-21"},
	{"https://[ffff::127.00.0.1]", "", true, "IPv4-in-IPv6-invalid-code-point 20-21"},
	{"https://[ffff::127.0.0.1.2]", "", true, "IPv4-in-IPv6-invalid-code-point 24-25"},
	{"https://[ffff::127.0.0.4000]", "", true, "IPv4-in-IPv6-out-of-range-part 25-26"},
	{"https://[ffff::127.0.0]", "", true, "IPv4-in-IPv6-too-few-parts 22-23"},
	{"https://example.org/>", "", false, "invalid-URL-unit 20-21"},
	{" https://example.org ", "", false, "invalid-URL-unit 0-1"},
	{"ht\ntps://example.org", "", false, "invalid-URL-unit 2-3"},
	{"https://example.org/%s", "", false, "invalid-URL-unit 20-21"},
	{"file:c:/my-secret-folder", "", false, "special-scheme-missing-following-solidus 5-5"},
	{"https:example.org", "", false, "special-scheme-missing-following-solidus 6-6"},
	{"https:foo.html", "https://example.org/", false, "special-scheme-missing-following-solidus 6-6"},
	{"💩", "", true, "missing-scheme-non-relative-URL 0-0"},
	{"💩", "mailto:user@example.org", true, "missing-scheme-non-relative-URL 0-0"},
	{`https://example.org\path\to\file`, "", false,
		"invalid-reverse-solidus 19-20, invalid-reverse-solidus 24-25, invalid-reverse-solidus 27-28"},
	{"https://user@example.org", "", false, "invalid-credentials 8-13"},
	{"ssh://user@example.org", "", false, "invalid-credentials 6-11"},
	{"https://#fragment", "", true, "host-missing 8-8"},
	{"https://:443", "", true, "host-missing 8-8"},
	{"https://user:pass@", "", true, "invalid-credentials 8-18, host-missing 18-18"},
	{"https://example.org:70000", "", true, "port-out-of-range 20-25"},
	{"https://example.org:7z", "", true, "port-invalid 21-22"},
	// The standard's example is "/c:/path/to/file", but only the file state has this error, which never reads the "/".
	{"/c:/path/to/file", "file:///c:/", false, ""},
	{"c|/path", "file:///c:/", false, "file-invalid-Windows-drive-letter 0-2, invalid-URL-unit 1-2"},
	{"file://c:", "", false, "file-invalid-Windows-drive-letter-host 7-9"},

	// Leading and trailing C0 control or space is one error.
	{"https://example.org \n", "", false, "invalid-URL-unit 19-21"},
	{" \x1f", "", true, "invalid-URL-unit 0-2, missing-scheme-non-relative-URL 2-2"},
	// The errors of the states of the path, the query and the fragment are one for each code point.
	{"https://a/^%\u0080\ufffe?\"%4#`\U0010ffff\U0010fffd", "", false, "invalid-URL-unit 10-11, invalid-URL-unit 11-12, " +
		"invalid-URL-unit 12-14, invalid-URL-unit 14-17, invalid-URL-unit 18-19, invalid-URL-unit 19-20, " +
		"invalid-URL-unit 22-23, invalid-URL-unit 23-27"},
	{"https://a/\ufdcf\ufdd0\ufdef\ufdf0", "", false, "invalid-URL-unit 13-16, invalid-URL-unit 16-19"},
	// Offsets count in the input before tabs are removed.
	{"\x01https:\t//a\t/b\n\"c/%\t41%\r", "", false,
		"invalid-URL-unit 0-1, invalid-URL-unit 7-8, invalid-URL-unit 15-16, invalid-URL-unit 22-23"},
	// Tabs and newlines after a range are not a part of it.
	{"https://user@\n\th/\\\r\n", "", false,
		"invalid-URL-unit 18-20, invalid-URL-unit 13-14, invalid-credentials 8-13, invalid-reverse-solidus 17-18"},
	{"file://c\t|\n/", "", false, "invalid-URL-unit 8-9, file-invalid-Windows-drive-letter-host 7-10"},
	// U+FFFD, which replaces ill-formed sequences, is a URL code point.
	{"https://a/\xff\xe2\x82<\xff>", "", false, "invalid-URL-unit 13-14, invalid-URL-unit 15-16"},
	// The opaque-host parser has two errors at most.
	{"foo://a\"b\"%z%", "", false, "invalid-URL-unit 7-8, invalid-URL-unit 10-11"},
	// opaque path state
	{"mailto: a b", "", false, "invalid-URL-unit 7-8, invalid-URL-unit 9-10"},
	// special authority ignore slashes state
	{"https:///\\a", "", false,
		"special-scheme-missing-following-solidus 8-9, special-scheme-missing-following-solidus 9-10"},
	// authority state: an error for each "@"
	{"https://a@b@c/", "", false, "invalid-credentials 8-10, invalid-credentials 8-12"},
	// file state and file slash state
	{`file:\\a`, "", false,
		"special-scheme-missing-following-solidus 5-5, invalid-reverse-solidus 5-6, invalid-reverse-solidus 6-7"},
	{`\\a`, "https://b", false, "invalid-reverse-solidus 0-1, invalid-reverse-solidus 1-2"},
	// path state: the buffer with a drive letter was not checked
	{"file://c|/d|", "", false, "file-invalid-Windows-drive-letter-host 7-9, invalid-URL-unit 11-12"},
	// domain parser: beStrict is true for the error, and false for the result
	{"https://a_b/", "", false, "domain-to-ASCII 8-11"},
	{"https://xn--a/", "", false, "domain-to-ASCII 8-13"},
	{"https://xn--a.ß/", "", true, "domain-to-ASCII 8-13"},
	{"https://☕.example/", "", false, ""},
	{"https://a..b/", "", false, "domain-to-ASCII 10-10"},
	{"https://a<b/", "", true, "domain-to-ASCII 8-11"},
	{"https://%ff/", "", true, "domain-percent-encoded 8-11, domain-to-ASCII 8-11"},
	{"https://%C2%AD/", "", true, "domain-percent-encoded 8-11, domain-to-ASCII 8-14"},
	// IPv4 parser
	{"https://0x.09/", "", true,
		"IPv4-too-few-parts 8-13, IPv4-non-decimal-part 8-10, IPv4-non-numeric-part 11-13"},
	{"https://1..1/", "", true, "domain-to-ASCII 10-10, IPv4-too-few-parts 8-12, IPv4-non-numeric-part 10-10"},
	{"https://1.256/", "", false, "IPv4-too-few-parts 8-13, IPv4-out-of-range-part 10-13"},
	{"https://0x1ffffffff/", "", true,
		"IPv4-too-few-parts 8-19, IPv4-non-decimal-part 8-19, IPv4-out-of-range-part 8-19"},
	{"https://256.1.257.1/", "", true, "IPv4-out-of-range-part 8-11"},
	{"https://%31/", "", false, "domain-percent-encoded 8-11, IPv4-too-few-parts 8-11"},
	// host parser: the domain is not ASCII before the domain parser maps it. The error comes before the errors of the
	// IPv4 parser.
	{"https://1.2.3８/", "", false, "IPv4-non-ASCII-input 13-16, IPv4-too-few-parts 8-16"},
	{"https://①.②.③.④/", "", false, "IPv4-non-ASCII-input 8-11"},
	{"https://1。2。3。4/", "", false, "IPv4-non-ASCII-input 9-12"},
	{"https://1.2.3.⁴/", "", false, "IPv4-non-ASCII-input 14-17"},
	{"https://u@1.2.3.\t𝟒/", "", false, "invalid-URL-unit 16-17, invalid-credentials 8-10, IPv4-non-ASCII-input 17-21"},
	{"https://1.2.3.%EF%BC%98/", "", false, "domain-percent-encoded 14-17, IPv4-non-ASCII-input 8-23"},
	{"https://1.2.%33.８/", "", false, "domain-percent-encoded 12-15, IPv4-non-ASCII-input 16-19"},
	{"https://1.2.3.\u00ad4/", "", false, "IPv4-non-ASCII-input 14-16"},
	{"https://１.2.3.4.5/", "", true, "IPv4-non-ASCII-input 8-11, IPv4-too-many-parts 8-19"},
	{"https://２５６.1/", "", true, "IPv4-non-ASCII-input 8-11, IPv4-too-few-parts 8-19, IPv4-out-of-range-part 8-19"},
	{"https://８.example/", "", false, ""},
	{"foo://１.2.3.4/", "", false, ""},
	// IPv6 parser: the error for a leading zero follows the error for what ends the piece
	{"https://[01:002:3]", "", true,
		"IPv6-piece-leading-zero 9-11, IPv6-piece-leading-zero 12-15, IPv6-too-few-pieces 17-18"},
	{"https://[01:02!]", "", true, "IPv6-piece-leading-zero 9-11, IPv6-invalid-code-point 14-15"},
	{"https://[01:]", "", true, "IPv6-invalid-code-point 12-13"},
	{"https://[::01:01.1.1.1]", "", true, "IPv6-piece-leading-zero 11-13, IPv4-in-IPv6-invalid-code-point 15-16"},
}

func TestValidate(t *testing.T) {
	seen := map[whatwg.Code]bool{}
	for _, test := range validateTests {
		var base whatwg.URL
		if test.base != "" {
			base = whatwg.MustParse(test.base)
		}
		found, err := whatwg.Validate(base, test.input)
		var list []string
		for _, e := range found {
			seen[e.Code] = true
			list = append(list, fmt.Sprintf("%v %d-%d", e.Code, e.Offset, e.End))
		}
		if diff := cmp.Diff(test.want, strings.Join(list, ", ")); diff != "" || (err != nil) != test.fails {
			t.Errorf("%q: %v, want failure %t, -want +got:\n%s", test.input, err, test.fails, diff)
		}
		checkValidate(t, base, test.input)
	}
	for c := whatwg.Code(1); c < whatwg.CodeTooLong; c++ {
		if !seen[c] {
			t.Errorf("no case has %v", c)
		}
	}
}

// checkValidate checks that Validate and Parse agree.
func checkValidate(t *testing.T, base whatwg.URL, input string) {
	t.Helper()
	found, err := whatwg.Validate(base, input)
	_, parseErr := base.Parse(input)
	if fmt.Sprint(err) != fmt.Sprint(parseErr) {
		t.Errorf("%q: %v, but Parse says %v", input, err, parseErr)
	}
	for _, e := range found {
		if e.Offset < 0 || e.End < e.Offset || len(input) < e.End {
			t.Errorf("%q: %v at %d to %d", input, e.Code, e.Offset, e.End)
		}
	}
	var failure *whatwg.Error
	if errors.As(err, &failure) {
		if last := found[len(found)-1]; last.Code != failure.Code || last.Offset != failure.Offset {
			t.Errorf("%q: %v, but the last validation error is %v at %d", input, err, last.Code, last.Offset)
		}
	}
}

func TestCodeString(t *testing.T) {
	for c, want := range map[whatwg.Code]string{
		0: "Code(0)", whatwg.CodeDomainToASCII: "domain-to-ASCII", whatwg.CodeTooLong: "too-long", 200: "Code(200)",
		whatwg.CodeTooLong + 1: fmt.Sprintf("Code(%d)", whatwg.CodeTooLong+1),
	} {
		if got := c.String(); got != want {
			t.Errorf("%d: %q, want %q", uint8(c), got, want)
		}
	}
}
