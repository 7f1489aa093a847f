package fsm

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
