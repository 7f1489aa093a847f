//go:build (amd64 || arm64) && !purego

package fsm

import "math/bits"

// scanOrigin is ScanOrigin for a string or a []byte. What is longer than a block is left to the spans, which go by
// blocks, too.
func scanOrigin(input any, r *Ranges) (n int, ok bool) {
	s, isString := input.(string)
	if !isString {
		s = view(input.([]byte))
	}
	if uint64(len(s))-1 >= min(block, maxVector) || s[0] != '/' {
		return scanOriginPortable(s, r)
	}
	var m bitmaps
	classify(s, &m)
	end := bits.TrailingZeros64(m.dead)
	pathEnd := end
	if m.tail != 0 {
		pathEnd, end = splitOrigin(s, end, m.tail)
	}
	*r = Ranges{pathEnd: uint32(pathEnd), queryEnd: uint32(end), end: uint32(end)}
	return end, end == len(s) && (m.percent == 0 || !insidePercent(s, end))
}

// splitOrigin returns the ends of the path and of the whole, which is dead at the first "#", given where "?", "#" and
// brackets stand.
func splitOrigin(s string, end int, tail uint64) (pathEnd, _ int) {
	pathEnd = end
	for tail &= 1<<end - 1; tail != 0; tail &= tail - 1 {
		i := bits.TrailingZeros64(tail)
		if s[i] == '#' {
			return min(pathEnd, i), i
		}
		pathEnd = min(pathEnd, i)
	}
	return pathEnd, end
}
