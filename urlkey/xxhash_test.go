package urlkey

import (
	"encoding/binary"
	"testing"
)

// TestXXH64 has sums that github.com/cespare/xxhash/v2 2.3.0 computed. The first ones are in many implementations.
func TestXXH64(t *testing.T) {
	for _, test := range []struct {
		in   string
		want uint64
	}{
		{"", 0xef46db3751d8e999},
		{"a", 0xd24ec4f1a98c6e5b},
		{"abc", 0x44bc2cf5ad770999},
		{"Nobody inspects the spammish repetition", 0xfbcea83c8a378bf1},
	} {
		if got := xxh64(test.in); got != test.want {
			t.Errorf("%q: %#x, want %#x", test.in, got, test.want)
		}
	}
}

// TestXXH64Lengths checks the hash of the hashes of strings of 0 to 100 bytes.
func TestXXH64Lengths(t *testing.T) {
	text := make([]byte, 100)
	for i := range text {
		text[i] = byte(i * 37)
	}
	var sums []byte
	for n := range len(text) + 1 {
		sums = binary.LittleEndian.AppendUint64(sums, xxh64(string(text[:n])))
	}
	if got := xxh64(string(sums)); got != 0x951b4f8203736027 {
		t.Errorf("%#x", got)
	}
}
