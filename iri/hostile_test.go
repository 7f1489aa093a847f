package iri_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/iri"
)

// The tests call all exported functions and methods with hostile input.

// The arguments of calls are two strings and the values that are made of them.
type arguments struct {
	A, B       string
	U, V       iri.IRI   // A and B, if they are references
	Base       *iri.Base // U, if it has a scheme or the Base may be relative
	Normalizer iri.Normalizer
	uri        uri.URI // A, if it is a URI
	form       iri.HostForm
}

func newArguments(a, b string, flags uint8) *arguments {
	x := &arguments{A: a, B: b, form: iri.HostForm(flags % 4), Normalizer: iri.Normalizer{
		Normalizer: uri.Normalizer{Steps: uri.AllSteps &^ uri.Steps(flags>>1), HierarchicalBases: flags&2 != 0}, NFC: flags&1 == 0,
	}}
	if flags&16 != 0 {
		x.Normalizer.Query = &uri.QueryRules{Drop: []string{"a*", "x"}, DropEmpty: flags&4 != 0, Sort: flags&8 != 0}
	}
	x.uri, _ = uri.Parse(a)
	x.U, _ = iri.Parse(a)
	x.V, _ = iri.Parse(b)
	base, choices := x.U, uri.Resolution(flags>>3&15)
	if base.Scheme() == "" && choices&uri.ResolveRelativeBase == 0 {
		base = iri.MustParse("http://u:p@h/a/b/c?q#f")
	}
	var err error
	if x.Base, err = iri.NewBase(base, choices); err != nil {
		x.Base, _ = iri.NewBase(base, choices&uri.ResolveRelativeBase)
	}
	return x
}

// Shown returns the outcome of a call that returns text for people about U.
func (x *arguments) Shown(text string) hostile.Outcome {
	userinfo, _ := x.U.Userinfo()
	return hostile.Shown(userinfo, text)
}

// returned returns the outcome of a call that returns an IRI.
func returned(i iri.IRI, err error) hostile.Outcome { return hostile.Returned(iri.Parse, i, err) }

// parsed returns a call of a function that parses A.
func parsed(f func(string) (iri.IRI, error)) func(*arguments) hostile.Outcome {
	return func(x *arguments) hostile.Outcome {
		o := returned(f(x.A))
		o.Length = len(x.A)
		return o
	}
}

// checkRanges checks that r are the ranges that Parse returns for out.
func checkRanges(out []byte, r fsm.Ranges, err error) error {
	if err != nil {
		return err
	}
	if i, err := iri.Parse(string(out)); err != nil || i.Ranges() != r {
		return fmt.Errorf("%w: %q, %v, %v", hostile.ErrBroken, out, r, err)
	}
	return nil
}

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var h *idna.Error
	if errors.As(err, &h) {
		return h.Offset, true
	}
	var e *uri.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

var calls = hostile.Merge(hostile.Stored("IRI", func(x *arguments) (iri.IRI, string) { return x.V, x.A }), hostile.Calls[*arguments]{
	"Parse":    parsed(iri.Parse),
	"ParseIRI": parsed(iri.ParseIRI),
	"MustParse": func(x *arguments) (o hostile.Outcome) {
		defer func() {
			if text, ok := recover().(string); ok {
				o.Err = errors.New(text)
			}
		}()
		return returned(iri.MustParse(x.A), nil)
	},
	"IRI.Scheme":   hostile.Text(func(x *arguments) string { return x.U.Scheme() }),
	"IRI.Userinfo": hostile.Optional(func(x *arguments) (string, bool) { return x.U.Userinfo() }),
	"IRI.Host":     hostile.Optional(func(x *arguments) (string, bool) { return x.U.Host() }),
	"IRI.Port":     hostile.Optional(func(x *arguments) (string, bool) { return x.U.Port() }),
	"IRI.Path":     hostile.Text(func(x *arguments) string { return x.U.Path() }),
	"IRI.Query":    hostile.Optional(func(x *arguments) (string, bool) { return x.U.Query() }),
	"IRI.Fragment": hostile.Optional(func(x *arguments) (string, bool) { return x.U.Fragment() }),
	"IRI.Ranges": func(x *arguments) hostile.Outcome {
		r := x.U.Ranges()
		lo, hi := r.Path()
		return hostile.Outcome{Number: uint64(hi - lo)}
	},
	"IRI.String": hostile.Text(func(x *arguments) string { return x.U.String() }),
	"IRI.Format": hostile.Text(func(x *arguments) string {
		return fmt.Sprintf("%v|%#v|%s|%q|%10.20d", x.U, x.U, x.U, x.U, x.U)
	}),
	"IRI.Redacted": func(x *arguments) hostile.Outcome { return x.Shown(x.U.Redacted()) },
	"IRI.LogValue": func(x *arguments) hostile.Outcome { return x.Shown(x.U.LogValue().String()) },
	"NewBase": func(x *arguments) hostile.Outcome {
		_, err := iri.NewBase(x.U, uri.ResolveRefuseAboveRoot|uri.ResolveEncodedDots)
		return hostile.Outcome{Err: err, Length: len(x.A)}
	},
	"Base.Format":  func(x *arguments) hostile.Outcome { return x.Shown(fmt.Sprintf("%v|%#v", x.Base, x.Base)) },
	"Base.Resolve": func(x *arguments) hostile.Outcome { return returned(x.Base.Resolve(x.V)) },
	"Base.AppendResolveString": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		out, r, err := x.Base.AppendResolveString(dst, x.B)
		return out, checkRanges(out[len(dst):], r, err)
	}),
	"IRI.Resolve":           func(x *arguments) hostile.Outcome { return returned(x.U.Resolve(x.V)) },
	"IRI.Normalized":        func(x *arguments) hostile.Outcome { return returned(x.U.Normalized(), nil) },
	"IRI.Equal":             hostile.Truth(func(x *arguments) bool { return x.U.Equal(x.V) }),
	"IRI.Key":               hostile.Text(func(x *arguments) string { return string(x.U.Key()) }),
	"Normalizer.Normalized": func(x *arguments) hostile.Outcome { return returned(x.Normalizer.Normalized(x.U), nil) },
	"Normalizer.AppendNormalizedBytes": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		out, r, err := x.Normalizer.AppendNormalizedBytes(dst, []byte(x.A))
		return out, checkRanges(out[len(dst):], r, err)
	}),
	"Normalizer.Key": hostile.Text(func(x *arguments) string { return string(x.Normalizer.Key(x.U)) }),
	"IRI.URI": func(x *arguments) hostile.Outcome {
		u, err := x.U.URI(x.form)
		return hostile.Outcome{Text: u.String(), Err: err}
	},
	"IRI.AppendURI": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) { return x.U.AppendURI(dst, x.form) }),
	"FromURI":       func(x *arguments) hostile.Outcome { return returned(iri.FromURI(x.uri, x.form)) },
	"AppendFromURI": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		return iri.AppendFromURI(dst, x.uri, x.form)
	}),
})

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""},
	{"http://u:p@bücher.example:8042/ö/./é/%C3%A9?né=e\u0301#日本語", "../x//y/?q=\ue000"},
	{"HTTP://xn--bcher-kva/a/b/../c?x&y&z=1", "http://b%C3%BCcher/a/b/c/d"},
	{"x:..//a:b", "x:.//é"},
	{"//日本語.jp:99999/%2e%2e/%2F", "a=é"},
	{"[v1.a]", "::1"},
	{"a b<é\xff\x00", "%C3%A9%ff%E2%80%AE"},
	{"//xn--a-.xn--/", "//à\u0301\u0316"},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"", "é/", ""}, {"", "../", ""}, {"", "%C3%A9", ""}, {"", "%E2%80%AE", ""}, {"", "%c3%", ""}, {"", "e\u0301", ""},
	{"/e", "\u0301", ""}, {"/e", "\u0316\u0301", ""}, {"/", "\u0344", ""}, {"/", "\u1100\u1161\u11a8", ""},
	{"//", "é", "/"}, {"//", "é.", "x"}, {"//", "ß", ""}, {"//a", "\u0301", ""}, {"//", "xn--bcher-kva.", ""},
	{"//xn--", "a", ""}, {"//xn--", "99999", "/"}, {"//", "%C3%A9", ""}, {"//", "日本語。", ""}, {"//א", "1", ""},
	{"//", "\U00010400", ""}, {"//", "\u200d", ""}, {"//u:", "é:", "@h"}, {"//", "a.", "h:80"}, {"//", "a-", ""},
	{"?", "\ue000", ""}, {"?", "&é=%41", ""}, {"?", "%EE%80%80", ""}, {"#", "\U0010fffd", ""}, {"", "\xff", ""},
	{"é", "\xf0\x9f", ""}, {"é", ":", ""}, {"é", " ", ""}, {"é", "%", ""}, {"x:é/", "a/../", ""}, {"x:/é", "/..", ""},
	{"http://é", "/a", ""}, {"http://é/", "éééééééé/", "../b"}, {"x:", "é", ""}, {"S", "Z", ":é"}, {"//é:", "0", "80"},
	{"/", "\u212b", ""}, {"/", "\u037e", ""}, {"/", "\u00ad", ""}, {"//", "ﷺ", ""},
}

var suite = hostile.Suite[*arguments]{New: newArguments, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
