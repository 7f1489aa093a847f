package host_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
)

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

