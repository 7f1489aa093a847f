package rewrite

import (
	"strconv"

	"github.com/urispan/uri/internal/textio"
)

// An Error is the reason why a URI cannot be mapped. It contains nothing of the URI.
type Error struct {
	// Offset is the index in the URI of the first byte of the path that differs from the prefix or, if none does, of the
	// first byte after the prefix. It is 0 for other reasons than ReasonOutside and ReasonReading.
	Offset int

	Reason Reason
}

// Error returns a message such as "path outside the prefix at byte 19".
func (e *Error) Error() string {
	text := e.Reason.String()
	if e.Reason == ReasonOutside || e.Reason == ReasonReading {
		text += " at byte " + strconv.Itoa(e.Offset)
	}
	return text
}

// A Reason is the reason of an Error. The zero Error has the zero Reason.
type Reason uint8

const (
	_             Reason = iota
	ReasonPublic         // the public URI is not one that New accepts
	ReasonBackend        // the URI of the backend is not one that New accepts
	ReasonOrigin         // the URI has another origin
	ReasonOutside        // the path does not begin with the prefix
	ReasonReading        // the path is below the prefix by one reading and not by another
)

var reasonNames = [...]string{"no error", "bad public URI", "bad URI of the backend", "other origin", "path outside the prefix",
	"ambiguous path"}

// String returns a few words for the reason, such as "other origin".
func (r Reason) String() string { return textio.Name(reasonNames[:], r, "Reason") }
