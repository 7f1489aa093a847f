package octet

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
)

// TestToLower puts every byte at every place of strings of up to 20 bytes. Only the bytes from "A" to "Z" change, and
// no byte after the string.
func TestToLower(t *testing.T) {
	for size := range 21 {
		for at := range size {
			for c := range 256 {
				text := bytes.Repeat([]byte("Z"), size+8)
				want := append(bytes.Repeat([]byte("z"), size), "ZZZZZZZZ"...)
				text[at], want[at] = byte(c), byte(c)
				if 'A' <= c && c <= 'Z' {
					want[at] += 'a' - 'A'
				}
				if got := AppendLower([]byte("Z"), string(text[:size])); string(got) != "Z"+string(want[:size]) {
					t.Fatalf("%#x at %d of %d: AppendLower returns %q, want %q", c, at, size, got, "Z"+string(want[:size]))
				}
				if ToLower(text[:size]); !bytes.Equal(text, want) {
					t.Fatalf("%#x at %d of %d: %q, want %q", c, at, size, text, want)
				}
			}
		}
	}
}

// TestHasUpper puts every byte at every place of strings of up to 20 bytes, between upper-case letters that are not
// part of them.
func TestHasUpper(t *testing.T) {
	for size := range 21 {
		for at := range size {
			for c := range 256 {
				text := "Z" + strings.Repeat("@", at) + string([]byte{byte(c)}) + strings.Repeat("[", size-at-1) + "A"
				if got, want := HasUpper(text[1:size+1]), 'A' <= c && c <= 'Z'; got != want {
					t.Fatalf("%#x at %d of %d: %t", c, at, size, got)
				}
			}
		}
	}
	if HasUpper("") {
		t.Error("the empty text")
	}
}

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

// TestTextFor puts each pair of a dst and an input into eight bytes of memory. The string shares the memory unless the
// input overlaps the free capacity of dst.
func TestTextFor(t *testing.T) {
	const n = 8
	for lo := range n {
		for size := range n - lo {
			for spare := range n - lo - size {
				for at := range n {
					for end := at; end < n; end++ {
						checkTextFor(t, lo, lo+size, lo+size+spare, at, end)
					}
				}
			}
		}
	}
}

// checkTextFor checks TextFor for a dst from lo to hi with a capacity up to limit, and an input from at to end.
func checkTextFor(t *testing.T, lo, hi, limit, at, end int) {
	memory := []byte("abcdefgh")
	text := TextFor(memory[lo:hi:limit], memory[at:end])
	for i := range memory {
		memory[i] = '*'
	}
	overlaps := false
	for i := at; i < end; i++ {
		overlaps = overlaps || hi <= i && i < limit
	}
	want := "********"[at:end]
	if overlaps {
		want = "abcdefgh"[at:end]
	}
	if text != want {
		t.Errorf("dst %d:%d:%d, text %d:%d: %q, want %q", lo, hi, limit, at, end, text, want)
	}
}

// TestEqualFold has characters that Unicode folds to ASCII letters, and bytes that differ from letters by 0x20 only.
func TestEqualFold(t *testing.T) {
	for _, test := range []struct {
		s, lower      string
		equal, prefix bool
	}{
		{"", "", true, true}, {"A", "", false, true}, {"", "a", false, false}, {"HTTPS", "https", true, true},
		{"https:", "https", false, true}, {"http", "https", false, false}, {"a-Z", "a-z", true, true},
		{"\u212a", "k", false, false}, {"http\u017f", "https", false, false}, {"\u212a", "\u212a", true, true},
		{"[", "{", false, false}, {"@", "`", false, false}, {"\r", "-", false, false}, {"\xc3", "\xe3", false, false},
	} {
		if equal, prefix := EqualFold(test.s, test.lower), HasPrefixFold(test.s, test.lower); equal != test.equal || prefix != test.prefix {
			t.Errorf("%q, %q: %t, %t", test.s, test.lower, equal, prefix)
		}
		if equal, prefix := EqualFold([]byte(test.s), test.lower), HasPrefixFold([]byte(test.s), test.lower); equal != test.equal || prefix != test.prefix {
			t.Errorf("bytes of %q, %q: %t, %t", test.s, test.lower, equal, prefix)
		}
	}
}
