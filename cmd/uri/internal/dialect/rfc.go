package dialect

import (
	"errors"
	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// The dialects of RFC 3986 and RFC 3987 share these functions. Packages fsm and uri have the same names for the
// components and reasons that both know.

// rfcDialect returns d with the fields that are alike in both dialects, given the production of references, the function
// that parses one, and the hints.
func rfcDialect[T any](p fsm.Production, parse func(s string) (T, error), hints rfcHints, d Dialect) *Dialect {
	d.Explain = func(rec *fsm.Record) Fault { return SyntaxFault(fsm.Explain(p, rec.Bytes, rec.N)) }
	d.Error = func(s string, start int) error {
		_, err := parse(s)
		return moved(err, start)
	}
	d.FaultOf, d.Hint, d.Components = rfcFaultOf, hints.hint, rfcComponents
	d.Fields = []Field{
		{Key: "offset"},
		{Key: "component", Text: func(f *Fault) string { return f.Component }},
		{Key: "reason", Text: func(f *Fault) string { return f.Reason }},
	}
	return &d
}

// SyntaxFault returns the fault that [fsm.Explain] finds. Its Err is nil.
func SyntaxFault(c fsm.Component, r fsm.Reason) Fault {
	return Fault{Component: c.String(), Reason: r.String()}
}

// rfcFaultOf implements FaultOf for errors of package uri.
func rfcFaultOf(err error, start int) (offset int, f Fault, ok bool) {
	var bad *uri.Error
	if !errors.As(err, &bad) {
		return 0, Fault{}, false
	}
	f = Fault{Component: bad.Component.String(), Reason: bad.Reason.String(), Err: moved(bad, start)}
	return bad.Offset + start, f, true
}

// moved returns err, an error about the part of a record that begins at start, with its offset from the beginning of
// the record.
func moved(err error, start int) error {
	var bad *uri.Error
	if !errors.As(err, &bad) || start == 0 {
		return err
	}
	e := *bad
	e.Offset += start
	return &e
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
