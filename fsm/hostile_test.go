package fsm_test

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/hostile"
)

// arguments are the arguments of all calls: two strings and their ranges.
type arguments struct {
	a, b       string
	bytes      []byte
	r, q       fsm.Ranges // of a and b if these are references, otherwise of the empty reference
	ref, other string     // a and b if these are references, otherwise empty
	production fsm.Production
	sep        byte
	limit      int
	small      uint8
}

func newArguments(a, b string, flags uint8) *arguments {
	x := &arguments{
		a: a, b: b, bytes: []byte(a), ref: a, other: b,
		production: hostile.Productions[int(flags)%len(hostile.Productions)], sep: "\n/& "[flags>>2&3], limit: int(flags), small: flags,
	}
	if _, ok := fsm.Scan(a, &x.r); !ok {
		x.ref, x.r = "", fsm.Ranges{}
	}
	if _, ok := fsm.Scan(b, &x.q); !ok {
		x.other, x.q = "", fsm.Ranges{}
	}
	return x
}

func offsetOf(error) (offset int, ok bool) { return 0, false } // this package returns no errors

// scanned tests a function that scans. Strings and bytes must have the same results and ranges.
func scanned(f func(string, *fsm.Ranges) (int, bool), g func([]byte, *fsm.Ranges) (int, bool)) func(*arguments) hostile.Outcome {
	return func(x *arguments) hostile.Outcome {
		var r, q fsm.Ranges
		n, ok := f(x.a, &r)
		m, same := g(x.bytes, &q)
		o := hostile.Outcome{Text: fmt.Sprint(r), Number: uint64(n)<<1 | hostile.One(ok)}
		if n < 0 || n > len(x.a) || ok && n != len(x.a) || m != n || same != ok || r != q {
			o.Err = fmt.Errorf("%w: %d, %t, %v, of bytes %d, %t, %v", hostile.ErrBroken, n, ok, r, m, same, q)
		}
		return o
	}
}

func ranged(f func(r *fsm.Ranges) (lo, hi int, ok bool)) func(*arguments) hostile.Outcome {
	return func(x *arguments) hostile.Outcome {
		r := x.r
		lo, hi, ok := f(&r)
		return hostile.Outcome{Text: x.ref[lo:hi], Number: hostile.One(ok)}
	}
}

// records counts the records and their bytes. Then it breaks out of a second loop.
func records(of func() iter.Seq[*fsm.Record]) hostile.Outcome {
	n, size := uint64(0), uint64(0)
	for rec := range of() {
		n, size = n+1, size+uint64(len(rec.Bytes))
	}
	for range of() {
		break
	}
	next, stop := iter.Pull(of())
	next()
	stop()
	return hostile.Outcome{Number: size<<24 + n}
}

func (x *arguments) reader() *fsm.Reader {
	return fsm.NewReader(iotest.DataErrReader(strings.NewReader(x.a)), x.sep, x.limit)
}

var calls = hostile.Calls[*arguments]{
	"Scan": scanned(fsm.Scan[string], fsm.Scan[[]byte]),
	"ScanAs": func(x *arguments) hostile.Outcome {
		return scanned(
			func(s string, r *fsm.Ranges) (int, bool) { return fsm.ScanAs(x.production, s, r) },
			func(s []byte, r *fsm.Ranges) (int, bool) { return fsm.ScanAs(x.production, s, r) })(x)
	},
	"Explain": func(x *arguments) (o hostile.Outcome) {
		if n, ok := fsm.ScanAs(x.production, x.a, new(fsm.Ranges)); !ok {
			component, reason := fsm.Explain(x.production, x.a, n)
			o.Text = reason.String()
			o.Number = uint64(component)<<8 | uint64(reason)
		}
		return o
	},
	"Reason.String": func(x *arguments) hostile.Outcome { return hostile.Outcome{Text: fsm.Reason(x.small).String()} },

	"Ranges.Scheme":    ranged((*fsm.Ranges).Scheme),
	"Ranges.Authority": ranged((*fsm.Ranges).Authority),
	"Ranges.Userinfo":  ranged((*fsm.Ranges).Userinfo),
	"Ranges.Host":      ranged((*fsm.Ranges).Host),
	"Ranges.Port":      ranged((*fsm.Ranges).Port),
	"Ranges.Path":      ranged(func(r *fsm.Ranges) (lo, hi int, ok bool) { lo, hi = r.Path(); return lo, hi, true }),
	"Ranges.Query":     ranged((*fsm.Ranges).Query),
	"Ranges.Fragment":  ranged((*fsm.Ranges).Fragment),

	"HostKindOf": func(x *arguments) hostile.Outcome {
		r := x.r
		return hostile.Outcome{Text: fsm.HostKindOf(x.ref, &r).String(), Number: uint64(fsm.HostKindOf([]byte(x.ref), &r))}
	},
	"HostKind.String": func(x *arguments) hostile.Outcome { return hostile.Outcome{Text: fsm.HostKind(x.small).String()} },
	"Records": func(x *arguments) hostile.Outcome {
		return records(func() iter.Seq[*fsm.Record] { return fsm.Records(x.bytes, x.sep) })
	},
	"NewReader": func(x *arguments) hostile.Outcome { return records(x.reader().Records) },
	"Reader.Records": func(x *arguments) hostile.Outcome {
		return records(func() iter.Seq[*fsm.Record] { return x.reader().Records() })
	},
	"Reader.Err": func(x *arguments) hostile.Outcome {
		r := fsm.NewReader(io.MultiReader(strings.NewReader(x.a), iotest.ErrReader(io.ErrClosedPipe)), x.sep, x.limit)
		o := records(r.Records)
		if err := r.Err(); err != io.ErrClosedPipe {
			o.Err = fmt.Errorf("%w: %v", hostile.ErrBroken, err)
		}
		return o
	},
	"Reader.Fill": func(x *arguments) (o hostile.Outcome) {
		r := x.reader()
		for b := new(fsm.Batch); r.Fill(b); o.Number++ {
		}
		return o
	},
	"Record.Format": func(x *arguments) (o hostile.Outcome) {
		for rec := range fsm.Records(x.bytes, x.sep) {
			o.Number += uint64(len(fmt.Sprintf("%v|%#v", rec, *rec)))
		}
		return o
	},
	"Batch.Records": func(x *arguments) (o hostile.Outcome) {
		r := x.reader()
		for b := new(fsm.Batch); r.Fill(b); {
			o.Number += records(b.Records).Number
		}
		return o
	},
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""},
	{"http://u:p@example.com:8042/over/./there/%41?name=ferret&b=c+d;e#nose", "../x//y/?q=%zz"},
	{"HTTP://[2001:db8::7]:80/a/b/../c?x&y&z=1", "//[v1.a]:1"},
	{"x:..//a:b\n//1.2.3.4\n\n//1.2.3.256", "a:b"},
	{"//h:99999/%2e%2e/%2F", "https://example.com/"},
	{"https://example.com/a/b?c", "/a?b"},
	{"//bücher.example/é?\ue000#日本", "[::1]:80"},
	{"a b<é\xff\x00", "%C3%A9%ff"},
}

// shapes are valid and invalid inputs that grow.
var shapes = []hostile.Shape{
	{"", "../", ""}, {"", "%41", ""}, {"", "a/", ""}, {"", "a", ""}, {"", "0", ""}, {"", "a", ":"}, {"", "é", ""},
	{"", "e\u0301", ""}, {"", "\U00010400", ""}, {"?", "\ue000", ""}, {"", " ", ""}, {"", "\xff", ""}, {"", "%", ""},
	{"", "%zz", ""}, {"", "#", ""}, {"x:", ":", ""}, {"x:/.", "/", ""}, {"x:", "@", ""}, {"http://h", "/a", ""},
	{"http://h", "/a/..", ""}, {"https://h/", "aaaaaaaaaaaaaaa/", "?b#c"}, {"//u:", ":", "@h"}, {"//", "@", ""},
	{"//", "a:", ""}, {"//", "a.", "h:80"}, {"//", "1.", ""}, {"//h:", "0", "80"}, {"//h:", "9", "x"}, {"//[", "[", ""},
	{"//[", ":", "]"}, {"//[v1.", "a", "]"}, {"//", "%C3%A9", ""}, {"?", "&a=", ""}, {"#", "%e9", ""}, {"é", "%41", ""},
	{"//é", "%41é", ""}, {"é?#", "/", ""}, {"", "\n", ""}, {"", "http://h/a\n", ""}, {"", "é\n", ""},
	{"[v1.", ":", "]:80"}, {"/", "%2F", "#"},
	{"https://example.com/", "a", ""}, {"http://h/", "b/", "?c"},
}

var suite = hostile.Suite[*arguments]{New: newArguments, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
