package octet

import "cmp"

// Keys compares the keys of a query after decoding, so that "%61" is equal to "a". A "%" that does not begin a
// percent-encoding counts as itself. A key ends before the first "=", which need not be cut off.
type Keys struct {
	Plus bool // "+" is read as a space
}

// Match reports whether the decoded key raw is equal to text, which is not encoded.
func (k Keys) Match(raw, text string) bool {
	rest, ok := k.cutPrefix(raw, text)
	return ok && (rest == "" || rest[0] == '=')
}

// HasPrefix reports whether the decoded key raw begins with prefix, which is not encoded.
func (k Keys) HasPrefix(raw, prefix string) bool {
	_, ok := k.cutPrefix(raw, prefix)
	return ok
}

// cutPrefix returns raw after the prefix, and whether the decoded key raw begins with it.
func (k Keys) cutPrefix(raw, prefix string) (rest string, ok bool) {
	for prefix != "" {
		c, size := k.first(raw)
		if c != int(prefix[0]) {
			return raw, false
		}
		raw, prefix = raw[size:], prefix[1:]
	}
	return raw, true
}

// Compare compares the decoded keys a and b, octet by octet. It returns -1, 0 or +1.
func (k Keys) Compare(a, b string) int {
	for {
		x, sizeX := k.first(a)
		y, sizeY := k.first(b)
		if x != y || x < 0 {
			return cmp.Compare(x, y)
		}
		a, b = a[sizeX:], b[sizeY:]
	}
}

// AppendText appends the decoded key raw to dst.
func (k Keys) AppendText(dst []byte, raw string) []byte {
	for c, size := k.first(raw); size > 0; c, size = k.first(raw) {
		dst = append(dst, byte(c))
		raw = raw[size:]
	}
	return dst
}

// first returns the first octet of the key raw, decoded, and the number of bytes of raw that it takes. At the end of
// the key it returns -1 and 0.
func (k Keys) first(raw string) (c, size int) {
	switch {
	case raw == "" || raw[0] == '=':
		return -1, 0
	case k.Plus && raw[0] == '+':
		return ' ', 1
	}
	first, size := First(raw)
	return int(first), size
}
