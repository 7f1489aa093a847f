package whatwg

import (
	"strings"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
)

// parseHost implements the host parser (section 3.5) and the host serializer (section 3.6) in one step: it parses
// input, which begins at the pointer, and writes the host in serialized form. It returns false on failure. isPlain is
// true if input is known to be US-ASCII without forbidden domain code points.
func (m *machine) parseHost(input string, isPlain bool) bool {
	s := done
	switch {
	case strings.HasPrefix(input, "["):
		s = m.ipv6(input)
	case !m.special:
		s = m.opaqueHost(input)
	default:
		s = m.domainOrIPv4(input, isPlain)
	}
	m.endHost()
	return s == done
}

func (m *machine) ipv6(input string) state {
	if !strings.HasSuffix(input, "]") {
		return m.fail(CodeIPv6Unclosed, m.pointer, m.pointer+len(input))
	}
	text := input[len("[") : len(input)-len("]")]
	addr, offset, fault := hostname.ParseIPv6(text)
	m.reportLeadingZeros(text, offset, fault)
	if fault != 0 {
		at := m.pointer + len("[") + offset
		return m.fail(ipv6Codes[fault], at, min(at+1, m.pointer+len(input)))
	}
	m.out = append(hostname.AppendIPv6(append(m.out, '['), addr), ']')
	return done
}

var ipv6Codes = [...]Code{
	hostname.IPv6InvalidCompression:     CodeIPv6InvalidCompression,
	hostname.IPv6TooManyPieces:          CodeIPv6TooManyPieces,
	hostname.IPv6MultipleCompression:    CodeIPv6MultipleCompression,
	hostname.IPv6InvalidCodePoint:       CodeIPv6InvalidCodePoint,
	hostname.IPv6TooFewPieces:           CodeIPv6TooFewPieces,
	hostname.IPv4InIPv6TooManyPieces:    CodeIPv4InIPv6TooManyPieces,
	hostname.IPv4InIPv6InvalidCodePoint: CodeIPv4InIPv6InvalidCodePoint,
	hostname.IPv4InIPv6OutOfRangePart:   CodeIPv4InIPv6OutOfRangePart,
	hostname.IPv4InIPv6TooFewParts:      CodeIPv4InIPv6TooFewParts,
}

func (m *machine) opaqueHost(input string) state {
	for i := range len(input) {
		if hostname.IsForbidden(input[i]) {
			return m.fail(CodeHostInvalidCodePoint, m.pointer+i, m.pointer+i+1)
		}
	}
	m.reportOpaqueHost(input)
	m.reserve(3 * len(input))
	m.out = c0ControlSet.AppendText(m.out, input)
	return done
}

// domainOrIPv4 takes the steps of the host parser for a host that is neither an IPv6 address nor opaque.
//
// The domain parser puts a plain domain in lower case, and the IPv4 parser does not change four decimal numbers.
func (m *machine) domainOrIPv4(input string, isPlain bool) state {
	lo, domain := len(m.out), input
	if isPlain && m.validate == nil {
		m.out = octet.AppendLower(m.out, input)
		if !hostname.MayEndInNumber(input) || hostname.IsIPv4(input) {
			return done
		}
	} else {
		if strings.IndexByte(input, '%') >= 0 {
			m.need()
			m.domain = octet.AppendLenient(m.domain[:0], input)
			domain = octet.Text(m.domain)
			m.reportPercentEncoded(input)
		}
		if s := m.domainParser(domain, input); s != done {
			return s
		}
	}
	asciiDomain := octet.Text(m.out[lo:])
	if !hostname.MayEndInNumber(asciiDomain) {
		return done
	}
	addr, unusual, ok := host.ParseAddr(asciiDomain)
	if !ok && !unusual {
		return done // it does not end in a number
	}
	if m.validate != nil || !ok {
		m.reportNonASCII(domain, input)
		last := m.reportIPv4(asciiDomain, input)
		if !ok {
			return m.fail(last.Code, last.Offset, last.End)
		}
		if last.Code != 0 {
			m.report(last.Code, last.Offset, last.End)
		}
	}
	m.out = addr.AppendTo(m.out[:lo])
	return done
}

// domainParser writes the result of the domain parser (section 3.3, beStrict false) for domain, the percent-decoded
// input.
func (m *machine) domainParser(domain, input string) state {
	out, err := idna.Browser.AppendASCII(m.out, domain)
	if err != nil {
		lo, hi := m.refusedLabel(err, input, domain)
		return m.fail(CodeDomainToASCII, lo, hi)
	}
	m.out = out
	m.reportStrict(input, domain)
	return done
}

// DomainToUnicode returns the host for display. It converts a domain by the algorithm "domain to Unicode" (section
// 3.3): "xn--bcher-kva.example" becomes "bücher.example". For any other host, and for a domain that UTS 46 refuses, it
// returns [URL.Hostname]. A host in Unicode can look like another one: see section 4.8 of the standard, and package
// [github.com/urispan/uri/host/lookalike].
func (u URL) DomainToUnicode() string {
	domain := u.Hostname()
	if u.HostKind() != HostDomain || !strings.Contains(domain, "xn--") {
		return domain
	}
	var buffer [256]byte
	result, err := idna.Browser.AppendUnicode(buffer[:0], domain)
	if err != nil {
		return domain
	}
	return string(result)
}
