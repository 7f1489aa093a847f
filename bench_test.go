package uri_test

import (
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// The names are benchstat's key=value form. To set the parsers side by side, or rejecting beside accepting:
//
//	go test -run '^$' -bench . -count 10 . | tee new.txt
//	go tool benchstat -col /impl -row /corpus -filter '.name:Parse .unit:ns/uri' new.txt
//	go tool benchstat -col /input -row /corpus,/impl -filter '.name:Reject .unit:ns/uri' new.txt
//
// One operation is one pass over a corpus. URI_CORPUS names a file, one reference a line, to use for the project's own.

// An implementation is one of the parsers side by side.
type implementation struct {
	name string

	// accepted returns how many of the references the parser takes. The loop is inside, so that the measured call is a
	// direct one and its overhead that of a caller's loop.
	accepted func(references []string) int

	// exact is whether the parser claims to take just the RFC's language.
	exact bool
}

var (
	implURI    = implementation{"uri", acceptedByParse, true}
	implTry    = implementation{"uri-try", acceptedByTryParse, true}
	implFSM    = implementation{"fsm", acceptedByScan, true}
	implNetURL = implementation{"net-url", acceptedByNetURL, false}
)

func acceptedByParse(references []string) (n int) {
	for _, s := range references {
		if _, err := uri.Parse(s); err == nil {
			n++
		}
	}
	return n
}

func acceptedByTryParse(references []string) (n int) {
	for _, s := range references {
		if _, _, ok := uri.TryParse(s); ok {
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

// A corpus is a list of references of which a known number is valid.
type corpus struct {
	name       string
	references []string
	valid      int
}

func BenchmarkParse(b *testing.B) {
	corpora := append([]corpus{webCorpus(b)}, madeCorpora()...)
	for _, c := range corpora {
		for _, impl := range []implementation{implURI, implFSM, implNetURL} {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) { measure(b, impl, c) })
		}
	}
}

// BenchmarkReject measures the same references twice: as they are, and with one byte, at a random place, replaced by
// one that no URI-reference holds.
func BenchmarkReject(b *testing.B) {
	long := repeated("long", longReference())
	for _, c := range []corpus{webCorpus(b), long} {
		valid := slices.DeleteFunc(slices.Clone(c.references), func(s string) bool { return s == "" || !isReference(s) })
		for i, s := range valid {
			valid[i] = strings.Clone(s) // as the spoiled ones are: where they lie in memory is to make no difference
		}
		inputs := []corpus{{"accept", valid, len(valid)}, {"reject", spoiled(valid), 0}}
		for _, input := range inputs {
			for _, impl := range []implementation{implURI, implTry, implFSM, implNetURL} {
				name := "corpus=" + c.name + "/input=" + input.name + "/impl=" + impl.name
				b.Run(name, func(b *testing.B) { measure(b, impl, input) })
			}
		}
	}
}

// measure benchmarks passes of impl over c and fails if impl took more or fewer of the references than it should. What
// an inexact parser should take is what it took the first time.
func measure(b *testing.B, impl implementation, c corpus) {
	want := impl.accepted(c.references)
	if impl.exact && want != c.valid {
		b.Fatalf("%d of %d accepted, want %d", want, len(c.references), c.valid)
	}
	b.ReportAllocs()
	b.SetBytes(size(c.references))
	n := 0
	for b.Loop() {
		n += impl.accepted(c.references)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.references)), "ns/uri")
	if n != want*b.N {
		b.Fatalf("%d accepted in %d passes, want %d in each", n, b.N, want)
	}
}

func size(references []string) (n int64) {
	for _, s := range references {
		n += int64(len(s))
	}
	return n
}

// webCorpus returns the references that are like those in web pages: the project's own or, if URI_CORPUS is set, those
// in the file that it names.
func webCorpus(b *testing.B) corpus {
	if file := os.Getenv("URI_CORPUS"); file != "" {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		references := readLines(b, file)
		return corpus{name, references, countReferences(references)}
	}
	// All references are valid but 14, such as people write by mistake.
	return corpus{"web", readLines(b, "testdata/corpus.txt"), 2000 - 14}
}

func readLines(b *testing.B, file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	if len(text) == 0 {
		b.Fatalf("%s is empty", file)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func countReferences(references []string) (n int) {
	for _, s := range references {
		if isReference(s) {
			n++
		}
	}
	return n
}

// isReference reports whether s is valid, by the readable reference parser.
func isReference(s string) bool {
	_, ok := referenceParse(fsm.URIReference, s)
	return ok
}

// madeCorpora returns those that show one thing each.
func madeCorpora() []corpus {
	ipv6 := []string{
		"http://[::1]/",
		"http://[::]:8080/status",
		"https://[2001:db8::7]/",
		"https://[2001:DB8:0:0:8:800:200C:417A]:8443/index.html",
		"https://[2001:db8::8:800:200c:417a]/metrics?format=text",
		"https://reader@[2001:db8:1:2:3:4:5:6]/a/b",
		"http://[::ffff:192.0.2.128]:80/a?b#c",
		"ldap://[2001:db8::7]/c=GB?objectClass?one",
		"//[fe80::1:2:3]/",
	}
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

// spoiled returns the references with one byte of each replaced, always in the same way.
func spoiled(references []string) []string {
	const excluded = "\x00\t\x1f \"<>\\^`{|}\x7f\x80\xff"
	random := rand.New(rand.NewPCG(3986, 2005))
	spoiled := make([]string, len(references))
	for i, s := range references {
		bytes := []byte(s)
		bytes[random.IntN(len(s))] = excluded[random.IntN(len(excluded))]
		spoiled[i] = string(bytes)
	}
	return spoiled
}
