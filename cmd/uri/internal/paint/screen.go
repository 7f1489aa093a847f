// Package paint draws references on terminals, with their components in the style of RFC 3986, section 3. It colours
// components, measures columns, hides passwords, and escapes bytes that could control the terminal.
package paint

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/internal/octet"
)

// A Screen describes the output of a picture.
type Screen struct {
	Width  int  // in columns
	Colour bool // whether the output understands SGR escape sequences
}

// UsualWidth is the width in columns of an output of unknown width.
const UsualWidth = 80

// maxWidth is the width in columns of the widest picture. It limits the memory for pictures, which grows with their
// width.
const maxWidth = 1 << 14

// ScreenOf returns the screen of w and reports whether w is a terminal. The variable COLUMNS has precedence over the
// width that the terminal reports. Without either, the width is UsualWidth.
func ScreenOf(w io.Writer) (s Screen, isTerminal bool) {
	if t, ok := w.(*Terminal); ok {
		return t.Screen, true
	}
	s.Width = UsualWidth
	if f, ok := w.(*os.File); ok {
		var columns int
		if columns, isTerminal = terminalWidth(f); columns > 0 {
			s.Width = columns
		}
	}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		s.Width = columns
	}
	s.Width = min(s.Width, maxWidth)
	s.Colour = isTerminal && understandsColour()
	return s, isTerminal
}

// understandsColour reports whether a terminal understands colours and its user allows them. Windows consoles do not
// set TERM, and some do not understand colours.
func understandsColour() bool {
	term := os.Getenv("TERM")
	return os.Getenv("NO_COLOR") == "" && term != "" && term != "dumb"
}

// A Terminal writes to a terminal so that no input can control the terminal or hide in it. It escapes control
// characters other than newline and tab, bytes that are not UTF-8, and the characters that pictures escape (see
// breadthOf). All output of the command to a terminal goes through a Terminal; other outputs get the data unchanged.
//
// A character must not be split between two calls of Write.
type Terminal struct {
	Screen Screen
	w      io.Writer
	json   bool // escape sequences are \uNNNN, as in JSON, and otherwise \xNN for each byte
	drawn  bool // the colours of drawings pass
}

// NewTerminal returns a Terminal that writes to w, a terminal with the given screen.
func NewTerminal(w io.Writer, s Screen) *Terminal { return &Terminal{w: w, Screen: s} }

// ForTerminal returns a Terminal if w is a terminal, and otherwise w.
func ForTerminal(w io.Writer) io.Writer {
	if _, ok := w.(*Terminal); ok {
		return w
	}
	if s, ok := ScreenOf(w); ok {
		return NewTerminal(w, s)
	}
	return w
}

// Styled returns w. If w is a Terminal, Styled returns one for JSON or for drawings instead.
func Styled(w io.Writer, json, drawn bool) io.Writer {
	t, ok := w.(*Terminal)
	if !ok {
		return w
	}
	return &Terminal{w: t.w, Screen: t.Screen, json: json, drawn: drawn}
}

// Raw returns the writer that t writes to, which escapes nothing.
func (t *Terminal) Raw() io.Writer { return t.w }

// Write writes p in one call of the Write method of the terminal. After an error, it returns 0 bytes.
func (t *Terminal) Write(p []byte) (int, error) {
	if _, err := t.w.Write(t.escape(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// escape returns p with escape sequences.
func (t *Terminal) escape(p []byte) []byte {
	return escape.AppendFunc(nil, p, t.json, func(rest []byte) int {
		if r, size := utf8.DecodeRune(rest); canShow(r, size) {
			return size
		}
		if t.drawn {
			return sgrSize(rest)
		}
		return 0
	})
}

// canShow reports whether r, decoded from size bytes, may go to a terminal unescaped.
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

// sgrSize returns the length of the escape sequence of an ink at the beginning of s, or 0 if s does not begin with one.
func sgrSize(s []byte) int {
	for _, code := range sgr {
		if strings.HasPrefix(octet.Text(s), code) {
			return len(code)
		}
	}
	return 0
}
