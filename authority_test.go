package uri

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

func TestHostKind(t *testing.T) {
	tests := []struct {
		kind  HostKind
		hosts string
	}{
		{HostIPv4, "0.0.0.0 1.2.3.4 255.255.255.255 192.0.2.16 99.100.199.249"},
		{HostIPv6, "[::] [::1] [1:2:3:4:5:6:7:8] [2001:DB8::7] [::ffff:1.2.3.4] [1:2:3:4:5:6:1.2.3.4] [0000::0000]"},
		{HostIPvFuture, "[v1.a] [vFf.:] [V0.1:2] [v1.fe80::a+en1]"},
		{HostRegName, "h example.com 1.2.3.256 1.2.3 1.2.3.4.5 01.2.3.4 1.2.3.4. 1.2.3.%34 v1.a %41 - 256.1.1.1 .1.2.3"},
	}
	for _, test := range tests {
		for host := range strings.FieldsSeq(test.hosts) {
			for _, ref := range []string{"//" + host, "//" + host + ":1/", "s://u:1.2.3.4@" + host + "?"} {
				if got := MustParse(ref).HostKind(); got != test.kind {
					t.Errorf("%q: %v, want %v", ref, got, test.kind)
				}
			}
		}
	}
	for ref, want := range map[string]HostKind{
		"": HostUndefined, "/1.2.3.4": HostUndefined, "a:b": HostUndefined, "//": HostRegName, "//@:": HostRegName,
	} {
		if got := MustParse(ref).HostKind(); got != want {
			t.Errorf("%q: %v, want %v", ref, got, want)
		}
	}
}

func TestHostKindString(t *testing.T) {
	want := "undefined ipv4 ipv6 ipvfuture reg-name HostKind(5)"
	var got []string
	for k := HostUndefined; k <= HostRegName+1; k++ {
		got = append(got, k.String())
	}
	if strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

func TestHostAddr(t *testing.T) {
	for ref, want := range kit.Pairs[string, string]("authority.txt", "TestHostAddr") {
		got, err := MustParse(ref).HostAddr()
		if err != nil || got != netip.MustParseAddr(want) {
			t.Errorf("%q: %v, %v, want %s", ref, got, err, want)
		}
	}
	for ref, want := range kit.Pairs[string, error]("authority.txt", "TestHostAddr/errors", map[string]any{"ErrAddressMechanism": ErrAddressMechanism, "ErrNoAddress": ErrNoAddress}) {
		if got, err := MustParse(ref).HostAddr(); !errors.Is(err, want) || got != (netip.Addr{}) {
			t.Errorf("%q: %v, %v, want %v", ref, got, err, want)
		}
	}
}

// TestHostAddrRoundTrip writes random addresses in both of netip's forms and reads them back.
func TestHostAddrRoundTrip(t *testing.T) {
	random := kit.Random(t)
	for range 2000 {
		var b [16]byte
		for i := range b {
			// Many zeros make many elisions.
			b[i] = byte(random.Uint32() & random.Uint32() & random.Uint32())
		}
		v4, v6 := netip.AddrFrom4([4]byte(b[:4])), netip.AddrFrom16(b)
		for host, want := range map[string]netip.Addr{
			v4.String(): v4, "[" + v6.String() + "]": v6, "[" + v6.StringExpanded() + "]": v6,
		} {
			if got, err := MustParse("//" + host).HostAddr(); err != nil || got != want {
				t.Fatalf("%s: %v, %v", host, got, err)
			}
		}
	}
}

func TestPortNumber(t *testing.T) {
	zeros := strings.Repeat("0", 1000)
	for port, want := range map[string]uint16{
		"0": 0, "80": 80, "00080": 80, "65535": 65535, "8042": 8042, zeros: 0, zeros + "65535": 65535,
	} {
		if got, err := MustParse("//h:" + port + "/").PortNumber(); err != nil || got != want {
			t.Errorf("port %.20s: %d, %v, want %d", port, got, err, want)
		}
	}
	for ref, want := range map[string]error{
		"":                           errPortUndefined,
		"//h":                        errPortUndefined,
		"//u:80@h":                   errPortUndefined,
		"//[::1:80]":                 errPortUndefined,
		"//h:":                       errPortEmpty,
		"//h:65536":                  ErrPortRange,
		"//h:99999":                  ErrPortRange,
		"//h:4294967376":             ErrPortRange, // 80 + 1<<32
		"//h:18446744073709551696":   ErrPortRange, // 80 + 1<<64
		"//h:" + zeros + "65536":     ErrPortRange,
		"//h:1" + zeros + "#f":       ErrPortRange,
		"//h:1" + zeros + zeros + "": ErrPortRange,
	} {
		if got, err := MustParse(ref).PortNumber(); err != want || got != 0 {
			t.Errorf("%.20q: %d, %v, want %v", ref, got, err, want)
		}
	}
	for _, err := range []error{errPortUndefined, errPortEmpty} {
		if !errors.Is(err, ErrNoPort) || errors.Is(err, ErrPortRange) {
			t.Errorf("%v does not wrap ErrNoPort alone", err)
		}
	}
}

// TestHostKindsComplete checks that each host kind of package fsm has its counterpart in this package.
func TestHostKindsComplete(t *testing.T) {
	const unused = 16 // a number larger than any kind
	for k := fsm.NoHost + 1; k < unused; k++ {
		got := HostKind(k)
		if got <= HostRegName && got.String() != k.String() {
			t.Errorf("host kind %d is %q here, and %q in package fsm", k, got, k)
		} else if got > HostRegName && k.String() != "" {
			t.Errorf("this package does not have %q", k)
		}
	}
	if got := HostKind(fsm.NoHost); got != HostUndefined {
		t.Errorf("an undefined host is %q here", got)
	}
}

// hostPortTests lists the expected results of Hostname and HostPort. The results of Hostname are those of net/url,
// except that net/url refuses an IPvFuture and decodes a name.
var hostPortTests = kit.Cases[struct {
	uri, hostname, hostPort string
	ok                      bool
}]("authority.txt", "hostPortTests")

func TestHostPort(t *testing.T) {
	for _, test := range hostPortTests {
		u := MustParse(test.uri)
		if got := u.Hostname(); got != test.hostname {
			t.Errorf("%q: Hostname %q, want %q", u, got, test.hostname)
		}
		if got, ok := u.HostPort(); got != test.hostPort || ok != test.ok {
			t.Errorf("%q: HostPort %q, %t; want %q, %t", u, got, ok, test.hostPort, test.ok)
		}
	}
}

// The address to connect to, and the name that a certificate must have.
func ExampleURI_HostPort() {
	for _, s := range []string{"https://example.com/", "http://[2001:db8::7]:8080/", "urn:a:b"} {
		u := MustParse(s)
		address, ok := u.HostPort()
		fmt.Printf("%q %t %q\n", address, ok, u.Hostname())
	}
	// Output:
	// "example.com:443" true "example.com"
	// "[2001:db8::7]:8080" true "2001:db8::7"
	// "" false ""
}

func ExampleURI_Hostname() {
	fmt.Println(MustParse("http://[2001:db8::7]:8080/").Hostname())
	// Output: 2001:db8::7
}

func TestUsernamePassword(t *testing.T) {
	for _, test := range kit.Cases[struct {
		uri, name   string
		hasName     bool
		password    string
		hasPassword bool
	}]("authority.txt", "TestUsernamePassword") {
		u := MustParse(test.uri)
		if got, ok := u.Username(); got != test.name || ok != test.hasName {
			t.Errorf("%q: Username %q, %t", test.uri, got, ok)
		}
		if got, ok := u.Password(); got != test.password || ok != test.hasPassword {
			t.Errorf("%q: Password %q, %t", test.uri, got, ok)
		}
		v, err := url.Parse(test.uri)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := v.User.Password(); got != test.password || ok != test.hasPassword || v.User.Username() != test.name {
			t.Errorf("%q: net/url has %q, %q, %t", test.uri, v.User.Username(), got, ok)
		}
	}
}

// The fields are split first and decoded after that, so a password can have a ":".
func ExampleURI_Password() {
	u := MustParse("ftp://joe:a%3Ab@example.com/")
	name, _ := u.Username()
	password, ok := u.Password()
	fmt.Println(name, password, ok)
	_, ok = MustParse("ftp://joe@example.com/").Password()
	fmt.Println(ok)
	// Output:
	// joe a:b true
	// false
}

func ExampleURI_Username() {
	name, ok := MustParse("ftp://joe%40example.net:secret@example.com/").Username()
	fmt.Println(name, ok)
	// Output: joe@example.net true
}
