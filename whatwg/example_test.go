package whatwg_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispan/uri/whatwg"
)

// The links of a page are parsed against the URL of the page. The fragment names no other document, so a crawler drops
// it.
func Example() {
	page := whatwg.MustParse("https://example.com/docs/")
	for _, link := range []string{"intro.html#a", " ../img/a b.png\n", `\\CDN.example.com\x.js`, "tel:555-0123"} {
		u, err := page.Parse(link)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u.WithoutFragment(), u.IsSpecial())
	}
	// Output:
	// https://example.com/docs/intro.html true
	// https://example.com/img/a%20b.png true
	// https://cdn.example.com/x.js true
	// tel:555-0123 false
}

func ExampleParse() {
	u, err := whatwg.Parse("HTTPS://user@0x7f.1:8080/a/../b?q=a b#top")
	fmt.Println(u.Href(), err)
	fmt.Println(u.Protocol(), u.Username(), u.Host(), u.Pathname(), u.Search(), u.Hash())
	fmt.Println(u.Origin(), u.HostKind())
	// Output:
	// https://user@127.0.0.1:8080/b?q=a%20b#top <nil>
	// https: user 127.0.0.1:8080 /b ?q=a%20b #top
	// https://127.0.0.1:8080 IPv4 address
}

func ExampleError() {
	_, err := whatwg.Parse("https://example.com:port/")
	var e *whatwg.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code, e.Offset)
	}
	// Output: port-invalid 20
}

// People leave the scheme out. A program that reads typed addresses adds one if the parser misses it. Text such as
// "localhost:8080" does begin with a scheme, "localhost": package uri has ParseSuffixRef, which guesses more.
func ExampleParse_typed() {
	parse := func(typed string) (whatwg.URL, error) {
		u, err := whatwg.Parse(typed)
		if e := (*whatwg.Error)(nil); errors.As(err, &e) && e.Code == whatwg.CodeMissingSchemeNonRelativeURL {
			return whatwg.Parse("http://" + strings.TrimLeft(typed, "/\\ \t"))
		}
		return u, err
	}
	for _, typed := range []string{"example.com/a b", "HTTPS://example.com", " //example.com", "localhost:8080"} {
		u, err := parse(typed)
		fmt.Printf("%v, scheme %s %v\n", u, u.Protocol(), err)
	}
	// Output:
	// http://example.com/a%20b, scheme http: <nil>
	// https://example.com/, scheme https: <nil>
	// http://example.com/, scheme http: <nil>
	// localhost:8080, scheme localhost: <nil>
}

func ExampleParser_AppendHref() {
	page := whatwg.MustParse("https://example.com/docs/")
	href, err := whatwg.Parser{}.AppendHref(nil, page, "?q=ä")
	fmt.Printf("%s %v\n", href, err)
	// Output: https://example.com/docs/?q=%C3%A4 <nil>
}

func ExampleURL_WithHost() {
	u := whatwg.MustParse("https://example.com:8080/a")
	fmt.Println(u.WithHost("example.org"))
	fmt.Println(u.WithHost("example.org:443"))
	fmt.Println(u.WithHost("exa mple.org"))
	// Output:
	// https://example.org:8080/a true
	// https://example.org/a true
	// https://example.com:8080/a false
}

func ExampleURL_DomainToUnicode() {
	u := whatwg.MustParse("https://BÜCHER.example/")
	fmt.Println(u.Hostname(), u.DomainToUnicode())
	// Output: xn--bcher-kva.example bücher.example
}

func ExampleValidate() {
	input := `https://user@example.com\a b`
	errs, err := whatwg.Validate(whatwg.URL{}, input)
	for _, e := range errs {
		fmt.Printf("%v: %q\n", e.Code, input[e.Offset:e.End])
	}
	fmt.Println(err)
	// Output:
	// invalid-credentials: "user@"
	// invalid-reverse-solidus: "\\"
	// invalid-URL-unit: " "
	// <nil>
}

func ExampleParser() {
	raw := whatwg.Parser{InvalidUTF8: whatwg.EncodeRaw}
	u, _ := raw.Parse(whatwg.URL{}, "https://example.com/caf\xe9")
	fmt.Println(u)
	u, _ = whatwg.Parse("https://example.com/caf\xe9")
	fmt.Println(u)
	// Output:
	// https://example.com/caf%E9
	// https://example.com/caf%EF%BF%BD
}

// A reference with another special scheme has a host, even without "//".
func ExampleURL_Parse() {
	base := whatwg.MustParse("https://example.com/a/b?q#f")
	for _, ref := range []string{"../c", "?x", "#g", "//cdn.example.com", "https:d", "http:d"} {
		u, err := base.Parse(ref)
		fmt.Println(u, err)
	}
	// Output:
	// https://example.com/c <nil>
	// https://example.com/a/b?x <nil>
	// https://example.com/a/b?q#g <nil>
	// https://cdn.example.com/ <nil>
	// https://example.com/a/d <nil>
	// http://d/ <nil>
}

func ExampleURL_Origin() {
	for _, s := range []string{
		"https://user@EXAMPLE.com:443/a", "http://example.com:8080/", "blob:https://example.com/1", "file:///a",
	} {
		fmt.Println(whatwg.MustParse(s).Origin())
	}
	// Output:
	// https://example.com
	// http://example.com:8080
	// https://example.com
	// null
}
