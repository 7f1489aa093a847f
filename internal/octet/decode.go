package octet

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

// A Fault is why a text cannot be decoded.
type Fault uint8

const (
	NoFault    Fault = iota
	BadPercent       // no two hex digits after "%"
	Refused          // a percent-encoded octet that the caller refuses
	BadUTF8          // the decoded text is not UTF-8
)

// A Refusal says which percent-encoded octets are refused: those that have a bit of Flags in By. If UTF8 is set, so is a
// text that is not UTF-8 when it is decoded.
type Refusal struct {
	By    *[256]uint8
	Flags uint8
	UTF8  bool
}

// takes reports whether the two bytes are hex digits of an octet that r does not refuse.
func (r *Refusal) takes(high, low byte) bool {
	h, l := hexValues[high], hexValues[low]
	return (h|l)&noHexdig|r.By[h<<4|l]&r.Flags == 0
}

// CheckDecode returns the number of percent-encodings in raw, or why raw cannot be decoded and where. The offset is
// that of the "%" for Refused; that of the first byte that is not a hex digit, or len(raw), for BadPercent; and that of
// the first bad sequence for BadUTF8. BadUTF8 is reported only if there is no other fault.
func CheckDecode(raw string, r Refusal) (count, offset int, f Fault) {
	count = strings.Count(raw, "%")
	for n := nextPercent(raw, 0, count); n < len(raw); n = nextPercent(raw, n, count) {
		for n+2 < len(raw) && raw[n] == '%' && r.takes(raw[n+1], raw[n+2]) { // one often follows another
			n += 3
		}
		switch {
		case n == len(raw) || raw[n] != '%':
		case IsEncoded(raw[n:]):
			return 0, n, Refused
		default:
			return 0, notHexdig(raw, n+1), BadPercent
		}
	}
	if r.UTF8 && !decodesToUTF8(raw, count) {
		return 0, badUTF8(raw), BadUTF8
	}
	return count, 0, NoFault
}

// nextPercent returns the offset of the first "%" at or after n, or len(raw). If raw has few, which count says, it is
// faster to look for each of them than to look at eight bytes at a time.
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

// sparse is the average distance of percent-encodings from which on it is faster to look for each of them.
const sparse = 48

// decodesToUTF8 reports whether raw, decoded, is UTF-8. It has count percent-encodings, and all are good.
func decodesToUTF8(raw string, count int) bool {
	if count == 0 {
		return utf8.ValidString(raw)
	}
	var chunk [chunkLen]byte
	begun := 0 // the length of a sequence that began in the piece before
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

// wholeSequences returns the length of text without a sequence at its end that may go on after it.
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

// AppendDecoded appends raw decoded to dst, where count is what CheckDecode returned for raw. It allocates only if the
// result has no room in dst.
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

// Decoded returns raw decoded, where count is what CheckDecode returned for raw. It is raw itself if nothing has to be
// decoded; otherwise it costs one allocation.
func Decoded(raw string, count int) string {
	switch {
	case count == 0:
		return raw
	case len(raw) <= shortLen:
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

// notHexdig returns the offset of the first byte at or after n that is no hex digit.
func notHexdig(s string, n int) int {
	for n < len(s) && tables.Is(s[n], tables.HEXDIG) {
		n++
	}
	return n
}

// decodeDense decodes raw into out, eight bytes at a time, as long as raw and out have as many. It returns how many bytes
// it has read and written. All percent-encodings are good, and out is as long as the result, so that nothing is written
// after that.
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
		// Where one is, more often follow: that is cheaper to find so.
		for n <= len(raw)-3 && raw[n] == '%' {
			out[size] = At(raw, n)
			n += 3
			size++
		}
	}
	return n, size
}

// badUTF8 returns the offset in raw at which the first sequence begins that is not UTF-8 when it is decoded. All
// percent-encodings of raw are good.
func badUTF8(raw string) int {
	for n := 0; n < len(raw); {
		var sequence [utf8.UTFMax]byte
		size, ends := 0, [utf8.UTFMax + 1]int{n}
		for size < utf8.UTFMax && ends[size] < len(raw) {
			octet, length := First(raw[ends[size]:])
			sequence[size] = octet
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
