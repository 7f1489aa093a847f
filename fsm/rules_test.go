package fsm

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestIPv4 puts every string of up to four digits at each place of an address. The automaton implements the rule for
// IPv4 addresses only inside IPv6 addresses. Package fsm decides whether a reg-name is one, so the test is here.
func TestIPv4(t *testing.T) {
	// RFC 3986, section 3.2.2: dec-octet, its alternatives from the last to the first.
	decOctet := regexp.MustCompile(`^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$`)
	octets := []string{""}
	for width := 1; width <= 4; width++ {
		for n := range []int{1, 10, 100, 1000, 10000}[width] {
			octets = append(octets, fmt.Sprintf("%0*d", width, n))
		}
	}
	for place := range 4 {
		for _, octet := range octets {
			parts := []string{"192", "0", "2", "16"}
			parts[place] = octet
			s := "//" + strings.Join(parts, ".")
			var r Ranges
			if _, ok := Scan(s, &r); !ok {
				t.Fatalf("%q is rejected", s)
			}
			want := RegName
			if decOctet.MatchString(octet) {
				want = IPv4
			}
			if got := HostKindOf(s, &r); got != want {
				t.Errorf("%q: %v, want %v", s, got, want)
			}
			if got := HostKindOf([]byte(s), &r); got != want {
				t.Errorf("%q as bytes: %v, want %v", s, got, want)
			}
		}
	}
	for _, s := range []string{"//1.2.3.4.", "//1.2.3.4.5", "//.1.2.3.4", "//1.2.3", "//1..2.3", "//1.2.3.4a", "//1.2.3.%34", "//a"} {
		var r Ranges
		if _, ok := Scan(s, &r); !ok || HostKindOf(s, &r) != RegName {
			t.Errorf("%q: %v, want a registered name", s, HostKindOf(s, &r))
		}
	}
}

// TestReasonNames fixes the names of reasons. The command prints them, and programs may read its output.
func TestReasonNames(t *testing.T) {
	want := []string{"", "illegal byte", "bad percent-encoding", "bad IP-literal", "bad port", "colon in first segment",
		"no scheme", "unwanted scheme", "unwanted fragment", "too long", "invalid UTF-8", "list of hosts", ""}
	for r, text := range want {
		if got := Reason(r).String(); got != text {
			t.Errorf("Reason(%d) is %q, want %q", r, got, text)
		}
	}
}
