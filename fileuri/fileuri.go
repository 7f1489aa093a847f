// Package fileuri converts file paths to file URIs and back (RFC 8089). On every system it converts the paths of both
// Unix and Windows:
//
//	u, err := fileuri.FromPath("/home/joe/a b", fileuri.Unix)
//	path, err := fileuri.Path(u, fileuri.Unix)
//
//	path                   URI                           form
//	/home/joe/a b          file:///home/joe/a%20b        Unix
//	C:\Users\joe\a b       file:///C:/Users/joe/a%20b    Windows, with a drive letter
//	\\server\share\a b     file://server/share/a%20b     Windows, a UNC path
//
// [FromPath] returns the URI of a path, and [Path] the path of a URI. Paths must be absolute, because a file URI cannot
// express a relative path: call [path/filepath.Abs] before FromPath. The functions neither guess nor read the file
// system.
//
// The functions are in a package of their own because they depend on the system, unlike package uri, and because most
// programs that read URIs open no files.
//
// # Round trips
//
// Path returns the argument of FromPath, byte for byte, except that it writes "\" for the "/" of a Windows path. Bytes
// that are not UTF-8 are kept: they are percent-encoded one by one. FromPath returns one URI for each path, in the form
// of RFC 8089, section 2. Path also reads the other forms of the RFC:
//
//	file:/a                     without an authority (appendix B)
//	file://localhost/a          with "localhost", in any case (section 2)
//	FILE:///a                   with a scheme in any case (RFC 3986, section 3.1)
//	file:c:/a                   Windows: a drive letter without a "/" before it (appendix E.2)
//	file:///c%3A/a              Windows: a percent-encoded ":"
//	file:///c%7C/a              Windows: "|" for ":", which is not a byte of URIs (appendix E.2.2)
//	file:////server/share/a     Windows: a UNC path in the path, after four or five slashes (appendix E.3.2)
//
// Appendix E.2.2 also allows "file:///c|/a", which is not a URI. Package whatwg reads it as browsers do, and writes a
// ":". FromPath uses the form of appendix E.3.2 only for `\\localhost\share`, because the host "localhost" of a URI
// means that the path is local.
//
// # Rejected paths
//
// Path and FromPath reject the same paths:
//   - Relative paths. On Windows these include `\a` and `C:a`, which depend on the current drive or directory, and a
//     UNC path without a share, such as `\\server`.
//   - The segments "." and "..", percent-encoded or not. In a URI "a/.." can be removed (RFC 3986, section 5.2.4). On
//     a file system that leads to another file if "a" is a symbolic link. Call [path/filepath.Clean] or
//     [uri.URI.Normalized] before, if that is acceptable. On Windows, spaces after the dots change nothing. A name such
//     as "..;" is accepted and does not change: neither file systems nor the readers of file URIs end it at the ";".
//   - NUL and, on Windows, all bytes that cannot be part of a name: "<", ">", ":", `"`, "|", "?", "*" and the bytes
//     below a space. So alternate data streams such as "a.txt:b" are rejected.
//   - Windows paths that begin with `\\?\` or `\\.\`, which name devices. If `\\?\C:\a` is known to mean `C:\a`,
//     remove the prefix.
//
// Path also rejects a "%2F" and, on Windows, a "%5C", because decoding them would add a separator that the URI does not
// have. It rejects a URI with a userinfo, a port, a query or a fragment, because a path cannot express them, and a host
// other than "localhost" where the path is not a UNC path.
//
// # Untrusted paths
//
// A path that Path returns can name any file. Path does not reject names that Windows reads in a special way: reserved
// names of devices such as CON, NUL and COM1, also with an extension, and names that end with a dot or a space. If the
// URI comes from someone else, use an [os.Root], or [path/filepath.IsLocal] for the part below the program's own
// directory. A UNC path makes Windows connect to the server and log in with the name of the user. To prevent that,
// check that the path does not begin with `\\`.
package fileuri

import (
	"runtime"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// A Form is a way to write paths: their beginning, and the bytes that separate their names.
type Form uint8

const (
	Native  Form = iota // the form of the system that the program runs on: Windows on Windows, otherwise Unix
	Unix                // "/a/b", separated by "/"
	Windows             // `C:\a\b` or `\\server\share\a`, separated by "\" or "/"
)

// isWindows reports whether paths have the form Windows. A value that is not listed above means Native.
func (f Form) isWindows() bool { return f == Windows || f != Unix && runtime.GOOS == "windows" }

// FromPath returns the file URI of path, which must be absolute. It corresponds to Path.as_uri of Python and to
// pathToFileURL of Node.js. If no URI can express path, it returns the zero URI and an [*Error] with an index of path
// as its Offset: see the package comment.
//
// It allocates the URI, and at most two more copies of path if bytes must be encoded or separators replaced.
func FromPath(path string, f Form) (uri.URI, error) {
	from := fromUnix
	if f.isWindows() {
		from = fromWindows
	}
	text, fault := from(path)
	if fault != nil {
		return uri.URI{}, fault
	}
	u, err := uri.Parse(text)
	if err != nil { // only because of its length
		return uri.URI{}, &Error{len(path), ReasonTooLong}
	}
	return u, nil
}

// Path returns the path of the file URI u in the form f. It corresponds to Path.from_uri of Python and to fileURLToPath
// of Node.js. If u has no path in that form, it returns "" and an [*Error] with an index of the text of u as its
// Offset: see the package comment.
//
// It does not allocate for a Unix path without percent-encodings. Otherwise it allocates at most three copies of the
// path.
func Path(u uri.URI, f Form) (string, error) {
	text, r := u.String(), u.Ranges() // just once, because a long URI is scanned again for ranges
	if fault := checkComponents(text, r); fault != nil {
		return "", fault
	}
	to := toUnix
	if f.isWindows() {
		to = toWindows
	}
	path, fault := to(text, r)
	if fault != nil {
		return "", fault
	}
	return path, nil
}

// checkComponents rejects components of the URI text that no form of paths can express. r holds its ranges.
func checkComponents(text string, r fsm.Ranges) *Error {
	if lo, hi, _ := r.Scheme(); schemes.KindOf(text[lo:hi]) != schemes.KindFile {
		return &Error{0, ReasonScheme}
	}
	if lo, _, ok := r.Userinfo(); ok {
		return &Error{lo, ReasonUserinfo}
	}
	if lo, _, ok := r.Port(); ok {
		return &Error{lo - len(":"), ReasonPort}
	}
	if lo, _, ok := r.Query(); ok {
		return &Error{lo - len("?"), ReasonQuery}
	}
	if lo, _, ok := r.Fragment(); ok {
		return &Error{lo - len("#"), ReasonFragment}
	}
	return nil
}

// isLocal reports whether a URI with the host text names a file of this machine (RFC 8089, section 2). text must be
// ASCII, as the host of a URI is.
func isLocal(text string) bool { return text == "" || strings.EqualFold(text, host.Localhost) }

// decode decodes raw, which begins at offset at of a URI. It fails if raw has an octet in r.
func decode(raw string, at int, r uri.RefusedOctets) (string, *Error) {
	text, err := uri.Decode(raw, r)
	if e, ok := err.(*uri.Error); ok { // a rejected octet is the only possible fault of a URI
		return "", &Error{at + e.Offset, ReasonSeparator}
	}
	return text, nil
}

// inURI returns fault, which is about the path that raw is decoded to, with its offset in the URI, where raw begins at
// offset at.
func inURI(fault *Error, raw string, at int) *Error {
	if fault != nil {
		fault.Offset = at + octet.RawLen(raw, fault.Offset)
	}
	return fault
}

// names is the rules for the names in a path.
type names struct {
	illegal string // the bytes that cannot be part of a name, except for separators
	padding string // the bytes at the end that do not distinguish a name from a dot segment
}

// check checks the names of path from index i on. They are separated by "/".
func (n *names) check(path string, i int) *Error {
	for i < len(path) {
		name, _, _ := strings.Cut(path[i:], "/")
		if k := strings.IndexAny(name, n.illegal); k >= 0 {
			return &Error{i + k, ReasonIllegalByte}
		}
		if dots := strings.TrimRight(name, n.padding); dots == "." || dots == ".." {
			return &Error{i, ReasonDotSegment}
		}
		i += len(name) + len("/")
	}
	return nil
}
