package find

import (
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// AppendRedacted appends text to dst, with the secrets of every address in it replaced by "xxxxx", and returns the
// extended slice. All other bytes are copied. Redacting the result again does not change it.
//
// An address is a scheme, ":", "//" and the text after them. One slash is enough after a scheme that needs a host, such
// as https. The slashes may be backslashes, and the address may be escaped once, by JSON or by percent-encoding. What
// redactor hides in a URI is hidden in each address. If a userinfo has a "%3A" with text after it and no ":" before it,
// the whole userinfo counts as a password.
//
// A text that begins like an address but is not a URI may hold a secret with unencoded characters, as in
// "https://u:p#w@example.com/". Such text stays if the authority has no "@" and is a list of one or more hosts, with or
// without ports. Otherwise the hidden text begins after the first ":" of the authority, or at the start of the
// authority if there is no ":". It ends at the last "@" before a quotation mark, "<" or ">". If there is no such "@",
// it ends at the last "@" before the next space, or else at that space. If the secret of one address may continue in
// the next address, both are hidden as one text.
//
// These secrets cannot be recognized, and stay:
//
//   - a password without an address, as in "password is 1234", and a header such as "Authorization: Basic dTpw"
//   - base64, and text that is escaped twice
//   - a password that begins with a number and one of / ? # \, as in "https://u:1234/w@h/": "u" is a host, and 1234 a port
//   - the part of a password after a space
//   - a password after a user name that begins with an encoded slash or backslash and has another encoded delimiter, as
//     in "ftp://%2Fa%2F:p@h/": "a" may be read as a host
//   - a secret in a path, and in a query if its key is not in redactor.QueryKeys
//   - a password without a scheme before it, as in "u:p@example.com"
//
// It takes time linear in text for each of the keys. It allocates only if dst is too small for the result, if text
// overlaps the free capacity of dst, and for an escaped address of more than 256 bytes.
func AppendRedacted(dst, text []byte, redactor uri.Redactor) []byte {
	appended, _ := appendRedacted(dst, text, redactor)
	return appended
}

// appendRedacted implements AppendRedacted. steps is the number of bytes that were read. A byte that was read twice
// counts twice.
func appendRedacted(dst, text []byte, redactor uri.Redactor) (appended []byte, steps int) {
	r := redaction{starts: newStarts(octet.TextFor(dst, text)), redactor: redactor, dst: dst}
	r.hasTail = redactor.OriginOnly || redactor.Fragment || len(redactor.QueryKeys) > 0
	for x, ok := r.next(0); ok; x, ok = r.next(max(x.authority, r.hidden)) {
		if r.hasTail && !r.readTails(x) {
			continue
		}
		isURI := r.hasPlainHost(x) || r.redactUserinfo(x)
		if r.hasTail {
			r.beginTail(x, isURI)
		}
	}
	r.endTails()
	return append(r.dst, r.text[r.hidden:]...), r.steps
}

// A redaction copies a text without secrets, from left to right.
//
// A token is a run of bytes that are neither spaces nor controls. A segment is a part of a token up to a quotation
// mark, "<" or ">". The hidden text of a token depends on that token only. Redacting the result changes nothing, for
// these reasons:
//
//   - Hidden text ends before an "@", a delimiter, or the end of the token, so "xxxxx" begins no address.
//   - In a URI, the hidden text is a whole userinfo, password, value or component, and so is the "xxxxx" in its place.
//   - In other text, the "@" after the hidden text is the last one of the segment, and "xxxxx" contains no ":". So a
//     second pass hides the "xxxxx" again, or keeps it as a user name.
//   - If the end of a segment is hidden, the "@" after the hidden text is the last one of the token. All addresses in
//     the segment before the hidden text have host names: see crosses.
//   - If the end of an authority is hidden, no other address is inside it: see isMixed.
//   - A delimiter that is hidden counts neither for the query nor for the fragment around it: see readTo.
type redaction struct {
	starts
	redactor uri.Redactor
	dst      []byte
	hidden   int // the end of the last hidden text; the text up to there is in dst

	tokenStart int     // the authority of the first address in the token
	tokenEnd   int     // the end of the token of the last address
	at         int     // the last "@" of the token, -1 if it has none, or 0 if that is not known
	last       segment // the segment of the last address

	hasTail bool    // secrets after an authority are to be hidden
	tails   [2]tail // by level
	read    int     // the end of the text that tails have read
}

// A level is the number of times that an address is percent-encoded: 0 or 1.
type level uint8

// A start is the start of an address in a text.
type start struct {
	colon     int // the ":" after the scheme
	authority int // after the slashes
	level     level
}

// starts finds the starts of addresses in a text. The offsets are those of the next ":/", "%" and backslash after the
// last search, or the length of the text.
type starts struct {
	text                      string
	slash, percent, backslash int
	steps                     int // see appendRedacted
}

func newStarts(text string) starts { return starts{text, -1, -1, -1, 0} }

// next returns the first start of an address whose ":" is at from or later.
func (s *starts) next(from int) (x start, ok bool) {
	for {
		if s.slash < from {
			s.slash = s.offset(from, simd.IndexColonSlash(s.text[from:], 0))
		}
		if s.percent < from {
			s.percent = s.offset(from, strings.IndexByte(s.text[from:], '%'))
		}
		if s.backslash < from {
			s.backslash = s.offset(from, strings.IndexByte(s.text[from:], '\\'))
		}
		n := min(s.slash, s.percent, s.backslash)
		switch {
		case n == len(s.text):
			return start{}, false
		case n == s.slash:
			x, ok = s.startAt(n, n+1, 0)
		case n > from && s.text[n-1] == ':':
			x, ok = s.startAt(n-1, n, 0)
		}
		if c, size := char(s.text, n, 1); !ok && size > 1 && c == ':' {
			x, ok = s.startAt(n, n+size, levelOf(s.text[n]))
		}
		if ok {
			return x, true
		}
		from = n + 1
	}
}

// offset converts i, the result of a search in s.text[from:], to an offset in s.text. If i is -1, it returns the length
// of the text.
func (s *starts) offset(from, i int) int {
	if i < 0 {
		i = len(s.text) - from
	}
	s.steps += i
	return from + i
}

// startAt returns the start of the address with the given colon if enough slashes follow at n: one after a scheme that
// needs a host, and two after other schemes.
func (s *starts) startAt(colon, n int, l level) (x start, ok bool) {
	lo := colon
	for lo > 0 && tables.Is(s.text[lo-1], tables.SchemeChars) && colon-lo < len("https") {
		lo--
	}
	all := schemes.NeedsHost(s.text[lo:colon]) || colon-lo > 4 && schemes.NeedsHost(s.text[lo+1:colon])
	count, begin := 0, n
	for needed := 2; n < len(s.text) && (all || count < needed); count++ {
		c, size := char(s.text, n, 1)
		if c != '/' && c != '\\' {
			break
		}
		l = max(l, levelOf(s.text[n]))
		all = all || size > 1 || c == '\\'
		n += size
	}
	s.steps += n - begin
	if count >= 2 || count == 1 && schemes.NeedsHost(s.text[lo:colon]) {
		return start{colon, n, l}, true
	}
	return start{}, false
}

// levelOf returns 1 if c begins a percent-encoding, and otherwise 0.
func levelOf(c byte) level {
	if c == '%' {
		return 1
	}
	return 0
}

// char decodes the character at text[i], or its escape. A percent-encoding is an escape at level 1.
func char(text string, i int, l level) (c rune, size int) {
	switch c := text[i]; {
	case c == '\\':
		return address.JSON.Char(text, i)
	case c == '%' && l > 0 && octet.IsEncoded(text[i:]):
		return rune(octet.At(text, i)), 3
	default:
		return rune(c), 1
	}
}

// mayEscape reports whether c may begin an escape. It saves calls of char.
func mayEscape(c byte) bool { return c == '\\' || c == '%' }

// appendDecoded decodes the escapes in text and appends the result to dst. An escape becomes one byte, which is 0xFF
// for a character above U+00FF.
func appendDecoded(dst []byte, text string, l level) []byte {
	for n := 0; n < len(text); {
		c, size := char(text, n, l)
		if c < 0 || c > 0xff {
			c = 0xff
		}
		dst = append(dst, byte(c))
		n += size
	}
	return dst
}

// hide hides the text from lo to hi.
func (r *redaction) hide(lo, hi int) {
	if lo < hi {
		r.dst = append(append(r.dst, r.text[r.hidden:lo]...), redact.Hidden...)
		r.hidden = hi
	}
}

// beginToken begins the token with an authority at n.
func (r *redaction) beginToken(n int) {
	r.tokenStart, r.at, r.last.end = n, 0, -1
	r.tokenEnd = r.segment(n).end
	for r.tokenEnd < len(r.text) && r.text[r.tokenEnd] > ' ' {
		r.tokenEnd++
	}
	r.steps += r.tokenEnd - n
}

// hasPlainHost reports whether the authority of x is a name of unreserved characters that ends at a "/", a quotation
// mark, a space, a control or the end of the text. Most authorities are.
func (r *redaction) hasPlainHost(x start) bool {
	n := x.authority
	for n < len(r.text) && tables.Is(r.text[n], tables.Unreserved) {
		n++
	}
	r.steps += n - x.authority
	return n == len(r.text) || r.text[n] == '/' || r.text[n] <= ' ' || r.text[n] == '"'
}

// An authority is the position of an authority in a text.
type authority struct {
	start
	end int
	at  int // the last "@", or -1
}

// authority reads the authority of x. Its level is that of x. If it has no "@" but a percent-encoded one, its level is
// 1.
func (s *starts) authority(x start) authority {
	a, isEncoded := s.authorityAt(x)
	if a.at < 0 && isEncoded && x.level == 0 {
		x.level = 1
		if b, _ := s.authorityAt(x); b.at >= 0 {
			return b
		}
	}
	return a
}

// authorityAt reads the authority of x. isEncoded reports whether it has a "%40".
func (s *starts) authorityAt(x start) (a authority, isEncoded bool) {
	a = authority{x, x.authority, -1}
	for a.end < len(s.text) && s.text[a.end] > ' ' {
		c, size := rune(s.text[a.end]), 1
		if mayEscape(s.text[a.end]) {
			c, size = char(s.text, a.end, x.level)
		}
		if c == '/' || c == '?' || c == '#' || c == '\\' || endsSegment(c) || c == '\n' {
			break
		}
		if c == '@' {
			a.at = a.end
		}
		isEncoded = isEncoded || c == '%' && strings.HasPrefix(s.text[a.end:], "%40")
		a.end += size
	}
	s.steps += a.end - x.authority
	return a, isEncoded
}

// endsSegment reports whether c ends a segment.
func endsSegment(c rune) bool { return c == '"' || c == '<' || c == '>' }

// redactUserinfo hides the userinfo of x. If the text is not a URI, it hides the text that may be a secret, and returns
// false.
func (r *redaction) redactUserinfo(x start) (isURI bool) {
	if x.authority >= r.tokenEnd {
		r.beginToken(x.authority)
	}
	a := r.authority(x)
	s := r.segment(x.authority)
	crosses := r.crosses(x, s)
	all := r.redactor.User || r.redactor.OriginOnly
	lo, hi := 0, 0
	if a.at < 0 {
		// Without a host, "http://:8080/" has no secret, but "redis://:1234#w@example.com" may have one.
		is, hasName := r.hasHosts(a)
		isURI = is && (hasName || s.at[1] < x.authority && !crosses)
	} else if isURI = !crosses && r.isURI(a, s); isURI {
		var ok bool
		if lo, ok = r.password(a, a.level); all {
			lo, hi = x.authority, a.at
		} else if ok {
			hi = a.at
		}
	}
	if isURI && !r.isMixed(&r.starts, x, max(hi, x.authority)) {
		r.hide(lo, hi)
		return true
	}
	lo = x.authority
	if !all {
		lo = r.secret(a, x.level)
	}
	if hi = s.at[a.level]; hi < lo {
		hi = s.at[1]
	}
	if crosses || isURI || hi >= lo && r.isMixed(&r.starts, x, hi) {
		hi = r.lastAt()
	}
	if hi < lo {
		hi = r.tokenEnd
	}
	r.hide(lo, hi)
	return false
}

// isMixed reports whether a percent-encoded address that may have a secret begins between n and the end of the
// authority at n. If so, that address and the address at x are hidden as one text. x must be the last start that search
// has found.
func (r *redaction) isMixed(search *starts, x start, n int) bool {
	if x.level > 0 || search.percent >= r.tokenEnd { // the next "%" is in another token
		return false
	}
	a, _ := search.authorityAt(start{authority: n})
	if strings.IndexByte(r.text[n:a.end], '%') < 0 {
		return false
	}
	ahead := *search
	found := false
	for y, ok := ahead.next(n); ok && y.authority <= a.end; y, ok = ahead.next(y.authority) {
		b := ahead.authority(y)
		is, hasName := ahead.hasHosts(b)
		if found = b.at >= 0 || !is || !hasName || r.hasTail && b.end < a.end; found {
			break
		}
	}
	search.steps = ahead.steps
	return found
}

// password returns the offset where a password begins in the userinfo of a, or in the whole authority if it has no "@".
// It decodes escapes of the level l. If a "%3A" comes before the first ":", that is the start of a. ok is false if
// there is no password.
func (s *starts) password(a authority, l level) (lo int, ok bool) {
	raw := s.text[a.authority:a.end]
	if a.at >= 0 {
		raw = s.text[a.authority:a.at]
	}
	s.steps += len(raw)
	var buf [256]byte
	userinfo := octet.Text(appendDecoded(buf[:0], raw, l))
	n := redact.Password(userinfo)
	user, hasColon := strings.CutSuffix(userinfo[:n], ":")
	if hasColon && (strings.Contains(user, "%3A") || strings.Contains(user, "%3a")) {
		n = 0
	}
	lo = a.authority
	for range n {
		_, size := char(s.text, lo, l)
		lo += size
	}
	return lo, len(user) < len(userinfo)
}

// secret returns the offset where a secret begins in a, for text that is not a URI. This is the offset of the password.
// If a has no password, or if an "@" comes before the password, it is the start of a.
func (s *starts) secret(a authority, l level) int {
	s.steps += a.end - a.authority
	lo, ok := s.password(a, l)
	encoded, _ := s.password(a, 1) // an "@" that is percent-encoded may end the secret
	lo = min(lo, encoded)
	if !ok || lastSign(s.text, a.authority, lo) >= 0 {
		return a.authority
	}
	return lo
}

// hasHosts reports whether a is a list of hosts, each with at most a port, and whether it begins with a name or an
// address.
func (s *starts) hasHosts(a authority) (is, hasName bool) {
	s.steps += a.end - a.authority
	var buf [256]byte
	text := octet.Text(appendDecoded(buf[:0], s.text[a.authority:a.end], a.level))
	return isHosts(text), !strings.HasPrefix(text, ":")
}

// isHosts reports whether text is a list of hosts, each with at most a port. Punctuation of the text around an address
// may precede and follow a host.
func isHosts(text string) bool {
	for more := true; more; {
		var one string
		one, text, more = strings.Cut(text, ",")
		one = strings.TrimLeft(one, "'`(*")
		n := len(strings.TrimRight(one, "'`)]}.;:!*|^~&"))
		if !isHost(one[:n]) && !(n < len(one) && one[n] == ']' && isHost(one[:n+1])) {
			return false
		}
	}
	return true
}

// isHost reports whether text is a host with at most a port. The host may have any characters outside ASCII.
func isHost(text string) bool {
	if strings.HasPrefix(text, "[") {
		var ranges fsm.Ranges
		_, ok := fsm.ScanAs(fsm.HostPort, text, &ranges)
		return ok
	}
	host, port, _ := strings.Cut(text, ":")
	if _, size := octet.Uint16(port); size < len(port) {
		return false
	}
	for i := 0; i < len(host); i++ {
		if c := host[i]; c < 0x80 && c != '%' && !tables.Is(c, tables.RegNameChars) {
			return false
		}
	}
	return true
}

// A segment is a part of a token: see redaction. A percent-encoded quotation mark, "<" or ">" does not end it.
type segment struct {
	end        int
	at         [2]int  // the last "@" by level, or -1
	isURI      [2]bool // by level: the path, the query and the fragment of an address are valid up to end
	crossing   int     // the ":" of an address for which crosses is true, or -1
	crossesNot bool    // crosses is false for all addresses after that one
}

// segment returns the segment with the authority at n, which is in the token.
func (r *redaction) segment(n int) *segment {
	s := &r.last
	if n <= s.end {
		return s
	}
	*s = segment{end: n, at: [2]int{-1, -1}, crossing: -1}
	for s.end < len(r.text) && r.text[s.end] > ' ' {
		c, size := rune(r.text[s.end]), 1
		isRaw := c != '%'
		if mayEscape(r.text[s.end]) {
			c, size = char(r.text, s.end, 1)
		}
		if isRaw && endsSegment(c) {
			break
		}
		if c == '@' {
			if s.at[1] = s.end; isRaw {
				s.at[0] = s.end
			}
		}
		s.end += size
	}
	r.steps += s.end - n
	return s
}

// lastAt returns the last "@" of the token, or -1.
func (r *redaction) lastAt() int {
	if r.at == 0 {
		r.at = lastSign(r.text, r.tokenStart, r.tokenEnd)
		r.steps += r.tokenEnd - r.tokenStart
	}
	return r.at
}

// crosses reports whether an address in s, at x or later, may have a secret that goes on after s, up to the last "@" of
// the token. Then all addresses from x on are hidden up to that "@", because the delimiter that ends s may be a part of
// the secret.
func (r *redaction) crosses(x start, s *segment) bool {
	if x.colon <= s.crossing {
		return true
	}
	if s.crossesNot || s.end+len(`"`) >= r.tokenEnd || r.lastAt() < s.end {
		return false
	}
	ahead := r.starts
	for ok := true; ok && x.authority < s.end; x, ok = ahead.next(x.authority) {
		a := ahead.authority(x)
		is, _ := ahead.hasHosts(a)
		if a.at < 0 && !is && s.at[1] < ahead.secret(a, x.level) || r.isMixed(&ahead, x, max(a.at, x.authority)) {
			s.crossing = x.colon
			r.steps = ahead.steps
			return true
		}
	}
	r.steps = ahead.steps
	s.crossesNot = true
	return false
}

// lastSign returns the offset of the last "@" in text[lo:hi], or -1.
func lastSign(text string, lo, hi int) int {
	at := -1
	for lo < hi {
		c, size := char(text, lo, 1)
		if c == '@' {
			at = lo
		}
		lo += size
	}
	return at
}

// isURI reports whether the text from the authority a to the end of s is a URI-reference.
func (r *redaction) isURI(a authority, s *segment) bool {
	if s.isURI[a.level] {
		return r.isReference(a, a.end)
	}
	s.isURI[a.level] = r.isReference(a, s.end)
	return s.isURI[a.level]
}

// isReference reports whether the text from the authority a to end is a URI-reference.
func (s *starts) isReference(a authority, end int) (ok bool) {
	const slashes = "//"
	var ranges fsm.Ranges
	text := s.text[a.authority-len(slashes) : end]
	s.steps += len(text)
	if a.level == 0 && strings.HasPrefix(text, slashes) && strings.IndexByte(text, '\\') < 0 {
		_, ok = fsm.Scan(text, &ranges)
		return ok
	}
	var buf [256]byte
	decoded := appendDecoded(append(buf[:0], slashes...), text[len(slashes):], a.level)
	_, ok = fsm.Scan(decoded, &ranges)
	return ok
}

// A tail reads the path, the query and the fragment of addresses of a level.
type tail struct {
	redact.Query
	part  part
	lo    int  // the start of the part
	isNew bool // an address has begun, and its query has not
}

// A part is a part of an address.
type part uint8

const (
	noPart part = iota
	authorityPart
	pathPart
	queryPart
	fragmentPart
)

// readTails reads the tails of the addresses before x. It returns false if x is hidden.
func (r *redaction) readTails(x start) bool {
	if x.authority >= r.tokenEnd {
		r.endTails()
		r.beginToken(x.authority)
		r.read = x.authority
		return true
	}
	r.readTo(x.authority)
	return x.colon >= r.hidden && !(r.redactor.OriginOnly && (r.tails[0].part > authorityPart || r.tails[1].part > authorityPart))
}

// beginTail begins the tail of x. isURI is false if the text is not a URI: then a "?" may be hidden.
func (r *redaction) beginTail(x start, isURI bool) {
	t := &r.tails[x.level]
	if r.redactor.OriginOnly {
		if r.tails[0].part == noPart && r.tails[1].part == noPart {
			t.part = authorityPart
		}
		return
	}
	if x.level == 0 {
		r.tails[1].part = noPart
	}
	t.Keys = r.redactor.QueryKeys
	t.isNew = true
	switch {
	case !isURI:
		t.part, t.Key = queryPart, -1
	case t.part != queryPart:
		t.part = authorityPart
	}
}

// endTails reads the tails of the addresses in the token.
func (r *redaction) endTails() {
	r.readTo(r.tokenEnd)
	for l := range r.tails {
		r.endPart(&r.tails[l], r.tokenEnd)
		r.tails[l].part = noPart
	}
}

// readTo reads the tails of both levels up to end, without the text that is hidden. It ignores a key that contains
// hidden text.
func (r *redaction) readTo(end int) {
	n := r.read
	r.steps += max(end-n, 0)
	for n < end && (r.tails[0].part != noPart || r.tails[1].part != noPart) {
		if n < r.hidden {
			n = r.hidden
			r.tails[0].Key, r.tails[1].Key = -1, -1
			continue
		}
		if tables.Is(r.text[n], tables.Unreserved) { // nearly all characters
			n++
			continue
		}
		c, size := char(r.text, n, 0)
		hi := 0
		if c == '%' && r.tails[1].part != noPart && octet.IsEncoded(r.text[n:]) {
			c, size = char(r.text, n, 1)
			hi = r.step(1, c, n, n+size)
		} else {
			hi = max(r.step(0, c, n, n+size), r.step(1, c, n, n+size))
		}
		n += size
		if hi > n {
			r.hide(n, hi)
		}
	}
	r.read = max(n, end)
}

// step reads the character c, which is the text from n to next. If the text from next on must be hidden, step returns
// the end of that text. Otherwise it returns 0.
func (r *redaction) step(l level, c rune, n, next int) (hi int) {
	t := &r.tails[l]
	switch {
	case t.part == noPart:
	case endsSegment(c):
		r.endPart(t, n)
		t.part = noPart
	case t.part == fragmentPart:
	case c == '#':
		r.beginPart(t, fragmentPart, n, next)
		if r.redactor.Fragment && !r.redactor.OriginOnly {
			return r.partEnd(next, l)
		}
	case c == '?' && (t.part != queryPart || t.isNew):
		r.beginPart(t, queryPart, n, next)
		t.Key = next
	case (c == '/' || c == '\\') && t.part == authorityPart:
		r.beginPart(t, pathPart, n, next)
	case t.part == queryPart && t.Step(c, next):
		r.steps += n - t.Key
		var buf [256]byte
		if t.Hides(octet.Text(appendDecoded(buf[:0], r.text[t.Key:n], l))) {
			hi = r.partEnd(next, l, '&', '#')
		}
		t.Key = -1
	}
	return hi
}

// beginPart ends a part at n and begins another one at next.
func (r *redaction) beginPart(t *tail, p part, n, next int) {
	r.endPart(t, n)
	t.part, t.lo = p, next
	t.isNew = t.isNew && p == pathPart
}

// endPart hides a part that ends at n if only the origin is to be shown.
func (r *redaction) endPart(t *tail, n int) {
	if r.redactor.OriginOnly && t.part > authorityPart {
		r.hide(t.lo, n)
	}
}

// partEnd returns the end of the text at n up to a delimiter or the end of the segment.
func (r *redaction) partEnd(n int, l level, delimiters ...rune) int {
	begin := n
	for n < r.tokenEnd {
		c, size := char(r.text, n, l)
		if endsSegment(c) || slices.Contains(delimiters, c) {
			break
		}
		n += size
	}
	r.steps += n - begin
	return n
}
