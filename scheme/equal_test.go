package scheme_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/urlkey"
)

// classes are sets of URIs that are equivalent, each with the key and the source. URIs of different sets are not equivalent.
// The keys never change: if TestKeys fails, the code is wrong.
var classes = kit.Cases[struct{ source, key, uris string }]("equal.txt", "classes")

// TestKeys compares AppendKey1 with the keys, and Equal for each pair of URIs.
func TestKeys(t *testing.T) {
	var all []uri.URI
	var classOf []int
	for i, c := range classes {
		for s := range strings.SplitSeq(c.uris, " ") {
			u, err := uri.Parse(s)
			if err != nil {
				t.Fatalf("%s: %v", c.source, err)
			}
			all, classOf = append(all, u), append(classOf, i)
			if got := string(scheme.AppendKey1([]byte("dst"), u)); got != "dst"+c.key {
				t.Errorf("%s: %q has the key %q, want %q", c.source, s, got[3:], c.key)
			}
		}
		key, err := uri.Parse(c.key)
		if got := scheme.AppendKey1(nil, key); err != nil || string(got) != c.key {
			t.Errorf("%s: the key %q has the key %q, %v", c.source, c.key, got, err)
		}
	}
	for i, u := range all {
		for j, v := range all {
			if got := scheme.Equal(u, v); got != (classOf[i] == classOf[j]) {
				t.Errorf("Equal(%q, %q): %v", u.String(), v.String(), got)
			}
		}
	}
}

// TestKeysOfOtherSchemes compares the keys of schemes without rules with the normal form that urlkey.Sum1 hashes.
func TestKeysOfOtherSchemes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range kit.Rounds(300, 3000, 100_000) {
		u := randomURI(r, "http", "FTP", "x", "urns", "")
		key := uri.MustParse(string(scheme.AppendKey1(nil, u)))
		host, _ := u.Host()
		if strings.Contains(host, "%") {
			continue
		}
		if urlkey.Sum1(key) != urlkey.Sum1(u) || !key.IsNormalized() {
			t.Fatalf("%q has the key %q", u.String(), key.String())
		}
	}
}

// randomURI returns a URI of one of the schemes. "" stands for a relative reference.
func randomURI(r *rand.Rand, schemes ...string) uri.URI {
	pieces := []string{"a", "B", "%2f", "%2F", "%41", "%C3%bc", "/", "/../", "/./", ":", "@", ";", "=", "+", "-", ".", ",", "1", "23", "?", "?+", "?=",
		"#", "&", "//", "npm/", "ext=1-2", ";phone-context=+1", "Ab:", "(", "*", "%23", "%00"}
	for {
		var b strings.Builder
		if s := schemes[r.IntN(len(schemes))]; s != "" {
			b.WriteString(s + ":")
		}
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if u, err := uri.Parse(b.String()); err == nil {
			return u
		}
	}
}

// TestKeyProperties checks what holds for every key: it is a URI, which is its own key, and URIs with the same normal form
// have the same key.
func TestKeyProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range kit.Rounds(500, 5000, 200_000) {
		u := randomURI(r, "urn", "URN", "tel", "Tel", "mailto", "pkg", "PKG", "ipfs", "postgres", "http", "")
		if err := checkKey(u); err != nil {
			t.Fatal(err)
		}
	}
}

func checkKey(u uri.URI) error {
	key := scheme.AppendKey1(nil, u)
	k, err := uri.Parse(string(key))
	if err != nil {
		return fmt.Errorf("%q has the key %q: %w", u.String(), key, err)
	}
	if again := scheme.AppendKey1(nil, k); string(again) != string(key) || !scheme.Equal(u, k) || !scheme.Equal(k, u) {
		return fmt.Errorf("%q has the key %q, which has the key %q", u.String(), key, again)
	}
	return nil
}

func FuzzKey(f *testing.F) {
	for _, c := range classes {
		f.Add(strings.Fields(c.uris + " x")[0])
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		if err := checkKey(u); err != nil {
			t.Fatal(err)
		}
	})
}

// TestURNsThatAreNone checks that a "urn:" that RFC 8141 does not allow has the URI as its key: the q-component of the
// first two begins with a byte that it must not have.
func TestURNsThatAreNone(t *testing.T) {
	for _, text := range []string{"URN:ab:c?+r?=/q", "URN:ab:c?+r?=#f", "URN:ab:c?d", "URN:ab:"} {
		if got := string(scheme.AppendKey1(nil, uri.MustParse(text))); got != text {
			t.Errorf("%s: got %s", text, got)
		}
	}
}
