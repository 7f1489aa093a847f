// Package address reads the parts of a reference that are no components, such as a parameter of its query or the
// registrable domain of its host.
package address

import (
	"iter"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// An Address is a valid reference with the ranges of its components. It may be an IRI. With Web it is an href.
//
// The methods return parts of Text without a copy where nothing is decoded.
type Address struct {
	Text   string
	Ranges fsm.Ranges
	Web    bool
}

// Of returns the address of a valid reference in the grammar of RFC 3987.
func Of(text string) (a Address) {
	a.Text = text
	fsm.ScanAs(fsm.IRIReference, text, &a.Ranges)
	return a
}

// OfWeb returns the address of the href of text, or the zero Address if browsers refuse text.
func OfWeb(text string) Address {
	u, err := whatwg.Parse(text)
	if err != nil {
		return Address{Web: true}
	}
	return Address{u.Href(), u.Ranges(), true}
}

// Host returns the host in its original spelling. If it is undefined, ok is false.
func (a *Address) Host() (host string, ok bool) {
	lo, hi, ok := a.Ranges.Host()
	return a.Text[lo:hi], ok
}

// Domain returns the registrable domain of the host, in lower case. If the host has none, ok is false.
func (a *Address) Domain() (domain string, ok bool) {
	host, _ := a.Host()
	part, _ := dedupe.DomainOf(octet.Bytes(host))
	return lower(part), part != nil
}

// Suffix returns the public suffix of the host, in lower case. If the host has none, ok is false.
func (a *Address) Suffix() (suffix string, ok bool) {
	host, _ := a.Host()
	_, part := dedupe.DomainOf(octet.Bytes(host))
	return lower(part), part != nil
}

// Subdomain returns the labels of the host before its registrable domain, in lower case. If the host has no registrable
// domain, ok is false. If the host is one, Subdomain returns "" and true.
func (a *Address) Subdomain() (labels string, ok bool) {
	host, _ := a.Host()
	domain, _ := dedupe.DomainOf(octet.Bytes(host))
	if domain == nil {
		return "", false
	}
	host = strings.TrimSuffix(host, ".")
	return lower(octet.Bytes(strings.TrimSuffix(host[:len(host)-len(domain)], "."))), true
}

// lower returns text in lower case.
func lower(text []byte) string { return strings.ToLower(octet.Text(text)) }

// Label returns the label n of a host that is a name: see nth. A dot at the end of the host does not begin a label.
func (a *Address) Label(n int) (label string, ok bool) {
	host, _ := a.Host()
	if host == "" || fsm.HostKindOf(a.Text, &a.Ranges) != fsm.RegName {
		return "", false
	}
	return nth(func(yield func(string) bool) {
		strings.SplitSeq(strings.TrimSuffix(host, "."), ".")(yield) // a SplitSeq can be used once
	}, n)
}

// Segment returns the segment n of the path, decoded: see nth and [uri.Segments].
func (a *Address) Segment(n int) (segment string, ok bool) {
	lo, hi := a.Ranges.Path()
	segment, ok = nth(uri.Segments(a.Text[lo:hi]), n)
	return octet.Decoded(segment), ok
}

// nth returns the element n of parts. The first has the number 1, and the last the number -1.
func nth(parts iter.Seq[string], n int) (part string, ok bool) {
	if n < 0 {
		for range parts {
			n++
		}
		n++
	}
	for part = range parts {
		if n--; n == 0 {
			return part, true
		}
	}
	return "", false
}

// Ext returns the text after the last dot of the last segment, decoded. A ";" and what follows it in the segment do not
// count. If there is no dot after the first byte of the segment, or if the path is opaque, as in "mailto:joe@a.example",
// ok is false.
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

// Origin returns the origin (RFC 6454). If the address has none that another address can have, ok is false.
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
	o, err := httpuri.OriginOf(u)
	if err != nil {
		return "", false
	}
	return o.String(), true
}

// formSyntax is how parameters of queries are read: a "+" is a space.
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
