// Package hostname has the rules about the text of hosts that several packages share. Package host exports what
// programs need.
package hostname

import (
	"strings"

	"github.com/urispan/uri/tables"
)

// IsLDH reports whether b is a letter of US-ASCII, a digit or a hyphen. The labels of host names consist of such bytes.
func IsLDH(b byte) bool { return tables.Is(b, tables.ALPHA|tables.DIGIT) || b == '-' }

// IsLooseByte reports whether b can be in a label that resolvers look up: a letter of US-ASCII, a digit, a hyphen or an
// underscore.
func IsLooseByte(b byte) bool { return IsLDH(b) || b == '_' }

// CutALabel returns the part of label after "xn--", the prefix of A-labels (RFC 5890, section 2.3.2.5), and reports
// whether label has that prefix, in upper or lower case. It does not check the Punycode. If ok is false, punycode is
// empty.
func CutALabel[T string | []byte](label T) (punycode T, ok bool) {
	if len(label) < 4 || label[0]|0x20 != 'x' || label[1]|0x20 != 'n' || label[2] != '-' || label[3] != '-' {
		return punycode, false
	}
	return label[4:], true
}

// MayEndInNumber reports whether a host may end in a number (WHATWG URL, section 3.5). It is a quick check: if it
// returns false, the host is not an IPv4 address in any form. It returns true for few other hosts, and reads one byte
// of most names. The host must not be percent-encoded.
func MayEndInNumber(text string) bool {
	name := strings.TrimSuffix(text, ".")
	if name == "" {
		return false
	}
	// A number begins with a digit, and ends with a hex digit or is "0x".
	if last := name[len(name)-1]; last|0x20 != 'x' && !tables.Is(last, tables.HEXDIG) {
		return false
	}
	return tables.Is(name[strings.LastIndexByte(name, '.')+1], tables.DIGIT)
}
