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

// A Builder takes data and keeps it legible: it encodes only what cannot stand where it is put.
func ExampleBuilder() {
	i, err := new(iri.Builder).
		SetScheme("https").
		EncodeHost("bücher.example").
		EncodePath("日本語", "50% off?").
		EncodeQuery("größe=1#2").
		IRI()
	fmt.Println(i, err)
	// Output: https://bücher.example/日本語/50%25%20off%3F?größe=1%232 <nil>
}

func ExampleIRI_WithQuery() {
	i := iri.MustParse("https://example.org/suche?wort=größe&seite=2")
	query, _ := i.Query()
	i, err := i.WithQuery(string(uri.QuerySyntax{}.AppendDelete(nil, query, "seite")))
	fmt.Println(i, err)
	// Output: https://example.org/suche?wort=größe <nil>
}

func ExampleBase_Relativize() {
	base, err := iri.NewBase(iri.MustParse("http://例え.example/日本/東京"), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, target := range []string{"http://例え.example/日本/大阪", "http://例え.example/世界", "http://別.example/"} {
		fmt.Println(base.Relativize(iri.MustParse(target)))
	}
	// Output:
	// 大阪 <nil>
	// /世界 <nil>
	// //別.example/ <nil>
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
