package octet

import "unsafe"

// Text returns a string that shares the memory of b. It must not be kept longer than a call during which b does not
// change.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
