package octet

import (
	"cmp"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

func TestMatch(t *testing.T) {
	for _, test := range kit.Cases[struct {
		raw, text   string
		exact, plus bool
	}]("key.txt", "TestMatch") {
		for keys, want := range map[Keys]bool{{}: test.exact, {Plus: true}: test.plus} {
			if got := keys.Match(test.raw, test.text); got != want {
				t.Errorf("%+v: Match(%q, %q) = %t", keys, test.raw, test.text, got)
			}
		}
	}
}

// TestCompareKeys compares Compare with package net/url. Every "%" in its keys begins a percent-encoding.
func TestCompareKeys(t *testing.T) {
	pieces := []string{"a", "b", "%61", "%62", "+", "%20", "%2B", "%00", "\xff", "="}
	random := kit.Random(t)
	key := func() (s string) {
		for range random.IntN(5) {
			s += pieces[random.IntN(len(pieces))]
		}
		return s
	}
	for range 20_000 {
		a, b, plus := key(), key(), random.IntN(2) == 0
		decoded := func(s string) string {
			s, _, _ = strings.Cut(s, "=")
			if !plus {
				s = strings.ReplaceAll(s, "+", "%2B")
			}
			text, err := url.QueryUnescape(s)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		if got, want := (Keys{Plus: plus}).Compare(a, b), cmp.Compare(decoded(a), decoded(b)); got != want {
			t.Fatalf("Compare(%q, %q) with Plus %t = %d, want %d", a, b, plus, got, want)
		}
	}
}

func TestUint16(t *testing.T) {
	for _, test := range []struct {
		s     string
		value uint16
		n     int
	}{
		{"", 0, 0}, {"x", 0, 0}, {"0", 0, 1}, {"00", 0, 2}, {"80", 80, 2}, {"0080/", 80, 4}, {"65535", 65535, 5},
		{"65536", 6553, 4}, {"655350", 65535, 5}, {"99999", 9999, 4}, {strings.Repeat("0", 99) + "1", 1, 100},
		{"18446744073709551617", 18446, 5},
	} {
		if value, n := Uint16(test.s); value != test.value || n != test.n {
			t.Errorf("Uint16(%q) = %d, %d, want %d, %d", test.s, value, n, test.value, test.n)
		}
	}
}

func TestHexValue(t *testing.T) {
	for i, digits := range []string{"0123456789abcdef", "0123456789ABCDEF"} {
		for value, b := range []byte(digits) {
			if got := HexValue(b); int(got) != value {
				t.Errorf("%d: HexValue(%q) = %d", i, b, got)
			}
		}
	}
}

func TestIsASCII(t *testing.T) {
	for s, want := range map[string]bool{"": true, "a\x00\x7f": true, "\x80": false, "aé": false, "é": false} {
		if got := IsASCII(s); got != want {
			t.Errorf("IsASCII(%q) = %t", s, got)
		}
	}
}
