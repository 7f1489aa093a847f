package iri

import (
	"fmt"
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/tables"
)

// A Builder makes an IRI-reference from its components, by the rules of [uri.Builder]. For the zero Builder that is the
// empty reference.
//
// SetScheme, SetHost and the like take raw text that matches the rules of RFC 3987. SetUserinfoFields, SetHostText,
// SetPathSegments, SetQueryText and SetFragmentText take data. They percent-encode characters that the component cannot
// have, and characters that mislead readers, such as invisible ones: see [Encode].
type Builder struct{ b reference.Builder }

// Builder returns a new Builder with the components of i. If nothing is set, it builds i again. It does not allocate if
// the Builder does not outlive the calling function.
func (i IRI) Builder() *Builder {
	b := new(Builder)
	b.load(i)
	return b
}

func (b *Builder) load(i IRI) { b.b.Load(i.u.String(), i.at()) }

func (b *Builder) set(c uri.Component, raw string) *Builder {
	b.b.Set(tables.Component(c), raw)
	return b
}

// SetScheme sets the scheme: see [uri.Builder.SetScheme].
func (b *Builder) SetScheme(raw string) *Builder { return b.set(uri.ComponentScheme, raw) }

// SetAuthority sets iuserinfo, ihost and port: see [uri.Builder.SetAuthority].
func (b *Builder) SetAuthority(raw string) *Builder { b.b.SetAuthority(raw); return b }

// SetUserinfo sets the iuserinfo: see [uri.Builder.SetUserinfo].
func (b *Builder) SetUserinfo(raw string) *Builder { return b.set(uri.ComponentUserinfo, raw) }

// SetHost sets the ihost, an IP-literal with its brackets: see [uri.Builder.SetHost].
func (b *Builder) SetHost(raw string) *Builder { return b.set(uri.ComponentHost, raw) }

// SetHostAddr sets the ihost to an IP address: see [uri.Builder.SetHostAddr].
func (b *Builder) SetHostAddr(addr netip.Addr) *Builder {
	return b.SetHost(reference.HostOf(addr))
}

// SetPort sets the port: see [uri.Builder.SetPort].
func (b *Builder) SetPort(raw string) *Builder { return b.set(uri.ComponentPort, raw) }

// SetPath sets the ipath: see [uri.Builder.SetPath].
func (b *Builder) SetPath(raw string) *Builder { return b.set(uri.ComponentPath, raw) }

// SetQuery sets the iquery: see [uri.Builder.SetQuery].
func (b *Builder) SetQuery(raw string) *Builder { return b.set(uri.ComponentQuery, raw) }

// SetFragment sets the ifragment: see [uri.Builder.SetFragment].
func (b *Builder) SetFragment(raw string) *Builder { return b.set(uri.ComponentFragment, raw) }

// Unset makes the component undefined: see [uri.Builder.Unset].
func (b *Builder) Unset(c uri.Component) *Builder { b.b.Unset(tables.Component(c)); return b }

// SetUserinfoFields sets the iuserinfo to the fields, encoded and separated by ":": see [uri.Builder.SetUserinfoFields].
func (b *Builder) SetUserinfoFields(fields ...string) *Builder {
	raw := make([]byte, 0, reference.EncodedLen)
	for k, field := range fields {
		if k > 0 {
			raw = append(raw, ':')
		}
		raw = appendEncoded(raw, uri.PlaceRegName, field)
	}
	return b.SetUserinfo(string(raw))
}

// SetHostText sets the ihost to a registered name, encoded: see [uri.Builder.SetHostText]. It does not apply IDNA;
// [IRI.URI] can do that.
func (b *Builder) SetHostText(name string) *Builder {
	raw := Encode(uri.PlaceRegName, name)
	b.SetHost(raw)
	if !utf8.ValidString(name) {
		_, err := uri.Decode(raw, uri.RefuseBadUTF8)
		b.b.Refuse(tables.Host, err.(*uri.Error).Offset, fsm.BadUTF8)
	}
	return b
}

// SetPathSegments sets the ipath to one "/" and one encoded segment for each of the segments: see
// [uri.Builder.SetPathSegments].
func (b *Builder) SetPathSegments(segments ...string) *Builder {
	raw := make([]byte, 0, reference.EncodedLen)
	for _, segment := range segments {
		raw = appendEncoded(append(raw, '/'), uri.PlaceSegment, segment)
	}
	b.b.SetPathData(withoutParams(string(raw)))
	return b
}

// SetQueryText sets the iquery to text, encoded as a whole: see [uri.Builder.SetQueryText].
func (b *Builder) SetQueryText(text string) *Builder {
	return b.SetQuery(Encode(uri.PlaceQuery, text))
}

// SetFragmentText sets the ifragment to text, encoded: see [uri.Builder.SetFragmentText].
func (b *Builder) SetFragmentText(text string) *Builder {
	return b.SetFragment(Encode(uri.PlaceFragment, text))
}

// withCharacters returns raw with the percent-encodings decoded that an IRI does not need.
func withCharacters(raw string, inQuery bool) string {
	if !strings.Contains(raw, "%") {
		return raw
	}
	var buf [256]byte
	return string(appendCharacters(buf[:0], raw, inQuery))
}

// IRI returns the IRI-reference that has the components of b: see [uri.Builder.URI].
func (b *Builder) IRI() (IRI, error) {
	if b == nil {
		return IRI{}, nil
	}
	b.b.Grammar = &grammar
	return result(b.b.Build())
}

// Format prints b for package fmt. For every verb it prints [IRI.Redacted] of the IRI that [Builder.IRI] returns, or
// the text of the error. It implements [fmt.Formatter].
func (b Builder) Format(f fmt.State, verb rune) {
	i, err := b.IRI()
	text := i.Redacted()
	if err != nil {
		text = err.Error()
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}

// Check returns nil if raw is a valid component c of an IRI-reference, by the rules of RFC 3987: see
// [uri.Component.Check].
func Check(c uri.Component, raw string) error {
	return asError(grammar.Check(tables.Component(c), raw))
}

// Encode returns text, which is plain data, percent-encoded as by [uri.Place.Encode], except that characters outside
// ASCII stay if the place p can have them and they are visible by the rules of [AppendFromURI]. [uri.PlaceQuery] and
// [uri.PlacePair] can have private characters. It allocates once, or twice if there is something to encode.
func Encode(p uri.Place, text string) string {
	var buf [256]byte
	return string(appendEncoded(buf[:0], p, text))
}

func appendEncoded(dst []byte, p uri.Place, text string) []byte {
	return appendCharacters(dst, p.Encode(text), p == uri.PlaceQuery || p == uri.PlacePair)
}

// Elements returns the elements of i: see [uri.URI.Elements].
func (i IRI) Elements() (uri.Elements, error) {
	e, fault := reference.ElementsOf(i.u.String(), i.at())
	return uri.Elements(e), asError(fault)
}

// FromElements returns the IRI-reference that has the elements e, by the rules of RFC 3987: see [uri.Elements.URI].
func FromElements(e uri.Elements) (IRI, error) {
	return result((*reference.Elements)(&e).Build(&grammar))
}

func (i *IRI) with(c uri.Component, raw string) (IRI, error) {
	return result(reference.With(&grammar, i.u.String(), i.at(), tables.Component(c), raw))
}

// WithScheme returns i with its scheme set as by [Builder.SetScheme]: see [uri.URI.WithScheme].
func (i IRI) WithScheme(raw string) (IRI, error) { return i.with(uri.ComponentScheme, raw) }

// WithHost returns i with its ihost set as by [Builder.SetHost]: see [uri.URI.WithScheme].
func (i IRI) WithHost(raw string) (IRI, error) { return i.with(uri.ComponentHost, raw) }

// WithPort returns i with its port set as by [Builder.SetPort]: see [uri.URI.WithScheme].
func (i IRI) WithPort(raw string) (IRI, error) { return i.with(uri.ComponentPort, raw) }

// WithPath returns i with its ipath set as by [Builder.SetPath]: see [uri.URI.WithScheme].
func (i IRI) WithPath(raw string) (IRI, error) { return i.with(uri.ComponentPath, raw) }

// WithQuery returns i with its iquery set as by [Builder.SetQuery]: see [uri.URI.WithScheme].
func (i IRI) WithQuery(raw string) (IRI, error) { return i.with(uri.ComponentQuery, raw) }

// WithFragment returns i with its ifragment set as by [Builder.SetFragment]: see [uri.URI.WithScheme].
func (i IRI) WithFragment(raw string) (IRI, error) { return i.with(uri.ComponentFragment, raw) }

// Without returns i with the component made undefined as by [Builder.Unset]: see [uri.URI.Without].
func (i IRI) Without(c uri.Component) (IRI, error) {
	return result(reference.Without(&grammar, i.u.String(), i.at(), tables.Component(c)))
}

// WithoutFragment returns i with its ifragment undefined: see [uri.URI.WithoutFragment].
func (i IRI) WithoutFragment() IRI { return IRI{i.u.WithoutFragment()} }

// formSyntax is how the methods for parameters split the iquery.
var formSyntax = uri.QuerySyntax{Plus: true}

// WithQueryParam returns i with a parameter of the iquery set: see [uri.URI.WithQueryParam]. Characters outside ASCII
// are written as percent-encoded UTF-8.
func (i IRI) WithQueryParam(key, value string) (IRI, error) {
	query, _ := i.Query()
	return i.WithQuery(formSyntax.Set(query, key, value))
}

// WithQueryParams returns i with several parameters of the iquery set: see [uri.URI.WithQueryParams] and
// [IRI.WithQueryParam].
func (i IRI) WithQueryParams(pairs ...uri.Pair) (IRI, error) {
	if len(pairs) == 0 {
		return i, nil
	}
	query, _ := i.Query()
	return i.WithQuery(formSyntax.SetPairs(query, pairs...))
}

// WithAddedQueryParam returns i with a parameter added at the end of the iquery: see [uri.URI.WithAddedQueryParam].
// Characters outside ASCII are written as percent-encoded UTF-8.
func (i IRI) WithAddedQueryParam(key, value string) (IRI, error) {
	query, _ := i.Query()
	return i.WithQuery(formSyntax.Add(query, key, value))
}

// WithoutQueryParam returns i without the parameters of the iquery that have the key: see [uri.URI.WithoutQueryParam].
func (i IRI) WithoutQueryParam(key string) IRI { return IRI{i.u.WithoutQueryParam(key)} }

// WithoutQueryParamFunc returns i without the parameters of the iquery that del returns true for: see
// [uri.URI.WithoutQueryParamFunc].
func (i IRI) WithoutQueryParamFunc(del func(key, value string) bool) IRI {
	return IRI{i.u.WithoutQueryParamFunc(del)}
}

// JoinPath returns i with the elements joined to its ipath: see [uri.URI.JoinPath]. Characters outside ASCII are
// written as by [Encode]. It also allocates the elements that it encodes.
func (i IRI) JoinPath(elem ...string) (IRI, error) {
	encoded := make([]string, len(elem))
	for k, e := range elem {
		encoded[k] = withCharacters(uri.PlacePath.EncodeRaw(e), false)
	}
	path, ok := reference.JoinPath(i.u.String(), i.at(), encoded, nil)
	if !ok {
		return i, nil
	}
	return i.WithPath(path)
}
