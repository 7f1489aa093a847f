package uri_test

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// This file is the readable reference that normalization is compared with: RFC 3986, sections 6.2.2 and 6.2.3, step by
// step and from left to right, each step a text of its own.

// normalParts are the components of a normal form. The authority is defined if the host is.
type normalParts struct{ scheme, userinfo, host, port, path, query, fragment part }

// defaultPorts returns the default port of a scheme in lower case, as Normalizer.DefaultPort does.
type defaultPorts func(scheme string) (port uint16, ok bool)

// referenceNormalize returns the normal form of s, which must be a URI-reference.
func referenceNormalize(s string, steps uri.Steps, ports defaultPorts) string {
	return referenceNormalParts(s, steps, ports).recompose()
}

func referenceNormalParts(s string, steps uri.Steps, ports defaultPorts) (n normalParts) {
	p, ok := referenceParse(fsm.URIReference, s)
	if !ok {
		panic("no URI-reference: " + s)
	}
	of := func(c span) part { return part{c.of(s), c.Defined} }
	n = normalParts{of(p.Scheme), of(p.Userinfo), of(p.Host), of(p.Port), of(p.Path), of(p.Query), of(p.Fragment)}
	if steps&uri.StepPercent != 0 {
		n.decodeUnreserved()
	}
	if steps&uri.StepCase != 0 {
		n.normalizeCase()
	}
	if steps&uri.StepDots != 0 {
		n.removeDots()
	}
	if steps&uri.StepScheme != 0 {
		n.applyScheme(ports)
	}
	return n
}

// recompose is section 5.3.
func (n normalParts) recompose() string {
	var authority part
	if n.host.defined {
		authority = part{n.host.text, true}
		if n.userinfo.defined {
			authority.text = n.userinfo.text + "@" + authority.text
		}
		if n.port.defined {
			authority.text += ":" + n.port.text
		}
	}
	return referenceRecompose(fiveParts{n.scheme, authority, n.path, n.query, n.fragment})
}

// forEachOctet replaces the percent-encoded octets of all components that can have some.
func (n *normalParts) forEachOctet(replace func(pctEncoded string) string) {
	for _, p := range []*part{&n.userinfo, &n.host, &n.path, &n.query, &n.fragment} {
		if strings.Contains(p.text, "%") {
			p.text = pctEncoded.ReplaceAllStringFunc(p.text, replace)
		}
	}
}

var pctEncoded = regexp.MustCompile("%[0-9A-Fa-f]{2}")

// decodeUnreserved is section 6.2.2.2.
func (n *normalParts) decodeUnreserved() {
	n.forEachOctet(func(pctEncoded string) string {
		octet, _ := strconv.ParseUint(pctEncoded[1:], 16, 8)
		if isUnreserved(byte(octet)) {
			return string(rune(octet))
		}
		return pctEncoded
	})
}

// normalizeCase is section 6.2.2.1.
func (n *normalParts) normalizeCase() {
	n.scheme.text = strings.ToLower(n.scheme.text)
	n.host.text = strings.ToLower(n.host.text)
	n.forEachOctet(strings.ToUpper)
}

// removeDots is section 6.2.2.3, extended to relative references.
func (n *normalParts) removeDots() {
	switch {
	case n.scheme.defined, n.host.defined, strings.HasPrefix(n.path.text, "/"):
		n.path.text, _ = referenceRemoveDotSegments(n.path.text)
		if !n.host.defined && strings.HasPrefix(n.path.text, "//") {
			n.path.text = "/." + n.path.text
		}
	case n.path.text != "":
		n.path.text = withoutDotsForEveryBase(n.path.text)
	}
}

// withoutDotsForEveryBase removes those dot segments of the path of a relative-path reference without which it has the
// same target for every base.
func withoutDotsForEveryBase(path string) string {
	isDot := func(segment string) bool { return segment == "." || segment == ".." }
	segments := strings.Split(path, "/")
	if isDot(segments[len(segments)-1]) {
		segments = append(segments, "") // what ends with a dot segment is a directory
	}
	result := ""
	for isDot(segments[0]) { // these climb in the base
		if segments[0] == ".." {
			result += "../"
		}
		segments = segments[1:]
	}
	// The first other segment has no "/" before it if the path of the base has no "/". Without that segment, the next one
	// would get a "/".
	first := segments[0]
	if result == "" && (first == "" || strings.Contains(first, ":")) {
		result = "./"
	}
	result += first
	var kept []string
	for _, segment := range segments[1:] {
		switch {
		case segment == ".":
		case segment == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		case segment == "..":
			result += "/.."
		default:
			kept = append(kept, segment)
		}
	}
	for _, segment := range kept {
		result += "/" + segment
	}
	return result
}

// applyScheme is section 6.2.3 with 3.2.2 and 3.2.3.
func (n *normalParts) applyScheme(ports defaultPorts) {
	scheme := strings.ToLower(n.scheme.text)
	if n.port.defined {
		defaultPort, ok := ports(scheme)
		if !n.scheme.defined {
			ok = false
		}
		value := strings.TrimLeft(n.port.text, "0")
		if n.port.text == "" || ok && value == strings.TrimLeft(strconv.Itoa(int(defaultPort)), "0") {
			n.port = part{}
		} else if value == "" {
			n.port.text = "0"
		} else {
			n.port.text = value
		}
	}
	if n.host.defined && n.path.text == "" {
		switch scheme {
		case "http", "https", "ws", "wss":
			n.path.text = "/"
		}
	}
	if scheme == "file" && strings.EqualFold(n.host.text, "localhost") && !n.userinfo.defined && !n.port.defined {
		n.host.text = ""
	}
}
