package whatwg

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"

	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// The basic URL parser (section 4.4) has a method for each state, with the steps of the standard in their order. It
// differs from the standard in the following:
//
//   - A state reads many code points in one run. The buffer of the standard is a slice of the input.
//   - The pointer is at the code point that the next state will read. So the methods omit "decrease pointer by 1".
//     Where the standard does not decrease the pointer, they increase it.
//   - The URL is written in serialized form from the start, by the methods of record.
//   - With a state override, only the components that its states set are written.

// parse runs the basic URL parser without a state override. It reports whether the input can be parsed.
func (m *machine) parse(base URL, input string) bool {
	m.base = base
	return m.readTrimmed(input) && m.run(schemeStartState)
}

// run runs the state machine from state s on. It returns false on failure.
func (m *machine) run(s state) bool {
	m.out = slices.Grow(m.out, len(m.input)+len(m.base.href))
	for s < done {
		s = m.step(s)
		if s != failure && m.isTooLong() { // before another state uses the offsets, which may have overflowed
			s = m.fail(CodeTooLong, 0, 0)
		}
	}
	return s == done
}

// step runs one state and returns the next one.
func (m *machine) step(s state) state {
	switch s {
	case schemeStartState:
		return m.schemeStart()
	case schemeState:
		return m.schemeName()
	case noSchemeState:
		return m.noScheme()
	case specialRelativeOrAuthorityState:
		return m.specialRelativeOrAuthority()
	case pathOrAuthorityState:
		return m.pathOrAuthority()
	case relativeState:
		return m.relative()
	case relativeSlashState:
		return m.relativeSlash()
	case specialAuthoritySlashesState:
		return m.specialAuthoritySlashes()
	case specialAuthorityIgnoreSlashesState:
		return m.specialAuthorityIgnoreSlashes()
	case authorityState:
		return m.authority()
	case hostState, hostnameState:
		return m.host()
	case portState:
		return m.port()
	case fileState:
		return m.fileStart()
	case fileSlashState:
		return m.fileSlash()
	case fileHostState:
		return m.fileHost()
	case pathStartState:
		return m.pathStart()
	case pathState:
		return m.pathSegments()
	case opaquePathState:
		return m.opaquePath()
	case queryState:
		return m.query()
	case fragmentState:
		return m.fragment()
	}
	panic("whatwg: no such state")
}

// c returns the code point at the pointer. For a code point outside US-ASCII it returns the first byte.
func (m *machine) c() int {
	if m.pointer < len(m.input) {
		return int(m.input[m.pointer])
	}
	return eof
}

// remaining returns the input after the code point at the pointer.
func (m *machine) remaining() string { return m.input[min(m.pointer+1, len(m.input)):] }

// isSlash reports whether c is "/", or "\" in a special URL.
func (m *machine) isSlash(c int) bool { return c == '/' || c == '\\' && m.special }

// endsAuthority reports whether c is the EOF code point or a byte that begins a path, query or fragment.
func (m *machine) endsAuthority(c int) bool { return c == eof || c == '?' || c == '#' || m.isSlash(c) }

// skipSlash increases the pointer by 1, past a "/" or "\".
func (m *machine) skipSlash() {
	if m.c() == '\\' {
		m.report(CodeInvalidReverseSolidus, m.pointer, m.pointer+1)
	}
	m.pointer++
}

func (m *machine) schemeStart() state {
	switch c := m.c(); {
	case c != eof && tables.Is(byte(c), tables.ALPHA):
		return schemeState
	case m.override == noState:
		return noSchemeState
	}
	return failure
}

func (m *machine) schemeName() state {
	n := m.pointer
	for n < len(m.input) && tables.Is(m.input[n], tables.SchemeChars) {
		n++
	}
	switch {
	case n < len(m.input) && m.input[n] == ':':
	case n == len(m.input) && m.override != noState: // the protocol setter appends ":" to its value
	case m.override == noState:
		return noSchemeState // start over
	default:
		return failure
	}
	buffer := m.input[:n]
	if m.override != noState && !m.given.canHaveScheme(buffer) {
		return failure // the standard returns, and leaves the URL unchanged
	}
	m.setScheme(buffer)
	if m.override != noState {
		return done
	}
	m.pointer = n
	slashes := strings.HasPrefix(m.remaining(), "//")
	m.pointer++
	switch {
	case m.file:
		if !slashes {
			m.report(CodeSpecialSchemeMissingFollowingSolidus, n+1, n+1)
		}
		return fileState
	case m.special && m.base.Scheme() == string(m.scheme()):
		return specialRelativeOrAuthorityState
	case m.special:
		return specialAuthoritySlashesState
	case m.c() == '/':
		m.pointer++
		return pathOrAuthorityState
	}
	return opaquePathState
}

func (m *machine) noScheme() state {
	switch c := m.c(); {
	case m.base.isNull() || m.base.HasOpaquePath() && c != '#':
		return m.fail(CodeMissingSchemeNonRelativeURL, 0, 0)
	case m.base.HasOpaquePath():
		m.copyScheme(&m.base)
		m.copyPath(&m.base)
		m.endPath()
		m.copyQuery(&m.base)
		m.pointer++
		return fragmentState
	case m.base.Scheme() != "file":
		return relativeState
	}
	return fileState
}

func (m *machine) specialRelativeOrAuthority() state {
	if strings.HasPrefix(m.input[m.pointer:], "//") {
		m.pointer += 2
		return specialAuthorityIgnoreSlashesState
	}
	m.report(CodeSpecialSchemeMissingFollowingSolidus, m.pointer, m.pointer)
	return relativeState
}

func (m *machine) pathOrAuthority() state {
	if m.c() == '/' {
		m.pointer++
		return authorityState
	}
	return pathState
}

func (m *machine) relative() state {
	m.copyScheme(&m.base)
	if m.isSlash(m.c()) {
		m.skipSlash()
		return relativeSlashState
	}
	m.copyAuthority(&m.base)
	m.copyPath(&m.base)
	return m.afterCopiedPath()
}

// afterCopiedPath takes the steps that the relative state and the file state share. The URL has the path of the base
// URL, and the code point at the pointer decides how much of it remains.
func (m *machine) afterCopiedPath() state {
	switch m.c() {
	case '?':
		m.endPath()
		m.pointer++
		return queryState
	case '#':
		m.endPath()
		m.copyQuery(&m.base)
		m.pointer++
		return fragmentState
	case eof:
		m.endPath()
		m.copyQuery(&m.base)
		return done
	}
	if !m.file || !startsWithDriveLetter(m.input[m.pointer:]) {
		m.shorten()
	} else {
		m.report(CodeFileInvalidWindowsDriveLetter, m.pointer, m.pointer+2)
		m.out = m.out[:m.offsets().Path]
	}
	return pathState
}

func (m *machine) relativeSlash() state {
	switch c := m.c(); {
	case m.special && m.isSlash(c):
		m.skipSlash()
		return specialAuthorityIgnoreSlashesState
	case c == '/':
		m.pointer++
		return authorityState
	}
	m.copyAuthority(&m.base)
	return pathState
}

func (m *machine) specialAuthoritySlashes() state {
	if strings.HasPrefix(m.input[m.pointer:], "//") {
		m.pointer += 2
	} else {
		m.report(CodeSpecialSchemeMissingFollowingSolidus, m.pointer, m.pointer)
	}
	return specialAuthorityIgnoreSlashesState
}

func (m *machine) specialAuthorityIgnoreSlashes() state {
	for m.c() == '/' || m.c() == '\\' {
		m.report(CodeSpecialSchemeMissingFollowingSolidus, m.pointer, m.pointer+1)
		m.pointer++
	}
	return authorityState
}

func (m *machine) authority() state {
	m.startAuthority()
	lo, hi := m.pointer, m.pointer
	for ; hi < len(m.input) && !m.endsAuthority(int(m.input[hi])); hi++ {
		if m.input[hi] == '@' {
			m.report(CodeInvalidCredentials, m.pointer, hi+1)
			lo = hi + 1
		}
	}
	if lo == m.pointer {
		return hostState
	}
	if lo == hi {
		return m.fail(CodeHostMissing, hi, hi)
	}
	username, password, _ := strings.Cut(m.input[m.pointer:lo-1], ":")
	m.setCredentials(username, password)
	m.pointer = lo
	return hostState
}

func (m *machine) host() state {
	if m.override != noState && m.file {
		return fileHostState
	}
	insideBrackets := false
	n := m.pointer
scan:
	for ; n < len(m.input); n++ {
		switch c := m.input[n]; {
		case c == ':' && !insideBrackets || m.endsAuthority(int(c)):
			break scan
		case c == '[':
			insideBrackets = true
		case c == ']':
			insideBrackets = false
		}
	}
	buffer := m.input[m.pointer:n]
	hasPort := n < len(m.input) && m.input[n] == ':'
	switch {
	case hasPort && buffer == "", m.special && buffer == "":
		return m.fail(CodeHostMissing, n, n)
	case hasPort && m.override == hostnameState:
		return failure
	case m.override != noState && buffer == "" && m.given.hasCredentialsOrPort():
		return failure
	}
	if !m.parseHost(buffer) {
		return failure
	}
	m.pointer = n
	switch {
	case hasPort:
		m.pointer++
		return portState
	case m.override != noState:
		return done
	}
	return pathStartState
}

func (m *machine) port() state {
	lo, port := m.pointer, uint32(0)
	for ; m.pointer < len(m.input) && tables.Is(m.input[m.pointer], tables.DIGIT); m.pointer++ {
		port = min(port*10+uint32(m.input[m.pointer]-'0'), 1<<16) // every number above 65535 is out of range
	}
	switch {
	case !m.endsAuthority(m.c()) && m.override == noState:
		return m.fail(CodePortInvalid, m.pointer, m.pointer+1)
	case port > 0xffff:
		return m.fail(CodePortOutOfRange, lo, m.pointer)
	case m.pointer > lo:
		m.setPort(uint16(port))
	case m.override != noState:
		return failure
	}
	if m.override != noState {
		return done
	}
	return pathStartState
}

// setPort writes the port, unless it is the default port of the scheme.
func (m *machine) setPort(port uint16) {
	if p := schemes.LowerKindOf(m.scheme()).Port(); p == port && p != 0 {
		return
	}
	m.out = strconv.AppendUint(append(m.out, ':'), uint64(port), 10)
	m.offsets().Path = m.len()
}

func (m *machine) fileStart() state {
	m.setScheme("file")
	m.startAuthority()
	switch c := m.c(); {
	case m.isSlash(c):
		m.skipSlash()
		return fileSlashState
	case m.base.Scheme() == "file":
		m.copyAuthority(&m.base)
		m.copyPath(&m.base)
		return m.afterCopiedPath()
	}
	return pathState
}

func (m *machine) fileSlash() state {
	if m.isSlash(m.c()) {
		m.skipSlash()
		return fileHostState
	}
	if m.base.Scheme() == "file" {
		m.copyAuthority(&m.base)
		if path := m.base.Pathname(); !startsWithDriveLetter(m.input[m.pointer:]) && startsWithDrive(path) {
			m.out = append(m.out, path[:len("/C:")]...)
		}
	}
	return pathState
}

func (m *machine) fileHost() state {
	n := m.pointer
	for n < len(m.input) && m.input[n] != '\\' && !m.endsAuthority(int(m.input[n])) {
		n++
	}
	buffer := m.input[m.pointer:n]
	switch {
	case m.override == noState && isDriveLetter(buffer):
		m.report(CodeFileInvalidWindowsDriveLetterHost, m.pointer, n)
		m.pointer = n
		return m.endSegment(buffer) // the buffer is used in the path state
	case buffer != "":
		if !m.parseHost(buffer) {
			return failure
		}
		if m.isLocalhost() {
			m.out = m.out[:m.offsets().Host]
			m.endHost()
		}
	}
	m.pointer = n
	if m.override != noState {
		return done
	}
	return pathStartState
}

// isLocalhost reports whether the host, which was written last, is "localhost".
func (m *machine) isLocalhost() bool { return string(m.out[m.offsets().Host:]) == "localhost" }

// isDriveLetter reports whether s is a Windows drive letter (section 4.2).
func isDriveLetter(s string) bool {
	return len(s) == 2 && tables.Is(s[0], tables.ALPHA) && (s[1] == ':' || s[1] == '|')
}

// startsWithDriveLetter reports whether s starts with a Windows drive letter (section 4.2).
func startsWithDriveLetter(s string) bool {
	return len(s) >= 2 && isDriveLetter(s[:2]) && (len(s) == 2 || strings.IndexByte(`/\?#`, s[2]) >= 0)
}

func (m *machine) pathStart() state {
	switch c := m.c(); {
	case m.special:
		if m.isSlash(c) {
			m.skipSlash()
		}
		return pathState
	case m.override == noState && c == '?', m.override == noState && c == '#':
		return m.afterPath()
	case c != eof:
		if c == '/' {
			m.pointer++
		}
		return pathState
	case m.override != noState && m.offsets().Authority == 0:
		m.out = append(m.out, '/')
	}
	return m.afterPath()
}

// afterPath ends the path, and returns the state for the query or the fragment if there is one.
func (m *machine) afterPath() state {
	m.endPath()
	switch m.c() {
	case '?':
		m.pointer++
		return queryState
	case '#':
		m.pointer++
		return fragmentState
	}
	return done
}

func (m *machine) pathSegments() state {
	for {
		n := m.segmentEnd()
		buffer := m.input[m.pointer:n]
		m.reportUnits(m.pointer, n)
		m.pointer = n
		if next := m.endSegment(buffer); next != pathState {
			return next
		}
	}
}

// endSegment takes the steps of the path state at the end of a segment. buffer is the segment. It returns the path
// state if another segment follows.
func (m *machine) endSegment(buffer string) state {
	slash := m.isSlash(m.c())
	if slash {
		m.skipSlash()
	}
	switch dots := dotsOf(buffer); {
	case dots == 2:
		if m.shorten(); !slash {
			m.out = append(m.out, '/')
		}
	case dots == 1:
		if !slash {
			m.out = append(m.out, '/')
		}
	case m.file && len(m.path()) == 0 && isDriveLetter(buffer):
		m.out = append(m.out, '/', buffer[0], ':')
	default:
		m.out = pathSet.AppendText(append(m.out, '/'), buffer)
	}
	if slash {
		return pathState
	}
	return m.afterPath()
}

// segmentEnd returns the end of the path segment that begins at the pointer.
func (m *machine) segmentEnd() int {
	ends := uint8(endsSegment)
	if m.special {
		ends |= endsSpecialSegment
	}
	if m.override == noState {
		ends |= endsPath
	}
	n := m.pointer
	for n < len(m.input) && pathDelimiters[m.input[n]]&ends == 0 {
		n++
	}
	return n
}

// pathDelimiters maps each byte that can end a path segment to the condition for that.
var pathDelimiters = [256]uint8{'/': endsSegment, '\\': endsSpecialSegment, '?': endsPath, '#': endsPath}

const (
	endsSegment        = 1 << iota // always
	endsSpecialSegment             // if the URL is special
	endsPath                       // without a state override
)

func (m *machine) opaquePath() state {
	n := m.pointer
	for n < len(m.input) && m.input[n] != '?' && m.input[n] != '#' {
		n++
	}
	buffer := m.input[m.pointer:n]
	m.reportUnits(m.pointer, n)
	m.pointer = n
	if text, ok := strings.CutSuffix(buffer, " "); ok && m.c() != eof {
		m.out = append(c0ControlSet.AppendText(m.out, text), "%20"...)
	} else {
		m.out = c0ControlSet.AppendText(m.out, buffer)
	}
	return m.afterPath()
}

func (m *machine) query() state {
	n := len(m.input)
	if m.override == noState {
		if i := strings.IndexByte(m.input[m.pointer:], '#'); i >= 0 {
			n = m.pointer + i
		}
	}
	m.reportUnits(m.pointer, n)
	queryPercentEncodeSet := &querySet
	if m.special {
		queryPercentEncodeSet = &specialQuerySet
	}
	m.out = appendEncoded(append(m.out, '?'), m.queryEncoding(), m.input[m.pointer:n], queryPercentEncodeSet)
	m.endQuery()
	if m.pointer = n; m.c() == '#' {
		m.pointer++
		return fragmentState
	}
	return done
}

// queryEncoding returns the encoding of a query. It is UTF-8 if the URL is not special, and for ws and wss.
func (m *machine) queryEncoding() encoding.Encoding {
	if scheme := m.scheme(); !m.special || string(scheme) == "ws" || string(scheme) == "wss" {
		return nil
	}
	return m.Encoding
}

func (m *machine) fragment() state {
	m.reportUnits(m.pointer, len(m.input))
	m.out = fragmentSet.AppendText(append(m.out, '#'), m.input[m.pointer:])
	m.end()
	return done
}
