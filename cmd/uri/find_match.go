package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
)

// searchFile searches a file. It reports a file that cannot be read. It returns an error of writing.
func (s *searcher) searchFile(name string, number int, stdin io.Reader, stdout, messages io.Writer) error {
	p := &engine.Piece{Name: name, Shown: engine.ShownName(name), Lines: s.json || s.lines, UTF16: s.utf16, Wrapped: s.Wrapped}
	warn := func(format string, args ...any) {
		engine.Warn(messages, "find: "+p.InMessages(number), fmt.Sprintf(format, args...))
	}
	s.isTable = isGuess("delimited", endingOf(name))
	in, closeFile, err := s.files.Open(name, stdin, stdout)
	if err == nil {
		defer closeFile()
	}
	isBinary := false
	for wasCut := false; err == nil && !isBinary; wasCut = p.Cut {
		err = p.Next(in, engine.MaxWord)
		if p.Cut && !wasCut {
			warn("more than %d bytes without a space at byte %d are searched in pieces: what is in two of them is not found",
				engine.MaxWord, p.Offset+int64(p.Context))
		}
		isBinary = s.searchPiece(p)
		if s.write(); s.failed != nil {
			return s.failed
		}
	}
	if isBinary {
		warn("binary file matches")
	}
	if err != nil && err != io.EOF {
		warn("%v", engine.Nameless(err))
		s.unread = true
	}
	return nil
}

// searchPiece appends the results for a piece. It reports whether a result is not shown, because it is in a binary part.
func (s *searcher) searchPiece(p *engine.Piece) (isBinary bool) {
	s.sample(p)
	s.isFeed = s.isFeed || feedStart.Match(p.Data)
	text := octet.Text(p.Data)
	found := int64(0)
	for m := range s.finder.All(p.Data) {
		if !isIn(p, m) || s.filter.IsOn() && !s.wants(m.AppendAddress(nil, text), m.Kind) {
			continue
		}
		found++
		isCell := m.Start > 0 && text[m.Start-1] == '"'
		s.isGlued = s.isGlued || s.isTable && !isCell && strings.Contains(text[m.Start:m.End], ",")
		s.isHTML = s.isHTML || p.Context == 0 && !s.decode && !s.json && strings.Contains(text[m.Start:m.End], "&amp;")
		s.isDefanged = s.isDefanged || strings.HasPrefix(text[m.Start:], "hxxp")
		s.isEscaped = s.isEscaped || strings.HasPrefix(text[m.End:], `\u00`)
		s.isLatin = s.isLatin || startsLatin(text[m.End:])
		if isBinary = m.Start >= int64(p.Text); isBinary {
			break
		}
		if s.json {
			s.out = s.appendJSON(s.out, p, m)
		} else {
			s.out = s.appendLine(s.out, p, m)
		}
		if len(s.out) >= outputSize {
			s.write()
		}
	}
	s.found.Add(found)
	isSearched := found == 0 || p.Context == 0 // PERF: with all pieces, find takes up to 1.4 of the time
	s.isEscaped = s.isEscaped || isSearched && escapedAddress.MatchString(text)
	return isBinary
}

// startsLatin reports whether text begins with a byte that is a letter in Latin-1 and not UTF-8.
func startsLatin(text string) bool {
	c, size := utf8.DecodeRuneInString(text)
	return c == utf8.RuneError && size == 1 && text[0] >= 'À' && text[0] < 'ÿ'
}

// write writes the results so far, unless writing has failed.
func (s *searcher) write() {
	if len(s.out) > 0 && s.failed == nil {
		_, s.failed = s.stdout.Write(s.out)
	}
	s.out = s.out[:0]
}

// isIn reports whether a match is one of the piece: the piece before does not have it, and it is not a part of an address
// that the end of the piece cuts.
func isIn(p *engine.Piece, m find.Match) bool {
	if m.Start < int64(p.Context) {
		return false
	}
	return !p.Cut || len(bytes.Trim(p.Data[m.End:], ".,:;!?'()[]{}*_~=|")) > 0
}

// wants reports whether -where chooses an address. A host without a scheme, and an e-mail address, have only a host.
func (s *searcher) wants(text []byte, kind find.Kind) bool {
	switch kind {
	case find.KindURL:
		return takesHost(&s.filter, text)
	case find.KindSCP:
		return s.filter.Takes(text, false)
	}
	return s.filter.Takes(append([]byte("//"), bytes.TrimPrefix(text, []byte("mailto:"))...), false)
}

// takesHost reports whether f takes an address with one of its hosts.
func takesHost(f *engine.Filter, text []byte) bool {
	return hasHost(text, func(address []byte) bool { return f.Takes(address, true) })
}

// hasHost reports whether takes reports true for an address with one of its hosts, as in mongodb://a:1,b:2/db.
func hasHost(text []byte, takes func(address []byte) bool) bool {
	head, rest := cutAuthority(octet.Text(text))
	start := head[:strings.LastIndexAny(head, "@/")+1]
	hosts := strings.Split(head[len(start):], ",")
	if len(hosts) == 1 {
		return takes(text)
	}
	return slices.ContainsFunc(hosts, func(one string) bool { return takes([]byte(start + one + rest)) })
}

// hasName reports whether text has a host, which is in lower case. A name without a dot may be a word, unless it follows
// two slashes.
func hasName(text, host string) bool {
	text = strings.ToLower(text)
	if strings.ContainsAny(host, ".:") {
		return strings.Contains(text, host)
	}
	name := regexp.MustCompile("//" + regexp.QuoteMeta(host) + `(?:[^\pL\d._-]|$)`)
	return name.MatchString(text)
}

// appendLine appends the line for a match.
func (s *searcher) appendLine(dst []byte, p *engine.Piece, m find.Match) []byte {
	if s.named {
		dst = append(append(dst, p.Shown...), ':')
	}
	if s.lines {
		dst = append(strconv.AppendInt(dst, p.LineAt(m.Start), 10), ':')
	}
	if s.offsets {
		dst = append(strconv.AppendInt(dst, p.OffsetAt(m.Start), 10), ':')
	}
	text := p.Data[m.Start:m.End]
	switch {
	case s.decode && m.Decoded != nil:
		text = m.Decoded
	case s.Wrapped:
		return append(textio.AppendJoined(dst, octet.Text(text)), '\n')
	}
	return append(append(dst, text...), '\n')
}

// appendJSON appends the JSON object for a match.
//
// PERF: boxing the values for appendObject takes 1.3 times as long.
func (s *searcher) appendJSON(dst []byte, p *engine.Piece, m find.Match) []byte {
	text := p.Data[m.Start:m.End]
	dst = appendValue(append(dst, `{"file":`...), fileOf(p.Name))
	dst = strconv.AppendInt(append(dst, `,"line":`...), p.LineAt(m.Start), 10)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), p.OffsetAt(m.Start), 10)
	dst = strconv.AppendInt(append(dst, `,"end":`...), p.OffsetAt(m.End), 10)
	dst = append(append(append(dst, `,"kind":"`...), m.Kind.String()...), `","text":`...)
	dst = escape.AppendJSON(dst, text)
	if s.Escapes != find.EscapesNone || s.Wrapped {
		decoded := text
		if m.Decoded != nil {
			decoded = m.Decoded
		}
		dst = escape.AppendJSON(append(dst, `,"decoded":`...), decoded)
	}
	return append(dst, "}\n"...)
}
