package iri_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/iri"
)

// The tests call all exported functions and methods with hostile input.

// api lists the calls that package uri has as well.
var api = hostile.API[iri.IRI, *iri.Builder, *iri.Base, iri.Normalizer]{
	Type: "IRI",

	Parse: iri.Parse, ParseFull: iri.ParseIRI, ParseAbsolute: iri.ParseAbsoluteIRI, ParseRelativeRef: iri.ParseRelativeRef,

	ParseBytes: iri.ParseBytes,
	MustParse:  iri.MustParse,
	NewBase:    iri.NewBase,
	OfBase:     (*iri.Base).IRI,
	NewNormalizer: func(flags uint8) iri.Normalizer {
		n := iri.Normalizer{
			Normalizer: uri.Normalizer{Steps: uri.AllSteps &^ uri.Steps(flags>>1), HierarchicalBases: flags&2 != 0}, NFC: flags&1 == 0,
		}
		if flags&16 != 0 {
			n.Query = &uri.QueryRules{Drop: []string{"a*", "x"}, DropEmpty: flags&4 != 0, Sort: flags&8 != 0}
		}
		return n
	},
	AppendNormalizedString: iri.AppendNormalizedString,
	AppendNormalizedBytes:  iri.AppendNormalizedBytes,
	NewBuilder:             func() *iri.Builder { return new(iri.Builder) },
	Build:                  (*iri.Builder).IRI,
	FromElements:           iri.FromElements,
	EncodeName:             "Encode",
	Encode:                 iri.Encode,
}

type shared = *hostile.Input[iri.IRI, *iri.Base, iri.Normalizer]

// The arguments of calls: the shared input, and what only the calls of this package take.
type arguments struct {
	*hostile.Input[iri.IRI, *iri.Base, iri.Normalizer]
	uri  uri.URI // A, if it is a URI
	form iri.HostForm
}

func newArguments(a, b string, flags uint8) *arguments {
	x := &arguments{Input: api.New(a, b, flags), form: iri.HostForm(flags % 4)}
	x.uri, _ = uri.Parse(a)
	return x
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

var calls = hostile.Join(hostile.Calls[*arguments]{
	"Check": func(x *arguments) hostile.Outcome {
		return hostile.Outcome{Err: iri.Check(x.Component, x.A), Length: len(x.A)}
	},
	"IRI.URI": func(x *arguments) hostile.Outcome {
		u, err := x.U.URI(x.form)
		return hostile.Outcome{Text: u.String(), Err: err}
	},
	"IRI.AppendURI": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) { return x.U.AppendURI(dst, x.form) }),
	"FromURI":       func(x *arguments) hostile.Outcome { return api.Reference(iri.FromURI(x.uri, x.form)) },
	"AppendFromURI": hostile.Appending(func(x *arguments, dst []byte) ([]byte, error) {
		return iri.AppendFromURI(dst, x.uri, x.form)
	}),
	"Normalizer.Needs": func(x *arguments) hostile.Outcome {
		steps, nfc := x.Normalizer.Needs(x.U)
		n := x.Normalizer
		n.Steps, n.NFC = steps, nfc
		if n.Normalized(x.U) != x.Normalizer.Normalized(x.U) {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q needs %v, %v", hostile.ErrBroken, x.U, steps, nfc)}
		}
		return hostile.Outcome{Number: uint64(steps)<<1 | hostile.One(nfc)}
	},
	"FromElements": func(x *arguments) hostile.Outcome { return api.Reference(iri.FromElements(x.Elements)) },
}, api.Calls(), func(x *arguments) shared { return x.Input })

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
