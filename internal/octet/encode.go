package octet

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/urispan/uri/tables"
)

// A Coding percent-encodes the bytes that are not in a set. From the low bits up, the word of a byte holds its one or
// three encoded bytes, flags, and the number of encoded bytes. A byte is encoded without a branch by storing four
// bytes; the next store overwrites the extra ones. A branch would be mispredicted, because no processor can predict
// which bytes must be encoded.
type Coding [256]uint32

const (
	ofPercent    = 1 << 28 // the byte is "%"
	ofHexdig     = 1 << 29 // the byte is a hex digit
	lengthShift  = 30      // the number of encoded bytes, 1 or 3, is in the two bits from here up
	encodedShift = 31      // the upper one of them, which is set if the number is 3
)

// NewCoding returns a Coding that keeps the bytes that satisfy keep and encodes the others.
func NewCoding(keep func(c byte) bool) (t Coding) {
	for i := range t {
		c := byte(i)
		x := '%' | uint32(upperHex[c>>4])<<8 | uint32(upperHex[c&15])<<16 | 3<<lengthShift
		if keep(c) {
			x = uint32(c) | 1<<lengthShift
		}
		if c == '%' {
			x |= ofPercent
		}
		if tables.Is(c, tables.HEXDIG) {
			x |= ofHexdig
		}
		t[i] = x
	}
	return t
}

// Keeps reports whether c is in the set.
func (t *Coding) Keeps(c byte) bool { return t[c]>>encodedShift == 0 }

// AppendText appends text to dst and percent-encodes the bytes that are not in the set. This includes "%" unless it is
// in the set. AppendText allocates only if dst is too small.
func (t *Coding) AppendText(dst []byte, text string) []byte {
	if (cap(dst)-len(dst))/3 < len(text) {
		dst = slices.Grow(dst, t.TextLen(text))
	}
	out := dst[len(dst):cap(dst)] // it is large enough for all of text
	n, size := 0, 0
	if len(text) >= 8+spill {
		n, size = t.encodeText(out, text)
	}
	for ; n < len(text); n++ {
		x := t[text[n]]
		if x>>encodedShift == 0 {
			out[size] = byte(x)
			size++
			continue
		}
		w := out[size : size+3]
		w[0], w[1], w[2] = byte(x), byte(x>>8), byte(x>>16)
		size += 3
	}
	return dst[:len(dst)+size]
}

// AppendRaw is like AppendText, but keeps the percent-encodings that raw already has. The set must have all hex digits,
// and must not have "%".
func (t *Coding) AppendRaw(dst []byte, raw string) []byte {
	if (cap(dst)-len(dst))/3 < len(raw) {
		dst = slices.Grow(dst, t.RawLen(raw))
	}
	n, size := t.encodeRaw(dst[len(dst):cap(dst)], raw)
	dst = dst[:len(dst)+size]
	for n < len(raw) {
		if IsEncoded(raw[n:]) {
			dst = append(dst, raw[n:n+3]...)
			n += 3
			continue
		}
		dst = t.AppendByte(dst, raw[n])
		n++
	}
	return dst
}

// Text returns text encoded as by AppendText. It returns text itself if there is nothing to encode; otherwise it makes
// one allocation.
func (t *Coding) Text(text string) string { return t.encoded(text, t.TextLen(text), false) }

// Raw is like Text, but encodes as AppendRaw does.
func (t *Coding) Raw(raw string) string { return t.encoded(raw, t.RawLen(raw), true) }

// encoded returns s encoded, which is size bytes long. It builds a long result in pieces, because converting bytes on
// the heap to a string would cost a second allocation.
func (t *Coding) encoded(s string, size int, raw bool) string {
	if size == len(s) {
		return s
	}
	if size <= shortLen {
		var short [shortLen]byte
		return string(t.appendAny(short[:0], s, raw))
	}
	var chunk [chunkLen]byte
	var b strings.Builder
	b.Grow(size)
	for s != "" {
		piece, rest := cutPiece(s, chunkLen/3)
		b.Write(t.appendAny(chunk[:0], piece, raw))
		s = rest
	}
	return b.String()
}

func (t *Coding) appendAny(dst []byte, s string, raw bool) []byte {
	if raw {
		return t.AppendRaw(dst, s)
	}
	return t.AppendText(dst, s)
}

const (
	shortLen = 64  // the longest result that is built in one piece
	chunkLen = 768 // the longest piece of other results
)

// cutPiece cuts s after at most n bytes, but not inside a percent-encoding.
func cutPiece(s string, n int) (piece, rest string) {
	switch {
	case len(s) <= n:
		return s, ""
	case s[n-1] == '%':
		n--
	case s[n-2] == '%':
		n -= 2
	}
	return s[:n], s[n:]
}

// AppendByte appends b to dst, percent-encoded if it is not in the set.
func (t *Coding) AppendByte(dst []byte, b byte) []byte {
	if x := t[b]; x>>encodedShift != 0 {
		return append(dst, byte(x), byte(x>>8), byte(x>>16))
	}
	return append(dst, b)
}

// TextLen returns the length of text after encoding.
func (t *Coding) TextLen(text string) int {
	n, i := uint(0), 0
	for ; i <= len(text)-8; i += 8 {
		b := text[i : i+8]
		n += uint(t[b[0]]>>encodedShift + t[b[1]]>>encodedShift + t[b[2]]>>encodedShift + t[b[3]]>>encodedShift +
			t[b[4]]>>encodedShift + t[b[5]]>>encodedShift + t[b[6]]>>encodedShift + t[b[7]]>>encodedShift)
	}
	for ; i < len(text); i++ {
		n += uint(t[text[i]] >> encodedShift)
	}
	return len(text) + 2*int(n)
}

// RawLen returns the length of raw after encoding. The "%" of a percent-encoding that is kept counts as one byte.
func (t *Coding) RawLen(raw string) int {
	n := t.TextLen(raw)
	if n == len(raw) || len(raw) < 3 {
		return n
	}
	x, next, kept := t[raw[0]], t[raw[1]], uint(0)
	for i := 2; i < len(raw); i++ {
		next2 := t[raw[i]]
		kept += uint(x<<1&next&next2&ofHexdig) / ofHexdig
		x, next = next, next2
	}
	return n - 2*int(kept)
}

// encodeText encodes text into out eight bytes at a time. It stops when fewer than spill bytes would follow, or when
// out could be too small. It returns the numbers of bytes read and written. It may change up to spill bytes of out
// after those that it has written; the encoding of the remaining text covers them.
func (t *Coding) encodeText(out []byte, text string) (n, size int) {
	for n <= len(text)-8-spill && size <= len(out)-32 {
		b, w := text[n:n+8], out[size:size+32]
		n += 8
		if (t[b[0]]|t[b[1]]|t[b[2]]|t[b[3]]|t[b[4]]|t[b[5]]|t[b[6]]|t[b[7]])>>encodedShift == 0 {
			copy(w[:8], b)
			size += 8
			continue
		}
		at := put(w, 0, t[b[0]])
		at = put(w, at, t[b[1]])
		at = put(w, at, t[b[2]])
		at = put(w, at, t[b[3]])
		at = put(w, at, t[b[4]])
		at = put(w, at, t[b[5]])
		at = put(w, at, t[b[6]])
		at = put(w, at, t[b[7]])
		size += int(at)
	}
	return n, size
}

// spill is the number of bytes that put may write after the encoded ones.
const spill = 3

// put stores the encoded bytes of x at the offset at, and returns the offset after them.
func put(w []byte, at, x uint32) uint32 {
	binary.LittleEndian.PutUint32(w[at:], x)
	return at + x>>lengthShift
}

// encodeRaw encodes raw like encodeText, but keeps percent-encodings. It reads two bytes ahead of a "%" to recognize
// one.
func (t *Coding) encodeRaw(out []byte, raw string) (n, size int) {
	for n <= len(raw)-8-spill && size <= len(out)-32 {
		b, w := raw[n:n+10], out[size:size+32]
		n += 8
		if (t[b[0]]|t[b[1]]|t[b[2]]|t[b[3]]|t[b[4]]|t[b[5]]|t[b[6]]|t[b[7]])>>encodedShift == 0 {
			copy(w[:8], b[:8])
			size += 8
			continue
		}
		at := putRaw(w, 0, t[b[0]], t[b[1]], t[b[2]])
		at = putRaw(w, at, t[b[1]], t[b[2]], t[b[3]])
		at = putRaw(w, at, t[b[2]], t[b[3]], t[b[4]])
		at = putRaw(w, at, t[b[3]], t[b[4]], t[b[5]])
		at = putRaw(w, at, t[b[4]], t[b[5]], t[b[6]])
		at = putRaw(w, at, t[b[5]], t[b[6]], t[b[7]])
		at = putRaw(w, at, t[b[6]], t[b[7]], t[b[8]])
		at = putRaw(w, at, t[b[7]], t[b[8]], t[b[9]])
		size += int(at)
	}
	return n, size
}

// putRaw is like put, but a "%" with two hex digits after it counts as one byte. next and next2 are the words of the
// two following bytes.
func putRaw(w []byte, at, x, next, next2 uint32) uint32 {
	kept := x << 1 & next & next2 & ofHexdig // x << 1 moves ofPercent to ofHexdig
	binary.LittleEndian.PutUint32(w[at:], x)
	return at + (x-kept<<2)>>lengthShift // subtracting kept<<2 changes a length of 3 to 1
}
