package programs_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
)

// checkAddress returns the URI to fetch, or the reason to refuse it. The clients of package guardhttp also check the
// addresses that they connect to, and the targets of redirects.
func checkAddress(policy *guard.Policy, text string) (uri.URI, error) {
	return policy.Parse(text)
}

// A server fetches what users name, but nothing of its own network.
func Example_fetch() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{
		"https://www.example.com/a",
		"http://169.254.169.254/latest/meta-data/",
		"http://metadata.google.internal/",
		"http://2130706433/",
		"//www.example.com/",
	} {
		_, err := checkAddress(policy, text)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// address not allowed
	// host not allowed
	// unusual form of an IPv4 address
	// scheme not allowed
}
