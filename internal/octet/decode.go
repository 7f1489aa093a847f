package octet

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

// A Fault is a reason why a string cannot be decoded.
type Fault uint8

const (
	NoFault    Fault = iota
	BadPercent       // a "%" without two hex digits after it
	Refused          // a percent-encoded octet that the caller refuses
	BadUTF8          // the decoded text is not UTF-8
)

// A Refusal is a set of percent-encoded octets that decoding rejects: an octet c is rejected if By[c] has a bit of
// Flags. If UTF8 is set, input that does not decode to UTF-8 is rejected as well.
type Refusal struct {
	By    *[256]uint8
	Flags uint8
	UTF8  bool
}

// CheckDecode returns the first fault that makes raw impossible to decode, and its offset in raw:
//
//	Refused     the offset of the "%"
//	BadPercent  the offset of the first byte that is not a hex digit, or len(raw)
//	BadUTF8     the offset of the first bad sequence, if raw has no other fault
func CheckDecode(raw string, r Refusal) (offset int, f Fault) {
	for n := NextPercent(raw, 0); n < len(raw); n = NextPercent(raw, n+len("%41")) {
		switch {
		case !IsEncoded(raw[n:]):
			return SpanOf(raw, n+1, tables.HEXDIG), BadPercent
		case r.By[At(raw, n)]&r.Flags != 0:
			return n, Refused
		}
	}
	if r.UTF8 {
		if n := badUTF8(raw); n < len(raw) {
			return n, BadUTF8
		}
	}
	return 0, NoFault
}

// NextPercent returns the offset of the first "%" at or after n, or len(raw).
func NextPercent(raw string, n int) int {
	if n < len(raw) && raw[n] == '%' { // percent-encodings often follow each other
		return n
	}
	if i := strings.IndexByte(raw[n:], '%'); i >= 0 {
		return n + i
	}
	return len(raw)
}

// RawLen returns the length of the text at the start of raw that decodes to n octets. All percent-encodings in raw must
// be valid.
func RawLen(raw string, n int) (size int) {
	for range n {
		if raw[size] == '%' {
			size += len("XX")
		}
		size++
	}
	return size
}

// HexdigsLen returns the length of two hex digits at the start of s, each percent-encoded or not, or 0 if they are not
// there.
func HexdigsLen(s string) (n int) {
	for range 2 {
		if n == len(s) {
			return 0
		}
		b, size := First(s[n:])
		if !tables.Is(b, tables.HEXDIG) {
			return 0
		}
		n += size
	}
	return n
}

// badUTF8 returns the offset in raw of the first sequence that is not UTF-8 after decoding, or len(raw). All
// percent-encodings in raw must be valid.
func badUTF8(raw string) int {
	for n := 0; n < len(raw); {
		char, octets, size := DecodedRune(raw[n:])
		if char == utf8.RuneError && octets == 1 {
			return n
		}
		n += size
	}
	return len(raw)
}

// Decoded returns raw percent-decoded. A "%" without two hex digits after it stays: "%41%4" becomes "A%4". This is
// "percent-decode" of the URL Standard, section 1.3. If there is no "%", Decoded returns raw itself. Otherwise it makes one
// allocation, unless a "%" stays.
func Decoded(raw string) string {
	percents := strings.Count(raw, "%")
	if percents == 0 {
		return raw
	}
	return Text(AppendLenient(make([]byte, 0, max(len(raw)-percents*len("41"), 0)), raw))
}

// AppendLenient decodes s as [Decoded] does, and appends the result to dst.
func AppendLenient(dst []byte, s string) []byte {
	for s != "" {
		if n := NextPercent(s, 0); n > 0 {
			dst, s = append(dst, s[:n]...), s[n:]
		}
		if s != "" {
			c, size := First(s)
			dst, s = append(dst, c), s[size:]
		}
	}
	return dst
}
