package uri_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"slices"

	"github.com/urispan/uri"
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
	// Output: no scheme at byte 0: a URI was asked for
}

// TryParse rejects without allocation, and its error can be kept by value.
func ExampleTryParse() {
	counts := map[uri.Reason]int{}
	for _, s := range []string{"a b", "%", "/ok", "<a>"} {
		if _, e, ok := uri.TryParse(s); !ok {
			counts[e.Reason]++
		}
	}
	fmt.Println(counts[uri.ReasonIllegalByte], counts[uri.ReasonBadPercent])
	// Output: 2 1
}

func ExampleURI_CanonicalScheme() {
	u := uri.MustParse("HTTP://example.com/")
	fmt.Println(u.Scheme(), u.CanonicalScheme())
	// Output: HTTP http
}

func ExampleURI_HostAddr() {
	for _, s := range []string{"ldap://[2001:db8::7]/", "telnet://192.0.2.16:80/", "http://[v1.a]/", "ftp://is.co.za/"} {
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
	// Output: illegal byte 0x20 in path at byte 20
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

func ExampleEstablishBase() {
	page := uri.MustParse("https://example.com/en/page.html#top")
	embedded := uri.MustParse("../assets/") // <base href="../assets/">
	base, err := uri.EstablishBase(embedded, page)
	fmt.Println(base, err)
	// Output: https://example.com/assets/ <nil>
}

func ExampleGuessSuffix() {
	for _, s := range []string{"www.w3.org/Addressing/", "example.com:8080/x", "mailto:joe@example.com"} {
		u, guessed, err := uri.GuessSuffix(s, "https")
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

// A crawler's table of what it has seen.
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
	// Output: unwanted fragment at byte 19: an absolute-URI was asked for
}

func ExampleParseRelativeRef() {
	_, err := uri.ParseRelativeRef("mailto:joe@example.com")
	fmt.Println(err)
	// Output: unwanted scheme at byte 6: a relative-ref was asked for
}

func ExampleURI_Ranges() {
	u := uri.MustParse("http://example.com:8042/over/there")
	lo, hi, _ := u.Ranges().Host()
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
	base, err := uri.NewBase(uri.MustParse("http://a/b/c"), uri.NonStrict|uri.RefuseAboveRoot)
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

func ExampleRemoveDotSegments() {
	fmt.Println(uri.RemoveDotSegments("/a/b/c/./../../g"))
	// Output: /a/g
}

func ExampleSameDocument() {
	base := uri.MustParse("http://example.com/page")
	fmt.Println(uri.SameDocument(base, uri.MustParse("#top")), uri.SameDocument(base, uri.MustParse("?q#top")))
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

func ExampleSegmentName() {
	fmt.Println(uri.SegmentName("name;v=1.1", ";"))
	// Output: name
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
	// illegal byte 0x20 in path at byte 3
}
