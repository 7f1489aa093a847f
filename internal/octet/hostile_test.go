package octet_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A sample is a string, and sets of bytes and a refusal that follow from flags.
type sample struct {
	text    string
	keep    set // for the functions that encode text
	keepRaw set // for the functions that encode raw text
	refusal octet.Refusal
}

// A set is a set of bytes that are not encoded, and its Coding.
type set struct {
	has    func(c byte) bool
	coding *octet.Coding
}

func newSet(has func(c byte) bool) set {
	t := octet.NewCoding(has)
	return set{has, &t}
}

// unreserved are the bytes of this rule (RFC 3986, section 2.3).
const unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"

// sets are sets for text. Those for raw text, the first two, have all hex digits and no "%".
var sets = []set{
	newSet(func(c byte) bool { return strings.IndexByte(unreserved, c) >= 0 }),
	newSet(func(c byte) bool { return c != 0 && c != '%' }),
	newSet(func(c byte) bool { return strings.IndexByte(unreserved+"%", c) >= 0 }),
	newSet(func(byte) bool { return false }),
	newSet(func(byte) bool { return true }),
}

// refused assigns flag 1 to "/" and "A", and flag 2 to control characters.
var refused = func() (by [256]uint8) {
	for c := range by {
		switch {
		case c == '/' || c == 'A':
			by[c] = 1
		case c < 0x20:
			by[c] = 2
		}
	}
	return by
}()

func newSample(a, _ string, flags uint8) *sample {
	x := &sample{
		text: a, keep: sets[int(flags)%len(sets)], keepRaw: sets[flags&1],
		refusal: octet.Refusal{By: &refused, Flags: flags >> 3 & 3, UTF8: flags&1 != 0},
	}
	return x
}

// same returns the outcome of a function that should return want.
func same[T comparable](got, want T) (o hostile.Outcome) {
	if got != want {
		o.Err = fmt.Errorf("%w: %#v, want %#v", hostile.ErrBroken, got, want)
	}
	return o
}

// appended returns the result of a function that should append want.
func appended(dst, got []byte, want string) ([]byte, error) {
	if string(got[len(dst):]) != want {
		return got, fmt.Errorf("%w: appends %q, want %q", hostile.ErrBroken, got[len(dst):], want)
	}
	return got, nil
}

// pctEncodings maps each octet to its percent-encoding (RFC 3986, section 2.1).
var pctEncodings = func() (all [256]string) {
	for c := range all {
		all[c] = fmt.Sprintf("%%%02X", c)
	}
	return all
}()

// encoded returns text with the bytes percent-encoded that are not in the set.
func (s set) encoded(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, c := range []byte(text) {
		if s.has(c) {
			b.WriteByte(c)
		} else {
			b.WriteString(pctEncodings[c])
		}
	}
	return b.String()
}

// encodedRaw returns raw with the bytes percent-encoded that are not in the set. It keeps percent-encodings.
func (s set) encodedRaw(raw string) string {
	var b strings.Builder
	for n := 0; n < len(raw); n++ {
		if isEncoded(raw[n:]) {
			b.WriteString(raw[n : n+3])
			n += 2
		} else {
			b.WriteString(s.encoded(raw[n : n+1]))
		}
	}
	return b.String()
}

func isHexdig(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

func isEncoded(s string) bool { return len(s) >= 3 && s[0] == '%' && isHexdig(s[1]) && isHexdig(s[2]) }

// checked is CheckDecode, byte by byte.
func checked(raw string, r octet.Refusal) (offset int, f octet.Fault) {
	var text []byte
	var from []int // the offset in raw of each byte of text
	for n := 0; n < len(raw); n++ {
		c := raw[n]
		from = append(from, n)
		if c == '%' {
			digits := 0
			for digits < 2 && n+1+digits < len(raw) && isHexdig(raw[n+1+digits]) {
				digits++
			}
			if digits < 2 {
				return n + 1 + digits, octet.BadPercent
			}
			value, _ := strconv.ParseUint(raw[n+1:n+3], 16, 8)
			if c = byte(value); r.By[c]&r.Flags != 0 {
				return n, octet.Refused
			}
			n += 2
		}
		text = append(text, c)
	}
	for n := 0; r.UTF8 && n < len(text); {
		char, size := utf8.DecodeRune(text[n:])
		if char == utf8.RuneError && size == 1 {
			return from[n], octet.BadUTF8
		}
		n += size
	}
	return 0, octet.NoFault
}

// lenient is the percent-decode of the URL Standard, section 1.3, step by step.
func lenient(s string) string {
	var output []byte
	for n := 0; n < len(s); n++ {
		if isEncoded(s[n:]) {
			value, _ := strconv.ParseUint(s[n+1:n+3], 16, 8)
			output = append(output, byte(value))
			n += 2
			continue
		}
		output = append(output, s[n])
	}
	return string(output)
}

// eachWord compares the results of two functions for every eight bytes of the text.
func eachWord[T comparable](got func(w uint64) T, want func(eight []byte) T) func(x *sample) hostile.Outcome {
	return func(x *sample) (o hostile.Outcome) {
		text := []byte(x.text)
		for i := 0; i+8 <= len(text) && o.Err == nil; i++ {
			o = same(got(octet.Word(text, i)), want(text[i:i+8]))
		}
		return o
	}
}

// eachByte compares the results of two functions for every byte of the text.
func eachByte[T comparable](got, want func(c byte) T) func(x *sample) hostile.Outcome {
	return func(x *sample) (o hostile.Outcome) {
		for i := 0; i < len(x.text) && o.Err == nil; i++ {
			o = same(got(x.text[i]), want(x.text[i]))
		}
		return o
	}
}

// eachOffset compares the results of two functions for every suffix of the text.
func eachOffset[T comparable](got, want func(s string) T) func(x *sample) hostile.Outcome {
	return func(x *sample) (o hostile.Outcome) {
		for i := 0; i < len(x.text) && o.Err == nil; i++ {
			o = same(got(x.text[i:]), want(x.text[i:]))
		}
		return o
	}
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// marked returns a function that maps bytes in the set to 0x80 and all other bytes to 0.
func marked(is func(c byte) bool) func(eight []byte) uint64 {
	return func(eight []byte) (w uint64) {
		for i, c := range eight {
			if is(c) {
				w |= 0x80 << (8 * i)
			}
		}
		return w
	}
}

// lowered returns s with its ASCII letters in lower case.
func lowered(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lower(c)
	}
	return string(b)
}

// A decoded is an octet and the number of bytes that encode it.
type decoded struct {
	b    byte
	size int
}

// byteSets compares two sets, of the bytes of the text and of the bytes that are not encoded, with maps.
func byteSets(x *sample) (o hostile.Outcome) {
	var a, b octet.ByteSet
	inA := map[byte]bool{}
	for _, c := range []byte(x.text) {
		a.Add(c)
		inA[c] = true
	}
	for c := range 256 {
		if x.keep.has(byte(c)) {
			b.Add(byte(c))
		}
	}
	union, both, minus := a.Union(b), a.Intersection(b), a.Minus(b)
	for c := 0; c < 256 && o.Err == nil; c++ {
		c, inB := byte(c), x.keep.has(byte(c))
		got := [5]bool{a.Has(c), union.Has(c), both.Has(c), minus.Has(c), a.IsEmpty()}
		o = same(got, [5]bool{inA[c], inA[c] || inB, inA[c] && inB, inA[c] && !inB, x.text == ""})
	}
	return o
}

var calls = hostile.Calls[*sample]{
	"ByteSet.Add": byteSets, "ByteSet.Has": byteSets, "ByteSet.IsEmpty": byteSets,
	"ByteSet.Union": byteSets, "ByteSet.Intersection": byteSets, "ByteSet.Minus": byteSets,

	"Lower": eachByte(octet.Lower, lower),
	"ToLower": func(x *sample) hostile.Outcome {
		got := []byte(x.text)
		octet.ToLower(got)
		return same(string(got), lowered(x.text))
	},
	"AppendLower": hostile.Appending(func(x *sample, dst []byte) ([]byte, error) {
		return appended(dst, octet.AppendLower(dst, x.text), lowered(x.text))
	}),
	"EqualFold": func(x *sample) hostile.Outcome {
		text, low := x.text, lowered(x.text)
		return same([4]bool{
			octet.EqualFold(text, low), octet.EqualFold([]byte(text), low), octet.EqualFold(text, low+"a"), octet.EqualFold("a"+text, low),
		}, [4]bool{true, true, false, lowered("a"+text) == low})
	},
	"HasPrefixFold": func(x *sample) hostile.Outcome {
		text, low := x.text, lowered(x.text)
		return same([5]bool{
			octet.HasPrefixFold(text, low), octet.HasPrefixFold([]byte(text+"A"), low), octet.HasPrefixFold(text, low+"a"),
			octet.HasPrefixFold("A"+text, low), octet.HasPrefixFold(text, "a"),
		}, [5]bool{true, true, false, strings.HasPrefix("a"+low, low), strings.HasPrefix(low, "a")})
	},
	"Plain":     eachByte(octet.Plain, func(c byte) string { return string([]byte{c}) }),
	"Encoded":   eachByte(octet.Encoded, func(c byte) string { return pctEncodings[c] }),
	"IsEncoded": eachOffset(octet.IsEncoded, isEncoded),
	"NextPercent": func(x *sample) (o hostile.Outcome) {
		for i := 0; i <= len(x.text) && o.Err == nil; i++ { // from 0, and from after each "%"
			before, _, _ := strings.Cut(x.text[i:], "%")
			o = same(octet.NextPercent(x.text, i), i+len(before))
			i += len(before)
		}
		return o
	},
	"At": func(x *sample) (o hostile.Outcome) {
		for i := 0; i < len(x.text) && o.Err == nil; i++ {
			if isEncoded(x.text[i:]) {
				want, _ := strconv.ParseUint(x.text[i+1:i+3], 16, 8)
				o = same(octet.At(x.text, i), byte(want))
			}
		}
		return o
	},
	"First": eachOffset(func(s string) decoded {
		b, size := octet.First(s)
		return decoded{b, size}
	}, func(s string) decoded {
		if text, err := url.PathUnescape(s[:min(len(s), 3)]); err == nil && s[0] == '%' {
			return decoded{text[0], 3}
		}
		return decoded{s[0], 1}
	}),

	"HexValue": eachByte(func(c byte) byte {
		if !isHexdig(c) {
			return 0
		}
		return octet.HexValue(c)
	}, func(c byte) byte {
		value, _ := strconv.ParseUint(string(rune(c)), 16, 8) // 0 if c is not a hex digit
		return byte(value)
	}),
	"Bytes": func(x *sample) hostile.Outcome { return same(string(octet.Bytes(x.text)), x.text) },
	"Text":  func(x *sample) hostile.Outcome { return same(octet.Text([]byte(x.text)), x.text) },
	"TextFor": hostile.Appending(func(x *sample, dst []byte) ([]byte, error) {
		return appended(dst, append(dst, octet.TextFor(dst, []byte(x.text))...), x.text)
	}),
	"FirstRune": func(x *sample) (o hostile.Outcome) {
		for i := 0; i < len(x.text) && o.Err == nil; {
			char, size := octet.FirstRune(x.text[i:])
			if size < 1 || size > len(x.text)-i || char != x.text[i:i+size] && (char != "\uFFFD" || size > 3) {
				o.Err = fmt.Errorf("%w: %q, %d", hostile.ErrBroken, char, size)
				break
			}
			i += size
		}
		return o
	},
	"DecodedRune": func(x *sample) (o hostile.Outcome) {
		for i := 0; i < len(x.text) && o.Err == nil; i++ {
			var raw string
			var ends []int
			for j, c := range []byte(x.text[i:min(len(x.text), i+utf8.UTFMax)]) {
				if (i+j)%3 != 0 && (c != '%' || j > 0) {
					raw += string([]byte{c})
				} else {
					raw += octet.Encoded(c)
				}
				ends = append(ends, len(raw))
			}
			r, octets, size := octet.DecodedRune(raw)
			want, wantOctets := utf8.DecodeRuneInString(x.text[i:])
			o = same([3]int{int(r), octets, size}, [3]int{int(want), wantOctets, ends[wantOctets-1]})
		}
		return o
	},
	"SpanOf": func(x *sample) hostile.Outcome {
		n := len(x.text) / 2
		rest := strings.TrimLeft(x.text[n:], "0123456789")
		return same(octet.SpanOf(x.text, n, tables.DIGIT), len(x.text)-len(rest))
	},
	"Next": func(x *sample) hostile.Outcome {
		n := len(x.text) / 2
		before, _, _ := strings.Cut(strings.ReplaceAll(x.text[n:], "?", "/"), "/")
		return same(octet.Next(x.text, n, "/?"), n+len(before))
	},
	"RawLen": func(x *sample) (o hostile.Outcome) {
		raw := octet.Encoded('%') + strings.ReplaceAll(x.text, "%", "%25")
		return same(octet.RawLen(raw+"%", len(x.text)+1), len(raw))
	},
	"HexdigsLen": func(x *sample) (o hostile.Outcome) {
		want := 0
		for range 2 {
			rest := x.text[want:]
			digit, size := rest[:min(1, len(rest))], 1
			if isEncoded(rest) {
				digit, size = string(octet.AppendLenient(nil, rest[:3])), 3
			}
			if digit == "" || !strings.Contains("0123456789abcdefABCDEF", digit) {
				return same(octet.HexdigsLen(x.text), 0)
			}
			want += size
		}
		return same(octet.HexdigsLen(x.text), want)
	},
	"HasUpper": func(x *sample) hostile.Outcome {
		return same(octet.HasUpper(x.text), strings.ContainsAny(x.text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	},
	"IsASCII": func(x *sample) hostile.Outcome {
		isASCII := strings.IndexFunc(x.text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
		return same(octet.IsASCII(x.text), isASCII)
	},
	"Uint16": func(x *sample) hostile.Outcome {
		rest := strings.TrimLeft(x.text, "0")
		digits := min(5, len(rest)-len(strings.TrimLeft(rest, "0123456789")))
		want, err := strconv.ParseUint(rest[:digits], 10, 16)
		if digits == 5 && err != nil { // larger than 65535
			digits--
			want, _ = strconv.ParseUint(rest[:digits], 10, 16)
		}
		if digits == 0 {
			want = 0
		}
		value, n := octet.Uint16(x.text)
		return same([2]uint64{uint64(value), uint64(n)}, [2]uint64{want, uint64(len(x.text) - len(rest) + digits)})
	},
	"Keys.Match": func(x *sample) hostile.Outcome {
		text, err := url.PathUnescape(x.text)
		var keys octet.Keys
		if err != nil || strings.Contains(x.text, "=") {
			return hostile.Outcome{Text: fmt.Sprint(keys.Match(x.text, text))}
		}
		return same(keys.Match(x.text, text), true)
	},
	"Keys.HasPrefix": func(x *sample) hostile.Outcome {
		var keys octet.Keys
		text := string(keys.AppendText(nil, x.text))
		half := keys.HasPrefix(x.text, text[:len(text)/2])
		return same([3]bool{half, keys.HasPrefix(x.text, text), keys.HasPrefix(x.text, text+"a")}, [3]bool{true, true, false})
	},
	"Keys.AppendText": hostile.Appending(func(x *sample, dst []byte) ([]byte, error) {
		var keys octet.Keys
		got := keys.AppendText(dst, x.text)
		key, _, _ := strings.Cut(x.text, "=")
		if want, err := url.PathUnescape(key); err == nil {
			return appended(dst, got, want)
		}
		return got, nil
	}),
	"Keys.Compare": func(x *sample) hostile.Outcome {
		var keys octet.Keys
		return same(keys.Compare(x.text, "a")+keys.Compare("a", x.text), 0)
	},

	"Word": func(x *sample) (o hostile.Outcome) {
		for i := 0; i+8 <= len(x.text) && o.Err == nil; i++ {
			o = same(octet.Word(x.text, i), binary.LittleEndian.Uint64([]byte(x.text[i:])))
		}
		return o
	},
	"Short": func(x *sample) (o hostile.Outcome) {
		for i := 0; i < len(x.text) && o.Err == nil; i++ {
			for n := range min(8, len(x.text)-i) {
				var eight [8]byte
				copy(eight[:], x.text[i:i+n])
				o = same(octet.Short(x.text[i:i+n]), binary.LittleEndian.Uint64(eight[:]))
			}
		}
		return o
	},
	"Set": eachWord(octet.Set, marked(func(c byte) bool { return c != 0 })),
	"Index": eachWord(func(w uint64) int { return octet.Index(w, '%') }, func(eight []byte) int {
		if i := bytes.IndexByte(eight, '%'); i >= 0 {
			return i
		}
		return 8
	}),

	"NewCoding": func(x *sample) hostile.Outcome {
		t := octet.NewCoding(x.keep.has)
		return same(t, *x.keep.coding)
	},
	"Coding.Text": func(x *sample) hostile.Outcome {
		return same(x.keep.coding.Text(x.text), x.keep.encoded(x.text))
	},
	"Coding.TextLen": func(x *sample) hostile.Outcome {
		return same(x.keep.coding.TextLen(x.text), len(x.keep.encoded(x.text)))
	},
	"Coding.AppendText": hostile.Appending(func(x *sample, dst []byte) ([]byte, error) {
		return appended(dst, x.keep.coding.AppendText(dst, x.text), x.keep.encoded(x.text))
	}),
	"Coding.AppendByte": hostile.Appending(func(x *sample, dst []byte) ([]byte, error) {
		c := append([]byte(x.text), 0)[0]
		return appended(dst, x.keep.coding.AppendByte(dst, c), x.keep.encoded(string([]byte{c})))
	}),
	"Coding.Keeps": func(x *sample) hostile.Outcome {
		return eachByte(x.keep.coding.Keeps, x.keep.has)(x)
	},
	"Coding.Raw": func(x *sample) hostile.Outcome {
		return same(x.keepRaw.coding.Raw(x.text), x.keepRaw.encodedRaw(x.text))
	},
	"Coding.AppendRaw": hostile.Appending(func(x *sample, dst []byte) ([]byte, error) {
		return appended(dst, x.keepRaw.coding.AppendRaw(dst, x.text), x.keepRaw.encodedRaw(x.text))
	}),

	"CheckDecode": func(x *sample) hostile.Outcome {
		wantOffset, wantFault := checked(x.text, x.refusal)
		offset, fault := octet.CheckDecode(x.text, x.refusal)
		return same([2]int{offset, int(fault)}, [2]int{wantOffset, int(wantFault)})
	},
	"AppendLenient": hostile.Appending(func(x *sample, dst []byte) ([]byte, error) {
		return appended(dst, octet.AppendLenient(dst, x.text), lenient(x.text))
	}),
	"Decoded": func(x *sample) hostile.Outcome { return same(octet.Decoded(x.text), lenient(x.text)) },
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{""}, {"%"}, {"%4"}, {"%41"}, {"%4g"}, {"%%41"}, {"a%2fB%2Fc%41"}, {"HTTP://Example.COM/%7Ea b/"}, {"%C3%A9%ff"},
	{"@[`{AZaz\x00\x7f\x80\xc1\xda\xff"}, {"%E2%82%AC\u20ac%e2%82"}, {"12345%41%42%4349012%"}, {"%00%1f \t"},
	{strings.Repeat("a", 60) + "%41" + strings.Repeat("b", 800) + "%"}, {strings.Repeat("%e2%82%AC", 300)},
}

// shapes are inputs that grow. Some of them cannot be decoded.
var shapes = []hostile.Shape{
	{"", "a", ""}, {"", "A", ""}, {"", "%41", ""}, {"", "%", ""}, {"", "%4", ""}, {"", "%zz", ""}, {"", "%%41", ""},
	{"", "abcdefg%41", ""}, {"", "/", "%2F"}, {"", " ", ""}, {"", "\x00", ""}, {"", "\xff", ""}, {"", "\u20ac", ""},
	{"", "%E2%82%AC", ""}, {"", "%C3", ""}, {"a", "\u00e9", ""}, {"", "a%C3%A9 b", "%"}, {"", "aB.-_~", "%7e"},
}

var suite = hostile.Suite[*sample]{
	New: newSample, OffsetOf: func(error) (int, bool) { return 0, false }, Calls: calls, Seeds: seeds, Shapes: shapes,
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
