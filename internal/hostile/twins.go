package hostile

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"net/netip"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// A Reference is the method set that uri.URI and iri.IRI share. D is the type of its Builder.
type Reference[R, D any] interface {
	comparable
	fmt.Formatter
	slog.LogValuer
	driver.Valuer
	encoding.TextAppender
	encoding.TextMarshaler
	encoding.BinaryMarshaler
	Scheme() string
	CanonicalScheme() string
	Authority() (string, bool)
	Userinfo() (string, bool)
	Host() (string, bool)
	Hostname() string
	Username() (string, bool)
	Password() (string, bool)
	Port() (string, bool)
	Path() string
	Query() (string, bool)
	Fragment() (string, bool)
	IsAbs() bool
	IsNetworkPathRef() bool
	IsAbsolutePathRef() bool
	HostKind() uri.HostKind
	HostAddr() (netip.Addr, error)
	PortNumber() (uint16, error)
	Ranges() fsm.Ranges
	HasPathPrefix(prefix string) bool
	QueryGet(key string) (string, bool)
	QueryValues(key string) iter.Seq[string]
	LastSegment() string
	Parent() (R, bool)
	Child(segment string) (R, error)
	Sibling(segment string) (R, error)
	QueryParams() iter.Seq2[string, string]
	QueryMap() map[string][]string
	String() string
	Redacted() string
	Resolve(ref R) (R, error)
	Relativize(target R) (R, error)
	SameDocument(ref R) bool
	Normalized() R
	AppendNormalized(dst []byte) []byte
	IsNormalized() bool
	Equal(R) bool
	Compare(R) int
	StableHash1() uint64
	Key() uri.Key
	Clone() R
	WithScheme(string) (R, error)
	WithHost(string) (R, error)
	WithPort(string) (R, error)
	WithPath(string) (R, error)
	WithQuery(string) (R, error)
	WithFragment(string) (R, error)
	Without(uri.Component) (R, error)
	WithoutFragment() R
	WithQueryParam(key, value string) (R, error)
	WithQueryParams(pairs ...uri.Pair) (R, error)
	WithAddedQueryParam(key, value string) (R, error)
	WithoutQueryParam(key string) R
	WithoutQueryParamFunc(del func(key, value string) bool) R
	JoinPath(elem ...string) (R, error)
	Builder() D
	Elements() (uri.Elements, error)
}

// A Builder is the method set that *uri.Builder and *iri.Builder share.
type Builder[D any] interface {
	Unset(uri.Component) D
	SetScheme(string) D
	SetAuthority(string) D
	SetUserinfo(string) D
	SetHost(string) D
	SetHostAddr(netip.Addr) D
	SetPort(string) D
	SetPath(string) D
	SetQuery(string) D
	SetFragment(string) D
	SetUserinfoFields(...string) D
	SetHostText(string) D
	SetPathSegments(...string) D
	SetQueryText(string) D
	SetFragmentText(string) D
}

// A Base is the method set that *uri.Base and *iri.Base share.
type Base[R any] interface {
	fmt.Formatter
	Resolve(ref R) (R, error)
	AppendResolveString(dst []byte, ref string) ([]byte, fsm.Ranges, error)
	Relativize(target R) (R, error)
}

// A Normalizer is the method set that uri.Normalizer and iri.Normalizer share.
type Normalizer[R any] interface {
	Normalized(R) R
	AppendNormalizedString(dst []byte, s string) ([]byte, error)
	AppendNormalizedBytes(dst, text []byte) ([]byte, fsm.Ranges, error)
	AppendNormalizedRanges(dst []byte, r R) ([]byte, fsm.Ranges)
	Equal(r, s R) bool
	Compare(r, s R) int
	Key(R) uri.Key
}

// An API is the functions and methods that packages uri and iri share and no method set above includes.
type API[R Reference[R, D], D Builder[D], B Base[R], N Normalizer[R]] struct {
	Type string // "URI" or "IRI", as in the names of functions

	Parse, ParseFull, ParseAbsolute, ParseRelativeRef func(string) (R, error)

	ParseBytes             func([]byte) (R, error)
	MustParse              func(string) R
	NewBase                func(R, uri.Resolution) (B, error)
	OfBase                 func(B) R
	NewNormalizer          func(flags uint8) N
	AppendNormalizedString func(dst []byte, s string) ([]byte, error)
	AppendNormalizedBytes  func(dst, text []byte) ([]byte, fsm.Ranges, error)
	NewBuilder             func() D
	Build                  func(D) (R, error)
	FromElements           func(uri.Elements) (R, error)
	EncodeName             string // "Place.Encode" or "Encode"
	Encode                 func(uri.Place, string) string
}

// An Input is two texts and the values that are made of them. All calls share it.
type Input[R interface{ Userinfo() (string, bool) }, B, N any] struct {
	A, B       string
	U, V       R // A and B, if they are references
	Base       B // U, if it has a scheme or the Base may be relative
	Elements   uri.Elements
	Normalizer N
	Place      uri.Place
	Component  uri.Component
	Addr       netip.Addr
}

// New makes the input of the calls.
func (a *API[R, D, B, N]) New(text, other string, flags uint8) *Input[R, B, N] {
	x := &Input[R, B, N]{
		A: text, B: other,
		Normalizer: a.NewNormalizer(flags),
		Place:      uri.Place(flags % 12),
		Component:  uri.Component(flags % 11),
		Addr:       netip.AddrFrom16([16]byte{flags, 15: flags}),
	}
	x.U, _ = a.Parse(text)
	x.V, _ = a.Parse(other)
	base, choices := x.U, uri.Resolution(flags>>3&15)
	if !base.IsAbs() && choices&uri.ResolveRelativeBase == 0 {
		base = a.MustParse("http://u:p@h/a/b/c?q#f")
	}
	var err error
	if x.Base, err = a.NewBase(base, choices); err != nil {
		x.Base, _ = a.NewBase(base, choices&uri.ResolveRelativeBase)
	}
	x.Elements = uri.Elements{
		Scheme: x.U.Scheme(), IsRelative: !x.U.IsAbs(), Host: "h"[:flags&1],
		Path: strings.SplitN(other, "/", 100_000), Query: text,
		HasPort: flags&2 != 0, Port: uint16(flags),
	}
	return x
}

// Shown returns the outcome of a call that returns text for people. If U has a password, the text must not contain it.
func (x *Input[R, B, N]) Shown(text string) Outcome {
	userinfo, _ := x.U.Userinfo()
	if strings.Contains(userinfo, ":"+Secret) && strings.Contains(text, Secret) {
		return Outcome{Err: fmt.Errorf("%w: %s", ErrBroken, text)}
	}
	return Outcome{Text: text}
}

// Reference returns the outcome of a call that returns a reference. It must be what Parse returns for its text.
func (a *API[R, D, B, N]) Reference(u R, err error) Outcome {
	if err != nil {
		if u != *new(R) {
			err = fmt.Errorf("%w: %q in spite of %w", ErrBroken, u, err)
		}
		return Outcome{Err: err}
	}
	v, err := a.Parse(u.String())
	if u != v {
		err = fmt.Errorf("%w: %q is not what it is said to be: %v", ErrBroken, u.String(), err)
	}
	return Outcome{Text: u.String(), Err: err}
}

// Calls returns the calls, by their names in the package.
func (a *API[R, D, B, N]) Calls() Calls[*Input[R, B, N]] {
	all := Calls[*Input[R, B, N]]{}
	for _, some := range []Calls[*Input[R, B, N]]{
		a.parseCalls(), a.componentCalls(), a.textCalls(), a.resolveCalls(), a.normalizeCalls(), a.builderCalls(),
		a.buildCalls(),
	} {
		maps.Copy(all, some)
	}
	return all
}

func (a *API[R, D, B, N]) parseCalls() Calls[*Input[R, B, N]] {
	return Calls[*Input[R, B, N]]{
		"Parse":                  a.parsed(a.Parse),
		"Parse" + a.Type:         a.parsed(a.ParseFull),
		"ParseAbsolute" + a.Type: a.parsed(a.ParseAbsolute),
		"ParseRelativeRef":       a.parsed(a.ParseRelativeRef),
		"ParseBytes":             a.parsed(func(s string) (R, error) { return a.ParseBytes([]byte(s)) }),
		"MustParse": func(x *Input[R, B, N]) (o Outcome) {
			defer func() {
				if text, ok := recover().(string); ok {
					o.Err = errors.New(text)
				}
			}()
			return a.Reference(a.MustParse(x.A), nil)
		},
	}
}

// parsed returns a call of a function that parses a text.
func (a *API[R, D, B, N]) parsed(f func(string) (R, error)) func(*Input[R, B, N]) Outcome {
	return func(x *Input[R, B, N]) Outcome {
		o := a.Reference(f(x.A))
		o.Length = len(x.A)
		return o
	}
}

func (a *API[R, D, B, N]) componentCalls() Calls[*Input[R, B, N]] {
	type input = *Input[R, B, N]
	optional := func(f func(R) (string, bool)) func(input) Outcome {
		return func(x input) Outcome {
			s, ok := f(x.U)
			return Outcome{Text: s, Number: One(ok)}
		}
	}
	return Calls[input]{
		a.Type + ".Scheme":            Text(func(x input) string { return x.U.Scheme() }),
		a.Type + ".CanonicalScheme":   Text(func(x input) string { return x.U.CanonicalScheme() }),
		a.Type + ".Authority":         optional(R.Authority),
		a.Type + ".Userinfo":          optional(R.Userinfo),
		a.Type + ".Host":              optional(R.Host),
		a.Type + ".Hostname":          Text(func(x input) string { return x.U.Hostname() }),
		a.Type + ".Username":          optional(R.Username),
		a.Type + ".Password":          optional(R.Password),
		a.Type + ".Port":              optional(R.Port),
		a.Type + ".Path":              Text(func(x input) string { return x.U.Path() }),
		a.Type + ".Query":             optional(R.Query),
		a.Type + ".Fragment":          optional(R.Fragment),
		a.Type + ".IsAbs":             Truth(func(x input) bool { return x.U.IsAbs() }),
		a.Type + ".IsNetworkPathRef":  Truth(func(x input) bool { return x.U.IsNetworkPathRef() }),
		a.Type + ".IsAbsolutePathRef": Truth(func(x input) bool { return x.U.IsAbsolutePathRef() }),
		a.Type + ".HostKind":          func(x input) Outcome { return Outcome{Number: uint64(x.U.HostKind())} },
		a.Type + ".HostAddr": func(x input) Outcome {
			addr, err := x.U.HostAddr()
			return Outcome{Text: addr.String(), Err: err}
		},
		a.Type + ".PortNumber": func(x input) Outcome {
			port, err := x.U.PortNumber()
			return Outcome{Number: uint64(port), Err: err}
		},
		a.Type + ".Ranges": func(x input) Outcome {
			r := x.U.Ranges()
			lo, hi := r.Path()
			return Outcome{Number: uint64(hi - lo)}
		},
		a.Type + ".HasPathPrefix": func(x input) Outcome {
			path := x.U.Path()
			if x.U.HasPathPrefix(x.B) && !strings.HasPrefix(path, "/") && path != "" && strings.HasPrefix(x.B, "/") {
				return Outcome{Err: fmt.Errorf("%w: %q has the prefix %q", ErrBroken, path, x.B)}
			}
			return Outcome{Number: One(x.U.HasPathPrefix(x.B))}
		},
		a.Type + ".QueryGet": func(x input) Outcome {
			value, ok := x.U.QueryGet(x.B)
			return Outcome{Text: value, Number: One(ok)}
		},
		a.Type + ".LastSegment": Text(func(x input) string { return x.U.LastSegment() }),
		a.Type + ".QueryValues": func(x input) Outcome {
			value, ok := x.U.QueryGet(x.B)
			for first := range x.U.QueryValues(x.B) {
				if !ok || first != value {
					return Outcome{Err: fmt.Errorf("%w: the first value is %q, not %q", ErrBroken, first, value)}
				}
				break
			}
			return Walk(x.U.QueryValues(x.B))
		},
		a.Type + ".QueryMap": func(x input) Outcome {
			m := x.U.QueryMap()
			values, ok := m[x.B]
			if first, found := x.U.QueryGet(x.B); found != ok || ok && values[0] != first || len(values) != count(x.U.QueryValues(x.B)) {
				return Outcome{Err: fmt.Errorf("%w: %q has the values %q", ErrBroken, x.B, values)}
			}
			return Outcome{Number: uint64(len(m))}
		},
		a.Type + ".QueryParams": func(x input) Outcome {
			return Walk(func(yield func([2]string) bool) {
				for key, value := range x.U.QueryParams() {
					if !yield([2]string{key, value}) {
						return
					}
				}
			})
		},
	}
}

func (a *API[R, D, B, N]) textCalls() Calls[*Input[R, B, N]] {
	type input = *Input[R, B, N]
	return Calls[input]{
		a.Type + ".String":     Text(func(x input) string { return x.U.String() }),
		a.Type + ".AppendText": Appending(func(x input, dst []byte) ([]byte, error) { return x.U.AppendText(dst) }),
		a.Type + ".MarshalText": Appending(func(x input, dst []byte) ([]byte, error) {
			text, err := x.U.MarshalText()
			return append(dst, text...), err
		}),
		a.Type + ".MarshalBinary": Appending(func(x input, dst []byte) ([]byte, error) {
			text, err := x.U.MarshalBinary()
			return append(dst, text...), err
		}),
		a.Type + ".UnmarshalText": a.parsed(func(s string) (u R, err error) {
			return u, any(&u).(encoding.TextUnmarshaler).UnmarshalText([]byte(s))
		}),
		a.Type + ".UnmarshalBinary": a.parsed(func(s string) (u R, err error) {
			return u, any(&u).(encoding.BinaryUnmarshaler).UnmarshalBinary([]byte(s))
		}),
		a.Type + ".Scan": a.parsed(func(s string) (u R, err error) { return u, any(&u).(sql.Scanner).Scan([]byte(s)) }),
		a.Type + ".Value": func(x input) Outcome {
			value, err := x.U.Value()
			return Outcome{Text: value.(string), Err: err}
		},
		a.Type + ".Clone": func(x input) Outcome { return a.Reference(x.U.Clone(), nil) },
		a.Type + ".Format": Text(func(x input) string {
			return fmt.Sprintf("%v|%#v|%s|%q|%10.20d", x.U, x.U, x.U, x.U, x.U)
		}),
		a.Type + ".Redacted": func(x input) Outcome { return x.Shown(x.U.Redacted()) },
		a.Type + ".LogValue": func(x input) Outcome { return x.Shown(x.U.LogValue().String()) },
		a.EncodeName: func(x input) Outcome {
			text := a.Encode(x.Place, x.A)
			if back, err := uri.Decode(text, 0); back != x.A || err != nil {
				return Outcome{Err: fmt.Errorf("%w: %q comes back as %q", ErrBroken, x.A, back)}
			}
			return Outcome{Text: text}
		},
	}
}

func (a *API[R, D, B, N]) resolveCalls() Calls[*Input[R, B, N]] {
	type input = *Input[R, B, N]
	return Calls[input]{
		"NewBase": func(x input) Outcome {
			b, err := a.NewBase(x.U, uri.ResolveRefuseAboveRoot|uri.ResolveEncodedDots)
			if err != nil {
				return Outcome{Err: err, Length: len(x.A)}
			}
			return a.Reference(a.OfBase(b), nil)
		},
		"Base." + a.Type: func(x input) Outcome { return a.Reference(a.OfBase(x.Base), nil) },
		"Base.Format":    func(x input) Outcome { return x.Shown(fmt.Sprintf("%v|%#v", x.Base, x.Base)) },
		"Base.Resolve":   func(x input) Outcome { return a.Reference(x.Base.Resolve(x.V)) },
		"Base.AppendResolveString": Appending(func(x input, dst []byte) ([]byte, error) {
			out, r, err := x.Base.AppendResolveString(dst, x.B)
			return out, a.checkRanges(out[len(dst):], r, err)
		}),
		"Base.Relativize": func(x input) Outcome {
			ref, err := x.Base.Relativize(x.V)
			if err != nil {
				return Outcome{Err: err}
			}
			if target, err := x.Base.Resolve(ref); err != nil || target != x.V {
				return Outcome{Err: fmt.Errorf("%w: %q leads to %q, not %q: %v", ErrBroken, ref, target, x.V, err)}
			}
			return a.Reference(ref, nil)
		},
		a.Type + ".Resolve":      func(x input) Outcome { return a.Reference(x.U.Resolve(x.V)) },
		a.Type + ".Relativize":   func(x input) Outcome { return a.Reference(x.U.Relativize(x.V)) },
		a.Type + ".SameDocument": Truth(func(x input) bool { return x.U.SameDocument(x.V) }),
	}
}

// checkRanges checks that r are the ranges that Parse returns for out.
func (a *API[R, D, B, N]) checkRanges(out []byte, r fsm.Ranges, err error) error {
	if err != nil {
		return err
	}
	if u, err := a.Parse(string(out)); err != nil || u.Ranges() != r {
		return fmt.Errorf("%w: %q, %v, %v", ErrBroken, out, r, err)
	}
	return nil
}

func (a *API[R, D, B, N]) normalizeCalls() Calls[*Input[R, B, N]] {
	type input = *Input[R, B, N]
	return Calls[input]{
		a.Type + ".Normalized": func(x input) Outcome { return a.Reference(x.U.Normalized(), nil) },
		a.Type + ".AppendNormalized": Appending(func(x input, dst []byte) ([]byte, error) {
			return x.U.AppendNormalized(dst), nil
		}),
		a.Type + ".IsNormalized": Truth(func(x input) bool { return x.U.IsNormalized() }),
		a.Type + ".Equal":        Truth(func(x input) bool { return x.U.Equal(x.V) }),
		a.Type + ".Compare":      func(x input) Outcome { return Outcome{Number: uint64(x.U.Compare(x.V) + 1)} },
		a.Type + ".StableHash1":  func(x input) Outcome { return Outcome{Number: x.U.StableHash1()} },
		a.Type + ".Key":          Text(func(x input) string { return string(x.U.Key()) }),
		"AppendNormalizedString": Appending(func(x input, dst []byte) ([]byte, error) {
			return a.AppendNormalizedString(dst, x.A)
		}),
		"AppendNormalizedBytes": Appending(func(x input, dst []byte) ([]byte, error) {
			out, r, err := a.AppendNormalizedBytes(dst, []byte(x.A))
			return out, a.checkRanges(out[len(dst):], r, err)
		}),
		"Normalizer.Normalized": func(x input) Outcome { return a.Reference(x.Normalizer.Normalized(x.U), nil) },
		"Normalizer.AppendNormalizedString": Appending(func(x input, dst []byte) ([]byte, error) {
			return x.Normalizer.AppendNormalizedString(dst, x.A)
		}),
		"Normalizer.AppendNormalizedBytes": Appending(func(x input, dst []byte) ([]byte, error) {
			out, r, err := x.Normalizer.AppendNormalizedBytes(dst, []byte(x.A))
			return out, a.checkRanges(out[len(dst):], r, err)
		}),
		"Normalizer.AppendNormalizedRanges": Appending(func(x input, dst []byte) ([]byte, error) {
			out, r := x.Normalizer.AppendNormalizedRanges(dst, x.U)
			return out, a.checkRanges(out[len(dst):], r, nil)
		}),
		"Normalizer.Equal":   Truth(func(x input) bool { return x.Normalizer.Equal(x.U, x.V) }),
		"Normalizer.Compare": func(x input) Outcome { return Outcome{Number: uint64(x.Normalizer.Compare(x.U, x.V) + 1)} },
		"Normalizer.Key":     Text(func(x input) string { return string(x.Normalizer.Key(x.U)) }),
	}
}

func (a *API[R, D, B, N]) builderCalls() Calls[*Input[R, B, N]] {
	type input = *Input[R, B, N]
	set := func(f func(D, string) D) func(input) Outcome {
		return func(x input) Outcome { return a.Reference(a.Build(f(x.U.Builder(), x.B))) }
	}
	encode := func(f func(D, ...string) D) func(input) Outcome {
		return func(x input) Outcome {
			return a.Reference(a.Build(f(x.U.Builder(), append([]string{x.A}, strings.SplitN(x.B, "/", 1000)...)...)))
		}
	}
	return Calls[input]{
		"Builder." + a.Type: func(x input) Outcome {
			return a.Reference(a.Build(a.NewBuilder().SetHost(x.A).SetPath(x.B).SetQuery(x.A).SetUserinfo(x.B)))
		},
		"Builder.Format":            func(x input) Outcome { return x.Shown(fmt.Sprintf("%v|%#v", x.U.Builder(), x.U.Builder())) },
		"Builder.Unset":             func(x input) Outcome { return a.Reference(a.Build(x.U.Builder().Unset(x.Component))) },
		"Builder.SetScheme":         set(D.SetScheme),
		"Builder.SetAuthority":      set(D.SetAuthority),
		"Builder.SetUserinfo":       set(D.SetUserinfo),
		"Builder.SetHost":           set(D.SetHost),
		"Builder.SetHostAddr":       func(x input) Outcome { return a.Reference(a.Build(x.U.Builder().SetHostAddr(x.Addr))) },
		"Builder.SetPort":           set(D.SetPort),
		"Builder.SetPath":           set(D.SetPath),
		"Builder.SetQuery":          set(D.SetQuery),
		"Builder.SetFragment":       set(D.SetFragment),
		"Builder.SetUserinfoFields": encode(D.SetUserinfoFields),
		"Builder.SetHostText":       set(D.SetHostText),
		"Builder.SetPathSegments":   encode(D.SetPathSegments),
		"Builder.SetQueryText":      set(D.SetQueryText),
		"Builder.SetFragmentText":   set(D.SetFragmentText),
	}
}

// count returns the number of values.
func count(values iter.Seq[string]) (n int) {
	for range values {
		n++
	}
	return n
}

// hasSegment checks that the last segment of u is data.
func hasSegment(u interface{ LastSegment() string }, data string) error {
	if text, err := uri.Decode(u.LastSegment(), 0); err != nil || text != data {
		return fmt.Errorf("%w: the segment %q is %q, %v", ErrBroken, data, u.LastSegment(), err)
	}
	return nil
}

func (a *API[R, D, B, N]) buildCalls() Calls[*Input[R, B, N]] {
	type input = *Input[R, B, N]
	with := func(f func(R, string) (R, error)) func(input) Outcome {
		return func(x input) Outcome { return a.Reference(f(x.U, x.B)) }
	}
	return Calls[input]{
		a.Type + ".WithScheme":   with(R.WithScheme),
		a.Type + ".WithHost":     with(R.WithHost),
		a.Type + ".WithPort":     with(R.WithPort),
		a.Type + ".WithPath":     with(R.WithPath),
		a.Type + ".WithQuery":    with(R.WithQuery),
		a.Type + ".WithFragment": with(R.WithFragment),
		a.Type + ".WithoutFragment": func(x input) Outcome {
			u := x.U.WithoutFragment()
			o := a.Reference(u, nil)
			if other, err := x.U.Without(uri.ComponentFragment); err != nil || other != u {
				o.Err = fmt.Errorf("%w: %v, %v", ErrBroken, other, err)
			}
			return o
		},
		a.Type + ".Without": func(x input) Outcome { return a.Reference(x.U.Without(x.Component)) },
		a.Type + ".WithQueryParam": func(x input) Outcome {
			u, err := x.U.WithQueryParam(x.B, x.A)
			if value, ok := u.QueryGet(x.B); err == nil && (!ok || value != x.A) {
				err = fmt.Errorf("%w: the parameter %q of %q is %q", ErrBroken, x.B, u, value)
			}
			return a.Reference(u, err)
		},
		a.Type + ".WithQueryParams": func(x input) Outcome {
			u, err := x.U.WithQueryParams(uri.Pair{Key: x.B, Value: "x"}, uri.Pair{Key: "c", Value: x.B}, uri.Pair{Key: x.B, Value: x.A})
			v, errAlone := x.U.WithQueryParam(x.B, "x")
			if errAlone == nil {
				v, errAlone = v.WithQueryParam("c", x.B)
			}
			if errAlone == nil {
				v, errAlone = v.WithQueryParam(x.B, x.A)
			}
			if err == nil && errAlone == nil && u != v {
				err = fmt.Errorf("%w: %q, but one by one %q", ErrBroken, u, v)
			}
			return a.Reference(u, err)
		},
		a.Type + ".WithoutQueryParam": func(x input) Outcome {
			u := x.U.WithoutQueryParam(x.B)
			if value, ok := u.QueryGet(x.B); ok {
				return Outcome{Err: fmt.Errorf("%w: the parameter %q of %q is %q", ErrBroken, x.B, u, value)}
			}
			return a.Reference(u, nil)
		},
		a.Type + ".WithAddedQueryParam": func(x input) Outcome {
			u, err := x.U.WithAddedQueryParam(x.B, x.A)
			if n := count(u.QueryValues(x.B)); err == nil && n != count(x.U.QueryValues(x.B))+1 {
				err = fmt.Errorf("%w: %q has %d parameters %q", ErrBroken, u, n, x.B)
			}
			return a.Reference(u, err)
		},
		a.Type + ".Parent": func(x input) Outcome {
			u, ok := x.U.Parent()
			if ok && !strings.HasSuffix(u.String(), "/") {
				return Outcome{Err: fmt.Errorf("%w: the parent of %q is %q", ErrBroken, x.A, u)}
			}
			return a.Reference(u, nil)
		},
		a.Type + ".Child": func(x input) Outcome {
			u, err := x.U.Child(x.B)
			return a.Reference(u, cmp.Or(err, hasSegment(u, x.B)))
		},
		a.Type + ".Sibling": func(x input) Outcome {
			u, err := x.U.Sibling(x.B)
			return a.Reference(u, cmp.Or(err, hasSegment(u, x.B)))
		},
		a.Type + ".WithoutQueryParamFunc": func(x input) Outcome {
			u := x.U.WithoutQueryParamFunc(func(key, value string) bool { return key < value })
			for key, value := range u.QueryParams() {
				if key < value {
					return Outcome{Err: fmt.Errorf("%w: the parameter %q of %q is %q", ErrBroken, key, u, value)}
				}
			}
			return a.Reference(u, nil)
		},
		a.Type + ".JoinPath": func(x input) Outcome {
			return a.Reference(x.U.JoinPath(append([]string{x.A}, strings.SplitN(x.B, "%", 1000)...)...))
		},
		a.Type + ".Builder": func(x input) Outcome { return a.Reference(a.Build(x.U.Builder())) },
		a.Type + ".Elements": func(x input) Outcome {
			e, err := x.U.Elements()
			if err != nil {
				return Outcome{Err: err, Length: len(x.A)}
			}
			return a.Reference(a.FromElements(e))
		},
	}
}
