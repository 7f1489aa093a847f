package uri_test

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/hostile"
)

// The tests call all exported functions and methods with hostile input.

// An input is two strings and the values that are made of them.
type input struct {
	A, B       string
	U, V       uri.URI   // A and B, if they are references
	Base       *uri.Base // U, if it has a scheme or the Base may be relative
	Elements   uri.Elements
	Normalizer uri.Normalizer
	Place      uri.Place
	Component  uri.Component
	Addr       netip.Addr
	redactor   uri.Redactor
	syntax     uri.QuerySyntax
	refuse     uri.RefusedOctets
	limit      int
}

func newInput(a, b string, flags uint8) *input {
	x := &input{
		A: a, B: b,
		Normalizer: uri.Normalizer{Steps: uri.AllSteps &^ uri.Steps(flags>>1), HierarchicalBases: flags&2 != 0},
		Place:      uri.Place(flags % 12),
		Component:  uri.Component(flags % 11),
		Addr:       netip.AddrFrom16([16]byte{flags, 15: flags}),
		redactor: uri.Redactor{
			User: flags&1 != 0, QueryKeys: []string{"a", b}, Fragment: flags&2 != 0, OriginOnly: flags&12 == 12,
		},
		refuse: uri.RefusedOctets(flags >> 1),
		limit:  int(flags >> 5),
	}
	if flags&16 != 0 {
		x.Normalizer.Query = &uri.QueryRules{
			Drop: []string{"a*", "x"}, DropEmpty: flags&4 != 0, Sort: flags&8 != 0, Tracking: flags&32 != 0, TrackingFragment: flags&64 != 0,
		}
	}
	x.syntax = uri.QuerySyntax{Plus: flags&4 != 0, Limit: x.limit, Refuse: x.refuse}
	if flags&8 != 0 {
		x.syntax.Separators = "&;"
	}
	x.U, _ = uri.Parse(a)
	x.V, _ = uri.Parse(b)
	base, choices := x.U, uri.Resolution(flags>>3&15)
	if !base.IsAbs() && choices&uri.ResolveRelativeBase == 0 {
		base = uri.MustParse("http://u:p@h/a/b/c?q#f")
	}
	var err error
	if x.Base, err = uri.NewBase(base, choices); err != nil {
		x.Base, _ = uri.NewBase(base, choices&uri.ResolveRelativeBase)
	}
	x.Elements = uri.Elements{
		Scheme: x.U.Scheme(), IsRelative: !x.U.IsAbs(), Host: "h"[:flags&1],
		Path: strings.SplitN(b, "/", 100_000), Query: a,
		HasPort: flags&2 != 0, Port: uint16(flags),
	}
	return x
}

// Shown returns the outcome of a call that returns text for people about U.
func (x *input) Shown(text string) hostile.Outcome {
	userinfo, _ := x.U.Userinfo()
	return hostile.Shown(userinfo, text)
}

// returned returns the outcome of a call that returns a URI.
func returned(u uri.URI, err error) hostile.Outcome { return hostile.Returned(uri.Parse, u, err) }

// parsed returns a call of a function that parses A.
func parsed(f func(string) (uri.URI, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		o := returned(f(x.A))
		o.Length = len(x.A)
		return o
	}
}

// rangesError returns an error unless r are the ranges that Parse returns for out.
func rangesError(out []byte, r fsm.Ranges, err error) error {
	if err != nil {
		return err
	}
	if u, err := uri.Parse(string(out)); err != nil || u.Ranges() != r {
		return fmt.Errorf("%w: %q, %v, %v", hostile.ErrBroken, out, r, err)
	}
	return nil
}

// count returns the number of values.
func count(values iter.Seq[string]) (n int) {
	for range values {
		n++
	}
	return n
}

// hasSegment checks that the last segment of u is data.
func hasSegment(u uri.URI, data string) error {
	if text, err := uri.Decode(lastSegment(u), 0); err != nil || text != data {
		return fmt.Errorf("%w: the segment %q is %q, %v", hostile.ErrBroken, data, lastSegment(u), err)
	}
	return nil
}

// lastSegment returns the last of the segments of the path of u, or "".
func lastSegment(u uri.URI) (last string) {
	for segment := range uri.Segments(u.Path()) {
		last = segment
	}
	return last
}

// set, encode and with return calls of methods that change a component of U to B, or to several strings.

func set(f func(*uri.Builder, string) *uri.Builder) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome { return returned(f(x.U.Builder(), x.B).URI()) }
}

func encode(f func(*uri.Builder, ...string) *uri.Builder) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		return returned(f(x.U.Builder(), append([]string{x.A}, strings.SplitN(x.B, "/", 1000)...)...).URI())
	}
}

func with(f func(uri.URI, string) (uri.URI, error)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome { return returned(f(x.U, x.B)) }
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

var calls = hostile.Merge(componentCalls, storedCalls, resolveCalls, normalizeCalls, buildCalls, hostile.Calls[*input]{
	"Error.Error": hostile.Text(func(x *input) string {
		_, err := uri.Parse(x.A)
		return fmt.Sprint(err)
	}),
	// Programs outside this module can make only these arguments.
	"ErrorOf": hostile.Truth(func(*input) bool { return uri.ErrorOf(nil) != nil }),
	"Known":   func(*input) hostile.Outcome { return returned(uri.Known(nil), nil) },
	"ParseSuffixRef": func(x *input) hostile.Outcome {
		u, _, err := uri.ParseSuffixRef(x.A, "http")
		o := returned(u, err)
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
	"Steps.String":      hostile.Text(func(x *input) string { return uri.Steps(x.limit*40 + int(x.Component)).String() }),
	"RemoveDotSegments": hostile.Text(func(x *input) string { return uri.RemoveDotSegments(x.A) }),
	"DefaultPort": func(x *input) hostile.Outcome {
		port, ok := uri.DefaultPort(x.A)
		return hostile.Outcome{Number: uint64(port)<<1 | hostile.One(ok)}
	},
	"Elements.URI": func(x *input) hostile.Outcome { return returned(x.Elements.URI()) },
	"Place.Encode": func(x *input) hostile.Outcome {
		text := x.Place.Encode(x.A)
		if back, err := uri.Decode(text, 0); back != x.A || err != nil {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q comes back as %q", hostile.ErrBroken, x.A, back)}
		}
		return hostile.Outcome{Text: text}
	},
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
	"QuerySyntax.Add":    hostile.Text(func(x *input) string { return x.syntax.Add(x.A, "k", x.B) }),
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
})

// componentCalls are the calls that parse, read and print.
var componentCalls = hostile.Calls[*input]{
	"Parse":            parsed(uri.Parse),
	"ParseURI":         parsed(uri.ParseURI),
	"ParseAbsoluteURI": parsed(uri.ParseAbsoluteURI),
	"ParseRelativeRef": parsed(uri.ParseRelativeRef),
	"ParseBytes":       parsed(func(s string) (uri.URI, error) { return uri.ParseBytes([]byte(s)) }),
	"MustParse": func(x *input) (o hostile.Outcome) {
		defer func() {
			if text, ok := recover().(string); ok {
				o.Err = errors.New(text)
			}
		}()
		return returned(uri.MustParse(x.A), nil)
	},
	"URI.Scheme":            hostile.Text(func(x *input) string { return x.U.Scheme() }),
	"URI.Authority":         hostile.Optional(func(x *input) (string, bool) { return x.U.Authority() }),
	"URI.Userinfo":          hostile.Optional(func(x *input) (string, bool) { return x.U.Userinfo() }),
	"URI.Host":              hostile.Optional(func(x *input) (string, bool) { return x.U.Host() }),
	"URI.Hostname":          hostile.Text(func(x *input) string { return x.U.Hostname() }),
	"URI.Username":          hostile.Optional(func(x *input) (string, bool) { return x.U.Username() }),
	"URI.Password":          hostile.Optional(func(x *input) (string, bool) { return x.U.Password() }),
	"URI.Port":              hostile.Optional(func(x *input) (string, bool) { return x.U.Port() }),
	"URI.Path":              hostile.Text(func(x *input) string { return x.U.Path() }),
	"URI.Query":             hostile.Optional(func(x *input) (string, bool) { return x.U.Query() }),
	"URI.Fragment":          hostile.Optional(func(x *input) (string, bool) { return x.U.Fragment() }),
	"URI.IsAbs":             hostile.Truth(func(x *input) bool { return x.U.IsAbs() }),
	"URI.IsNetworkPathRef":  hostile.Truth(func(x *input) bool { return x.U.IsNetworkPathRef() }),
	"URI.IsAbsolutePathRef": hostile.Truth(func(x *input) bool { return x.U.IsAbsolutePathRef() }),
	"URI.HostKind":          func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(x.U.HostKind())} },
	"URI.HostAddr": func(x *input) hostile.Outcome {
		addr, err := x.U.HostAddr()
		return hostile.Outcome{Text: addr.String(), Err: err}
	},
	"URI.PortNumber": func(x *input) hostile.Outcome {
		port, err := x.U.PortNumber()
		return hostile.Outcome{Number: uint64(port), Err: err}
	},
	"URI.Ranges": func(x *input) hostile.Outcome {
		r := x.U.Ranges()
		lo, hi := r.Path()
		return hostile.Outcome{Number: uint64(hi - lo)}
	},
	"URI.HasPathPrefix": func(x *input) hostile.Outcome {
		path := x.U.Path()
		if x.U.HasPathPrefix(x.B) && !strings.HasPrefix(path, "/") && path != "" && strings.HasPrefix(x.B, "/") {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q has the prefix %q", hostile.ErrBroken, path, x.B)}
		}
		return hostile.Outcome{Number: hostile.One(x.U.HasPathPrefix(x.B))}
	},
	"URI.QueryGet": func(x *input) hostile.Outcome {
		value, ok := x.U.QueryGet(x.B)
		return hostile.Outcome{Text: value, Number: hostile.One(ok)}
	},
	"URI.QueryValues": func(x *input) hostile.Outcome {
		value, ok := x.U.QueryGet(x.B)
		for first := range x.U.QueryValues(x.B) {
			if !ok || first != value {
				return hostile.Outcome{Err: fmt.Errorf("%w: the first value is %q, not %q", hostile.ErrBroken, first, value)}
			}
			break
		}
		return hostile.Walk(x.U.QueryValues(x.B))
	},
	"URI.QueryMap": func(x *input) hostile.Outcome {
		m := x.U.QueryMap()
		values, ok := m[x.B]
		if first, found := x.U.QueryGet(x.B); found != ok || ok && values[0] != first || len(values) != count(x.U.QueryValues(x.B)) {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q has the values %q", hostile.ErrBroken, x.B, values)}
		}
		return hostile.Outcome{Number: uint64(len(m))}
	},
	"URI.QueryParams": func(x *input) hostile.Outcome {
		return hostile.Walk(func(yield func([2]string) bool) {
			for key, value := range x.U.QueryParams() {
				if !yield([2]string{key, value}) {
					return
				}
			}
		})
	},
	"URI.String": hostile.Text(func(x *input) string { return x.U.String() }),
	"URI.Clone":  func(x *input) hostile.Outcome { return returned(x.U.Clone(), nil) },
	"URI.Format": hostile.Text(func(x *input) string {
		return fmt.Sprintf("%v|%#v|%s|%q|%10.20d", x.U, x.U, x.U, x.U, x.U)
	}),
	"URI.Redacted": func(x *input) hostile.Outcome { return x.Shown(x.U.Redacted()) },
	"URI.LogValue": func(x *input) hostile.Outcome { return x.Shown(x.U.LogValue().String()) },
	"URI.Range": func(x *input) hostile.Outcome {
		lo, hi, ok := x.U.Range(x.Component)
		return hostile.Outcome{Text: x.U.String()[lo:hi], Number: hostile.One(ok)}
	},
}

// storedOf returns the value and the string of storedCalls.
func storedOf(x *input) (uri.URI, string) { return x.V, x.A }

// storedCalls are the calls of the methods for encodings and databases.
var storedCalls = hostile.Merge(hostile.Stored("URI", storedOf), hostile.Calls[*input]{
	"URI.AppendText":      hostile.Appending(func(x *input, dst []byte) ([]byte, error) { return x.V.AppendText(dst) }),
	"URI.MarshalBinary":   hostile.Writing(storedOf, func(u uri.URI) (any, error) { return u.MarshalBinary() }),
	"URI.Value":           hostile.Writing(storedOf, func(u uri.URI) (any, error) { return u.Value() }),
	"URI.UnmarshalBinary": hostile.Reading(storedOf, func(u *uri.URI, text []byte) error { return u.UnmarshalBinary(text) }),
	"URI.Scan":            hostile.Reading(storedOf, func(u *uri.URI, text []byte) error { return u.Scan(text) }),
})

// resolveCalls are the calls of resolution.
var resolveCalls = hostile.Calls[*input]{
	"NewBase": func(x *input) hostile.Outcome {
		b, err := uri.NewBase(x.U, uri.ResolveRefuseAboveRoot|uri.ResolveEncodedDots)
		if err != nil {
			return hostile.Outcome{Err: err, Length: len(x.A)}
		}
		return returned(b.URI(), nil)
	},
	"Base.URI":     func(x *input) hostile.Outcome { return returned(x.Base.URI(), nil) },
	"Base.Format":  func(x *input) hostile.Outcome { return x.Shown(fmt.Sprintf("%v|%#v", x.Base, x.Base)) },
	"Base.Resolve": func(x *input) hostile.Outcome { return returned(x.Base.Resolve(x.V)) },
	"Base.AppendResolveString": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		out, r, err := x.Base.AppendResolveString(dst, x.B)
		return out, rangesError(out[len(dst):], r, err)
	}),
	"Base.Relativize": func(x *input) hostile.Outcome {
		ref, err := x.Base.Relativize(x.V)
		if err != nil {
			return hostile.Outcome{Err: err}
		}
		if target, err := x.Base.Resolve(ref); err != nil || target != x.V {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q leads to %q, not %q: %v", hostile.ErrBroken, ref, target, x.V, err)}
		}
		return returned(ref, nil)
	},
	"URI.Resolve":      func(x *input) hostile.Outcome { return returned(x.U.Resolve(x.V)) },
	"URI.Relativize":   func(x *input) hostile.Outcome { return returned(x.U.Relativize(x.V)) },
	"URI.SameDocument": hostile.Truth(func(x *input) bool { return x.U.SameDocument(x.V) }),
}

// normalizeCalls are the calls of normalization and comparison.
var normalizeCalls = hostile.Calls[*input]{
	"URI.Normalized": func(x *input) hostile.Outcome { return returned(x.U.Normalized(), nil) },
	"URI.AppendNormalized": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		return x.U.AppendNormalized(dst), nil
	}),
	"URI.IsNormalized": hostile.Truth(func(x *input) bool { return x.U.IsNormalized() }),
	"URI.Equal":        hostile.Truth(func(x *input) bool { return x.U.Equal(x.V) }),
	"URI.Compare":      func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(x.U.Compare(x.V) + 1)} },
	"URI.Key":          hostile.Text(func(x *input) string { return string(x.U.Key()) }),
	"AppendNormalizedString": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		return uri.AppendNormalizedString(dst, x.A)
	}),
	"AppendNormalizedBytes": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		out, r, err := uri.AppendNormalizedBytes(dst, []byte(x.A))
		return out, rangesError(out[len(dst):], r, err)
	}),
	"Normalizer.Normalized": func(x *input) hostile.Outcome { return returned(x.Normalizer.Normalized(x.U), nil) },
	"Normalizer.AppendNormalizedBytes": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		out, r, err := x.Normalizer.AppendNormalizedBytes(dst, []byte(x.A))
		return out, rangesError(out[len(dst):], r, err)
	}),
	"Normalizer.Key": hostile.Text(func(x *input) string { return string(x.Normalizer.Key(x.U)) }),
}

// buildCalls are the calls that build and change.
var buildCalls = hostile.Calls[*input]{
	"Builder.URI": func(x *input) hostile.Outcome {
		return returned(new(uri.Builder).SetHost(x.A).SetPath(x.B).SetQuery(x.A).SetUserinfo(x.B).URI())
	},
	"Builder.Format":            func(x *input) hostile.Outcome { return x.Shown(fmt.Sprintf("%v|%#v", x.U.Builder(), x.U.Builder())) },
	"Builder.Unset":             func(x *input) hostile.Outcome { return returned(x.U.Builder().Unset(x.Component).URI()) },
	"Builder.SetScheme":         set((*uri.Builder).SetScheme),
	"Builder.SetAuthority":      set((*uri.Builder).SetAuthority),
	"Builder.SetUserinfo":       set((*uri.Builder).SetUserinfo),
	"Builder.SetHost":           set((*uri.Builder).SetHost),
	"Builder.SetHostAddr":       func(x *input) hostile.Outcome { return returned(x.U.Builder().SetHostAddr(x.Addr).URI()) },
	"Builder.SetPort":           set((*uri.Builder).SetPort),
	"Builder.SetPath":           set((*uri.Builder).SetPath),
	"Builder.SetQuery":          set((*uri.Builder).SetQuery),
	"Builder.SetFragment":       set((*uri.Builder).SetFragment),
	"Builder.SetUserinfoFields": encode((*uri.Builder).SetUserinfoFields),
	"Builder.SetPathSegments":   encode((*uri.Builder).SetPathSegments),
	"URI.WithScheme":            with(uri.URI.WithScheme),
	"URI.WithHost":              with(uri.URI.WithHost),
	"URI.WithPort":              with(uri.URI.WithPort),
	"URI.WithPath":              with(uri.URI.WithPath),
	"URI.WithQuery":             with(uri.URI.WithQuery),
	"URI.WithFragment":          with(uri.URI.WithFragment),
	"URI.WithoutFragment": func(x *input) hostile.Outcome {
		u := x.U.WithoutFragment()
		o := returned(u, nil)
		if other, err := x.U.Without(uri.ComponentFragment); err != nil || other != u {
			o.Err = fmt.Errorf("%w: %v, %v", hostile.ErrBroken, other, err)
		}
		return o
	},
	"URI.Without": func(x *input) hostile.Outcome { return returned(x.U.Without(x.Component)) },
	"URI.WithQueryParam": func(x *input) hostile.Outcome {
		u, err := x.U.WithQueryParam(x.B, x.A)
		if value, ok := u.QueryGet(x.B); err == nil && (!ok || value != x.A) {
			err = fmt.Errorf("%w: the parameter %q of %q is %q", hostile.ErrBroken, x.B, u, value)
		}
		return returned(u, err)
	},
	"URI.WithoutQueryParam": func(x *input) hostile.Outcome {
		u := x.U.WithoutQueryParam(x.B)
		if value, ok := u.QueryGet(x.B); ok {
			return hostile.Outcome{Err: fmt.Errorf("%w: the parameter %q of %q is %q", hostile.ErrBroken, x.B, u, value)}
		}
		return returned(u, nil)
	},
	"URI.WithAddedQueryParam": func(x *input) hostile.Outcome {
		u, err := x.U.WithAddedQueryParam(x.B, x.A)
		if n := count(u.QueryValues(x.B)); err == nil && n != count(x.U.QueryValues(x.B))+1 {
			err = fmt.Errorf("%w: %q has %d parameters %q", hostile.ErrBroken, u, n, x.B)
		}
		return returned(u, err)
	},
	"URI.Parent": func(x *input) hostile.Outcome {
		u, ok := x.U.Parent()
		if ok && !strings.HasSuffix(u.String(), "/") {
			return hostile.Outcome{Err: fmt.Errorf("%w: the parent of %q is %q", hostile.ErrBroken, x.A, u)}
		}
		return returned(u, nil)
	},
	"URI.Child": func(x *input) hostile.Outcome {
		u, err := x.U.Child(x.B)
		return returned(u, cmp.Or(err, hasSegment(u, x.B)))
	},
	"URI.Sibling": func(x *input) hostile.Outcome {
		u, err := x.U.Sibling(x.B)
		return returned(u, cmp.Or(err, hasSegment(u, x.B)))
	},
	"URI.WithoutQueryParamFunc": func(x *input) hostile.Outcome {
		u := x.U.WithoutQueryParamFunc(func(key, value string) bool { return key < value })
		for key, value := range u.QueryParams() {
			if key < value {
				return hostile.Outcome{Err: fmt.Errorf("%w: the parameter %q of %q is %q", hostile.ErrBroken, key, u, value)}
			}
		}
		return returned(u, nil)
	},
	"URI.JoinPath": func(x *input) hostile.Outcome {
		return returned(x.U.JoinPath(append([]string{x.A}, strings.SplitN(x.B, "%", 1000)...)...))
	},
	"URI.Builder": func(x *input) hostile.Outcome { return returned(x.U.Builder().URI()) },
	"URI.Elements": func(x *input) hostile.Outcome {
		e, err := x.U.Elements()
		if err != nil {
			return hostile.Outcome{Err: err, Length: len(x.A)}
		}
		return returned(e.URI())
	},
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
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
