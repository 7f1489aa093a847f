//go:build !purego

package fsm

// maxVector is the length of the longest input that takes the vector road: every processor has NEON.
var maxVector uint64 = MaxLen

// classify makes the bitmaps of the first block of s, which is not empty. It may read beyond the end of s, but not
// outside the pages that s lies in.
//
//go:noescape
func classify(s string, m *bitmaps)

// spanBlocks is spanBytes for an s of at least a block, where row is the row of the set with "%". It reads nothing but
// s.
//
//go:noescape
func spanBlocks(s string, n int, row *[32]uint8) int

// view returns a string that shares the memory of b, which must not be written to as long as the string is used.
//
//go:noescape
func view(b []byte) string

// glance returns the traits of s, which is a reference whose path begins at head. They are unknown if head is not in
// the first block, if there are traits before the last block of s, and if glance would have to read pages that s does
// not lie in. It may read beyond the end of s, but not outside the pages that s lies in.
//
// If s has no traits and dst is not nil, glance copies s to dst. Then s must have 8 to 64 bytes, and dst as many.
// Otherwise it writes nothing.
//
//go:noescape
func glance(s string, head uint32, dst *byte) Traits
