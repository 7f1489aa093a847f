package fsm

import (
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

// This file scans IRIs (RFC 3987). A URI-reference is an IRI-reference with the same components, and most IRIs are
// URIs. So every input first takes the roads of URIs. If it dies at a byte outside ASCII, a second machine
// (tables.IRINext) continues from there. That machine has a state for every position inside a character.

// ScanIRI is like Scan, for the rule IRI-reference (RFC 3987, section 2.2). The input is UTF-8; overlong forms are
// invalid. Offsets are in bytes.
//
// If s is not an IRI-reference, n is as for Scan, but never inside a character. If s dies inside a character, or is not
// UTF-8 there, n is the offset of the first byte of that character. For example, n is 1 for "/\xe6\x97", which is cut
// short.
//
// An ASCII input costs one call more than Scan; see ResumeIRI. The time is linear in n.
func ScanIRI[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scanIRI(any(s), r.offsets())
}

// ResumeIRI completes ScanIRI after a call of Scan. Call it only if Scan returned n and false for s, with r as Scan
// left it; otherwise the result has no meaning. A caller that calls Scan itself pays nothing for IRIs if s is ASCII:
//
//	n, ok := fsm.Scan(s, &r)
//	if !ok {
//		n, ok = fsm.ResumeIRI(s, n, &r)
//	}
//
// Whatever the arguments are, the returned offset is inside s, and so are the ranges if ok is true.
func ResumeIRI[T string | []byte](s T, n int, r *Ranges) (int, bool) {
	return resume(any(s), n, r.offsets())
}

// ScanIRIAs is like ScanIRI, for a production: URIReference means IRI-reference, URI means IRI, AbsoluteURI means
// absolute-IRI and RelativeRef means irelative-ref.
func ScanIRIAs[T string | []byte](p Production, s T, r *Ranges) (n int, ok bool) {
	if n, ok = Scan(s, r); !ok { // like ScanAs, with fewer calls
		n, ok = ResumeIRI(s, n, r)
	}
	if p == URIReference || ok && p.admits(r.offsets()) || uint64(len(s)) > MaxLen {
		return n, ok
	}
	return death(p, n, s, r.offsets()), false
}

// ExplainIRI is like Explain, for the results of ScanIRIAs, or of ScanIRI for URIReference. The reason is BadUTF8 if
// the byte at n is outside ASCII and does not begin a character in UTF-8. If it begins one, and the reason is
// IllegalByte, that character is not allowed there.
func ExplainIRI[T string | []byte](p Production, s T, n int, r *Ranges) (Component, Reason) {
	component, reason := Explain(p, s, n, r)
	if reason != TooLong && n < len(s) && s[n] >= utf8.RuneSelf {
		next := s[n:min(n+utf8.UTFMax, len(s))]
		if _, size := utf8.DecodeRuneInString(string(next)); size == 1 {
			return component, BadUTF8
		}
	}
	return component, reason
}

// scanIRI is ScanIRI for a string or a []byte.
func scanIRI(input any, r *offsets) (n int, ok bool) {
	n, ok = scan(input, r)
	if ok {
		return n, true
	}
	return resume(input, n, r)
}

// resume is ResumeIRI for a string or a []byte. It is not generic; fast.go says why.
func resume(input any, n int, r *offsets) (int, bool) {
	if s, ok := input.(string); ok {
		return resumeAt(s, n, r)
	}
	return resumeAt(input.([]byte), n, r)
}

// resumeAt resumes at n, where scan found s dead and left r. The bytes before n are ASCII. If s[n] is ASCII as well,
// the answer of scan is final, because the automata for URIs and IRIs agree on ASCII, as cmd/gentables proves. The
// answer is also final inside a percent-encoding.
func resumeAt[T string | []byte](s T, n int, r *offsets) (int, bool) {
	if n >= len(s) {
		return len(s), false // the offset may belong to a longer input
	}
	if s[n] < utf8.RuneSelf || insidePercent(s, n) || uint64(len(s)) > MaxLen {
		return n, false
	}
	var m marks
	state, known := r.stateIRI(s[0], n)
	if known {
		r.restore(&m)
	} else {
		n = 0
	}
	n, state = walkIRI(s, n, state, &m)
	r.set(&m, uint32(n))
	if n < len(s) || !tables.IRIAccepting(state) {
		r.setContext(tables.IRIContextOf(state))
		return n, false
	}
	return n, true
}

// stateIRI returns a state to resume in. first is the first byte of an input that scan found dead at n, at a byte
// outside ASCII, and r holds the ranges that scan left. The machine of URIs may be in a different state, but a byte
// outside ASCII leads to the same state from both.
//
// The state is not known in an authority that is more than a host, nor in a relative path, whose first segment must not
// contain a colon. Then stateIRI returns the start state, to begin again.
func (r *offsets) stateIRI(first byte, n int) (state uint16, known bool) {
	switch {
	case !r.coverPrefix(n): // there is a context in r, or r belongs to another input
		return tables.Start, false
	case r.QueryEnd < r.End:
		return tables.IRITextFragment, true
	case r.PathEnd < r.QueryEnd:
		return tables.IRITextQuery, true
	case r.Authority == 0 && r.SchemeEnd == 0 && first != '/':
		return tables.Start, false
	case r.Authority != 0 && r.Path == r.PathEnd:
		return tables.IRITextHost, true
	}
	return tables.IRITextPath, true
}

// coverPrefix reports whether r can be the ranges of the first n bytes of an input: they are in order and end at n. It
// rejects the ranges of another input.
func (r *offsets) coverPrefix(n int) bool {
	return (r.SchemeEnd < r.Path || r.SchemeEnd == 0) && r.Authority <= r.Host && r.Host <= r.HostEnd &&
		r.HostEnd <= r.Path && r.Path <= r.PathEnd && r.PathEnd <= r.QueryEnd && r.QueryEnd <= r.End && r.End == uint32(n)
}

// restore is the inverse of set. It does not restore stale marks, nor marks that would become stale.
func (r *offsets) restore(m *marks) {
	if r.SchemeEnd != 0 {
		m[tables.MarkScheme] = r.SchemeEnd + 1
	}
	if r.Authority != 0 {
		m[tables.MarkAuthority], m[tables.MarkUserinfo] = r.Authority, r.Host
		if r.HostEnd < r.Path {
			m[tables.MarkPort] = r.HostEnd + 1
		}
		if r.Path < r.PathEnd {
			m[tables.MarkPath] = r.Path + 1
		}
	}
	if r.PathEnd < r.QueryEnd {
		m[tables.MarkQuery] = r.PathEnd + 1
	}
	if r.QueryEnd < r.End {
		m[tables.MarkFragment] = r.QueryEnd + 1
	}
}

// walkIRI is walk for IRIs, from offset n and the given state. It stops before the first byte of a character and
// returns the state there. It does not share code with walk, because the accessors of the tables would not be inlined
// in a common generic function.
func walkIRI[T string | []byte](s T, n int, state uint16, m *marks) (int, uint16) {
	char, before := n, state // start of the current character, and the state there
	for {
		switch run := tables.IRIRunMask(state); {
		case tables.IRIIsText(state):
			n = skipText(s, n, run)
			for state == tables.IRITextQuery && n < len(s) && isPrivate(s, n) {
				n = skipText(s, skipPrivate(s, n, run), run)
			}
		case run != 0:
			n = skip(s, n, run)
		}
		if n >= len(s) {
			break
		}
		class := tables.IRIClass(s[n])
		next := tables.IRINext(state, class)
		if next == tables.Dead {
			break
		}
		if utf8.RuneStart(s[n]) {
			char, before = n, state
		}
		n++
		m[tables.IRIMark(state, class)&(tables.NumMarks-1)] = uint32(n)
		state = next
	}
	if tables.IRIContextOf(state).InCharacter() {
		return char, before
	}
	return n, state
}

// skipText returns the offset of the first byte of s[n:] that is not text: bytes of the run, percent-encodings and
// characters of ucschar. A percent-encoding or a character that is wrong or incomplete is left to the machine as a
// whole. Characters of iprivate are not text, because they are allowed only in a query; see skipPrivate.
func skipText[T string | []byte](s T, n int, run uint8) int {
	n, state := skipTextBlocks(s, n, run)
	end := n
	if state != tables.TextStart { // the last character continues after the blocks
		for end--; !utf8.RuneStart(s[end]); end-- {
		}
	}
	for n < len(s) && tables.TextBits(s[n])&uint16(run) != 0 && (s[n] != '%' || isPercent(s, n)) {
		state = tables.TextNext(state, s[n])
		n++
		if state == tables.TextDead {
			break // otherwise each character of a private query would cost a pass over all that follow
		}
		if state == tables.TextStart {
			end = n
		}
	}
	return end
}

// skipTextBlocks skips text eight bytes at a time, at about 1.3 GB/s for any text. It has no branches on the length of
// characters, because these would be mispredicted where characters of one, two, three and four bytes alternate. It
// returns the offset at which it stops, which may be inside a character, and the state there.
func skipTextBlocks[T string | []byte](s T, n int, run uint8) (end int, state uint64) {
	state = tables.TextStart
	for len(s)-n >= 8 {
		b := s[n : n+8]
		next := tables.TextNext(tables.TextNext(state, b[0]), b[1])
		next = tables.TextNext(tables.TextNext(next, b[2]), b[3])
		next = tables.TextNext(tables.TextNext(next, b[4]), b[5])
		next = tables.TextNext(tables.TextNext(next, b[6]), b[7])
		in := tables.TextBits(b[0]) & tables.TextBits(b[1]) & tables.TextBits(b[2]) & tables.TextBits(b[3]) &
			tables.TextBits(b[4]) & tables.TextBits(b[5]) & tables.TextBits(b[6]) & tables.TextBits(b[7])
		if next == tables.TextDead || in&uint16(run) == 0 {
			break
		}
		if in&tables.TextPlain == 0 && !arePercents(s, n) {
			break
		}
		state = next
		n += 8
	}
	return n, state
}

// skipPrivate skips characters of iprivate from offset n, where there is one, and the text between and after them.
// Calling skipText after each private character would be slower.
func skipPrivate[T string | []byte](s T, n int, run uint8) int {
	for end := n + 1; n < end && n < len(s); {
		if b := s[n]; b < utf8.RuneSelf {
			if tables.TextBits(b)&uint16(run) == 0 || b == '%' {
				break
			}
			n++
			continue
		}
		r, size := character(s, n)
		if tables.IsIprivate(r) {
			end = n + 16 // if no other follows by then, skipText is faster
		} else if !tables.IsUcschar(r) {
			break
		}
		n += size
	}
	return n
}

// isPrivate reports whether there is a character of iprivate at n.
func isPrivate[T string | []byte](s T, n int) bool {
	if s[n] < 0xee { // the first byte of U+E000
		return false
	}
	r, _ := character(s, n)
	return tables.IsIprivate(r)
}

// character returns the character outside ASCII at n and its length. If there is no such character, it returns 0 and 0.
// Package utf8 has no such function for both strings and byte slices that the compiler can inline.
func character[T string | []byte](s T, n int) (r rune, size int) {
	var least, x, y, z rune // x, y and z are below 0x40 if they come from continuation bytes
	switch b := s[n]; {
	case 0xc0 <= b && b < 0xe0 && len(s)-n >= 2:
		z = rune(s[n+1] ^ 0x80)
		r, size, least = rune(b^0xc0)<<6, 2, 0x80
	case 0xe0 <= b && b < 0xf0 && len(s)-n >= 3:
		y, z = rune(s[n+1]^0x80), rune(s[n+2]^0x80)
		r, size, least = rune(b^0xe0)<<12, 3, 0x800
	case 0xf0 <= b && len(s)-n >= 4:
		x, y, z = rune(s[n+1]^0x80), rune(s[n+2]^0x80), rune(s[n+3]^0x80)
		r, size, least = rune(b^0xf0)<<18, 4, 0x10000
	}
	r |= x<<12 | y<<6 | z
	if x|y|z >= 0x40 || r < least || size == 0 {
		return 0, 0
	}
	return r, size
}

// arePercents reports whether every "%" in s[n:n+8] begins a percent-encoding.
func arePercents[T string | []byte](s T, n int) bool {
	for i := n; i < n+8; i++ {
		if s[i] == '%' && !isPercent(s, i) {
			return false
		}
	}
	return true
}

// isPercent reports whether the "%" at n begins a percent-encoding.
func isPercent[T string | []byte](s T, n int) bool {
	return n+2 < len(s) && tables.Is(s[n+1], tables.HEXDIG) && tables.Is(s[n+2], tables.HEXDIG)
}
