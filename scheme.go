package uri

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// This file has the knowledge about schemes: their syntax, their default ports, and the schemes of the web.

// DefaultPort returns the default port of a scheme, given in letters of either case (RFC 3986, section 3.2.3). ok is
// false for schemes that have no port, or that are neither registered with IANA nor in wide use. Nothing is allocated.
func DefaultPort(scheme string) (port uint16, ok bool) {
	var room [12]byte // the length of the longest known scheme
	if len(scheme) > len(room) {
		return 0, false
	}
	for i := range len(scheme) {
		room[i] = octet.Lower(scheme[i])
	}
	// For schemes without an RFC here, the port is that of the service with the same name, which is registered with
	// IANA.
	switch string(room[:len(scheme)]) {
	case "http", "ws": // RFC 9110, section 4.2.1; RFC 6455, section 3
		port = 80
	case "https", "wss": // RFC 9110, section 4.2.2; RFC 6455, section 3
		port = 443
	case "ftp": // RFC 1738, section 3.2
		port = 21
	case "ftps":
		port = 990
	case "ssh", "sftp":
		port = 22
	case "telnet", "tn3270": // RFC 4248, section 2; RFC 6270, section 2
		port = 23
	case "dns": // RFC 4501, section 3
		port = 53
	case "tftp": // RFC 3617
		port = 69
	case "gopher": // RFC 4266, section 2.1
		port = 70
	case "pop": // RFC 2384, section 4
		port = 110
	case "nntp": // RFC 5538, section 3
		port = 119
	case "imap": // RFC 5092
		port = 143
	case "snmp": // RFC 4088
		port = 161
	case "rtsps": // RFC 7826, section 4.2
		port = 322
	case "ldap": // RFC 4516, section 2
		port = 389
	case "smb":
		port = 445
	case "rtsp": // RFC 7826, section 4.2
		port = 554
	case "ipp", "ipps": // RFC 3510; RFC 7472
		port = 631
	case "ldaps":
		port = 636
	case "acap": // RFC 2244, section 5.1
		port = 674
	case "rsync": // RFC 5781
		port = 873
	case "imaps":
		port = 993
	case "pops":
		port = 995
	case "icap": // RFC 3507
		port = 1344
	case "mqtt":
		port = 1883
	case "nfs": // RFC 2224
		port = 2049
	case "dict": // RFC 2229, section 5
		port = 2628
	case "svn":
		port = 3690
	case "sieve": // RFC 5804, section 3
		port = 4190
	case "amqps":
		port = 5671
	case "amqp":
		port = 5672
	case "coap", "coap+tcp": // RFC 7252, section 6.1; RFC 8323, section 8.1
		port = 5683
	case "coaps", "coaps+tcp": // RFC 7252, section 6.2; RFC 8323, section 8.2
		port = 5684
	case "vnc": // RFC 7869
		port = 5900
	case "redis":
		port = 6379
	case "mqtts":
		port = 8883
	case "git":
		port = 9418
	}
	return port, port != 0
}

// isWeb reports whether the scheme, in either case, is http, https, ws or wss. For these schemes the empty path and "/"
// are equivalent (RFC 9110, section 4.2.3; RFC 6455, section 3).
func isWeb(scheme string) bool {
	return strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http") ||
		strings.EqualFold(scheme, "wss") || strings.EqualFold(scheme, "ws")
}

// schemeLen returns the length of the longest scheme at the start of s.
func schemeLen(s string) (n int) {
	for n < len(s) && tables.Is(s[n], tables.SchemeChars) && (n > 0 || tables.Is(s[n], tables.ALPHA)) {
		n++
	}
	return n
}

// cutScheme cuts s around the ":" after the scheme at its start.
func cutScheme(s string) (scheme, rest string, ok bool) {
	n := schemeLen(s)
	if n == 0 || n == len(s) || s[n] != ':' {
		return "", "", false
	}
	return s[:n], s[n+1:], true
}

// checkScheme returns an error if s is not a scheme.
func checkScheme(s string) error {
	if s == "" {
		return partError(ComponentScheme, 0, ReasonNoScheme)
	}
	if n := schemeLen(s); n < len(s) {
		return partError(ComponentScheme, n, ReasonIllegalByte)
	}
	return nil
}
