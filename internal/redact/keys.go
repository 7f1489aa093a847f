package redact

import (
	"math"
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Keys are names with secret values. They are compared after decoding and without regard to the case of ASCII letters,
// and to "_" and "-". A "*" at the start or the end of a name stands for any text.
type Keys struct {
	names []string
	ends  bitmap     // of the last two bytes of the names, by hashOf
	last  [32]uint64 // bit i%64 of last[c%32] is set if name i may end with the byte c
}

// A bitmap is a set of hashes.
type bitmap [16]uint64

func (b *bitmap) add(hash uint) { b[hash>>6&15] |= 1 << (hash & 63) }

func (b *bitmap) has(hash uint) bool { return b[hash>>6&15]>>(hash&63)&1 != 0 }

// hashOf returns a hash of two bytes, without regard to case.
func hashOf(c, d byte) uint { return uint(c|0x20)*23 + uint(d|0x20)*311 }

// NewKeys returns the keys with the names, and retains the slice. It takes a few nanoseconds for each name, so that it
// can be called for each text.
func NewKeys(names []string) Keys {
	k := Keys{names: names}
	for i, name := range names {
		bit := uint64(1) << (i & 63)
		switch n := len(name); {
		case n == 0:
		case n > 1 && isAlnum(rune(name[n-2])) && isAlnum(rune(name[n-1])):
			k.ends.add(hashOf(name[n-2], name[n-1]))
			k.last[name[n-1]&31] |= bit
		default: // any key may be one of these
			for c := range k.last {
				k.last[c] |= bit
				k.ends[c&15] = math.MaxUint64
			}
		}
	}
	return k
}

// CanMatch reports whether a name of Keys can match a key: it has another character than "*", "_" and "-", or is "*", and
// it is not too long.
func CanMatch(name string) bool {
	text := strings.Trim(name, "*_-")
	return name == "*" || text != "" && len(folded([]byte(text))) <= longestKey
}

// endsAt reports whether a key may end before the "=" at n. It compares the last two letters or digits, because a raw
// key may have other characters between and after them: user[pass_word].
func (k *Keys) endsAt(text string, n int) bool {
	d, at := lastAlnum(text, n)
	c, _ := lastAlnum(text, at)
	rest := text[min(at+1, n):n]
	return k.ends.has(hashOf(c, d)) || rest == "]" || rest == "%5D" // the key may be before the bracket
}

// lastAlnum returns the last letter or digit before n, raw or percent-encoded, and its offset. It returns 0 if there is
// none after the last "=".
func lastAlnum(text string, n int) (c byte, at int) {
	for n > 0 {
		n--
		if c = text[n]; n >= 2 && text[n-2] == '%' && octet.IsEncoded(text[n-2:]) {
			n -= 2
			c = octet.At(text, n)
		}
		if isAlnum(rune(c)) {
			return c, n
		}
		if c == '=' {
			break
		}
	}
	return 0, 0
}

// has reports whether a raw name is one of the keys, or has one as a part: user[password], token[0].
func (k *Keys) has(raw string) bool {
	var buf [longestKey]byte
	raw = raw[max(0, strings.LastIndexByte(raw, '\x1b')):]
	name := octet.Text(folded(octet.Keys{}.AppendText(buf[:0], raw[afterColours(raw, 0):])))
	isKey := k.isName(name)
	for ok := strings.HasSuffix(name, "]"); ok && !isKey; {
		var part string
		part, name, ok = strings.Cut(name, "[")
		isKey = k.isName(strings.TrimSuffix(part, "]"))
	}
	return isKey
}

// isName reports whether a folded name is one of the keys.
func (k *Keys) isName(name string) bool {
	if name == "" {
		return false
	}
	var buf [longestKey]byte
	for found := k.last[name[len(name)-1]&31]; found != 0; found &= found - 1 {
		for i := bits.TrailingZeros64(found); i < len(k.names); i += 64 {
			key := k.names[i]
			if key == "" || len(key) > 2*longestKey || tables.Is(key[0], tables.ALPHA) && octet.Lower(key[0]) != name[0] {
				continue // most keys
			}
			end, isEnd := strings.CutPrefix(key, "*")
			rest, ok := beforeFolded(name, end)
			if key == "*" || ok && (rest == "" || isEnd && rest != name) {
				return true
			}
			if begin, isBegin := strings.CutSuffix(key, "*"); isBegin {
				begin = octet.Text(folded(append(buf[:0], begin...)))
				if begin != "" && strings.HasPrefix(name, begin) {
					return true
				}
			}
		}
	}
	return false
}

// beforeFolded returns the part of a folded name before key, and whether the name ends with key.
func beforeFolded(name, key string) (rest string, ok bool) {
	for i := len(key) - 1; i >= 0; i-- {
		if isFiller(key[i]) {
			continue
		}
		last := len(name) - 1
		if last < 0 || name[last] != foldedByte(key[i]) {
			return "", false
		}
		name = name[:last]
	}
	return name, true
}

// folded returns name, in its place, in lower case, with a space in place of "+", and without "_" and "-".
func folded(name []byte) []byte {
	out := name[:0]
	for _, c := range name {
		if !isFiller(c) {
			out = append(out, foldedByte(c))
		}
	}
	return out
}

// isFiller reports whether names are compared without c.
func isFiller(c byte) bool { return c == '_' || c == '-' }

// foldedByte returns c as names are compared: in lower case, with a space in place of "+".
func foldedByte(c byte) byte {
	if c == '+' {
		return ' '
	}
	return octet.Lower(c)
}

// longestKey is the length in bytes of the longest raw key. A name of more than twice as many bytes matches no key,
// also without its "_" and "-".
const longestKey = 64
