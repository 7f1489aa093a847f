package uri_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/tracking"
)

// Tests compare normalization with this reference, which is made to be read: RFC 3986, sections 6.2.2 and 6.2.3, step
// by step and from left to right. Each step makes a new text.

// normalParts are the components of a normal form. The authority is defined if the host is.
type normalParts struct{ scheme, userinfo, host, port, path, query, fragment part }

// defaultPorts returns the default port of a scheme in lower case, as Normalizer.DefaultPort does.
type defaultPorts func(scheme string) (port uint16, ok bool)

// referenceNormalize returns the normal form of s, which must be a URI-reference.
func referenceNormalize(s string, steps uri.Steps, ports defaultPorts) string {
	return referenceNormalParts(s, steps, ports).recompose()
}

func referenceNormalParts(s string, steps uri.Steps, ports defaultPorts) normalParts {
	return referenceBy(s, uri.Normalizer{Steps: steps, DefaultPort: ports})
}

// referenceBy returns the components of the normal form of s.
func referenceBy(s string, by uri.Normalizer) normalParts {
	p, ok := referenceParse(fsm.URIReference, s)
	if !ok {
		panic("no URI-reference: " + s)
	}
	of := func(c span) part { return part{c.of(s), c.Defined} }
	n := normalParts{of(p.Scheme), of(p.Userinfo), of(p.Host), of(p.Port), of(p.Path), of(p.Query), of(p.Fragment)}
	if by.Query != nil && n.query.defined {
		n.query = referenceEdited(*by.Query, n.query.text, n.host.text)
	}
	if by.Query != nil && by.Query.TrackingFragment && n.fragment.defined {
		n.fragment = referenceFragment(n.fragment.text, n.host.text)
	}
	for _, next := range []struct {
		step  uri.Steps
		apply func()
	}{
		{uri.StepPercent, n.decodeUnreserved},
		{uri.StepSchemeCase, func() { n.scheme.text = strings.ToLower(n.scheme.text) }},
		{uri.StepHostCase, n.lowerHost},
		{uri.StepPercentCase, func() { n.forEachOctet(strings.ToUpper) }},
		{uri.StepAddress, n.shortenAddress},
		{uri.StepDots, func() { n.removeDots(by.HierarchicalBases) }},
		{uri.StepScheme, func() { n.applyScheme(by.DefaultPort) }},
	} {
		if by.Steps&next.step != 0 {
			next.apply()
		}
	}
	return n
}

// referenceTracks reports whether a pair tracks on a host.
func referenceTracks(pair, host string) bool {
	raw, _, _ := strings.Cut(pair, "=")
	name := strings.ToLower(strings.ReplaceAll(referenceDecoded(raw), "\u212a", "?")) // KELVIN SIGN is not a "k"
	for strings.HasPrefix(name, "amp;") {
		name = name[len("amp;"):]
	}
	host = "." + strings.TrimSuffix(strings.ToLower(referenceDecoded(host)), ".")
	return slices.ContainsFunc(tracking.Names(), func(n tracking.Name) bool {
		known := strings.ToLower(n.Name)
		prefix, isPrefix := strings.CutSuffix(known, "*")
		return (name == known || isPrefix && strings.HasPrefix(name, prefix)) &&
			(n.Site == "" || strings.HasSuffix(host, "."+n.Site))
	})
}

func referenceDecoded(text string) string {
	decoded, err := url.PathUnescape(text)
	if err != nil {
		panic(err)
	}
	return decoded
}

// referenceFragment returns a fragment without parameters that track.
func referenceFragment(fragment, host string) part {
	route, text, mark := strings.Cut(fragment, "?")
	if !mark {
		route, text = "", fragment
	} else {
		route += "?"
	}
	pairs := strings.Split(text, "&")
	left := slices.DeleteFunc(slices.Clone(pairs), func(pair string) bool {
		return strings.Contains(pair, "=") && referenceTracks(pair, host)
	})
	if len(left) == len(pairs) {
		return part{fragment, true}
	}
	if text = strings.Join(left, "&"); text == "" {
		route = strings.TrimSuffix(route, "?")
	}
	return part{route + text, route+text != ""}
}

// referenceEdited returns the query of a reference with the host after the rules.
func referenceEdited(rules uri.QueryRules, query, host string) part {
	named := func(names []string, pair string) bool {
		raw, _, _ := strings.Cut(pair, "=")
		key, err := url.QueryUnescape(raw)
		if err != nil {
			panic(err)
		}
		return slices.ContainsFunc(names, func(name string) bool {
			if prefix, ok := strings.CutSuffix(name, "*"); ok {
				return strings.HasPrefix(key, prefix)
			}
			return key == name
		})
	}
	if query == "" {
		return part{"", !rules.DropEmpty}
	}
	var left []string
	for pair := range strings.SplitSeq(query, "&") {
		_, value, hasValue := strings.Cut(pair, "=")
		switch {
		case rules.DropEmpty && (pair == "" || hasValue && value == ""):
		case named(rules.Drop, pair), rules.Tracking && referenceTracks(pair, host):
		case len(rules.Keep) > 0 && !named(rules.Keep, pair):
		default:
			left = append(left, pair)
		}
	}
	if rules.Sort {
		slices.SortStableFunc(left, func(a, b string) int {
			a, _, _ = strings.Cut(a, "=")
			b, _, _ = strings.Cut(b, "=")
			x, _ := url.QueryUnescape(a)
			y, _ := url.QueryUnescape(b)
			return strings.Compare(x, y)
		})
	}
	text := strings.Join(left, "&")
	return part{text, text != ""}
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

// lowerHost is section 6.2.2.1 for the host.
func (n *normalParts) lowerHost() {
	octets := pctEncoded.FindAllString(n.host.text, -1)
	n.host.text = pctEncoded.ReplaceAllString(strings.ToLower(n.host.text), "%%")
	for _, octet := range octets {
		n.host.text = strings.Replace(n.host.text, "%%", octet, 1)
	}
}

func (n *normalParts) shortenAddress() {
	if strings.HasPrefix(n.host.text, "[") {
		n.host.text = referenceLiteral(n.host.text)
	}
}

// referenceLiteral returns an IP-literal as RFC 5952 has it.
func referenceLiteral(literal string) string {
	if strings.ContainsAny(literal, "vV") { // IPvFuture
		return literal
	}
	pieces := referencePieces(strings.Trim(literal, "[]"))
	var text []string
	for _, piece := range pieces {
		text = append(text, strconv.FormatUint(uint64(piece), 16)) // 4.1 and 4.3
	}
	if pieces[5] == 0xffff && slices.Max(pieces[:5]) == 0 { // 5, with the prefix of RFC 4291, section 2.5.5.2
		a, b := pieces[6], pieces[7]
		text = append(text[:6], fmt.Sprintf("%d.%d.%d.%d", a>>8, a&0xff, b>>8, b&0xff))
	}
	lo, hi := 0, 0 // 4.2: the first of the longest runs of more than one zero
	for i := range text {
		end := i
		for end < len(text) && text[end] == "0" {
			end++
		}
		if end-i > max(hi-lo, 1) {
			lo, hi = i, end
		}
	}
	result := strings.Join(text, ":")
	if lo < hi {
		result = strings.Join(text[:lo], ":") + "::" + strings.Join(text[hi:], ":")
	}
	return "[" + result + "]"
}

// referencePieces returns the eight pieces of an IPv6 address (RFC 4291, section 2.2).
func referencePieces(text string) (pieces []uint16) {
	before, after, short := strings.Cut(text, "::")
	pieces = referenceHalf(before)
	if short {
		rest := referenceHalf(after)
		pieces = append(pieces, make([]uint16, 8-len(pieces)-len(rest))...)
		pieces = append(pieces, rest...)
	}
	return pieces
}

func referenceHalf(text string) (pieces []uint16) {
	for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ':' }) {
		var a, b, c, d uint16
		if n, _ := fmt.Sscanf(piece, "%d.%d.%d.%d", &a, &b, &c, &d); n == 4 {
			pieces = append(pieces, a<<8|b, c<<8|d)
			continue
		}
		value, err := strconv.ParseUint(piece, 16, 16)
		if err != nil {
			panic(err)
		}
		pieces = append(pieces, uint16(value))
	}
	return pieces
}

// removeDots is section 6.2.2.3, extended to relative references.
func (n *normalParts) removeDots(hierarchicalBases bool) {
	switch {
	case n.scheme.defined, n.host.defined, strings.HasPrefix(n.path.text, "/"):
		n.path.text, _ = referenceRemoveDotSegments(n.path.text)
		if !n.host.defined && strings.HasPrefix(n.path.text, "//") {
			n.path.text = "/." + n.path.text
		}
	case n.path.text != "" && hierarchicalBases:
		n.path.text = withoutDotsForHierarchicalBases(n.path.text)
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
	// The first other segment has no "/" before it if the path of the base has no "/". Without that segment, the next
	// one would get a "/".
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

// withoutDotsForHierarchicalBases does so for bases that have an authority or a path that begins with "/".
func withoutDotsForHierarchicalBases(path string) string {
	lead, kept := "", []string{}
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		switch {
		case segment == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		case segment == "..":
			lead += "../"
		case segment != ".":
			kept = append(kept, segment)
		}
		if i == len(segments)-1 && (segment == "." || segment == "..") {
			kept = append(kept, "") // what ends with a dot segment is a directory
		}
	}
	if lead == "" && (kept[0] == "" || strings.Contains(kept[0], ":")) { // section 4.2
		lead = "./"
	}
	return lead + strings.Join(kept, "/")
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
