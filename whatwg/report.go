package whatwg

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// The methods named report collect validation errors (section 1.1). They also make the checks that the parser does not
// need for its result. If m.validate is nil, they return immediately.

// report adds a validation error for m.input[lo:hi].
func (m *machine) report(c Code, lo, hi int) {
	v := m.validate
	if v == nil {
		return
	}
	if m.source.changed {
		if v.starts == nil {
			v.starts = m.sourceOffsets()
		}
		lo, hi = int(v.starts[lo]), int(v.starts[hi])
		for hi > lo && isTabOrNewline(m.source.text[hi-1]) {
			hi-- // tabs and newlines after the range are not a part of it
		}
	}
	m.reportSource(c, m.source.lead+lo, m.source.lead+hi)
}

// reportSource adds a validation error for the bytes from lo to hi of the original input.
func (m *machine) reportSource(c Code, lo, hi int) {
	if v := m.validate; v != nil {
		if len(v.errors) == cap(v.errors) {
			v.errors = slices.Grow(v.errors, len(v.errors)+4) // append alone takes more than twice as much memory in all
		}
		v.errors = append(v.errors, ValidationError{c, lo, hi})
	}
}

// fail adds a validation error that is a failure, and returns the state failure.
func (m *machine) fail(c Code, lo, hi int) state {
	m.report(c, lo, hi)
	m.fault = ValidationError{c, lo, hi}
	return failure
}

// err returns the failure of m as an [*Error].
func (m *machine) err() Error {
	at := m.fault.Offset
	if m.source.changed {
		at = int(m.sourceOffsets()[at])
	}
	return Error{m.fault.Code, m.source.lead + at}
}

// sourceOffsets returns the offsets in m.source.text of the bytes of m.input and of its end.
func (m *machine) sourceOffsets() []uint32 {
	offsets := make([]uint32, 0, len(m.input)+1)
	at := uint32(0)
	for rest := m.source.text; rest != ""; {
		piece, size := m.nextPiece(rest)
		for range len(piece) {
			offsets = append(offsets, at)
		}
		at += uint32(size)
		rest = rest[size:]
	}
	return append(offsets, at)
}

// reportUnits adds a validation error for each code point of m.input[lo:hi] that is not a URL code point and not "%",
// and for each "%" without two hex digits after it. The path, query and fragment states do so for each code point.
func (m *machine) reportUnits(lo, hi int) {
	if m.validate == nil {
		return
	}
	for at, char := range m.input[lo:hi] {
		at += lo
		if char == '%' && !octet.IsEncoded(m.input[at:]) || char != '%' && !isURLCodePoint(char) {
			m.report(CodeInvalidURLUnit, at, at+utf8.RuneLen(char))
		}
	}
}

// reportPath calls reportUnits for the segments of m.input[lo:hi], and reports each "\\" that ends one.
func (m *machine) reportPath(lo, hi int) {
	if m.validate == nil {
		return
	}
	lo = max(lo, m.reported)
	for n := lo; n <= hi; n++ {
		if n == hi || m.isSlash(int(m.input[n])) {
			m.reportUnits(lo, n)
			if n < hi && m.input[n] == '\\' {
				m.report(CodeInvalidReverseSolidus, n, n+1)
			}
			lo = n + 1
		}
	}
}

// isURLCodePoint reports whether r is a URL code point (section 4.3). Those in US-ASCII are the characters of a query in
// RFC 3986.
func isURLCodePoint(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return tables.Is(byte(r), tables.QueryChars)
	case r < 0xa0, r&0xfffe == 0xfffe, 0xfdd0 <= r && r <= 0xfdef: // the last two are noncharacters
		return false
	}
	return true
}

// reportOpaqueHost adds the validation errors of the opaque-host parser (section 3.5): at most one for code points, and
// one for "%".
func (m *machine) reportOpaqueHost(input string) {
	if m.validate == nil {
		return
	}
	if at := strings.IndexFunc(input, func(r rune) bool { return r != '%' && !isURLCodePoint(r) }); at >= 0 {
		_, size := utf8.DecodeRuneInString(input[at:])
		m.report(CodeInvalidURLUnit, m.pointer+at, m.pointer+at+size)
	}
	for at := range len(input) {
		if input[at] == '%' && !octet.IsEncoded(input[at:]) {
			m.report(CodeInvalidURLUnit, m.pointer+at, m.pointer+at+1)
			break
		}
	}
}

// reportLeadingZeros adds a validation error for each piece of an IPv6 address that has a leading zero. text is the
// host at the pointer, without brackets. offset and fault are the results of [hostname.ParseIPv6] for it.
func (m *machine) reportLeadingZeros(text string, offset int, fault hostname.IPv6Fault) {
	if m.validate == nil {
		return
	}
	if fault == 0 || fault == hostname.IPv6TooFewPieces {
		offset = len(text) + 1
	}
	for lo := 0; lo < len(text); lo++ {
		hi := octet.SpanOf(text, lo, tables.HEXDIG)
		switch {
		case hi >= offset, hi == len(text)-1 && offset == len(text):
			return // the parser fails before it checks this piece; in the second case, text ends with ":"
		case hi < len(text) && text[hi] == '.':
			return // the rest is an IPv4 address
		}
		if hi > lo+1 && text[lo] == '0' {
			m.report(CodeIPv6PieceLeadingZero, m.pointer+len("[")+lo, m.pointer+len("[")+hi)
		}
		lo = hi
	}
}

// reportPercentEncoded adds a validation error if input, the host at the pointer, contains a percent-encoded byte.
func (m *machine) reportPercentEncoded(input string) {
	for at := range len(input) {
		if octet.IsEncoded(input[at:]) {
			m.report(CodeDomainPercentEncoded, m.pointer+at, m.pointer+at+len("%00"))
			break
		}
	}
}

// reportStrict adds a validation error if the domain parser with beStrict true refuses domain. input is the host at the
// pointer.
func (m *machine) reportStrict(input, domain string) {
	if m.validate == nil {
		return
	}
	if _, err := idna.BrowserStrict.AppendASCII(nil, domain); err != nil {
		lo, hi := m.refusedLabel(err, input, domain)
		m.report(CodeDomainToASCII, lo, hi)
	}
}

// reportNonASCII adds a validation error if domain, which is mapped to an IPv4 address, is not ASCII. The error is
// about the first code point outside US-ASCII. If that code point is percent-encoded, the error is about input, the
// host at the pointer.
func (m *machine) reportNonASCII(domain, input string) {
	if m.validate == nil || octet.IsASCII(domain) {
		return
	}
	lo, size := 0, len(input)
	if at := strings.IndexFunc(input, func(r rune) bool { return r >= utf8.RuneSelf }); at >= 0 {
		_, size = utf8.DecodeRuneInString(input[at:])
		lo = at
	}
	m.report(CodeIPv4NonASCIIInput, m.pointer+lo, m.pointer+lo+size)
}

// reportIPv4 adds the validation errors of the IPv4 parser (section 3.5) for domain, which ends in a number. input is
// the host at the pointer. It returns the last error instead of adding it, because that error is the failure if domain
// is not an IPv4 address.
func (m *machine) reportIPv4(domain, input string) (failed ValidationError) {
	add := func(c Code, lo, hi int) {
		if failed.Code != 0 {
			m.report(failed.Code, failed.Offset, failed.End)
		}
		if len(domain) != len(input) {
			lo, hi = 0, len(input) // the domain was decoded or mapped
		}
		failed = ValidationError{c, m.pointer + lo, m.pointer + hi}
	}
	parts, root := strings.CutSuffix(domain, ".")
	if root {
		add(CodeIPv4EmptyPart, len(domain)-1, len(domain))
	}
	switch size := strings.Count(parts, ".") + 1; {
	case size < 4:
		add(CodeIPv4TooFewParts, 0, len(domain))
	case size > 4:
		add(CodeIPv4TooManyParts, 0, len(domain))
		return failed
	}
	at, large, largeEnd := 0, -1, 0
	for part := range strings.SplitSeq(parts, ".") {
		n, decimal, ok := parseIPv4Number(part)
		if !ok {
			add(CodeIPv4NonNumericPart, at, at+len(part))
			return failed
		}
		if !decimal {
			add(CodeIPv4NonDecimalPart, at, at+len(part))
		}
		if n > 255 && large < 0 {
			large, largeEnd = at, at+len(part)
		}
		at += len(part) + len(".")
	}
	if large >= 0 {
		add(CodeIPv4OutOfRangePart, large, largeEnd)
	}
	return failed
}

// parseIPv4Number implements the IPv4 number parser (section 3.5). A number that does not fit into a uint64 becomes the
// largest uint64.
func parseIPv4Number(input string) (n uint64, decimal, ok bool) {
	if input == "" {
		return 0, false, false
	}
	digits, radix := "0123456789", 10
	switch {
	case octet.HasPrefixFold(input, "0x"):
		input, digits, radix = input[len("0x"):], "0123456789abcdefABCDEF", 16
	case len(input) >= 2 && input[0] == '0':
		input, digits, radix = input[1:], "01234567", 8
	}
	n, _ = strconv.ParseUint(input, radix, 64) // the largest uint64, or 0 without digits, if there is an error
	return n, radix == 10, strings.Trim(input, digits) == ""
}

// refusedLabel returns the range in the input of the label that package idna refuses. If the domain was
// percent-encoded, it returns the range of the host at the pointer.
func (m *machine) refusedLabel(err error, input, domain string) (lo, hi int) {
	if e, ok := err.(*idna.Error); ok && len(domain) == len(input) {
		lo = m.pointer + e.Offset
		return lo, lo + len(e.Label)
	}
	return m.pointer, m.pointer + len(input)
}
