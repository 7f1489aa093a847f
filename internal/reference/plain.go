package reference

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// Nearly all URIs of the web are in normal form (RFC 3986, section 6.2.2). The checks of this file recognize them quickly,
// and may give up: a reference that they do not recognize may still be in normal form.

// CopyNormal scans s and checks it in one pass. It reports whether s is known to be a URI in normal form that begins with
// "https://", "http://" or "file:///", and if so copies it to dst. Otherwise it writes nothing. It returns false if dst
// is shorter than s.
func CopyNormal(dst []byte, s string) bool {
	front := plainFront(s)
	return front != 0 && len(s) <= len(dst) && uint64(len(s)) <= fsm.MaxLen && simd.CopyPlain(&dst[0], s, front, &plainRules)
}

// IsPlain reports whether s is known to be in normal form. r holds the ranges that fsm.Scan found in s.
func (n *Normalizer) IsPlain(s string, r *fsm.Ranges) bool {
	if n.Query != nil && !n.Query.Leave(s, r) {
		return false
	}
	if front := plainFront(s); front != 0 {
		return simd.CopyPlain(nil, s, front, &plainRules)
	}
	o := ranges.Of((*ranges.Opaque)(r))
	path := s[o.Path:o.PathEnd]
	if o.Authority != 0 {
		// A port may be dropped, an empty path may become "/", and an IPv6 address or "localhost" may change.
		if o.HostEnd != o.Path || path == "" || s[o.Host] == '[' || isFile(s, o) && o.Host != o.HostEnd {
			return false
		}
	} else if path != "" && path[0] == '.' {
		return false
	}
	return strings.IndexByte(s, '%') < 0 && !strings.Contains(path, "/.") && !octet.HasUpper(s[:o.Path])
}

// plainFront returns the number of bytes before the host of a URI that simd.CopyPlain can check, or 0.
func plainFront(s string) (n int) {
	if simd.Available {
		n = schemes.HTTPLen(s)
		if strings.HasPrefix(s, "file:///") {
			n = len("file://")
		}
	}
	return n
}

// plainRules are the rules of simd.CopyPlain: a host without upper-case letters and percent-encodings, and a path, query and
// fragment without percent-encodings.
var plainRules = simd.PlainRules{
	Name: simd.Row(func(c byte) bool { return tables.Is(c, tables.RegNameChars) && octet.Lower(c) == c }),
	Text: simd.Row(func(c byte) bool { return tables.Is(c, tables.QueryChars) }),
}
