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

// glance returns the traits of s, which is a reference: its first head bytes are those in front of the path. They are
// unknown if these fill a block, if there are traits in front of the last block of s, and if it would have to read
// pages that s does not lie in. If dst is not nil, s is copied there as far as it looked; behind that, what makes a
// block of the last bytes of s may be overwritten.
//
//go:noescape
func glance(s string, head uint32, dst *byte) Traits
