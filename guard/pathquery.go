package guard

import (
	"strings"

	"github.com/urispan/uri/internal/segments"
)

// The hazards of a segments.Cursor have the bits of this package. These arrays do not compile if the bits differ.
var (
	_ [0]struct{} = [HazardDotSegment ^ Hazards(segments.DotSegment)]struct{}{}
	_ [0]struct{} = [HazardSemicolon ^ Hazards(segments.Semicolon)]struct{}{}
	_ [0]struct{} = [HazardEncodedControl ^ Hazards(segments.EncodedControl)]struct{}{}
	_ [0]struct{} = [HazardEncodedSemicolon ^ Hazards(segments.EncodedSemicolon)]struct{}{}
)

// auditPath finds the hazards of a path that is not empty.
func (a *auditor) auditPath(lo, hi int) {
	harmlessEnd := -1 // not computed yet
	for c := segments.NewCursor(a.s[lo:hi]); c.Next(); {
		differs := Hazards(0)
		switch {
		case c.Hazards&segments.EncodedSlash != 0:
			differs = a.encodedSlashDiffers(lo)
		case c.Hazards&segments.Dots != 0 && a.isRemovable(lo, lo+c.Lo, lo+c.Hi, hi):
			if harmlessEnd < 0 {
				harmlessEnd = a.skipHarmlessDots(lo, hi)
			}
			differs = a.dotsDiffer(Hazards(c.Hazards), lo+c.Lo >= harmlessEnd)
		}
		a.note(Hazards(c.Hazards)|differs, lo+c.Lo, lo+c.Hi)
	}
	if lo == 0 && a.s[:hi] == "%2A" {
		a.note(HazardDiffersInNetURL, lo, hi)
	}
}

func (a *auditor) auditQuery(lo, hi int) {
	query := a.s[lo:hi]
	if strings.IndexByte(query, '%') >= 0 || strings.IndexByte(query, ';') >= 0 { // PERF: other queries have no hazard
		a.auditPairs(lo, hi)
	}
	a.repeatedKeys(lo, hi)
	a.compareQuery(lo, hi)
}

// auditPairs finds the hazards of a query with a Cursor.
func (a *auditor) auditPairs(lo, hi int) {
	for c := segments.NewQueryCursor(a.s[lo:hi]); c.Next(); {
		a.note(Hazards(c.Hazards), lo+c.Lo, lo+c.Hi)
	}
}

// encodedSlashDiffers returns the difference that an encoded slash makes in the path that begins at lo. net/url does not
// decode the path of a reference with a scheme and without a "/" at its start.
func (a *auditor) encodedSlashDiffers(lo int) Hazards {
	if _, _, ok := a.r.Scheme(); ok && a.s[lo] != '/' {
		return 0
	}
	return HazardDiffersInNetURL
}

// isRemovable reports whether browsers remove the dot segment s[begin:end] of the path s[lo:hi]: it has no parameters, and
// no separator beside it is encoded. They decode the dots of a segment, but not the separators.
func (a *auditor) isRemovable(lo, begin, end, hi int) bool {
	return (begin == lo || a.s[begin-1] == '/') && (end == hi || a.s[end] == '/') &&
		strings.Trim(a.s[begin:end], ".%2eE") == "" // no parameters
}

// dotsDiffer returns the difference that a dot segment makes that browsers remove. Resolution by RFC 3986 also removes
// the dots of a relative reference unless they are encoded.
func (a *auditor) dotsDiffer(h Hazards, harmful bool) Hazards {
	_, _, hasScheme := a.r.Scheme()
	if h&HazardDotSegment != 0 && hasScheme || h&HazardEncodedDotSegment != 0 && harmful {
		return a.inHierarchy(HazardDiffersInWHATWG)
	}
	return 0
}

// skipHarmlessDots returns the end of the prefix of a path where encoded dot segments make no difference to browsers.
// In a relative reference, both readings of "/a/%2e%2e/../../b" are "/b". RFC 3986 keeps "%2e%2e" as a segment, and
// browsers remove it as "..". So a browser removes at least as many segments as the RFC. If the last ".." leads back to
// the root by the RFC, it does so in a browser.
func (a *auditor) skipHarmlessDots(lo, hi int) (end int) {
	if _, _, ok := a.r.Scheme(); ok || a.s[lo] != '/' {
		return lo
	}
	end = lo
	left := 0 // by RFC 3986, section 5.2.4
	for i := lo + len("/"); i <= hi; {
		segment, _, _ := strings.Cut(a.s[i:hi], "/")
		i += len(segment)
		switch segment {
		case ".":
		case "..":
			if left = max(left-1, 0); left == 0 {
				end = i
			}
		default:
			left++
		}
		i += len("/")
	}
	return end
}
