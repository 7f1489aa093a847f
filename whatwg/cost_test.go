package whatwg_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// Results are assigned to these variables, so that the compiler neither drops them nor keeps them on the stack.
var (
	sinkURL    whatwg.URL
	sinkErr    error
	sinkOK     bool
	sinkBytes  []byte
	sinkString string
)

// TestAllocs checks the number of allocations. A case is named after its function, with details after a "/".
func TestAllocs(t *testing.T) {
	if hostile.PoolsForget {
		t.Skip("with the race detector, sync.Pool drops buffers at random")
	}
	const normal, bad = "https://example.com:8080/a/b?c=d#e", "https://example.com:port/"
	inputs := map[string]string{
		"repair":    " HTTPS:\\\\EXAMPLE.com:443/a/../b c?'q'#`f`",
		"tabs":      "ht\ntps://exam\tple.com/a\n/b",
		"not UTF-8": "https://example.com/\xff\xe2\x82?\xff",
		"encoded":   "https://%65xample.com/%2e%2E/a",
		"IPv4":      "https://0x7f.1/",
		"IPv6":      "https://[0::FFFF:127.0.0.1]:1/",
		"opaque":    "foo:a b  ?é",
		"null host": "foo:/..//bar",
		"file":      `file:c|\a\..\b`,
		"long":      "https://example.com/" + strings.Repeat("a b/", 4000),
	}
	base := whatwg.MustParse("https://joe:secret@example.com:8080/a/b/c?d#e")
	buf := make([]byte, 0, 64<<10)
	type cost struct {
		name string
		want float64
		f    func()
	}
	costs := []cost{
		{"Parse/normal", 0, func() { sinkURL, sinkErr = whatwg.Parse(normal) }},
		{"Parse/invalid", 1, func() { sinkURL, sinkErr = whatwg.Parse(bad) }},
		{"CanParse", 0, func() { sinkOK = whatwg.CanParse(normal) }},
		{"CanParse/invalid", 0, func() { sinkOK = whatwg.CanParse(bad) }},
		{"CanParse/invalid IPv6 address", 0, func() { sinkOK = whatwg.CanParse("https://[::1::]/") }},
		{"AppendHref/invalid", 1, func() { sinkBytes, sinkErr = whatwg.AppendHref(buf, bad) }},
		{"URL.Parse/relative", 1, func() { sinkURL, sinkErr = base.Parse("../x y?z") }},
		{"Parser.AppendHref/relative", 0, func() { sinkBytes, sinkErr = whatwg.Parser{}.AppendHref(buf, base, "../x y?z") }},
		{"Scheme", 0, func() { sinkString, sinkOK = whatwg.Scheme("mailto:a b") }},
		{"Scheme/changed", 1, func() { sinkString, sinkOK = whatwg.Scheme(" HTTPS://example.com/") }},
		{"SameOriginRef", 0, func() { sinkString, sinkOK = whatwg.SameOriginRef("../x?y#z") }},
		{"SameOriginRef/changed", 1, func() { sinkString, sinkOK = whatwg.SameOriginRef("../x y?z") }},
		{"SameOriginRef/other origin", 0, func() { sinkString, sinkOK = whatwg.SameOriginRef("///example.com/") }},
		{"URL.Origin", 1, func() { sinkString = base.Origin() }},
		{"URL.Origin/no credentials", 0, func() { u, _ := whatwg.Parse(normal); sinkString = u.Origin() }},
		{"URL.WithoutFragment", 0, func() { sinkURL = base.WithoutFragment() }},
		{"URL.HostKind", 0, func() { sinkOK = base.HostKind() == whatwg.HostIPv4 }},
		{"URL.Redacted", 1, func() { sinkString = base.Redacted() }},
		{"URL.Redacted/no password", 0, func() { u, _ := whatwg.Parse(normal); sinkString = u.Redacted() }},
		{"URL.DomainToUnicode/US-ASCII", 0, func() { sinkString = base.DomainToUnicode() }},
	}
	for name, input := range inputs {
		costs = append(costs,
			cost{"Parse/" + name, 1, func() { sinkURL, sinkErr = whatwg.Parse(input) }},
			cost{"CanParse/" + name, 0, func() { sinkOK = whatwg.CanParse(input) }},
			cost{"AppendHref/" + name, 0, func() { sinkBytes, sinkErr = whatwg.AppendHref(buf, input) }})
	}
	for attribute, value := range map[string]string{
		"protocol": "http", "username": "a b", "password": "a b", "host": "h:1", "hostname": "h", "port": "1",
		"pathname": "a b", "search": "a b", "hash": "a b",
	} {
		set := setters[attribute]
		costs = append(costs,
			cost{"setter of " + attribute, 1, func() { sinkURL, sinkOK = set(base, value) }},
			cost{"setter of " + attribute + "/as it is", 0, func() { sinkURL, sinkOK = set(base, getters[attribute](base)) }})
	}
	for _, test := range costs {
		kit.CheckAllocs(t, test.name, test.want, test.f)
	}
}

func TestSizes(t *testing.T) {
	if size := unsafe.Sizeof(whatwg.URL{}); size > 48 {
		t.Errorf("a URL has %d bytes, want at most 48", size)
	}
	kit.CheckErrorType[whatwg.Error](t)
}
