package guardhttp_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
	"github.com/urispan/uri/host"
)

func Example() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	client := guardhttp.NewClient(policy)
	get := func(address string) (*http.Response, error) {
		u, err := uri.ParseURI(address)
		if err != nil {
			return nil, err
		}
		r, err := guardhttp.NewRequest(context.Background(), http.MethodGet, u, nil)
		if err != nil {
			return nil, err
		}
		return client.Do(r)
	}
	for _, address := range []string{
		"http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "http://joe:hunter2@example.com/",
		"http://joe:hunter2@example.com/%zz",
	} {
		_, err := get(address)
		var refusal guard.Refusal
		fmt.Println(errors.As(err, &refusal), err)
	}
	// Output:
	// true Get "http://169.254.169.254/latest/meta-data/": address not allowed
	// true scheme not allowed
	// true Get "http://joe:***@example.com/": userinfo not allowed
	// false bad percent-encoding in path at byte 32: expected a hex digit
}

// This server redirects to an address of a cloud's metadata service.
func ExampleNewClient_redirect() {
	server := httptest.NewServer(http.RedirectHandler("http://169.254.169.254/latest/meta-data/", http.StatusFound))
	defer server.Close()

	rules := guard.FetchRules()
	rules.Addresses, rules.Ports = host.ClassLoopback, nil // for the server of this example
	policy, err := guard.NewPolicy(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := guardhttp.NewRequest(context.Background(), http.MethodGet, uri.MustParse(server.URL), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = guardhttp.NewClient(policy).Do(r)
	fmt.Println(err)
	// Output: Get "http://169.254.169.254/latest/meta-data/": address not allowed
}

// A program can change the limits.
func ExampleNewTransport() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	transport := guardhttp.NewTransport(policy, nil)
	transport.MaxBody = 1 << 20
	client := guardhttp.NewClient(policy)
	client.Transport = transport
	client.CheckRedirect = guardhttp.LimitRedirects(3)
	r, err := guardhttp.NewRequest(context.Background(), http.MethodGet, uri.MustParse("http://localhost/"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Do(r)
	fmt.Println(err)
	// Output: Get "http://localhost/": address not allowed
}

// A transport with a dialer of its own must check the addresses itself, by DialContext. In a struct, it is not cloned.
func ExampleNewTransport_dialer() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	dialer := &net.Dialer{Resolver: &net.Resolver{PreferGo: true}}
	base := &http.Transport{DialContext: guardhttp.DialContext(policy, dialer)}
	client := guardhttp.NewClient(policy)
	client.Transport = guardhttp.NewTransport(policy, struct{ http.RoundTripper }{base})
	r, err := guardhttp.NewRequest(context.Background(), http.MethodGet, uri.MustParse("http://[::1]/"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Do(r)
	fmt.Println(err)
	// Output: Get "http://[::1]/": address not allowed
}

func ExampleLimitRedirects() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		panic(err)
	}
	client := guardhttp.NewClient(policy)
	client.CheckRedirect = guardhttp.LimitRedirects(3)
	fmt.Println(client.CheckRedirect(nil, make([]*http.Request, 3)))
	fmt.Println(client.CheckRedirect(nil, make([]*http.Request, 4)))
	// Output:
	// <nil>
	// too many redirects
}
