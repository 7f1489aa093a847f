package main

import (
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// A terminal is an output that a person looks at. Everything that the command writes to one goes through it, so that no
// input can command the terminal or hide in it. Control characters other than newline and tab, bytes that are not
// UTF-8, and the characters that a picture escapes (breadthOf) are written as escape sequences. Outputs that are not
// terminals get the data unchanged.
//
// A character must not be split between two calls of Write.
type terminal struct {
	w      io.Writer
	screen screen
	json   bool // the escape sequences are those of JSON, \uNNNN; otherwise \xNN for each byte
	drawn  bool // the colours of a drawing are let through
}

// forTerminal returns w or, if that is a terminal, a writer that escapes what is written to it.
func forTerminal(w io.Writer) io.Writer {
	if _, ok := w.(*terminal); ok {
		return w
	}
	if s, ok := screenOf(w); ok {
		return &terminal{w: w, screen: s}
	}
	return w
}

// styled returns w or, if that is a terminal, a terminal for JSON or for drawings.
func styled(w io.Writer, json, drawn bool) io.Writer {
	t, ok := w.(*terminal)
	if !ok {
		return w
	}
	return &terminal{w: t.w, screen: t.screen, json: json, drawn: drawn}
}

// Write writes p in one call of the Write of the terminal. After an error, the number of bytes is 0.
func (t *terminal) Write(p []byte) (int, error) {
	if _, err := t.w.Write(t.escape(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// escape returns what is written for p: p itself if there is nothing to escape.
func (t *terminal) escape(p []byte) []byte {
	var out []byte
	done := 0 // the number of bytes of p that are in out
	for i := 0; i < len(p); {
		r, size := utf8.DecodeRune(p[i:])
		if canShow(r, size) {
			i += size
			continue
		}
		if n := sgrSize(p[i:]); t.drawn && n > 0 {
			i += n
			continue
		}
		out = t.appendEscape(append(out, p[done:i]...), r, p[i:i+size])
		i += size
		done = i
	}
	if done == 0 {
		return p
	}
	return append(out, p[done:]...)
}

// appendEscape appends the escape sequence for the character r, which is s in UTF-8, or for a byte that is not UTF-8.
func (t *terminal) appendEscape(dst []byte, r rune, s []byte) []byte {
	if t.json {
		return appendJSONCharacter(dst, r, s)
	}
	for _, c := range s {
		dst = appendByte(dst, c)
	}
	return dst
}

// appendJSONCharacter appends the escape sequences of JSON for the character r, which is s in UTF-8, or for a byte that
// is not UTF-8.
func appendJSONCharacter(dst []byte, r rune, s []byte) []byte {
	if r == utf8.RuneError {
		r = loneSurrogate(s[0])
	}
	if r <= 0xffff {
		return appendJSONEscape(dst, r)
	}
	high, low := utf16.EncodeRune(r)
	return appendJSONEscape(appendJSONEscape(dst, high), low)
}

// canShow reports whether a terminal may be sent r, decoded from size bytes.
func canShow(r rune, size int) bool {
	switch {
	case r == '\n' || r == '\t':
		return true
	case r < utf8.RuneSelf:
		return ' ' <= r && r <= '~'
	case r == utf8.RuneError:
		return size > 1
	}
	return breadthOf(r) != escaped
}

// sgrSize returns the length of the escape sequence of an ink that s begins with, or 0.
func sgrSize(s []byte) int {
	var room [16]byte
	for i := range sgr {
		if code := appendSGR(room[:0], ink(i)); bytes.HasPrefix(s, code) {
			return len(code)
		}
	}
	return 0
}
