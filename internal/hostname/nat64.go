package hostname

// NAT64 returns the IPv4 address in an IPv6 address with a prefix of NAT64. hi and lo are the words of the IPv6
// address, and bits is the length of the prefix: 32, 40, 48, 56, 64 or 96. ok reports whether the address has the form
// of RFC 6052, section 2.2: the bits 64 to 71 and all bits after the IPv4 address are zero.
func NAT64(hi, lo uint64, bits int) (v4 uint32, ok bool) {
	if bits == 96 {
		return uint32(lo), lo>>56 == 0
	}
	return uint32(hi<<(bits-32) | lo<<8>>(96-bits)), lo>>56 == 0 && lo<<(bits-24) == 0
}
