package dnsname

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/randtest"
)

// isSimple is the definition of simple names, written down again.
func isSimple(name string) bool {
	if len(name) < 8 || len(name) > 63 || !isLetter(name[len(name)-1]) {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, c := range []byte(label) {
			if !isLetter(c) && (c < '0' || c > '9') && c != '-' {
				return false
			}
		}
	}
	return true
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func check(t *testing.T, name string) {
	t.Helper()
	var want uint64
	if isSimple(name) {
		for i := range len(name) + 1 {
			if i == len(name) || name[i] == '.' {
				want |= 1 << i
			}
		}
	}
	if got := Ends(name); got != want {
		t.Fatalf("Ends(%q) = %#x, want %#x", name, got, want)
	}
	if minLen <= len(name) && len(name) <= maxLen {
		if got := endsByWords(name); got != want {
			t.Fatalf("endsByWords(%q) = %#x, want %#x", name, got, want)
		}
	}
}

// TestEnds has each byte at each place of names of each length, and two special bytes at any two places.
func TestEnds(t *testing.T) {
	for n := range 67 {
		name := []byte(strings.Repeat("a", n))
		check(t, string(name))
		for i := range name {
			for c := range 256 {
				name[i] = byte(c)
				check(t, string(name))
			}
			for j := range i {
				for _, pair := range []string{"..", ".-", "-.", "--", "9.", ".Z", "\xff.", ".\x80", "/-", "`0"} {
					name[j], name[i] = pair[0], pair[1]
					check(t, string(name))
				}
				name[j] = 'a'
			}
			name[i] = 'a'
		}
	}
}

// TestEndsRandom has names of bytes that are near the bounds of the sums.
func TestEndsRandom(t *testing.T) {
	rounds := 1000000
	if testing.Short() {
		rounds = 100000
	}
	random := randtest.New(t)
	const common, all = "aabzAZ09-.", "azAZ09-.,/:@[`{\x00\x0d\x0e\x19\x7f\x80\xad\xae\xc1\xe1\xff"
	for range rounds {
		name := make([]byte, 6+random.IntN(60))
		for i := range name {
			name[i] = common[random.IntN(len(common))]
		}
		if random.IntN(2) == 0 {
			name[random.IntN(len(name))] = all[random.IntN(len(all))]
		}
		check(t, string(name))
	}
}

func FuzzEnds(f *testing.F) {
	f.Add("www.example.com")
	f.Add("xn--bcher-kva.example")
	f.Fuzz(func(t *testing.T, name string) { check(t, name) })
}
