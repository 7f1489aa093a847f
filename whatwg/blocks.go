package whatwg

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
)

// This file recognizes normal URLs of at most one block with the kernels of package fsm and internal/glance. It is
// the vector road of systems that have no simd.Web. A URI by RFC 3986 with the scheme http or https is its own href
// if it has a plain host, no traits (see glance.Traits), and no "'" in its query.

// scanBlock is scanNormal by the kernels Classify and Traits. It never returns notNormal.
func scanBlock(s string, o *ranges.Offsets) verdict {
	authority := schemes.HTTPLen(s)
	if authority == 0 || len(s) > simd.Block {
		return unknown
	}
	var m simd.Bitmaps
	classify(s, &m)
	if bits.TrailingZeros64(m.Dead) != len(s) {
		return unknown
	}
	inside := m.Dead&-m.Dead - 1
	path := authority + bits.TrailingZeros64((m.Delims|m.Dead)>>authority)
	if path >= len(s) || s[path] != '/' || path == authority || host.MayEndInNumber(s[authority:path]) {
		return unknown
	}
	percent := m.Percent & inside
	if percent&(m.Delims<<1|(1<<path-1)) != 0 || traits(s, uint32(path), nil)&^simd.HasPercent != 0 {
		return unknown // a "%" in the host or after a "/", for example
	}
	pathEnd, queryEnd := len(s), len(s)
	if tail := m.Tail & inside; tail != 0 {
		pathEnd, queryEnd = splitTail(s, tail)
	}
	if strings.IndexByte(s[pathEnd:queryEnd], '\'') >= 0 {
		return unknown
	}
	setWeb(o, authority, path, pathEnd, queryEnd, len(s))
	return normal
}

// splitTail returns the ends of path and query. tail is the bitmap of "?" and "#".
func splitTail(s string, tail uint64) (pathEnd, queryEnd int) {
	pathEnd = bits.TrailingZeros64(tail)
	for ; tail != 0; tail &= tail - 1 {
		if i := bits.TrailingZeros64(tail); s[i] == '#' {
			return pathEnd, i
		}
	}
	return pathEnd, len(s)
}
