package fileuri

import (
	"strconv"

	"github.com/urispan/uri/internal/textio"
)

// An Error describes why a path has no file URI, or a URI no path. The functions return it as a pointer, which
// [errors.As] finds. It contains nothing of the input.
type Error struct {
	// Offset is the index, in the path or in the text of the URI, of the first byte of the part that is wrong. It is
	// the length if something is missing at the end.
	Offset int

	// Reason is the reason for the error.
	Reason Reason
}

// Error returns a message such as "dot segment at byte 12".
func (e *Error) Error() string { return e.Reason.String() + " at byte " + strconv.Itoa(e.Offset) }

// A Reason describes why a path or a URI is rejected. The zero Reason is the Reason of the zero Error.
type Reason uint8

const (
	_                 Reason = iota
	ReasonScheme             // the scheme of the URI is undefined or not "file"
	ReasonUserinfo           // the URI has a userinfo
	ReasonPort               // the URI has a port, even an empty one, as "file://C:/a" does: a "/" is missing before C
	ReasonHost               // the URI has a host that is not this machine (Unix), or that is an IP-literal (Windows)
	ReasonQuery              // the URI has a query
	ReasonFragment           // the URI has a fragment
	ReasonRelative           // the path is not absolute; on Windows, a drive letter or a share is missing
	ReasonSeparator          // the URI has a percent-encoded separator: "%2F" or, on Windows, "%5C"
	ReasonIllegalByte        // the byte cannot be part of a file name
	ReasonDotSegment         // a segment is "." or ".."
	ReasonDevice             // the path begins with `\\?\` or `\\.\`
	ReasonTooLong            // the URI would be longer than package uri allows, about 4 GiB
)

var reasonNames = [...]string{
	0:                 "no error",
	ReasonScheme:      "not a file URI",
	ReasonUserinfo:    "userinfo in a file URI",
	ReasonPort:        "port in a file URI",
	ReasonHost:        "host that a path cannot have",
	ReasonQuery:       "query in a file URI",
	ReasonFragment:    "fragment in a file URI",
	ReasonRelative:    "not an absolute path",
	ReasonSeparator:   "percent-encoded separator",
	ReasonIllegalByte: "byte that no file name can have",
	ReasonDotSegment:  "dot segment",
	ReasonDevice:      "path of a device",
	ReasonTooLong:     "too long",
}

// String returns a short description of r, such as "dot segment".
func (r Reason) String() string { return textio.Name(reasonNames[:], r, "Reason") }
