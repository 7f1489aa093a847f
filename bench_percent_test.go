package uri_test

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// An escaped is a text of 64 KiB and what it is percent-encoded as in a segment.
type escaped struct{ name, text, encoded string }

// escapedCorpora returns texts of which the named percentage of bytes, at random places, is to be encoded.
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
	buf := make([]byte, 0, 1<<18)
	for _, c := range escapedCorpora() {
		for _, impl := range []struct {
			name   string
			decode func() int
		}{
			{"uri", func() int { text, _ := uri.Decode(c.encoded, 0); return len(text) }},
			{"uri-append", func() int { text, _ := uri.AppendDecode(buf, c.encoded, 0); return len(text) }},
			{"uri-utf8", func() int {
				text, _ := uri.AppendDecode(buf, c.encoded, uri.RefuseBadUTF8)
				return len(text)
			}},
			{"net-url", func() int { text, _ := url.PathUnescape(c.encoded); return len(text) }},
		} {
			want := len(c.text)
			if impl.name == "uri-utf8" && c.name != "escapes-0" {
				want = 0 // the text is not UTF-8
			}
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) {
				b.SetBytes(int64(len(c.encoded)))
				benchmarkLength(b, want, impl.decode)
			})
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	buf := make([]byte, 0, 1<<20)
	for _, c := range escapedCorpora() {
		for _, impl := range []struct {
			name   string
			input  string
			encode func(input string) int
		}{
			{"uri", c.text, func(s string) int { return len(uri.EncodeText(uri.PlaceSegment, s)) }},
			{"uri-append", c.text, func(s string) int { return len(uri.AppendEncodeText(buf, uri.PlaceSegment, s)) }},
			{"uri-raw", c.text, func(s string) int { return len(uri.AppendEncodeRaw(buf, uri.PlaceSegment, s)) }},
			{"uri-again", c.encoded, func(s string) int { return len(uri.AppendEncodeRaw(buf, uri.PlaceSegment, s)) }},
			{"net-url", c.text, func(s string) int { return len(url.PathEscape(s)) }},
		} {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) {
				b.SetBytes(int64(len(impl.input)))
				benchmarkLength(b, len(c.encoded), func() int { return impl.encode(impl.input) })
			})
		}
	}
}

// benchmarkLength measures f, whose every answer must be the length that is wanted.
func benchmarkLength(b *testing.B, want int, f func() int) {
	b.ReportAllocs()
	n, passes := 0, 0
	for b.Loop() {
		n += f()
		passes++
	}
	if n != want*passes {
		b.Fatalf("%d bytes in %d passes, want %d in each", n, passes, want)
	}
}

// BenchmarkPairs goes through the pairs of a query of 8, raw and decoded, as often as is worth measuring.
func BenchmarkPairs(b *testing.B) {
	const query = "q=caf%C3%A9&lang=en&page=2&sort=price&order=asc&utm_source=news&session=0123456789abcdef&debug"
	form := uri.QuerySyntax{Plus: true}
	both := uri.QuerySyntax{Separators: "&;"}
	pairs := func(x uri.QuerySyntax) (n int) {
		for p := range x.Pairs(query) {
			n += len(p.Key)
		}
		return n
	}
	buf := make([]byte, 0, 256)
	for _, impl := range []struct {
		name string
		want int
		f    func() int
	}{
		{"uri", 40, func() int { return pairs(uri.QuerySyntax{}) }},
		{"uri-both", 40, func() int { return pairs(both) }},
		{"uri-decoded", 40, func() (n int) {
			for p := range form.DecodedPairs(query) {
				n += len(p.Key)
			}
			return n
		}},
		{"uri-set", 94, func() int { return len(form.AppendSet(buf, query, "page", "3")) }},
		{"uri-delete", 78, func() int { return len(form.AppendDelete(buf, query, "utm_source")) }},
		{"uri-sort", 94, func() int { return len(form.AppendSort(buf, query)) }},
		{"net-url", 40, func() (n int) {
			values, _ := url.ParseQuery(query)
			for key := range values {
				n += len(key)
			}
			return n
		}},
		{"net-url-set", 94, func() int {
			values, _ := url.ParseQuery(query)
			values.Set("page", "3")
			return len(values.Encode()) - len("=") // "debug" gets one
		}},
	} {
		b.Run("corpus=query/impl="+impl.name, func(b *testing.B) {
			b.SetBytes(int64(len(query)))
			benchmarkLength(b, impl.want, impl.f)
		})
	}
}

func BenchmarkSegments(b *testing.B) {
	const path = "/articles/2026/11/uniform-resource-identifiers/caf%C3%A9/index.html"
	const want = len(path) - 6
	for _, impl := range []struct {
		name string
		want int
		f    func() int
	}{
		{"uri", want, func() (n int) {
			for segment := range uri.Segments(path) {
				n += len(segment)
			}
			return n
		}},
		{"uri-decoded", want - 4, func() (n int) {
			for segment := range uri.DecodedSegments(path, uri.RefuseSlash|uri.RefuseBadUTF8, 100) {
				n += len(segment)
			}
			return n
		}},
		{"strings-split", want, func() (n int) {
			for segment := range strings.SplitSeq(path, "/") {
				n += len(segment)
			}
			return n
		}},
	} {
		b.Run("corpus=path/impl="+impl.name, func(b *testing.B) {
			b.SetBytes(int64(len(path)))
			benchmarkLength(b, impl.want, impl.f)
		})
	}
}
