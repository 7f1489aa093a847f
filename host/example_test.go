package host_test

import (
	"fmt"
	"net/netip"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
)

func Example() {
	fmt.Println(host.CheckName("example.com"))
	fmt.Println(host.CanonicalName("EXAMPLE.com."))
	addr, unusual, ok := host.ParseAddr("0x7f.1")
	fmt.Println(addr, unusual, ok)
	fmt.Println(host.ClassOf(addr)&host.ClassLoopback != 0)
	// Output:
	// <nil>
	// example.com true
	// 127.0.0.1 true true
	// true
}

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

func ExampleClassOf() {
	fmt.Println(host.ClassOf(netip.MustParseAddr("192.0.2.16")))
	fmt.Println(host.ClassOf(netip.MustParseAddr("::ffff:127.0.0.1")))
	fmt.Println(host.ClassOf(netip.MustParseAddr("1.1.1.1")) == 0)
	// Output:
	// reserved
	// loopback, embedded IPv4
	// true
}

// Unusual forms can lead to the own machine: "0x7f.1" and "2130706433" are 127.0.0.1 to many programs.
func ExampleParseAddr() {
	for _, text := range []string{"example.com", "192.0.2.16", "[2001:db8::7]", "0x7f.1", "2130706433", "1.2.3.256"} {
		addr, unusual, ok := host.ParseAddr(text)
		fmt.Println(text, addr, unusual, ok)
	}
	// Output:
	// example.com invalid IP false false
	// 192.0.2.16 192.0.2.16 false true
	// [2001:db8::7] 2001:db8::7 false true
	// 0x7f.1 127.0.0.1 true true
	// 2130706433 127.0.0.1 true true
	// 1.2.3.256 invalid IP true false
}

// Names are compared by their bytes after AppendName.
func ExampleAppendName() {
	for _, text := range []string{"Example.COM.", "ex%61mple.com", "_dmarc.example.com", "example..com"} {
		name, ok := host.AppendName(nil, text)
		fmt.Printf("%s %t\n", name, ok)
	}
	// Output:
	// example.com true
	// example.com true
	// _dmarc.example.com true
	//  false
}

// A list of hosts compares names in one form, however links and configurations write them.
func ExampleCanonicalName() {
	blocked := map[string]bool{"example.com": true}
	for _, ref := range []string{"http://EXAMPLE.com./", "http://ex%61mple.com/", "http://example.net/"} {
		u := uri.MustParse(ref)
		text, _ := u.Host()
		name, ok := host.CanonicalName(text)
		fmt.Println(name, ok, blocked[name])
	}
	// Output:
	// example.com true true
	// example.com true true
	// example.net true false
}

func ExampleIsLocalhost() {
	for _, text := range []string{"localhost", "a.localhost.", "%6cocalhost", "localhost.example", "127.0.0.1"} {
		fmt.Println(text, host.IsLocalhost(text))
	}
	// Output:
	// localhost true
	// a.localhost. true
	// %6cocalhost true
	// localhost.example false
	// 127.0.0.1 false
}
