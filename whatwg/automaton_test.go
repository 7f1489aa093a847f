package whatwg

import (
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// The grammar of normal URLs has two rules that are wider than the language. The tests compare the checks for these
// with references.

// TestNormalPort compares isNormalPort with package strconv: a port is normal if it is its number in decimal, and not
// the default port of the scheme (section 4.2).
func TestNormalPort(t *testing.T) {
	standard := map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "foo": "none"}
	for scheme, other := range standard {
		for n := 0; n < 70_000; n++ {
			if n > 1000 && n < 64_000 {
				n += kit.Rounds(10, 10, 0) // not every one of so many
			}
			for _, zeros := range []string{"", "0", "00000"} {
				port := zeros + strconv.Itoa(n)
				want := zeros == "" && n <= 65535 && port != other
				if got := isNormalPort(scheme, ":"+port); got != want {
					t.Fatalf("%s, %s: %v", scheme, port, got)
				}
			}
		}
		if isNormalPort(scheme, ":"+strings.Repeat("9", 100)) || isNormalPort(scheme, ":4294967297") ||
			!isNormalPort(scheme, "") {
			t.Errorf("%s: a port without digits or with too many", scheme)
		}
	}
}

// TestNormalIPv6 compares isNormalIPv6 with package netip for addresses with zeros at all places, with and without
// "::". Package netip writes them as the IPv6 serializer does (section 3.6), except for IPv4-mapped addresses, which
// the test leaves out.
func TestNormalIPv6(t *testing.T) {
	normals := 0
	for _, piece := range []string{"1", "ab", "fff0", "1234"} {
		for zeros := range 1 << 8 {
			var pieces []string
			for i := range 8 {
				if zeros>>i&1 != 0 {
					pieces = append(pieces, "0")
				} else {
					pieces = append(pieces, piece)
				}
			}
			normal := netip.MustParseAddr(strings.Join(pieces, ":")).String()
			all := strings.Join(pieces, ":")
			texts := []string{all, strings.ToUpper(normal), "0" + normal, normal + ":", normal + "0"}
			for i := range 8 {
				for j := i + 1; j <= 8; j++ {
					texts = append(texts, strings.Join(pieces[:i], ":")+"::"+strings.Join(pieces[j:], ":"))
				}
			}
			for _, text := range append(texts, normal) {
				addr, err := netip.ParseAddr(text)
				want := err == nil && addr.String() == text
				if got := isNormalIPv6(text); got != want {
					t.Fatalf("%s: %v, want %v", text, got, want)
				}
				if want {
					normals++
				}
			}
		}
	}
	if normals < 4*256 {
		t.Errorf("only %d addresses are normal", normals)
	}
	for text, want := range map[string]bool{
		"::ffff:7f00:1": true, "::ffff:127.0.0.1": false, "::127.0.0.1": false, "": false, ":": false, "1::2::3": false,
		"::": true, "0::": false, "fe80::1%eth0": false, strings.Repeat("1:", 8): false, "12345::": false,
	} {
		if got := isNormalIPv6(text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestRuns compares the runs with the percent-encode sets of the standard (section 1.3), and the run of the host with
// the hosts that the state machine leaves unchanged.
func TestRuns(t *testing.T) {
	for c := range 256 {
		b, text := byte(c), string([]byte{byte(c)})
		visible := ' ' < b && b <= '~'
		host := "http://x" + text + "y/"
		for _, tt := range []struct {
			name string
			run  uint8
			want bool
		}{
			{"path", inPath, visible && pathSet.TextLen(text) == 1 && b != '\\'},
			{"query", inQuery, visible && specialQuerySet.TextLen(text) == 1},
			{"fragment", inFragment, visible && fragmentSet.TextLen(text) == 1},
			{"host", inHost, strings.IndexByte("/@:", b) < 0 && parseByMachine(Parser{}, URL{}, host).Href == host},
		} {
			if got := inRuns[b]&tt.run != 0; got != tt.want {
				t.Errorf("%s: %q: %v, want %v", tt.name, b, got, tt.want)
			}
		}
	}
}
