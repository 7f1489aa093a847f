package bench

import (
	"mime"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	goabnf "github.com/pandatix/go-abnf"

	"github.com/urispan/uri/bench/scanners"
	"github.com/urispan/uri/bench/scanners/re2go"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/shipped"
	"github.com/urispan/uri/internal/urn"
)

// A scannerCase is a way to read the strings of a grammar. It reports whether it accepts a string.
type scannerCase struct {
	corpus, impl string
	accepts      func(s string) bool
}

// scannerCorpora are strings of the grammars, mostly from the RFCs.
var scannerCorpora = map[string][]string{
	"date": {"1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00", "1990-12-31T23:59:59Z", "2024-02-29T12:00:27.87+00:20"},
	"urn": {"urn:example:1/406/47452/2", "urn:isbn:0451450523", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		"urn:example:foo-bar-baz-qux?+CCResolve:cc=uk?=op=map&lat=39.56&lon=-104.85#chapter"},
	"media": {"text/html;charset=utf-8", "application/json", `multipart/form-data; boundary="----WebKitFormBoundary7MA4YWxkTrZu0gW"`,
		"text/plain; charset=UTF-8; format=flowed"},
	"uri": {"https://www.example.com/path/to/some/resource.html?query=string&another=value#fragment-identifier",
		"http://user:pw@host.example.org:8080/a/b/c/%20d?x=1", "mailto:someone@example.com", "../relative/path;v=1.2/g?y#s",
		"https://en.wikipedia.org/wiki/Uniform_Resource_Identifier"},
}

// ok returns a case for a function with an error.
func ok[T any](corpus, impl string, parse func(string) (T, error)) scannerCase {
	return scannerCase{corpus, impl, func(s string) bool { _, err := parse(s); return err == nil }}
}

// re2goCase returns a case for a function of re2go, whose input ends with a NUL. The copies with the NUL are made before.
func re2goCase[T any](corpus string, parse func(string) (T, bool)) scannerCase {
	var ended []string
	for _, s := range scannerCorpora[corpus] {
		ended = append(ended, s+"\x00")
	}
	next := 0 // the string that is asked for; a lookup would be measured too
	return scannerCase{corpus, "re2go", func(string) bool {
		s := ended[next]
		if next++; next == len(ended) {
			next = 0
		}
		_, ok := parse(s)
		return ok
	}}
}

func scannerCases(tb testing.TB) []scannerCase {
	text, err := os.ReadFile("../cmd/gentables/grammars/rfc3339.abnf")
	if err != nil {
		tb.Fatal(err)
	}
	grammar, err := goabnf.ParseABNF([]byte(strings.ReplaceAll(string(text), "\n", "\r\n")))
	if err != nil {
		tb.Fatal(err)
	}
	date := regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$`)
	var ranges fsm.Ranges
	return []scannerCase{
		ok("date", "gentables", shipped.ParseDateTime),
		re2goCase("date", re2go.ParseDateTime),
		ok("date", "time", func(s string) (time.Time, error) { return time.Parse(time.RFC3339, s) }),
		{"date", "hand", handDate},
		{"date", "regexp", func(s string) bool { return date.FindStringSubmatchIndex(s) != nil }},
		{"date", "go-abnf", func(s string) bool {
			f, err := goabnf.ParseBSR([]byte(s), grammar, "date-time")
			return err == nil && f.Valid()
		}},
		ok("urn", "gentables", urn.ParseURN),
		re2goCase("urn", re2go.ParseURN),
		ok("media", "gentables", shipped.ParseMediaType),
		re2goCase("media", re2go.ParseMediaType),
		ok("media", "mime", func(s string) (string, error) { t, _, err := mime.ParseMediaType(s); return t, err }),
		ok("uri", "gentables", scanners.Parse),
		re2goCase("uri", re2go.ParseURI),
		{"uri", "fsm", func(s string) bool { _, ok := fsm.Scan(s, &ranges); return ok }},
	}
}

// handDate reads a date-time of RFC 3339 as one writes it by hand, without components and errors.
func handDate(s string) bool {
	digits := func(lo, hi int) bool {
		for i := lo; i < hi; i++ {
			if s[i] < '0' || s[i] > '9' {
				return false
			}
		}
		return true
	}
	if len(s) < 20 || !digits(0, 4) || s[4] != '-' || !digits(5, 7) || s[7] != '-' || !digits(8, 10) || s[10]|0x20 != 't' ||
		!digits(11, 13) || s[13] != ':' || !digits(14, 16) || s[16] != ':' || !digits(17, 19) {
		return false
	}
	n := 19
	if s[n] == '.' {
		for n++; n < len(s) && '0' <= s[n] && s[n] <= '9'; n++ {
		}
		if n == 20 {
			return false
		}
	}
	if n < len(s) && s[n]|0x20 == 'z' {
		return n == len(s)-1
	}
	return n+6 == len(s) && (s[n] == '+' || s[n] == '-') && digits(n+1, n+3) && s[n+3] == ':' && digits(n+4, n+6)
}

// BenchmarkScanners compares the scanners that cmd/gentables makes with re2go (re2c 3), packages of the standard library,
// a regular expression, go-abnf, code by hand, and fsm.Scan. A pass reads all strings of a corpus.
func BenchmarkScanners(b *testing.B) {
	for _, c := range scannerCases(b) {
		b.Run("corpus="+c.corpus+"/impl="+c.impl, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range scannerCorpora[c.corpus] {
					if !c.accepts(s) {
						b.Fatal(s)
					}
				}
			}
		})
	}
}

// TestScanners checks that each way accepts the strings of its corpus.
func TestScanners(t *testing.T) {
	for _, c := range scannerCases(t) {
		for _, s := range scannerCorpora[c.corpus] {
			if !c.accepts(s) {
				t.Errorf("%s, %s: %s", c.corpus, c.impl, s)
			}
		}
	}
}

// TestScannerTimes prints the times of BenchmarkScanners if URI_SCANNERS is set: the minimum of interleaved passes, which
// other work on the machine does not change much.
func TestScannerTimes(t *testing.T) {
	if os.Getenv("URI_SCANNERS") == "" {
		t.Skip("URI_SCANNERS is not set")
	}
	cases := scannerCases(t)
	best := make([]time.Duration, len(cases))
	const passes = 50
	for range 200 {
		for i, c := range cases {
			start := time.Now()
			for range passes {
				for _, s := range scannerCorpora[c.corpus] {
					c.accepts(s)
				}
			}
			if d := time.Since(start) / passes; best[i] == 0 || d < best[i] {
				best[i] = d
			}
		}
	}
	for i, c := range cases {
		t.Logf("%-6s %-10s %6d ns for a string", c.corpus, c.impl, int(best[i])/len(scannerCorpora[c.corpus]))
	}
}
