package hosts_test

import (
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/hostile"
)

// The tests call every exported function of the package with hostile input.

// An arguments is the arguments of the calls. All calls share it.
type arguments struct {
	a      string
	finder *find.Finder
	uri    uri.URI
	alone  bool
}

func newArguments(a, _ string, flags uint8) *arguments {
	u, err := uri.Parse(a)
	if err != nil {
		u, _ = hosts.FromReadable("http://example.com/" + a)
	}
	return &arguments{
		a: a, finder: &find.Finder{Names: hosts.Set(flags & 15), Escapes: find.Escapes(flags >> 4 & 3), Syntax: find.Syntax(flags >> 6 & 3)},
		uri: u, alone: flags&64 != 0,
	}
}

// count counts the matches of f, and checks that they are in order and in the text.
func count(f *find.Finder, text string) (o hostile.Outcome) {
	last := int64(0)
	for m := range f.AllString(text) {
		if m.Start < last || m.End <= m.Start || m.End > int64(len(text)) {
			o.Err = fmt.Errorf("%w: the match is at %d to %d, after %d of %d", hostile.ErrBroken, m.Start, m.End, last, len(text))
		}
		last = m.End
		o.Number++
	}
	return o
}

var calls = hostile.Calls[*arguments]{
	"Set.NextName": func(x *arguments) hostile.Outcome { return count(x.finder, x.a) },
	"AppendReadable": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		return hosts.AppendReadable(dst, x.uri, x.alone), nil
	}),
	"FromReadable": func(x *arguments) (o hostile.Outcome) {
		u, err := hosts.FromReadable(x.a)
		return hostile.Outcome{Text: u.String(), Err: err}
	},
	"UTS58": func(x *arguments) hostile.Outcome { return count(hosts.UTS58(), x.a) },
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"http://a.com/c example.com", ""}, {"joe@example.com", ""}, {"\xff.\xff@a.com", ""}, {"例え。みんな", ""},
	{"[::1]:80/ 192.0.2.1", ""}, {"a..com -a.com .com", ""}, {`\na.com\/&amp;`, ""}, {"a.com:99999/(「", ""}, {"é.ü@ß.de", ""},
}

// shapes are inputs that grow.
var shapes = func() (shapes []hostile.Shape) {
	for _, piece := range []string{
		"http://", "::::", "a.a.a.a.", "((((", "@@@@", "a@b.c@d", "[::1", "http://[", "....", "http://a.b/([{「", "a.é@b.com",

		"a.com", "a.com ", "a.com@", "a@", "@a.com", "a@a.com", "a@a.com ", ".a", ".com", "a.é", "a.éé ", "é.", "。", "日。", "日。日 ", "。com",
		"[::1]", "[::1] ", "[", "1.", "1.1.1.1 ", "1.1.1.1.", "mailto:", "a.com:", "a.com:1", "a.com/", "a.com/(", "a.com?", "-", "a-.com ",
		"xn--a.", "a.xn--a ", "\xff", "\\na.com", "&amp;", "/a@a.com", "//a:a@a.com ", ":", "!", "a.b.c.d.e.f.com@", "\u00ad.com", "a.com%", "%25", "%254", "%C3%BC", "%C3", "http://%", "?(", "#:~:", "%28", "a@a.com:", "a@a.com:b", "a@a.a:", ":a@1.1:",
	} {
		shapes = append(shapes, hostile.Shape{"", piece, ""})
	}
	return shapes
}()

// offsetOf returns the offset of an error.
func offsetOf(err error) (offset int, ok bool) {
	if err, ok := err.(*uri.Error); ok {
		return err.Offset, true
	}
	return 0, false
}

var suite = hostile.Suite[*arguments]{
	New: newArguments, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes,
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
