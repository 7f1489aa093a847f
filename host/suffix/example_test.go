package suffix_test

import (
	"fmt"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/suffix"
)

func Example() {
	domain, err := suffix.Registrable("www.example.co.uk")
	fmt.Println(domain, err)
	tail, kind, err := suffix.Of("octocat.github.io")
	fmt.Println(tail, kind, err)
	fmt.Println(suffix.Site("127.0.0.1"))
	// Output:
	// example.co.uk <nil>
	// github.io private <nil>
	// 127.0.0.1
}

func ExampleRegistrable() {
	for _, host := range []string{"www.example.co.uk", "octocat.github.io", "www.ck.", "co.uk", "192.0.2.16"} {
		domain, err := suffix.Registrable(host)
		fmt.Printf("%s: %q %v\n", host, domain, err)
	}
	// Output:
	// www.example.co.uk: "example.co.uk" <nil>
	// octocat.github.io: "octocat.github.io" <nil>
	// www.ck.: "www.ck" <nil>
	// co.uk: "" public suffix instead of registrable domain
	// 192.0.2.16: "" IPv4 address instead of DNS name at byte 10
}

func ExampleRegistrableBytes() {
	domain, err := suffix.RegistrableBytes([]byte("www.example.co.uk"))
	fmt.Printf("%s %v\n", domain, err)
	// Output: example.co.uk <nil>
}

// Two hosts with the same private suffix belong to different owners.
func ExampleOf() {
	for _, name := range []string{"www.example.co.uk", "octocat.github.io", "localhost", "192.0.2.16"} {
		tail, kind, err := suffix.Of(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(tail, kind)
	}
	// Output:
	// co.uk icann
	// github.io private
	// localhost unlisted
	// IPv4 address instead of DNS name at byte 10
}

// A program reads the list that a job downloads each day. Until there is one, it uses the list of the package.
func ExampleParse() {
	registrable := suffix.Registrable
	list, err := suffix.Parse(strings.NewReader(`
// ===BEGIN ICANN DOMAINS===
com
// ===END ICANN DOMAINS===
// ===BEGIN PRIVATE DOMAINS===
hosting.example.com
// ===END PRIVATE DOMAINS===
`))
	if err == nil {
		registrable = list.Registrable
	}
	fmt.Println(registrable("www.joe.hosting.example.com"))
	// Output: joe.hosting.example.com <nil>
}

func ExampleList_Of() {
	list, err := suffix.Parse(strings.NewReader("// ===BEGIN ICANN DOMAINS===\n*.ck\n!www.ck\n// ===END ICANN DOMAINS===\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list.Of("example.co.ck"))
	fmt.Println(list.Of("www.ck"))
	// Output:
	// co.ck icann <nil>
	// ck icann <nil>
}

func ExampleList_Registrable() {
	list, err := suffix.Parse(strings.NewReader("// ===BEGIN ICANN DOMAINS===\n*.ck\n!www.ck\n// ===END ICANN DOMAINS===\n"))
	if err != nil {
		panic(err)
	}
	fmt.Println(list.Registrable("a.b.c.ck"))
	fmt.Println(list.Registrable("a.www.ck"))
	// Output:
	// b.c.ck <nil>
	// www.ck <nil>
}

// Two links are of the same site if they have the same registrable domain, or the same host.
func ExampleSite() {
	page := uri.MustParse("https://www.example.co.uk/")
	for _, link := range []string{
		"https://Shop.Example.co.uk./a",
		"https://other.co.uk/",
		"http://192.0.2.16/",
	} {
		u := uri.MustParse(link)
		fmt.Println(suffix.Site(u.Hostname()), suffix.Site(u.Hostname()) == suffix.Site(page.Hostname()))
	}
	// Output:
	// example.co.uk true
	// other.co.uk false
	// 192.0.2.16 false
}
