package urlkey

import (
	"encoding/binary"
	"math/bits"

	"github.com/urispan/uri/internal/octet"
)

// The primes of the specification. They are variables because the sums of some do not fit in constants.
var prime1, prime2, prime3, prime4, prime5 uint64 = 0x9e3779b185ebca87, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9,
	0x85ebca77c2b2ae63, 0x27d4eb2f165667c5

// stripe is the number of bytes of a stripe: eight for each of four accumulators.
const stripe = 32

// xxh64 returns the XXH64 of s with the seed 0: see https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md.
func xxh64(s string) uint64 {
	rest := octet.Bytes(s)
	sum := prime5
	if len(s) >= stripe {
		sum, rest = stripes(rest)
	}
	sum += uint64(len(s))
	for ; len(rest) >= 8; rest = rest[8:] {
		sum ^= round(0, binary.LittleEndian.Uint64(rest))
		sum = bits.RotateLeft64(sum, 27)*prime1 + prime4
	}
	if len(rest) >= 4 {
		sum ^= uint64(binary.LittleEndian.Uint32(rest)) * prime1
		sum = bits.RotateLeft64(sum, 23)*prime2 + prime3
		rest = rest[4:]
	}
	for _, b := range rest {
		sum ^= uint64(b) * prime5
		sum = bits.RotateLeft64(sum, 11) * prime1
	}
	sum = (sum ^ sum>>33) * prime2
	sum = (sum ^ sum>>29) * prime3
	return sum ^ sum>>32
}

// stripes returns the sum of all whole stripes of b, and the bytes after them.
func stripes(b []byte) (sum uint64, rest []byte) {
	acc1, acc2, acc3, acc4 := prime1+prime2, prime2, uint64(0), -prime1
	for ; len(b) >= stripe; b = b[stripe:] {
		acc1 = round(acc1, binary.LittleEndian.Uint64(b))
		acc2 = round(acc2, binary.LittleEndian.Uint64(b[8:]))
		acc3 = round(acc3, binary.LittleEndian.Uint64(b[16:]))
		acc4 = round(acc4, binary.LittleEndian.Uint64(b[24:]))
	}
	sum = bits.RotateLeft64(acc1, 1) + bits.RotateLeft64(acc2, 7) +
		bits.RotateLeft64(acc3, 12) + bits.RotateLeft64(acc4, 18)
	for _, acc := range [...]uint64{acc1, acc2, acc3, acc4} {
		sum = (sum^round(0, acc))*prime1 + prime4
	}
	return sum, b
}

func round(acc, input uint64) uint64 { return bits.RotateLeft64(acc+input*prime2, 31) * prime1 }
