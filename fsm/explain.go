package fsm

import "github.com/urispan/uri/tables"

// This file is about what is not a sentence, and about the productions other than URI-reference. None of it is on the
// way of an input that is accepted.

// A Reason says why an input is dead.
type Reason uint8

const (
	IllegalByte    Reason = iota + 1 // a byte or, in an IRI, a character that cannot stand there
	BadPercent                       // no two hex digits after "%" (section 2.1)
	BadIPLiteral                     // in the brackets no IPv6address or IPvFuture (section 3.2.2)
	BadPort                          // after the ":" of the host no port, and no "@" that makes a userinfo of it all
	ColonInSegment                   // a ":" in the first segment, and no scheme before it (section 4.2)
	NoScheme                         // a URI or absolute-URI was asked for
	HasScheme                        // a relative-ref was asked for
	HasFragment                      // an absolute-URI was asked for
	TooLong                          // more than MaxLen bytes
	BadUTF8                          // no character in UTF-8; of IRIs only (RFC 3987, section 2.2)
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

// String returns a few words for r; it is empty for what is no reason.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return ""
}

// Explain tells why s is no sentence of p, where n and r are what ScanAs said of it (Scan, for URIReference): the
// component that was being read where s dies, and the reason. The component is Authority where userinfo, host and port
// cannot be told apart yet, and Userinfo where only an "@" could still have made sense of the input. The cost does not
// depend on the length of s.
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

// atEnd stands for the byte behind the last.
const atEnd = -1

// explain is Explain, where next is the byte at which the input dies or atEnd, inside tells whether that is in a
// percent-encoding, and r is what Scan left.
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

// endsUserinfo reports whether what could only be a userinfo is over without its "@": it was meant for a host and a
// port.
func endsUserinfo(next int) bool { return next == atEnd || tables.Is(byte(next), tables.GenDelims) }
