package hostname

// IsForbidden reports whether b is a forbidden host code point of the URL Standard (WHATWG, section 3.2): no host in a
// URL of a browser contains it, except the ":", "[" and "]" of an IPv6 address.
func IsForbidden(b byte) bool { return forbidden[b]&inHost != 0 }

// IsForbiddenInDomain reports whether b is a forbidden domain code point of the URL Standard (WHATWG, section 3.2). It
// is a forbidden host code point, a C0 control, "%" or DEL.
func IsForbiddenInDomain(b byte) bool { return forbidden[b] != 0 }

const (
	inHost   = 1 << iota // a forbidden host code point
	inDomain             // another forbidden domain code point
)

var forbidden = func() (t [256]uint8) {
	for b := range 0x20 {
		t[b] = inDomain
	}
	t['%'], t[0x7f] = inDomain, inDomain
	for _, b := range []byte("\x00\t\n\r #/:<>?@[\\]^|") {
		t[b] = inHost
	}
	return t
}()
