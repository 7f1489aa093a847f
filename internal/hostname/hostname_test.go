package hostname

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestCutALabel(t *testing.T) {
	// RFC 5890, section 2.3.2.5: the ACE prefix, in any case
	for _, test := range []struct {
		label, punycode string
		ok              bool
	}{
		{"xn--bcher-kva", "bcher-kva", true}, {"XN--bcher-kva", "bcher-kva", true}, {"xN--", "", true},
		{"", "", false}, {"xn-", "", false}, {"xn-a", "", false}, {"xm--a", "", false}, {"yn--a", "", false},
		{"axn--b", "", false}, {"8n--a", "", false}, {"x\x0e--a", "", false}, {"xn-\x0da", "", false},
	} {
		if punycode, ok := CutALabel(test.label); punycode != test.punycode || ok != test.ok {
			t.Errorf("%q: %q, %t, want %q, %t", test.label, punycode, ok, test.punycode, test.ok)
		}
		punycode, ok := CutALabel([]byte(test.label))
		if string(punycode) != test.punycode || ok != test.ok {
			t.Errorf("[]byte %q: %q, %t, want %q, %t", test.label, punycode, ok, test.punycode, test.ok)
		}
		if !ok && cap(punycode) > 0 {
			t.Errorf("[]byte %q: an append would write to the label", test.label)
		}
	}
}

func TestByteClasses(t *testing.T) {
	ldh, loose := regexp.MustCompile(`^[A-Za-z0-9-]$`), regexp.MustCompile(`^[A-Za-z0-9_-]$`)
	for b := range 256 {
		text := []byte{byte(b)}
		if got := IsLDH(byte(b)); got != ldh.Match(text) {
			t.Errorf("IsLDH(%#x) = %v", b, got)
		}
		if got := IsLooseByte(byte(b)); got != loose.Match(text) {
			t.Errorf("IsLooseByte(%#x) = %v", b, got)
		}
	}
}

func TestCutDot(t *testing.T) {
	for _, test := range []struct {
		host, before string
		found        bool
	}{
		{"a.", "a", true}, {"a%2e", "a", true}, {"a%2E", "a", true}, {".", "", true}, {"%2E", "", true},
		{"a..", "a.", true},
		{"a%2E.", "a%2E", true}, {"", "", false}, {"a", "a", false}, {"a.b", "a.b", false}, {"2E", "2E", false},
		{"a%2", "a%2", false}, {"a%2F", "a%2F", false}, {"a.%", "a.%", false}, {"%25.", "%25", true},
	} {
		if before, found := CutDot(test.host); before != test.before || found != test.found {
			t.Errorf("CutDot(%q) = %q, %t", test.host, before, found)
		}
	}
}

// TestIsIPv4 puts every string of up to four digits at each place of an address.
func TestIsIPv4(t *testing.T) {
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
			if s := strings.Join(parts, "."); IsIPv4(s) != decOctet.MatchString(octet) {
				t.Errorf("%q: %v", s, IsIPv4(s))
			}
		}
	}
	for _, s := range []string{"", "0.0.0", "1.2.3.4.", "1.2.3.4.5", ".1.2.3.4", "1.2.3", "1..2.3", "1.2.3.4a", "1.2.3.%34", "1.2.3/4", "1:2.3.4"} {
		if IsIPv4(s) {
			t.Errorf("%q is an address", s)
		}
	}
}
