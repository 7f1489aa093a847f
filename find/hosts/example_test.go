package hosts_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
)

func Example() {
	const text = "Ask joe@example.com, or see www.example.com/help."
	finder := find.Finder{Names: hosts.Names | hosts.Emails}
	for m := range finder.AllString(text) {
		fmt.Println(m.Kind, text[m.Start:m.End])
	}
	// Output:
	// email joe@example.com
	// host www.example.com/help
}

func ExampleUTS58() {
	const text = "See example.com/αβ(γ), http://foo.example.com. Mail αβγ.δεζ@example.com."
	for m := range hosts.UTS58().AllString(text) {
		fmt.Println(m.Kind, text[m.Start:m.End])
	}
	// Output:
	// host example.com/αβ(γ)
	// host http://foo.example.com
	// email αβγ.δεζ@example.com
}

func ExampleAppendReadable() {
	for _, text := range []string{
		"https://xn--bcher-kva.example/%C3%BCber%20uns/caf%C3%A9_(%E6%97%A5%E6%9C%AC)?a%5B0%5D=%22b%22c",
		"https://example.com/wiki/J._Doe_Jr.",
	} {
		u := uri.MustParse(text)
		fmt.Printf("%s\n", hosts.AppendReadable(nil, u, false))
	}
	// Output:
	// https://bücher.example/über%20uns/café_(日本)?a[0]="b"c
	// https://example.com/wiki/J._Doe_Jr%2E
}

func ExampleFromReadable() {
	const text = "See https://bücher.example.com/über."
	for m := range hosts.UTS58().AllString(text) {
		u, err := hosts.FromReadable(text[m.Start:m.End])
		fmt.Println(u, err)
	}
	// Output: https://xn--bcher-kva.example.com/%C3%BCber <nil>
}
