package fileuri

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
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
func fromWindows(path string) (text string, fault *Error) {
	path = strings.ReplaceAll(path, `\`, "/")
	isUNC := strings.HasPrefix(path, "//")
	if fault = checkWindows(path, isUNC); fault != nil {
		return "", fault
	}
	if !isUNC {
		return "file:///" + uri.PlacePath.Encode(path), nil
	}
	server, rest := cutServer(path)
	server = uri.PlaceRegName.Encode(server)
	if isLocal(server) {
		server = "//" + server // appendix E.3.2
	}
	return "file://" + server + uri.PlacePath.Encode(rest), nil
}

// toWindows returns the Windows path of the file URI text. r holds its ranges. The URI must have only components that a
// path can express.
func toWindows(text string, r fsm.Ranges) (path string, fault *Error) {
	at, isUNC, fault := findWindows(text, r)
	if fault != nil {
		return "", fault
	}
	if path, fault = decode(text[at:], at, uri.RefuseSlash|uri.RefuseBackslash); fault != nil {
		return "", fault
	}
	if !isUNC && len(path) > 1 && path[1] == '|' {
		path = path[:1] + ":" + path[2:] // appendix E.2.2
	}
	return strings.ReplaceAll(path, "/", `\`), inURI(checkWindows(path, isUNC), text[at:], at)
}

// findWindows returns the offset in text where the file path begins, and reports whether it is a UNC path. A UNC path
// begins with the two slashes before the server. They are the slashes of the authority, or are in the path of the URI.
func findWindows(text string, r fsm.Ranges) (at int, isUNC bool, fault *Error) {
	at, hi := r.Path()
	name, path := "", text[at:hi]
	if lo, hi, ok := r.Host(); ok {
		name = text[lo:hi]
		switch {
		case strings.HasPrefix(name, "["):
			return 0, false, &Error{lo, ReasonHost}
		case !isLocal(name):
			return lo - len("//"), true, nil // appendix E.3.1
		}
	}
	switch {
	case name == "" && strings.HasPrefix(path, "///"):
		return at + len("/"), true, nil // appendix E.3.2
	case name == "" && strings.HasPrefix(path, "//"):
		return at, true, nil // appendix E.3.2
	case strings.HasPrefix(path, "/"):
		return at + len("/"), false, nil
	}
	return at, false, nil
}

// checkWindows checks that path is an absolute Windows path without dot segments.
func checkWindows(path string, isUNC bool) *Error {
	if isUNC {
		return checkUNC(path)
	}
	return checkDrive(path)
}

// checkDrive checks that path is an absolute path with a drive letter.
func checkDrive(path string) *Error {
	const rest = ":/"
	if path == "" || !tables.Is(path[0], tables.ALPHA) {
		return &Error{0, ReasonRelative}
	}
	for i := range len(rest) {
		if 1+i == len(path) || path[1+i] != rest[i] {
			return &Error{1 + i, ReasonRelative}
		}
	}
	return windowsNames.check(path, 1+len(rest))
}

// checkUNC checks that path, which begins with "//", is a UNC path with a server and a share.
func checkUNC(path string) *Error {
	const at = len("//")
	server, rest := cutServer(path)
	switch {
	case server == "":
		return &Error{at, ReasonRelative}
	case server == "." || server == "?":
		return &Error{at, ReasonDevice}
	}
	if len(rest) < len("/s") {
		return &Error{len(path), ReasonRelative}
	}
	if rest[1] == '/' {
		return &Error{at + len(server) + len("/"), ReasonRelative}
	}
	return windowsNames.check(path, at)
}

// cutServer returns the server of a UNC path, and the rest, which begins with a "/".
func cutServer(path string) (server, rest string) {
	path = path[len("//"):]
	i := octet.Next(path, 0, "/")
	return path[:i], path[i:]
}
