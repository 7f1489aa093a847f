// Package address reads the parts of a reference that are not components, such as a parameter of its query or the
// registrable domain of its host.
package address

import (
	"iter"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/tracking"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// An Address is a valid reference with the ranges of its components. It may be an IRI. With Web it is an href. The zero
// Address is not valid, and has no parts.
//
// The methods do not copy a part of Text unless they decode it.
type Address struct {
	Text   string
	Ranges fsm.Ranges
	Web    bool
	ASCII  bool // Text is known to be in ASCII
	Valid  bool
}

// Of returns the address of text, a reference in the grammar of RFC 3987, or with web the address of the href that
// browsers read in text. If there is none, it returns the zero Address.
func Of(text string, web bool) (a Address) {
	if web {
		if u, err := whatwg.Parse(text); err == nil {
			a = Address{u.Href(), u.Ranges(), true, true, true}
		}
		return a
	}
	if _, ok := fsm.ScanAs(fsm.IRIReference, text, &a.Ranges); !ok {
		return Address{}
	}
	a.Text, a.Valid = text, true
	return a
}

// Host returns the host in its original spelling. If it is undefined, ok is false.
func (a *Address) Host() (name string, ok bool) {
	lo, hi, ok := a.Ranges.Host()
	return a.Text[lo:hi], ok
}

// Hostname returns the host in canonical form. If it is undefined, ok is false.
func (a *Address) Hostname() (name string, ok bool) {
	name, ok = a.Host()
	return CanonicalHost(name), ok
}

// CanonicalHost returns a host in the form for comparing names and addresses. Names are in lower case and in A-labels
// if IDNA has these, without a dot at the end. IPv6 addresses are in brackets, as RFC 5952 writes them.
func CanonicalHost(text string) string {
	if name, ok := host.CanonicalName(text); ok {
		return name
	}
	if addr, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
		return "[" + addr.String() + "]"
	}
	if ascii, err := idna.Browser.AppendASCII(nil, octet.Decoded(text)); err == nil && len(ascii) > 0 {
		return strings.TrimSuffix(octet.Text(ascii), ".")
	}
	return strings.ToLower(text)
}

// HasUsualHost reports whether the host has the canonical form, except for the case of its letters: whether it has no
// percent-encoding, no character outside ASCII, no dot at its end, and no bracket.
func (a *Address) HasUsualHost() bool {
	lo, hi, _ := a.Ranges.Host()
	name := a.Text[lo:hi]
	return lo < hi && name[0] != '[' && name[len(name)-1] != '.' && strings.IndexByte(name, '%') < 0 &&
		(a.ASCII || octet.IsASCII(name))
}

// Username returns the user name in the userinfo, decoded, as [uri.URI.Username] does.
func (a *Address) Username() (name string, ok bool) {
	lo, hi, ok := a.Ranges.Userinfo()
	name, _, _ = strings.Cut(a.Text[lo:hi], ":")
	return octet.Decoded(name), ok
}

// Password returns the password in the userinfo, decoded, as [uri.URI.Password] does.
func (a *Address) Password() (password string, ok bool) {
	lo, hi, _ := a.Ranges.Userinfo()
	_, password, ok = strings.Cut(a.Text[lo:hi], ":")
	return octet.Decoded(password), ok
}

// Port returns the port or, if that is undefined or empty, the default port of the scheme. If the scheme has no default
// port, or if the port is greater than 65535, ok is false.
func (a *Address) Port() (port uint16, ok bool) {
	if lo, hi, _ := a.Ranges.Port(); lo < hi {
		port, n := octet.Uint16(a.Text[lo:hi])
		return port, n == hi-lo
	}
	lo, hi, _ := a.Ranges.Scheme()
	return uri.DefaultPort(a.Text[lo:hi])
}

// PortNumber returns what Port returns, in decimal.
func (a *Address) PortNumber() (port string, ok bool) {
	n, ok := a.Port()
	if !ok {
		return "", false
	}
	return strconv.Itoa(int(n)), true
}

// Domain returns the registrable domain of the host, in lower case. If the host has none, ok is false.
func (a *Address) Domain() (domain string, ok bool) {
	name, _ := a.Host()
	part, _ := dedupe.DomainOf(octet.Bytes(name))
	return strings.ToLower(octet.Text(part)), part != nil
}

// Suffix returns the public suffix of the host, in lower case. If the host has none, ok is false.
func (a *Address) Suffix() (suffix string, ok bool) {
	name, _ := a.Host()
	_, part := dedupe.DomainOf(octet.Bytes(name))
	return strings.ToLower(octet.Text(part)), part != nil
}

// Subdomain returns the labels of the host before its registrable domain, in lower case. If the host has no registrable
// domain, ok is false. If the host is a registrable domain, Subdomain returns "" and true.
func (a *Address) Subdomain() (labels string, ok bool) {
	name, _ := a.Host()
	domain, _ := dedupe.DomainOf(octet.Bytes(name))
	if domain == nil {
		return "", false
	}
	labels = strings.ToLower(name[:strings.LastIndex(name, octet.Text(domain))]) // only a dot can follow the domain
	for _, dot := range dots {
		if before, ok := strings.CutSuffix(labels, dot); ok {
			return before, true
		}
	}
	return labels, true
}

// dots are the dots of [idna.Dots] as an address has them, in lower case.
var dots = []string{".", "\u3002", "\uff0e", "\uff61", "%2e", "%e3%80%82", "%ef%bc%8e", "%ef%bd%a1"}

// Label returns the label n of a host that is a name: see nth. A dot at the end of the host does not begin a label.
func (a *Address) Label(n int) (label string, ok bool) {
	name, _ := a.Host()
	if name == "" || fsm.HostKindOf(a.Text, &a.Ranges) != fsm.RegName {
		return "", false
	}
	return nth(strings.TrimSuffix(name, "."), ".", n)
}

// Segment returns the segment n of the path, decoded: see nth and [uri.Segments].
func (a *Address) Segment(n int) (segment string, ok bool) {
	lo, hi := a.Ranges.Path()
	if lo == hi {
		return "", false // a path without segments
	}
	segment, ok = nth(strings.TrimPrefix(a.Text[lo:hi], "/"), "/", n)
	return octet.Decoded(segment), ok
}

// nth returns the part n of text between separators. The first has the number 1, and the last the number -1.
func nth(text, separator string, n int) (part string, ok bool) {
	if n < 0 {
		n += strings.Count(text, separator) + 2
	}
	for part := range strings.SplitSeq(text, separator) {
		if n--; n == 0 {
			return part, true
		}
	}
	return "", false
}

// Slug returns the last segment of the path that is not empty, decoded. If there is none, ok is false.
func (a *Address) Slug() (segment string, ok bool) {
	lo, hi := a.Ranges.Path()
	path := strings.TrimRight(a.Text[lo:hi], "/")
	segment = path[strings.LastIndexByte(path, '/')+1:]
	return octet.Decoded(segment), segment != ""
}

// Ext returns the text after the last dot of the last segment, decoded. The text from a ";" on does not count. If no
// dot follows the first byte of the segment, or if the path is opaque, as in "mailto:joe@a.example", ok is false.
func (a *Address) Ext() (ext string, ok bool) {
	lo, hi := a.Ranges.Path()
	_, _, absolute := a.Ranges.Scheme()
	path := a.Text[lo:hi]
	if absolute && !strings.HasPrefix(path, "/") {
		return "", false
	}
	name, _, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ";")
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || name == ".." {
		return "", false
	}
	return octet.Decoded(name[dot+1:]), true
}

// Origin returns the origin (RFC 6454). If no other address can have that origin, ok is false.
func (a *Address) Origin() (origin string, ok bool) {
	if a.Web {
		u, _ := whatwg.Parse(a.Text)
		if origin = u.Origin(); origin == "null" {
			return "", false
		}
		return origin, true
	}
	u, err := uri.Parse(a.Text)
	if err != nil { // an IRI
		i, _ := iri.Parse(a.Text)
		u, _ = i.URI(iri.HostLookup)
	}
	if strings.EqualFold(u.Scheme(), "blob") { // a URL of browsers, with the origin of the URL in it
		u, _ = uri.Parse(u.Path())
	}
	o, err := httpuri.OriginOf(u)
	if err != nil {
		return "", false
	}
	return o.String(), true
}

// formSyntax reads parameters of queries: a "+" is a space.
var formSyntax = uri.QuerySyntax{Plus: true}

// Param returns the decoded value of the first parameter of the query with the name. If no parameter has the name, ok is
// false.
func (a *Address) Param(name string) (value string, ok bool) {
	lo, hi, _ := a.Ranges.Query()
	if a.Web {
		return whatwg.ParseSearchParams(a.Text[lo:hi]).Get(name)
	}
	value, ok, _ = formSyntax.Get(a.Text[lo:hi], name) // a valid query can be decoded
	return value, ok
}

// Tracking stands for the names of parameters that are known to track, on the host of the address.
const Tracking = "@tracking"

// HasParam reports whether a parameter of the query has one of the names, which may end with "*" or be [Tracking].
func (a *Address) HasParam(names []string) bool {
	lo, hi, _ := a.Ranges.Query()
	if lo == hi {
		return false
	}
	query := a.Text[lo:hi]
	tracks := slices.Contains(names, Tracking)
	name := ""
	if tracks {
		name, _ = a.Host()
	}
	c := reference.NewPairCursor(query, "&")
	for c.Next() {
		pair := c.Text()
		if pair != "" && (reference.HasKey(names, pair) || tracks && tracking.Known().Has(pair, name)) {
			return true
		}
	}
	return false
}

// Params returns the decoded parameters of the query, in order. Like [uri.URI.QueryParams] it skips empty ones.
func (a *Address) Params() iter.Seq2[string, string] {
	lo, hi, _ := a.Ranges.Query()
	if a.Web {
		return whatwg.ParseSearchParams(a.Text[lo:hi]).All()
	}
	return func(yield func(name, value string) bool) {
		for p := range formSyntax.DecodedPairs(a.Text[lo:hi]) {
			if p != (uri.Pair{}) && !yield(p.Key, p.Value) {
				return
			}
		}
	}
}

// A Field returns a part of an address that is not a component. If the part is undefined, ok is false.
type Field func(a *Address) (text string, ok bool)

// Fields lists the names of the fields. Those with brackets have an argument.
var Fields = []string{
	"username", "password", "hostname", "domain", "suffix", "subdomain", "label[N]", "port_number", "origin",
	"segment[N]", "slug", "ext", "param[NAME]",
}

// FieldNamed returns the field with a name, such as domain or param[q], or nil if no field has it.
func FieldNamed(name string) Field {
	family, arg, hasArg := strings.Cut(name, "[")
	arg, closed := strings.CutSuffix(arg, "]")
	n, err := strconv.Atoi(arg)
	isNumber := err == nil && n != 0
	switch {
	case !hasArg:
		return map[string]Field{
			"username": (*Address).Username, "password": (*Address).Password, "hostname": (*Address).Hostname,
			"domain": (*Address).Domain, "suffix": (*Address).Suffix, "subdomain": (*Address).Subdomain,
			"port_number": (*Address).PortNumber, "origin": (*Address).Origin, "slug": (*Address).Slug, "ext": (*Address).Ext,
		}[name]
	case !closed || arg == "":
	case strings.Contains(arg, "*"), strings.Contains(arg, "]["), len(arg) > 1 && strings.ContainsAny(arg[:1], "\"'"): // people may mean a pattern or a[0]
	case family == "param":
		return func(a *Address) (string, bool) { return a.Param(arg) }
	case family == "segment" && isNumber:
		return func(a *Address) (string, bool) { return a.Segment(n) }
	case family == "label" && isNumber:
		return func(a *Address) (string, bool) { return a.Label(n) }
	}
	return nil
}
