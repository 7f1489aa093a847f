package octet

// A ByteSet is a set of bytes, or of other numbers below 256.
type ByteSet [256 / 64]uint64

// Has reports whether n is in s.
func (s *ByteSet) Has(n byte) bool { return s[n>>6]>>(n&63)&1 != 0 }

// Add adds n to s.
func (s *ByteSet) Add(n byte) { s[n>>6] |= 1 << (n & 63) }

// IsEmpty reports whether s has no element.
func (s ByteSet) IsEmpty() bool { return s == ByteSet{} }

// Union returns the elements that are in s or in t.
func (s ByteSet) Union(t ByteSet) ByteSet {
	return ByteSet{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

// Intersection returns the elements that are in s and in t.
func (s ByteSet) Intersection(t ByteSet) ByteSet {
	return ByteSet{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]}
}

// Minus returns the elements of s that are not in t.
func (s ByteSet) Minus(t ByteSet) ByteSet {
	return ByteSet{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}
