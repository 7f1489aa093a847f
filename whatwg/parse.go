package whatwg

import (
	"strconv"
	"strings"

	"golang.org/x/text/encoding"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
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
//   - Tabs, newlines and ill-formed sequences are removed when a state meets the first one: see begin and scan.

// parse runs the basic URL parser without a state override. known and o are the result of scanNormal for the input. It
// reports whether the input can be parsed.
func (m *machine) parse(base *URL, input string, known simd.Known, o *ranges.Offsets) bool {
	m.base = *base
	if !m.readTrimmed(input) {
		return false
	}
	m.reserve(min(len(m.input)+len(base.href)+len("/./"), keptLen)) // longer components reserve their own memory
	return m.run(m.begin(known, o))
}

// run runs the state machine from state s on. It returns false on failure.
func (m *machine) run(s state) bool {
	for s < done {
		if m.verdict && s >= pathStartState {
			return true
		}
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

// scan scans the input from n on, as the function scan does. If a byte before the end has a bit of odd, scan cleans the
// input first.
func (m *machine) scan(t *[256]uint8, n int, stop, odd uint8) (end int, seen uint8, dots bool) {
	end, seen, dots = scan(t, m.input, n, stop)
	if seen&odd != 0 && m.clean() {
		return scan(t, m.input, n, stop)
	}
	return end, seen, dots
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
		return m.fragmentOfBase()
	case m.base.Scheme() != "file":
		return relativeState
	}
	return fileState
}

// fragmentOfBase writes the base URL without its fragment, and returns the state that reads the fragment after the "#" at the
// pointer.
func (m *machine) fragmentOfBase() state {
	m.copyToPath(&m.base)
	m.copyQuery(&m.base)
	m.pointer++
	return fragmentState
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
	lo := m.pointer
	hi, seen := m.scanAuthority(lo, isAt)
	if m.special && m.isSlash(m.c()) { // after a tab or newline
		return specialAuthorityIgnoreSlashesState
	}
	m.startAuthority()
	for hi < len(m.input) && m.input[hi] == '@' {
		lo = hi + 1
		m.report(CodeInvalidCredentials, m.pointer, lo)
		hi, seen = m.scanAuthority(lo, isAt)
	}
	m.hostEnd, m.hostSeen = hi, seen
	if lo == m.pointer {
		return hostState
	}
	if lo == hi {
		return m.fail(CodeHostMissing, hi, hi)
	}
	username, password, _ := strings.Cut(m.input[m.pointer:lo-1], ":")
	m.reserve(3 * (lo - m.pointer))
	m.setCredentials(username, password)
	m.pointer = lo
	return hostState
}

// scanAuthority returns the offset of the first byte of the input, from n on, that has a bit of stop or ends the
// authority, and the bits that the bytes before it have. The input is clean up to there.
func (m *machine) scanAuthority(n int, stop uint8) (end int, seen uint8) {
	stop |= endsAuthority
	if m.special {
		stop |= isBackslash
	}
	end, seen, _ = m.scan(&hostBytes, n, stop, notASCII)
	return end, seen
}

func (m *machine) host() state {
	if m.override != noState && m.file {
		return fileHostState
	}
	n, seen := m.hostEnd, m.hostSeen
	if n <= m.pointer || seen&(isColon|isBracket) != 0 {
		n, seen = m.scanAuthority(m.pointer, isColon|isBracket)
	}
	isPlain := seen&notDomain == 0
	for n < len(m.input) && hostBytes[m.input[n]]&isBracket != 0 {
		stop := uint8(isColon | isBracket)
		if m.input[n] == '[' { // insideBrackets is true
			stop = isBracket
		}
		n, _ = m.scanAuthority(n+1, stop)
		isPlain = false
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
	if !m.parseHost(buffer, isPlain) {
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
	lo := m.pointer
	hi, port := readPort(m.input, lo)
	switch m.pointer = hi; {
	case !m.endsAuthority(m.c()) && m.override == noState:
		return m.fail(CodePortInvalid, m.pointer, m.pointer+1)
	case port > 0xffff:
		return m.fail(CodePortOutOfRange, lo, hi)
	case hi > lo:
		m.setPort(uint16(port))
	case m.override != noState:
		return failure
	}
	if m.override != noState {
		return done
	}
	return pathStartState
}

// readPort returns the end of the digits that begin at s[n:], and their number, or a larger one than any port.
func readPort(s string, n int) (end int, port uint32) {
	for ; n < len(s) && s[n]-'0' <= 9; n++ {
		port = min(port*10+uint32(s[n]-'0'), 1<<16) // every number above 65535 is out of range
	}
	return n, port
}

// endsHost reports whether there is only a valid port, or nothing, between s[:n] and the end of the authority of a special URL.
func endsHost(s string, n int) bool {
	if n < len(s) && s[n] == ':' {
		end, port := readPort(s, n+1)
		if port > 0xffff {
			return false
		}
		n = end
	}
	return n == len(s) || tailBytes[s[n]]&(endsPath|isSlash) != 0
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
	n, _, _ := m.scan(&tailBytes, m.pointer, endsPath|isSlash, notPath)
	buffer := m.input[m.pointer:n]
	switch {
	case m.override == noState && isDriveLetter(buffer):
		m.report(CodeFileInvalidWindowsDriveLetterHost, m.pointer, n)
		m.reported = n
		return pathState // it reads the buffer again, as in the standard
	case buffer != "":
		if !m.parseHost(buffer, false) {
			return failure
		}
		if string(m.out[m.offsets().Host:]) == "localhost" {
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
	if m.copyTail() {
		return done
	}
	stop := uint8(endsPath)
	if m.override != noState {
		stop = 0
	}
	end, seen, dots := m.scan(&tailBytes, m.pointer, stop, notPath)
	m.reportPath(m.pointer, end)
	lo := len(m.out)
	m.out = append(m.out, '/')
	if seen&notPath != 0 {
		m.reserve(3 * (end - m.pointer))
		m.out = pathSet.AppendText(m.out, m.input[m.pointer:end])
	} else {
		m.out = append(m.out, m.input[m.pointer:end]...)
	}
	if seen&isBackslash != 0 && m.special {
		replaceBackslashes(m.out[lo:])
	}
	if dots || m.file {
		m.removeDots(lo)
	}
	m.pointer = end
	return m.afterPath()
}

// copyTail copies the rest of the input if it is the path, query and fragment of a special URL that the states would not
// change. Otherwise it returns false.
func (m *machine) copyTail() bool {
	if !m.special || m.override != noState || m.validate != nil || m.c() == eof || tailBytes[m.c()]&isDot != 0 ||
		m.file && startsWithDriveLetter(m.input[m.pointer:]) {
		return false
	}
	var o ranges.Offsets
	if !scanTail(m.input, m.pointer, &o) {
		return false
	}
	m.out = append(m.out, '/')
	m.offsets().SetTail(&o, m.len()-uint32(m.pointer))
	m.out = append(m.out, m.input[m.pointer:]...)
	return true
}

// removeDots takes the steps of the path state for the segments in m.out[lo:], each with a "/" before it.
func (m *machine) removeDots(lo int) {
	text := m.out[lo:]
	m.out = m.out[:lo]
	for {
		if m.file && len(m.path()) == 0 && len(text) >= 3 && isDriveLetter(octet.Text(text[1:3])) && (len(text) == 3 || text[3] == '/') {
			text[2] = ':'
		}
		at, size, dots := nextDotSegment(octet.Text(text))
		m.out = append(m.out, text[:at]...)
		if dots == 0 {
			return
		}
		if dots == 2 {
			m.shorten()
		}
		if text = text[at+size:]; len(text) == 0 {
			m.out = append(m.out, '/')
			return
		}
	}
}

func (m *machine) opaquePath() state {
	n, seen, _ := scan(&tailBytes, m.input, m.pointer, endsPath)
	buffer := m.input[m.pointer:n]
	m.reportUnits(m.pointer, n)
	m.pointer = n
	if seen&notFragment == 0 { // nor is a byte in the C0 control percent-encode set, and none is a space
		m.out = append(m.out, buffer...)
		return m.afterPath()
	}
	m.reserve(3 * len(buffer))
	if text, ok := strings.CutSuffix(buffer, " "); ok && m.c() != eof {
		m.out = append(c0ControlSet.AppendText(m.out, text), "%20"...)
	} else {
		m.out = c0ControlSet.AppendText(m.out, buffer)
	}
	return m.afterPath()
}

func (m *machine) query() state {
	stop := uint8(endsQuery)
	if m.override != noState {
		stop = 0
	}
	n, seen, _ := m.scan(&tailBytes, m.pointer, stop, notQuery)
	m.reportUnits(m.pointer, n)
	queryPercentEncodeSet := &querySet
	if m.special {
		queryPercentEncodeSet = &specialQuerySet
	}
	m.out = append(m.out, '?')
	if seen&notQuery == 0 { // all encodings encode it as itself
		m.out = append(m.out, m.input[m.pointer:n]...)
	} else {
		m.reserve(3 * (n - m.pointer))
		m.out = appendEncoded(m.out, m.queryEncoding(), m.input[m.pointer:n], queryPercentEncodeSet)
	}
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
	m.clean()
	m.reportUnits(m.pointer, len(m.input))
	m.reserve(3*(len(m.input)-m.pointer) + 1)
	m.out = fragmentSet.AppendText(append(m.out, '#'), m.input[m.pointer:])
	m.end()
	return done
}
