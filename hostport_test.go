package uri_test

import (
	"fmt"
	"net"
	"net/url"
	"testing"

	"github.com/urispan/uri"
)

// hostPortTests has the expected results of Hostname and HostPort. The results of Hostname are those of net/url, except
// that net/url refuses an IPvFuture and decodes a name.
var hostPortTests = []struct {
	uri, hostname, hostPort string
	ok                      bool
}{
	{"", "", "", false},
	{"a", "", "", false},
	{"mailto:joe@example.com", "", "", false},
	{"//", "", "", false},
	{"file:///etc/hosts", "", "", false},
	{"http:///a", "", "", false}, // net.Dial would connect to this machine
	{"http://:80", "", "", false},
	{"http://u@:80", "", "", false},

	// The default port (RFC 3986, section 3.2.3).
	{"http://h", "h", "h:80", true},
	{"HTTPS://u:1@H/a:9?b:9", "H", "H:443", true},
	{"https://h:", "h", "h:443", true},
	{"x://h", "h", "", false},
	{"x://h:", "h", "", false},
	{"//h", "h", "", false},

	// A port of its own.
	{"http://h:8080/", "h", "h:8080", true},
	{"//h:1", "h", "h:1", true},
	{"x://u:2@h:1?q#f", "h", "h:1", true},
	{"http://h:0", "h", "h:0", true},
	{"http://h:00", "h", "h:0", true},
	{"http://h:0080", "h", "h:80", true},
	{"http://h:65535", "h", "h:65535", true},
	{"http://h:65536", "h", "", false},
	{"http://h:99999999999999999999", "h", "", false},

	// IP-literals (section 3.2.2).
	{"http://[::1]", "::1", "[::1]:80", true},
	{"//u@[2001:DB8::7]:8080/", "2001:DB8::7", "[2001:DB8::7]:8080", true},
	{"x://[::]:", "::", "", false},
	{"http://[v1.a:b]:80", "[v1.a:b]", "", false},
	{"http://[VF.a]", "[VF.a]", "", false},
	{"http://v1.a", "v1.a", "v1.a:80", true},
	{"http://127.0.0.1", "127.0.0.1", "127.0.0.1:80", true},
	{"http://a%3A1", "a%3A1", "a%3A1:80", true},
}

func TestHostPort(t *testing.T) {
	for _, test := range hostPortTests {
		u := uri.MustParse(test.uri)
		if got := u.Hostname(); got != test.hostname {
			t.Errorf("%q: Hostname %q, want %q", u, got, test.hostname)
		}
		if got, ok := u.HostPort(); got != test.hostPort || ok != test.ok {
			t.Errorf("%q: HostPort %q, %t; want %q, %t", u, got, ok, test.hostPort, test.ok)
		}
	}
}

// TestHostPortNetURL compares with package net and net/url, where these accept the host.
func TestHostPortNetURL(t *testing.T) {
	compared := 0
	for _, userinfo := range []string{"", "@", "u:1@"} {
		for _, name := range []string{"", "h", "a.b", "[::1]", "[1::2:3]", "1.2.3.4", "a-_.~!$&'()*+,;="} {
			for _, port := range []string{"", ":", ":0", ":1", ":443", ":65535"} {
				s := "https://" + userinfo + name + port + "/:1"
				v, err := url.Parse(s)
				if err != nil {
					t.Fatal(err)
				}
				u := uri.MustParse(s)
				if got := u.Hostname(); got != v.Hostname() {
					t.Errorf("%q: %q, net/url: %q", s, got, v.Hostname())
				}
				number := v.Port()
				if number == "" {
					number = "443"
				}
				want := net.JoinHostPort(v.Hostname(), number)
				if got, ok := u.HostPort(); ok && got != want || ok != (name != "") {
					t.Errorf("%q: %q, %t, net/url: %q", s, got, ok, want)
				}
				compared++
			}
		}
	}
	if compared != 3*7*6 {
		t.Errorf("%d compared", compared)
	}
}

// The address to connect to, and the name that a certificate must have.
func ExampleURI_HostPort() {
	for _, s := range []string{"https://example.com/", "http://[2001:db8::7]:8080/", "urn:a:b"} {
		u := uri.MustParse(s)
		address, ok := u.HostPort()
		fmt.Printf("%q %t %q\n", address, ok, u.Hostname())
	}
	// Output:
	// "example.com:443" true "example.com"
	// "[2001:db8::7]:8080" true "2001:db8::7"
	// "" false ""
}

func ExampleURI_Hostname() {
	fmt.Println(uri.MustParse("http://[2001:db8::7]:8080/").Hostname())
	// Output: 2001:db8::7
}
