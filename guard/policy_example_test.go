package guard_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
)

func ExamplePolicy() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{
		"https://www.example.com/a",
		"file:///etc/passwd",
		"http://www.example.com@169.254.169.254/",
		"http://169.254.169.254/latest/meta-data/",
		"http://2130706433/",
		"http://www.example.com:22/",
	} {
		_, err := policy.Parse(s)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// scheme not allowed
	// userinfo not allowed
	// address not allowed
	// unusual form of an IPv4 address
	// port not allowed
}

// A program can tell a string that is not a URI from a URI that is refused.
func ExamplePolicy_Parse() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"https://www.example.com/a", "http://10.0.0.1/", "http://www.example.com/a b"} {
		u, err := policy.Parse(s)
		var refusal guard.Refusal
		switch {
		case errors.As(err, &refusal):
			fmt.Println("refused:", refusal)
		case err != nil:
			fmt.Println("not a URI:", err)
		default:
			fmt.Println("allowed:", u.Path())
		}
	}
	// Output:
	// allowed: /a
	// refused: address not allowed
	// not a URI: illegal space in path at byte 24
}

// A proxy forwards only requests for two paths and the paths below them, in whatever form they are written.
func ExampleRules_pathPrefixes() {
	policy, err := guard.NewPolicy(guard.Rules{PathPrefixes: []string{"/api", "/static/"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{
		"https://www.example.com/api/v1?q",
		"https://www.example.com/%61pi/v1",
		"https://www.example.com/static/a.css",
		"https://www.example.com/apix",
		"https://www.example.com/api/..%2Fadmin",
	} {
		_, err := policy.Parse(s)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// path not allowed
	// path not allowed
}

// A server sends webhooks to the Internet and to one service of its own network.
func ExampleRules_allowHosts() {
	rules := guard.FetchRules()
	rules.AllowHosts = []string{"n8n.lan:5678"}
	policy, err := guard.NewPolicy(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{
		"https://hooks.example.com/a", "http://n8n.lan:5678/webhook", "http://n8n.lan/", "http://nas.lan/", "http://10.0.0.7/",
	} {
		_, err := policy.Parse(s)
		fmt.Println(s, err)
	}
	// The clients of package guardhttp check each address that they connect to.
	for _, s := range []string{"10.0.0.7:5678", "127.0.0.1:5678", "169.254.169.254:5678"} {
		fmt.Println(s, policy.CheckHostAddr("n8n.lan", netip.MustParseAddrPort(s)))
	}
	// Output:
	// https://hooks.example.com/a <nil>
	// http://n8n.lan:5678/webhook <nil>
	// http://n8n.lan/ port not allowed
	// http://nas.lan/ host not allowed
	// http://10.0.0.7/ address not allowed
	// 10.0.0.7:5678 <nil>
	// 127.0.0.1:5678 address not allowed
	// 169.254.169.254:5678 address not allowed
}

// In a network without IPv4, the resolver makes IPv6 addresses of IPv4 addresses. FetchRules have the usual prefix, and
// this network has another one.
func ExampleRules_nat64() {
	rules := guard.FetchRules()
	rules.NAT64 = append(rules.NAT64, "64:ff9b:1:fffe::/96")
	policy, err := guard.NewPolicy(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{
		"[64:ff9b::141.95.172.205]:443",
		"[64:ff9b:1:fffe::141.95.172.205]:443",
		"[64:ff9b:1:fffe::10.0.0.1]:443",
		"[64:ff9b:1:abcd::141.95.172.205]:443", // not a network of ours
	} {
		fmt.Println(policy.CheckAddr(netip.MustParseAddrPort(s)))
	}
	// Output:
	// <nil>
	// <nil>
	// address not allowed
	// address not allowed
}

// A parameter such as "next" may lead only to pages of the same site. The end of [uri.URI.Hostname] is not enough for
// that: the fifth host ends with ".example.com".
func ExamplePolicy_Check() {
	login := uri.MustParse("https://example.com/login")
	site, err := guard.NewPolicy(guard.Rules{
		Schemes: []string{"https"},
		Hosts:   []string{"example.com", "*.example.com"},
		Ports:   []uint16{443},
	})
	if err != nil {
		panic(err)
	}
	for _, next := range []string{
		"account?tab=2",
		"https://shop.example.com/",
		"//evil.example/",
		"https://example.com@evil.example/",
		"https://evil.example%2F.example.com/",
		"https://example.com:8443/",
		"///evil.example/",
		`/\evil.example/`,
		"javascript:alert(1)",
	} {
		ref, err := uri.Parse(next)
		if err != nil {
			fmt.Println("no URI:", err)
			continue
		}
		target, err := login.Resolve(ref)
		if err == nil {
			err = site.Check(target)
		}
		if err != nil {
			fmt.Println("refused:", err)
			continue
		}
		fmt.Println(target)
	}
	// Output:
	// https://example.com/account?tab=2
	// https://shop.example.com/
	// refused: host not allowed
	// refused: userinfo not allowed
	// refused: host not allowed
	// refused: port not allowed
	// refused: host not allowed
	// no URI: illegal character "\\" in path at byte 1
	// refused: scheme not allowed
}

// This client checks the URI of each redirect and the address of each connection, because a name can have any address.
// Package guardhttp makes clients that also check the first URI, and that limit bodies and time.
func ExamplePolicy_Control() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: policy.Control}
	client := &http.Client{
		Transport: &http.Transport{DialContext: dialer.DialContext}, // no Proxy, which would connect instead
		CheckRedirect: func(request *http.Request, via []*http.Request) error {
			if len(via) > 10 {
				return errors.New("too many redirects")
			}
			_, err := policy.Parse(request.URL.String())
			return err
		},
	}
	u := uri.MustParse("http://127.0.0.1/") // as if an allowed name had this address
	r, err := guardhttp.NewRequest(context.Background(), http.MethodGet, u, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Do(r)
	var refusal guard.Refusal
	fmt.Println(errors.As(err, &refusal), refusal == guard.RefusedAddress)
	// Output: true true
}

// A program can switch on a Refusal.
func ExampleRefusal() {
	policy, err := guard.NewPolicy(guard.Rules{
		Schemes: []string{"https"},
		Hosts:   []string{"example.com", "*.example.com", "192.0.2.0/24"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = policy.Parse("https://example.com.example.net/")
	var refusal guard.Refusal
	if errors.As(err, &refusal) {
		switch refusal {
		case guard.RefusedHost, guard.RefusedAddress:
			fmt.Println("403:", refusal)
		default:
			fmt.Println("400:", refusal)
		}
	}
	// Output: 403: host not allowed
}

// The user sees a few words, and the operator counts refusals by kind and logs the address and the rule.
func ExampleAddrError() {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	refusals := map[guard.Refusal]int{}
	for _, s := range []string{"8.8.8.8:443", "169.254.169.254:80", "10.0.0.7:443", "168.63.129.16:80"} {
		err := policy.CheckHostAddr("www.example.com", netip.MustParseAddrPort(s)) // a name can have any address
		var refused *guard.AddrError
		if errors.As(err, &refused) {
			refusals[refused.Refusal]++
			fmt.Printf("to the user: %v; to the log: %v, %s\n", err, refused.Addr, refused.Rule)
		}
	}
	fmt.Println(refusals[guard.RefusedAddress], refusals[guard.RefusedHost])
	// Output:
	// to the user: address not allowed; to the log: 169.254.169.254:80, Addresses: link-local
	// to the user: address not allowed; to the log: 10.0.0.7:443, Addresses: private
	// to the user: host not allowed; to the log: 168.63.129.16:80, Deny: 168.63.129.16
	// 2 1
}
