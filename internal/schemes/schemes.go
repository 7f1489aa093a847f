// Package schemes finds the scheme at the start of a string, and recognizes the schemes of HTTP and the special schemes
// of the URL Standard.
package schemes

import (
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Len returns the length of the longest scheme at the start of s (RFC 3986, section 3.1). Any byte may follow it.
func Len[T string | []byte](s T) int {
	if len(s) == 0 || !tables.Is(s[0], tables.ALPHA) {
		return 0
	}
	n := 1
	for n < len(s) && tables.Is(s[n], tables.SchemeChars) {
		n++
	}
	return n
}

// HTTPS and HTTP begin most URIs on the web.
const (
	HTTPS = "https://"
	HTTP  = "http://"
)

// HTTPLen returns the length of "https://" or "http://" if s begins with one of these, in lower case, and is longer than
// both. Otherwise it returns 0.
func HTTPLen(s string) (n int) {
	if len(s) > len(HTTPS) {
		isHTTPS := 0 // PERF: set without a branch, which would be mispredicted
		if s[len("http")] == 's' {
			isHTTPS = 1
		}
		if s[:len("http")] == "http" && s[len("http")+isHTTPS:len(HTTP)+isHTTPS] == "://" {
			n = len(HTTP) + isHTTPS
		}
	}
	return n
}

// A Kind says what a scheme is to HTTP and to browsers. The six schemes that have one are special to browsers (URL
// Standard, section 4.2).
type Kind uint8

const (
	KindOther Kind = iota
	KindHTTP
	KindHTTPS
	KindWS
	KindWSS
	KindFTP
	KindFile
)

// Specials lists the special schemes, in lower case and in the order of their kinds.
var Specials = [...]string{"http", "https", "ws", "wss", "ftp", "file"}

// KindOf returns the kind of a scheme, in upper or lower case.
func KindOf[T string | []byte](scheme T) Kind {
	var lower [len("https")]byte
	if len(scheme) < len("ws") || len(scheme) > len(lower) {
		return KindOther
	}
	if k := LowerKindOf(scheme); k != KindOther {
		return k
	}
	for i := range len(scheme) {
		lower[i] = octet.Lower(scheme[i])
	}
	return LowerKindOf(lower[:len(scheme)])
}

// LowerKindOf returns the kind of a scheme. It is KindOther if the scheme is not in lower case.
func LowerKindOf[T string | []byte](scheme T) Kind {
	switch string(scheme) {
	case "https":
		return KindHTTPS
	case "http":
		return KindHTTP
	case "ws":
		return KindWS
	case "wss":
		return KindWSS
	case "ftp":
		return KindFTP
	case "file":
		return KindFile
	}
	return KindOther
}

// IsHTTP reports whether the scheme is http or https (RFC 9110, section 4.2).
func (k Kind) IsHTTP() bool { return k == KindHTTP || k == KindHTTPS }

// IsWeb reports whether the scheme is http, https, ws or wss (RFC 9110, section 4.2; RFC 6455, section 3).
func (k Kind) IsWeb() bool { return KindHTTP <= k && k <= KindWSS }

// IsSpecial reports whether the scheme is special.
func (k Kind) IsSpecial() bool { return k != KindOther }

// NeedsHost reports whether the scheme is special and not file. Browsers read a host after it, with or without slashes.
func (k Kind) NeedsHost() bool { return KindHTTP <= k && k <= KindFTP }

// Port returns the default port of the scheme. It is 0 for file, which has none, and for schemes that are not special.
func (k Kind) Port() uint16 { return kindPorts[k] }

var kindPorts = [...]uint16{
	KindHTTP: 80, KindHTTPS: 443, // RFC 9110, section 4.2
	KindWS: 80, KindWSS: 443, // RFC 6455, section 3
	KindFTP:  21, // RFC 1738, section 3.2
	KindFile: 0,
}
