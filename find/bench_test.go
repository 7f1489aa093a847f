package find_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
)

// corpora are texts of 1 MiB that a seed makes, with addresses about as often as in texts of their kind.
var corpora = []struct {
	name  string
	write func(w *bytes.Buffer, random *rand.Rand)
}{
	{"html", func(w *bytes.Buffer, random *rand.Rand) {
		fmt.Fprintf(w, "<div class=\"c%d\" style=\"margin: 0 auto; color: #%06x\">\n  <h2 id=\"s%d\">%s</h2>\n  <p>%s</p>\n  <p>%s (%d:%02d)</p>\n"+
			"  <ul>\n    <li><a href=\"/%s/%s.html\">%s</a></li>\n    <li><a class=\"link\" href=\"%s\" rel=\"nofollow\">%s</a></li>\n  </ul>\n</div>\n",
			random.IntN(99), random.IntN(1<<24), random.IntN(999), words(random, 4), words(random, 40), words(random, 30), random.IntN(24), random.IntN(60),
			word(random), word(random), words(random, 3), randomURL(random), words(random, 5))
	}},
	{"log", func(w *bytes.Buffer, random *rand.Rand) {
		fmt.Fprintf(w, "%d.%d.%d.%d - - [23/Nov/2026:%02d:%02d:%02d +0000] \"GET /%s/%s?id=%d HTTP/1.1\" 200 %d \"%s\" "+
			"\"Mozilla/5.0 (X11; Linux x86_64; rv:%d.0) Gecko/20100101 Firefox/%d.0\"\n",
			random.IntN(256), random.IntN(256), random.IntN(256), random.IntN(256), random.IntN(24), random.IntN(60), random.IntN(60),
			word(random), word(random), random.IntN(1e6), random.IntN(1e5), randomURL(random), random.IntN(150), random.IntN(150))
	}},
	{"json", func(w *bytes.Buffer, random *rand.Rand) {
		fmt.Fprintf(w, `{"time":"2026-11-23T%02d:%02d:%02dZ","level":"info","msg":"%s","method":"GET","url":"%s","status":200,"ms":%d,"user":{"id":%d,"name":"%s"}}`+"\n",
			random.IntN(24), random.IntN(60), random.IntN(60), words(random, 5), randomURL(random), random.IntN(1000), random.IntN(1e6), word(random))
	}},
	{"markdown", func(w *bytes.Buffer, random *rand.Rand) {
		fmt.Fprintf(w, "## %s\n\n%s. [%s](%s), %s: **%s**.\n\n- %s\n- %s\n\n", words(random, 3), words(random, 60), words(random, 2), randomURL(random),
			words(random, 20), word(random), words(random, 9), words(random, 9))
	}},
	{"text", func(w *bytes.Buffer, random *rand.Rand) {
		for range random.IntN(30) {
			fmt.Fprintf(w, "%s. ", words(random, 15))
		}
		fmt.Fprintf(w, "See %s.\n", randomURL(random))
	}},
}

func word(random *rand.Rand) string {
	const syllables = "batecosudilorameninofapusetigo"
	var w strings.Builder
	for range 1 + random.IntN(4) {
		i := random.IntN(len(syllables)/2) * 2
		w.WriteString(syllables[i : i+2])
	}
	return w.String()
}

func words(random *rand.Rand, n int) string {
	var w strings.Builder
	for i := range n {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString(word(random))
	}
	return w.String()
}

func randomURL(random *rand.Rand) string {
	u := fmt.Sprintf("https://www.%s.com/%s/%s-%d", word(random), word(random), word(random), random.IntN(1000))
	if random.IntN(3) == 0 {
		u += fmt.Sprintf("?%s=%d", word(random), random.IntN(1e6))
	}
	return u
}

// corpus returns a text of 1 MiB.
func corpus(write func(w *bytes.Buffer, random *rand.Rand)) []byte {
	var w bytes.Buffer
	random := rand.New(rand.NewPCG(58, 3986))
	for w.Len() < 1<<20 {
		write(&w, random)
	}
	return w.Bytes()
}

// BenchmarkFind compares a Finder with the count of a byte and a regular expression.
func BenchmarkFind(b *testing.B) {
	simple := regexp.MustCompile(`https?://[^\s"<>]+`)
	for _, c := range corpora {
		text := corpus(c.write)
		count := func(f *find.Finder) (n int) {
			for range f.All(text) {
				n++
			}
			return n
		}
		for _, impl := range []struct {
			name string
			find func() int
		}{
			{"find", func() int { return count(nil) }},
			{"web", func() int { return count(&find.Finder{Syntax: find.SyntaxWeb}) }},
			{"prose", func() int { return count(&find.Finder{Syntax: find.SyntaxProse}) }},
			{"escapes", func() int { return count(&find.Finder{Escapes: find.EscapesJSON}) }},
			{"stream", func() (n int) {
				for range find.NewReader(bytes.NewReader(text), nil, 0).All() {
					n++
				}
				return n
			}},
			{"copy", func() int { n, _ := io.Copy(sink{}, struct{ io.Reader }{bytes.NewReader(text)}); return int(n) }},
			{"bytes-count", func() int { return bytes.Count(text, []byte(":")) }},
			{"regexp", func() int { return len(simple.FindAllIndex(text, -1)) }},
		} {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					n = impl.find()
				}
				b.ReportMetric(float64(n), "matches")
			})
		}
	}
}

// A sink discards all bytes.
type sink struct{}

func (sink) Write(p []byte) (int, error) { return len(p), nil }
