package guard

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/schemes"
)

// This file inspects short references, such as "../g?y#s". It reads each byte once and finds all hazards in bitmaps,
// instead of searching the text for one hazard after the other.

// References of fewer than shortLen bytes are short.
const shortLen = 16

// inspectShort returns the hazards in s, a reference of fewer than shortLen bytes. It leaves references with an
// authority, or with a byte of "%&'" before the fragment, to inspect.
func inspectShort(s string, r *fsm.Ranges) (h Hazards) {
	if _, _, ok := r.Authority(); ok {
		return inspect(s, r, glance.AllParts)
	}
	fields := uint64(0)
	for i := range len(s) {
		fields |= shortMarks[s[i]] << (i & (shortLen - 1))
	}
	lo, hi := r.Path()
	end := len(s) // of path and query
	if fragment, _, ok := r.Fragment(); ok {
		end = fragment - len("#")
		if fragment == len(s) { // net/url drops the "#"
			h |= HazardDiffersInNetURL
		}
	}
	inPath := uint64(1)<<(hi&(shortLen-1)) - uint64(1)<<(lo&(shortLen-1))
	slashes, dots := fields&inPath, fields>>shortLen&inPath
	if slashes&(slashes>>1) != 0 {
		h |= HazardDoubleSlash
	}
	inBoth := uint64(1)<<(end&(shortLen-1)) - 1
	semicolons, others := fields>>(2*shortLen)&inBoth, fields>>(3*shortLen)&inBoth
	if others != 0 {
		return inspect(s, r, glance.AllParts)
	}
	if semicolons != 0 {
		h |= HazardSemicolon
	}
	// A segment begins with the path or after a slash, and ends before a slash or with the path.
	starts, ends := slashes<<1|1<<(lo&(shortLen-1)), slashes|1<<(hi&(shortLen-1))
	hasDots := dots&starts&(ends>>1|dots>>1&(ends>>2)) != 0
	if hasDots {
		h |= HazardDotSegment
	}
	if _, schemeEnd, ok := r.Scheme(); ok {
		isSpecial := schemes.IsSpecial(s[:schemeEnd])
		if isSpecial || hasDots && s[lo] == '/' { // the URL Standard reads an authority, or removes the dot segments
			h |= HazardDiffersInWHATWG
		}
	}
	return h
}

// shortMarks has four fields of shortLen bits for each byte. The lowest bit of each field is set, from the lowest field
// up, for "/", for ".", for ";", and for the bytes of "%&'", which this file does not inspect.
var shortMarks = [256]uint64{
	'/': 1, '.': 1 << shortLen, ';': 1 << (2 * shortLen),
	'%': 1 << (3 * shortLen), '&': 1 << (3 * shortLen), '\'': 1 << (3 * shortLen),
}
