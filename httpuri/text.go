package httpuri

import (
	"database/sql/driver"
	"errors"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/textio"
)

// AppendText appends [Origin.String] to b and returns the extended slice. The error is always nil. It implements
// [encoding.TextAppender].
func (o Origin) AppendText(b []byte) ([]byte, error) {
	if o.scheme == "" {
		return append(b, nullOrigin...), nil
	}
	return o.append(b), nil
}

// MarshalText returns [Origin.String]. The error is always nil. It implements [encoding.TextMarshaler], so that package
// encoding/json writes an Origin as a string, also as the key of a map.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText sets o to the origin in text, as [OriginOf] returns it: "HTTPS://EXAMPLE.com:443" is
// "https://example.com". For an empty text and for "null", o becomes the zero Origin. It implements
// [encoding.TextUnmarshaler].
//
// On error it does not change o. The error is an [*Error] with PartURI: ReasonSyntax if text is not a URI-reference,
// the reason of OriginOf if that has no origin, ReasonUserinfo, or ReasonNotOrigin if anything follows the authority,
// even a "/".
func (o *Origin) UnmarshalText(text []byte) error { return textio.Set(o, parseOrigin, string(text)) }

func parseOrigin(s string) (Origin, error) {
	if s == "" || s == nullOrigin {
		return Origin{}, nil
	}
	u, err := uri.Parse(s)
	if err != nil {
		e := err.(*uri.Error)
		return Origin{}, Error{e.Offset, PartURI, e.Component, ReasonSyntax, e.Reason}.allocated()
	}
	o, err := OriginOf(u)
	if err != nil {
		return Origin{}, err
	}
	r := u.Ranges()
	if lo, _, ok := r.Userinfo(); ok {
		return Origin{}, Error{Offset: lo, Part: PartURI, Component: uri.ComponentUserinfo, Reason: ReasonUserinfo}.allocated()
	}
	if _, end, _ := r.Authority(); end < len(s) {
		return Origin{}, Error{Offset: end, Part: PartURI, Component: componentAt(s[end]), Reason: ReasonNotOrigin}.allocated()
	}
	return o, nil
}

// componentAt returns the component that begins with c after an authority.
func componentAt(c byte) uri.Component {
	switch c {
	case '?':
		return uri.ComponentQuery
	case '#':
		return uri.ComponentFragment
	}
	return uri.ComponentPath
}

// MarshalBinary returns [Origin.String]. It implements [encoding.BinaryMarshaler] for package encoding/gob.
func (o Origin) MarshalBinary() ([]byte, error) { return o.MarshalText() }

// UnmarshalBinary does what [Origin.UnmarshalText] does. It implements [encoding.BinaryUnmarshaler] for package
// encoding/gob.
func (o *Origin) UnmarshalBinary(text []byte) error { return o.UnmarshalText(text) }

// Value returns [Origin.String]. The error is always nil. It implements [driver.Valuer].
func (o Origin) Value() (driver.Value, error) { return o.String(), nil }

var errScan = errors.New("httpuri: cannot scan into an Origin: want a string or a []byte (for NULL, use sql.Null[httpuri.Origin])")

// Scan does what [Origin.UnmarshalText] does with src, which must be a string or a []byte. Any other src is an error,
// also the nil of a NULL: scan a column that may be NULL into a sql.Null[Origin]. It implements [database/sql.Scanner].
func (o *Origin) Scan(src any) error {
	return textio.Scan(o, parseOrigin, src, errScan)
}
