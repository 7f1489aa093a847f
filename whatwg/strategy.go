package whatwg

import (
	"strings"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// An input is normal if it is its own href. It is parsed in one of two ways:
//
//   - scanNormal recognizes most normal hrefs of http, https and file without credentials and port, as most links are.
//     It has nothing to write. On amd64 and arm64 it uses vector instructions.
//   - A machine is the basic URL parser of the standard, state by state. It parses every input.
//
// If scanNormal recognizes only the host, the machine goes on behind it: see begin.

// scanNormal returns what it knows about s, as [simd.Web] does, with the bytes of hosts, paths and queries of browsers:
// it returns Normal for an href, and UpperHost for an href but for the case of the host. Then it sets o to the offsets of
// the components. For SomeHost and PlainHost it sets those up to the path. The host is a domain then: PlainHost is one
// that the host parser does not change, and SomeHost one that it may change or refuse. Otherwise the content of o is
// undefined. Of a normal s it may know less.
func scanNormal(s string, o *ranges.Offsets) simd.Known {
	known := scanVector(s, o)
	switch {
	case known == simd.PlainHost && len(s) > simd.Block && scanBeforeFragment(s, o):
		return simd.Normal
	case known >= simd.UpperHost && !hasPath(s, o):
		return known - simd.UpperHost + simd.SomeHost
	}
	return known
}

// hasPath reports whether the path of s begins with "/", and not with a Windows drive letter as "file:///C|" does. The
// kernels also accept "http://host", "http://host?query" and such files, which are not normal.
func hasPath(s string, o *ranges.Offsets) bool {
	path := int(o.Path)
	return uint(path) < uint(len(s)) && s[path] == '/' && !(s[0] == 'f' && path+2 < len(s) && s[path+2] == '|')
}

// scanBeforeFragment implements scanNormal for a long URL with a fragment, which the kernel does not accept. It gives the
// kernel the part before the "#". o has the offsets up to the path.
func scanBeforeFragment(s string, o *ranges.Offsets) bool {
	i := strings.IndexByte(s, '#')
	if i < 0 || scanNormal(s[:i], o) != simd.Normal {
		return false
	}
	end, seen, _ := scan(&tailBytes, s, i+1, 0)
	o.End = uint32(end)
	return seen&notFragment == 0
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

// begin returns the state in which m begins to parse its input, of which known and o are the result of scanNormal. It is
// the one place that chooses a way for an input that is not normal. Validation errors need all states.
//
//   - If the host is known, m has it already, and begins with the port or the path.
//   - After "http://" and "https://" the authority follows whatever comes next. After "file://" a host does.
//   - A reference without a scheme keeps the start of the base URL: see skipBase.
//   - Other inputs are cleaned from tabs, newlines and ill-formed sequences first. The states that m skips or begins with
//     in the cases above clean the rest when they meet such a byte.
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
	if m.base.offsets().Authority != 0 && m.base.Scheme() != "file" {
		if s := m.skipBase(); s != noState {
			return s
		}
	}
	if m.clean() {
		return m.begin(simd.Nothing, o)
	}
	return schemeStartState
}

// skipHost writes the input up to a host that scanNormal has found, and returns the state after it: done, failure, or the
// state of the port or the path. It returns noState if the authority may have more than a host and a port.
func (m *machine) skipHost(known simd.Known, o *ranges.Offsets) state {
	lo, end := int(o.Host), int(o.HostEnd)
	if end < len(m.input) && isTabOrNewline(m.input[end]) {
		m.clean()
		return m.begin(simd.Nothing, o)
	}
	m.special, m.file = true, m.input[0] == 'f'
	m.pointer = end
	if m.c() == ':' {
		for m.pointer++; m.pointer < len(m.input) && tables.Is(m.input[m.pointer], tables.DIGIT); m.pointer++ {
		}
	}
	if !m.endsAuthority(m.c()) || lo == end && !m.file { // an "@" may follow
		m.pointer = 0
		return noState
	}
	m.offsets().SetAuthority(o)
	switch m.pointer = end; known {
	case simd.SomeHost:
		m.out, m.pointer = append(m.out, m.input[:lo]...), lo
		if !m.parseHost(m.input[lo:end], true) {
			return failure
		}
		m.pointer = end
	case simd.UpperHost:
		m.out = append(appendLower(m.out, m.input[:end]), m.input[end:]...)
		m.offsets().SetTail(o, 0)
		return done
	case simd.Normal: // after spaces
		m.out = append(m.out, m.input...)
		m.offsets().SetTail(o, 0)
		return done
	default:
		m.out = append(m.out, m.input[:end]...)
	}
	if m.c() == ':' {
		m.pointer++
		return portState
	}
	return pathStartState
}

// skipBase writes the start of the base URL that a reference keeps, and returns the state after it. It is for references
// without a scheme, and base URLs with an authority whose scheme is not "file". It returns noState for other references,
// and for some that need cleaning. The states between noSchemeState and the result copy the components one by one.
func (m *machine) skipBase() state {
	o, to := m.base.offsets(), m.offsets()
	m.setKind(schemes.LowerKindOf(m.base.Scheme()))
	if m.special && strings.HasPrefix(m.input, "//") {
		m.copyScheme(&m.base)
		m.pointer = len("//")
		return specialAuthorityIgnoreSlashesState
	}
	if !m.isRelative() {
		return noState
	}
	to.SetAuthority(o)
	end, next := o.Path, pathState
	switch c := m.c(); {
	case m.isSlash(c):
		m.pointer++
	case c == '?':
		end, next = o.PathEnd, queryState
		m.pointer++
	case c == '#', c == eof:
		end, next = o.QueryEnd, done
		if c == '#' {
			m.pointer++
			next = fragmentState
		}
	default:
		end += uint32(max(strings.LastIndexByte(m.base.Pathname(), '/'), 0))
	}
	m.out = append(m.out, m.base.href[:end]...)
	to.PathEnd, to.QueryEnd, to.End = min(end, o.PathEnd), end, end
	return next
}

// isRelative reports whether the input has neither a scheme nor a host, even if tabs and newlines are removed. It returns
// false for some that have none.
func (m *machine) isRelative() bool {
	n := schemes.Len(m.input)
	switch {
	case n == len(m.input):
		return true
	case isTabOrNewline(m.input[n]):
		return false
	case n > 0:
		return m.input[n] != ':'
	case m.input[0] == '/' || m.input[0] == '\\':
		return len(m.input) == 1 || strings.IndexByte("/\\\t\n\r", m.input[1]) < 0
	}
	return true
}
