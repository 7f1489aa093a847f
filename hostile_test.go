package uri_test

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
)

// This file has a table of all that is exported, and does with all of it what nobody should do.

// An input is what calls are made with: two texts, and values made of them. All calls share it.
type input struct {
	a, b       string
	u, v       uri.URI   // a and b, if these are references
	base       *uri.Base // u, if that is a URI
	elements   uri.Elements
	normalizer uri.Normalizer
	redactor   uri.Redactor
	syntax     uri.QuerySyntax
	place      uri.Place
	refuse     uri.Refuse
	component  uri.Component
	addr       netip.Addr
	limit      int
	seed       maphash.Seed
}

var hostileSeed = maphash.MakeSeed()

func newInput(a, b string, flags uint8) *input {
	x := &input{
		a: a, b: b,
		normalizer: uri.Normalizer{Steps: uri.AllSteps &^ uri.Steps(flags>>4)},
		redactor: uri.Redactor{
			User: flags&1 != 0, QueryKeys: []string{"a", b}, Fragment: flags&2 != 0, OriginOnly: flags&12 == 12,
		},
		place:     uri.Place(flags % 12),
		refuse:    uri.Refuse(flags >> 1),
		component: uri.Component(flags % 11),
		limit:     int(flags >> 5),
		addr:      netip.AddrFrom16([16]byte{flags, 15: flags}),
		seed:      hostileSeed,
	}
	x.u, _ = uri.Parse(a)
	x.v, _ = uri.Parse(b)
	x.syntax = uri.QuerySyntax{Plus: flags&4 != 0, Limit: x.limit, Refuse: x.refuse}
	if flags&8 != 0 {
		x.syntax.Separators = "&;"
	}
	base := x.u
	if !base.IsAbs() {
		base = uri.MustParse("http://u:p@h/a/b/c?q#f")
	}
	var err error
	if x.base, err = uri.NewBase(base, uri.Resolution(flags>>3&7)); err != nil {
		x.base, _ = uri.NewBase(base, 0)
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
	var e *uri.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

// reference is the outcome of what returns a reference, which must be one.
func reference(u uri.URI, err error) hostile.Outcome {
	if err != nil {
		if u != (uri.URI{}) {
			err = fmt.Errorf("%w: %q in spite of %w", hostile.ErrBroken, u, err)
		}
		return hostile.Outcome{Err: err}
	}
	v, err := uri.Parse(u.String())
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
func parsed(f func(string) (uri.URI, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		o := reference(f(x.a))
		o.Length = len(x.a)
		return o
	}
}

// optional is for a method that returns a component that may be undefined.
func optional(f func(uri.URI) (string, bool)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		s, ok := f(x.u)
		return hostile.Outcome{Text: s, Number: one(ok)}
	}
}

// ranged is for a method that returns a range.
func ranged(f func(uri.Ranges) (lo, hi int, ok bool)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		lo, hi, ok := f(x.u.Ranges())
		return hostile.Outcome{Text: x.a[min(lo, len(x.a)):min(hi, len(x.a))], Number: one(ok)}
	}
}

// with is for a method that changes a component.
func with(f func(uri.URI, string) (uri.URI, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome { return reference(f(x.u, x.b)) }
}

// setWith is for a method of a Builder that takes a component.
func setWith(f func(*uri.Builder, string) *uri.Builder) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome { return reference(f(x.u.Builder(), x.b).URI()) }
}

// encode is for one that takes several.
func encode(f func(*uri.Builder, ...string) *uri.Builder) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		return reference(f(x.u.Builder(), append([]string{x.a}, strings.SplitN(x.b, "/", 1000)...)...).URI())
	}
}

// query is for a method that edits the query a.
func query(f func(x *input, dst []byte) []byte) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		return hostile.Append(func(dst []byte) ([]byte, error) { return f(x, dst), nil })
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

func walk2[T any](seq iter.Seq2[T, error]) hostile.Outcome {
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

var calls = hostile.Calls[*input]{
	"Parse":            parsed(uri.Parse),
	"ParseURI":         parsed(uri.ParseURI),
	"ParseAbsoluteURI": parsed(uri.ParseAbsoluteURI),
	"ParseRelativeRef": parsed(uri.ParseRelativeRef),
	"TryParse": parsed(func(s string) (uri.URI, error) {
		u, e, ok := uri.TryParse(s)
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
		return reference(uri.MustParse(x.a), nil)
	},
	"Error.Error": text(func(x *input) string {
		_, e, _ := uri.TryParse(x.a)
		return e.Error()
	}),
	"GuessSuffix": func(x *input) hostile.Outcome {
		u, _, err := uri.GuessSuffix(x.a, "http")
		o := reference(u, err)
		o.Length = len(x.a)
		return o
	},

	"URI.Scheme":          text(func(x *input) string { return x.u.Scheme() }),
	"URI.CanonicalScheme": text(func(x *input) string { return x.u.CanonicalScheme() }),
	"URI.Authority":       optional(uri.URI.Authority),
	"URI.Userinfo":        optional(uri.URI.Userinfo),
	"URI.Host":            optional(uri.URI.Host),
	"URI.Port":            optional(uri.URI.Port),
	"URI.Path":            text(func(x *input) string { return x.u.Path() }),
	"URI.Query":           optional(uri.URI.Query),
	"URI.Fragment":        optional(uri.URI.Fragment),
	"URI.IsAbs":           truth(func(x *input) bool { return x.u.IsAbs() }),
	"URI.IsAbsoluteURI":   truth(func(x *input) bool { return x.u.IsAbsoluteURI() }),
	"URI.IsRelative":      truth(func(x *input) bool { return x.u.IsRelative() }),
	"URI.IsNetworkPath":   truth(func(x *input) bool { return x.u.IsNetworkPath() }),
	"URI.IsAbsolutePath":  truth(func(x *input) bool { return x.u.IsAbsolutePath() }),
	"URI.IsRelativePath":  truth(func(x *input) bool { return x.u.IsRelativePath() }),
	"URI.HostKind":        func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(x.u.HostKind())} },
	"URI.HostAddr": func(x *input) hostile.Outcome {
		addr, err := x.u.HostAddr()
		return hostile.Outcome{Text: addr.String(), Err: err}
	},
	"URI.PortNumber": func(x *input) hostile.Outcome {
		port, err := x.u.PortNumber()
		return hostile.Outcome{Number: uint64(port), Err: err}
	},
	"URI.Ranges": func(x *input) hostile.Outcome {
		lo, hi := x.u.Ranges().Path()
		return hostile.Outcome{Number: uint64(hi - lo)}
	},
	"Ranges.Scheme":    ranged(uri.Ranges.Scheme),
	"Ranges.Authority": ranged(uri.Ranges.Authority),
	"Ranges.Userinfo":  ranged(uri.Ranges.Userinfo),
	"Ranges.Host":      ranged(uri.Ranges.Host),
	"Ranges.Port":      ranged(uri.Ranges.Port),
	"Ranges.Path":      ranged(func(r uri.Ranges) (lo, hi int, ok bool) { lo, hi = r.Path(); return lo, hi, true }),
	"Ranges.Query":     ranged(uri.Ranges.Query),
	"Ranges.Fragment":  ranged(uri.Ranges.Fragment),

	"URI.String":       text(func(x *input) string { return x.u.String() }),
	"URI.AppendText":   appending(func(x *input, dst []byte) ([]byte, error) { return x.u.AppendText(dst) }),
	"URI.AppendBinary": appending(func(x *input, dst []byte) ([]byte, error) { return x.u.AppendBinary(dst) }),
	"URI.MarshalText": appending(func(x *input, dst []byte) ([]byte, error) {
		text, err := x.u.MarshalText()
		return append(dst, text...), err
	}),
	"URI.MarshalBinary": appending(func(x *input, dst []byte) ([]byte, error) {
		text, err := x.u.MarshalBinary()
		return append(dst, text...), err
	}),
	"URI.UnmarshalText":   parsed(func(s string) (u uri.URI, err error) { return u, u.UnmarshalText([]byte(s)) }),
	"URI.UnmarshalBinary": parsed(func(s string) (u uri.URI, err error) { return u, u.UnmarshalBinary([]byte(s)) }),
	"URI.Scan":            parsed(func(s string) (u uri.URI, err error) { return u, u.Scan([]byte(s)) }),
	"URI.Value": func(x *input) hostile.Outcome {
		value, err := driver.Valuer(x.u).Value()
		return hostile.Outcome{Text: value.(string), Err: err}
	},
	"URI.Format":         text(func(x *input) string { return fmt.Sprintf("%v|%#v|%s|%q|%10.20d", x.u, x.u, x.u, x.u, x.u) }),
	"Key.Format":         redacted(func(x *input) string { return fmt.Sprint(x.u.Key()) }),
	"Elements.Format":    text(func(x *input) string { return fmt.Sprintf("%v|%#v", x.elements, x.elements) }),
	"Builder.Format":     redacted(func(x *input) string { return fmt.Sprintf("%v|%#v", x.u.Builder(), *x.u.Builder()) }),
	"URI.Redacted":       redacted(func(x *input) string { return x.u.Redacted() }),
	"URI.LogValue":       redacted(func(x *input) string { return x.u.LogValue().String() }),
	"Redactor.Redacted":  redacted(func(x *input) string { return x.redactor.Redacted(x.u) }),
	"Redactor.LogValuer": redacted(func(x *input) string { return x.redactor.LogValuer(x.u).LogValue().String() }),
	"Redactor.AppendRedacted": appending(func(x *input, dst []byte) ([]byte, error) {
		return x.redactor.AppendRedacted(dst, x.u), nil
	}),

	"NewBase": func(x *input) hostile.Outcome {
		b, err := uri.NewBase(x.u, uri.RefuseAboveRoot|uri.EncodedDots)
		if err != nil {
			return hostile.Outcome{Err: err, Length: len(x.a)}
		}
		return reference(b.URI(), nil)
	},
	"Base.URI":     func(x *input) hostile.Outcome { return reference(x.base.URI(), nil) },
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
	"URI.Resolve":       func(x *input) hostile.Outcome { return reference(x.u.Resolve(x.v)) },
	"URI.AppendResolve": appending(func(x *input, dst []byte) ([]byte, error) { return x.u.AppendResolve(dst, x.v) }),
	"EstablishBase": func(x *input) hostile.Outcome {
		return reference(uri.EstablishBase(x.v, uri.URI{}, x.v, x.base.URI()))
	},
	"SameDocument":    truth(func(x *input) bool { return uri.SameDocument(x.u, x.v) }),
	"Base.Relativize": func(x *input) hostile.Outcome { return leadsBack(x, x.base.Relativize) },
	"Base.AppendRelativize": appending(func(x *input, dst []byte) ([]byte, error) {
		return x.base.AppendRelativize(dst, x.v)
	}),
	"URI.Relativize":    func(x *input) hostile.Outcome { return reference(x.u.Relativize(x.v)) },
	"RemoveDotSegments": text(func(x *input) string { return uri.RemoveDotSegments(x.a) }),
	"AppendRemoveDotSegments": query(func(x *input, dst []byte) []byte {
		return uri.AppendRemoveDotSegments(dst, x.a)
	}),

	"URI.Normalized": func(x *input) hostile.Outcome { return reference(x.u.Normalized(), nil) },
	"URI.AppendNormalized": appending(func(x *input, dst []byte) ([]byte, error) {
		return x.u.AppendNormalized(dst), nil
	}),
	"URI.IsNormalized": truth(func(x *input) bool { return x.u.IsNormalized() }),
	"URI.Equal":        truth(func(x *input) bool { return x.u.Equal(x.v) }),
	"URI.Compare":      func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(x.u.Compare(x.v) + 1)} },
	"URI.Hash":         func(x *input) hostile.Outcome { return hostile.Outcome{Number: x.u.Hash(x.seed)} },
	"URI.Key":          text(func(x *input) string { return string(x.u.Key()) }),
	"AppendNormalizedString": appending(func(x *input, dst []byte) ([]byte, error) {
		return uri.AppendNormalizedString(dst, x.a)
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
	"DefaultPort": func(x *input) hostile.Outcome {
		port, ok := uri.DefaultPort(x.a)
		return hostile.Outcome{Number: uint64(port)<<1 | one(ok)}
	},

	"URI.WithScheme":    with(uri.URI.WithScheme),
	"URI.WithAuthority": with(uri.URI.WithAuthority),
	"URI.WithUserinfo":  with(uri.URI.WithUserinfo),
	"URI.WithHost":      with(uri.URI.WithHost),
	"URI.WithPort":      with(uri.URI.WithPort),
	"URI.WithPath":      with(uri.URI.WithPath),
	"URI.WithQuery":     with(uri.URI.WithQuery),
	"URI.WithFragment":  with(uri.URI.WithFragment),
	"URI.Without":       func(x *input) hostile.Outcome { return reference(x.u.Without(x.component)) },
	"URI.Builder":       func(x *input) hostile.Outcome { return reference(x.u.Builder().URI()) },
	"Builder.URI": func(x *input) hostile.Outcome {
		return reference(new(uri.Builder).SetHost(x.a).SetPath(x.b).SetQuery(x.a).SetUserinfo(x.b).URI())
	},
	"Builder.AppendText": appending(func(x *input, dst []byte) ([]byte, error) {
		return new(uri.Builder).SetScheme("s").SetPath(x.a).SetQuery(x.b).AppendText(dst)
	}),
	"Builder.Unset":        func(x *input) hostile.Outcome { return reference(x.u.Builder().Unset(x.component).URI()) },
	"Builder.SetScheme":    setWith((*uri.Builder).SetScheme),
	"Builder.SetAuthority": setWith((*uri.Builder).SetAuthority),
	"Builder.SetUserinfo":  setWith((*uri.Builder).SetUserinfo),
	"Builder.SetHost":      setWith((*uri.Builder).SetHost),
	"Builder.SetHostAddr":  func(x *input) hostile.Outcome { return reference(x.u.Builder().SetHostAddr(x.addr).URI()) },
	"Builder.SetPort":      setWith((*uri.Builder).SetPort),
	"Builder.SetPortNumber": func(x *input) hostile.Outcome {
		return reference(x.u.Builder().SetPortNumber(uint16(len(x.b))).URI())
	},
	"Builder.SetPath":        setWith((*uri.Builder).SetPath),
	"Builder.SetQuery":       setWith((*uri.Builder).SetQuery),
	"Builder.SetFragment":    setWith((*uri.Builder).SetFragment),
	"Builder.EncodeUserinfo": encode((*uri.Builder).EncodeUserinfo),
	"Builder.EncodeHost":     setWith((*uri.Builder).EncodeHost),
	"Builder.EncodePath":     encode((*uri.Builder).EncodePath),
	"Builder.EncodeQuery":    setWith((*uri.Builder).EncodeQuery),
	"Builder.EncodeFragment": setWith((*uri.Builder).EncodeFragment),
	"URI.Elements": func(x *input) hostile.Outcome {
		e, err := x.u.Elements()
		if err != nil {
			return hostile.Outcome{Err: err, Length: len(x.a)}
		}
		return reference(e.URI())
	},
	"Elements.URI": func(x *input) hostile.Outcome { return reference(x.elements.URI()) },

	"EncodeText": text(func(x *input) string { return uri.EncodeText(x.place, x.a) }),
	"EncodeRaw":  text(func(x *input) string { return uri.EncodeRaw(x.place, x.a) }),
	"AppendEncodeText": appending(func(x *input, dst []byte) ([]byte, error) {
		out := uri.AppendEncodeText(dst, x.place, x.a)
		if text, err := uri.Decode(string(out[len(dst):]), 0); text != x.a || err != nil {
			return out, fmt.Errorf("%w: %q comes back as %q", hostile.ErrBroken, x.a, text)
		}
		return out, nil
	}),
	"AppendEncodeRaw": appending(func(x *input, dst []byte) ([]byte, error) {
		return uri.AppendEncodeRaw(dst, x.place, x.a), nil
	}),
	"Decode": func(x *input) hostile.Outcome {
		text, err := uri.Decode(x.a, x.refuse)
		return hostile.Outcome{Text: text, Err: err, Length: len(x.a)}
	},
	"AppendDecode": appending(func(x *input, dst []byte) ([]byte, error) {
		return uri.AppendDecode(dst, x.a, x.refuse)
	}),

	"Segments":                 func(x *input) hostile.Outcome { return walk(uri.Segments(x.a)) },
	"URI.Segments":             func(x *input) hostile.Outcome { return walk(x.u.Segments()) },
	"DecodedSegments":          func(x *input) hostile.Outcome { return walk2(uri.DecodedSegments(x.a, x.refuse, x.limit)) },
	"SegmentName":              text(func(x *input) string { return uri.SegmentName(x.a, x.syntax.Separators) }),
	"SegmentParams":            func(x *input) hostile.Outcome { return walk(uri.SegmentParams(x.a, x.syntax.Separators)) },
	"URI.Pairs":                func(x *input) hostile.Outcome { return walk(x.u.Pairs()) },
	"QuerySyntax.Pairs":        func(x *input) hostile.Outcome { return walk(x.syntax.Pairs(x.a)) },
	"QuerySyntax.DecodedPairs": func(x *input) hostile.Outcome { return walk2(x.syntax.DecodedPairs(x.a)) },
	"QuerySyntax.Get": func(x *input) hostile.Outcome {
		value, ok, err := x.syntax.Get(x.a, x.b)
		return hostile.Outcome{Text: value, Number: one(ok), Err: err, Length: len(x.a)}
	},
	"QuerySyntax.AppendPairs": query(func(x *input, dst []byte) []byte {
		return x.syntax.AppendPairs(dst, uri.Pair{Key: x.a, Value: x.b}, uri.Pair{Key: x.b})
	}),
	"QuerySyntax.AppendAdd": query(func(x *input, dst []byte) []byte {
		return x.syntax.AppendAdd(dst, x.a, "k", x.b)
	}),
	"QuerySyntax.AppendSet": query(func(x *input, dst []byte) []byte {
		return x.syntax.AppendSet(dst, x.a, x.b, "v")
	}),
	"QuerySyntax.AppendDelete": query(func(x *input, dst []byte) []byte {
		return x.syntax.AppendDelete(dst, x.a, x.b)
	}),
	"QuerySyntax.AppendDeleteFunc": query(func(x *input, dst []byte) []byte {
		odd := false
		return x.syntax.AppendDeleteFunc(dst, x.a, func(uri.Pair) bool { odd = !odd; return odd })
	}),
	"QuerySyntax.AppendSort": query(func(x *input, dst []byte) []byte { return x.syntax.AppendSort(dst, x.a) }),

	"Component.String": text(func(x *input) string { return uri.Component(x.limit*40 + int(x.component)).String() }),
	"HostKind.String":  text(func(x *input) string { return uri.HostKind(x.component).String() }),
	"Reason.String":    text(func(x *input) string { return uri.Reason(x.limit*40 + int(x.component)).String() }),
}

func appending(f func(x *input, dst []byte) ([]byte, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		return hostile.Append(func(dst []byte) ([]byte, error) { return f(x, dst) })
	}
}

// redacted is for what is shown to people: if the password stands in the userinfo, it is not in it.
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
	if u, err := uri.Parse(string(out)); err != nil || u.Ranges() != r {
		return fmt.Errorf("%w: %q, %v, %v", hostile.ErrBroken, out, r, err)
	}
	return nil
}

// leadsBack checks that a reference leads to where it should.
func leadsBack(x *input, relativize func(uri.URI) (uri.URI, error)) hostile.Outcome {
	ref, err := relativize(x.v)
	if err != nil {
		return hostile.Outcome{Err: err}
	}
	if target, err := x.base.Resolve(ref); err != nil || target != x.v {
		return hostile.Outcome{Err: fmt.Errorf("%w: %q leads to %q, not %q: %v", hostile.ErrBroken, ref, target, x.v, err)}
	}
	return reference(ref, nil)
}

// FuzzNetURL compares with net/url where both claim what the RFC says: on absolute URIs with "//" and a host that is a
// name of unreserved characters, without a userinfo; and on references to such bases, but for what netURLDiffers lists.
func FuzzNetURL(f *testing.F) {
	for _, test := range rfcExamples {
		f.Add("http://a/b/c/d;p?q", test.ref)
	}
	for _, test := range resolveTests {
		f.Add(test.base, test.ref)
	}
	f.Add("http://h:80", "g?y/./x")
	f.Add("http://h/%7Ea/%2e%2e/b?q", "../../..//g")
	f.Fuzz(func(t *testing.T, base, ref string) {
		u, err := uri.ParseURI(base)
		v, theirs := url.Parse(base)
		if !isCommon(u) || err != nil {
			return
		}
		if theirs != nil {
			t.Fatalf("%q: net/url: %v", base, theirs)
		}
		if got, want := fieldsOf(v), componentsForNetURL(u); got != want {
			t.Errorf("%q: net/url has %q, want %q", base, got, want)
		}
		r, err := uri.Parse(ref)
		w, theirs := url.Parse(ref)
		if err != nil || netURLDiffers(u, r) {
			return
		}
		if theirs != nil {
			t.Fatalf("%q: net/url: %v", ref, theirs)
		}
		target, err := u.Resolve(r)
		if got := v.ResolveReference(w).String(); err != nil || got != target.String() {
			t.Errorf("%q + %q = %q, %v; net/url: %q", base, ref, target.String(), err, got)
		}
	})
}

// isCommon reports whether net/url claims to have all that is in u.
func isCommon(u uri.URI) bool {
	host, _ := u.Host()
	_, userinfo := u.Userinfo()
	return u.IsAbs() && host != "" && !userinfo && uri.EncodeText(uri.PlaceUnreserved, host) == host
}

func fieldsOf(v *url.URL) [5]string {
	query := v.RawQuery
	if v.ForceQuery {
		query = "(empty)"
	}
	return [5]string{v.Scheme, v.Host, v.EscapedPath(), query, v.EscapedFragment()}
}

func componentsForNetURL(u uri.URI) [5]string {
	authority, _ := u.Authority()
	query, ok := u.Query()
	if ok && query == "" {
		query = "(empty)"
	}
	fragment, _ := u.Fragment()
	return [5]string{u.CanonicalScheme(), authority, u.Path(), query, fragment}
}

// netURLDiffers reports whether net/url is known not to say what RFC 3986 says of the target of ref. TestNetURLDiffers
// has examples, in this order.
func netURLDiffers(base, ref uri.URI) bool {
	target, err := base.Resolve(ref)
	if err != nil {
		return true
	}
	_, authority := ref.Authority()
	host, _ := target.Host()
	_, userinfo := target.Userinfo()
	fragment, hasFragment := ref.Fragment()
	_, baseFragment := base.Fragment()
	query, baseQuery := base.Query()
	_, hasQuery := ref.Query()
	isPathless := ref.Path() == "" && !authority && !ref.IsAbs()
	switch {
	case isPathless && !hasFragment && !hasQuery && baseFragment, // gets the base's fragment
		hasFragment && fragment == "",                                   // gets lost
		isPathless && !hasQuery && baseQuery && query == "",             // gets lost
		isPathless && uri.RemoveDotSegments(base.Path()) != base.Path(), // are removed from the base
		target.Scheme() != target.CanonicalScheme():                     // is in lower case
		return true
	case ref.Path() != target.Path() && strings.HasPrefix(target.Path(), "//"), // loses a slash
		strings.HasPrefix(target.Path(), "/.//"),                                          // loses the guard
		ref.IsAbs() && ref.Path() != target.Path() && !strings.HasPrefix(ref.Path(), "/"), // is opaque
		authority && host == "" && (ref.IsRelative() || ref.Path() == ""),                 // is lost, or read as a path
		authority && (userinfo || uri.EncodeText(uri.PlaceUnreserved, host) != host):      // is written anew
		return true
	}
	return false
}

// TestNetURLDiffers has the differences that are known: so that one that is no more does not hide others. Of each, ours
// is what section 5.2 of RFC 3986 gives.
func TestNetURLDiffers(t *testing.T) {
	for _, test := range []struct{ base, ref, want, theirs string }{
		{"http://a/b#f", "", "http://a/b", "http://a/b#f"},
		{"http://a/b", "#", "http://a/b#", "http://a/b"},
		{"http://a/b?", "", "http://a/b?", "http://a/b"},
		{"http://a/./b", "", "http://a/./b", "http://a/b"},
		{"HTTP://a/b", "c", "HTTP://a/c", "http://a/c"},
		{"http://a/b/", "..//c", "http://a//c", "http://a/c"},
		{"http://a/b", "s:/.//c", "s:/.//c", "s://c"},
		{"http://a/b", "s:c/../d", "s:/d", "s:c/../d"},
		{"http://a/b", "///c", "http:///c", "http://a///c"},
		{"http://a/b", "//", "http://", "http://a/b"},
		{"http://a/b", "//u%7E@h", "http://u%7E@h", "http://u~@h"},
	} {
		u, r := uri.MustParse(test.base), uri.MustParse(test.ref)
		v, err := url.Parse(test.base)
		if err != nil {
			t.Fatal(err)
		}
		w, err := v.Parse(test.ref)
		if target, _ := u.Resolve(r); err != nil || w.String() != test.theirs || target.String() != test.want {
			t.Errorf("%q + %q = %s; net/url: %s, %v", test.base, test.ref, target, w, err)
		}
		if !netURLDiffers(u, r) {
			t.Errorf("%q + %q is none of the differences that are known", test.base, test.ref)
		}
	}
}

// TestResolveRoom has the longest target with dot segments that costs Base.Resolve one allocation, and one that costs two.
func TestResolveRoom(t *testing.T) {
	b, err := uri.NewBase(uri.MustParse("http://h/a/"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for length, want := range map[int]float64{255: 1, 256: 1, 257: 2, 258: 2} {
		ref := uri.MustParse(strings.Repeat("b", length-len("http://h/a//./c")) + "/./c")
		got := testing.AllocsPerRun(100, func() {
			if u, err := b.Resolve(ref); err != nil || len(u.String()) != length-len("./") {
				t.Error(u, err)
			}
		})
		if got != want {
			t.Errorf("%d bytes: %v allocations, want %v", length, got, want)
		}
	}
}

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
func FuzzEverything(f *testing.F)    { suite.Fuzz(f) }
