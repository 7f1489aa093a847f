package guard_test

import (
	"fmt"
	"net/netip"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
)

func ExampleAudit() {
	fmt.Println(guard.Audit(uri.MustParse("http://example.com/a?b")))
	fmt.Println(guard.Audit(uri.MustParse("http://www.bank.example@127.1/%2e%2e/")))
	// Output:
	// none
	// userinfo, userinfo like a host, unusual IPv4, loopback, encoded dot segment, differs in WHATWG
}

// What is refused, and what is only logged, is for the program to choose.
func ExampleParse() {
	const refused = guard.HazardAddress | guard.HazardUnusualIPv4 | guard.HazardUserinfo | guard.HazardDiffers
	u, hazards, err := guard.Parse("http://example.com/a//b")
	fmt.Println(u, hazards, hazards&refused == 0, err)
	// Output: http://example.com/a//b double slash true <nil>
}

func ExampleFindings() {
	u := uri.MustParse("http://joe@example.com:0/a%00")
	for f := range guard.Findings(u) {
		fmt.Println(f.Hazard, u.String()[f.Lo:f.Hi])
	}
	// Output:
	// userinfo joe
	// port 0 0
	// encoded NUL %00
}

func ExampleHazards_Text() {
	fmt.Println(guard.HazardEncodedSlash.Text())
	// Output: Path or query has a percent-encoded slash: who decodes it too early sees other segments.
}

func ExampleClassOf() {
	fmt.Println(guard.ClassOf(netip.MustParseAddr("192.0.2.16")))
	fmt.Println(guard.ClassOf(netip.MustParseAddr("::ffff:127.0.0.1")))
	fmt.Println(guard.ClassOf(netip.MustParseAddr("1.1.1.1")) == 0)
	// Output:
	// reserved
	// loopback, embedded IPv4
	// true
}
