package uri

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

// A Place is where an encoded text is to stand. It says which bytes can stand there as they are; the others, and they
// alone, are percent-encoded (RFC 3986, sections 2.1 and 2.4). The zero Place is [PlaceUnreserved], which fits wherever
// something can be percent-encoded: that is not in a scheme, an IP-literal or a port. Values without a name are the
// same.
type Place uint8

const (
	PlaceUnreserved     Place = iota // anywhere, even between delimiters of your own: only unreserved stands (2.3)
	PlaceUserinfo                    // a userinfo (3.2.1); for a user's name alone, which a ":" ends, take PlaceRegName
	PlaceRegName                     // a host that is a registered name (3.2.2)
	PlacePath                        // a path: its "/" stand as they are (3.3)
	PlaceSegment                     // a segment of a path: "/" is encoded (3.3)
	PlaceSegmentNoColon              // the first segment of a relative-path reference: "/" and ":" are encoded (4.2)
	PlaceParam                       // a key or value in a segment: "/", ";", "=" and "," are encoded (3.3)
	PlaceQuery                       // a query: its "&", "=" and "+" stand as they are (3.4)
	PlacePair                        // a key or value in a query: "&", ";", "=" and "+" are encoded (3.4)
	PlaceFragment                    // a fragment (3.5)
	numPlaces
)

// places says what can stand in each place as it is: a character class, some bytes more and some fewer.
var places = [numPlaces]struct {
	set        tables.Set
	more, less string
}{
	PlaceUnreserved:     {set: tables.Unreserved},
	PlaceUserinfo:       {set: tables.UserinfoChars},
	PlaceRegName:        {set: tables.RegNameChars},
	PlacePath:           {set: tables.SegmentChars, more: "/"},
	PlaceSegment:        {set: tables.SegmentChars},
	PlaceSegmentNoColon: {set: tables.SegmentNzNcChars},
	PlaceParam:          {set: tables.SegmentChars, less: ";=,"},
	PlaceQuery:          {set: tables.QueryChars},
	PlacePair:           {set: tables.QueryChars, less: "&;=+"},
	PlaceFragment:       {set: tables.FragmentChars},
}

// An encodingTable has for each byte, from the low bits up: what it is written as in a place, which is one byte or
// three; the flags; and how many bytes it is. So a byte is encoded without a branch, by storing four bytes, of which
// the next ones overwrite what is too much: where the bytes to be encoded are, no processor can predict.
type encodingTable [256]uint32

const (
	encodingOfPercent = 1 << 28 // the byte is "%"
	encodingOfHexdig  = 1 << 29 // the byte is a hex digit
	lengthShift       = 30
	encodedShift      = 31 // the bit that is set where the length is 3
)

// encodingTables are made when the program starts, in some 20 microseconds.
var encodingTables = func() (all [numPlaces]encodingTable) {
	for p, place := range places {
		for i := range all[p] {
			all[p][i] = encodingOf(byte(i), tables.Is(byte(i), place.set))
		}
		for _, b := range []byte(place.more) {
			all[p][b] = encodingOf(b, true)
		}
		for _, b := range []byte(place.less) {
			all[p][b] = encodingOf(b, false)
		}
	}
	return all
}()

// upperHex has the digits of the percent-encodings that are made here (RFC 3986, section 2.1).
const upperHex = "0123456789ABCDEF"

func encodingOf(b byte, stands bool) uint32 {
	x := '%' | uint32(upperHex[b>>4])<<8 | uint32(upperHex[b&15])<<16 | 3<<lengthShift
	if stands {
		x = uint32(b) | 1<<lengthShift
	}
	if b == '%' {
		x |= encodingOfPercent
	}
	if tables.Is(b, tables.HEXDIG) {
		x |= encodingOfHexdig
	}
	return x
}

func (p Place) table() *encodingTable {
	if p >= numPlaces {
		p = PlaceUnreserved
	}
	return &encodingTables[p]
}

// AppendEncodeText appends text, which is plain data, to dst and returns the extended slice. What cannot stand in the
// place p is percent-encoded, byte by byte and with upper-case hex digits (RFC 3986, section 2.1), and so is every "%":
// [AppendDecode] gives text back, whatever it is. UTF-8 becomes UTF-8 encoded (section 2.5), but that is not checked.
//
// To encode twice is a mistake (section 2.4): what may hold percent-encodings is for [AppendEncodeRaw]. And encoding
// cannot hide that a segment is empty, "." or "..": these stay what they are.
//
// It allocates only if the result has no room in dst.
func AppendEncodeText(dst []byte, p Place, text string) []byte {
	t := p.table()
	if (cap(dst)-len(dst))/3 < len(text) {
		dst = slices.Grow(dst, t.textLen(text))
	}
	n, size := t.encodeText(dst[len(dst):cap(dst)], text)
	dst = dst[:len(dst)+size]
	for ; n < len(text); n++ {
		dst = t.append(dst, text[n])
	}
	return dst
}

// EncodeText is [AppendEncodeText] for a string of its own. If nothing is to be encoded, that is text itself, without
// allocation; otherwise it costs one.
func EncodeText(p Place, text string) string {
	size := p.table().textLen(text)
	if size == len(text) {
		return text
	}
	return p.encoded(size, text, false)
}

// AppendEncodeRaw is [AppendEncodeText] for what may hold percent-encodings already, which are kept as they are: raw is
// meant to stand in a URI, and is made fit for that. A "%" without two hex digits after it becomes "%25". What is fit
// for the place p stays as it is, so that encoding again changes nothing.
//
// It is not for data: a text in which a user typed "%41" would be read as "A". It allocates as AppendEncodeText does.
func AppendEncodeRaw(dst []byte, p Place, raw string) []byte {
	t := p.table()
	if (cap(dst)-len(dst))/3 < len(raw) {
		dst = slices.Grow(dst, t.rawLen(raw))
	}
	n, size := t.encodeRaw(dst[len(dst):cap(dst)], raw)
	dst = dst[:len(dst)+size]
	for n < len(raw) {
		if isTriplet(raw[n:]) {
			dst = append(dst, raw[n:n+3]...)
			n += 3
			continue
		}
		dst = t.append(dst, raw[n])
		n++
	}
	return dst
}

// EncodeRaw is [AppendEncodeRaw] for a string of its own. If nothing is to be encoded, that is raw itself, without
// allocation; otherwise it costs one.
func EncodeRaw(p Place, raw string) string {
	size := p.table().rawLen(raw)
	if size == len(raw) {
		return raw
	}
	return p.encoded(size, raw, true)
}

// encoded returns s encoded, which is size bytes long. A longer one is put together from pieces: to make a string of
// bytes that are on the heap would cost a second allocation.
func (p Place) encoded(size int, s string, raw bool) string {
	if size <= shortLen {
		var short [shortLen]byte
		return string(p.appendEncoded(short[:0], s, raw))
	}
	var chunk [chunkLen]byte
	var b strings.Builder
	b.Grow(size)
	for s != "" {
		piece, rest := cutPiece(s, chunkLen/3)
		b.Write(p.appendEncoded(chunk[:0], piece, raw))
		s = rest
	}
	return b.String()
}

func (p Place) appendEncoded(dst []byte, s string, raw bool) []byte {
	if raw {
		return AppendEncodeRaw(dst, p, s)
	}
	return AppendEncodeText(dst, p, s)
}

const (
	shortLen = 64  // results up to this length are put together in one piece
	chunkLen = 768 // others in pieces of up to this length
)

// cutPiece cuts off up to n bytes that can be encoded or decoded on their own: no percent-encoding goes on in the rest.
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

// isTriplet reports whether s begins with a pct-encoded.
func isTriplet(s string) bool {
	return len(s) >= 3 && s[0] == '%' && tables.Is(s[1], tables.HEXDIG) && tables.Is(s[2], tables.HEXDIG)
}

func (t *encodingTable) append(dst []byte, b byte) []byte {
	if x := t[b]; x>>encodedShift != 0 {
		return append(dst, byte(x), byte(x>>8), byte(x>>16))
	}
	return append(dst, b)
}

// textLen returns the length of text encoded.
func (t *encodingTable) textLen(text string) int {
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

// rawLen returns the length of raw encoded, in which a "%" is one byte where it is kept.
func (t *encodingTable) rawLen(raw string) int {
	n := t.textLen(raw)
	if n == len(raw) || len(raw) < 3 {
		return n
	}
	x, next, kept := t[raw[0]], t[raw[1]], uint(0)
	for i := 2; i < len(raw); i++ {
		next2 := t[raw[i]]
		kept += uint(x<<1&next&next2&encodingOfHexdig) / encodingOfHexdig
		x, next = next, next2
	}
	return n - 2*int(kept)
}

// encodeText encodes text into out, eight bytes at a time. It stops where fewer than spill bytes would follow, or where
// the room could be too small. It returns how many bytes it has read and written. The last spill bytes after those that
// it has written may be changed; the rest of the text, encoded, covers them.
func (t *encodingTable) encodeText(out []byte, text string) (n, size int) {
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

// spill is how many bytes put may write after those that count.
const spill = 3

// put stores the byte or the percent-encoding that x describes at the offset, and returns the offset after it.
func put(w []byte, at, x uint32) uint32 {
	binary.LittleEndian.PutUint32(w[at:], x)
	return at + x>>lengthShift
}

// encodeRaw is encodeText for raw text. It looks at two bytes more, to know whether a "%" is to be kept.
func (t *encodingTable) encodeRaw(out []byte, raw string) (n, size int) {
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

// putRaw is put, but of a "%" with two hex digits after it the first byte alone counts.
func putRaw(w []byte, at, x, next, next2 uint32) uint32 {
	kept := x << 1 & next & next2 & encodingOfHexdig // x << 1: from encodingOfPercent
	binary.LittleEndian.PutUint32(w[at:], x)
	return at + (x-kept<<2)>>lengthShift // the length of 3 becomes 1
}

// Refuse is a set of octets that are not to be decoded, in the form of flags: a percent-encoded one of them is an
// error. As written, without percent-encoding, they are taken as they are. The zero Refuse refuses nothing.
type Refuse uint8

const (
	RefuseSlash     Refuse = 1 << iota // "%2F": decoded, it looks like the end of a segment (RFC 3986, section 3.3)
	RefuseBackslash                    // "%5C": some systems take it for a "/"
	RefuseNUL                          // "%00": it ends a string in C (section 7.3)
	RefuseControls                     // "%00" to "%1F" and "%7F"
	RefuseReserved                     // all that can be a delimiter: gen-delims and sub-delims (section 2.2)

	// RefuseBadUTF8 refuses what is not UTF-8 when it is decoded, be it percent-encoded or not.
	RefuseBadUTF8
)

// refusedBy has for each octet the flags that refuse it.
var refusedBy = func() (t [256]Refuse) {
	for i := range t {
		if tables.Is(byte(i), tables.Reserved) {
			t[i] |= RefuseReserved
		}
		if i < ' ' || i == 0x7f {
			t[i] |= RefuseControls
		}
	}
	t['/'] |= RefuseSlash
	t['\\'] |= RefuseBackslash
	t[0] |= RefuseNUL
	return t
}()

// hexValues has the values of the hex digits, and noHexdig for the other bytes.
var hexValues = func() (t [256]uint8) {
	for i := range t {
		switch b := byte(i); {
		case !tables.Is(b, tables.HEXDIG):
			t[i] = noHexdig
		case tables.Is(b, tables.DIGIT):
			t[i] = b - '0'
		default:
			t[i] = b&^('a'-'A') - 'A' + 10
		}
	}
	return t
}()

const noHexdig = 0xf0

// takes reports whether the two bytes are hex digits of an octet that r does not refuse.
func (r Refuse) takes(high, low byte) bool {
	h, l := hexValues[high], hexValues[low]
	return (h|l)&noHexdig|uint8(refusedBy[h<<4|l]&r) == 0
}

// AppendDecode appends raw to dst, with each percent-encoding replaced by its octet (RFC 3986, section 2.1), and
// returns the extended slice. All else is taken as it is, "+" too: that it stands for a space is a rule of HTML forms,
// for which see [QuerySyntax]. Split a component at its delimiters first, and decode but once (section 2.4).
//
// If r refuses something, or a "%" is not followed by two hex digits, it returns dst as it was and an [*Error] without
// component. Its Offset is in raw: for [ReasonRefusedOctet] that of the "%"; for [ReasonBadPercent] that of the first
// byte that is no hex digit, or len(raw); for [ReasonBadUTF8] where the first bad sequence begins. The first of the
// errors is told, but bad UTF-8 only if there is no other.
//
// It allocates only if the result has no room in dst, and for the error.
func AppendDecode(dst []byte, raw string, r Refuse) ([]byte, error) {
	count, offset, reason := checkDecode(raw, r)
	if reason != 0 {
		return dst, partError(ComponentNone, offset, reason)
	}
	return appendDecoded(dst, raw, count), nil
}

// Decode is [AppendDecode] for a string of its own. If nothing is to be decoded, that is raw itself, without
// allocation; otherwise it costs one. On error it returns "".
func Decode(raw string, r Refuse) (string, error) {
	text, offset, reason := decode(raw, r)
	if reason != 0 {
		return "", partError(ComponentNone, offset, reason)
	}
	return text, nil
}

// decode is Decode with the error in parts, for callers that know the component and the offset of raw in it.
func decode(raw string, r Refuse) (text string, offset int, reason Reason) {
	count, offset, reason := checkDecode(raw, r)
	switch {
	case reason != 0:
		return "", offset, reason
	case count == 0:
		return raw, 0, 0
	case len(raw) <= shortLen:
		var short [shortLen]byte
		return string(appendDecoded(short[:0], raw, count)), 0, 0
	}
	var chunk [chunkLen]byte
	var b strings.Builder
	b.Grow(len(raw) - 2*count)
	for raw != "" {
		var piece string
		piece, raw = cutPiece(raw, chunkLen)
		b.Write(appendDecoded(chunk[:0], piece, strings.Count(piece, "%")))
	}
	return b.String(), 0, 0
}

// checkDecode returns the number of percent-encodings in raw, or why and where raw cannot be decoded. So all errors are
// known before anything is written.
func checkDecode(raw string, r Refuse) (count, offset int, reason Reason) {
	count = strings.Count(raw, "%")
	for n := nextPercent(raw, 0, count); n < len(raw); n = nextPercent(raw, n, count) {
		for n+2 < len(raw) && raw[n] == '%' && r.takes(raw[n+1], raw[n+2]) { // one often follows another
			n += 3
		}
		switch {
		case n == len(raw) || raw[n] != '%':
		case isTriplet(raw[n:]):
			return 0, n, ReasonRefusedOctet
		default:
			return 0, notHexdig(raw, n+1), ReasonBadPercent
		}
	}
	if r&RefuseBadUTF8 != 0 && !decodesToUTF8(raw, count) {
		return 0, badUTF8(raw), ReasonBadUTF8
	}
	return count, 0, 0
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
		if x := percentsIn(eightBytes(raw[n:])); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(raw) && raw[n] != '%' {
		n++
	}
	return n
}

// sparse is the average distance of percent-encodings from which on it is faster to look for each of them.
const sparse = 48

// percentsIn returns a word whose lowest bit is in the first of the eight bytes that is "%"; 0 if none is.
func percentsIn(x uint64) uint64 {
	x ^= '%' * eachByte
	return (x - eachByte) &^ x & (0x80 * eachByte)
}

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
		text := appendDecoded(chunk[:begun], piece, strings.Count(piece, "%"))
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

// appendDecoded appends raw decoded. All of its percent-encodings, which are count, are good. It chooses by how long the
// runs between them are on average.
func appendDecoded(dst []byte, raw string, count int) []byte {
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
		dst[size] = octetAt(raw, n)
		n, size = n+3, size+1
	}
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
		x := eightBytes(raw[n:])
		binary.LittleEndian.PutUint64(w, x)
		if x = percentsIn(x); x == 0 {
			n += 8
			size += 8
			continue
		}
		run := bits.TrailingZeros64(x) / 8 & 7
		w[run] = octetAt(raw, n+run)
		n += run + 3
		size += run + 1
		// Where one is, more often follow: that is cheaper to find so.
		for n <= len(raw)-3 && raw[n] == '%' {
			out[size] = octetAt(raw, n)
			n += 3
			size++
		}
	}
	return n, size
}

// octetAt returns the octet of the percent-encoding at raw[n:].
func octetAt(raw string, n int) byte { return hexValues[raw[n+1]]<<4 | hexValues[raw[n+2]] }

func eightBytes(s string) uint64 {
	b := s[:8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// badUTF8 returns the offset in raw at which the first sequence begins that is not UTF-8 when it is decoded. All
// percent-encodings of raw are good.
func badUTF8(raw string) int {
	for n := 0; n < len(raw); {
		var sequence [utf8.UTFMax]byte
		size, ends := 0, [utf8.UTFMax + 1]int{n}
		for size < utf8.UTFMax && ends[size] < len(raw) {
			octet, length := decodedOctet(raw[ends[size]:])
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

// decodedOctet returns the octet that raw, which is not empty, begins with, and of how many bytes it is decoded. A "%"
// without two hex digits after it stands for itself.
func decodedOctet(raw string) (octet byte, length int) {
	if isTriplet(raw) {
		return octetAt(raw, 0), 3
	}
	return raw[0], 1
}
