package fileuri

import (
	"github.com/urispan/uri/fsm"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/tables"
)

// The rules for Windows paths come from RFC 8089, appendices D.2, E.2 and E.3. The functions below separate names by
// "/", until a path is returned.

// windowsNames lists the reserved characters of Windows. Some functions of Windows remove spaces at the end of a name.
var windowsNames = names{
	illegal: "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17" +
		"\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f" + `<>:"|?*`,
	padding: " ",
}

// fromWindows returns the text of the URI of path.
func fromWindows(path string) (text string, offset int, reason Reason) {
	path = strings.ReplaceAll(path, `\`, "/")
	isUNC := strings.HasPrefix(path, "//")
	if offset, reason = checkWindows(path, isUNC); reason != 0 {
		return "", offset, reason
	}
	if !isUNC {
		return "file:///" + uri.PlacePath.Encode(path), 0, 0
	}
	server, rest := cutServer(path)
	server = uri.PlaceRegName.Encode(server)
	if isLocal(server) {
		server = "//" + server // appendix E.3.2
	}
	return "file://" + server + uri.PlacePath.Encode(rest), 0, 0
}

// toWindows returns the Windows path of the file URI text. r holds its ranges. The URI must have only components that a
// path can express.
func toWindows(text string, r fsm.Ranges) (path string, offset int, reason Reason) {
	at, isUNC, reason := findWindows(text, r)
	if reason != 0 {
		return "", at, reason
	}
	d, offset, reason := decode(text[at:], at, uri.RefuseSlash|uri.RefuseBackslash)
	if reason != 0 {
		return "", offset, reason
	}
	path = d.text
	if !isUNC && len(path) > 1 && path[1] == '|' {
		path = path[:1] + ":" + path[2:] // appendix E.2.2
	}
	if offset, reason = checkWindows(path, isUNC); reason != 0 {
		return "", d.offset(offset), reason
	}
	return strings.ReplaceAll(path, "/", `\`), 0, 0
}

// findWindows returns the offset in text where the file path begins, and reports whether it is a UNC path. A UNC path
// begins with the two slashes before the server. They are the slashes of the authority, or are in the path of the URI.
func findWindows(text string, r fsm.Ranges) (at int, isUNC bool, reason Reason) {
	at, hi := r.Path()
	name, path := "", text[at:hi]
	if lo, hi, ok := r.Host(); ok {
		name = text[lo:hi]
		switch {
		case strings.HasPrefix(name, "["):
			return lo, false, ReasonHost
		case !isLocal(name):
			return lo - len("//"), true, 0 // appendix E.3.1
		}
	}
	switch {
	case name == "" && strings.HasPrefix(path, "///"):
		return at + len("/"), true, 0 // appendix E.3.2
	case name == "" && strings.HasPrefix(path, "//"):
		return at, true, 0 // appendix E.3.2
	case strings.HasPrefix(path, "/"):
		return at + len("/"), false, 0
	}
	return at, false, 0
}

// checkWindows checks that path is an absolute Windows path without dot segments. If it is not, it returns the offset
// and the reason.
func checkWindows(path string, isUNC bool) (offset int, reason Reason) {
	if isUNC {
		return checkUNC(path)
	}
	return checkDrive(path)
}

// checkDrive checks that path is an absolute path with a drive letter. If it is not, it returns the offset and the
// reason.
func checkDrive(path string) (offset int, reason Reason) {
	const rest = ":/"
	if path == "" || !tables.Is(path[0], tables.ALPHA) {
		return 0, ReasonRelative
	}
	for i := range len(rest) {
		if 1+i == len(path) || path[1+i] != rest[i] {
			return 1 + i, ReasonRelative
		}
	}
	return windowsNames.check(path, 1+len(rest))
}

// checkUNC checks that path, which begins with "//", is a UNC path with a server and a share. If it is not, it returns
// the offset and the reason.
func checkUNC(path string) (offset int, reason Reason) {
	const at = len("//")
	server, rest := cutServer(path)
	switch {
	case server == "":
		return at, ReasonRelative
	case server == "." || server == "?":
		return at, ReasonDevice
	}
	if len(rest) < len("/s") {
		return len(path), ReasonRelative
	}
	if rest[1] == '/' {
		return at + len(server) + len("/"), ReasonRelative
	}
	return windowsNames.check(path, at)
}

// cutServer returns the server of a UNC path, and the rest, which begins with a "/".
func cutServer(path string) (server, rest string) {
	path = path[len("//"):]
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return path[:i], path[i:]
	}
	return path, ""
}
