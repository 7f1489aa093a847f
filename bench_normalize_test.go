package uri_test

import (
	"hash/maphash"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// These benchmarks measure normalization and comparison beside parsing on the valid references of a corpus: as they
// are, which is nearly always in normal form, and spelled differently. impl=parse is parsing alone; impl=parse-keep
// looks at the URI, too. That alone costs a third more: the URI is copied, by more bytes at a time than were written
// just before.
//
//	go test -run '^$' -bench 'Normalize|Equal|Compare|Hash' -count 10 . | tee new.txt
//	go tool benchstat -col /impl -row .name,/corpus -filter '.unit:ns/uri' new.txt

// A pass does something with every reference of a corpus once, and returns a number that depends on all results.
type pass struct {
	impl string
	run  func() int
	want int
}

func measurePasses(b *testing.B, name string, references []string, passes ...pass) {
	for _, p := range passes {
		b.Run(name+"/impl="+p.impl, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(size(references))
			n := 0
			for b.Loop() {
				n += p.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(references)), "ns/uri")
			if n != p.want*b.N {
				b.Fatalf("%d in %d passes, want %d in each", n, b.N, p.want)
			}
		})
	}
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
		repeated("percent-typical", "https://ja.example.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E?action=edit"),
		repeated("percent", percentReference()),
		repeated("dots", "https://www.example.com/articles/2026/../2025/./uniform.html?page=2#top"),
		repeated("relative", "../articles/2026/uniform.html?page=2#top"),
		repeated("long", longReference()),
	}
}

// spelledDifferently returns s with one thing changed that makes no difference, each time another one; s itself if
// there is nothing to change.
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
		measurePasses(b, "corpus="+c.name, c.references,
			pass{"parse", func() int { return acceptedByParse(c.references) }, len(c.references)},
			pass{"parse-keep", func() int { return parsedBytes(c.references) }, int(size(c.references))},
			pass{"uri", func() int { return normalizedBytes(c.references, buf) }, n},
			pass{"uri-string", func() int { return normalizedStringBytes(c.references, buf) }, n},
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

func normalizedAlready(references []string) (n int) {
	for _, s := range references {
		if u, err := uri.Parse(s); err == nil && u.IsNormalized() {
			n++
		}
	}
	return n
}

// BenchmarkEqual compares URIs that are parsed already: each with one of the same text elsewhere in memory, with the
// next one, and with one that is spelled differently.
func BenchmarkEqual(b *testing.B) {
	web := normalizeCorpora(b)[0]
	var us, same, next, spelled []uri.URI
	equal := 0
	for i, s := range web.references {
		us = append(us, uri.MustParse(s))
		same = append(same, uri.MustParse(strings.Clone(s)))
		next = append(next, uri.MustParse(web.references[(i+1)%len(web.references)]))
		spelled = append(spelled, uri.MustParse(spelledDifferently(i, s)))
		if referenceNormalize(s, uri.AllSteps, uri.DefaultPort) ==
			referenceNormalize(next[i].String(), uri.AllSteps, uri.DefaultPort) {
			equal++
		}
	}
	parse := pass{"parse", func() int { return acceptedByParse(web.references) }, len(us)}
	for _, pair := range []struct {
		name  string
		with  []uri.URI
		equal int
	}{{"same", same, len(us)}, {"next", next, equal}, {"spelled", spelled, len(us)}} {
		measurePasses(b, "corpus="+web.name+"/pair="+pair.name, web.references, parse,
			pass{"uri", func() int { return countEqual(us, pair.with) }, pair.equal},
			pass{"uri-compare", func() int { return countCompared(us, pair.with) }, pair.equal},
		)
	}
}

func countEqual(us, vs []uri.URI) (n int) {
	for i := range us {
		if us[i].Equal(vs[i]) {
			n++
		}
	}
	return n
}

func countCompared(us, vs []uri.URI) (n int) {
	for i := range us {
		if us[i].Compare(vs[i]) == 0 {
			n++
		}
	}
	return n
}

// BenchmarkHash hashes URIs that are parsed already. The answer is the number of different hashes modulo 2.
func BenchmarkHash(b *testing.B) {
	seed := maphash.MakeSeed()
	for _, c := range normalizeCorpora(b)[:2] {
		var us []uri.URI
		odd := 0
		for _, s := range c.references {
			us = append(us, uri.MustParse(s))
			odd += int(maphash.String(seed, referenceNormalize(s, uri.AllSteps, uri.DefaultPort)) & 1)
		}
		measurePasses(b, "corpus="+c.name, c.references,
			pass{"parse", func() int { return acceptedByParse(c.references) }, len(us)},
			pass{"uri", func() int { return countOdd(us, seed) }, odd},
		)
	}
}

func countOdd(us []uri.URI, seed maphash.Seed) (n int) {
	for i := range us {
		n += int(us[i].Hash(seed) & 1)
	}
	return n
}
