// Package scheme reads what RFC 3986 leaves to single schemes, and strings that are nearly URIs. There is a file for each
// question:
//
//	data.go     Which media type and body does a data: URL have?       [ParseData], [DataURL]
//	equal.go    Are two URIs equivalent by the rules of their scheme?  [Equal], [AppendKey1]
//	hosts.go    Which hosts do mongodb://a:1,b:2/ and JDBC URLs have?  [ParseHosts]
//	git.go      Which repository is git@github.com:owner/name.git?     [ParseGit], [SplitGit], [GitKey1]
//	object.go   Which object is s3://bucket/key, or its https form?    [ParseObject]
//
// The core, [uri.Parse] and [whatwg.Parse], reads the components of every scheme in the same way, and does not import
// this package. For a sip or dns URI with an IPv6 address, such as "sip:[::1]" or "dns:///[::1]:443", call [whatwg.Parse]:
// RFC 3986 has no "[" there.
package scheme

import "strconv"

// An Error describes why a string does not have the form that a function reads. The functions return it as a pointer,
// which [errors.As] finds. It contains nothing of the input.
type Error struct {
	// Offset is the index of the first byte that no valid input could have there. It is the length of the input if
	// something is missing at the end.
	Offset int

	// Reason is a phrase such as "no comma".
	Reason string
}

// Error returns a message such as "no comma at byte 14".
func (e *Error) Error() string { return e.Reason + " at byte " + strconv.Itoa(e.Offset) }
