package surt_test

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/surt"
	"github.com/urispan/uri/urlkey"
)

var profiles = []surt.Profile{surt.Plain, surt.Aggressive, surt.Semantic}

const (
	id24 = "0123456789abcdefghijklmn"
	id32 = "0123456789abcdef0123456789ABCDEF"
)

// TestKey checks the rules of each profile. A comment before each group of cases names the source of the rules.
func TestKey(t *testing.T) {
	for _, test := range kit.Cases[struct {
		p        surt.Profile
		in, want string
	}]("surt.txt", "TestKey") {
		if got := test.p.Key(uri.MustParse(test.in)); got != test.want {
			t.Errorf("%v.Key(%q) = %q, want %q", test.p, test.in, got, test.want)
		}
	}
}

// TestDifferences checks the column "here" of the tables of differences in the documentation of the profiles.
func TestDifferences(t *testing.T) {
	source, err := os.ReadFile("surt.go")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[surt.Profile]int{}
	p := surt.Plain
	inTable := false
	for line := range strings.Lines(string(source)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) > 2 && fields[2] == "is" && fields[1] == "Aggressive":
			p = surt.Aggressive
		case len(fields) > 2 && fields[2] == "is" && fields[1] == "Semantic":
			p = surt.Semantic
		}
		if !strings.HasPrefix(line, "\t//\t") || len(fields) < 4 {
			inTable = false
			continue
		}
		if inTable {
			rows[p]++
			if got := p.Key(uri.MustParse(fields[1])); got != fields[2] {
				t.Errorf("%v.Key(%q) = %q, want %q", p, fields[1], got, fields[2])
			}
		}
		inTable = inTable || fields[1] == "URI" && fields[2] == "here"
	}
	if rows[surt.Aggressive] < 12 || rows[surt.Semantic] < 5 {
		t.Errorf("%v rows", rows)
	}
}

// unsurt returns a URI that has the given key, for keys of URIs with a host.
func unsurt(p surt.Profile, key string) string {
	scheme := "http"
	if p == surt.Semantic {
		scheme, key, _ = strings.Cut(key, "://(")
	}
	end := strings.IndexAny(key, "/?#")
	if end < 0 {
		end = len(key)
	}
	host, rest := strings.TrimSuffix(key[:end], ")"), key[end:]
	host, port, hasPort := cutPort(host)
	if p == surt.Semantic {
		host = strings.TrimSuffix(host, ",")
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err != nil {
		labels := strings.Split(host, ",")
		slices.Reverse(labels)
		for i, label := range labels {
			labels[i] = strings.ReplaceAll(label, ".", ",")
		}
		host = strings.Join(labels, ".")
	}
	if hasPort {
		host += ":" + port
	}
	return scheme + "://" + host + rest
}

func cutPort(host string) (name, port string, ok bool) {
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		return host[:i], host[i+1:], true
	}
	return host, "", false
}

// TestKeyOfKey checks that the URL that a key represents has this key.
func TestKeyOfKey(t *testing.T) {
	n := 0
	for _, s := range corpus(t) {
		u, err := uri.Parse(s)
		if host, _ := u.Host(); err != nil || u.Scheme() != "http" || strings.Trim(host, ".") == "" {
			continue
		}
		for _, p := range profiles {
			key := p.Key(u)
			again, err := uri.Parse(unsurt(p, key))
			if err != nil || p == surt.Aggressive && (strings.Contains(s, "www") || strings.Count(s, "sid=") > 1) {
				continue // Key decodes bytes that no URI can have, and removes one label of www.www and one session ID
			}
			if n++; p.Key(again) != key {
				t.Errorf("%v: the key of %q is %q, that of %q is %q", p, u, key, again, p.Key(again))
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d keys", n)
	}
}

// corpus returns references from the web, and random ones.
func corpus(t *testing.T) []string {
	_, list := kit.Web(t, 1)
	r := kit.Random(t)
	for range kit.Rounds(6_000, 6_000, 20_000) {
		list = append(list, randomURL(r))
	}
	return list
}

// randomURL returns a URI made of pieces that the rules change.
func randomURL(r *rand.Rand) string {
	pieces := []string{
		"a", "B", "9", "-", ".", "..", "/", "//", "/./", "/../", "%2F", "%2f", "%25", "2", "5", "%41", "%7e", "%C3%BC",
		"%E2%98%83", "&", "=", ";", ",", "!", "www", "www1.", "%2e", "%00", "%20", "(", ")", "?", "sid=" + id32, "x.aspx",
		":", "@",
	}
	var b strings.Builder
	b.WriteString("http://")
	for range 1 + r.IntN(3) {
		b.WriteString([]string{"a", "www.", "x.y", "B.", ".", "%41", "%C3%BC", "127.1", "0x7f.1", ","}[r.IntN(10)])
	}
	b.WriteString([]string{"", ":80", ":8080", ":"}[r.IntN(4)])
	b.WriteString([]string{"", "/", "/", "/", "?"}[r.IntN(5)])
	if s := b.String(); s[len(s)-1] == '/' || s[len(s)-1] == '?' {
		for range r.IntN(10) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	return b.String()
}

// TestEquivalentURIs checks that equivalent URIs have equal keys.
func TestEquivalentURIs(t *testing.T) {
	n := 0
	for _, s := range corpus(t) {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		n++
		others := []uri.URI{u.Normalized()}
		if upper, err := u.WithScheme(strings.ToUpper(u.Scheme())); err == nil && u.IsAbs() {
			others = append(others, upper)
		}
		if path, err := u.WithPath("/x/.." + u.Path()); err == nil && strings.HasPrefix(u.Path(), "/") {
			others = append(others, path)
		}
		for _, p := range profiles {
			for _, v := range others {
				if urlkey.Sum1(u) == urlkey.Sum1(v) && p.Key(u) != p.Key(v) {
					t.Errorf("%v: %q has the key %q, and %q the key %q", p, u, p.Key(u), v, p.Key(v))
				}
			}
		}
	}
	if n < 1500 {
		t.Errorf("only %d URIs", n)
	}
}

// TestVisibleASCII checks that keys have only visible characters of US-ASCII: no key breaks a line or a column of an
// index.
func TestVisibleASCII(t *testing.T) {
	for _, s := range corpus(t) {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		for _, p := range profiles {
			if strings.ContainsFunc(p.Key(u), func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
				t.Errorf("%v.Key(%q) = %q", p, u, p.Key(u))
			}
		}
	}
}

// TestOrder checks that keys without ports sort as the lists of their parts: the labels, the last one first, then the
// path.
func TestOrder(t *testing.T) {
	type entry struct {
		key   string
		parts []string
	}
	r := kit.Random(t)
	var entries []entry
	labels := []string{"a", "b", "a0", "a-b", "ab", "com", "example", "xn--a", "0"}
	for range 2000 {
		var host []string
		for range 1 + r.IntN(4) {
			host = append(host, labels[r.IntN(len(labels))])
		}
		if host[len(host)-1] == "0" {
			continue // browsers reject such a host
		}
		path := "/" + []string{"", "a", "b", "0", "a/b"}[r.IntN(5)]
		u := uri.MustParse("http://" + strings.Join(host, ".") + path)
		slices.Reverse(host)
		for _, p := range profiles {
			entries = append(entries, entry{fmt.Sprint(p, " ", p.Key(u)), append(append([]string{p.String()}, host...), path)})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	// A path is less than any label here, because "/" is less than letters and digits.
	if !slices.IsSortedFunc(entries, func(a, b entry) int { return slices.Compare(a.parts, b.parts) }) {
		t.Error("keys do not sort as their parts")
	}
}

// TestDomainRange checks the ranges of the section Order of the package comment.
func TestDomainRange(t *testing.T) {
	hosts := []string{
		"example.com", "a.example.com", "a.b.example.com", "xn--a.example.com", "0.example.com", "_a.example.com",
		"-.example.com", "myexample.com", "example-a.com", "example0.com", "exampl.com", "examplea.com", "example.com.org",
		"com", "example", "example.com.", "a.example.com.", "example.com.org.", "com.",
	}
	for _, host := range hosts {
		name := strings.TrimSuffix(host, ".")
		in := name == "example.com" || strings.HasSuffix(name, ".example.com")
		for _, p := range []surt.Profile{surt.Plain, surt.Aggressive} {
			key := p.Key(uri.MustParse("http://" + host + "/a"))
			if got := "com,example)" <= key && key < "com,example-"; got != in {
				t.Errorf("%v: %q is in the range: %t", p, key, got)
			}
			key = p.Key(uri.MustParse("http://" + host + ":81/a"))
			noSub := name == "example.com"
			if got := "com,example:" <= key && key < "com,example;"; got != noSub {
				t.Errorf("%v: %q is in the range of ports: %t", p, key, got)
			}
		}
		for _, port := range []string{"", ":81"} {
			key := surt.Semantic.Key(uri.MustParse("http://" + host + port + "/a"))
			if got := strings.HasPrefix(key, "http://(com,example,"); got != in {
				t.Errorf("%q has the prefix: %t", key, got)
			}
		}
	}
}

func TestString(t *testing.T) {
	for p, want := range map[surt.Profile]string{
		surt.Plain: "plain", surt.Aggressive: "aggressive", surt.Semantic: "semantic", 3: "Profile(3)",
	} {
		if got := p.String(); got != want {
			t.Errorf("Profile %d is %q, want %q", p, got, want)
		}
	}
}
