package find_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// The tests call every exported function of the package with hostile input.

// An arguments is the arguments of the calls. All calls share it.
type arguments struct {
	a      string
	finder *find.Finder
	small  uint8
}

func newArguments(a, _ string, flags uint8) *arguments {
	return &arguments{a: a, finder: finders[int(flags)%len(finders)], small: flags}
}

// checked counts matches, and checks that they are in order and in the text.
func checked(x *arguments, each func(yield func(find.Match) bool)) (o hostile.Outcome) {
	last := int64(0)
	for m := range each {
		if m.Start < last || m.End <= m.Start || m.End > int64(len(x.a)) {
			o.Err = fmt.Errorf("%w: the match is at %d to %d, after %d of %d", hostile.ErrBroken, m.Start, m.End, last, len(x.a))
		}
		last = m.End
		o.Number++
	}
	return o
}

// recordOf returns a record with text in all places.
func recordOf(text string) slog.Record {
	record := slog.NewRecord(time.Time{}, slog.LevelError, text, 0)
	record.Add(text, text, "any", []string{text})
	return record
}

// written returns a call that writes.
func written(finish func(w *find.RedactingWriter) error) func(x *arguments) hostile.Outcome {
	return func(x *arguments) (o hostile.Outcome) {
		var out strings.Builder
		w := find.NewRedactingWriter(&out, uri.Redactor{})
		half := len(x.a) / 2
		_, _ = io.WriteString(w, x.a[:half])
		_, _ = io.WriteString(w, x.a[half:])
		o.Err = finish(w)
		o.Text = out.String()
		return o
	}
}

var calls = hostile.Calls[*arguments]{
	"AppendRedacted": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		return find.AppendRedacted(dst, []byte(x.a), uri.Redactor{
			QueryKeys: []string{"token", "a"}, User: x.small&1 > 0, OriginOnly: x.small&2 > 0, Fragment: x.small&4 > 0,
		}), nil
	}),
	"Finder.All": func(x *arguments) hostile.Outcome { return checked(x, x.finder.All([]byte(x.a))) },
	"Finder.AppendLinked": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		return x.finder.AppendLinked(dst, x.a, find.Linking{Rel: "a&b", Schemes: []string{"http", "tel"}}), nil
	}),
	"Finder.AppendReplaced": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		return x.finder.AppendReplaced(dst, x.a, func(dst []byte, m find.Match) []byte { return m.AppendAddress(append(dst, '<'), x.a) }), nil
	}),
	"Match.AppendAddress": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		return find.Match{Start: int64(x.small) - 9, End: int64(x.small)}.AppendAddress(dst, x.a), nil
	}),
	"Finder.AllString": func(x *arguments) hostile.Outcome { return checked(x, x.finder.AllString(x.a)) },
	"Kind.String":      hostile.Text(func(x *arguments) string { return find.Kind(x.small).String() }),
	"Match.Format":     hostile.Text(func(x *arguments) string { return fmt.Sprintf("%v", find.Match{Decoded: []byte(x.a)}) }),
	"NewReader": func(x *arguments) hostile.Outcome {
		return checked(x, func(yield func(find.Match) bool) {
			for m := range find.NewReader(strings.NewReader(x.a), x.finder, 0).All() {
				if !yield(m) {
					return
				}
			}
		})
	},
	"Reader.All": func(x *arguments) (o hostile.Outcome) {
		for range find.NewReader(strings.NewReader(x.a), x.finder, int(x.small)).All() {
			o.Number++
		}
		return o
	},
	"NewRedactingHandler": hostile.Text(func(x *arguments) string {
		var out strings.Builder
		h := find.NewRedactingHandler(slog.NewTextHandler(&out, nil), uri.Redactor{})
		_ = h.WithGroup(x.a).WithAttrs([]slog.Attr{slog.String(x.a, x.a)}).Handle(context.Background(), recordOf(x.a))
		return out.String()
	}),
	"NewRedactingWriter":    written((*find.RedactingWriter).Close),
	"RedactingWriter.Write": written((*find.RedactingWriter).Close),
	"RedactingWriter.Close": written((*find.RedactingWriter).Close),
	"RedactingWriter.Flush": written((*find.RedactingWriter).Flush),
	"Reader.Err": func(x *arguments) (o hostile.Outcome) {
		r := find.NewReader(strings.NewReader(x.a), x.finder, 0)
		for range r.All() {
		}
		o.Err = r.Err()
		return o
	},
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"http://a.b/c", ""}, {"(https://u:p@[::1]:80/?a#b)", ""}, {"\xff://\x00", ""}, {"http://é.日本/。", ""},
	{`https:\/\/a\u0026\ud83d\u`, ""}, {"http://a/&amp;&#x2f;&#x&quot", ""}, {"mailto:a@b tel:", ""}, {"http://%4", ""},
	{"http://a.b/((「」)", ""}, {"**http://a.b**", ""},
}

// shapes are inputs that grow.
var shapes = hostileShapes()

func hostileShapes() (shapes []hostile.Shape) {
	for _, piece := range hostilePieces {
		shapes = append(shapes, hostile.Shape{"", piece, ""}, hostile.Shape{"http://", piece, ""}, hostile.Shape{"http://a/", piece, "x"})
	}
	// Addresses of two forms: a search for one of them must not go to the end of the text for each of the other.
	shapes = append(shapes, hostile.Shape{"a://h%41", `/a:\/\/b%41`, `"@`}, hostile.Shape{`a:\/\/h%41`, "/a://b%41", `"@`})
	// The last one of many addresses before a quotation mark may have a secret that goes on after it.
	return append(shapes, hostile.Shape{"", "a://h&", `[::1]"@`}, hostile.Shape{"", "a%3A//a://h", `<:@`})
}

// hostilePieces are texts that are repeated. The first 11 are examples that broke other programs.
var hostilePieces = []string{
	"http://", "::::", "a.a.a.a.", "((((", "@@@@", "a@b.c@d", "[::1", "http://[", "....", "http://a.b/([{「", "a.é@b.com",

	"://", ":", "/", "a", "é", "日", "。", "%", "%41", "%4", "\xff", "'", "'http://a'", "http://a)", "http://a@", "http://a:", "http://'",
	"a+a.a-", "a://", "1a", "tel:", "mailto:a@b.c,", "mailto:.", `\/`, `\u0026`, `\ud83d`, "&amp;", "&#38;", "&", "&CounterClockwise",
	"http:\\/\\/", "\x1b[1m", "\x1b[1", "\x1b[", "a\x1b[1m.", "<http://a\n", "<http://a\n> b\n> ", "<http://a ", "\n> ", "<mailto:a ", "http://a\u3000", "）", "「", "「」", "~", "**http://a**", "http://a*_~", "http://[::1]:1", "?#", "\x00", "http://a/ ", "a://b%3A//", "a://u:p@", `a://u:p"@`, "a://u:p@x|", "a=;", "?a=&",
	"a%3A%2F%2Fu%3Ap%40h%2F", "a://b%3A%2F%2Fc", `a://b:"`, "a%3A%2F%2Fb%3Fc%3D", `a://:1/"@`,
}

var suite = hostile.Suite[*arguments]{
	New: newArguments, OffsetOf: func(error) (int, bool) { return 0, false }, Calls: calls, Seeds: seeds, Shapes: shapes,
}

// redactors are Redactors of all kinds.
var redactors = []uri.Redactor{{}, {User: true, QueryKeys: []string{"a", "b"}}, {Fragment: true}, {OriginOnly: true}}

// TestRedactLinear measures AppendRedacted for hostile texts, and for random pieces that are repeated.
func TestRedactLinear(t *testing.T) {
	random := kit.Random(t)
	parts := strings.Split(`a://|a:\/\/|a%3A//|a://h|h%41|@|%40|u:p@|:|%3A|%2F|%2F%2F|/|\/|\|"|%22|<|?|%3F|a=|a%3Db|&|;|#|%23|1|,|[::1]| |x|%|\u0040|\u003a|http:|https:/|http%3A%2F%2F|'|.`, "|")
	texts := shapes
	for range kit.Rounds(5, 20, 200) {
		var piece string
		for range 1 + random.IntN(5) {
			piece += parts[random.IntN(len(parts))]
		}
		texts = append(texts, hostile.Shape{parts[random.IntN(len(parts))], piece, parts[random.IntN(len(parts))]})
	}
	for i, shape := range texts {
		redactor := redactors[i%len(redactors)]
		hostile.CheckLinear(t, fmt.Sprintf("%q with %+v", shape, redactor), kit.Rounds(1<<13, 1<<14, 1<<16), func(n int) func() {
			text := []byte(shape[0] + strings.Repeat(shape[1], n/len(shape[1])) + shape[2])
			dst := make([]byte, 0, 4*n)
			return func() { find.AppendRedacted(dst, text, redactor) }
		})
	}
}

// linearFinders are Finders with all combinations of the options that change the addresses found.
var linearFinders = func() (list []*find.Finder) {
	for _, schemes := range [][]string{nil, {"http", "mailto", "tel"}, {}} {
		for _, escapes := range []find.Escapes{find.EscapesNone, find.EscapesJSON, find.EscapesHTML, find.EscapesANSI} {
			for _, names := range []find.Names{nil, hosts.Names | hosts.IPs | hosts.Emails, hosts.Names, hosts.IPs, hosts.Emails, hosts.UTS58().Names} {
				for i := range 4 {
					list = append(list, &find.Finder{Schemes: schemes, Escapes: escapes, Names: names, Syntax: find.Syntax(i), AnyScheme: i&2 != 0})
				}
			}
		}
	}
	drop := func(string) bool { return false }
	return append(list, &find.Finder{MaxLen: 20}, &find.Finder{Wrapped: true}, &find.Finder{Wrapped: true, Syntax: find.SyntaxWeb, Schemes: []string{"http", "mailto"}}, &find.Finder{AnyScheme: true, Names: hosts.Names | hosts.Emails, Accept: drop})
}()

// TestFindLinear measures Finders, and Readers that get a byte at a time, for hostile texts.
func TestFindLinear(t *testing.T) {
	next := 0
	for _, shape := range shapes {
		for range kit.Rounds(1, 2, 8) {
			f := linearFinders[next%len(linearFinders)]
			next++
			hostile.CheckLinear(t, fmt.Sprintf("%q with %+v", shape, *f), kit.Rounds(1<<12, 1<<13, 1<<14), func(n int) func() {
				text := shape[0] + strings.Repeat(shape[1], n/len(shape[1])) + shape[2]
				return func() {
					for range f.AllString(text) {
					}
					for range find.NewReader(iotest.OneByteReader(strings.NewReader(text)), f, 0).All() {
					}
				}
			})
		}
	}
}

// TestLongWordsLinear finds many addresses in one word. Each of them ends before a mark.
func TestLongWordsLinear(t *testing.T) {
	for _, piece := range []string{"http://a.b/c,", "http://a.b/c→", "**http://a.b/c**", "*http://a.b/c*見", "~~http://a.b/c~~", "*a.com/b*見", "**mailto:a@b.c**"} {
		for _, f := range []*find.Finder{{}, {Syntax: find.SyntaxIRI}, {Syntax: find.SyntaxWeb, Escapes: find.EscapesHTML, Names: hosts.Names}} {
			hostile.CheckLinear(t, fmt.Sprintf("%q with %+v", piece, *f), 1<<17, func(n int) func() {
				text := strings.Repeat(piece, n/len(piece))
				return func() {
					for range f.AllString(text) {
					}
				}
			})
		}
	}
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
