// Package paint draws references on terminals, with their components in the style of RFC 3986, section 3. It colours
// components, measures columns, hides passwords, and escapes bytes that could control the terminal.
package paint

import (
	"io"
	"os"
	"strconv"
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

// IsTerminal reports whether f is a terminal.
func IsTerminal(f *os.File) bool {
	_, ok := terminalWidth(f)
	return ok
}

// understandsColour reports whether a terminal understands colours and its user allows them. Windows consoles do not
// set TERM, and some do not understand colours.
func understandsColour() bool {
	term := os.Getenv("TERM")
	return os.Getenv("NO_COLOR") == "" && term != "" && term != "dumb"
}
