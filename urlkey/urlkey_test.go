package urlkey_test

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/test/kit"
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
}

func TestHashAllocations(t *testing.T) {
	var sink [16]byte
	other := uri.MustParse("HTTP://Example.com:80/%7e/../a")
	kilo := uri.MustParse("HTTP://h/" + strings.Repeat("./ab/cde", 127))
	longer := uri.MustParse("HTTP://h/" + strings.Repeat("./ab/cde", 140))
	long := uri.MustParse("http://h/" + strings.Repeat("a", 5000))
	for name, test := range map[string]struct {
		want float64
		f    func()
	}{
		"normal":          {0, func() { sink = urlkey.Sum1(uri.URI{}) }},
		"other":           {0, func() { sink = urlkey.Sum1(other) }},
		"1 KiB":           {0, func() { sink = urlkey.Sum1(kilo) }},
		"longer":          {1, func() { sink = urlkey.Sum1(longer) }},
		"normal and long": {0, func() { sink = urlkey.Sum1(long) }},
		"hash":            {0, func() { sink[0] = byte(urlkey.Hash1(other)) }},
		"hash, 1 KiB":     {0, func() { sink[0] = byte(urlkey.Hash1(kilo)) }},
		"hash, longer":    {1, func() { sink[0] = byte(urlkey.Hash1(longer)) }},
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

// TestNewPort adds a default port, as a later version may. The normal form must change, but no Hash and no Sum.
func TestNewPort(t *testing.T) {
	defer func(was []schemes.Port) { schemes.DefaultPorts = was }(schemes.DefaultPorts)
	u := uri.MustParse("NEW://h:77/")
	before, sum, key := urlkey.Hash1(u), urlkey.Sum1(u), u.Key()
	schemes.DefaultPorts = append(slices.Clone(schemes.DefaultPorts), schemes.Port{Scheme: "new", Number: 77})
	if u.Key() == key {
		t.Errorf("the key is still %q", key)
	}
	if after := urlkey.Hash1(u); after != before || urlkey.Sum1(u) != sum {
		t.Errorf("%#x, %x, want %#x, %x", after, urlkey.Sum1(u), before, sum)
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
