// Package paint draws references on terminals: their components in the manner of RFC 3986, section 3, in colours, in
// the right number of columns, with passwords hidden and without bytes that could command the terminal.
package paint

import (
	"io"
	"os"
	"strconv"
)

// A Screen describes the output that a picture is drawn for.
type Screen struct {
	Width  int  // in columns
	Colour bool // whether the output understands SGR escape sequences
}

// UsualWidth is the width in columns of an output of unknown width.
const UsualWidth = 80

// maxWidth is the width in columns of the widest picture. It bounds the memory for pictures, which grows with their
// width.
const maxWidth = 1 << 14

// screenOf returns the screen of w and reports whether w is a terminal. COLUMNS has precedence over the width that the
// terminal reports. An output that has neither, such as a file, has the usual width.
func screenOf(w io.Writer) (s Screen, isTerminal bool) {
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

// IsTerminal reports whether f is a terminal.
func IsTerminal(f *os.File) bool {
	_, ok := terminalWidth(f)
	return ok
}

// understandsColour reports whether a terminal understands colours and may be sent them. Windows consoles set no TERM,
// and some of them understand none.
func understandsColour() bool {
	term := os.Getenv("TERM")
	return os.Getenv("NO_COLOR") == "" && term != "" && term != "dumb"
}
