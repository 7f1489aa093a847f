package octet

import "unsafe"

// Text returns a string that shares the memory of b. It must not be kept longer than a call during which b does not
// change.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Bytes returns a slice that shares the memory of s. Its bytes must not be changed.
func Bytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// TextFor is [Text] for a call that reads b while it appends to dst. If b overlaps the room after len(dst), the string
// is a copy.
func TextFor(dst, b []byte) string {
	room := dst[len(dst):cap(dst)]
	if cap(room) > 0 && begin(room) < begin(b)+uintptr(len(b)) && begin(b) < begin(room)+uintptr(cap(room)) {
		return string(b)
	}
	return Text(b)
}

// begin returns the address of b.
func begin(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
