package reference

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
)

// A Known is a text that is known to be a reference, and its ranges. Package uri takes it as the proof that the text need
// not be scanned: other modules can make only the zero Known, which is the empty reference.
type Known struct {
	text   string
	ranges fsm.Ranges
}

// KnownAs returns the Known of the text s with the ranges r.
func KnownAs(s string, r *fsm.Ranges) Known { return Known{s, *r} }

// Text returns the text of k and its ranges.
func (k *Known) Text() (string, *fsm.Ranges) { return k.text, &k.ranges }

// Split sets r to the ranges of s, which is known to be a URI-reference or an IRI-reference. It finds the delimiters as
// the regular expression of RFC 3986, Appendix B, does, and those of the authority as section 3.2 does. This needs no
// grammar. Every text has such ranges, but they mean nothing if the text is not a reference.
//
//	^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
func Split(s string, r *fsm.Ranges) {
	o := ranges.Of((*ranges.Opaque)(r))
	*o = ranges.Offsets{End: uint32(len(s)), QueryEnd: uint32(endAt(s, '#'))}
	o.PathEnd = uint32(endAt(s[:o.QueryEnd], '?'))
	rest := s[:o.PathEnd] // scheme, authority and path
	if n := endAt(rest, ':'); 0 < n && n < len(rest) && strings.IndexByte(rest[:n], '/') < 0 {
		o.SchemeEnd = uint32(n)
		o.Path = uint32(n + len(":"))
	}
	if strings.HasPrefix(rest[o.Path:], "//") {
		o.Authority = o.Path + uint32(len("//"))
		o.Path = o.Authority + uint32(endAt(rest[o.Authority:], '/'))
	}
	o.HostEnd = o.Path
	if o.Authority != 0 {
		host, hostEnd := splitAuthority(s[o.Authority:o.Path])
		o.Host, o.HostEnd = o.Authority+uint32(host), o.Authority+uint32(hostEnd)
	}
}

// splitAuthority returns the range of the host in an authority: [ userinfo "@" ] host [ ":" port ].
func splitAuthority(s string) (host, hostEnd int) {
	host = strings.IndexByte(s, '@') + 1
	literal := host + strings.LastIndexByte(s[host:], ']') + 1 // after an IP-literal; a ":" in it is not a delimiter
	return host, literal + endAt(s[literal:], ':')
}

// endAt returns the offset of the first c in s, or len(s).
func endAt(s string, c byte) int {
	if n := strings.IndexByte(s, c); n >= 0 {
		return n
	}
	return len(s)
}
