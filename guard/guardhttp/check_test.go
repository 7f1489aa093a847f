package guardhttp_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
)

// TestCheck looks names up, as servers do that check a webhook when it is saved:
// https://github.com/frankbria/codeframe/pull/706, https://github.com/builderz-labs/mission-control/issues/919.
func TestCheck(t *testing.T) {
	addrs := map[string][]string{
		"public.example": {"8.8.8.8"}, "both.example": {"8.8.8.8", "10.9.9.9"}, "six.example": {"2a00::1", "8.8.8.8"},
		"private.example": {"10.9.9.9"}, "meta.example": {"169.254.169.254"}, "mapped.example": {"::ffff:169.254.169.254"},
		"mixed.example": {"8.8.8.8", "::1"}, "nat64.example": {"64:ff9b::8.8.8.8"}, "bad64.example": {"64:ff9b::10.0.0.1"},
		"azure.example": {"168.63.129.16"}, "n8n.lan": {"10.0.0.7"}, "xn--bcher-kva.example": {"8.8.8.8"},
	}
	resolver := newResolver(func(name string, _ dnsmessage.Type) []string { return addrs[strings.ToLower(name)] })
	rules := guard.FetchRules()
	rules.AllowHosts = []string{"n8n.lan:5678", "10.1.2.3"}
	policy := newPolicy(t, rules)
	for _, test := range kit.Cases[struct {
		uri  string
		want error
		addr string // of an AddrError
	}]("check.txt", "TestCheck", errorWords()) {
		err := guardhttp.Check(context.Background(), policy, resolver, uri.MustParse(test.uri))
		var refused *guard.AddrError
		addr := ""
		if errors.As(err, &refused) {
			addr = refused.Addr.String()
		}
		if !errors.Is(err, test.want) || addr != test.addr {
			t.Errorf("%s: %v at %q, want %v at %q", test.uri, err, addr, test.want, test.addr)
		}
	}
	setNames(t, func(string) []string { return []string{"10.9.9.9"} })
	u := uri.MustParse("https://public.example/")
	if err := guardhttp.Check(context.Background(), policy, nil, u); !errors.Is(err, guard.RefusedAddress) {
		t.Errorf("the default resolver: %v", err)
	}
	if err := guardhttp.Check(context.Background(), nil, resolver, u); err != guard.RefusedZeroPolicy {
		t.Errorf("nil: %v", err)
	}
	if err := guardhttp.Check(context.Background(), newPolicy(t, guard.Rules{NoHost: true}), resolver, uri.MustParse("x:/a")); err != guard.RefusedHost {
		t.Errorf("no host: %v", err)
	}
	if err := guardhttp.Check(context.Background(), policy, resolver, uri.MustParse("https://a_%C3%BC.example/")); !errors.As(err, new(*idna.Error)) {
		t.Errorf("no name: %v", err)
	}
}

// TestCheckNoAddress checks that a name that does not resolve is distinguished from a resolver that fails, and that the
// text shows no server.
func TestCheckNoAddress(t *testing.T) {
	policy := newPolicy(t, guard.FetchRules())
	failing := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no server at 10.0.0.53")
	}}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		ctx      context.Context
		resolver *net.Resolver
		notFound bool
	}{
		{context.Background(), newResolver(func(string, dnsmessage.Type) []string { return nil }), true},
		{context.Background(), failing, false},
		{canceled, failing, false},
	} {
		err := guardhttp.Check(test.ctx, policy, test.resolver, uri.MustParse("https://www.example.com/"))
		var cause *net.DNSError
		if !errors.Is(err, guardhttp.ErrNoAddress) || !errors.As(err, &cause) || cause.IsNotFound != test.notFound {
			t.Errorf("%v, %+v", err, cause)
		}
		if err.Error() != guardhttp.ErrNoAddress.Error() || errors.As(err, new(guard.Refusal)) {
			t.Errorf("%v", err)
		}
	}
}

// TestNewTransportDialer checks that the fields of a dialer are used, and that its copy does not change it.
func TestNewTransportDialer(t *testing.T) {
	s := newSite(t)
	setNames(t, func(string) []string { return []string{forbidden} })
	accepted := listenForbidden(t, s.port)
	var seen []string
	dialer := &net.Dialer{
		Resolver:  newResolver(func(string, dnsmessage.Type) []string { return []string{"127.0.0.1"} }),
		LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 3)},
		Control: func(_, address string, _ syscall.RawConn) error {
			seen = append(seen, address)
			return nil
		},
	}
	client := guardhttp.NewClient(nil)
	client.Transport = guardhttp.NewTransportDialer(newPolicy(t, loopbackRules()), nil, dialer)
	address := "http://www.example.com" + s.port + "/a"
	if body, _, err := get(t, client, address); body != "/a" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	if dialer.Timeout != 0 {
		t.Errorf("the dialer has changed: %v", dialer.Timeout)
	}
	if len(seen) != 1 || seen[0] != "127.0.0.1"+s.port {
		t.Errorf("Control has seen %q", seen)
	}
	s.redirectTo("http:u:" + secret + "@127.0.0.1/")
	if _, _, err := get(t, client, "http://www.example.com"+s.port+"/go"); !errors.Is(err, guardhttp.ErrLocation) {
		t.Errorf("%v, want %v", err, guardhttp.ErrLocation)
	}
	for _, dialer := range []*net.Dialer{nil, {}} { // the default resolver
		client.Transport = guardhttp.NewTransportDialer(newPolicy(t, loopbackRules()), nil, dialer)
		var refused *guard.AddrError
		if _, _, err := get(t, client, address); !errors.As(err, &refused) || refused.Rule != "Deny: "+forbidden {
			t.Errorf("%v, %+v", err, refused)
		}
	}
	limited := false
	client.Transport = guardhttp.NewTransportDialer(newPolicy(t, loopbackRules()), nil, &net.Dialer{
		ControlContext: func(ctx context.Context, _, _ string, _ syscall.RawConn) error {
			_, limited = ctx.Deadline()
			return nil
		},
	})
	r, err := guardhttp.NewRequest(context.Background(), "GET", uri.MustParse(s.URL), nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp, err := client.Transport.RoundTrip(r); err != nil || !limited {
		t.Errorf("%v; the time to connect is limited: %t", err, limited)
	} else {
		_ = resp.Body.Close()
	}
	client.Transport = guardhttp.NewTransportDialer(nil, nil, dialer)
	if _, _, err := get(t, client, address); !errors.Is(err, guard.RefusedZeroPolicy) {
		t.Errorf("%v, want %v", err, guard.RefusedZeroPolicy)
	}
	if n := accepted.Load(); n != 0 {
		t.Errorf("%d connections to the forbidden address", n)
	}
}
