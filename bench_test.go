package uri_test

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// The names have the form key=value, for benchstat. These commands compare parsers, and normalizing with parsing:
//
//	go test -run '^$' -bench . -count 10 . | tee new.txt
//	go tool benchstat -col /impl -row /corpus -filter '.name:Parse .unit:ns/uri' new.txt
//	go tool benchstat -col /impl -row /corpus -filter '.name:Normalize .unit:ns/uri' new.txt
//
// One operation is one pass over a corpus. URI_CORPUS names a file of references, one a line, to use as the corpus
// "web".

// An implementation is one of the parsers that are compared.
type implementation struct {
	name string

	// accepted returns the number of references that the parser accepts. It has the loop, so that it calls the parser
	// directly, as a user would.
	accepted func(references []string) int

	// exact reports whether the parser claims to accept exactly the language of the RFC.
	exact bool
}

var (
	implURI        = implementation{"uri", acceptedByParse, true}
	implHost       = implementation{"uri-host", acceptedWithHost, true}
	implFSM        = implementation{"fsm", acceptedByScan, true}
	implNetURL     = implementation{"net-url", acceptedByNetURL, false}
	implNetURLHost = implementation{"net-url-host", acceptedByNetURLWithHost, false}
)

func acceptedByParse(references []string) (n int) {
	for _, s := range references {
		if _, err := uri.Parse(s); err == nil {
			n++
		}
	}
	return n
}

// hostBytes is a place for the lengths of hosts, so that the compiler cannot leave out reading them.
var hostBytes int

// acceptedWithHost keeps each value and reads its host, as programs do.
func acceptedWithHost(references []string) (n int) {
	for _, s := range references {
		if u, err := uri.Parse(s); err == nil {
			host, _ := u.Host()
			hostBytes += len(host)
			n++
		}
	}
	return n
}

func acceptedByScan(references []string) (n int) {
	var r fsm.Ranges
	for _, s := range references {
		if _, ok := fsm.Scan(s, &r); ok {
			n++
		}
	}
	return n
}

func acceptedByNetURL(references []string) (n int) {
	for _, s := range references {
		if _, err := url.Parse(s); err == nil {
			n++
		}
	}
	return n
}

func acceptedByNetURLWithHost(references []string) (n int) {
	for _, s := range references {
		if u, err := url.Parse(s); err == nil {
			hostBytes += len(u.Hostname())
			n++
		}
	}
	return n
}

// A corpus is a list of references, and the number of valid ones.
type corpus struct {
	name       string
	references []string
	valid      int
}

func BenchmarkParse(b *testing.B) {
	corpora := append([]corpus{webCorpus(b)}, madeCorpora()...)
	for _, c := range corpora {
		for _, impl := range []implementation{implURI, implHost, implFSM, implNetURL, implNetURLHost} {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) { measureParsing(b, impl, c) })
		}
	}
}

// measureParsing benchmarks passes of impl over c, and fails if impl accepts more or fewer references than it should.
// An inexact parser should accept as many as in its first pass.
func measureParsing(b *testing.B, impl implementation, c corpus) {
	want := impl.accepted(c.references)
	if impl.exact && want != c.valid {
		b.Fatalf("%d of %d accepted, want %d", want, len(c.references), c.valid)
	}
	measureReferences(b, c.references, want, func() int { return impl.accepted(c.references) })
}

// measureReferences benchmarks passes over references, and reports the time for each reference as ns/uri.
func measureReferences(b *testing.B, references []string, want int, pass func() int) {
	measure(b, size(references), want, pass)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(references)), "ns/uri")
}

// measure benchmarks passes over so many bytes. Each pass must return want.
func measure(b *testing.B, bytes int64, want int, pass func() int) {
	b.ReportAllocs()
	b.SetBytes(bytes)
	n := 0
	for b.Loop() {
		n += pass()
	}
	if n != want*b.N {
		b.Fatalf("%d in %d passes, want %d in each", n, b.N, want)
	}
}

// A pass goes once through all references of a corpus. It returns a number that depends on all results.
type pass struct {
	impl string
	run  func() int
	want int
}

func measurePasses(b *testing.B, name string, references []string, passes ...pass) {
	for _, p := range passes {
		b.Run(name+"/impl="+p.impl, func(b *testing.B) { measureReferences(b, references, p.want, p.run) })
	}
}

func size(references []string) (n int64) {
	for _, s := range references {
		n += int64(len(s))
	}
	return n
}

// webCorpus returns references as web pages have them; see [kit.Web].
func webCorpus(b *testing.B) corpus {
	name, references := kit.Web(b, 0)
	if os.Getenv("URI_CORPUS") == "" {
		return corpus{name, references, 2000 - 14} // 14 have mistakes that people make
	}
	return corpus{name, references, countReferences(references)}
}

func countReferences(references []string) (n int) {
	for _, s := range references {
		if isReference(s) {
			n++
		}
	}
	return n
}

// isReference reports whether s is valid, as the reference parser says.
func isReference(s string) bool {
	_, ok := referenceParse(fsm.URIReference, s)
	return ok
}

// madeCorpora returns corpora that each show one thing.
func madeCorpora() []corpus {
	refs, files, queries, ipv6 := kit.Refs(), kit.Files(), kit.Queries(), kit.IPv6()
	invalid := []string{
		"https://www.example.com/annual report.pdf",
		"https://www.example.com/search?q=caf\u00e9",
		"https://www.example.com/list?ids[]=7",
		"https://www.example.com/sale/50%-off",
		"https://www.example.com/a/b/c#d#e",
		"https://www.example.com:port/index.html",
		"https://joe:s3cr|t@www.example.com/",
		"https://[2001:db8::7/index.html",
		"https://[::1]x/index.html",
		"https://[::1%25]evil.example]/index.html",
		"https://exa mple.com/index.html",
		"1https://www.example.com/index.html",
		"https://www.example.com/{id}",
		"urn:example:a|b",
		"https://www.example.com/index.html\r",
		"https://www.example.com/%",
	}
	return []corpus{
		repeated("short", "http://example.com/"),
		repeated("typical", "https://www.example.com/articles/2026/uniform.html?page=2#top"),
		repeated("long", longReference()),
		repeated("percent", percentReference()),
		repeated("percent-typical", "https://ja.example.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E?action=edit"),
		{"refs", refs, len(refs)},
		{"file", files, len(files)},
		{"query", queries, len(queries)},
		{"ipv6", ipv6, len(ipv6)},
		{"invalid", invalid, 0},
	}
}

// repeated returns a corpus of many times the same reference, so that the loop around a pass costs next to nothing.
func repeated(name, reference string) corpus {
	const times = 64
	return corpus{name, slices.Repeat([]string{reference}, times), times}
}

// longReference returns a valid reference of 2 KiB: half path, half query.
func longReference() string {
	path := "https://www.example.com" + strings.Repeat("/segment-of-a-path", 1024/len("/segment-of-a-path"))
	query := "?" + strings.Repeat("name=value+and+more&", 2048)
	return (path + query)[:2048]
}

// percentReference returns a valid reference of 2 KiB, less two bytes: a path of percent-encodings and nothing else.
func percentReference() string {
	return strings.Repeat("%E2%82%AC%20%c3%bc", 2048)[:2048/3*3]
}

// normalizeCorpora returns corpora of valid references.
func normalizeCorpora(b *testing.B) []corpus {
	web := webCorpus(b)
	web.references = slices.DeleteFunc(slices.Clone(web.references), func(s string) bool { return !isReference(s) })
	spelled := corpus{name: web.name + "-spelled"}
	for i, s := range web.references {
		spelled.references = append(spelled.references, spelledDifferently(i, s))
	}
	return []corpus{web, spelled, {name: "file", references: kit.Files()}}
}

// spelledDifferently returns an equivalent of s. The change depends on i. If s has nothing to change, it returns s.
func spelledDifferently(i int, s string) string {
	scheme, rest, ok := strings.Cut(s, "://")
	end := indexAny(rest, 0, "/?#")
	if !ok || end == len(rest) || rest[end] != '/' || strings.ContainsAny(rest[:end], ":@") {
		return s
	}
	host, path := rest[:end], rest[end:]
	switch i % 5 {
	case 0:
		scheme = strings.ToUpper(scheme)
	case 1:
		host = strings.Replace(host, "e", "E", 1)
	case 2:
		host += ":"
	case 3:
		path = "/." + path
	default:
		host = strings.Replace(host, "e", "%65", 1)
	}
	return scheme + "://" + host + path
}

// BenchmarkNormalize compares AppendNormalizedString with the scan of the same references. Nearly all references of the
// corpus "web" are in normal form; none of "web-spelled" are.
func BenchmarkNormalize(b *testing.B) {
	for _, c := range normalizeCorpora(b) {
		n := 0
		for _, s := range c.references {
			n += len(referenceNormalize(s, uri.AllSteps, uri.DefaultPort))
		}
		buf := make([]byte, 0, 4096)
		measurePasses(b, "corpus="+c.name, c.references,
			pass{"fsm", func() int { return acceptedByScan(c.references) }, len(c.references)},
			pass{"uri-string", func() int { return normalizedStringBytes(c.references, buf) }, n},
		)
	}
}

func normalizedStringBytes(references []string, buf []byte) (n int) {
	var err error
	for _, s := range references {
		if buf, err = uri.AppendNormalizedString(buf[:0], s); err == nil {
			n += len(buf)
		}
	}
	return n
}
