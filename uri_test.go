package uri

import (
	"log/slog"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

var (
	_ slog.LogValuer = URI{}
	_ error          = (*Error)(nil)
)

// componentTests give each component that is defined, in order, as describe writes it.
var componentTests = []struct{ in, want string }{
	// RFC 3986, section 1.1.2
	{"ftp://ftp.is.co.za/rfc/rfc1808.txt",
		`scheme "ftp" authority "ftp.is.co.za" host "ftp.is.co.za" path "/rfc/rfc1808.txt"`},
	{"http://www.ietf.org/rfc/rfc2396.txt",
		`scheme "http" authority "www.ietf.org" host "www.ietf.org" path "/rfc/rfc2396.txt"`},
	{"ldap://[2001:db8::7]/c=GB?objectClass?one",
		`scheme "ldap" authority "[2001:db8::7]" host "[2001:db8::7]" path "/c=GB" query "objectClass?one"`},
	{"mailto:John.Doe@example.com", `scheme "mailto" path "John.Doe@example.com"`},
	{"news:comp.infosystems.www.servers.unix", `scheme "news" path "comp.infosystems.www.servers.unix"`},
	{"tel:+1-816-555-1212", `scheme "tel" path "+1-816-555-1212"`},
	{"telnet://192.0.2.16:80/",
		`scheme "telnet" authority "192.0.2.16:80" host "192.0.2.16" port "80" path "/"`},
	{"urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
		`scheme "urn" path "oasis:names:specification:docbook:dtd:xml:4.1.2"`},
	// section 3
	{"foo://example.com:8042/over/there?name=ferret#nose", `scheme "foo" authority "example.com:8042" ` +
		`host "example.com" port "8042" path "/over/there" query "name=ferret" fragment "nose"`},
	{"urn:example:animal:ferret:nose", `scheme "urn" path "example:animal:ferret:nose"`},
	// section 3.3
	{"mailto:fred@example.com", `scheme "mailto" path "fred@example.com"`},
	{"foo://info.example.com?fred",
		`scheme "foo" authority "info.example.com" host "info.example.com" path "" query "fred"`},
	// section 4.2
	{"./this:that", `path "./this:that"`},
	// empty against undefined (section 5.3)
	{"", `path ""`},
	{"a:", `scheme "a" path ""`},
	{"?", `path "" query ""`},
	{"#", `path "" fragment ""`},
	{"?#", `path "" query "" fragment ""`},
	{"#?", `path "" fragment "?"`},
	{"//", `authority "" host "" path ""`},
	{"//@", `authority "@" userinfo "" host "" path ""`},
	{"//:", `authority ":" host "" port "" path ""`},
	{"//@:", `authority "@:" userinfo "" host "" port "" path ""`},
	{"//:@", `authority ":@" userinfo ":" host "" path ""`},
	{"//:@:", `authority ":@:" userinfo ":" host "" port "" path ""`},
	{"s://@:/?#", `scheme "s" authority "@:" userinfo "" host "" port "" path "/" query "" fragment ""`},
	{"file:///etc/hosts", `scheme "file" authority "" host "" path "/etc/hosts"`},
	// delimiters that are data
	{"//u:p:q@h:1//a", `authority "u:p:q@h:1" userinfo "u:p:q" host "h" port "1" path "//a"`},
	{"//1:2@3:4", `authority "1:2@3:4" userinfo "1:2" host "3" port "4" path ""`},
	{"/a:b@c?d:/?@#e:/?@", `path "/a:b@c" query "d:/?@" fragment "e:/?@"`},
	{"HTTP:%41%2f", `scheme "HTTP" path "%41%2f"`},
	{"a/b:c", `path "a/b:c"`},
	{"a:b:c", `scheme "a" path "b:c"`},
	{"a:/b", `scheme "a" path "/b"`},
}

func describe(u URI) string {
	var b strings.Builder
	add := func(name, text string, ok bool) {
		if ok {
			b.WriteString(" " + name + " " + strconv.Quote(text))
		}
	}
	addOf := func(name string, get func() (string, bool)) {
		text, ok := get()
		add(name, text, ok)
	}
	add("scheme", u.Scheme(), u.IsAbs())
	addOf("authority", u.Authority)
	addOf("userinfo", u.Userinfo)
	addOf("host", u.Host)
	addOf("port", u.Port)
	add("path", u.Path(), true)
	addOf("query", u.Query)
	addOf("fragment", u.Fragment)
	return strings.TrimPrefix(b.String(), " ")
}

func TestComponents(t *testing.T) {
	for _, test := range componentTests {
		u, err := Parse(test.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.in, err)
			continue
		}
		if got := describe(u); got != test.want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", test.in, got, test.want)
		}
		if u.String() != test.in {
			t.Errorf("Parse(%q).String() = %q", test.in, u.String())
		}
	}
}

func TestZero(t *testing.T) {
	var zero URI
	u, err := Parse("")
	if err != nil || u != zero {
		t.Errorf(`Parse("") = %#v, %v, want the zero URI`, u, err)
	}
	if got := describe(zero); got != `path ""` {
		t.Errorf("zero URI: %s", got)
	}
	if zero.HostKind() != HostUndefined || zero.Redacted() != "" {
		t.Errorf("zero URI: host %v, redacted %q", zero.HostKind(), zero.Redacted())
	}
}

func TestCanonicalScheme(t *testing.T) {
	for in, want := range map[string]string{"HTTP:": "http", "http:": "http", "Z39.50R:": "z39.50r", "//h": "", "": ""} {
		if got := MustParse(in).CanonicalScheme(); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestMustParse(t *testing.T) {
	defer func() {
		text, _ := recover().(string)
		if !strings.Contains(text, "MustParse") || strings.Contains(text, "hunter2") {
			t.Errorf("panic text %q", text)
		}
	}()
	MustParse("http://joe:hunter2<@example.com/")
}

func TestRequestURI(t *testing.T) {
	for _, test := range []struct{ uri, want string }{
		{"http://u:p@h:1/a%20b/../c?d=?&e#f?g", "/a%20b/../c?d=?&e"},
		{"http://h", "/"},
		{"http://h#f", "/"},
		{"http://h?q", "/?q"},
		{"http://h?", "/?"},
		{"http://h/?#f", "/?"},
		{"http://h//a", "//a"},
		{"", "/"},
		{"?q", "/?q"},
		{"a/b#c", "a/b"},
		{"*", "*"},
		{"mailto:joe@example.com?subject=x#f", "joe@example.com?subject=x"},
		{"x:/.//a", "/.//a"},
	} {
		if got := MustParse(test.uri).RequestURI(); got != test.want {
			t.Errorf("%q: %q, want %q", test.uri, got, test.want)
		}
		if v, err := url.Parse(test.uri); err != nil || v.RequestURI() != test.want {
			t.Errorf("%q: net/url: %q, %v; want %q", test.uri, v.RequestURI(), err, test.want)
		}
	}
}

// TestParseBytes changes the bytes after the call: the result must not.
func TestParseBytes(t *testing.T) {
	for _, test := range componentTests {
		text := []byte(test.in)
		want, wantErr := Parse(test.in)
		got, err := ParseBytes(text)
		for i := range text {
			text[i] = 'x'
		}
		if got != want || !reflect.DeepEqual(err, wantErr) {
			t.Errorf("%q: %q, %v; want %q, %v", test.in, got, err, want, wantErr)
		}
	}
	_, want := Parse("a<b")
	if got, err := ParseBytes([]byte("a<b")); got != (URI{}) || !reflect.DeepEqual(err, want) {
		t.Errorf("%q, %v, want %v", got, err, want)
	}
}
