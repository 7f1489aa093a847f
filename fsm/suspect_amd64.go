//go:build !purego

package fsm

// Glance returns which parts of s need a closer look, as SuspectsOf does, where r is what Scan said of s. It may name
// more of them where that is quicker, such as for hosts of more than 32 bytes and joints beside each other. It reads no
// pages that s does not lie in.
//
//go:noescape
func Glance(s string, r *Ranges) Suspects

// What Glance looks for, as tables of what ends with a low nibble. Each stands twice, for registers of 32 bytes.
var (
	oddTable   = byLowNibble(oddBytes)
	jointTable = byLowNibble(joints)
	hostTable  = byLowNibble(oddInHost())
)

// byLowNibble returns the table that has for each low nibble the byte of set that ends with it, or one that does not.
func byLowNibble(set string) (table [32]uint8) {
	for i := range table {
		table[i] = ^uint8(i) & 15
	}
	for _, c := range []byte(set) {
		table[c&15], table[16|c&15] = c, c
	}
	return table
}
