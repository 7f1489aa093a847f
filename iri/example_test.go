package iri_test

import (
	"errors"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
)

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

// A text that is no UTF-8 is refused, and not repaired.
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

// The error names the label that IDNA refuses.
func ExampleHostError() {
	_, err := iri.MustParse("http://www.b\u200d.example/").URI(iri.HostLookup)

	var e *iri.HostError
	if errors.As(err, &e) {
		fmt.Printf("%+q %d\n", e.Label, e.Offset)
	}
	// Output: "b\u200d" 11
}

// What is not UTF-8, reserved, or would turn text around stays percent-encoded.
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
	fmt.Println(composed.Equal(combining), n.Equal(composed, combining))
	fmt.Println(n.Normalized(combining))
	// Output:
	// false true
	// http://www.example.org/résumé.html
}
