package fsm

// This file is about the rules of the grammar other than URI-reference. Each is a URI-reference with a condition on its
// scheme and its fragment.

// A Production is a rule of the grammar for a whole input. Its sentences are the strings that match the rule.
type Production uint8

const (
	URIReference Production = iota // URI / relative-ref (section 4.1)
	URI                            // scheme ":" hier-part [ "?" query ] [ "#" fragment ] (section 3)
	AbsoluteURI                    // scheme ":" hier-part [ "?" query ] (section 4.3)
	RelativeRef                    // relative-part [ "?" query ] [ "#" fragment ] (section 4.2)
)

// ScanAs is like Scan, for the production p. ok reports whether s matches p. If not, n is the offset of the first byte
// at which s stops being a prefix of any sentence of p, or len(s) if s is such a prefix but incomplete. For example,
// "http://example.com/#top" dies as an AbsoluteURI at the "#", and as a RelativeRef at the first ":".
func ScanAs[T string | []byte](p Production, s T, r *Ranges) (n int, ok bool) {
	n, ok = Scan(s, r)
	if p == URIReference || ok && p.admits(r.offsets()) || uint64(len(s)) > MaxLen {
		return n, ok
	}
	return death(p, n, s, r.offsets()), false
}

// admits reports whether a URI-reference with the ranges r is a sentence of p. The productions differ in whether a
// scheme is required or forbidden, and in whether a fragment is allowed.
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

// death returns the offset at which s dies as a p. As a URI-reference it dies or ends at n, and r holds the ranges that
// Scan left.
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
