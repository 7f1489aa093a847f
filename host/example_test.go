package host_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
)

func ExampleRegistrable() {
	for _, text := range []string{"www.example.co.uk", "octocat.github.io", "www.ck.", "co.uk", "192.0.2.16"} {
		domain, err := host.Registrable(text)
		fmt.Printf("%s: %q %v\n", text, domain, err)
	}
	// Output:
	// www.example.co.uk: "example.co.uk" <nil>
	// octocat.github.io: "octocat.github.io" <nil>
	// www.ck.: "www.ck" <nil>
	// co.uk: "" public suffix instead of registrable domain at byte 0
	// 192.0.2.16: "" IPv4 address instead of DNS name at byte 10
}

func ExampleNameOf() {
	for _, ref := range []string{"http://example.com:8080/", "http://a_b.example/", "http://[2001:db8::7]/"} {
		text, err := host.NameOf(uri.MustParse(ref))
		fmt.Printf("%s: %q %v\n", ref, text, err)
	}
	// Output:
	// http://example.com:8080/: "example.com" <nil>
	// http://a_b.example/: "" illegal byte in DNS name at byte 8
	// http://[2001:db8::7]/: "" IP-literal instead of DNS name at byte 7
}

func ExampleCheck() {
	fmt.Println(host.Check("example.com."))
	fmt.Println(host.Check("-example.com"))
	// Output:
	// <nil>
	// hyphen at an end of a label in DNS name at byte 0
}

func ExampleIsName() {
	for _, text := range []string{"example.com", "example.com.", "a_b.example", "b%C3%BCcher.de", "192.0.2.16", ""} {
		fmt.Printf("%q %t\n", text, host.IsName(text))
	}
	// Output:
	// "example.com" true
	// "example.com." true
	// "a_b.example" false
	// "b%C3%BCcher.de" false
	// "192.0.2.16" false
	// "" false
}

// Who asks whether two hosts belong to one party has to know that some suffixes are private.
func ExampleSuffix() {
	for _, text := range []string{"www.example.co.uk", "octocat.github.io", "localhost", "192.0.2.16"} {
		suffix, kind, err := host.Suffix(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(suffix, kind)
	}
	// Output:
	// co.uk icann
	// github.io private
	// localhost unlisted
	// IPv4 address instead of DNS name at byte 10
}
