package octet

import (
	"strconv"
	"testing"
)

// TestFirst checks every pair of bytes after a "%".
func TestFirst(t *testing.T) {
	for high := range 256 {
		for low := range 256 {
			digits := string([]byte{byte(high), byte(low)})
			want, size := uint64('%'), 1
			if n, err := strconv.ParseUint(digits, 16, 8); err == nil {
				want, size = n, 3
			}
			for _, rest := range []string{"", "1", "%31"} {
				checkFirst(t, "%"+digits+rest, byte(want), size)
			}
		}
	}
	for b := range 256 {
		if text := string([]byte{byte(b)}); b != '%' {
			checkFirst(t, text+"41", byte(b), 1)
			checkFirst(t, text, byte(b), 1)
		}
	}
	checkFirst(t, "%", '%', 1)
	checkFirst(t, "%4", '%', 1)
}

func checkFirst(t *testing.T, raw string, want byte, wantSize int) {
	t.Helper()
	if octet, size := First(raw); octet != want || size != wantSize {
		t.Errorf("First(%q) = %#x, %d, want %#x, %d", raw, octet, size, want, wantSize)
	}
}
