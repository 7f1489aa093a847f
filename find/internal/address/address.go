// Package address finds the end of an address in text. Packages find and hosts share it.
package address

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// Rules are the rules for the end of an address. All offsets are in bytes. The functions read no further than the first
// space or control, and take time linear in the bytes that they read.
//
// An address may end long before the last byte that it could have, as does the first one of "http://a/b,http://c/d,".
// [Rules.Cut] reads such an address, so that many of them in one word take linear time.
type Rules struct {
	Syntax  Syntax
	Escapes Escapes // the escapes inside addresses
}

// End returns the end of the address with the scheme at start and the authority at n. It returns 0 if the text has no
// address there. needsHost is true if the host must not be empty.
func (r *Rules) End(text string, start, n int, needsHost bool) int {
	return r.Cut(text, start, n, func(part string) int {
		if len(part) != len(text) && strings.IndexByte(part[n:], '/') < 0 {
			return n // the authority may go on, and be invalid
		}
		return r.untrimmedEnd(part, start, n, needsHost)
	})
}

// firstRead is the number of bytes of a long word that are read at first.
const firstRead = 256

// Cut returns the end of the address that begins at start and is at least text[start:floor]. read returns its end in text
// or in the start of text, before a list or marks of emphasis are cut off.
//
// In a long word, Cut reads the next 256 bytes first, and more of the word only if it finds no place to cut. A cut is at
// the first such place, so the rest of the word does not change it.
func (r *Rules) Cut(text string, start, floor int, read func(text string) int) int {
	isLong := r.Syntax != Prose && len(text)-floor > firstRead && !hasSpace(text[floor:floor+firstRead])
	for size, last := firstRead, 0; isLong && size < len(text)-floor; size *= 8 {
		part := text[:floor+size]
		end := read(part)
		if cut := r.cutEmphasis(part, start, floor, r.CutList(part, start, floor, end)); cut < end {
			return r.TrimEmphasis(part, start, floor, cut)
		}
		if end == last {
			break // the address ended before, unless a bracket or a long authority did not
		}
		last = end
	}
	return r.TrimEmphasis(text, start, floor, r.CutList(text, start, floor, read(text)))
}

// hasSpace reports whether text has a space or a newline.
func hasSpace(text string) bool {
	return strings.IndexByte(text, ' ') >= 0 || strings.IndexByte(text, '\n') >= 0
}

// PlainEnd returns the end of an address with the authority at n, if the address is plain: the host is a name, a path
// follows it, and the address ends at a byte that no address has. Most addresses in text are plain. PlainEnd reads them
// five times as fast as [Rules.End]. For other addresses, end is 0 and next has no meaning. The text must be read without
// Prose and without the escapes of HTML. An address with a host of more than simd.Block bytes need not count as plain, and
// one of more than 256 bytes does not.
// PlainEnd leaves lists and marks of emphasis to [Rules.CutList] and [Rules.TrimEmphasis].
//
// The search for the next ":/" can go on at next. This is the end of the address or, if the block has no ":/" after that
// of the scheme, the end of the block.
//
// PERF: the end of the block does not depend on the end of the address, so the next search can begin early.
func PlainEnd(text string, n int) (end, next int) {
	text = text[:min(len(text), n+firstRead)]
	if len(text)-n <= simd.Block {
		end = plainEndBytes(text, n)
		return end, end
	}
	notHost, notPlain, colons := simd.StopsColons(text, n, &plainSets)
	path := bits.TrailingZeros64(notHost)
	// The text has a byte after the block, so path may be the length of the block.
	if text[n+path] != '/' || !tables.Is(text[n], tables.ALPHA|tables.DIGIT) {
		return 0, 0
	}
	size := bits.TrailingZeros64(notPlain) // not in the host: its bytes are in both sets
	if size == simd.Block || text[n+size] == '%' {
		end = trimPlain(text, span(text, n+size, &tailSet))
		return end, end
	}
	end = trimPlain(text, n+size)
	if colons != 0 {
		return end, end
	}
	return end, n + simd.Block
}

// plainEndBytes implements PlainEnd byte by byte.
func plainEndBytes(text string, n int) int {
	path := n
	for path < len(text) && tables.Is(text[path], tables.Unreserved) {
		path++
	}
	if path == len(text) || text[path] != '/' || !tables.Is(text[n], tables.ALPHA|tables.DIGIT) {
		return 0
	}
	return trimPlain(text, span(text, path, &tailSet))
}

// trimPlain returns the end of an address with a path and a query, without brackets, that end at end. It returns 0 to
// leave the address to the general functions. text[:end] contains a "/", so the loop ends.
func trimPlain(text string, end int) int {
	if end == len(text) || !endsPlain(text[end]) {
		return 0
	}
	for isFinal(text[end-1]) {
		end--
	}
	return end
}

// endsPlain reports whether c ends an address without brackets, whatever is before it. It returns false for some bytes
// that do.
func endsPlain(c byte) bool {
	const set = 1<<' ' | 1<<'\n' | 1<<'\r' | 1<<'\t' | 1<<'"' | 1<<'<' | 1<<'>' | 1<<')'
	return uint64(set)>>c&1 != 0
}

// untrimmedEnd implements End, without the marks of emphasis.
func (r *Rules) untrimmedEnd(text string, start, n int, needsHost bool) int {
	host, hostEnd := n, n
	for hostEnd < len(text) && tables.Is(text[hostEnd], tables.Unreserved) {
		hostEnd++
	}
	end := r.portEnd(text, hostEnd)
	if end < len(text) && (!endsAuthority(text[end]) || text[end-1] == ':') {
		if host, hostEnd, end = r.authority(text, n); end == 0 {
			return 0
		}
	}
	if host == hostEnd {
		if needsHost || end == len(text) {
			return 0
		}
		if c, _ := r.Escapes.Char(text, end); c != '/' {
			return 0
		}
		return r.Tail(text, start, end, 0)
	}
	if c, _ := r.Escapes.Char(text, host); needsHost && !beginsHost(c) {
		return 0
	}
	if r.Syntax == Web && !needsHost {
		end = r.hostsEnd(text, end)
	}
	return r.Tail(text, start, end, r.trimFinal(text, host, end))
}

// hostsEnd returns the end of a list of hosts with the first one up to n, as in "mongodb://a:1,b:2/db", or n if it has one
// host. The last host has a port, or a path or a query follows it: the "b" of "redis://a,b" may be a field of CSV.
func (r *Rules) hostsEnd(text string, n int) int {
	for i := n; strings.HasPrefix(text[i:], ","); {
		host := i + 1
		hostEnd, end := r.hostEnd(text, host)
		hasPort := end > hostEnd
		if hostEnd == host || !beginsHost(rune(text[host])) || text[host] == '[' && text[hostEnd-1] != ']' || hasPort && text[end-1] == ':' {
			break
		}
		if i = end; !hasPort && i < len(text) {
			c, _ := r.Escapes.Char(text, i)
			hasPort = c == '/' || c == '?'
		}
		if hasPort {
			n = i
		}
	}
	return n
}

// portEnd returns the end of the port at n, or n if the text has no port there.
func (r *Rules) portEnd(text string, n int) int {
	if n == len(text) {
		return n
	}
	end := n
	if r.Escapes == ANSI { // a colour may begin before the ":" and before each digit
		c, size := r.Escapes.Char(text, n)
		for isNext := c == ':'; isNext; isNext = '0' <= c && c <= '9' {
			if end += size; end == len(text) {
				break
			}
			c, size = r.Escapes.Char(text, end)
		}
		return end
	}
	if text[n] == ':' {
		for end++; end < len(text) && tables.Is(text[end], tables.DIGIT); end++ {
		}
	}
	return end
}

// endsAuthority reports whether c ends an authority. It returns false for some bytes that do.
func endsAuthority(c byte) bool {
	const set = 1<<'/' | 1<<'?' | 1<<'#' | 1<<'(' | 1<<'\''
	return endsPlain(c) || uint64(set)>>c&1 != 0
}

// beginsHost reports whether a host that people use can begin with c. That spares "http://..." and "http://$host".
func beginsHost(c rune) bool {
	return c >= utf8.RuneSelf || c == '[' || c == '%' || tables.Is(byte(c), tables.ALPHA|tables.DIGIT)
}

// authority returns the range of the host of the authority at n, and the end of the authority. end is 0 if the text has
// no valid authority there. Parentheses and "'" end an authority. In Web, a userinfo may have "@" after what else would be
// a host, or a host and a ":".
func (r *Rules) authority(text string, n int) (host, hostEnd, end int) {
	host = r.userinfoEnd(text, n)
	hostEnd, end = r.hostEnd(text, host)
	for r.Syntax == Web && end < len(text) && (text[end] == '@' || end == hostEnd+1) {
		next := r.userinfoEnd(text, end)
		if next == end || text[host] == '[' && text[hostEnd-1] != ']' {
			break
		}
		host = next
		hostEnd, end = r.hostEnd(text, host)
	}
	isWrong := host < len(text) && text[host] == '[' && !r.isAuthority(text[host:end])
	if isWrong || host > n && host == hostEnd || goesOn(text, hostEnd, end) {
		end = 0
	}
	return host, hostEnd, end
}

// userinfoEnd returns the offset after the "@" of a userinfo at n, or n if the text has none. In Web, a userinfo may have
// braces in pairs.
func (r *Rules) userinfoEnd(text string, n int) int {
	braces := 0 // how many are open
	for i := n; i < len(text); {
		c, size := r.authorityChar(text, i)
		i += size
		switch {
		case c == '@' && braces == 0:
			return i
		case c == '{' && r.Syntax == Web:
			braces++
		case c == '}' && braces > 0:
			braces--
		case c == '@', c < 0, c < utf8.RuneSelf && !tables.Is(byte(c), tables.UserinfoChars):
			return n
		}
	}
	return n
}

// goesOn reports whether the authority with the host up to hostEnd goes on after end, with a placeholder in the host, as in
// http://a-${ID}.example, or in the userinfo, as in redis://joe:{{ S }}@h and redis://joe:<S>@h. Then the host is not known.
func goesOn(text string, hostEnd, end int) bool {
	text, isHost := text[:min(len(text), end+firstRead)], end == hostEnd
	if end == len(text) || end-hostEnd != 1 && strings.IndexByte("$%^{@", text[end]) < 0 {
		return false
	}
	inBraces, before := false, text[end-1]
	if isHost && (before == '.' || before == '-') {
		return true
	}
	for _, c := range []byte(text[end:]) {
		switch {
		case c == '@', isHost && before == '}' && !inBraces && tables.Is(c, tables.Unreserved):
			return true
		case c <= ' ' || !inBraces && strings.IndexByte("/?#\"'`", c) >= 0:
			return inBraces
		case c == '{' || c == '}':
			inBraces = c == '{'
		}
		before = c
	}
	return false
}

// hostEnd returns the end of the host at an offset, and the end of the port after it.
func (r *Rules) hostEnd(text string, host int) (hostEnd, end int) {
	hostEnd = host
	if hostEnd < len(text) && text[hostEnd] == '[' {
		for hostEnd++; hostEnd < len(text) && (text[hostEnd] == ':' || tables.Is(text[hostEnd], tables.RegNameChars)); hostEnd++ {
		}
		if hostEnd < len(text) && text[hostEnd] == ']' {
			hostEnd++
		}
	} else {
		for hostEnd < len(text) {
			c, size := r.authorityChar(text, hostEnd)
			if c < 0 || c < utf8.RuneSelf && !tables.Is(byte(c), tables.Unreserved) || c == '.' && text[hostEnd] != '.' && r.Escapes != ANSI {
				break // an escaped "." also ends the host
			}
			hostEnd += size
		}
	}
	end = r.portEnd(text, hostEnd)
	if n := host + r.Syntax.HostEnd(text[host:hostEnd]); n < hostEnd {
		hostEnd, end = n, n
	}
	return hostEnd, end
}

// authorityChar decodes the character, the escape or the percent-encoding at text[i]. The character of a
// percent-encoding is "a". The character is -1 if it ends an authority in text, whatever the grammar says.
func (r *Rules) authorityChar(text string, i int) (c rune, size int) {
	switch c, size = r.Escapes.Char(text, i); {
	case c == '%' && octet.IsEncoded(text[i:]):
		return 'a', 3
	case c == '(' || c == ')' || c == '\'' || c >= utf8.RuneSelf && !r.Syntax.isIncluded(c):
		c = -1
	}
	return c, size
}

// isAuthority reports whether a host and a port, without their escapes, are an authority.
func (r *Rules) isAuthority(text string) bool {
	var buf [256]byte
	var ranges fsm.Ranges
	_, ok := fsm.ScanAs(fsm.IRIReference, r.Escapes.AppendDecoded(append(buf[:0], "//"...), text), &ranges)
	return ok
}

// trimFinal returns the end of text[lo:hi] without final punctuation, and without colour codes at the end if they are
// read, or 0 if nothing is left.
func (r *Rules) trimFinal(text string, lo, hi int) int {
	hi = trimFinal(text, lo, hi)
	for r.Escapes == ANSI && hi > lo {
		before, isCode := cutColour(text[lo:hi])
		if !isCode {
			break
		}
		hi = trimFinal(text, lo, lo+len(before))
	}
	return hi
}

// isFinal reports whether c is punctuation that is not part of an address at its end.
func isFinal(c byte) bool {
	const set = 1<<'.' | 1<<',' | 1<<':' | 1<<';' | 1<<'!' | 1<<'?' | 1<<'\''
	return uint64(set)>>c&1 != 0
}

// trimFinal returns the end of text[lo:hi] without final punctuation, or 0 if nothing is left.
func trimFinal(text string, lo, hi int) int {
	for hi > lo && isFinal(text[hi-1]) {
		hi--
	}
	if hi == lo {
		return 0
	}
	return hi
}
