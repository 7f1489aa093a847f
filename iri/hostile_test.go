package iri_test

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"net/netip"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/iri"
)

// This file calls every exported function of the package with hostile input.

// An input is the arguments of the calls: two texts, and values made from them. All calls share it.
type input struct {
	a, b       string
	uri        uri.URI   // a, if it is one
	u, v       iri.IRI   // a and b, if these are references
	base       *iri.Base // u, if that is a URI
	elements   uri.Elements
	normalizer iri.Normalizer
	form       iri.HostForm
	place      uri.Place
	component  uri.Component
	addr       netip.Addr
	seed       maphash.Seed
}

var hostileSeed = maphash.MakeSeed()

func newInput(a, b string, flags uint8) *input {
	x := &input{
		a: a, b: b,
		normalizer: iri.Normalizer{
			Normalizer: uri.Normalizer{Steps: uri.AllSteps &^ uri.Steps(flags>>4)}, NFC: flags&1 == 0,
		},
		form:      iri.HostForm(flags % 4),
		place:     uri.Place(flags % 12),
		component: uri.Component(flags % 11),
		addr:      netip.AddrFrom16([16]byte{flags, 15: flags}),
		seed:      hostileSeed,
	}
	x.uri, _ = uri.Parse(a)
	x.u, _ = iri.Parse(a)
	x.v, _ = iri.Parse(b)
	base := x.u
	if !base.IsAbs() {
		base = iri.MustParse("http://u:p@h/a/b/c?q#f")
	}
	var err error
	if x.base, err = iri.NewBase(base, uri.Resolution(flags>>3&7)); err != nil {
		x.base, _ = iri.NewBase(base, 0)
	}
	x.elements = uri.Elements{
		Scheme: x.u.Scheme(), IsRelative: x.u.IsRelative(), Host: "h"[:flags&1],
		Path: strings.SplitN(b, "/", 100_000), Query: a,
		HasPort: flags&2 != 0, Port: uint16(flags),
	}
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

// reference is the outcome of a call that returns a reference, which must be valid.
func reference(u iri.IRI, err error) hostile.Outcome {
	if err != nil {
		if u != (iri.IRI{}) {
			err = fmt.Errorf("%w: %q in spite of %w", hostile.ErrBroken, u, err)
		}
		return hostile.Outcome{Err: err}
	}
	v, err := iri.Parse(u.String())
	if u != v {
		err = fmt.Errorf("%w: %q is not what it is said to be: %v", hostile.ErrBroken, u.String(), err)
	}
	return hostile.Outcome{Text: u.String(), Err: err}
}

func text(f func(x *input) string) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome { return hostile.Outcome{Text: f(x)} }
}

func truth(f func(x *input) bool) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome { return hostile.Outcome{Number: one(f(x))} }
}

func one(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// parsed is for a function that takes one of the texts.
func parsed(f func(string) (iri.IRI, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		o := reference(f(x.a))
		o.Length = len(x.a)
		return o
	}
}

// optional is for a method that returns a component that may be undefined.
func optional(f func(iri.IRI) (string, bool)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		s, ok := f(x.u)
		return hostile.Outcome{Text: s, Number: one(ok)}
	}
}

// with is for a method that changes a component.
func with(f func(iri.IRI, string) (iri.IRI, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome { return reference(f(x.u, x.b)) }
}

// setWith is for a method of a Builder that takes a component.
func setWith(f func(*iri.Builder, string) *iri.Builder) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome { return reference(f(x.u.Builder(), x.b).IRI()) }
}

// encode is for one that takes several.
func encode(f func(*iri.Builder, ...string) *iri.Builder) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		return reference(f(x.u.Builder(), append([]string{x.a}, strings.SplitN(x.b, "/", 1000)...)...).IRI())
	}
}

// walk goes through a sequence, leaves a second time through it early, and counts.
func walk[T any](seq iter.Seq[T]) hostile.Outcome {
	n := uint64(0)
	for range seq {
		n++
	}
	for range seq {
		break
	}
	next, stop := iter.Pull(seq)
	next()
	stop()
	return hostile.Outcome{Number: n}
}

var calls = hostile.Calls[*input]{
	"Parse":            parsed(iri.Parse),
	"ParseIRI":         parsed(iri.ParseIRI),
	"ParseAbsoluteIRI": parsed(iri.ParseAbsoluteIRI),
	"ParseRelativeRef": parsed(iri.ParseRelativeRef),
	"TryParse": parsed(func(s string) (iri.IRI, error) {
		u, e, ok := iri.TryParse(s)
		if !ok {
			return u, &e
		}
		return u, nil
	}),
	"MustParse": func(x *input) (o hostile.Outcome) {
		defer func() {
			if text, ok := recover().(string); ok {
				o.Err = errors.New(text)
			}
		}()
		return reference(iri.MustParse(x.a), nil)
	},

	"IRI.Scheme":          text(func(x *input) string { return x.u.Scheme() }),
	"IRI.CanonicalScheme": text(func(x *input) string { return x.u.CanonicalScheme() }),
	"IRI.Authority":       optional(iri.IRI.Authority),
	"IRI.Userinfo":        optional(iri.IRI.Userinfo),
	"IRI.Host":            optional(iri.IRI.Host),
	"IRI.Port":            optional(iri.IRI.Port),
	"IRI.Path":            text(func(x *input) string { return x.u.Path() }),
	"IRI.Query":           optional(iri.IRI.Query),
	"IRI.Fragment":        optional(iri.IRI.Fragment),
	"IRI.IsAbs":           truth(func(x *input) bool { return x.u.IsAbs() }),
	"IRI.IsAbsoluteIRI":   truth(func(x *input) bool { return x.u.IsAbsoluteIRI() }),
	"IRI.IsRelative":      truth(func(x *input) bool { return x.u.IsRelative() }),
	"IRI.IsNetworkPath":   truth(func(x *input) bool { return x.u.IsNetworkPath() }),
	"IRI.IsAbsolutePath":  truth(func(x *input) bool { return x.u.IsAbsolutePath() }),
	"IRI.IsRelativePath":  truth(func(x *input) bool { return x.u.IsRelativePath() }),
	"IRI.HostKind":        func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(x.u.HostKind())} },
	"IRI.HostAddr": func(x *input) hostile.Outcome {
		addr, err := x.u.HostAddr()
		return hostile.Outcome{Text: addr.String(), Err: err}
	},
	"IRI.PortNumber": func(x *input) hostile.Outcome {
		port, err := x.u.PortNumber()
		return hostile.Outcome{Number: uint64(port), Err: err}
	},
	"IRI.Ranges": func(x *input) hostile.Outcome {
		lo, hi := x.u.Ranges().Path()
		return hostile.Outcome{Number: uint64(hi - lo)}
	},

	"IRI.String":       text(func(x *input) string { return x.u.String() }),
	"IRI.AppendText":   appending(func(x *input, dst []byte) ([]byte, error) { return x.u.AppendText(dst) }),
	"IRI.AppendBinary": appending(func(x *input, dst []byte) ([]byte, error) { return x.u.AppendBinary(dst) }),
	"IRI.MarshalText": appending(func(x *input, dst []byte) ([]byte, error) {
		text, err := x.u.MarshalText()
		return append(dst, text...), err
	}),
	"IRI.MarshalBinary": appending(func(x *input, dst []byte) ([]byte, error) {
		text, err := x.u.MarshalBinary()
		return append(dst, text...), err
	}),
	"IRI.UnmarshalText":   parsed(func(s string) (u iri.IRI, err error) { return u, u.UnmarshalText([]byte(s)) }),
	"IRI.UnmarshalBinary": parsed(func(s string) (u iri.IRI, err error) { return u, u.UnmarshalBinary([]byte(s)) }),
	"IRI.Scan":            parsed(func(s string) (u iri.IRI, err error) { return u, u.Scan([]byte(s)) }),
	"IRI.Value": func(x *input) hostile.Outcome {
		value, err := driver.Valuer(x.u).Value()
		return hostile.Outcome{Text: value.(string), Err: err}
	},
	"IRI.Format":   text(func(x *input) string { return fmt.Sprintf("%v|%#v|%s|%q|%10.20d", x.u, x.u, x.u, x.u, x.u) }),
	"IRI.Redacted": redacted(func(x *input) string { return x.u.Redacted() }),
	"IRI.LogValue": redacted(func(x *input) string { return x.u.LogValue().String() }),

	"NewBase": func(x *input) hostile.Outcome {
		b, err := iri.NewBase(x.u, uri.RefuseAboveRoot|uri.EncodedDots)
		if err != nil {
			return hostile.Outcome{Err: err, Length: len(x.a)}
		}
		return reference(b.IRI(), nil)
	},
	"Base.IRI":     func(x *input) hostile.Outcome { return reference(x.base.IRI(), nil) },
	"Base.String":  redacted(func(x *input) string { return x.base.String() }),
	"Base.Format":  redacted(func(x *input) string { return fmt.Sprintf("%s", *x.base) }),
	"Base.Resolve": func(x *input) hostile.Outcome { return reference(x.base.Resolve(x.v)) },
	"Base.AppendResolve": appending(func(x *input, dst []byte) ([]byte, error) {
		out, r, err := x.base.AppendResolve(dst, x.v)
		return out, agree(out[len(dst):], r, err)
	}),
	"Base.AppendResolveString": appending(func(x *input, dst []byte) ([]byte, error) {
		out, r, err := x.base.AppendResolveString(dst, x.b)
		return out, agree(out[len(dst):], r, err)
	}),
	"IRI.Resolve":       func(x *input) hostile.Outcome { return reference(x.u.Resolve(x.v)) },
	"IRI.AppendResolve": appending(func(x *input, dst []byte) ([]byte, error) { return x.u.AppendResolve(dst, x.v) }),
	"EstablishBase": func(x *input) hostile.Outcome {
		return reference(iri.EstablishBase(x.v, iri.IRI{}, x.v, x.base.IRI()))
	},
	"SameDocument":    truth(func(x *input) bool { return iri.SameDocument(x.u, x.v) }),
	"Base.Relativize": func(x *input) hostile.Outcome { return leadsBack(x, x.base.Relativize) },
	"Base.AppendRelativize": appending(func(x *input, dst []byte) ([]byte, error) {
		return x.base.AppendRelativize(dst, x.v)
	}),
	"IRI.Relativize": func(x *input) hostile.Outcome { return reference(x.u.Relativize(x.v)) },

	"IRI.Normalized": func(x *input) hostile.Outcome { return reference(x.u.Normalized(), nil) },
	"IRI.AppendNormalized": appending(func(x *input, dst []byte) ([]byte, error) {
		return x.u.AppendNormalized(dst), nil
	}),
	"IRI.IsNormalized": truth(func(x *input) bool { return x.u.IsNormalized() }),
	"IRI.Equal":        truth(func(x *input) bool { return x.u.Equal(x.v) }),
	"IRI.Compare":      func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(x.u.Compare(x.v) + 1)} },
	"IRI.Hash":         func(x *input) hostile.Outcome { return hostile.Outcome{Number: x.u.Hash(x.seed)} },
	"IRI.Key":          text(func(x *input) string { return string(x.u.Key()) }),
	"AppendNormalizedString": appending(func(x *input, dst []byte) ([]byte, error) {
		return iri.AppendNormalizedString(dst, x.a)
	}),
	"Normalizer.Normalized": func(x *input) hostile.Outcome { return reference(x.normalizer.Normalized(x.u), nil) },
	"Normalizer.AppendNormalized": appending(func(x *input, dst []byte) ([]byte, error) {
		return x.normalizer.AppendNormalized(dst, x.u), nil
	}),
	"Normalizer.AppendNormalizedString": appending(func(x *input, dst []byte) ([]byte, error) {
		return x.normalizer.AppendNormalizedString(dst, x.a)
	}),
	"Normalizer.IsNormalized": truth(func(x *input) bool { return x.normalizer.IsNormalized(x.u) }),
	"Normalizer.Equal":        truth(func(x *input) bool { return x.normalizer.Equal(x.u, x.v) }),
	"Normalizer.Compare": func(x *input) hostile.Outcome {
		return hostile.Outcome{Number: uint64(x.normalizer.Compare(x.u, x.v) + 1)}
	},
	"Normalizer.Hash": func(x *input) hostile.Outcome { return hostile.Outcome{Number: x.normalizer.Hash(x.seed, x.u)} },
	"Normalizer.Key":  text(func(x *input) string { return string(x.normalizer.Key(x.u)) }),

	"IRI.WithScheme":    with(iri.IRI.WithScheme),
	"IRI.WithAuthority": with(iri.IRI.WithAuthority),
	"IRI.WithUserinfo":  with(iri.IRI.WithUserinfo),
	"IRI.WithHost":      with(iri.IRI.WithHost),
	"IRI.WithPort":      with(iri.IRI.WithPort),
	"IRI.WithPath":      with(iri.IRI.WithPath),
	"IRI.WithQuery":     with(iri.IRI.WithQuery),
	"IRI.WithFragment":  with(iri.IRI.WithFragment),
	"IRI.Without":       func(x *input) hostile.Outcome { return reference(x.u.Without(x.component)) },
	"IRI.Builder":       func(x *input) hostile.Outcome { return reference(x.u.Builder().IRI()) },
	"Builder.IRI": func(x *input) hostile.Outcome {
		return reference(new(iri.Builder).SetHost(x.a).SetPath(x.b).SetQuery(x.a).SetUserinfo(x.b).IRI())
	},
	"Builder.Format": redacted(func(x *input) string { return fmt.Sprintf("%v|%#v", x.u.Builder(), *x.u.Builder()) }),
	"Builder.AppendText": appending(func(x *input, dst []byte) ([]byte, error) {
		return new(iri.Builder).SetScheme("s").SetPath(x.a).SetQuery(x.b).AppendText(dst)
	}),
	"Builder.Unset":        func(x *input) hostile.Outcome { return reference(x.u.Builder().Unset(x.component).IRI()) },
	"Builder.SetScheme":    setWith((*iri.Builder).SetScheme),
	"Builder.SetAuthority": setWith((*iri.Builder).SetAuthority),
	"Builder.SetUserinfo":  setWith((*iri.Builder).SetUserinfo),
	"Builder.SetHost":      setWith((*iri.Builder).SetHost),
	"Builder.SetHostAddr":  func(x *input) hostile.Outcome { return reference(x.u.Builder().SetHostAddr(x.addr).IRI()) },
	"Builder.SetPort":      setWith((*iri.Builder).SetPort),
	"Builder.SetPortNumber": func(x *input) hostile.Outcome {
		return reference(x.u.Builder().SetPortNumber(uint16(len(x.b))).IRI())
	},
	"Builder.SetPath":        setWith((*iri.Builder).SetPath),
	"Builder.SetQuery":       setWith((*iri.Builder).SetQuery),
	"Builder.SetFragment":    setWith((*iri.Builder).SetFragment),
	"Builder.EncodeUserinfo": encode((*iri.Builder).EncodeUserinfo),
	"Builder.EncodeHost":     setWith((*iri.Builder).EncodeHost),
	"Builder.EncodePath":     encode((*iri.Builder).EncodePath),
	"Builder.EncodeQuery":    setWith((*iri.Builder).EncodeQuery),
	"Builder.EncodeFragment": setWith((*iri.Builder).EncodeFragment),
	"IRI.Elements": func(x *input) hostile.Outcome {
		e, err := x.u.Elements()
		if err != nil {
			return hostile.Outcome{Err: err, Length: len(x.a)}
		}
		return reference(iri.FromElements(e))
	},

	"EncodeText": text(func(x *input) string { return iri.EncodeText(x.place, x.a) }),
	"AppendEncodeText": appending(func(x *input, dst []byte) ([]byte, error) {
		out := iri.AppendEncodeText(dst, x.place, x.a)
		if text, err := uri.Decode(string(out[len(dst):]), 0); text != x.a || err != nil {
			return out, fmt.Errorf("%w: %q comes back as %q", hostile.ErrBroken, x.a, text)
		}
		return out, nil
	}),

	"IRI.Segments": func(x *input) hostile.Outcome { return walk(x.u.Segments()) },
	"IRI.Pairs":    func(x *input) hostile.Outcome { return walk(x.u.Pairs()) },

	"IRI.URI": func(x *input) hostile.Outcome {
		u, err := x.u.URI(x.form)
		return hostile.Outcome{Text: u.String(), Err: err}
	},
	"IRI.AppendURI": appending(func(x *input, dst []byte) ([]byte, error) { return x.u.AppendURI(dst, x.form) }),
	"FromURI":       func(x *input) hostile.Outcome { return reference(iri.FromURI(x.uri, x.form)) },
	"AppendFromURI": appending(func(x *input, dst []byte) ([]byte, error) {
		return iri.AppendFromURI(dst, x.uri, x.form)
	}),
	"FromElements": func(x *input) hostile.Outcome { return reference(iri.FromElements(x.elements)) },
}

func appending(f func(x *input, dst []byte) ([]byte, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		return hostile.Append(func(dst []byte) ([]byte, error) { return f(x, dst) })
	}
}

// redacted is for texts for people: they must not show a password in the userinfo.
func redacted(f func(x *input) string) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		userinfo, _ := x.u.Userinfo()
		text := f(x)
		if strings.Contains(userinfo, ":"+hostile.Secret) && strings.Contains(text, hostile.Secret) {
			return hostile.Outcome{Err: fmt.Errorf("%w: %s", hostile.ErrBroken, text)}
		}
		return hostile.Outcome{Text: text}
	}
}

// agree checks that ranges are what Parse says.
func agree(out []byte, r uri.Ranges, err error) error {
	if err != nil {
		return err
	}
	if u, err := iri.Parse(string(out)); err != nil || u.Ranges() != r {
		return fmt.Errorf("%w: %q, %v, %v", hostile.ErrBroken, out, r, err)
	}
	return nil
}

// leadsBack checks that a reference leads to where it should.
func leadsBack(x *input, relativize func(iri.IRI) (iri.IRI, error)) hostile.Outcome {
	ref, err := relativize(x.v)
	if err != nil {
		return hostile.Outcome{Err: err}
	}
	if target, err := x.base.Resolve(ref); err != nil || target != x.v {
		return hostile.Outcome{Err: fmt.Errorf("%w: %q leads to %q, not %q: %v", hostile.ErrBroken, ref, target, x.v, err)}
	}
	return reference(ref, nil)
}

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

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzEverything(f *testing.F)    { suite.Fuzz(f) }
