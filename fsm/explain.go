package fsm

import "github.com/urispan/uri/tables"

// This file is about what is not a sentence, and about the productions other than URI-reference. None of it is on the
// way of an input that is accepted.

// A Production is a rule of the grammar that a whole input can be asked to match.
type Production uint8

const (
	URIReference Production = iota // URI / relative-ref (section 4.1)
	URI                            // scheme ":" hier-part [ "?" query ] [ "#" fragment ] (section 3)
	AbsoluteURI                    // scheme ":" hier-part [ "?" query ] (section 4.3)
	RelativeRef                    // relative-part [ "?" query ] [ "#" fragment ] (section 4.2)
)

// ScanAs is Scan for the production p: ok reports whether s is one of its sentences, and the offset at which s dies is
// that of the first byte at which it stops being a prefix of any of them.
func ScanAs[T string | []byte](p Production, s T, r *Ranges) (n int, ok bool) {
	n, ok = Scan(s, r)
	if p == URIReference || ok && p.admits(r.offsets()) || uint64(len(s)) > MaxLen {
		return n, ok
	}
	return death(p, n, s, r.offsets()), false
}

// admits reports whether a URI-reference with the ranges r is a sentence of p: the productions differ in the scheme,
// which is required, and in the fragment, which is excluded.
func (p Production) admits(r *offsets) bool {
	switch p {
	case URI:
		return r.SchemeEnd != 0
	case AbsoluteURI:
		return r.SchemeEnd != 0 && r.QueryEnd == r.End
	case RelativeRef:
		return r.SchemeEnd == 0
	}
	return true
}

// death returns where s dies as a p, if as a URI-reference it dies or ends at n and r is what Scan left.
func death[T string | []byte](p Production, n int, s T, r *offsets) int {
	switch hasScheme := r.SchemeEnd != 0; {
	case p == RelativeRef && hasScheme:
		return int(r.SchemeEnd)
	case (p == URI || p == AbsoluteURI) && !hasScheme:
		return schemeLen(s)
	case p == AbsoluteURI && r.QueryEnd < r.End:
		return int(r.QueryEnd)
	}
	return n
}

// schemeLen returns the length of the longest prefix of s that is a prefix of a scheme.
func schemeLen[T string | []byte](s T) int {
	if len(s) == 0 || !tables.Is(s[0], tables.ALPHA) {
		return 0
	}
	n := 1
	for n < len(s) && tables.Is(s[n], tables.SchemeChars) {
		n++
	}
	return n
}

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

// insidePercent reports whether a percent-encoding begins before n and does not end there, if all before n is right.
func insidePercent[T string | []byte](s T, n int) bool {
	return n > 0 && s[n-1] == '%' || n > 1 && s[n-2] == '%'
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

// Scan leaves in r, if the input is dead, the ranges of what is before the offset where it dies. What was being read
// there mostly follows from them. Where it does not, in an authority that is not just a host so far, Scan leaves the
// context of the machine's state too: in host, and told in path.
const hasContext = 1<<32 - 1

func (r *offsets) setContext(c tables.Context) { r.Path, r.Host = hasContext, uint32(c) }

// context returns what was being read where the input died.
func (r *offsets) context() tables.Context {
	if r.Path == hasContext {
		return tables.Context(r.Host)
	}
	// As a table, since branches on it would be mispredicted as often as components vary.
	inAuthority := bit(r.Authority != 0) & bit(r.Path == r.End)
	return tables.Context(deadIn[bit(r.QueryEnd < r.End)<<2|bit(r.PathEnd < r.QueryEnd)<<1|inAuthority])
}

// deadIn has what is being read, by whether a fragment has begun, a query, and an authority but no path.
var deadIn = [8]Component{
	0b000: tables.Path,
	0b001: tables.Authority,
	0b010: tables.Query,
	0b011: tables.Query,
	0b100: tables.Fragment,
	0b101: tables.Fragment,
	0b110: tables.Fragment,
	0b111: tables.Fragment,
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
