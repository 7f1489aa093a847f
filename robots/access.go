package robots

import "github.com/urispan/uri/internal/textio"

// An Access is what the response to a request for a robots.txt means (RFC 9309, section 2.3.1). The zero Access is
// [AccessUnreachable].
type Access uint8

const (
	// AccessUnreachable is a server or network error (section 2.3.1.4). Nothing may be fetched. After a long time, such as
	// 30 days, the file may count as unavailable, or an old copy may be used.
	AccessUnreachable Access = iota

	// AccessSuccessful means that the body is the file (section 2.3.1.1): see [Parse].
	AccessSuccessful

	// AccessRedirected is a redirect (section 2.3.1.2). At least five in a row must be followed, also to other hosts. The
	// rules apply to the host of the first request. After more redirects, the file may count as unavailable.
	AccessRedirected

	// AccessUnavailable means that the file does not exist (section 2.3.1.3). Everything may be fetched, as with a nil
	// [File].
	AccessUnavailable
)

var accessNames = [...]string{"unreachable", "successful", "redirected", "unavailable"}

// String returns the word of RFC 9309, such as "unavailable".
func (a Access) String() string { return textio.Name(accessNames[:], a, "Access") }

// AccessFor returns the meaning of an HTTP status code. Without a response, pass 0.
//
// The codes 200 to 299 are successful, 301, 302, 303, 307 and 308 are redirects, 400 to 499 except 429 are unavailable,
// and all others are unreachable. Section 2.3.1.3 allows fetching everything after 429 (Too Many Requests). But a
// server that is too busy to answer may well have a file, so 429 is unreachable here.
func AccessFor(status int) Access {
	switch {
	case status/100 == 2:
		return AccessSuccessful
	case status == 301, status == 302, status == 303, status == 307, status == 308:
		return AccessRedirected
	case status/100 == 4 && status != 429:
		return AccessUnavailable
	}
	return AccessUnreachable
}
