package host_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
)

func ExampleCheckName() {
	fmt.Println(host.CheckName("example.com."))
	fmt.Println(host.CheckName("-example.com"))
	// Output:
	// <nil>
	// hyphen at an end of a label in DNS name at byte 0
}

// The offset of an error counts from the start of the host.
func ExampleCheckName_uri() {
	for _, ref := range []string{"http://example.com:8080/", "http://a_b.example/", "http://[2001:db8::7]/"} {
		u := uri.MustParse(ref)
		name, _ := u.Host()
		fmt.Printf("%s: %q %v\n", ref, name, host.CheckName(name))
	}
	// Output:
	// http://example.com:8080/: "example.com" <nil>
	// http://a_b.example/: "a_b.example" illegal byte in DNS name at byte 1
	// http://[2001:db8::7]/: "[2001:db8::7]" illegal byte in DNS name at byte 0
}

func ExampleIsName() {
	for _, name := range []string{"example.com", "example.com.", "a_b.example", "b%C3%BCcher.de", "192.0.2.16", ""} {
		fmt.Printf("%q %t\n", name, host.IsName(name))
	}
	// Output:
	// "example.com" true
	// "example.com." true
	// "a_b.example" false
	// "b%C3%BCcher.de" false
	// "192.0.2.16" false
	// "" false
}
