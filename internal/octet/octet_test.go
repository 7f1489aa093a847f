package octet

import (
	"strconv"
	"testing"
)

// TestDecode has every pair of bytes after a "%".
func TestDecode(t *testing.T) {
	for high := range 256 {
		for low := range 256 {
			digits := string([]byte{byte(high), byte(low)})
			want, size := uint64('%'), 1
			if n, err := strconv.ParseUint(digits, 16, 8); err == nil {
				want, size = n, 3
			}
			for _, rest := range []string{"", "1", "%31"} {
				checkDecode(t, "%"+digits+rest, byte(want), size)
			}
		}
	}
	for b := range 256 {
		if text := string([]byte{byte(b)}); b != '%' {
			checkDecode(t, text+"41", byte(b), 1)
			checkDecode(t, text, byte(b), 1)
		}
	}
	checkDecode(t, "%", '%', 1)
	checkDecode(t, "%4", '%', 1)
}

func checkDecode(t *testing.T, raw string, want byte, wantSize int) {
	t.Helper()
	if octet, size := Decode(raw); octet != want || size != wantSize {
		t.Errorf("Decode(%q) = %#x, %d, want %#x, %d", raw, octet, size, want, wantSize)
	}
}
