package fileuri

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

var unixNames = names{illegal: "\x00"}

// checkUnix checks that path is an absolute Unix path without dot segments (RFC 8089, section 2 and appendix D.1).
func checkUnix(path string) *Error {
	if !strings.HasPrefix(path, "/") {
		return &Error{0, ReasonRelative}
	}
	return unixNames.check(path, len("/"))
}

// fromUnix returns the text of the URI of path.
func fromUnix(path string) (text string, fault *Error) {
	if fault = checkUnix(path); fault != nil {
		return "", fault
	}
	return "file://" + uri.PlacePath.Encode(path), nil
}

// toUnix returns the Unix path of the file URI text. r holds its ranges. The URI must have only components that a path
// can express.
func toUnix(text string, r fsm.Ranges) (path string, fault *Error) {
	if lo, hi, _ := r.Host(); !isLocal(text[lo:hi]) {
		return "", &Error{lo, ReasonHost}
	}
	lo, hi := r.Path()
	if path, fault = decode(text[lo:hi], lo, uri.RefuseSlash); fault != nil {
		return "", fault
	}
	return path, inURI(checkUnix(path), text[lo:hi], lo)
}
