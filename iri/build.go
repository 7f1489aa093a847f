package iri

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/urispan/uri"
)

// A Builder makes an IRI-reference from its components, by the rules of [uri.Builder]. For the zero Builder that is the
// empty reference.
//
// The Set methods take raw text that matches the rules of RFC 3987. The Encode methods take data. They percent-encode
// characters that the component cannot have, and characters that mislead readers, such as invisible ones: see
// [AppendEncodeText].
type Builder struct {
	b uri.Builder // SetIRI makes it build by the grammar of IRIs
}

// Builder returns a new Builder with the components of i. If nothing is set, it builds i again. Nothing is allocated if
// the Builder does not outlive the calling function.
func (i IRI) Builder() *Builder { return &Builder{*i.u.Builder()} }

// SetScheme sets the scheme: see [uri.Builder.SetScheme].
func (b *Builder) SetScheme(raw string) *Builder { b.b.SetScheme(raw); return b }

// SetAuthority sets iuserinfo, ihost and port: see [uri.Builder.SetAuthority].
func (b *Builder) SetAuthority(raw string) *Builder { b.b.SetAuthority(raw); return b }

// SetUserinfo sets the iuserinfo: see [uri.Builder.SetUserinfo].
func (b *Builder) SetUserinfo(raw string) *Builder { b.b.SetUserinfo(raw); return b }

// SetHost sets the ihost, an IP-literal with its brackets: see [uri.Builder.SetHost].
func (b *Builder) SetHost(raw string) *Builder { b.b.SetHost(raw); return b }

// SetHostAddr sets the ihost to an IP address: see [uri.Builder.SetHostAddr].
func (b *Builder) SetHostAddr(addr netip.Addr) *Builder { b.b.SetHostAddr(addr); return b }

// SetPort sets the port: see [uri.Builder.SetPort].
func (b *Builder) SetPort(raw string) *Builder { b.b.SetPort(raw); return b }

// SetPortNumber sets the port to a number: see [uri.Builder.SetPortNumber].
func (b *Builder) SetPortNumber(port uint16) *Builder { b.b.SetPortNumber(port); return b }

// SetPath sets the ipath: see [uri.Builder.SetPath].
func (b *Builder) SetPath(raw string) *Builder { b.b.SetPath(raw); return b }

// SetQuery sets the iquery: see [uri.Builder.SetQuery].
func (b *Builder) SetQuery(raw string) *Builder { b.b.SetQuery(raw); return b }

// SetFragment sets the ifragment: see [uri.Builder.SetFragment].
func (b *Builder) SetFragment(raw string) *Builder { b.b.SetFragment(raw); return b }

// Unset makes the component undefined: see [uri.Builder.Unset].
func (b *Builder) Unset(c uri.Component) *Builder { b.b.Unset(c); return b }

// EncodeUserinfo sets the iuserinfo to the fields, encoded and separated by ":": see [uri.Builder.EncodeUserinfo].
func (b *Builder) EncodeUserinfo(fields ...string) *Builder {
	b.b.EncodeUserinfo(fields...)
	return b.show(uri.ComponentUserinfo)
}

// EncodeHost sets the ihost to a registered name, encoded: see [uri.Builder.EncodeHost]. It does not apply IDNA;
// [IRI.URI] can do that.
func (b *Builder) EncodeHost(name string) *Builder {
	b.b.EncodeHost(name)
	return b.show(uri.ComponentHost)
}

// EncodePath sets the ipath to one "/" and one encoded segment for each of the segments: see [uri.Builder.EncodePath].
func (b *Builder) EncodePath(segments ...string) *Builder {
	b.b.EncodePath(segments...)
	return b.show(uri.ComponentPath)
}

// EncodeQuery sets the iquery to text, encoded as a whole: see [uri.Builder.EncodeQuery].
func (b *Builder) EncodeQuery(text string) *Builder {
	b.b.EncodeQuery(text)
	return b.show(uri.ComponentQuery)
}

// EncodeFragment sets the ifragment to text, encoded: see [uri.Builder.EncodeFragment].
func (b *Builder) EncodeFragment(text string) *Builder {
	b.b.EncodeFragment(text)
	return b.show(uri.ComponentFragment)
}

// show decodes the percent-encodings in c that an IRI does not need.
func (b *Builder) show(c uri.Component) *Builder {
	inside.Rewrite(&b.b, c, func(raw string) string { return withCharacters(raw, c == uri.ComponentQuery) })
	return b
}

// withCharacters returns raw with the percent-encodings decoded that an IRI does not need.
func withCharacters(raw string, inQuery bool) string {
	if !strings.Contains(raw, "%") {
		return raw
	}
	var room [256]byte
	return string(appendCharacters(room[:0], raw, inQuery))
}

// IRI returns the IRI-reference that has the components of b: see [uri.Builder.URI].
func (b *Builder) IRI() (IRI, error) {
	inside.SetIRI(&b.b)
	u, err := b.b.URI()
	return IRI{u}, err
}

// AppendText appends the text of the IRI that [Builder.IRI] returns to dst: see [uri.Builder.AppendText].
func (b *Builder) AppendText(dst []byte) ([]byte, error) {
	inside.SetIRI(&b.b)
	return b.b.AppendText(dst)
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
func Check(c uri.Component, raw string) error { return inside.Check(c, raw) }

// AppendEncodeText appends text, which is plain data, to dst and returns the extended slice. It percent-encodes what
// [uri.AppendEncodeText] percent-encodes, except characters outside ASCII that the place p can have and that are
// visible by the rules of [AppendFromURI]. [uri.PlaceQuery] and [uri.PlacePair] can have private characters. If there
// is something to encode, it allocates once. It also allocates if dst has no room for the result.
func AppendEncodeText(dst []byte, p uri.Place, text string) []byte {
	inQuery := p == uri.PlaceQuery || p == uri.PlacePair
	return appendCharacters(dst, uri.EncodeText(p, text), inQuery)
}

// EncodeText is [AppendEncodeText] for strings.
func EncodeText(p uri.Place, text string) string {
	var room [256]byte
	return string(AppendEncodeText(room[:0], p, text))
}

// Elements returns the elements of i: see [uri.URI.Elements].
func (i IRI) Elements() (uri.Elements, error) { return i.u.Elements() }

// FromElements returns the IRI-reference that has the elements e, by the rules of RFC 3987: see [uri.Elements.URI].
func FromElements(e uri.Elements) (IRI, error) {
	u, err := inside.FromElements(&e)
	return IRI{u}, err
}

func (i *IRI) with(c uri.Component, raw string) (IRI, error) {
	u, err := inside.With(i.u, c, raw)
	return IRI{u}, err
}

// WithScheme returns i with its scheme set as by [Builder.SetScheme]: see [uri.URI.WithScheme].
func (i IRI) WithScheme(raw string) (IRI, error) { return i.with(uri.ComponentScheme, raw) }

// WithAuthority returns i with iuserinfo, ihost and port set as by [Builder.SetAuthority]: see [uri.URI.WithScheme].
func (i IRI) WithAuthority(raw string) (IRI, error) { return i.with(uri.ComponentAuthority, raw) }

// WithUserinfo returns i with its iuserinfo set as by [Builder.SetUserinfo]: see [uri.URI.WithScheme].
func (i IRI) WithUserinfo(raw string) (IRI, error) { return i.with(uri.ComponentUserinfo, raw) }

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
	u, err := inside.Without(i.u, c)
	return IRI{u}, err
}

// WithoutFragment returns i with its ifragment undefined: see [uri.URI.WithoutFragment].
func (i IRI) WithoutFragment() IRI { return IRI{i.u.WithoutFragment()} }

// WithQueryParam returns i with a parameter of the iquery set: see [uri.URI.WithQueryParam]. Characters outside ASCII
// are written as percent-encoded UTF-8.
func (i IRI) WithQueryParam(key, value string) (IRI, error) {
	u, err := inside.WithQueryParam(i.u, key, value)
	return IRI{u}, err
}

// WithAddedQueryParam returns i with a parameter added at the end of the iquery: see [uri.URI.WithAddedQueryParam].
// Characters outside ASCII are written as percent-encoded UTF-8.
func (i IRI) WithAddedQueryParam(key, value string) (IRI, error) {
	u, err := inside.WithAddedQueryParam(i.u, key, value)
	return IRI{u}, err
}

// WithoutQueryParam returns i without the parameters of the iquery that have the key: see [uri.URI.WithoutQueryParam].
func (i IRI) WithoutQueryParam(key string) IRI { return IRI{i.u.WithoutQueryParam(key)} }

// WithoutQueryParamFunc returns i without the parameters of the iquery for which del returns true: see
// [uri.URI.WithoutQueryParamFunc].
func (i IRI) WithoutQueryParamFunc(del func(key, value string) bool) IRI {
	return IRI{i.u.WithoutQueryParamFunc(del)}
}

// JoinPath returns i with the elements joined to its ipath: see [uri.URI.JoinPath]. Characters outside ASCII are
// written as by [EncodeText]. It also allocates the elements that it encodes.
func (i IRI) JoinPath(elem ...string) (IRI, error) {
	encoded := make([]string, len(elem))
	for k, e := range elem {
		encoded[k] = withCharacters(uri.EncodeRaw(uri.PlacePath, e), false)
	}
	u, err := inside.JoinPath(i.u, encoded)
	return IRI{u}, err
}
