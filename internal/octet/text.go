package octet

import "unsafe"

// Text returns a string that shares the memory of b. b must not change while the string is in use.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Bytes returns a slice that shares the memory of s. Its bytes must not be changed.
func Bytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// TextFor returns b as a string, for a call that reads b while it appends to dst. The string shares the memory of b
// unless b overlaps the free capacity of dst.
func TextFor(dst, b []byte) string {
	spare := dst[len(dst):cap(dst)]
	if cap(spare) > 0 && begin(spare) < begin(b)+uintptr(len(b)) && begin(b) < begin(spare)+uintptr(cap(spare)) {
		return string(b)
	}
	return Text(b)
}

// begin returns the address of b.
func begin(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
