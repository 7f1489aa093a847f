package idna

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
)

// The parameters of Punycode (RFC 3492, section 5).
const (
	base        = 36
	tMin        = 1
	tMax        = 26
	skew        = 38
	damp        = 700
	initialBias = 72
	initialN    = utf8.RuneSelf
	maxDelta    = 1<<31 - 1
)

// prefix begins A-labels.
const prefix = "xn--"

// hasPrefix reports whether a label begins with prefix.
func hasPrefix(label []rune) bool {
	return len(label) >= len(prefix) && label[0] == 'x' && label[1] == 'n' && label[2] == '-' && label[3] == '-'
}

// maxPunycode is the largest number of characters that appendPunycode encodes. The numbers of the algorithm fit into 31
// bits then.
const maxPunycode = 1 << positionBits

// positionBits is the number of bits of a position in a label.
const positionBits = 10

// appendPunycode appends the Punycode of a label of at most maxPunycode characters (RFC 3492, section 6.3). buffer is
// memory for as many characters; if it is shorter, appendPunycode allocates.
//
// The RFC reads the whole label once for each distinct character. appendPunycode visits each character once, in the
// order of their insertion by a decoder. The delta needs the number of characters between two places that are inserted
// already: they are counted in a set of bits.
func appendPunycode(dst []byte, label, buffer []rune) []byte {
	var inserted positions
	order, done := buffer[:0], uint32(0) // done is the number of positions in inserted
	for at, r := range label {
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
			inserted.add(at)
			done++
		} else {
			order = append(order, r<<positionBits|rune(at))
		}
	}
	if done > 0 {
		dst = append(dst, '-')
	}
	slices.Sort(order)

	var (
		next  int               // the position after the character before
		last  uint32            // the character before
		carry uint32            // the part of delta that is before the start of the label
		n     uint32 = initialN // the smallest character that can follow
		bias  uint32 = initialBias
	)
	for i, x := range order {
		r, at := uint32(x>>positionBits), int(x%maxPunycode)
		var delta uint32
		if r == last {
			delta = inserted.count(next, at)
		} else {
			if i > 0 {
				carry, n = inserted.count(next, len(label))+1, last+1
			}
			delta = carry + (r-n)*(done+1) + inserted.count(0, at)
		}
		dst = appendVariable(dst, delta, bias)
		done++
		bias = adapt(delta, done, i == 0)
		inserted.add(at)
		last, next = r, at+1
	}
	return dst
}

// positions is a set of positions in a label.
type positions [1 << positionBits / 64]uint64

func (p *positions) add(at int) { p[at/64%len(p)] |= 1 << (at % 64) }

// count returns the number of positions in the set that are at least lo and less than hi.
func (p *positions) count(lo, hi int) (n uint32) {
	for ; lo < hi; lo = lo&^63 + 64 {
		n += ones(p[lo/64%len(p)], lo%64, min(lo%64+hi-lo, 64))
	}
	return n
}

// ones returns the number of one bits of word from bit lo to bit hi-1.
func ones(word uint64, lo, hi int) uint32 {
	return uint32(bits.OnesCount64(word >> uint(lo) & (1<<uint(hi-lo) - 1)))
}

// appendVariable appends delta as a generalized variable-length integer (section 3.3).
func appendVariable(dst []byte, delta, bias uint32) []byte {
	for k := uint32(base); ; k += base {
		t := threshold(k, bias)
		if delta < t {
			return append(dst, digits[delta])
		}
		q := (delta - t) / (base - t)
		dst = append(dst, digits[delta-q*(base-t)])
		delta = q
	}
}

const digits = "abcdefghijklmnopqrstuvwxyz0123456789"

// threshold returns k - bias, but at least tMin and at most tMax.
func threshold(k, bias uint32) uint32 {
	switch {
	case k <= bias+tMin:
		return tMin
	case k >= bias+tMax:
		return tMax
	}
	return k - bias
}

// adapt returns the bias after a delta that makes the label size characters long (section 6.1).
func adapt(delta, size uint32, first bool) uint32 {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / size
	k := uint32(0)
	for ; delta > (base-tMin)*tMax/2; k += base {
		delta /= base - tMin
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}

// decodePunycode appends the characters that Punycode in lower case encodes to an empty label (section 6.2). It returns
// an error if they are more than limit, which bounds the quadratic time of inserting them.
func decodePunycode(label []rune, text []byte, limit int) ([]rune, error) {
	basic := 0
	for i, b := range text {
		if b == '-' {
			basic = i
		}
	}
	if basic > limit {
		return label, errLongULabel
	}
	for _, b := range text[:basic] {
		label = append(label, rune(b))
	}
	if basic > 0 {
		text = text[basic+1:]
	}
	n, at, bias := rune(initialN), uint64(0), uint32(initialBias)
	for len(text) > 0 {
		delta, size := variable(text, bias)
		if size == 0 {
			return label, errPunycode
		}
		text = text[size:]
		at += delta
		count := uint64(len(label)) + 1
		n += rune(min(at/count, utf8.MaxRune+1))
		if at %= count; !utf8.ValidRune(n) {
			return label, errPunycode
		}
		if len(label) == limit {
			return label, errLongULabel
		}
		label = slices.Insert(label, int(at), n)
		bias = adapt(uint32(delta), uint32(len(label)), len(label) == basic+1)
		at++
	}
	return label, nil
}

// variable returns the generalized variable-length integer at the start of text, and its length. If the integer is
// missing or too large, the length is 0.
func variable(text []byte, bias uint32) (delta uint64, size int) {
	weight := uint64(1)
	for i, b := range text {
		var digit uint32
		switch {
		case 'a' <= b && b <= 'z':
			digit = uint32(b - 'a')
		case '0' <= b && b <= '9':
			digit = uint32(b-'0') + 26
		default:
			return 0, 0
		}
		t := threshold(base*uint32(i+1), bias)
		if delta += uint64(digit) * weight; delta > maxDelta {
			return 0, 0
		}
		if digit < t {
			return delta, i + 1
		}
		weight *= uint64(base - t)
	}
	return 0, 0
}

// DecodeALabel returns the Unicode text of an A-label, without checking whether IDNA allows it. ok is false if the
// Punycode is wrong, or if label has more than [host.MaxLabel] bytes. A label that does not begin with "xn--" is
// returned in lower case.
func DecodeALabel(label string) (text string, ok bool) {
	if len(label) > host.MaxLabel {
		return "", false
	}
	text = strings.ToLower(label)
	code, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return text, true
	}
	var buffer [host.MaxLabel]rune
	chars, err := decodePunycode(buffer[:0], []byte(code), len(buffer))
	text = string(chars)
	return text, err == nil && (text == "" || !octet.IsASCII(text))
}
