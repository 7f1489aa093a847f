package uri_test

import (
	"errors"
	"fmt"
	"iter"
	"net"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/reference"
)

// The tests call all exported functions and methods with hostile input.

// api lists the calls that package iri has as well.
var api = hostile.API[uri.URI, *uri.Builder, *uri.Base, uri.Normalizer]{
	Type: "URI",

	Parse: uri.Parse, ParseFull: uri.ParseURI, ParseAbsolute: uri.ParseAbsoluteURI, ParseRelativeRef: uri.ParseRelativeRef,

	ParseBytes: uri.ParseBytes,
	MustParse:  uri.MustParse,
	NewBase:    uri.NewBase,
	OfBase:     (*uri.Base).URI,
	NewNormalizer: func(flags uint8) uri.Normalizer {
		n := uri.Normalizer{Steps: uri.AllSteps &^ uri.Steps(flags>>1), HierarchicalBases: flags&2 != 0}
		if flags&16 != 0 {
			n.Query = &uri.QueryRules{Drop: []string{"a*", "x"}, DropEmpty: flags&4 != 0, Sort: flags&8 != 0}
		}
		return n
	},
	AppendNormalizedString: uri.AppendNormalizedString,
	AppendNormalizedBytes:  uri.AppendNormalizedBytes,
	NewBuilder:             func() *uri.Builder { return new(uri.Builder) },
	Build:                  (*uri.Builder).URI,
	FromElements:           uri.Elements.URI,
	EncodeName:             "Place.Encode",
	Encode:                 uri.Place.Encode,
}

type shared = *hostile.Input[uri.URI, *uri.Base, uri.Normalizer]

// An input is the shared input, and what only the calls of this package take.
type input struct {
	*hostile.Input[uri.URI, *uri.Base, uri.Normalizer]
	redactor uri.Redactor
	syntax   uri.QuerySyntax
	refuse   uri.RefusedOctets
	limit    int
}

func newInput(a, b string, flags uint8) *input {
	x := &input{
		Input: api.New(a, b, flags),
		redactor: uri.Redactor{
			User: flags&1 != 0, QueryKeys: []string{"a", b}, Fragment: flags&2 != 0, OriginOnly: flags&12 == 12,
		},
		refuse: uri.RefusedOctets(flags >> 1),
		limit:  int(flags >> 5),
	}
	x.syntax = uri.QuerySyntax{Plus: flags&4 != 0, Limit: x.limit, Refuse: x.refuse}
	if flags&8 != 0 {
		x.syntax.Separators = "&;"
	}
	return x
}

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *uri.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

// walkToError walks a sequence with errors, like hostile.Walk. The sequence must end after an error.
func walkToError[T any](seq iter.Seq2[T, error]) hostile.Outcome {
	n, last := uint64(0), error(nil)
	for _, err := range seq {
		if last != nil {
			return hostile.Outcome{Err: fmt.Errorf("%w: it goes on after %w", hostile.ErrBroken, last)}
		}
		n, last = n+1, err
	}
	for range seq {
		break
	}
	next, stop := iter.Pull2(seq)
	next()
	stop()
	return hostile.Outcome{Number: n, Err: last}
}

var calls = hostile.Join(hostile.Calls[*input]{
	"Error.Error": hostile.Text(func(x *input) string {
		_, err := uri.Parse(x.A)
		return fmt.Sprint(err)
	}),
	// Programs outside this module can make only these arguments.
	"ErrorOf": hostile.Truth(func(*input) bool { return uri.ErrorOf(nil) != nil }),
	"Known":   func(*input) hostile.Outcome { return api.Reference(uri.Known(reference.Known{}), nil) },
	"ParseSuffixRef": func(x *input) hostile.Outcome {
		u, _, err := uri.ParseSuffixRef(x.A, "http")
		o := api.Reference(u, err)
		o.Length = len(x.A)
		return o
	},
	"URI.HostPort": func(x *input) hostile.Outcome {
		hostPort, ok := x.U.HostPort()
		o := hostile.Outcome{Text: hostPort, Number: hostile.One(ok)}
		if _, _, err := net.SplitHostPort(hostPort); ok && err != nil {
			o.Err = fmt.Errorf("%w: %q: %w", hostile.ErrBroken, hostPort, err)
		}
		return o
	},
	"URI.RequestURI":    hostile.Text(func(x *input) string { return x.U.RequestURI() }),
	"SecretKeys":        func(*input) hostile.Outcome { return hostile.Outcome{Text: fmt.Sprint(uri.SecretKeys())} },
	"Redactor.Redacted": func(x *input) hostile.Outcome { return x.Shown(x.redactor.Redacted(x.U)) },
	"Redactor.LogValuer": func(x *input) hostile.Outcome {
		return x.Shown(x.redactor.LogValuer(x.U).LogValue().String())
	},
	"Redactor.AppendRedacted": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		return x.redactor.AppendRedacted(dst, x.U), nil
	}),
	"Normalizer.Needs": func(x *input) hostile.Outcome {
		needs := x.Normalizer.Needs(x.U)
		n := x.Normalizer
		n.Steps = needs
		if n.Normalized(x.U) != x.Normalizer.Normalized(x.U) {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q needs %v", hostile.ErrBroken, x.U, needs)}
		}
		return hostile.Outcome{Number: uint64(needs)}
	},
	"Steps.String":      hostile.Text(func(x *input) string { return uri.Steps(x.limit*40 + int(x.Component)).String() }),
	"RemoveDotSegments": hostile.Text(func(x *input) string { return uri.RemoveDotSegments(x.A) }),
	"DefaultPort": func(x *input) hostile.Outcome {
		port, ok := uri.DefaultPort(x.A)
		return hostile.Outcome{Number: uint64(port)<<1 | hostile.One(ok)}
	},
	"Elements.URI":    func(x *input) hostile.Outcome { return api.Reference(x.Elements.URI()) },
	"Place.EncodeRaw": hostile.Text(func(x *input) string { return x.Place.EncodeRaw(x.A) }),
	"Decode": func(x *input) hostile.Outcome {
		text, err := uri.Decode(x.A, x.refuse)
		return hostile.Outcome{Text: text, Err: err, Length: len(x.A)}
	},
	"Segments":                 func(x *input) hostile.Outcome { return hostile.Walk(uri.Segments(x.A)) },
	"QuerySyntax.Pairs":        func(x *input) hostile.Outcome { return hostile.Walk(x.syntax.Pairs(x.A)) },
	"QuerySyntax.DecodedPairs": func(x *input) hostile.Outcome { return walkToError(x.syntax.DecodedPairs(x.A)) },
	"QuerySyntax.Get": func(x *input) hostile.Outcome {
		value, ok, err := x.syntax.Get(x.A, x.B)
		return hostile.Outcome{Text: value, Number: hostile.One(ok), Err: err, Length: len(x.A)}
	},
	"QuerySyntax.Encode": hostile.Text(func(x *input) string {
		return x.syntax.Encode(uri.Pair{Key: x.A, Value: x.B}, uri.Pair{Key: x.B})
	}),
	"QuerySyntax.Add": hostile.Text(func(x *input) string { return x.syntax.Add(x.A, "k", x.B) }),
	"QuerySyntax.SetPairs": hostile.Text(func(x *input) string {
		return x.syntax.SetPairs(x.A, uri.Pair{Key: x.B, Value: "v"}, uri.Pair{Key: "a", Value: x.B})
	}),
	"QuerySyntax.Set":    hostile.Text(func(x *input) string { return x.syntax.Set(x.A, x.B, "v") }),
	"QuerySyntax.Delete": hostile.Text(func(x *input) string { return x.syntax.Delete(x.A, x.B) }),
	"QuerySyntax.DeleteFunc": hostile.Text(func(x *input) string {
		odd := false
		return x.syntax.DeleteFunc(x.A, func(uri.Pair) bool { odd = !odd; return odd })
	}),
	"QuerySyntax.Sort": hostile.Text(func(x *input) string { return x.syntax.Sort(x.A) }),
	"Component.Check": func(x *input) hostile.Outcome {
		return hostile.Outcome{Err: x.Component.Check(x.A), Length: len(x.A)}
	},
	"Key.Format":       func(x *input) hostile.Outcome { return x.Shown(fmt.Sprint(x.U.Key())) },
	"Key.LogValue":     func(x *input) hostile.Outcome { return x.Shown(x.U.Key().LogValue().String()) },
	"Elements.Format":  hostile.Text(func(x *input) string { return fmt.Sprintf("%v|%#v", x.Elements, x.Elements) }),
	"Component.String": hostile.Text(func(x *input) string { return uri.Component(x.limit*40 + int(x.Component)).String() }),
	"HostKind.String":  hostile.Text(func(x *input) string { return uri.HostKind(x.Component).String() }),
	"Reason.String":    hostile.Text(func(x *input) string { return uri.Reason(x.limit*40 + int(x.Component)).String() }),
}, api.Calls(), func(x *input) shared { return x.Input })

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""},
	{"http://u:p@example.com:8042/over/./there/%41?name=ferret&b=c+d;e#nose", "../x//y/?q=%zz"},
	{"HTTP://[2001:db8::7]:80/a/b/../c?x&y&z=1", "http://[2001:db8::7]/a/b/c/d"},
	{"x:..//a:b", "x:.//b"},
	{"//h:99999/%2e%2e/%2F", "a=b&a=c&a"},
	{"[v1.a]", "::1"},
	{"a b<é\xff\x00", "%C3%A9%ff"},
	{"s:/.//a", "s://"},
	{"file:///etc/hosts", "file://localhost/etc/"},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"", "../", ""}, {"", "%2E%2E/", ""}, {"", "%41", ""}, {"", "a/", ""}, {"", "./", ""}, {"", "a", ""},
	{"", "0", ""}, {"", "a", ":"}, {"S", "Z", ":/"}, {"", "xn--a.", ""}, {"", "é", ""}, {"", "e\u0301", ""},
	{"", "\U00010400", ""}, {"", " ", ""}, {"", "\xff", ""}, {"", "%", ""}, {"", "%zz", ""}, {"", "#", ""},
	{"x:", "/$", ""},
	{"x:", "a/../", ""}, {"x:/a", "/..", ""}, {"x:", ":", ""}, {"x:/.", "/", ""}, {"x:", "@", ""}, {"x:", "//", ""},
	{"http://h", "/a", ""}, {"http://h", "/a/..", ""}, {"http://h", "/%2e", ""}, {"http://h", "/a;b=c", "?q#f"},
	{"http://h/", "aaaaaaaaaaaaaaa/", "../b"}, {"x:y/", "a/", "b:c"},
	{"//u:", ":", "@h"}, {"//", "@", ""}, {"//", "a:", ""}, {"//", "a.", "h:80"}, {"//", "A", "/"}, {"//", "1.", ""},
	{"//h:", "0", "80"}, {"http://h:", "9", ""}, {"//[", "[", ""}, {"//[", ":", "]"}, {"//[v1.", "a", "]"},
	{"//", "%C3%A9", ""}, {"", "&a=", ""}, {"", "&$=$", ""}, {"?a", "&$=%41", ""}, {"?", ";a=b", ""}, {"?", "=", ""},
	{"?", "+", ""}, {"?", "&", ""}, {"#", "%e9", ""}, {"?", "%41=%42&", "#"},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
