package scheme_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/whatwg"
)

// A page has a small image in a data: URL, as browsers read it.
func ExampleParseData() {
	u := whatwg.MustParse("data:image/svg+xml;charset=utf-8,%3Csvg xmlns='http://www.w3.org/2000/svg'/>#icon")
	d, err := scheme.ParseData(u)
	if err != nil {
		fmt.Println(err)
		return
	}
	body, err := d.AppendBody(nil, 64<<10)
	fmt.Println(d.MediaType(), d.Len(), err)
	fmt.Printf("%s\n", body)

	_, err = scheme.ParseData(whatwg.MustParse("data:image/png;base64,iVBORw0K*"))
	fmt.Println(err)
	// Output:
	// image/svg+xml;charset=utf-8 41 <nil>
	// <svg xmlns='http://www.w3.org/2000/svg'/>
	// bad base64 at byte 30
}

func ExampleDataURL() {
	fmt.Println(scheme.DataURL("text/plain; charset=utf-8", []byte("Grüße")))
	fmt.Println(scheme.DataURL("text/plain,a", nil))
	// Output:
	// data:text/plain;charset=utf-8;base64,R3LDvMOfZQ== <nil>
	//  comma in the media type at byte 10
}

func ExampleEqual() {
	for _, pair := range [][2]string{
		{"URN:ISBN:0451450523", "urn:isbn:0451450523?=q"},
		{"tel:+1-201-555-0123", "tel:+12015550123"},
		{"mailto:joe@EXAMPLE.com", "mailto:joe@example.com"},
		{"pkg:npm/@angular/core?b=1&a=2", "pkg:NPM/%40angular/core?a=2&b=1"},
		{"ipfs://QmbWqx/a", "ipfs://qmbwqx/a"},
	} {
		u, v := uri.MustParse(pair[0]), uri.MustParse(pair[1])
		fmt.Printf("%-5v %s\n", scheme.Equal(u, v), scheme.AppendKey1(nil, u))
	}
	// Output:
	// true  urn:isbn:0451450523
	// true  tel:+12015550123
	// true  mailto:joe@example.com
	// true  pkg:npm/%40angular/core?a=2&b=1
	// false ipfs://QmbWqx/a
}
