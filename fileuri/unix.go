package fileuri

import (
	"github.com/urispan/uri/fsm"
	"strings"

	"github.com/urispan/uri"
)

var unixNames = names{illegal: "\x00"}

// checkUnix checks that path is an absolute Unix path without dot segments (RFC 8089, section 2 and appendix D.1). If
// it is not, it returns the offset and the reason.
func checkUnix(path string) (offset int, reason Reason) {
	if !strings.HasPrefix(path, "/") {
		return 0, ReasonRelative
	}
	return unixNames.check(path, len("/"))
}

// fromUnix returns the text of the URI of path.
func fromUnix(path string) (text string, offset int, reason Reason) {
	if offset, reason = checkUnix(path); reason != 0 {
		return "", offset, reason
	}
	return "file://" + uri.PlacePath.Encode(path), 0, 0
}

// toUnix returns the Unix path of the file URI text. r holds its ranges. The URI must have only components that a path
// can express.
func toUnix(text string, r fsm.Ranges) (path string, offset int, reason Reason) {
	if lo, hi, _ := r.Host(); !isLocal(text[lo:hi]) {
		return "", lo, ReasonHost
	}
	lo, hi := r.Path()
	d, offset, reason := decode(text[lo:hi], lo, uri.RefuseSlash)
	if reason != 0 {
		return "", offset, reason
	}
	if offset, reason = checkUnix(d.text); reason != 0 {
		return "", d.offset(offset), reason
	}
	return d.text, 0, 0
}
