package octet

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

// A Fault is a reason why a text cannot be decoded.
type Fault uint8

const (
	NoFault    Fault = iota
	BadPercent       // a "%" without two hex digits after it
	Refused          // a percent-encoded octet that the caller refuses
	BadUTF8          // the decoded text is not UTF-8
)

// A Refusal is a set of percent-encoded octets that decoding rejects: an octet c is rejected if By[c] has a bit of
// Flags. If UTF8 is set, a text that does not decode to UTF-8 is rejected as well.
type Refusal struct {
	By    *[256]uint8
	Flags uint8
	UTF8  bool
}

// accepts reports whether the two bytes are the hex digits of an octet that is not in r.
func (r *Refusal) accepts(high, low byte) bool {
	h, l := hexValues[high], hexValues[low]
	return (h|l)&noHexdig|r.By[h<<4|l]&r.Flags == 0
}

// CheckDecode returns the offset and the kind of the first fault that makes raw impossible to decode. For Refused, the
// offset is that of the "%". For BadPercent, it is that of the first byte that is not a hex digit, or len(raw). For
// BadUTF8, it is that of the first bad sequence; BadUTF8 is reported only if raw has no other fault.
//
// count is the number of "%" in raw. Every "%" in raw[:begin] must be without a fault; begin may be 0.
func CheckDecode(raw string, count, begin int, r Refusal) (offset int, f Fault) {
	for n := nextPercent(raw, begin, count); n < len(raw); n = nextPercent(raw, n, count) {
		for n+2 < len(raw) && raw[n] == '%' && r.accepts(raw[n+1], raw[n+2]) { // one often follows another
			n += 3
		}
		switch {
		case n == len(raw) || raw[n] != '%':
		case IsEncoded(raw[n:]):
			return n, Refused
		default:
			return notHexdig(raw, n+1), BadPercent
		}
	}
	if r.UTF8 && !decodesToUTF8(raw, count) {
		return badUTF8(raw), BadUTF8
	}
	return 0, NoFault
}

// nextPercent returns the offset of the first "%" at or after n, or len(raw). count is the number of "%" in raw. If
// they are sparse, it searches with strings.IndexByte, otherwise eight bytes at a time.
func nextPercent(raw string, n, count int) int {
	if count <= len(raw)/sparse {
		if run := strings.IndexByte(raw[n:], '%'); run >= 0 {
			return n + run
		}
		return len(raw)
	}
	for ; n <= len(raw)-8; n += 8 {
		if i := Index(Word(raw, n), '%'); i < 8 {
			return n + i
		}
	}
	for n < len(raw) && raw[n] != '%' {
		n++
	}
	return n
}

// sparse is the average distance between percent-encodings above which strings.IndexByte is faster.
const sparse = 48

// decodesToUTF8 reports whether raw is UTF-8 after decoding. raw must have count percent-encodings, all of them valid.
func decodesToUTF8(raw string, count int) bool {
	if count == 0 {
		return utf8.ValidString(raw)
	}
	var chunk [chunkLen]byte
	begun := 0 // the length of an unfinished sequence from the previous piece
	for raw != "" {
		var piece string
		piece, raw = cutPiece(raw, chunkLen-utf8.UTFMax)
		text := AppendDecoded(chunk[:begun], piece, strings.Count(piece, "%"))
		whole := len(text)
		if raw != "" {
			whole = wholeSequences(text)
		}
		if !utf8.Valid(text[:whole]) {
			return false
		}
		begun = copy(chunk[:], text[whole:])
	}
	return true
}

// wholeSequences returns the length of text up to an unfinished sequence at its end.
func wholeSequences(text []byte) int {
	for n := len(text) - 1; n >= 0 && n > len(text)-utf8.UTFMax; n-- {
		if utf8.RuneStart(text[n]) {
			if utf8.FullRune(text[n:]) {
				break
			}
			return n
		}
	}
	return len(text)
}

// AppendDecoded appends the decoded raw to dst. CheckDecode must have found no fault in raw. count is the number of "%"
// in raw. AppendDecoded allocates only if dst is too small for the result.
func AppendDecoded(dst []byte, raw string, count int) []byte {
	begin, end := len(dst), len(dst)+len(raw)-2*count
	dst = slices.Grow(dst, end-begin)[:end]
	n, size := 0, begin
	if count > len(raw)/sparse {
		n, size = decodeDense(dst[begin:], raw)
		size += begin
	}
	for {
		run := strings.IndexByte(raw[n:], '%')
		if run < 0 {
			copy(dst[size:], raw[n:])
			return dst
		}
		size += copy(dst[size:], raw[n:n+run])
		n += run
		dst[size] = At(raw, n)
		n, size = n+3, size+1
	}
}

// Decoded returns the decoded raw. CheckDecode must have found no fault in raw. count is the number of "%" in raw.
// Decoded makes one allocation.
func Decoded(raw string, count int) string {
	if len(raw) <= shortLen {
		var short [shortLen]byte
		return string(AppendDecoded(short[:0], raw, count))
	}
	var chunk [chunkLen]byte
	var b strings.Builder
	b.Grow(len(raw) - 2*count)
	for raw != "" {
		var piece string
		piece, raw = cutPiece(raw, chunkLen)
		b.Write(AppendDecoded(chunk[:0], piece, strings.Count(piece, "%")))
	}
	return b.String()
}

// notHexdig returns the offset of the first byte at or after n that is not a hex digit, or len(s).
func notHexdig(s string, n int) int {
	for n < len(s) && tables.Is(s[n], tables.HEXDIG) {
		n++
	}
	return n
}

// decodeDense decodes raw into out eight bytes at a time, and stops when raw or out has fewer left. It returns the
// numbers of bytes read and written. All percent-encodings must be valid. out must have the length of the result, so
// that decodeDense writes nothing after it.
func decodeDense(out []byte, raw string) (n, size int) {
	for n <= len(raw)-10 && size <= len(out)-8 {
		w := out[size : size+8]
		x := Word(raw, n)
		binary.LittleEndian.PutUint64(w, x)
		run := Index(x, '%')
		if run == 8 {
			n += 8
			size += 8
			continue
		}
		w[run] = At(raw, n+run)
		n += run + 3
		size += run + 1
		// Percent-encodings often follow one another. This loop finds the next one faster than Index does.
		for n <= len(raw)-3 && raw[n] == '%' {
			out[size] = At(raw, n)
			n += 3
			size++
		}
	}
	return n, size
}

// badUTF8 returns the offset in raw of the first sequence that is not UTF-8 after decoding, or len(raw). All
// percent-encodings in raw must be valid.
func badUTF8(raw string) int {
	for n := 0; n < len(raw); {
		var sequence [utf8.UTFMax]byte
		size, ends := 0, [utf8.UTFMax + 1]int{n}
		for size < utf8.UTFMax && ends[size] < len(raw) {
			b, length := First(raw[ends[size]:])
			sequence[size] = b
			ends[size+1] = ends[size] + length
			size++
		}
		char, size := utf8.DecodeRune(sequence[:size])
		if char == utf8.RuneError && size == 1 {
			return n
		}
		n = ends[size]
	}
	return len(raw)
}
