package httpuri

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/textio"
)

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
		return Origin{}, &Error{e.Offset, PartURI, e.Component, ReasonSyntax, e.Reason}
	}
	o, err := OriginOf(u)
	if err != nil {
		return Origin{}, err
	}
	r := u.Ranges()
	if lo, _, ok := r.Userinfo(); ok {
		return Origin{}, refuse(PartURI, ReasonUserinfo, lo, uri.ComponentUserinfo)
	}
	if _, end, _ := r.Authority(); end < len(s) {
		return Origin{}, refuse(PartURI, ReasonNotOrigin, end, componentAt(s[end]))
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
