package schemes

import "github.com/urispan/uri/internal/octet"

// DefaultPort returns the default port of a scheme, in upper or lower case (RFC 3986, section 3.2.3).
func DefaultPort(scheme string) (port uint16, ok bool) { return portIn(DefaultPorts, scheme) }

// DriverPort returns the port of a driver in DriverPorts, like DefaultPort in DefaultPorts.
func DriverPort(driver string) (port uint16, ok bool) { return portIn(DriverPorts, driver) }

// Port1 returns the port of a scheme in Ports1, like DefaultPort in DefaultPorts.
func Port1(scheme string) (port uint16, ok bool) { return portIn(Ports1, scheme) }

// portIn returns the port of a scheme, in upper or lower case, if it is special or in table. The schemes of table are
// in lower case. portIn does not allocate for schemes of up to 64 bytes.
func portIn(table []Port, scheme string) (port uint16, ok bool) {
	if port := LowerKindOf(scheme).Port(); port != 0 { // nearly all schemes
		return port, true
	}
	var buf [64]byte
	lower := append(buf[:0], scheme...)
	octet.ToLower(lower)
	if port := LowerKindOf(lower).Port(); port != 0 {
		return port, true
	}
	for _, p := range table {
		if p.Scheme == string(lower) {
			return p.Number, true
		}
	}
	return 0, false
}

// A Port is the default port of a scheme, which is in lower case.
type Port struct {
	Scheme string
	Number uint16
}

// PortsDate is the date of the copy of IANA's registry of service names that DefaultPorts agrees with.
const PortsDate = "2026-09-17"

// DefaultPorts lists schemes and their default ports, except http, https, ws, wss and ftp, which are in kindPorts. If no
// RFC is named for a scheme, the port is registered with IANA for the service with the same name, or a service that
// the scheme names otherwise, such as postgres. A scheme without a service has the address of its product, and
// is in products of the test.
//
// To add a default port, add it here, with its source, and to the CHANGELOG, and run go generate ./find.
var DefaultPorts = []Port{
	{"ftps", 990},
	{"ssh", 22},
	{"sftp", 22},
	{"git+ssh", 22}, // https://docs.npmjs.com/cli/configuring-npm/package-json: ssh
	{"telnet", 23},  // RFC 4248, section 2
	{"tn3270", 23},  // RFC 6270, section 2
	{"dns", 53},     // RFC 4501, section 3
	{"tftp", 69},    // RFC 3617
	{"gopher", 70},  // RFC 4266, section 2.1
	{"pop", 110},    // RFC 2384, section 4
	{"nntp", 119},   // RFC 5538, section 3
	{"imap", 143},   // RFC 5092
	{"snmp", 161},   // RFC 4088
	{"rtsps", 322},  // RFC 7826, section 4.2
	{"ldap", 389},   // RFC 4516, section 2
	{"smb", 445},
	{"rtsp", 554}, // RFC 7826, section 4.2
	{"ipp", 631},  // RFC 3510
	{"ipps", 631}, // RFC 7472
	{"ldaps", 636},
	{"acap", 674},  // RFC 2244, section 5.1
	{"rsync", 873}, // RFC 5781
	{"imaps", 993},
	{"pops", 995},
	{"socks5", 1080},
	{"icap", 1344}, // RFC 3507
	{"mqtt", 1883},
	{"nfs", 2049},  // RFC 2224
	{"dict", 2628}, // RFC 2229, section 5
	{"mysql", 3306},
	{"svn", 3690},
	{"sieve", 4190}, // RFC 5804, section 3
	{"nats", 4222},  // https://docs.nats.io/using-nats/developer/connecting/specific_server
	{"postgres", 5432},
	{"postgresql", 5432},
	{"amqps", 5671},
	{"amqp", 5672},
	{"coap", 5683},      // RFC 7252, section 6.1
	{"coap+tcp", 5683},  // RFC 8323, section 8.1
	{"coaps", 5684},     // RFC 7252, section 6.2
	{"coaps+tcp", 5684}, // RFC 8323, section 8.2
	{"vnc", 5900},       // RFC 7869
	{"redis", 6379},
	{"rediss", 6379}, // https://www.iana.org/assignments/uri-schemes/prov/rediss: as redis
	{"mqtts", 8883},
	{"git", 9418},
	{"mongodb", 27017},
}

// DriverPorts lists the default ports of drivers for databases, which are not schemes with a default port. Package scheme
// reads their lists of hosts, and package find finds them in text.
var DriverPorts = []Port{
	{"sqlserver", 1433},       // Microsoft JDBC Driver, "Building the connection URL"
	{"oracle", 1521},          // Oracle, "Easy Connect Plus"
	{"mariadb", 3306},         // MariaDB, "About MariaDB Connector/J"
	{"redis+sentinel", 26379}, // Redis, "High availability with Redis Sentinel"
	{"redis-sentinel", 26379}, // Lettuce, "RedisURI"
}

// Ports1 lists the default ports of version 1 of package urlkey, except for the schemes in Special. It never changes: a
// default port that is learned later belongs in DefaultPorts only.
var Ports1 = []Port{
	{"acap", 674}, {"amqp", 5672}, {"amqps", 5671}, {"coap", 5683}, {"coap+tcp", 5683}, {"coaps", 5684}, {"coaps+tcp", 5684},
	{"dict", 2628}, {"dns", 53}, {"ftps", 990}, {"git", 9418}, {"gopher", 70}, {"icap", 1344}, {"imap", 143}, {"imaps", 993},
	{"ipp", 631}, {"ipps", 631}, {"ldap", 389}, {"ldaps", 636}, {"mqtt", 1883}, {"mqtts", 8883}, {"nfs", 2049}, {"nntp", 119},
	{"pop", 110}, {"pops", 995}, {"redis", 6379}, {"rsync", 873}, {"rtsp", 554}, {"rtsps", 322}, {"sftp", 22}, {"sieve", 4190},
	{"smb", 445}, {"snmp", 161}, {"ssh", 22}, {"svn", 3690}, {"telnet", 23}, {"tftp", 69}, {"tn3270", 23}, {"vnc", 5900},
}
