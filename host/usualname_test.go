package host

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// isUsualReference implements isUsualName label by label.
func isUsualReference(name string) bool {
	if len(name) < 8 || len(name) > 63 || !isLetter(name[len(name)-1]) {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' {
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

// checkUsual compares isUsualName with isUsualReference, and IsName with CheckName.
func checkUsual(t *testing.T, name string) {
	t.Helper()
	want := isUsualReference(name)
	if got := isUsualName(name); got != want {
		t.Fatalf("isUsualName(%q) = %v, want %v", name, got, want)
	}
	if _, reason := checkName(name); IsName(name) != (reason == 0) {
		t.Fatalf("IsName(%q) = %v, but checkName returns %v", name, IsName(name), reason)
	}
}

// TestUsualName puts each byte at each place of names of each length, and two special bytes at any two places.
func TestUsualName(t *testing.T) {
	step := kit.Rounds(13, 13, 1)
	for n := range 67 {
		name := []byte(strings.Repeat("a", n))
		checkUsual(t, string(name))
		for i := range name {
			for c := range 256 {
				name[i] = byte(c)
				checkUsual(t, string(name))
			}
			for j := i % step; j < i; j += step {
				for _, pair := range []string{"..", ".-", "-.", "--", "9.", ".Z", "\xff.", ".\x80", "/-", "`0"} {
					name[j], name[i] = pair[0], pair[1]
					checkUsual(t, string(name))
				}
				name[j] = 'a'
			}
			name[i] = 'a'
		}
	}
}

// TestUsualNameRandom makes names of bytes next to the limits of letters and digits.
func TestUsualNameRandom(t *testing.T) {
	rounds := kit.Rounds(100000, 100000, 1000000)
	random := kit.Random(t)
	const common, all = "aabzAZ09-.", "azAZ09-.,/:@[`{\x00\x0d\x0e\x19\x7f\x80\xad\xae\xc1\xe1\xff"
	for range rounds {
		name := make([]byte, 6+random.IntN(60))
		for i := range name {
			name[i] = common[random.IntN(len(common))]
		}
		if random.IntN(2) == 0 {
			name[random.IntN(len(name))] = all[random.IntN(len(all))]
		}
		checkUsual(t, string(name))
	}
}

func FuzzUsualName(f *testing.F) {
	f.Add("www.example.com")
	f.Add("xn--bcher-kva.example")
	f.Fuzz(func(t *testing.T, name string) { checkUsual(t, name) })
}
