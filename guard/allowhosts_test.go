package guard

import (
	"errors"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

// allowRules returns the rules of FetchRules and the list of the comment of Rules.AllowHosts.
func allowRules() Rules {
	r := FetchRules()
	r.AllowHosts = []string{"n8n.lan:5678", "*.apps.corp.example", "10.1.2.0/24", "[fd00::7]:8080"}
	return r
}

// A connection is a URI, the address that a client connects to for it, and the result of the two checks.
type connection struct {
	uri, addr string // without addr, the host of uri
	want      Refusal
}

func checkConnections(t *testing.T, r Rules, connections []connection) {
	t.Helper()
	p := newPolicy(t, r)
	for _, test := range connections {
		checkPolicy(t, r, test.uri)
		u := uri.MustParse(test.uri)
		text := test.addr
		if text == "" {
			text = u.Hostname()
		}
		port, err := u.PortNumber()
		if err != nil {
			port, _ = uri.DefaultPort(u.Scheme())
		}
		name, _ := u.Host()
		err = p.Check(u)
		if err == nil {
			err = p.CheckHostAddr(name, netip.AddrPortFrom(netip.MustParseAddr(text), port))
		}
		var refusal Refusal
		if errors.As(err, &refusal); refusal != test.want || err != nil && refusal == 0 {
			t.Errorf("%s at %s: %v, want %v", test.uri, text, err, error(test.want))
		}
	}
}

func TestAllowHosts(t *testing.T) {
	// https://github.com/documenso/documenso/pull/2654: public hosts and one private one
	r := FetchRules()
	r.AllowHosts = []string{"n8n.lan:5678"}
	checkConnections(t, r, append(kit.Cases[connection]("allowhosts.txt", "TestAllowHosts", errorWords()), []connection{
		{"http://n8n.lan:5678/" + strings.Repeat("a", MaxLength), "10.0.0.7", RefusedLength},
	}...))

	// https://github.com/builderz-labs/mission-control/issues/919: blocks
	// https://github.com/OneUptime/oneuptime/pull/3427: loopback and link-local addresses if they are named
	r.AllowHosts = []string{"10.1.0.0/16", "fd00:1::/32", "127.0.0.1:4040", "169.254.7.7", "168.63.129.16", "64:ff9b::10.2.0.1"}
	checkConnections(t, r, kit.Cases[connection]("allowhosts.txt", "TestAllowHosts/2", errorWords()))

	// https://github.com/makeplane/plane/issues/4598: a host of one's own machine, with any port
	r.AllowHosts, r.Ports = []string{"localhost", "mattermost", "2130706433.example"}, nil
	checkConnections(t, r, kit.Cases[connection]("allowhosts.txt", "TestAllowHosts/3", errorWords()))

	// The classes in Addresses and HostAddresses are allowed as well.
	r.AllowHosts, r.HostAddresses, r.Addresses = []string{"a.lan"}, host.ClassLoopback, host.ClassReserved
	checkConnections(t, r, []connection{
		{"http://a.lan/", "127.0.0.1", 0},
		{"http://a.lan/", "192.0.2.1", 0},
		{"http://a.lan/", "169.254.169.254", RefusedAddress},
		{"http://b.example/", "127.0.0.1", RefusedAddress},
	})
}

// TestAllowHostsDeny has an entry of AllowHosts that is more specific than one of Deny, and the reverse.
func TestAllowHostsDeny(t *testing.T) {
	r := FetchRules()
	r.AllowHosts = []string{"*.lan", "b.lan:99", "*.c.lan", "d.lan", "10.0.0.0/8", "10.1.2.3", "10.3.0.0/16", "fd00::/16"}
	r.Deny = append(r.Deny, "a.lan", "*.b.lan", "b.lan", "*.x.c.lan", "d.lan", "10.1.0.0/16", "10.2.0.0/16", "10.3.0.0/16", "10.3.4.0/24",
		"fd00:1::/32", "fd00::/16")
	r.Ports = append(r.Ports, 99)
	checkConnections(t, r, kit.Cases[connection]("allowhosts.txt", "TestAllowHostsDeny", errorWords()))
}

// TestAllowHostsHosts has both lists.
func TestAllowHostsHosts(t *testing.T) {
	r := FetchRules()
	r.Hosts, r.AllowHosts, r.HostAddresses = []string{"wiki.example"}, []string{"n8n.lan:5678", "10.1.2.3"}, host.ClassLoopback
	checkConnections(t, r, []connection{
		{"http://wiki.example/", "127.0.0.1", 0},
		{"http://wiki.example/", "10.0.0.7", RefusedAddress},
		{"http://wiki.example/", "10.1.2.3", 0},
		{"http://n8n.lan:5678/", "10.0.0.7", 0},
		{"http://n8n.lan:5678/", "8.8.8.8", 0},
		{"http://10.1.2.3/", "", 0},
		{"http://www.example.com/", "8.8.8.8", RefusedHost},
		{"http://8.8.8.8/", "", RefusedHost},
	})
	r.Hosts = []string{"8.8.8.8"}
	p := newPolicy(t, r)
	for text, want := range map[string]error{ // without a name
		"8.8.8.8:80": nil, "10.1.2.3:80": nil, "10.1.2.3:5678": RefusedAddress, "9.9.9.9:80": RefusedHost, "10.0.0.7:5678": RefusedAddress,
	} {
		if err := p.CheckAddr(netip.MustParseAddrPort(text)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}

// TestAllowHostsWithoutName checks CheckAddr and Control, which do not get names.
func TestAllowHostsWithoutName(t *testing.T) {
	p := newPolicy(t, allowRules())
	for text, want := range map[string]error{
		"10.1.2.3:80": nil, "10.1.2.3:5678": RefusedAddress, "10.0.0.7:5678": RefusedAddress, "10.1.3.1:80": RefusedAddress,
		"[fd00::7]:8080": nil, "[fd00::7%eth0]:8080": nil, "[fd00::7]:80": RefusedAddress, "[::ffff:10.1.2.3]:80": nil,
		"[64:ff9b::a01:203]:80": RefusedAddress, "8.8.8.8:80": nil, "8.8.8.8:5678": RefusedPort, "127.0.0.1:80": RefusedAddress,
	} {
		if err := p.CheckAddr(netip.MustParseAddrPort(text)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
		if err := p.Control("tcp", text, nil); !errors.Is(err, want) {
			t.Errorf("Control(%s): %v, want %v", text, err, want)
		}
	}
}

// TestAllowHostsErrors has entries that are refused, and entries in the same form that are not.
func TestAllowHostsErrors(t *testing.T) {
	for _, entry := range []string{
		"", "*", "*.", ".lan", ":80", "a.lan:", "a.lan:0", "a.lan:65536", "a.lan:x", "a.lan:-1", "a.lan:+80", "a.lan: 80", "a.lan:80:80",
		"10.0.0.0/8:80", "[10.0.0.0/8]:80", "[fd00::/8]:80", "fd00::/8:80", "*:80", "10.1.515:80", "10.1.515", "2130706433:80",
		"http://a.lan", "http://a.lan:80", "a.lan:80/", "a.lan/", "u@a.lan", "[fd00::7", "fd00::7]:80", "[fd00::7]80", "[fd00::7]:", "[a.lan]:80",
		"::ffff:10.1.2.3", "[::ffff:10.1.2.3]:80", "fe80::1%eth0", "10.0.0.1/8", "bücher.lan", "a%2elan", "a..lan", "xn--lan-:80",
	} {
		p, err := NewPolicy(Rules{AllowHosts: []string{"a.b", entry}})
		if err == nil || p != nil || !strings.Contains(err.Error(), "AllowHosts[1]: ") {
			t.Errorf("%q: %v", entry, err)
		}
	}
	for _, entry := range []string{
		"N8N.lan.:5678", "n8n:1", "*.lan:65535", "10.1.2.3:80", "[10.1.2.3]:80", "[fd00::7]", "[FD00::7]:80", "fd00::7:8080", "::", "10.0.0.0/8",
	} {
		newPolicy(t, Rules{AllowHosts: []string{entry, entry}})
	}
}

// TestAllowHostsDoc runs the lines "URI at address" of the comment of Rules.AllowHosts.
func TestAllowHostsDoc(t *testing.T) {
	source, err := os.ReadFile("rules.go")
	if err != nil {
		t.Skip("the source is not here")
	}
	_, doc, _ := strings.Cut(string(source), "// AllowHosts are hosts")
	doc, _, _ = strings.Cut(doc, "\tAllowHosts []string")
	n := 0
	for line := range strings.Lines(doc) {
		f := strings.Fields(line)
		if len(f) < 5 || f[2] != "at" {
			continue
		}
		n++
		p, u := newPolicy(t, allowRules()), uri.MustParse(f[1])
		err := p.Check(u)
		if err == nil {
			port, _ := u.PortNumber()
			if port == 0 {
				port = 80
			}
			err = p.CheckHostAddr(u.Hostname(), netip.AddrPortFrom(netip.MustParseAddr(f[3]), port))
		}
		if (err == nil) != (strings.TrimSuffix(f[4], ":") == "allowed") {
			t.Errorf("%s%v", line, err)
		}
	}
	if n != 13 {
		t.Errorf("%d lines", n)
	}
}

// TestAllowHostsRandom compares with a reference.
func TestAllowHostsRandom(t *testing.T) {
	random := kit.Random(t)
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	entry := func() string {
		return pick("a.b.lan", "b.lan", "*.lan", "*.b.lan", "*.a.b.lan", "localhost", "*.localhost", "10.0.0.0/8", "10.1.0.0/16", "10.1.2.3",
			"fd00::/8", "fd00::7", "64:ff9b::/96", "64:ff9b::a01:203", "0.0.0.0/0", "::/0", "*.example", "8.8.8.8", "127.0.0.1")
	}
	for range kit.Rounds(500, 3_000, 30_000) {
		r := FetchRules()
		r.Addresses, r.Dotless = host.AddressClass(random.Uint32()&random.Uint32()&0xff), random.IntN(2) == 0
		r.HostAddresses = host.AddressClass(random.Uint32() & random.Uint32() & random.Uint32() & 0xff)
		if random.IntN(3) == 0 {
			r.Ports = nil
		}
		for range random.IntN(3) {
			r.Deny = append(r.Deny, entry())
		}
		if random.IntN(3) == 0 {
			r.Hosts = []string{entry(), entry()}
		}
		for range 1 + random.IntN(3) {
			item := entry()
			if port := pick("", "", ":80", ":99"); port != "" && !strings.Contains(item, "/") {
				if strings.Contains(item, ":") {
					item = "[" + item + "]"
				}
				item += port
			}
			r.AllowHosts = append(r.AllowHosts, item)
		}
		p := newPolicy(t, r)
		name := pick("a.b.lan", "x.a.b.lan", "B.lan.", "c.lan", "localhost", "a.localhost", "a.example", "10.1.2.3", "10.1.9.9", "10.9.9.9",
			"[fd00::7]", "[fd00::8]", "[64:ff9b::a01:203]", "[::ffff:a01:203]", "8.8.8.8", "127.0.0.1", "168.63.129.16")
		checkPolicy(t, r, "http://"+name+pick("", ":80", ":99", ":", ":65616")+"/")

		addr := netip.MustParseAddr(pick("10.1.2.3", "10.1.9.9", "fd00::7", "64:ff9b::a01:203", "::ffff:a01:203", "8.8.8.8", "127.0.0.1",
			"169.254.169.254", "168.63.129.16"))
		at := netip.AddrPortFrom(addr, uint16(80+19*random.IntN(2)))
		var got Refusal
		errors.As(p.CheckHostAddr(name, at), &got)
		if want := referenceHostAddr(r, name, at); got != want {
			t.Errorf("Hosts %q, Deny %q, AllowHosts %q, Addresses %v, Ports %v: %s at %v: %v, want %v", r.Hosts, r.Deny, r.AllowHosts,
				r.Addresses, r.Ports, name, at, error(got), error(want))
		}
	}
}

// referenceHostAddr checks the name, and then the address with the classes that the name allows.
func referenceHostAddr(r Rules, name string, at netip.AddrPort) Refusal {
	addr, usual := at.Addr().Unmap(), len(r.Ports) == 0 || slices.Contains(r.Ports, at.Port())
	refusal, listed := referenceHost(r, name, at.Port(), usual)
	if refusal != 0 {
		return refusal
	}
	_, _, isAddr := host.ParseAddr(name)
	plain := strings.TrimSuffix(strings.ToLower(name), ".")
	in := func(list []string, addr netip.Addr) bool {
		return slices.ContainsFunc(list, func(item string) bool { return referenceMatches(item, plain, addr, addr.IsValid()) })
	}
	inHosts := !isAddr && in(r.Hosts, netip.Addr{})
	if listed && !isAddr || inHosts {
		r.Addresses |= r.HostAddresses
	}
	if listed && !isAddr {
		r.Addresses |= host.ClassPrivate | host.ClassShared
		if host.IsLocalhost(name) {
			r.Addresses |= host.ClassLoopback
		}
	}
	text := addr.String()
	if addr.Is6() {
		text = "[" + text + "]"
	}
	allowed := r
	allowed.Hosts = nil
	refusal, exempt := referenceHost(allowed, text, at.Port(), true)
	switch {
	case exempt:
	case refusal == RefusedPort: // of an entry of AllowHosts, which has no effect here
		allowed.AllowHosts = nil
		if refusal, _ = referenceHost(allowed, text, 0, true); refusal == RefusedAddress && in(r.Hosts, addr) {
			refusal = 0
		}
	case refusal == RefusedAddress && in(r.Hosts, addr):
		refusal = 0
	}
	switch {
	case exempt && !listed && !usual:
		return RefusedPort
	case exempt || refusal != 0:
		return refusal
	case len(r.Hosts) > 0 && !inHosts && (!listed || isAddr) && !in(r.Hosts, addr):
		return RefusedHost
	case !listed && !usual:
		return RefusedPort
	}
	return 0
}

// TestAllowHostsAllocs checks that neither check allocates.
func TestAllowHostsAllocs(t *testing.T) {
	p := newPolicy(t, allowRules())
	for text, addr := range map[string]string{
		"http://N8N.lan.:5678/": "10.0.0.7:5678", "http://a.b.apps.corp.example/": "10.0.0.7:80", "http://10.1.2.3/": "10.1.2.3:80",
		"http://[fd00::7]:8080/": "[fd00::7]:8080",
	} {
		u, at := uri.MustParse(text), netip.MustParseAddrPort(addr)
		name := u.Hostname()
		var err1, err2, err3 error
		n := testing.AllocsPerRun(100, func() {
			err1, err2 = p.Check(u), p.CheckHostAddr(name, at)
			_, err3 = p.Parse(text)
		})
		if n != 0 || err1 != nil || err2 != nil || err3 != nil {
			t.Errorf("%s: %v allocations, %v, %v, %v", text, n, err1, err2, err3)
		}
	}
}
