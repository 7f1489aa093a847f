package fsm

import "github.com/urispan/uri/tables"

// This file explains why an input is dead. Inputs that are accepted never come here.

// A Reason says why an input is dead.
type Reason uint8

const (
	IllegalByte    Reason = iota + 1 // a byte (in an IRI, a character) that is not allowed there
	BadPercent                       // a "%" without two hex digits after it (section 2.1)
	BadIPLiteral                     // neither IPv6address nor IPvFuture in the brackets (section 3.2.2)
	BadPort                          // not a port after the ":", and no "@" that would make it part of a userinfo
	ColonInSegment                   // a ":" in the first segment of a relative-path reference (section 4.2)
	NoScheme                         // the production requires a scheme
	HasScheme                        // the production excludes a scheme
	HasFragment                      // the production excludes a fragment
	TooLong                          // more than MaxLen bytes
	BadUTF8                          // not UTF-8; only for IRIs (RFC 3987, section 2.2)
)

var reasonNames = [...]string{
	IllegalByte:    "illegal byte",
	BadPercent:     "bad percent-encoding",
	BadIPLiteral:   "bad IP-literal",
	BadPort:        "bad port",
	ColonInSegment: "colon in first segment",
	NoScheme:       "no scheme",
	HasScheme:      "unwanted scheme",
	HasFragment:    "unwanted fragment",
	TooLong:        "too long",
	BadUTF8:        "invalid UTF-8",
}

// String returns a short description of r, such as "illegal byte". It returns "" if r is not one of the constants.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return ""
}

// Explain returns the component and the reason for which s is not a sentence of p. n and r are the results of ScanAs,
// or of Scan for URIReference.
//
// The component is the one that was being read where s dies. It is Authority if userinfo, host and port cannot be
// distinguished yet, and Userinfo if only an "@" could have made the input valid. For example,
// "http://example.com:8o80/" dies at its last "/" and not at the "o", because "example.com:8o80" could be a userinfo
// before an "@". The component is Userinfo, and the reason is BadPort.
//
// The cost does not depend on the length of s.
func Explain[T string | []byte](p Production, s T, n int, r *Ranges) (Component, Reason) {
	if uint64(len(s)) > MaxLen {
		return tables.None, TooLong
	}
	next := atEnd
	if n < len(s) {
		next = int(s[n])
	}
	return explain(p, next, insidePercent(s, n), r.offsets())
}

// atEnd is the next byte of an input that has ended.
const atEnd = -1

// explain is Explain without the input. next is the byte at which the input dies, or atEnd. inside reports whether it
// dies inside a percent-encoding.
func explain(p Production, next int, inside bool, r *offsets) (Component, Reason) {
	hasScheme := r.SchemeEnd != 0
	switch {
	case p == URIReference:
	case p == RelativeRef && hasScheme:
		return tables.Scheme, HasScheme
	case p != RelativeRef && !hasScheme:
		return tables.Scheme, NoScheme
	case p == AbsoluteURI && r.QueryEnd < r.End:
		return tables.Fragment, HasFragment
	}
	context := r.context()
	component := context.Component()
	switch {
	case inside:
		return component, BadPercent
	case context.InIPLiteral():
		return component, BadIPLiteral
	case next == ':' && component == tables.Path && !hasScheme:
		return component, ColonInSegment
	case component == tables.Port, component == tables.Userinfo && endsUserinfo(next):
		return component, BadPort
	}
	return component, IllegalByte
}

// endsUserinfo reports whether the byte next ends text that could only be a userinfo, but had no "@". The text was
// meant as a host and a port.
func endsUserinfo(next int) bool { return next == atEnd || tables.Is(byte(next), tables.GenDelims) }
