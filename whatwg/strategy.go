package whatwg

import (
	"strings"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
)

// An input is normal if it is its own href. It is parsed in one of two ways:
//
//   - scanNormal recognizes most normal hrefs of http, https and file without credentials and port, as most links are.
//     It has nothing to write. On amd64 it uses vector instructions.
//   - A machine is the basic URL parser of the standard, state by state. It parses every input.
//
// If scanNormal recognizes only the host, the machine continues after it: see begin.

// scanNormal classifies s in the terms of [simd.Web]:
//
//   - Normal: s is its own href.
//   - UpperHost: s is its own href, except that the host has upper-case letters.
//   - PlainHost: s begins with a scheme and a domain, or the empty host of a file, that the host parser does not change.
//   - SomeHost: s begins with a scheme and US-ASCII without forbidden domain code points. The host parser may change it or
//     refuse it.
//
// For Normal and UpperHost, scanNormal sets o to the offsets of the components. For PlainHost and SomeHost, it sets the
// offsets up to the path, and the host of these may be a username. For Nothing, the content of o is undefined. The
// result may say less about s than is true.
func scanNormal(s string, o *ranges.Offsets) simd.Known {
	if !simd.HasWeb() {
		return scanPortable(s, o)
	}
	known := simd.Web(s, &webRules, o.Words())
	if known >= simd.UpperHost && !hasPath(s, o) {
		return known - simd.UpperHost + simd.SomeHost
	}
	return known
}

// hasPath reports whether the path of s begins with "/", and not with a Windows drive letter that has a "|". The kernel
// also accepts "http://host", "http://host?query" and "file:///C|", which are not normal.
func hasPath(s string, o *ranges.Offsets) bool {
	path := int(o.Path)
	return uint(path) < uint(len(s)) && s[path] == '/' && !(s[0] == 'f' && path+2 < len(s) && s[path+2] == '|')
}

// scanPortable implements scanNormal without vector instructions.
func scanPortable(s string, o *ranges.Offsets) simd.Known {
	known, whole := simd.PlainHost, simd.Normal
	host := schemes.HTTPLen(s)
	hostEnd := host
	switch {
	case len(s) > maxLen:
		return simd.Nothing
	case host > 0:
		var seen uint8
		hostEnd, seen, _ = scan(&hostBytes, s, host, notDomain)
		switch {
		case hostEnd == host, hostname.MayEndInNumber(s[host:hostEnd]):
			known, whole = simd.SomeHost, simd.SomeHost
		case seen&isUpper != 0:
			known, whole = simd.SomeHost, simd.UpperHost
		}
	case strings.HasPrefix(s, "file:///"):
		host, hostEnd = len("file://"), len("file://")
	default:
		return simd.Nothing
	}
	o.SchemeEnd, o.Authority, o.Host = uint32(host-len("://")), uint32(host), uint32(host)
	o.HostEnd, o.Path = uint32(hostEnd), uint32(hostEnd)
	if whole != simd.SomeHost && hasPath(s, o) && scanTailPortable(s, hostEnd, o) {
		return whole
	}
	return known
}

// scanTailPortable implements scanTail without vector instructions.
func scanTailPortable(s string, n int, o *ranges.Offsets) bool {
	end, seen, dots := scan(&tailBytes, s, n, endsPath)
	if dots || seen&(notPath|isBackslash) != 0 {
		return false
	}
	o.PathEnd = uint32(end)
	if end < len(s) && s[end] == '?' {
		if end, seen, _ = scan(&tailBytes, s, end+1, endsQuery); seen&notQuery != 0 {
			return false
		}
	}
	o.QueryEnd = uint32(end)
	if end < len(s) {
		if end, seen, _ = scan(&tailBytes, s, end+1, 0); seen&notFragment != 0 {
			return false
		}
	}
	o.End = uint32(end)
	return true
}

// begin returns the first state of m for its input. known and o are the result of scanNormal for the source. It is the
// one place that chooses where to begin:
//
//   - If the host is known, begin writes it, and m begins with the port or the path: see skipHost.
//   - After "http://" or "https://" m begins with the authority, and after "file://" with the host.
//   - If the input is only a fragment or the absolute path of an http or https URL, begin writes the parts that it takes
//     from the base URL: see skipBase.
//   - Otherwise, and to collect validation errors, m begins with the scheme. Then the input must be clean.
//
// In the first three cases, the input up to the pointer is clean, and a state cleans the rest when it meets the first tab,
// newline or ill-formed sequence.
func (m *machine) begin(known simd.Known, o *ranges.Offsets) state {
	if m.validate != nil {
		m.clean()
		return schemeStartState
	}
	if m.source.lead > 0 || m.source.changed {
		known = scanNormal(m.input, o)
	}
	if known > simd.Nothing {
		if s := m.skipHost(known, o); s != noState {
			return s
		}
	}
	if s := m.skipBase(); s != noState {
		return s
	}
	if n := schemes.HTTPLen(m.input); n > 0 {
		m.copyHTTP(m.input[:n])
		m.pointer = n
		return specialAuthorityIgnoreSlashesState
	}
	if strings.HasPrefix(m.input, "file://") {
		m.setScheme("file")
		m.startAuthority()
		m.pointer = len("file://")
		return fileHostState
	}
	if m.clean() {
		return m.begin(simd.Nothing, o)
	}
	return schemeStartState
}

// skipBase writes the parts of the base URL before the input, which is a fragment or the absolute path of an http or https
// URL. It returns the state that reads the input, or noState for other inputs.
func (m *machine) skipBase() state {
	switch s := m.input; {
	case m.base.isNull() || s == "":
	case s[0] == '#':
		return m.fragmentOfBase()
	case s[0] == '/' && (len(s) == 1 || tailBytes[s[1]]&(notPath|isSlash) == 0):
		if n := schemes.HTTPLen(m.base.href); n > 0 {
			m.copyHTTP(m.base.href[:n])
			m.copyAuthority(&m.base)
			return pathStartState
		}
	}
	return noState
}

// skipHost writes the input up to the end of the host that scanNormal has found, and returns the state after it: done,
// failure, or the state of the port or the path. It returns noState if the authority may have more than a host and a port.
func (m *machine) skipHost(known simd.Known, o *ranges.Offsets) state {
	lo, end := int(o.Host), int(o.HostEnd)
	if end < len(m.input) && isTabOrNewline(m.input[end]) {
		m.clean()
		return m.begin(simd.Nothing, o)
	}
	m.special, m.file = true, m.input[0] == 'f'
	if !endsHost(m.input, end) || lo == end && !m.file { // an "@" may follow
		return noState
	}
	m.offsets().SetAuthority(o)
	switch known {
	case simd.SomeHost:
		m.out, m.pointer = append(m.out, m.input[:lo]...), lo
		if !m.parseHost(m.input[lo:end], true) {
			return failure
		}
	case simd.UpperHost:
		m.out = append(octet.AppendLower(m.out, m.input[:end]), m.input[end:]...)
		m.offsets().SetTail(o, 0)
		return done
	case simd.Normal: // after spaces
		m.out = append(m.out, m.input...)
		m.offsets().SetTail(o, 0)
		return done
	default:
		m.out = append(m.out, m.input[:end]...)
	}
	m.pointer = end
	if m.c() == ':' {
		m.pointer++
		return portState
	}
	return pathStartState
}
