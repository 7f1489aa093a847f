package iri_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/iri"
)

func Example() {
	i, err := iri.Parse("https://bücher.example/straße?q=ß")
	fmt.Println(i, err)
	u, err := i.URI(iri.HostLookup)
	fmt.Println(u, err)
	j, err := iri.FromURI(u, iri.HostLookup)
	fmt.Println(j == i, err)
	// Output:
	// https://bücher.example/straße?q=ß <nil>
	// https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%9F <nil>
	// true <nil>
}

func ExampleParse() {
	i, err := iri.Parse("https://ja.example.org/文章?検索=値")
	if err != nil {
		fmt.Println(err)
		return
	}
	query, _ := i.Query()
	fmt.Println(i.Path(), query)
	// Output: /文章 検索=値
}

// A text that is not UTF-8 is refused, and not repaired.
func ExampleParse_error() {
	_, err := iri.Parse("/r\xe9sum\xe9")
	fmt.Println(err)

	var e *uri.Error
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Component, e.Reason == uri.ReasonBadUTF8)
	}
	// Output:
	// invalid UTF-8 in path at byte 2
	// 2 path true
}

// An IRI is changed by changing its URI. Characters stay legible.
func Example_change() {
	i := iri.MustParse("https://bücher.example/suche?wort=größe&seite=2")
	u, err := i.URI(iri.HostPercent)
	if err != nil {
		fmt.Println(err)
		return
	}
	if u, err = u.WithoutQueryParam("seite").WithQueryParam("wort", "maß & zahl"); err != nil {
		fmt.Println(err)
		return
	}
	i, err = iri.FromURI(u, iri.HostPercent)
	fmt.Println(i, err)
	// Output: https://bücher.example/suche?wort=maß%20%26%20zahl <nil>
}

func ExampleIRI_URI() {
	i := iri.MustParse("http://résumé.example.org/é")
	for _, form := range []iri.HostForm{iri.HostPercent, iri.HostLookup} {
		u, err := i.URI(form)
		fmt.Println(u, err)
	}
	// Output:
	// http://r%C3%A9sum%C3%A9.example.org/%C3%A9 <nil>
	// http://xn--rsum-bpad.example.org/%C3%A9 <nil>
}

// A crawler takes the names that browsers take, such as those with "_".
func ExampleHostForm() {
	for _, s := range []string{"http://my_host/ü", "http://a_b.bücher.example/", "http://0x7f.1/ü", "http://1.2.3.256/"} {
		_, err := iri.MustParse(s).URI(iri.HostLookup)
		fmt.Println(err == nil)
		fmt.Println(iri.MustParse(s).URI(iri.HostBrowser))
	}
	// Output:
	// false
	// http://my_host/%C3%BC <nil>
	// false
	// http://a_b.xn--bcher-kva.example/ <nil>
	// true
	// http://127.0.0.1/%C3%BC <nil>
	// true
	//  IDNA refuses the label "256" at byte 13: the host ends in a number, and is not an IPv4 address
}

// The error names the label that IDNA refuses.
func ExampleIRI_URI_refused() {
	_, err := iri.MustParse("http://www.b\u200d.example/").URI(iri.HostLookup)

	var e *idna.Error
	if errors.As(err, &e) {
		fmt.Printf("%+q %d\n", e.Label, e.Offset)
	}
	// Output: "b\u200d" 11
}

// These stay percent-encoded: octets that are not UTF-8, reserved characters, and characters that reverse text.
func ExampleFromURI() {
	for _, s := range []string{
		"http://www.example.org/D%C3%BCrst",
		"http://www.example.org/D%FCrst",
		"http://xn--99zt52a.example.org/%2F%e2%80%ae",
	} {
		i, err := iri.FromURI(uri.MustParse(s), iri.HostLookup)
		fmt.Println(i, err)
	}
	// Output:
	// http://www.example.org/Dürst <nil>
	// http://www.example.org/D%FCrst <nil>
	// http://納豆.example.org/%2F%E2%80%AE <nil>
}

func ExampleNormalizer() {
	n := iri.Normalizer{Normalizer: uri.Normalizer{Steps: uri.AllSteps}, NFC: true}
	composed := iri.MustParse("http://www.example.org/résumé.html")
	combining := iri.MustParse("HTTP://www.example.org/re\u0301sume\u0301.html")
	fmt.Println(composed.Equal(combining), n.Key(composed) == n.Key(combining))
	fmt.Println(n.Normalized(combining))
	// Output:
	// false true
	// http://www.example.org/résumé.html
}

func ExampleNewBase() {
	base, err := iri.NewBase(iri.MustParse("http://résumé.example/a/b"), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	target, err := base.Resolve(iri.MustParse("../é"))
	fmt.Println(target, err)
	// Output: http://résumé.example/é <nil>
}

// An IRI has a scheme, which is in ASCII.
func ExampleParseIRI() {
	for _, s := range []string{"http://例え.example/", "//例え.example/", "schéma:a"} {
		_, err := iri.ParseIRI(s)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// no scheme at byte 0: expected an IRI, such as https://example.com/
	// no scheme at byte 3: expected an IRI, such as https://example.com/
}

// Private characters are allowed only in a query.
func ExampleParse_invalid() {
	counts := map[uri.Reason]int{}
	for _, s := range []string{"/é", "/\xe9", "/\ue000", "/?\ue000"} {
		var e *uri.Error
		if _, err := iri.Parse(s); errors.As(err, &e) {
			counts[e.Reason]++
		}
	}
	fmt.Println(counts[uri.ReasonBadUTF8], counts[uri.ReasonIllegalByte])
	// Output: 1 1
}

func ExampleIRI_Redacted() {
	i := iri.MustParse("ftp://jörg:geheim@example.com/")
	fmt.Println(i.Redacted())
	fmt.Printf("%v\n%s\n", i, i)
	// Output:
	// ftp://jörg:xxxxx@example.com/
	// ftp://jörg:xxxxx@example.com/
	// ftp://jörg:geheim@example.com/
}

func ExampleIRI_MarshalText_json() {
	type link struct {
		Href iri.IRI `json:"href"`
		Base iri.IRI `json:"base,omitzero"`
	}
	b, _ := json.Marshal(link{Href: iri.MustParse("/文章?検索=値")})
	fmt.Println(string(b))
	// Output: {"href":"/文章?検索=値"}
}

// To an IRI, a letter and its percent-encoding are different. To the URI that it is mapped to, they are the same.
func ExampleIRI_Equal() {
	i, j := iri.MustParse("http://example.org/é"), iri.MustParse("http://example.org/%c3%a9")
	u, err := i.URI(iri.HostPercent)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := j.URI(iri.HostPercent)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(i.Equal(j), u.Equal(v))
	// Output: false true
}

// Host returns the host in its original spelling, also percent-encoded or with A-labels. Map the IRI to a URI before
// you look it up.
func ExampleIRI_Host() {
	for _, s := range []string{"//bücher.example/", "//b%C3%BCcher.example/", "//xn--bcher-kva.example/"} {
		i := iri.MustParse(s)
		host, _ := i.Host()
		u, err := i.URI(iri.HostLookup)
		if err != nil {
			fmt.Println(err)
			continue
		}
		name, _ := u.Host()
		fmt.Println(host, name)
	}
	// Output:
	// bücher.example xn--bcher-kva.example
	// b%C3%BCcher.example xn--bcher-kva.example
	// xn--bcher-kva.example xn--bcher-kva.example
}
