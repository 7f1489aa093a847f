package octet

import "slices"

// A Coding percent-encodes the bytes that are not in a set. It maps each byte to whether it is in the set.
type Coding [256]bool

// NewCoding returns a Coding that keeps the bytes that satisfy keep and encodes all other bytes.
func NewCoding(keep func(c byte) bool) (t Coding) {
	for c := range t {
		t[c] = keep(byte(c))
	}
	return t
}

// Keeps reports whether c is in the set.
func (t *Coding) Keeps(c byte) bool { return t[c] }

// AppendText appends text to dst and percent-encodes the bytes that are not in the set. This includes "%" unless it is
// in the set. AppendText allocates only if dst is too small.
func (t *Coding) AppendText(dst []byte, text string) []byte { return t.append(dst, text, false) }

// AppendRaw is like AppendText, but keeps the percent-encodings that raw already has. The set must have all hex digits,
// and must not have "%".
func (t *Coding) AppendRaw(dst []byte, raw string) []byte { return t.append(dst, raw, true) }

func (t *Coding) append(dst []byte, s string, raw bool) []byte {
	if (cap(dst)-len(dst))/3 < len(s) {
		dst = slices.Grow(dst, t.size(s, raw))
	}
	return t.write(dst, s, raw)
}

// write appends s encoded to dst, which must be large enough.
func (t *Coding) write(dst []byte, s string, raw bool) []byte {
	plain := 0
	for plain < len(s) && t[s[plain]] {
		plain++
	}
	dst = append(dst, s[:plain]...)
	out, size := dst[len(dst):cap(dst)], 0
	for i := plain; i < len(s); i++ {
		c := s[i]
		if t[c] || raw && IsEncoded(s[i:]) {
			out[size] = c
			size++
			continue
		}
		w := out[size : size+3]
		w[0], w[1], w[2] = '%', upperHex[c>>4], upperHex[c&15]
		size += 3
	}
	return dst[:len(dst)+size]
}

// TextLen returns the length of text after encoding.
func (t *Coding) TextLen(text string) int { return t.size(text, false) }

// size returns the length of s after encoding.
func (t *Coding) size(s string, raw bool) int {
	n := len(s)
	for i := range len(s) {
		if !t[s[i]] && !(raw && IsEncoded(s[i:])) {
			n += len("41")
		}
	}
	return n
}

// Text encodes text as AppendText does. It returns text itself if there is nothing to encode; otherwise it makes one
// allocation.
func (t *Coding) Text(text string) string { return t.encoded(text, false) }

// Raw is like Text, but encodes as AppendRaw does.
func (t *Coding) Raw(raw string) string { return t.encoded(raw, true) }

func (t *Coding) encoded(s string, raw bool) string {
	size := t.size(s, raw)
	if size == len(s) {
		return s
	}
	return Text(t.write(make([]byte, 0, size), s, raw))
}

// AppendByte appends b to dst, percent-encoded if it is not in the set.
func (t *Coding) AppendByte(dst []byte, b byte) []byte {
	if t[b] {
		return append(dst, b)
	}
	return append(dst, '%', upperHex[b>>4], upperHex[b&15])
}
