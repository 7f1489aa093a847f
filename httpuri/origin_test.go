package httpuri_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
)

func uriFault(offset int, c uri.Component, r httpuri.Reason) fault {
	return fault{Part: httpuri.PartURI, Offset: offset, Component: c, Reason: r}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		uri     string
		section string // of RFC 9110
		want    fault
	}{
		{"http://h", "4.2.1", fault{}},
		{"HTTPS://h:65535/a?b#c", "4.2.2, 4.2.5", fault{}},
		{"http://h:", "4.2.1", fault{}},
		{"http://h:000000000000080", "4.2.1", fault{}},
		{"http://h:0", "4.2.1", fault{}}, // the rules of the scheme allow port 0
		{"http://h:65536", "4.2.1", uriFault(9, port, httpuri.ReasonPortRange)},
		{"http://h:99999999999999999999", "4.2.1", uriFault(9, port, httpuri.ReasonPortRange)},
		{"http://", "4.2.1", uriFault(7, uriHost, httpuri.ReasonNoHost)},
		{"https:///h", "4.2.2", uriFault(8, uriHost, httpuri.ReasonNoHost)},
		{"http:h", "4.2.1", uriFault(5, uriHost, httpuri.ReasonNoHost)},
		{"http://u@", "4.2.1", uriFault(9, uriHost, httpuri.ReasonNoHost)},
		{"http://u@h", "4.2.4", uriFault(7, uri.ComponentUserinfo, httpuri.ReasonUserinfo)},
		{"https://@h", "4.2.4", uriFault(8, uri.ComponentUserinfo, httpuri.ReasonUserinfo)},
		{"http://u@h:65536", "4.2.1", uriFault(11, port, httpuri.ReasonPortRange)},
		{"ftp://h", "4.2", uriFault(0, scheme, httpuri.ReasonScheme)},
		{"httpss://h", "4.2", uriFault(0, scheme, httpuri.ReasonScheme)},
		{"htt://h", "4.2", uriFault(0, scheme, httpuri.ReasonScheme)},
		{"//h", "4.2", uriFault(0, scheme, httpuri.ReasonScheme)},
		{"", "4.2", uriFault(0, scheme, httpuri.ReasonScheme)},
	} {
		if diff := cmp.Diff(tt.want, faultOf(t, httpuri.Check(uri.MustParse(tt.uri)))); diff != "" {
			t.Errorf("%s (section %s) (-want +got):\n%s", tt.uri, tt.section, diff)
		}
	}
}

// An origin is the triple of RFC 6454, section 4.
type origin struct {
	Scheme, Host string
	Port         uint16
	Text         string // section 6.2
}

var originTests = []struct {
	uri  string
	want origin
	err  fault
}{
	// The equivalent URIs of RFC 9110, section 4.2.3, and the origins of section 4.3.1.
	{"http://example.com:80/~smith/home.html", origin{"http", "example.com", 80, "http://example.com"}, fault{}},
	{"http://EXAMPLE.com/%7Esmith/home.html", origin{"http", "example.com", 80, "http://example.com"}, fault{}},
	{"http://EXAMPLE.com:/%7esmith/home.html", origin{"http", "example.com", 80, "http://example.com"}, fault{}},
	{"http://example.com:00080", origin{"http", "example.com", 80, "http://example.com"}, fault{}},
	{"https://example.com:80/", origin{"https", "example.com", 80, "https://example.com:80"}, fault{}},
	{"https://example.com/happy.js", origin{"https", "example.com", 443, "https://example.com"}, fault{}},
	{"hTTPs://u:p@example.com?q#f", origin{"https", "example.com", 443, "https://example.com"}, fault{}},
	{"http://ex%41mple%2Ecom/", origin{"http", "example.com", 80, "http://example.com"}, fault{}},
	{"http://a%c3%A9/", origin{"http", "a%C3%A9", 80, "http://a%C3%A9"}, fault{}},
	{"http://example.com./", origin{"http", "example.com.", 80, "http://example.com."}, fault{}},
	{"http://[2001:DB8::7]:8080/", origin{"http", "[2001:db8::7]", 8080, "http://[2001:db8::7]:8080"}, fault{}},
	// RFC 5952, section 4: one form of each address.
	{"http://[2001:db8:0:0::7]/", origin{"http", "[2001:db8::7]", 80, "http://[2001:db8::7]"}, fault{}},
	{"http://[0:0::ABCD]/", origin{"http", "[::abcd]", 80, "http://[::abcd]"}, fault{}},
	{"http://[::ffff:127.0.0.1]/", origin{"http", "[::ffff:127.0.0.1]", 80, "http://[::ffff:127.0.0.1]"}, fault{}},
	{"http://[::ffff:7f00:1]/", origin{"http", "[::ffff:127.0.0.1]", 80, "http://[::ffff:127.0.0.1]"}, fault{}},
	{"http://[V1.A]/", origin{"http", "[v1.a]", 80, "http://[v1.a]"}, fault{}},
	{"http://h:0", origin{"http", "h", 0, "http://h:0"}, fault{}},
	{"wss://h/", origin{"wss", "h", 443, "wss://h"}, fault{}},
	{"x-mine://h:1/", origin{"x-mine", "h", 1, "x-mine://h:1"}, fault{}},

	{"x-mine://h/", origin{Text: "null"}, uriFault(10, port, httpuri.ReasonNoPort)},
	{"x-mine://h:", origin{Text: "null"}, uriFault(11, port, httpuri.ReasonNoPort)},
	{"http://h:65536", origin{Text: "null"}, uriFault(9, port, httpuri.ReasonPortRange)},
	{"http:///x", origin{Text: "null"}, uriFault(7, uriHost, httpuri.ReasonNoHost)},
	{"file:///etc/passwd", origin{Text: "null"}, uriFault(7, uriHost, httpuri.ReasonNoHost)},
	{"data:text/plain,a", origin{Text: "null"}, uriFault(5, uriHost, httpuri.ReasonNoHost)},
	{"//h/", origin{Text: "null"}, uriFault(0, scheme, httpuri.ReasonNoScheme)},
	{"", origin{Text: "null"}, uriFault(0, scheme, httpuri.ReasonNoScheme)},
}

func TestOrigin(t *testing.T) {
	values := map[httpuri.Origin]string{} // compares keys by ==
	for _, tt := range originTests {
		o, err := httpuri.OriginOf(uri.MustParse(tt.uri))
		got := origin{o.Scheme(), o.Host(), o.Port(), o.String()}
		if diff := cmp.Diff(tt.want, got) + cmp.Diff(tt.err, faultOf(t, err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.uri, diff)
		}
		if text, ok := values[o]; ok && text != tt.want.Text {
			t.Errorf("%s is the same as %s", tt.uri, text)
		}
		values[o] = tt.want.Text
		checkOrigin(t, tt.uri)
	}
	texts := map[string]bool{}
	for _, tt := range originTests {
		texts[tt.want.Text] = true
	}
	if len(values) != len(texts) {
		t.Errorf("%d origins, want %d", len(values), len(texts))
	}
}

func TestOriginText(t *testing.T) {
	fragment, query, path := uri.ComponentFragment, uri.ComponentQuery, uri.ComponentPath
	for _, tt := range []struct {
		text, want string
		err        fault
	}{
		{"http://example.com", "http://example.com", fault{}},
		{"HTTPS://EXAMPLE.com:443", "https://example.com", fault{}},
		{"http://[0:0::1]:8080", "http://[::1]:8080", fault{}},
		{"null", "null", fault{}},
		{"", "null", fault{}},
		{"http://h/", "", uriFault(8, path, httpuri.ReasonNotOrigin)},
		{"http://h?", "", uriFault(8, query, httpuri.ReasonNotOrigin)},
		{"http://h:1#", "", uriFault(10, fragment, httpuri.ReasonNotOrigin)},
		{"http://u@h", "", uriFault(7, uri.ComponentUserinfo, httpuri.ReasonUserinfo)},
		{"h", "", uriFault(0, scheme, httpuri.ReasonNoScheme)},
		{"file://", "", uriFault(7, uriHost, httpuri.ReasonNoHost)},
		{"http://h:65536", "", uriFault(9, port, httpuri.ReasonPortRange)},
		{"http://h http://g", "", fault{Part: httpuri.PartURI, Offset: 8, Component: uri.ComponentAuthority, Reason: httpuri.ReasonSyntax,
			Syntax: uri.ReasonIllegalByte}},
	} {
		before, _ := httpuri.OriginOf(uri.MustParse("http://before"))
		o := before
		err := o.UnmarshalText([]byte(tt.text))
		if tt.want == "" {
			tt.want = before.String()
		}
		if diff := cmp.Diff(tt.err, faultOf(t, err)); diff != "" || o.String() != tt.want {
			t.Errorf("%q: %v, want %v (-want +got):\n%s", tt.text, o, tt.want, diff)
		}
	}
}
