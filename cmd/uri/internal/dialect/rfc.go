package dialect

import (
	"bytes"
	"errors"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

// The dialects of RFC 3986 and RFC 3987 share these functions. Packages fsm and uri have the same names for the
// components and reasons that both know.

// rfcDialect returns d with the fields that are alike in both dialects, given the production of references, the function
// that parses one, and the hints.
func rfcDialect[T any](p fsm.Production, parse func(s string) (T, error), hints rfcHints, d Dialect) *Dialect {
	d.Explain = func(rec *fsm.Record) Fault {
		c, r := fsm.Explain(p, rec.Bytes, rec.N)
		return Fault{Component: c.String(), Reason: r.String()}
	}
	d.Parse = func(s string) error {
		_, err := parse(s)
		return err
	}
	d.FaultOf, d.Hint, d.Components = rfcFaultOf, hints.hint, rfcComponents
	d.Fields = []Field{
		{Key: "offset"},
		{Key: "component", Text: func(f *Fault) string { return f.Component }},
		{Key: "reason", Text: func(f *Fault) string { return f.Reason }},
	}
	return &d
}

// rfcFaultOf implements FaultOf for errors of package uri.
func rfcFaultOf(err error, start int) (offset int, f Fault, ok bool) {
	var bad *uri.Error
	if !errors.As(err, &bad) {
		return 0, Fault{}, false
	}
	moved := *bad
	moved.Offset += start
	return moved.Offset, Fault{Component: bad.Component.String(), Reason: bad.Reason.String(), Err: &moved}, true
}

// Parts lists the components of RFC 3986, in the order of their beginnings.
var Parts = []Part{
	{tables.Scheme, 0, 1, (*fsm.Ranges).Scheme},
	{tables.Authority, 2, 0, (*fsm.Ranges).Authority},
	{tables.Userinfo, 0, 1, (*fsm.Ranges).Userinfo},
	{tables.Host, 0, 0, (*fsm.Ranges).Host},
	{tables.Port, 1, 0, (*fsm.Ranges).Port},
	{tables.Path, 0, 0, func(r *fsm.Ranges) (lo, hi int, ok bool) { lo, hi = r.Path(); return lo, hi, true }},
	{tables.Query, 1, 0, (*fsm.Ranges).Query},
	{tables.Fragment, 1, 0, (*fsm.Ranges).Fragment},
}

// A Part describes a component of RFC 3986.
type Part struct {
	Kind          tables.Component
	Before, After int // the lengths of the delimiters that make it defined
	Range         func(*fsm.Ranges) (lo, hi int, ok bool)
}

// rfcComponents returns the components of s, a URI or an IRI, or nil if it is neither, as some keys. Every URI is an
// IRI.
func rfcComponents(s []byte) (list []Component) {
	var r fsm.Ranges
	if _, ok := fsm.ScanAs(fsm.IRIReference, s, &r); !ok {
		return nil
	}
	for _, part := range Parts {
		if lo, hi, ok := part.Range(&r); ok {
			list = append(list, Component{part.Kind.String(), part.Kind, lo, hi})
		}
	}
	return list
}

// asIRI names the flag and the command that read IRIs.
const asIRI = ", or read it as an IRI (-iri, uri to-uri)"

// URI is the dialect of RFC 3986. Its valid references need no escapes in lines and in JSON.
var URI = rfcDialect(fsm.URIReference, uri.Parse, rfcHints{
	encode:    "percent-encode everything but A-Z, a-z, 0-9 and " + unencoded + asIRI,
	character: "not ASCII: write %s" + asIRI,
}, Dialect{AppendJSON: appendQuoted})

func appendQuoted(dst, s []byte) []byte { return append(append(append(dst, '"'), s...), '"') }

// IRI is the dialect of RFC 3987. In its valid references, JSON escapes only U+2028 and U+2029.
var IRI = rfcDialect(fsm.IRIReference, iri.Parse, rfcHints{
	encode:    "percent-encode everything but letters, digits and " + unencoded,
	character: "not even an IRI can have this character here: write %s",
}, Dialect{
	Flag:          "iri",
	International: true,
	Read: func(rec *fsm.Record) {
		if !rec.OK {
			rec.N, rec.OK = fsm.ScanAs(fsm.IRIReference, rec.Bytes, &rec.Ranges)
		}
	},
	AppendJSON: appendIRI,
})

// appendIRI implements AppendJSON.
func appendIRI(dst, s []byte) []byte {
	if bytes.IndexByte(s, "\u2028"[0]) < 0 {
		return appendQuoted(dst, s)
	}
	return escape.AppendJSON(dst, s)
}
