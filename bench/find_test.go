package bench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"mvdan.cc/xurls/v2"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/test/kit"
)

// A generator appends a piece of text with one address to dst. All random numbers are from r.
type generator func(dst []byte, r *rand.Rand, address string) []byte

// generators make the inputs of BenchmarkFind. An input depends only on its generator and a seed. HTML has an address
// for each 800 bytes, as pages of the web have, and a line of the access logs is as long as one with the usual user
// agents. A line of "json" is a short record of a program.
var generators = []struct {
	name string
	generator
}{
	{"html", func(dst []byte, r *rand.Rand, address string) []byte {
		return fmt.Appendf(dst, "<li class=\"item-%d\" id=\"n%d\"><a href=\"%s\" title=\"%s\">%s</a><p style=\"margin: 0; color: #%06x\">%s.</p>\n"+
			"<ul class=\"links\"><li><a href=\"/%s/%s\">%s</a></li><li><a href=\"/%s\">%s</a></li></ul><p>%s.</p><p>%s (%d:%02d)</p></li>\n",
			r.IntN(9), r.IntN(1e6), address, words(r, 2), words(r, 3), r.IntN(1<<24), words(r, 20),
			word(r), word(r), words(r, 2), word(r), words(r, 3), words(r, 30), words(r, 20), r.IntN(24), r.IntN(60))
	}},
	{"text", func(dst []byte, r *rand.Rand, address string) []byte {
		return fmt.Appendf(dst, "%s (see %s), %s: %s.\n", words(r, 30), address, words(r, 8), words(r, 15))
	}},
	{"log", func(dst []byte, r *rand.Rand, address string) []byte {
		return fmt.Appendf(dst, "192.0.2.%d - - [%02d/Nov/2026:%02d:%02d:%02d +0000] \"GET /%s/%s/%d?%s=%d HTTP/1.1\" 200 %d \"%s\" \"Mozilla/5.0 %s\"\n",
			r.IntN(256), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), word(r), word(r), r.IntN(1e4), word(r), r.IntN(1e4), r.IntN(1e5), address, agents[r.IntN(3)])
	}},
	{"log-json", func(dst []byte, r *rand.Rand, address string) []byte {
		return fmt.Appendf(dst, "{\"time\":\"2026-11-%02dT%02d:%02d:%02dZ\",\"remote_addr\":\"192.0.2.%d\",\"request\":\"GET /%s/%s/%d?%s=%d HTTP/1.1\","+
			"\"status\":200,\"bytes\":%d,\"referer\":\"%s\",\"user_agent\":\"Mozilla/5.0 %s\"}\n",
			1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(256), word(r), word(r), r.IntN(1e4), word(r), r.IntN(1e4), r.IntN(1e5), address, agents[r.IntN(3)])
	}},
	{"json", func(dst []byte, r *rand.Rand, address string) []byte {
		return fmt.Appendf(dst, "{\"time\":\"2026-11-%02dT%02d:%02d:%02dZ\",\"level\":\"info\",\"msg\":\"%s\",\"url\":\"%s\",\"status\":%d,\"ms\":%d}\n",
			1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), words(r, 6), address, 200+r.IntN(300), r.IntN(1e4))
	}},
	{"markdown", func(dst []byte, r *rand.Rand, address string) []byte {
		return fmt.Appendf(dst, "## %s\n\n%s [%s](%s). *%s*: `%s()`\n\n", words(r, 3), words(r, 25), words(r, 2), address, words(r, 2), word(r))
	}},
}

// agents are ends of the user agents in access logs.
var agents = []string{
	"(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
	"(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
	"(iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
}

// textAddresses is the number of addresses in an input. No regular expression of the benchmark finds others.
const textAddresses = 2000

// text returns the text of a generator.
func text(g generator) (dst []byte) {
	r := rand.New(rand.NewPCG(58, 3987))
	for range textAddresses {
		address := fmt.Sprintf("https://%s.example.com/%s/%s?id=%d", word(r), word(r), word(r), r.IntN(1e6))
		dst = g(dst, r, address)
	}
	return dst
}

// word returns a word of 2 to 9 letters.
func word(r *rand.Rand) string {
	b := make([]byte, 2+r.IntN(8))
	for i := range b {
		b[i] = "etaoinshrdlucmfwypvbgkjqxz"[min(r.IntN(26), r.IntN(26))]
	}
	return string(b)
}

// words returns n words separated by spaces.
func words(r *rand.Rand, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = word(r)
	}
	return strings.Join(list, " ")
}

// webPattern is the usual expression for addresses in logs and pages.
const webPattern = `https?://[^[:space:]"<>]+`

// finders count the addresses in an input. The last one only counts colons, for comparison.
var finders = []struct {
	name  string
	count func(text []byte) int
}{
	{"find", countMatches(new(find.Finder))},
	{"find-web", countMatches(&find.Finder{Syntax: find.SyntaxWeb})},
	{"find-hosts", countMatches(&find.Finder{Names: hosts.Names | hosts.Emails})},
	{"uts58", countMatches(hosts.UTS58())},
	{"regexp", countIndexes(regexp.MustCompile(webPattern))},
	{"xurls", countIndexes(xurls.Strict())},
	{"bytes-count", func(text []byte) int { return bytes.Count(text, []byte(":")) }},
}

func countMatches(f *find.Finder) func([]byte) int {
	return func(text []byte) int { return matches(f, text) }
}

// matches returns the number of addresses with a host that f finds in text. It is not a function literal: in one of a
// package's variable, the compiler puts the state of the loop on the heap.
func matches(f *find.Finder, text []byte) (n int) {
	for m := range f.All(text) {
		if m.Kind == find.KindURL || m.Kind == find.KindHost {
			n++
		}
	}
	return n
}

func countIndexes(re *regexp.Regexp) func([]byte) int {
	return func(text []byte) int { return len(re.FindAllIndex(text, -1)) }
}

// BenchmarkFind finds the addresses in the inputs. ns/uri is the time for each address.
func BenchmarkFind(b *testing.B) {
	for _, g := range generators {
		text := text(g.generator)
		for _, f := range finders {
			b.Run("corpus="+g.name+"/impl="+f.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					n = f.count(text)
				}
				if n < textAddresses {
					b.Fatalf("%d addresses, want %d", n, textAddresses)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/textAddresses, "ns/uri")
			})
		}
	}
}

// TestFinders: each finder finds all addresses of each input, and the finders that need a scheme find no others.
func TestFinders(t *testing.T) {
	for _, g := range generators {
		text := text(g.generator)
		for _, f := range finders {
			exact := f.name == "find" || f.name == "find-web" || f.name == "regexp" || f.name == "xurls"
			if n := f.count(text); n < textAddresses || exact && n != textAddresses {
				t.Errorf("%s: %s finds %d addresses, want %d", g.name, f.name, n, textAddresses)
			}
		}
	}
}

// searches are commands that print the addresses in standard input.
var searches = [][]string{
	{"uri", "find"},
	{"grep", "-oE", webPattern},
	{"rg", "-o", webPattern},
}

// BenchmarkFindProgram measures commands that print the addresses in a file. Their output goes to a pipe: grep does not
// search further if it is the null device. ns/uri is the CPU time for each address, user and system.
func BenchmarkFindProgram(b *testing.B) {
	command := build(b, "cmd/uri")
	for _, g := range generators {
		in := newInput(b, text(g.generator))
		for _, args := range searches {
			b.Run("corpus="+g.name+"/impl="+args[0], func(b *testing.B) {
				path := command
				if args[0] != "uri" {
					var err error
					if path, err = exec.LookPath(args[0]); err != nil {
						b.Skip(err)
					}
				}
				var used time.Duration
				lines := lineCounter(0)
				for b.Loop() {
					cmd := kit.Command(b, path, args[1:]...)
					cmd.Env = append(os.Environ(), "LC_ALL=C") // grep is faster than with UTF-8
					cmd.Stdout = &lines
					used += in.run(b, cmd)
				}
				if want := b.N * in.copies * textAddresses; int(lines) != want {
					b.Fatalf("%d addresses, want %d", lines, want)
				}
				ns := float64(used.Nanoseconds())
				b.ReportMetric(ns/float64(lines), "ns/uri")
				b.ReportMetric(float64(b.N*in.size)/ns, "GB/cpu-s")
				b.ReportMetric(0, "ns/op") // the time on the clock depends on the number of cores
			})
		}
	}
}

// A lineCounter counts the lines that are written to it.
type lineCounter int

func (n *lineCounter) Write(p []byte) (int, error) {
	*n += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}
