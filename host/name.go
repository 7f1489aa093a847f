package host

import (
	"strconv"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// The longest name and the longest label of the DNS, in bytes (RFC 1034, section 3.1). The RFC allows 255 octets for a
// name in a message, including one for the length of each label and one for the empty label at the end. This leaves 253
// characters for the text, without a dot at its end.
const (
	MaxName  = 253
	MaxLabel = 63
)

// CheckName returns nil if name is the name of a host in the DNS, as RFC 3986, section 3.2.2, describes it after RFC
// 1034, section 3.5, and RFC 1123, section 2.1. Otherwise it returns an [*Error].
//
// A name has labels with single dots between them, and possibly a dot at the end. A label has 1 to [MaxLabel] letters,
// digits and hyphens, and begins and ends with a letter or digit. The name has at most [MaxName] bytes.
//
// A name of four numbers is refused, even if it has a dot at the end or is not an IPv4 address because a number is too
// large ("1.2.3.256"): RFC 1123 gives this form to addresses. RFC 3986 reads such a host as a registered name. Other
// names may end in a digit: "1.2.3" and "0x7f.1" are names, though many programs read them as IPv4 addresses (see
// [ParseAddr]).
//
// CheckName does not decode name. So it refuses "%", and characters outside US-ASCII: package idna converts names that
// have them. It refuses "_", because names such as "_dmarc.example.com" are not names of hosts. It does not check the
// Punycode of an A-label ("xn--...").
//
// CheckName takes time linear in len(name). It allocates only the Error.
func CheckName(name string) error {
	if offset, reason := checkName(name); reason != 0 {
		return &Error{offset, reason}
	}
	return nil
}

// IsName reports whether [CheckName] returns nil for name. It does not allocate.
func IsName(name string) bool {
	_, reason := checkName(name)
	return reason == 0
}

// checkName implements CheckName. The reason is 0 if name is a name.
func checkName(name string) (offset int, reason Reason) {
	for lo := 0; ; {
		hi := lo
		for hi < len(name) && hostname.IsLDH(name[hi]) {
			hi++
		}
		if offset, reason := checkLabel(name, lo, hi); reason != 0 {
			return offset, reason
		}
		lo = hi + 1 // after the dot
		if lo >= len(name) {
			break // a dot at the end has no label after it
		}
	}
	if isDottedDecimal(name) {
		return len(name), ReasonDottedDecimal
	}
	return 0, 0
}

// checkLabel checks the label name[lo:hi], which has only letters, digits and hyphens, and the byte after it.
func checkLabel(name string, lo, hi int) (offset int, reason Reason) {
	end := min(lo+MaxLabel, MaxName) // the limit for the end of the label
	switch {
	case hi == lo && (hi == len(name) || name[hi] == '.'):
		return hi, ReasonEmptyLabel
	case hi == lo:
		return hi, ReasonIllegalByte
	case lo >= MaxName:
		return lo, ReasonNameTooLong
	case name[lo] == '-':
		return lo, ReasonHyphen
	case hi >= end && name[end-1] == '-':
		return end - 1, ReasonHyphen // a letter or digit after it would be too much
	case hi > end && end == lo+MaxLabel:
		return end, ReasonLabelTooLong
	case hi > end:
		return end, ReasonNameTooLong
	case hi < len(name) && name[hi] != '.':
		return hi, ReasonIllegalByte
	case name[hi-1] == '-':
		return hi, ReasonHyphen
	}
	return 0, 0
}

// isDottedDecimal reports whether name has the form #.#.#.# (RFC 1123, section 2.1). Its labels must be valid.
func isDottedDecimal(name string) bool {
	dots := 0
	for i := len(name) - 1; i >= 0; i-- { // from the end, where nearly all names have a letter
		switch b := name[i]; {
		case b == '.' && i < len(name)-1:
			dots++
		case b != '.' && !tables.Is(b, tables.DIGIT):
			return false
		}
	}
	return dots == 3
}

// AppendName appends the host of a URI to dst in a form for comparing names: percent-decoded, in lower case, without a
// dot at the end. It returns the extended slice and true, or dst and false if the host is not a name.
//
// A name has labels of 1 to [MaxLabel] letters, digits, hyphens and underscores, with single dots between them and
// possibly one at the end, and at most [MaxName] bytes. This is more than [CheckName] allows, because resolvers also
// look up names such as "_dmarc.example.com". AppendName allocates only if the capacity of dst is too small. A []byte
// may overlap dst up to its capacity.
func AppendName[T string | []byte](dst []byte, text T) (name []byte, ok bool) {
	switch text := any(text).(type) {
	case string:
		return appendName(dst, text)
	case []byte:
		return appendName(dst, octet.Text(text))
	}
	return dst, false // unreachable: T is one of the two
}

// CanonicalName returns the name of [AppendName] as a string. If text is not a name, it returns "" and false. If text
// already has the form, CanonicalName returns text itself and does not allocate. Otherwise it allocates once.
func CanonicalName(text string) (name string, ok bool) {
	var buffer [MaxName]byte
	out, ok := appendName(buffer[:0], text)
	switch {
	case !ok:
		return "", false
	case string(out) == text:
		return text, true
	}
	return string(out), true
}

// appendName implements AppendName. text may overlap dst.
func appendName(dst []byte, text string) (name []byte, ok bool) {
	var buffer [MaxName]byte
	n, label := 0, 0
	for i, size := 0, 0; i < len(text); i += size {
		var b byte
		b, size = octet.First(text[i:])
		switch {
		case hostname.IsLooseByte(b):
			label++
		case b != '.' || label == 0:
			return dst, false
		case i+size == len(text):
			return append(dst, buffer[:n]...), true
		default:
			label = 0
		}
		if label > MaxLabel || n == MaxName {
			return dst, false
		}
		buffer[n] = octet.Lower(b)
		n++
	}
	if label == 0 {
		return dst, false
	}
	return append(dst, buffer[:n]...), true
}

// An Error reports where and why a host is not a DNS name. [CheckName] returns it as a pointer, for [errors.As]. It
// holds no part of the host.
type Error struct {
	// Offset is the index of the first byte that no DNS name could have there. It is the length of the host if the host
	// is only incomplete, as "a-" is, or if Reason is ReasonDottedDecimal.
	Offset int

	// Reason is the rule that the host breaks.
	Reason Reason
}

// Error returns a message such as "illegal byte in DNS name at byte 3".
func (e *Error) Error() string { return e.Reason.String() + " at byte " + strconv.Itoa(e.Offset) }

// A Reason is a reason why a host is not a DNS name. The zero Reason means no error.
type Reason uint8

const (
	_                   Reason = iota
	ReasonIllegalByte          // a byte other than a letter, digit or hyphen, such as "_" or "%"
	ReasonEmptyLabel           // a label without a byte, as in "a..b", "" and "."
	ReasonHyphen               // a label that begins or ends with "-"; in "a-.b", Offset is the index of the "."
	ReasonLabelTooLong         // a label of more than MaxLabel bytes
	ReasonNameTooLong          // more than MaxName bytes, without a dot at the end
	ReasonDottedDecimal        // four numbers, as in "1.2.3.4"; Offset is the length of the host
)

var reasonNames = [...]string{
	0:                   "no error",
	ReasonIllegalByte:   "illegal byte in DNS name",
	ReasonEmptyLabel:    "empty label in DNS name",
	ReasonHyphen:        "hyphen at an end of a label in DNS name",
	ReasonLabelTooLong:  "label of more than 63 bytes in DNS name",
	ReasonNameTooLong:   "DNS name of more than 253 bytes",
	ReasonDottedDecimal: "IPv4 address instead of DNS name",
}

// String returns a few words for the reason, such as "empty label in DNS name".
func (r Reason) String() string { return textio.Name(reasonNames[:], r, "Reason") }
