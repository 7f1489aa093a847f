package urlkey_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/urlkey"
)

// TestSum1 has digests that sha256sum of GNU coreutils computed from the normal forms. They never change: if
// one is wrong after a change to normalization, that change needs a Sum2.
func TestSum1(t *testing.T) {
	type row struct{ uri, normal, want string }

	for _, test := range append(kit.Cases[row]("urlkey.txt", "TestSum1"), []row{
		{
			"http://EXAMPLE.com/" + strings.Repeat("./a/", 1000), "http://example.com/" + strings.Repeat("a/", 1000),
			"2f1439e23d0353bad435c473ae37256f",
		},
		{
			"http://example.com/" + strings.Repeat("a/", 100_000), "http://example.com/" + strings.Repeat("a/", 100_000),
			"b36e820487070f26728d38320bc6be86",
		},
	}...) {
		u := uri.MustParse(test.uri)
		if got := urlkey.Sum1(u); hex.EncodeToString(got[:]) != test.want || u.Key() != uri.Key(test.normal) {
			t.Errorf("%.100s: %x, want %s; the normal form is %.100s", test.uri, got, test.want, u.Normalized())
		}
	}
	n := uri.Normalizer{Steps: uri.StepCase}
	got := urlkey.Sum1With(n, uri.MustParse("HTTP://example.com/%7e"))
	if want := "b4e8929f668e590201a2bdfb9c291b23"; hex.EncodeToString(got[:]) != want {
		t.Errorf("with one step: %x, want %s", got, want)
	}
}

// TestSumIRI1 has digests of sha256sum, as TestSum1 has.
func TestSumIRI1(t *testing.T) {
	for _, test := range []struct{ iri, normal, want string }{
		{"http://résumé.example/%7e", "http://résumé.example/~", "958b486c3997e2c9e5bfc6979f905c11"},
		{"HTTP://a/", "http://a/", "282a35d7a0da6ae48eee116ad6193fa8"},
	} {
		i := iri.MustParse(test.iri)
		if got := urlkey.SumIRI1(i); hex.EncodeToString(got[:]) != test.want || i.Key() != uri.Key(test.normal) {
			t.Errorf("%s: %x, want %s; the normal form is %s", test.iri, got, test.want, i.Normalized())
		}
	}
}

// TestKeys compares Sums with the SHA-256 of Keys, with every choice of steps.
func TestKeys(t *testing.T) {
	first16 := func(k uri.Key) [16]byte {
		sum := sha256.Sum256([]byte(k))
		return [16]byte(sum[:])
	}
	for _, s := range []string{
		"", "a", "http://h/", "HTTP://H:80/%7e/../a%2f?%41#%e3", "http://h/?A&b", "//[0::1]:/./b:c", "x:/..//a", "urn:A:%3a",
		"http://h/e\u0301/\u212a", "http://é:80", strings.Repeat("a/../é/", 500),
	} {
		i := iri.MustParse(s)
		u, uErr := uri.Parse(s)
		for steps := range uri.AllSteps + 1 {
			for flags := range 4 {
				n := iri.Normalizer{NFC: flags&1 != 0}
				n.Steps, n.HierarchicalBases = steps, flags&2 != 0
				if steps&1 != 0 {
					n.Query = &uri.QueryRules{Drop: []string{"A"}}
				}
				if got, want := urlkey.SumIRI1With(n, i), first16(n.Key(i)); got != want {
					t.Errorf("%.99s by %v: %x, want %x", s, n, got, want)
				}
				if got, want := urlkey.Sum1With(n.Normalizer, u), first16(n.Normalizer.Key(u)); uErr == nil && got != want {
					t.Errorf("%.99s by %v: %x, want %x", s, n, got, want)
				}
			}
		}
	}
}

// TestNewPort adds a default port, as a later version may. The normal form must change, but no Sum, with any choice of
// steps.
func TestNewPort(t *testing.T) {
	defer func(was []schemes.Port) { schemes.DefaultPorts = was }(schemes.DefaultPorts)
	u, i := uri.MustParse("NEW://h:77/"), iri.MustParse("NEW://h:77/e\u0301")
	n, nfc := uri.Normalizer{Steps: uri.AllSteps}, iri.Normalizer{NFC: true}
	nfc.Steps = uri.AllSteps
	sums := func() [5][16]byte {
		return [...][16]byte{
			urlkey.Sum1(u), urlkey.Sum1With(n, u), urlkey.SumIRI1(i),
			urlkey.SumIRI1With(iri.Normalizer{Normalizer: n}, i), urlkey.SumIRI1With(nfc, i),
		}
	}
	before, key := sums(), u.Key()
	schemes.DefaultPorts = append(slices.Clone(schemes.DefaultPorts), schemes.Port{Scheme: "new", Number: 77})
	if u.Key() == key {
		t.Errorf("the key is still %q", key)
	}
	if after := sums(); after != before {
		t.Errorf("%x, want %x", after, before)
	}
	n.DefaultPort = func(scheme string) (uint16, bool) { return 77, scheme == "new" }
	nfc.DefaultPort = n.DefaultPort
	if urlkey.Sum1With(n, u) != urlkey.Sum1(uri.MustParse("new://h/")) ||
		urlkey.SumIRI1With(nfc, i) != urlkey.SumIRI1(iri.MustParse("new://h/\u00e9")) {
		t.Error("DefaultPort is not used")
	}
}

func TestHashAllocations(t *testing.T) {
	var sink [16]byte
	other := uri.MustParse("HTTP://Example.com:80/%7e/../a")
	kilo := uri.MustParse("HTTP://h/" + strings.Repeat("./ab/cde", 127))
	longer := uri.MustParse("HTTP://h/" + strings.Repeat("./ab/cde", 140))
	long := uri.MustParse("http://h/" + strings.Repeat("a", 5000))
	i := iri.MustParse("HTTP://é:80/")
	n := uri.Normalizer{Steps: uri.AllSteps}
	for name, test := range map[string]struct {
		want float64
		f    func()
	}{
		"normal":          {0, func() { sink = urlkey.Sum1(uri.URI{}) }},
		"other":           {0, func() { sink = urlkey.Sum1(other) }},
		"1 KiB":           {0, func() { sink = urlkey.Sum1(kilo) }},
		"longer":          {1, func() { sink = urlkey.Sum1(longer) }},
		"normal and long": {0, func() { sink = urlkey.Sum1(long) }},
		"with":            {0, func() { sink = urlkey.Sum1With(n, other) }},
		"hash":            {0, func() { sink[0] = byte(urlkey.Hash1(other)) }},
		"hash, 1 KiB":     {0, func() { sink[0] = byte(urlkey.Hash1(kilo)) }},
		"hash, longer":    {1, func() { sink[0] = byte(urlkey.Hash1(longer)) }},
		"hash of an IRI":  {0, func() { sink[0] = byte(urlkey.HashIRI1(i)) }},
		"IRI":             {0, func() { sink = urlkey.SumIRI1(i) }},
		"IRI, with":       {0, func() { sink = urlkey.SumIRI1With(iri.Normalizer{Normalizer: n}, i) }},
	} {
		kit.CheckAllocs(t, name, test.want, test.f)
	}
	_ = sink
}

// Machines agree on the shard of a URI, and on the name of the file with its page.
func ExampleSum1() {
	for _, s := range []string{"http://example.com", "HTTP://Example.com:80/", "http://example.com/a"} {
		f := urlkey.Sum1(uri.MustParse(s))
		fmt.Printf("shard %2d, page %x\n", f[0]%16, f)
	}
	// Output:
	// shard 10, page 2a1b402420ef46577471cdc7409b0fa2
	// shard 10, page 2a1b402420ef46577471cdc7409b0fa2
	// shard 11, page 5bd48fa66118084cc32779267a31116d
}

func ExampleSum1With() {
	n := uri.Normalizer{Steps: uri.StepCase | uri.StepPercent}
	fmt.Printf("%x\n", urlkey.Sum1With(n, uri.MustParse("HTTP://Example.com/")))
	// Output: 2a1b402420ef46577471cdc7409b0fa2
}

// An IRI and its URI have different Sums.
func ExampleSumIRI1() {
	i := iri.MustParse("http://résumé.example/%7e")
	u, _ := i.Normalized().URI(iri.HostPercent)
	fmt.Printf("%x\n%x %s\n", urlkey.SumIRI1(i), urlkey.Sum1(u), u)
	// Output:
	// 958b486c3997e2c9e5bfc6979f905c11
	// f6ea601886c9c85a1cb87b65a37895d4 http://r%C3%A9sum%C3%A9.example/~
}

// TestHash1 has sums of the normal forms that github.com/cespare/xxhash/v2 2.3.0 computed. They never change: if
// one is wrong after a change to normalization, that change needs a Hash2.
func TestHash1(t *testing.T) {
	type row struct {
		uri  string
		want uint64
	}

	for _, test := range append(kit.Cases[row]("urlkey.txt", "TestHash1"), []row{
		{"http://EXAMPLE.com/" + strings.Repeat("./a/", 1000), 0x9b4a32ef06a2d7d0},
	}...) {
		u := uri.MustParse(test.uri)
		if got := urlkey.Hash1(u); got != test.want || urlkey.Hash1(u.Normalized()) != test.want {
			t.Errorf("%.100s: %#x, want %#x", test.uri, got, test.want)
		}
	}
}

// TestHash1Steps: version 1 has the steps that existed when it was made. If AllSteps gets another step, Key returns
// another string than Hash1 and Sum1 hash, and their documentation needs a change.
func TestHash1Steps(t *testing.T) {
	const version1 = uri.StepCase | uri.StepPercent | uri.StepDots | uri.StepScheme | uri.StepAddress
	if uri.AllSteps != version1 {
		t.Errorf("AllSteps is %v, but Hash1 has %v", uri.AllSteps, version1)
	}
}

// TestHash1NewPort adds a default port, as a later version may. The normal form must change, but not Hash1.
func TestHash1NewPort(t *testing.T) {
	defer func(was []schemes.Port) { schemes.DefaultPorts = was }(schemes.DefaultPorts)
	u := uri.MustParse("NEW://h:77/")
	before, key := urlkey.Hash1(u), u.Key()
	schemes.DefaultPorts = append(slices.Clone(schemes.DefaultPorts), schemes.Port{Scheme: "new", Number: 77})
	if u.Key() == key {
		t.Errorf("the key is still %q", key)
	}
	if after := urlkey.Hash1(u); after != before {
		t.Errorf("%#x, want %#x", after, before)
	}
}

// The hash chooses the shard for a URI, today and after each update, also in programs of other languages.
func ExampleHash1() {
	const shards = 16
	for _, s := range []string{"http://example.com/", "HTTP://EXAMPLE.com:80", "http://example.com/a"} {
		fmt.Println(urlkey.Hash1(uri.MustParse(s)) % shards)
	}
	// Output:
	// 1
	// 1
	// 11
}
