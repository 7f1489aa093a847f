package uribeam

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/urispan/uri"
)

// TestMain gives Beam a folder for the files of its workers, which it does not remove.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "uribeam")
	if err != nil {
		log.Fatal(err)
	}
	os.Setenv("TMPDIR", dir)
	status := ptest.MainRet(m)
	os.RemoveAll(dir)
	os.Exit(status)
}

// screened lists lines and the results of Check and Normalize, from the grammar of RFC 3986: no rule has a space, a
// control character or a byte that is not ASCII.
var screened = []struct {
	line, text, normal string // normal == "" if the line is invalid, unless line == ""
	refused            Refused
}{
	{line: "", text: "", normal: ""},
	{line: "HTTP://Example.COM:80/%7Ea/../b", text: "HTTP://Example.COM:80/%7Ea/../b", normal: "http://example.com/b"},
	{line: "../a?q#f", text: "../a?q#f", normal: "../a?q#f"},
	{line: "http://h/\r", text: "http://h/", normal: "http://h/"},
	{line: "http://h/a b", refused: Refused{Offset: 10, Component: "path", Reason: uri.ReasonIllegalByte.String()}},
	{line: "http://h/\xff\x00\t", refused: Refused{Offset: 9, Component: "path", Reason: uri.ReasonIllegalByte.String()}},
	{line: "http://h/a b\r", refused: Refused{Offset: 10, Component: "path", Reason: uri.ReasonIllegalByte.String()}},
	{line: "http://h/" + strings.Repeat("a", 32), refused: Refused{Offset: 40, Reason: "line too long"}},
}

func TestCheckNormalize(t *testing.T) {
	lines := Lines{MaxLine: 40, CRLF: true}
	for _, c := range screened {
		check, normalize := &Check{Lines: lines}, &Normalize{Lines: lines}
		check.StartBundle(t.Context(), nil, nil)
		normalize.StartBundle(t.Context(), nil, nil)
		for want, process := range map[string]func(string, func(string), func(Refused)){
			c.text: check.ProcessElement, c.normal: normalize.ProcessElement,
		} {
			var got []string
			add := func(s string) { got = append(got, s) }
			process(c.line, add, func(r Refused) { add(r.String()) })
			if c.refused.Reason != "" {
				c.refused.Input = []byte(c.line)
				want = c.refused.String()
			}
			if len(got) != 1 || got[0] != want {
				t.Errorf("%q: got %q, want %q", c.line, got, want)
			}
		}
	}
}

func TestRefusedString(t *testing.T) {
	r := Refused{Input: []byte("a\tb \xff"), Offset: 3, Component: "path", Reason: "illegal byte"}
	if got, want := r.String(), "3\tpath\tillegal byte\ta\tb \xff"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKey(t *testing.T) {
	sum := sha256.Sum256([]byte("http://www.example.com/A?b"))
	for by, want := range map[string]string{
		"":             "http://www.example.com/A?b",
		Text:           "http://www.example.com/A?b",
		Fingerprint:    hex.EncodeToString(sum[:16]),
		SURT:           "com,example,www)/A?b",
		SURTAggressive: "com,example)/a?b",
		SURTSemantic:   "http://(com,example,www,)/A?b",
	} {
		k := &Key{By: by}
		if err := k.Setup(); err != nil {
			t.Fatal(err)
		}
		const text = "HTTP://www.example.com:80/%41?b"
		if key, same, err := k.ProcessElement(text); key != want || same != text || err != nil {
			t.Errorf("%s: got %q, %q, %v, want %q", by, key, same, err, want)
		}
	}
	if err := (&Key{By: "md5"}).Setup(); err == nil {
		t.Error("no error for an unknown key")
	}
}

func TestDomain(t *testing.T) {
	for text, want := range map[string]string{
		"http://a.b.EXAMPLE.co.uk/": "example.co.uk",
		"http://u:p@example.com:1/": "example.com",
		"http://192.0.2.1/":         "192.0.2.1",
		"http://[2001:DB8::1]/":     "[2001:db8::1]",
		"http://co.uk/":             "co.uk",
		"http:///a":                 "",
		"mailto:a@example.com":      "",
		"/a":                        "",
	} {
		if got, same, err := new(Domain).ProcessElement(text); got != want || same != text || err != nil {
			t.Errorf("%s: got %q, %q, %v, want %q", text, got, same, err, want)
		}
	}
}

// TestUncheckedElement tests that an element that is not a URI-reference is an error, and that the error does not
// contain it.
func TestUncheckedElement(t *testing.T) {
	const bad = "http://secret@h/ "
	k := new(Key)
	if err := k.Setup(); err != nil {
		t.Fatal(err)
	}
	_, _, keyErr := k.ProcessElement(bad)
	_, _, domainErr := new(Domain).ProcessElement(bad)
	_, _, partitionErr := (&hostPartitionFn{N: 1}).ProcessElement(bad)
	for _, err := range []error{keyErr, domainErr, partitionErr} {
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("got error %v", err)
		}
	}
}

func TestPartition(t *testing.T) {
	for _, n := range []int{1, 2, 64, 1000} {
		for _, name := range []string{"", "example.com", "[::1]"} {
			sum := sha256.Sum256([]byte(name))
			want := binary.BigEndian.Uint64(sum[:]) % uint64(n)
			if got := Partition(name, n); uint64(got) != want {
				t.Errorf("Partition(%q, %d) = %d, want %d", name, n, got, want)
			}
		}
	}
	for _, n := range []int{0, -1} {
		for name, f := range map[string]func(){
			"Partition":       func() { Partition("", n) },
			"PartitionByHost": func() { PartitionByHost(beam.NewPipeline().Root(), beam.PCollection{}, n) },
		} {
			if func() (r any) { defer func() { r = recover() }(); f(); return nil }() == nil {
				t.Errorf("%s with %d partitions does not panic", name, n)
			}
		}
	}
}

func TestLeast(t *testing.T) {
	words := []string{"", "a", "b", "aa", "ab", "zz"}
	for i, a := range words {
		for j, b := range words {
			if got := least(a, b); got != words[min(i, j)] {
				t.Errorf("least(%q, %q) = %q", a, b, got)
			}
		}
	}
}

// TestSerialization writes DoFns as JSON, as runners do, and reads them: they must be the same.
func TestSerialization(t *testing.T) {
	for _, c := range []struct{ fn, same any }{
		{&Check{Lines: Lines{MaxLine: 7, CRLF: true}}, new(Check)},
		{&Normalize{Lines: Lines{MaxLine: 7, CRLF: true}}, new(Normalize)},
		{&Key{By: SURT}, new(Key)},
		{&hostPartitionFn{N: 3}, new(hostPartitionFn)},
		{&writeFn[string]{shardFiles{"d", "n", 2}}, new(writeFn[string])},
		{&publishFn{"a", "b", "c"}, new(publishFn)},
	} {
		text, err := json.Marshal(c.fn)
		if err == nil {
			err = json.Unmarshal(text, c.same)
		}
		if got, want := fmt.Sprintf("%+v", c.same), fmt.Sprintf("%+v", c.fn); err != nil || got != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
}

func init() {
	register.Function2x1(countText)
	register.Function2x1(partitionText)
}

func countText(domain string, n int) string  { return fmt.Sprint(domain, n) }
func partitionText(i int, url string) string { return fmt.Sprint(i, url) }

// TestPipeline runs all transforms on Prism in this process.
func TestPipeline(t *testing.T) {
	p, s, lines := ptest.CreateList([]string{
		"http://a.example.com/1",
		"HTTP://A.Example.com:80/1",
		"http://a.example.com/2",
		"http://b.example.com/",
		"http://192.0.2.1/",
		"http://a.example.com/ ",
		"http://a.example.com/\xff",
		"//[",
	})
	valid, refused := beam.ParDo2(s, &Check{}, lines)
	normal, refusedToo := beam.ParDo2(s, &Normalize{}, lines)
	for _, r := range []beam.PCollection{refused, refusedToo} {
		passert.EqualsList(s, r, []Refused{
			{[]byte("http://a.example.com/ "), 21, "path", uri.ReasonIllegalByte.String()},
			{[]byte("http://a.example.com/\xff"), 21, "path", uri.ReasonIllegalByte.String()},
			{[]byte("//["), 3, "host", uri.ReasonBadIPLiteral.String()},
		})
	}
	urls := []string{"http://a.example.com/1", "http://a.example.com/2", "http://b.example.com/", "http://192.0.2.1/"}
	for _, by := range []string{Text, Fingerprint} {
		passert.EqualsList(s, Distinct(s, beam.ParDo(s, &Key{By: by}, valid)), urls)
	}
	distinct := Distinct(s, beam.ParDo(s, &Key{}, normal))
	passert.EqualsList(s, distinct, urls)
	counts := beam.ParDo(s, countText, CountByDomain(s, distinct))
	passert.EqualsList(s, counts, []string{"example.com3", "192.0.2.11"})
	partitions := beam.ParDo(s, partitionText, PartitionByHost(s, valid, 64))
	var want []string
	for _, url := range append(urls, "HTTP://A.Example.com:80/1") {
		host := strings.Split(strings.ToLower(url), "/")[2]
		want = append(want, fmt.Sprint(Partition(strings.TrimSuffix(host, ":80"), 64), url))
	}
	passert.EqualsList(s, partitions, want)

	results := ptest.RunAndValidate(t, p)
	got := map[string]int64{}
	for _, c := range results.Metrics().Query(func(r beam.MetricResult) bool { return r.Namespace() == Namespace }).Counters() {
		got[c.Name()] += c.Result()
	}
	for name, want := range map[string]int64{
		"valid": 10, "refused": 6, "distinct": 12, // of Check and Normalize, and of three calls of Distinct
		"refused: " + uri.ReasonIllegalByte.String(): 4, "refused: " + uri.ReasonBadIPLiteral.String(): 2,
	} {
		if got[name] != want {
			t.Errorf("counter %s is %d, want %d", name, got[name], want)
		}
	}
}
