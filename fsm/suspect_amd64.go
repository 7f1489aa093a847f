//go:build !purego

package fsm

import (
	"bytes"
	"strings"

	"github.com/urispan/uri/tables"
)

// Glance returns which parts of s may need a closer look. If there are none, s is a reference of which SuspectsOf says
// the same, and if r is not nil, *r becomes what Scan says of s. Otherwise *r may become anything, and if s is a
// reference, SuspectsOf names no more parts. Glance may name more of them where that is quicker, such as for hosts
// of more than 32 bytes, joints beside each other, and fragments far behind. It reads no pages that s does not lie in.
//
// It takes less time than Scan, and does not ask for what Scan said: right behind Scan, it would have to wait for that,
// since large loads of what small stores have just written are slow. It writes in large pieces itself, so that who
// copies them need not wait.
func Glance(s string, r *Ranges) Suspects {
	if maxVector == 0 {
		return AllSuspects
	}
	return lookOver(s, r)
}

// lookOver is Glance where the processor is known to be able to.
//
//go:noescape
func lookOver(s string, r *Ranges) Suspects

// suspectBehind is what is odd behind the host. Whether there is a fragment, and an empty one, is not known then.
//
//lint:ignore U1000 The assembly uses it.
const suspectBehind = AllSuspects &^ SuspectHost

// suspectRows are what lookOver looks for, in registers of 32 bytes.
//
//lint:ignore U1000 The assembly uses it.
var suspectRows = [...][32]uint8{
	rowOf(func(c byte) bool { return tables.RunBits(c)&queryRun != 0 && strings.IndexByte(oddBytes, c) < 0 }),
	byLowNibble(joints),
	rowOf(func(c byte) bool { return tables.Is(c, tables.ALPHA|tables.DIGIT) || c == '-' || c == '.' }),
	[32]uint8(bytes.Repeat([]byte("?"), 32)),
}

// rowOf returns the row, as those of nibbles are, of the set of bytes that is has.
func rowOf(is func(c byte) bool) (row [32]uint8) {
	for c := range byte(0x80) {
		if is(c) {
			row[c&15] |= 1 << (c >> 4)
			row[16|c&15] |= 1 << (c >> 4)
		}
	}
	return row
}

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
