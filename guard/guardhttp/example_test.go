package guardhttp_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"time"

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

// A program with a resolver of its own gives it to the transport in a dialer.
func ExampleNewTransportDialer() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	dialer := &net.Dialer{Resolver: &net.Resolver{PreferGo: true}, Timeout: 3 * time.Second}
	client := guardhttp.NewClient(policy)
	client.Transport = guardhttp.NewTransportDialer(policy, nil, dialer)
	r, err := guardhttp.NewRequest(context.Background(), http.MethodGet, uri.MustParse("http://[::1]/"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Do(r)
	fmt.Println(err)
	// Output: Get "http://[::1]/": address not allowed
}

// A user saves the addresses of webhooks. The server checks each one, and reports the addresses that can be tried
// again.
func ExampleCheck() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	resolver := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("this example has no network")
	}}
	for _, s := range []string{"https://192.0.2.1/hook", "https://8.8.8.8/hook", "https://hooks.example.com/"} {
		err := guardhttp.Check(context.Background(), policy, resolver, uri.MustParse(s))
		var failure *net.DNSError
		switch {
		case errors.As(err, &failure) && !failure.IsNotFound:
			fmt.Println(s, "cannot be checked now")
		case err != nil:
			fmt.Println(s, "refused:", err)
		default:
			fmt.Println(s, "saved")
		}
	}
	// Output:
	// https://192.0.2.1/hook refused: address not allowed
	// https://8.8.8.8/hook saved
	// https://hooks.example.com/ cannot be checked now
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
