package uri

import "github.com/urispan/uri/internal/octet"

// DefaultPort returns the default port of a scheme, if that is one of the schemes with a port that are registered with
// IANA or in wide use (RFC 3986, section 3.2.3). The scheme may be written with letters of either case. Nothing is
// allocated.
func DefaultPort(scheme string) (port uint16, ok bool) {
	var room [12]byte // of the length of the longest scheme that is known
	if len(scheme) > len(room) {
		return 0, false
	}
	for i := range len(scheme) {
		room[i] = octet.Lower(scheme[i])
	}
	// Where no RFC is named, the scheme itself is registered without one, or not at all, and the port is the one that
	// is registered with IANA under the same service name.
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
