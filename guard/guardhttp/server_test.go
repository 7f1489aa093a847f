package guardhttp_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host"
)

// unservedProxy is the address of a proxy that does not run. The environment of all tests names it.
const unservedProxy = "http://127.0.0.1:1"

func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		_ = os.Setenv(name, unservedProxy)
	}
	_ = os.Unsetenv("NO_PROXY")
	_ = os.Unsetenv("no_proxy")
	_ = os.Unsetenv("REQUEST_METHOD") // net/http ignores HTTP_PROXY in a CGI program
	os.Exit(m.Run())
}

// forbidden is an address of this machine that loopbackRules deny. The servers of the tests have the address 127.0.0.1.
const forbidden = "127.0.0.2"

// loopbackRules are the rules of a server that fetches addresses from users, but allow loopback addresses and all
// ports.
func loopbackRules() guard.Rules {
	rules := guard.FetchRules()
	rules.Addresses, rules.Ports = host.ClassLoopback, nil
	rules.Deny = append(rules.Deny, forbidden)
	return rules
}

func newPolicy(t testing.TB, rules guard.Rules) *guard.Policy {
	t.Helper()
	p, err := guard.NewPolicy(rules)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A site is a server on 127.0.0.1. It answers a path that begins with "/go" with a redirect to location, byte for byte.
// It answers all other paths with their request-targets. It counts the requests.
type site struct {
	*httptest.Server
	port     string
	mu       sync.Mutex
	location string
	targets  []string
	host     string
}

func newSite(t testing.TB) *site {
	s := new(site)
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	s.port = s.URL[strings.LastIndex(s.URL, ":"):]
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets, s.host = append(s.targets, r.RequestURI), r.Host
	w.Header().Set("Connection", "close") // so that each request looks its host up
	if !strings.HasPrefix(r.URL.Path, "/go") {
		_, _ = io.WriteString(w, r.RequestURI)
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = fmt.Fprintf(conn,
		"HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", s.location)
	_ = conn.Close()
}

// redirectTo sets the Location field of all redirects.
func (s *site) redirectTo(location string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.location, s.targets, s.host = location, nil, ""
}

// requests returns the request-targets since the last redirectTo.
func (s *site) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.targets)
}

// lastHost returns the Host field of the last request, or "" if it is missing.
func (s *site) lastHost() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.host
}

// setNames replaces the resolver of package net until the test ends. A name has the addresses that lookup returns.
func setNames(t testing.TB, lookup func(name string) []string) {
	old := net.DefaultResolver
	t.Cleanup(func() { net.DefaultResolver = old })
	net.DefaultResolver = newResolver(func(name string, kind dnsmessage.Type) []string {
		if kind != dnsmessage.TypeA {
			return nil
		}
		return lookup(name)
	})
}

// newResolver returns a resolver. A name has the addresses that lookup returns. A query gets those of its kind.
func newResolver(lookup func(name string, kind dnsmessage.Type) []string) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go serveDNS(server, lookup)
		return client, nil
	}}
}

// serveDNS answers queries over a stream. Each message follows its length (RFC 1035, section 4.2.2).
func serveDNS(conn net.Conn, lookup func(name string, kind dnsmessage.Type) []string) {
	defer conn.Close()
	for {
		var size [2]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		text := make([]byte, binary.BigEndian.Uint16(size[:]))
		var m dnsmessage.Message
		if _, err := io.ReadFull(conn, text); err != nil || m.Unpack(text) != nil {
			return
		}
		m.Response, m.Authoritative, m.Additionals = true, true, nil
		q := m.Questions[0]
		for _, text := range lookup(strings.TrimSuffix(q.Name.String(), "."), q.Type) {
			answer := dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class}}
			switch addr := netip.MustParseAddr(text); {
			case q.Type == dnsmessage.TypeA && addr.Is4():
				answer.Body = &dnsmessage.AResource{A: addr.As4()}
			case q.Type == dnsmessage.TypeAAAA && addr.Is6():
				answer.Body = &dnsmessage.AAAAResource{AAAA: addr.As16()}
			default:
				continue
			}
			m.Answers = append(m.Answers, answer)
		}
		text, err := m.Pack()
		if err != nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(text))), text...)); err != nil {
			return
		}
	}
}
