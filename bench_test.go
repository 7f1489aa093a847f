package uri_test

import (
	"math/rand/v2"
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
	return []corpus{
		web,
		spelled,
		{name: "file", references: kit.Files()},
		repeated("percent-typical", "https://ja.example.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E?action=edit"),
		repeated("percent", percentReference()),
		repeated("dots", "https://www.example.com/articles/2026/../2025/./uniform.html?page=2#top"),
		repeated("relative", "../articles/2026/uniform.html?page=2#top"),
		repeated("long", longReference()),
	}
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

// BenchmarkNormalize measures normalization and parsing. Nearly all references of the corpus "web" are in normal form;
// none of "web-spelled" are. With impl=parse-keep the text of the parsed URI is used, and with impl=parse nothing is.
func BenchmarkNormalize(b *testing.B) {
	for _, c := range normalizeCorpora(b) {
		n, normal := 0, 0
		for _, s := range c.references {
			text := referenceNormalize(s, uri.AllSteps, uri.DefaultPort)
			n += len(text)
			if text == s {
				normal++
			}
		}
		buf := make([]byte, 0, 4096)
		texts := make([][]byte, len(c.references))
		for i, s := range c.references {
			texts[i] = []byte(s)
		}
		measurePasses(b, "corpus="+c.name, c.references,
			pass{"parse", func() int { return acceptedByParse(c.references) }, len(c.references)},
			pass{"parse-keep", func() int { return parsedBytes(c.references) }, int(size(c.references))},
			pass{"fsm", func() int { return acceptedByScan(c.references) }, len(c.references)},
			pass{"uri", func() int { return normalizedBytes(c.references, buf) }, n},
			pass{"uri-string", func() int { return normalizedStringBytes(c.references, buf) }, n},
			pass{"uri-bytes", func() int { return normalizedBytesWithHost(texts, buf) }, n},
			pass{"uri-is", func() int { return normalizedAlready(c.references) }, normal},
		)
	}
}

func parsedBytes(references []string) (n int) {
	for _, s := range references {
		if u, err := uri.Parse(s); err == nil {
			n += len(u.String())
		}
	}
	return n
}

func normalizedBytes(references []string, buf []byte) (n int) {
	for _, s := range references {
		if u, err := uri.Parse(s); err == nil {
			buf = u.AppendNormalized(buf[:0])
			n += len(buf)
		}
	}
	return n
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

// normalizedBytesWithHost also reads the host of each normal form.
func normalizedBytesWithHost(texts [][]byte, buf []byte) (n int) {
	for _, text := range texts {
		out, r, err := uri.AppendNormalizedBytes(buf[:0], text)
		if lo, hi, _ := r.Host(); err == nil && lo <= hi {
			buf = out
			n += len(buf)
		}
	}
	return n
}

func normalizedAlready(references []string) (n int) {
	for _, s := range references {
		if u, err := uri.Parse(s); err == nil && u.IsNormalized() {
			n++
		}
	}
	return n
}

// A resolver is one of the libraries that are compared. The function that resolved returns parses and resolves every
// reference, and returns the total length of the targets.
type resolver struct {
	name     string
	resolved func(b *testing.B, base string) func(references []string) int

	// exact reports whether all targets are right. Package net/url drops an empty fragment.
	exact bool
}

var resolvers = []resolver{
	{"uri", resolveWithBase, true},
	{"uri-once", resolveWithURI, true},
	{"net-url", resolveWithNetURL, false},
}

// resolveWithBase prepares the base and reuses a buffer for the targets.
func resolveWithBase(b *testing.B, text string) func([]string) int {
	base, err := uri.NewBase(uri.MustParse(text), 0)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 1024)
	return func(references []string) (n int) {
		for _, s := range references {
			target, _, err := base.AppendResolveString(buf, s)
			if err == nil {
				n += len(target)
			}
		}
		return n
	}
}

// resolveWithURI does not prepare the base.
func resolveWithURI(_ *testing.B, text string) func([]string) int {
	base := uri.MustParse(text)
	return func(references []string) (n int) {
		for _, s := range references {
			ref, err := uri.Parse(s)
			if err != nil {
				continue
			}
			if target, err := base.Resolve(ref); err == nil {
				n += len(target.String())
			}
		}
		return n
	}
}

func resolveWithNetURL(b *testing.B, text string) func([]string) int {
	base, err := url.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	return func(references []string) (n int) {
		for _, s := range references {
			if ref, err := url.Parse(s); err == nil {
				n += len(base.ResolveReference(ref).String())
			}
		}
		return n
	}
}

// BenchmarkResolve measures parsing and resolving.
func BenchmarkResolve(b *testing.B) {
	var rfc, rfcTargets []string
	for _, test := range rfcExamples {
		rfc, rfcTargets = append(rfc, test.ref), append(rfcTargets, test.target)
	}
	for _, c := range []struct {
		name, base          string
		references, targets []string
	}{
		{"rfc", rfcBase, rfc, rfcTargets},
		{"page", pageBase, pageReferences, pageTargets},
	} {
		for _, impl := range resolvers {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) {
				resolved := impl.resolved(b, c.base)
				want := resolved(c.references)
				if all := int(size(c.targets)); want > all || impl.exact && want != all {
					b.Fatalf("the targets have %d bytes, want %d", want, all)
				}
				measureReferences(b, c.references, want, func() int { return resolved(c.references) })
			})
		}
	}
}

// Links of a page, as people and programs write them.
const pageBase = "https://www.example.com/articles/2026/11/uniform.html"

var pageReferences = strings.Fields(`
	/ /about /articles/ /search?q=resource /static/css/site.css?v=8042 /static/js/site.min.js /favicon.ico
	/articles/2026/11/ /images/2026/11/figure-1.png /tags/identifiers /tags/resources?page=2 /feed.xml
	https://www.example.com/ https://cdn.example.net/fonts/serif.woff2 http://www.example.org/rfc/rfc3986.html#section-5
	https://social.example/share?u=https%3A%2F%2Fwww.example.com%2F&t=Uniform
	mailto:editor@example.com tel:+1-816-555-1212
	//static.example.net/lib/widget.js //ads.example.net/show?slot=7&size=300x250
	next.html previous.html uniform-2.html figure-2.png notes/1.html notes/2.html print/uniform.html?style=plain
	../10/locator.html ../10/ ../../2025/12/name.html ../../../images/logo.svg ./uniform.html .
	?page=2 ?page=3 ?page=4#comments ?style=print
	# #top #section-1 #section-2 #section-3 #comments #note-1 #note-2
`)

var pageTargets = strings.Fields(`
	https://www.example.com/ https://www.example.com/about https://www.example.com/articles/
	https://www.example.com/search?q=resource https://www.example.com/static/css/site.css?v=8042
	https://www.example.com/static/js/site.min.js https://www.example.com/favicon.ico
	https://www.example.com/articles/2026/11/ https://www.example.com/images/2026/11/figure-1.png
	https://www.example.com/tags/identifiers https://www.example.com/tags/resources?page=2
	https://www.example.com/feed.xml
	https://www.example.com/ https://cdn.example.net/fonts/serif.woff2 http://www.example.org/rfc/rfc3986.html#section-5
	https://social.example/share?u=https%3A%2F%2Fwww.example.com%2F&t=Uniform
	mailto:editor@example.com tel:+1-816-555-1212
	https://static.example.net/lib/widget.js https://ads.example.net/show?slot=7&size=300x250
	https://www.example.com/articles/2026/11/next.html https://www.example.com/articles/2026/11/previous.html
	https://www.example.com/articles/2026/11/uniform-2.html https://www.example.com/articles/2026/11/figure-2.png
	https://www.example.com/articles/2026/11/notes/1.html https://www.example.com/articles/2026/11/notes/2.html
	https://www.example.com/articles/2026/11/print/uniform.html?style=plain
	https://www.example.com/articles/2026/10/locator.html https://www.example.com/articles/2026/10/
	https://www.example.com/articles/2025/12/name.html https://www.example.com/images/logo.svg
	https://www.example.com/articles/2026/11/uniform.html https://www.example.com/articles/2026/11/
	https://www.example.com/articles/2026/11/uniform.html?page=2
	https://www.example.com/articles/2026/11/uniform.html?page=3
	https://www.example.com/articles/2026/11/uniform.html?page=4#comments
	https://www.example.com/articles/2026/11/uniform.html?style=print
	https://www.example.com/articles/2026/11/uniform.html# https://www.example.com/articles/2026/11/uniform.html#top
	https://www.example.com/articles/2026/11/uniform.html#section-1
	https://www.example.com/articles/2026/11/uniform.html#section-2
	https://www.example.com/articles/2026/11/uniform.html#section-3
	https://www.example.com/articles/2026/11/uniform.html#comments
	https://www.example.com/articles/2026/11/uniform.html#note-1
	https://www.example.com/articles/2026/11/uniform.html#note-2
`)

// An escaped is a string of 64 KiB, and its percent-encoded form in a segment.
type escaped struct{ name, text, encoded string }

// escapedCorpora returns strings that need encoding for the named percentage of their bytes, at random places.
func escapedCorpora() []escaped {
	const size = 1 << 16
	var corpora []escaped
	for _, c := range []struct {
		name    string
		percent int
	}{{"escapes-0", 0}, {"escapes-1", 1}, {"escapes-5", 5}, {"escapes-30", 30}, {"escapes-100", 100}} {
		random := rand.New(rand.NewPCG(3986, 21))
		text, encoded := make([]byte, size), strings.Builder{}
		for i := range text {
			const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
			const escape = " \"<>{}\\^|`/?#[]\xe3\x81\x82"
			if random.IntN(100) < c.percent {
				text[i] = escape[random.IntN(len(escape))]
				encoded.WriteString(percentEncoded(text[i]))
			} else {
				text[i] = plain[random.IntN(len(plain))]
				encoded.WriteByte(text[i])
			}
		}
		corpora = append(corpora, escaped{c.name, string(text), encoded.String()})
	}
	return corpora
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range escapedCorpora() {
		for _, impl := range []struct {
			name   string
			decode func() int
		}{
			{"uri", func() int { text, _ := uri.Decode(c.encoded, 0); return len(text) }},
			{"uri-utf8", func() int {
				text, _ := uri.Decode(c.encoded, uri.RefuseBadUTF8)
				return len(text)
			}},
			{"net-url", func() int { text, _ := url.PathUnescape(c.encoded); return len(text) }},
		} {
			want := len(c.text)
			if impl.name == "uri-utf8" && c.name != "escapes-0" {
				want = 0 // the text is not UTF-8
			}
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) { measure(b, int64(len(c.encoded)), want, impl.decode) })
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, c := range escapedCorpora() {
		for _, impl := range []struct {
			name   string
			input  string
			encode func(input string) int
		}{
			{"uri", c.text, func(s string) int { return len(uri.PlaceSegment.Encode(s)) }},
			{"uri-raw", c.text, func(s string) int { return len(uri.PlaceSegment.EncodeRaw(s)) }},
			{"uri-again", c.encoded, func(s string) int { return len(uri.PlaceSegment.EncodeRaw(s)) }},
			{"net-url", c.text, func(s string) int { return len(url.PathEscape(s)) }},
		} {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) {
				measure(b, int64(len(impl.input)), len(c.encoded), func() int { return impl.encode(impl.input) })
			})
		}
	}
}
