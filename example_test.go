package uri_test

import (
	"bytes"
	"database/sql"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

func Example() {
	u, err := uri.Parse("foo://example.com:8042/over/there?name=ferret#nose")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := u.Host()
	port, _ := u.PortNumber()
	query, _ := u.Query()
	fragment, _ := u.Fragment()
	fmt.Println(u.Scheme(), host, port, u.Path(), query, fragment)
	// Output: foo example.com 8042 /over/there name=ferret nose
}

// An undefined component is not an empty one.
func Example_undefined() {
	for _, s := range []string{"/search", "/search?", "/search?q"} {
		query, ok := uri.MustParse(s).Query()
		fmt.Printf("%q %t\n", query, ok)
	}
	// Output:
	// "" false
	// "" true
	// "q" true
}

func ExampleParse_error() {
	_, err := uri.Parse("http://example.com/a?b=%zz")
	fmt.Println(err)

	var e *uri.Error
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Component, e.Reason == uri.ReasonBadPercent)
	}
	// Output:
	// bad percent-encoding in query at byte 24: expected a hex digit
	// 24 query true
}

func ExampleParseURI() {
	_, err := uri.ParseURI("//example.com/")
	fmt.Println(err)
	// Output: no scheme at byte 0: expected a URI, such as https://example.com/
}

func ExampleParse_reason() {
	counts := map[uri.Reason]int{}
	for _, s := range []string{"a b", "%", "/ok", "<a>"} {
		var e *uri.Error
		if _, err := uri.Parse(s); errors.As(err, &e) {
			counts[e.Reason]++
		}
	}
	fmt.Println(counts[uri.ReasonIllegalByte], counts[uri.ReasonBadPercent])
	// Output: 2 1
}

func ExampleURI_HostAddr() {
	for _, s := range []string{
		"ldap://[2001:db8::7]/", "telnet://192.0.2.16:80/", "http://[v1.a]/", "ftp://is.co.za/",
	} {
		u := uri.MustParse(s)
		addr, err := u.HostAddr()
		switch {
		case errors.Is(err, uri.ErrNoAddress):
			host, _ := u.Host()
			fmt.Println("look up", host)
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Println(addr)
		}
	}
	// Output:
	// 2001:db8::7
	// 192.0.2.16
	// address mechanism not supported
	// look up is.co.za
}

func ExampleURI_PortNumber() {
	port, err := uri.MustParse("http://example.com:/").PortNumber()
	if errors.Is(err, uri.ErrNoPort) {
		port = 80 // the scheme's default
	}
	fmt.Println(port)
	// Output: 80
}

func ExampleURI_Redacted() {
	u := uri.MustParse("ftp://joe:hunter2@example.com/")
	fmt.Println(u.Redacted())
	// Output: ftp://joe:xxxxx@example.com/
}

func ExampleURI_LogValue() {
	noTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: noTime}))
	log.Info("fetching", "uri", uri.MustParse("ftp://joe:hunter2@example.com/"))
	// Output: level=INFO msg=fetching uri=ftp://joe:xxxxx@example.com/
}

func ExampleURI_MarshalText_json() {
	type link struct {
		Href uri.URI `json:"href"`
		Base uri.URI `json:"base,omitzero"`
	}
	b, _ := json.Marshal(link{Href: uri.MustParse("../g?x#s")})
	fmt.Println(string(b))
	// Output: {"href":"../g?x#s"}
}

func ExampleURI_UnmarshalText_json() {
	var link struct{ Href uri.URI }
	err := json.Unmarshal([]byte(`{"Href": "http://example.com/a b"}`), &link)
	fmt.Println(err)
	// Output: illegal space in path at byte 20
}

func ExampleURI_UnmarshalText_flag() {
	var base uri.URI
	flags := flag.NewFlagSet("fetch", flag.ContinueOnError)
	flags.TextVar(&base, "base", uri.MustParse("http://example.com/"), "resolve against this `URI`")
	if err := flags.Parse([]string{"-base", "http://a/b/c/d;p?q"}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(base)
	// Output: http://a/b/c/d;p?q
}

// The links of a page: the base is prepared once, and one buffer serves them all.
func ExampleBase_AppendResolveString() {
	base, err := uri.NewBase(uri.MustParse("http://a/b/c/d;p?q"), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var buf []byte
	for _, link := range []string{"../g", "?y", "//g", "g;x=1/../y", "http://h/[", "#s"} {
		target, ranges, err := base.AppendResolveString(buf[:0], link)
		if err != nil {
			fmt.Println(err)
			continue
		}
		lo, hi, _ := ranges.Host()
		fmt.Printf("%s, host %s\n", target, target[lo:hi])
		buf = target
	}
	// Output:
	// http://a/b/g, host a
	// http://a/b/c/d;p?y, host a
	// http://g, host g
	// http://a/b/c/y, host a
	// illegal character "[" in path at byte 9
	// http://a/b/c/d;p?q#s, host a
}

func ExampleParseSuffixRef() {
	for _, s := range []string{"www.w3.org/Addressing/", "example.com:8080/x", "mailto:joe@example.com"} {
		u, guessed, err := uri.ParseSuffixRef(s, "https")
		fmt.Println(u, guessed, err)
	}
	// Output:
	// https://www.w3.org/Addressing/ true <nil>
	// https://example.com:8080/x true <nil>
	// mailto:joe@example.com false <nil>
}

func ExampleURI_Normalized() {
	u := uri.MustParse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")
	fmt.Println(u.Normalized())
	fmt.Println(u.Equal(uri.MustParse("example://a/b/c/%7Bfoo%7D")))
	// Output:
	// example://a/b/c/%7Bfoo%7D
	// true
}

// Looking up a Key that was made in a buffer does not allocate.
func ExampleURI_AppendNormalized() {
	seen := map[uri.Key]bool{uri.MustParse("http://example.com/").Key(): true}
	buf := uri.MustParse("HTTP://example.com:/").AppendNormalized(nil)
	fmt.Println(string(buf), seen[uri.Key(buf)])
	// Output: http://example.com/ true
}

// A crawler notes the pages that it has seen.
func ExampleURI_Key() {
	seen := map[uri.Key]bool{}
	for _, s := range []string{"http://example.com", "HTTP://example.com:80/", "http://example.com/?"} {
		key := uri.MustParse(s).Key()
		fmt.Println(key, seen[key])
		seen[key] = true
	}
	// Output:
	// http://example.com/ false
	// http://example.com/ true
	// http://example.com/? false
}

func ExampleURI_Relativize() {
	base := uri.MustParse("http://a/b/c/d;p?q")
	for _, s := range []string{"http://a/b/g", "http://a/b/c/d;p?q#s", "http://a/b/c/g:h", "http://g/"} {
		ref, err := base.Relativize(uri.MustParse(s))
		fmt.Println(ref, err)
	}
	// Output:
	// ../g <nil>
	// #s <nil>
	// ./g:h <nil>
	// //g/ <nil>
}

func ExampleURI_WithQuery() {
	u := uri.MustParse("http://example.com/?a=1#top")
	v, err := u.WithQuery("a=2")
	fmt.Println(v, err)
	_, err = u.WithQuery("a=#")
	fmt.Println(err)
	// Output:
	// http://example.com/?a=2#top <nil>
	// illegal character "#" in query at byte 2
}

func ExampleMustParse() {
	var home = uri.MustParse("http://example.com/") // for constants: a mistake panics when the program starts
	fmt.Println(home.Path())
	// Output: /
}

func ExampleParseAbsoluteURI() {
	_, err := uri.ParseAbsoluteURI("http://example.com/#top")
	fmt.Println(err)
	// Output: unwanted fragment at byte 19: expected an absolute-URI
}

func ExampleParseRelativeRef() {
	_, err := uri.ParseRelativeRef("mailto:joe@example.com")
	fmt.Println(err)
	// Output: unwanted scheme at byte 6: expected a relative-ref
}

func ExampleURI_Ranges() {
	u := uri.MustParse("http://example.com:8042/over/there")
	r := u.Ranges()
	lo, hi, _ := r.Host()
	fmt.Println(lo, hi, u.String()[lo:hi])
	// Output: 7 18 example.com
}

func ExampleURI_Resolve() {
	base := uri.MustParse("http://a/b/c/d;p?q")
	u, err := base.Resolve(uri.MustParse("../../g"))
	fmt.Println(u, err)
	// Output: http://a/g <nil>
}

// A base that is used often, with the flags for what RFC 3986 leaves to the implementation.
func ExampleNewBase() {
	base, err := uri.NewBase(uri.MustParse("http://a/b/c"), uri.ResolveNonStrict|uri.ResolveRefuseAboveRoot)
	if err != nil {
		fmt.Println(err)
		return
	}
	u, err := base.Resolve(uri.MustParse("http:g")) // not strict: the base's own scheme is ignored
	fmt.Println(u, err)
	_, err = base.Resolve(uri.MustParse("../../g"))
	fmt.Println(err)
	// Output:
	// http://a/b/g <nil>
	// ".." above the root in path at byte 3
}

// Links between the pages of a site, which can be at any place later.
func ExampleNewBase_relative() {
	page, err := uri.NewBase(uri.MustParse("blog/2024/index.html"), uri.ResolveRelativeBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, link := range []string{"photo.jpg", "../style.css", "../../about.html", "../../../"} {
		target, err := page.Resolve(uri.MustParse(link))
		fmt.Println(target, err)
	}
	link, err := page.Relativize(uri.MustParse("blog/feed.xml"))
	fmt.Println(link, err)
	// Output:
	// blog/2024/photo.jpg <nil>
	// blog/style.css <nil>
	// about.html <nil>
	// ../ <nil>
	// ../feed.xml <nil>
}

func ExampleRemoveDotSegments() {
	fmt.Println(uri.RemoveDotSegments("/a/b/c/./../../g"))
	// Output: /a/g
}

func ExampleURI_SameDocument() {
	base := uri.MustParse("http://example.com/page")
	fmt.Println(base.SameDocument(uri.MustParse("#top")), base.SameDocument(uri.MustParse("?q#top")))
	// Output: true false
}

func ExampleDefaultPort() {
	fmt.Println(uri.DefaultPort("https"))
	// Output: 443 true
}

func ExampleURI_Equal() {
	u, v := uri.MustParse("HTTP://example.com:80/%7ejoe"), uri.MustParse("http://Example.com/~joe")
	fmt.Println(u == v, u.Equal(v))
	// Output: false true
}

// Compare orders references by their normal forms: equivalent ones are neighbours.
func ExampleURI_Compare() {
	list := []uri.URI{uri.MustParse("http://b/"), uri.MustParse("HTTP://A"), uri.MustParse("http://a/")}
	slices.SortStableFunc(list, uri.URI.Compare)
	fmt.Println(list)
	// Output: [HTTP://A http://a/ http://b/]
}

// A Normalizer does some of the steps of section 6.2 only.
func ExampleNormalizer() {
	n := uri.Normalizer{Steps: uri.StepCase}
	fmt.Println(n.Normalized(uri.MustParse("HTTP://Example.COM:80/%7ejoe/../")))
	// Output: http://example.com:80/%7Ejoe/../
}

// A program has default ports for its own schemes.
func ExampleNormalizer_defaultPort() {
	n := uri.Normalizer{Steps: uri.AllSteps, DefaultPort: func(scheme string) (uint16, bool) {
		if scheme == "app" {
			return 7000, true
		}
		return uri.DefaultPort(scheme)
	}}
	for _, s := range []string{"app://example.com:7000/", "app://example.com:80/", "http://example.com:80/"} {
		fmt.Println(n.Normalized(uri.MustParse(s)))
	}
	// Output:
	// app://example.com/
	// app://example.com:80/
	// http://example.com/
}

func ExampleQuerySyntax_Get() {
	var form uri.QuerySyntax
	value, ok, err := form.Get("name=Jo%C3%A3o&empty=", "name")
	fmt.Println(value, ok, err)
	value, ok, err = form.Get("name=Jo%C3%A3o&empty=", "empty")
	fmt.Printf("%q %v %v\n", value, ok, err)
	// Output:
	// João true <nil>
	// "" true <nil>
}

// People read %v, programs %s: the first hides passwords.
func ExampleURI_Format() {
	u := uri.MustParse("ftp://joe:hunter2@example.com/")
	fmt.Printf("%v\n%s\n", u, u)
	// Output:
	// ftp://joe:xxxxx@example.com/
	// ftp://joe:hunter2@example.com/
}

// A column of a database. For one that may be NULL, scan into a sql.Null[uri.URI].
func ExampleURI_Scan() {
	var u uri.URI
	fmt.Println(u.Scan([]byte("http://example.com/")), u)
	fmt.Println(u.Scan("not a URI"))
	// Output:
	// <nil> http://example.com/
	// illegal space in path at byte 3
}

// The offset is the place to point at, here under a string of US-ASCII.
func ExampleError() {
	const input = "http://example.com/a<b>"
	_, err := uri.Parse(input)
	if e := (*uri.Error)(nil); errors.As(err, &e) {
		fmt.Printf("%s\n%*s %v in %v\n", input, e.Offset+1, "^", e.Reason, e.Component)
	}
	// Output:
	// http://example.com/a<b>
	//                     ^ illegal byte in path
}

// Undefined, empty and both with a port: an authority has everything between "//" and the path.
func ExampleURI_Authority() {
	for _, s := range []string{"http://joe@example.com:80/", "file:///etc/hosts", "urn:isbn:096139210X"} {
		authority, ok := uri.MustParse(s).Authority()
		fmt.Printf("%q %t\n", authority, ok)
	}
	// Output:
	// "joe@example.com:80" true
	// "" true
	// "" false
}

// The two fields of a userinfo are split first and decoded then.
func ExampleURI_Userinfo() {
	userinfo, _ := uri.MustParse("ftp://joe:a%3Ab@example.com/").Userinfo()
	rawName, rawPassword, ok := strings.Cut(userinfo, ":")
	name, _ := uri.Decode(rawName, 0)
	password, _ := uri.Decode(rawPassword, 0)
	fmt.Println(name, password, ok)
	// Output: joe a:b true
}

// A host has neither userinfo nor port, but the brackets of an IP-literal.
func ExampleURI_Host() {
	for _, s := range []string{"http://joe@[2001:db8::7]:80/", "http://Ex%41mple.com/", "file:///etc/hosts", "/a"} {
		host, ok := uri.MustParse(s).Host()
		fmt.Printf("%q %t\n", host, ok)
	}
	// Output:
	// "[2001:db8::7]" true
	// "Ex%41mple.com" true
	// "" true
	// "" false
}

// A host that is nearly an address is a name.
func ExampleURI_HostKind() {
	for _, s := range []string{
		"//192.0.2.16", "//192.0.2.256", "//127.1", "//[2001:db8::7]", "//[v1.a]", "file:///etc/hosts", "/a",
	} {
		fmt.Println(s, uri.MustParse(s).HostKind())
	}
	// Output:
	// //192.0.2.16 ipv4
	// //192.0.2.256 reg-name
	// //127.1 reg-name
	// //[2001:db8::7] ipv6
	// //[v1.a] ipvfuture
	// file:///etc/hosts reg-name
	// /a undefined
}

func ExampleURI_Port() {
	for _, s := range []string{"http://example.com:080/", "http://example.com:/", "http://example.com/"} {
		port, ok := uri.MustParse(s).Port()
		fmt.Printf("%q %t\n", port, ok)
	}
	// Output:
	// "080" true
	// "" true
	// "" false
}

// Segments does not decode, so an encoded slash does not separate.
func ExampleURI_Path() {
	fmt.Println(uri.MustParse("http://example.com/a%2Fb/c").Path())
	fmt.Println(uri.MustParse("mailto:joe@example.com").Path())
	// Output:
	// /a%2Fb/c
	// joe@example.com
}

// A query can have a "?". In RFC 3986, a "+" does not mean a space. Pairs does not decode.
func ExampleURI_Query() {
	query, ok := uri.MustParse("http://example.com/?a+b?c=%26#top").Query()
	fmt.Println(query, ok)
	// Output: a+b?c=%26 true
}

func ExampleURI_Fragment() {
	for _, s := range []string{"/a#top/1?", "/a#", "/a"} {
		fragment, ok := uri.MustParse(s).Fragment()
		fmt.Printf("%q %t\n", fragment, ok)
	}
	// Output:
	// "top/1?" true
	// "" true
	// "" false
}

// Split first, and decode then: there are two segments, and a "/" is in one of them.
func ExampleSegments() {
	u := uri.MustParse("http://example.com/AC%2FDC/back%20in%20black")
	for segment := range uri.Segments(u.Path()) {
		name, _ := uri.Decode(segment, 0)
		fmt.Println(name)
	}
	// Output:
	// AC/DC
	// back in black
}

// An absolute-URI has no fragment, not even an empty one.
func ExampleURI_IsAbs() {
	for _, s := range []string{"http://example.com/", "http://example.com/#", "//example.com/"} {
		u := uri.MustParse(s)
		fmt.Println(u.IsAbs())
	}
	// Output:
	// true
	// true
	// false
}

// A network-path reference depends only on the scheme of its page.
func ExampleURI_IsNetworkPathRef() {
	for _, s := range []string{"//cdn.example/a.js", "/a.js", "https://cdn.example/a.js", "///a.js"} {
		fmt.Println(s, uri.MustParse(s).IsNetworkPathRef())
	}
	// Output:
	// //cdn.example/a.js true
	// /a.js false
	// https://cdn.example/a.js false
	// ///a.js true
}

// Where to go after a login: to a path of the same site, or home.
func ExampleURI_IsAbsolutePathRef() {
	for _, next := range []string{"/inbox?page=2", "//evil.example/", "https://evil.example/", `/\evil.example/`} {
		u, err := uri.Parse(next)
		if err != nil || !u.IsAbsolutePathRef() {
			u = uri.MustParse("/")
		}
		fmt.Println(u)
	}
	// Output:
	// /inbox?page=2
	// /
	// /
	// /
}

// The port stays, be it the old scheme's own.
func ExampleURI_WithScheme() {
	u := uri.MustParse("http://example.com:80/a")
	v, err := u.WithScheme("https")
	fmt.Println(v, err)
	u, _ = u.Without(uri.ComponentPort)
	v, err = u.WithScheme("https")
	fmt.Println(v, err)
	// Output:
	// https://example.com:80/a <nil>
	// https://example.com/a <nil>
}

// A host is all that is set: userinfo and port stay, and none can be smuggled in.
func ExampleURI_WithHost() {
	u := uri.MustParse("http://example.com:8080/a")
	v, err := u.WithHost("[2001:db8::7]")
	fmt.Println(v, err)
	_, err = u.WithHost("example.org/b")
	fmt.Println(err)
	// Output:
	// http://[2001:db8::7]:8080/a <nil>
	// illegal byte in host at byte 11
}

// To set "" is not to take away.
func ExampleURI_WithPort() {
	u := uri.MustParse("http://example.com:8080/a")
	for _, port := range []string{"80", ""} {
		v, err := u.WithPort(port)
		fmt.Println(v, err)
	}
	v, err := u.Without(uri.ComponentPort)
	fmt.Println(v, err)
	// Output:
	// http://example.com:80/a <nil>
	// http://example.com:/a <nil>
	// http://example.com/a <nil>
}

// A path stays a path: what would be read as an authority or a scheme gets a dot segment in front.
func ExampleURI_WithPath() {
	for _, s := range []string{"http://example.com/a", "/a"} {
		u := uri.MustParse(s)
		v, err := u.WithPath("//b")
		fmt.Println(v, err)
	}
	v, err := uri.MustParse("a").WithPath("b:c")
	fmt.Println(v, err)
	// Output:
	// http://example.com//b <nil>
	// /.//b <nil>
	// ./b:c <nil>
}

func ExampleURI_WithFragment() {
	u := uri.MustParse("http://example.com/a")
	v, err := u.WithFragment(uri.PlaceFragment.Encode("section #2"))
	fmt.Println(v, err)
	// Output: http://example.com/a#section%20%232 <nil>
}

// Data become segments. A "/" in a segment is encoded, and ".." is refused, because encoding would not change its
// meaning.
func ExampleBuilder_SetPathSegments() {
	u, err := uri.MustParse("https://example.com").Builder().SetPathSegments("AC/DC", "100%", "").URI()
	fmt.Println(u, err)
	_, err = new(uri.Builder).SetPathSegments("files", "..", "passwd").URI()
	fmt.Println(err)
	// Output:
	// https://example.com/AC%2FDC/100%25/ <nil>
	// dot segment in path at byte 7: resolution would remove it
}

func ExampleBuilder_SetHostAddr() {
	server := netip.MustParseAddrPort("[2001:db8::7]:8080")
	u, err := new(uri.Builder).SetScheme("http").SetHostAddr(server.Addr()).SetPort(strconv.Itoa(int(server.Port()))).URI()
	fmt.Println(u, err)
	// Output: http://[2001:db8::7]:8080 <nil>
}

// The fields are encoded, the ":" between them is not.
func ExampleBuilder_SetUserinfoFields() {
	u, err := new(uri.Builder).SetScheme("ftp").SetUserinfoFields("joe", "p:@/").SetHost("example.com").URI()
	fmt.Printf("%s %v\n", u, err)
	// Output: ftp://joe:p%3A%40%2F@example.com <nil>
}

func ExampleBase_Resolve() {
	base, err := uri.NewBase(uri.MustParse("http://a/b/c/d;p?q"), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"g", "../../../g", "", "x:../g"} {
		target, err := base.Resolve(uri.MustParse(s))
		fmt.Println(target, err)
	}
	// Output:
	// http://a/b/c/g <nil>
	// http://a/g <nil>
	// http://a/b/c/d;p?q <nil>
	// x:g <nil>
}

// The links of a page that is to be moved.
func ExampleBase_Relativize() {
	page, err := uri.NewBase(uri.MustParse("https://example.com/docs/guide/start.html"), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{
		"https://example.com/docs/guide/next.html", "https://example.com/docs/", "https://example.com/docs/guide/",
		"https://example.com/logo.svg", "https://example.org/", "mailto:joe@example.com",
	} {
		ref, err := page.Relativize(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(ref)
	}
	// Output:
	// next.html
	// ..
	// .
	// /logo.svg
	// //example.org/
	// mailto:joe@example.com
}

func ExampleURI_IsNormalized() {
	for _, s := range []string{"http://example.com/", "http://example.com", "http://example.com/%7Ejoe", "../joe"} {
		fmt.Println(s, uri.MustParse(s).IsNormalized())
	}
	// Output:
	// http://example.com/ true
	// http://example.com false
	// http://example.com/%7Ejoe false
	// ../joe true
}

// Lines of a log: looking one up does not allocate.
func ExampleAppendNormalizedString() {
	seen := map[uri.Key]int{"http://example.com/": 1}
	var buf []byte
	for _, line := range []string{"http://example.com:80", "http://example.com/a/..", "http://example.com/a b"} {
		var err error
		if buf, err = uri.AppendNormalizedString(buf[:0], line); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(seen[uri.Key(buf)])
	}
	// Output:
	// 1
	// 1
	// illegal space in path at byte 20
}

// Lines of a log: the host is read from the normal form, which is not parsed again.
func ExampleAppendNormalizedBytes() {
	var buf []byte
	for _, line := range [][]byte{[]byte("HTTP://Example.com:80"), []byte("http://example.com/a b")} {
		text, ranges, err := uri.AppendNormalizedBytes(buf[:0], line)
		if err != nil {
			fmt.Println(err)
			continue
		}
		buf = text
		lo, hi, _ := ranges.Host()
		fmt.Printf("%s has the host %s\n", text, text[lo:hi])
	}
	// Output:
	// http://example.com/ has the host example.com
	// illegal space in path at byte 20
}

// If all bases have the scheme http, a ".." in a reference can go with the segment before it.
func ExampleNormalizer_hierarchicalBases() {
	n := uri.Normalizer{Steps: uri.StepDots, HierarchicalBases: true}
	for _, s := range []string{"a/b/../../c", "a/..", "a/../../b", "a/../b:c"} {
		fmt.Println(s, "is", n.Normalized(uri.MustParse(s)))
	}
	// Output:
	// a/b/../../c is c
	// a/.. is ./
	// a/../../b is ../b
	// a/../b:c is ./b:c
}

// The places of components, for a program that marks them or replaces one.
func ExampleURI_Range() {
	u := uri.MustParse("https://example.com:8443/a?b")
	if lo, hi, ok := u.Range(uri.ComponentPort); ok {
		fmt.Println(u.String()[:lo] + "[" + u.String()[lo:hi] + "]" + u.String()[hi:])
	}
	_, _, ok := u.Range(uri.ComponentFragment)
	fmt.Println(ok)
	// Output:
	// https://example.com:[8443]/a?b
	// false
}

// Keys are equal if they are so decoded. Where no pair is left, the query is empty; that it is undefined then is for
// the program to say.
func ExampleQuerySyntax_Delete() {
	var syntax uri.QuerySyntax
	for _, s := range []string{"/a?id=7&token=x&%74oken=y", "/a?token=x"} {
		u := uri.MustParse(s)
		query, _ := u.Query()
		query = syntax.Delete(query, "token")
		u, _ = u.WithQuery(query)
		fmt.Println(u)
		if query == "" {
			u, _ = u.Without(uri.ComponentQuery)
			fmt.Println(u)
		}
	}
	// Output:
	// /a?id=7
	// /a?
	// /a
}

// To the zero QuerySyntax, ";" is a character like others.
func ExampleQuerySyntax_Pairs() {
	for _, syntax := range []uri.QuerySyntax{{}, {Separators: "&;"}} {
		for p := range syntax.Pairs("a=1;b=2&c") {
			fmt.Printf("%s: %q\n", p.Key, p.Value)
		}
	}
	// Output:
	// a: "1;b=2"
	// c: ""
	// a: "1"
	// b: "2"
	// c: ""
}

// The redacted text is made only if the record is logged.
func ExampleRedactor_LogValuer() {
	noTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: noTime}))
	secrets := uri.Redactor{QueryKeys: []string{"code"}}
	u := uri.MustParse("https://app.example/callback?code=4711&state=a")
	log.Info("redirected", "uri", secrets.LogValuer(u))
	// Output: level=INFO msg=redirected uri="https://app.example/callback?code=xxxxx&state=a"
}

// Templates print as package fmt does. For data, which must not be changed, call String. This also applies to
// html/template, where a link with a hidden password would not work.
func ExampleURI_Format_template() {
	t := template.Must(template.New("").Parse("log:  {{.}}\ndata: {{.String}}\n"))
	if err := t.Execute(os.Stdout, uri.MustParse("ftp://joe:hunter2@example.com/")); err != nil {
		fmt.Println(err)
	}
	// Output:
	// log:  ftp://joe:xxxxx@example.com/
	// data: ftp://joe:hunter2@example.com/
}

// What a database gets is all of the text.
func ExampleURI_Value() {
	value, err := uri.MustParse("ftp://joe:hunter2@example.com/").Value()
	fmt.Printf("%T %v %v\n", value, value, err)
	// Output: string ftp://joe:hunter2@example.com/ <nil>
}

// NULL is not a URI, unlike the empty reference.
func ExampleURI_Scan_null() {
	var u uri.URI
	fmt.Println(u.Scan(nil) != nil, u.Scan(""))

	var column sql.Null[uri.URI]
	err := column.Scan(nil)
	fmt.Println(column.Valid, err)
	// Output:
	// true <nil>
	// false <nil>
}

// Package encoding/gob calls MarshalBinary and UnmarshalBinary. The text that it reads is parsed again.
func ExampleURI_MarshalBinary_gob() {
	type page struct{ URI uri.URI }
	var stream bytes.Buffer
	if err := gob.NewEncoder(&stream).Encode(page{uri.MustParse("http://example.com/?")}); err != nil {
		fmt.Println(err)
	}
	var p page
	err := gob.NewDecoder(&stream).Decode(&p)
	fmt.Println(p.URI, err)
	// Output: http://example.com/? <nil>
}

func ExampleParseBytes() {
	line := []byte("http://example.com/a")
	u, err := uri.ParseBytes(line)
	copy(line, "xxxx") // u keeps a copy
	fmt.Println(u, err)
	// Output: http://example.com/a <nil>
}

func ExampleURI_RequestURI() {
	fmt.Println(uri.MustParse("http://example.com?q=1#top").RequestURI())
	// Output: /?q=1
}

func ExampleNormalizer_AppendNormalizedBytes() {
	n := uri.Normalizer{Steps: uri.AllSteps}
	buf := make([]byte, 0, 100)
	for _, line := range []string{"HTTP://Example.COM:80/%7Ejoe", "http://example.net/a/../b"} {
		var r fsm.Ranges
		var err error
		if buf, r, err = n.AppendNormalizedBytes(buf[:0], []byte(line)); err != nil {
			continue
		}
		lo, hi, _ := r.Host()
		fmt.Printf("%s %s\n", buf[lo:hi], buf)
	}
	// Output:
	// example.com http://example.com/~joe
	// example.net http://example.net/b
}
