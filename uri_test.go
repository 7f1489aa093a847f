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

// recompose is RFC 3986, section 5.3, and section 3.2 for the authority.
func recompose(u URI) string {
	var b strings.Builder
	add := func(before string, get func() (string, bool), after string) {
		if text, ok := get(); ok {
			b.WriteString(before + text + after)
		}
	}
	if u.IsAbs() {
		b.WriteString(u.Scheme() + ":")
	}
	if _, ok := u.Authority(); ok {
		b.WriteString("//")
		add("", u.Userinfo, "@")
		add("", u.Host, "")
		add(":", u.Port, "")
	}
	b.WriteString(u.Path())
	add("?", u.Query, "")
	add("#", u.Fragment, "")
	return b.String()
}

// TestRecomposition puts a string together from every choice of components: the components that are read must be those
// that were written.
func TestRecomposition(t *testing.T) {
	for _, scheme := range []string{"", "s:", "S+-.9:"} {
		for _, userinfo := range []string{"", "@", "u@", ":@", "u:@", "u:%40:p@"} {
			for _, host := range []string{"", "h", "1.2.3.4", "[::]", "[vF.:]"} {
				for _, tail := range []string{"", ":", ":1", ":00", "/", ":/", "//a:@", "?", ":?/#", ":9/?a?#b?", "#"} {
					checkRecomposition(t, scheme+"//"+userinfo+host+tail)
				}
			}
		}
	}
	for _, test := range componentTests {
		checkRecomposition(t, test.in)
	}
}

func checkRecomposition(t *testing.T, s string) {
	t.Helper()
	u, err := Parse(s)
	if err != nil {
		t.Errorf("Parse(%q): %v", s, err)
		return
	}
	if got := recompose(u); got != s {
		t.Errorf("recomposed %q, want %q", got, s)
	}
	userinfo, hasUserinfo := u.Userinfo()
	authority, hasAuthority := u.Authority()
	if hasUserinfo && !(hasAuthority && strings.HasPrefix(authority, userinfo+"@")) {
		t.Errorf("%q: userinfo %q is not in authority %q", s, userinfo, authority)
	}
	if _, ok := u.Host(); ok != hasAuthority {
		t.Errorf("%q: host defined: %t, authority defined: %t", s, ok, hasAuthority)
	}
}

func TestProductions(t *testing.T) {
	tests := []struct {
		in                         string
		uri, absoluteURI, relative bool
	}{
		{"", false, false, true},
		{"a", false, false, true},
		{"a:", true, true, false},
		{"a:#", true, false, false},
		{"a:?", true, true, false},
		{"http://example.com/", true, true, false},
		{"http://example.com/#f", true, false, false},
		{"//example.com/#f", false, false, true},
		{"./a:b", false, false, true},
		{"#a:b", false, false, true},
		{"1a:b", false, false, false},
		{":", false, false, false},
		{"%zz", false, false, false},
	}
	for _, test := range tests {
		check := func(name string, parse func(string) (URI, error), want bool) {
			u, err := parse(test.in)
			if (err == nil) != want {
				t.Errorf("%s(%q): %v, want success: %t", name, test.in, err, want)
			}
			if err == nil && u != MustParse(test.in) || err != nil && u != (URI{}) {
				t.Errorf("%s(%q) = %#v", name, test.in, u)
			}
		}
		check("Parse", Parse, test.uri || test.relative)
		check("ParseURI", ParseURI, test.uri)
		check("ParseAbsoluteURI", ParseAbsoluteURI, test.absoluteURI)
		check("ParseRelativeRef", ParseRelativeRef, test.relative)
		u, err := Parse(test.in)
		if err == nil && (u.IsAbs() != test.uri) {
			t.Errorf("%q: IsAbs %t", u, u.IsAbs())
		}
	}
}

// TestReferenceKinds has the examples of RFC 3986, section 5.4, among others.
func TestReferenceKinds(t *testing.T) {
	tests := []struct{ kind, refs string }{
		{"absolute", "g:h http:g a: a:/b a:// a://h/p"},
		{"network-path", "//g // //@ //:0 //g/p //?q //#f"},
		{"absolute-path", "/g / /./g /../g /:: /?q /a//b"},
		{"relative-path", "g ./g g/ ?y g?y #s g#s g?y#s ;x g;x . ./ .. ../ ../g ./this:that ?/ #/ ?// #//"},
	}
	for _, test := range tests {
		for ref := range strings.FieldsSeq(test.refs) {
			if got := referenceKinds(MustParse(ref)); got != test.kind {
				t.Errorf("%q: %s, want %s", ref, got, test.kind)
			}
		}
	}
	if got := referenceKinds(URI{}); got != "relative-path" {
		t.Errorf("zero URI: %s", got)
	}
}

func referenceKinds(u URI) string {
	var kinds []string
	for _, k := range []struct {
		name string
		is   bool
	}{
		{"absolute", u.IsAbs()},
		{"network-path", u.IsNetworkPathRef()},
		{"absolute-path", u.IsAbsolutePathRef()},
		{"relative-path", !u.IsAbs() && !strings.HasPrefix(u.s, "/")},
	} {
		if k.is {
			kinds = append(kinds, k.name)
		}
	}
	return strings.TrimPrefix(strings.Join(kinds, " and "), "absolute and ")
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

func TestMapKey(t *testing.T) {
	m := map[URI]int{}
	for i, test := range componentTests {
		m[MustParse(test.in)] = i
	}
	if len(m) != len(componentTests) {
		t.Errorf("%d keys, want %d", len(m), len(componentTests))
	}
	for i, test := range componentTests {
		// A clone shares no memory with the key's text.
		if got := m[MustParse(strings.Clone(test.in))]; got != i {
			t.Errorf("m[%q] = %d, want %d", test.in, got, i)
		}
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
