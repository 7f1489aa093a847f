package fsm

import (
	"os"
	"testing"
)

// This file gives the tests of package fsm_test access that callers of the package do not have.

// RangesOf returns Ranges with the given fields, in the order of their declaration. Setters can make nearly all of them.
func RangesOf(f [8]uint32) Ranges { return Ranges{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]} }

// FieldsOf is the inverse of RangesOf.
func FieldsOf(r *Ranges) [8]uint32 {
	return [8]uint32{r.schemeEnd, r.authority, r.host, r.hostEnd, r.path, r.pathEnd, r.queryEnd, r.end}
}

// WithoutVector calls f as on a processor without vector instructions.
var WithoutVector = func(f func()) { f() }

// GuardedPages returns n pages of memory. On Linux, the pages before and after them cannot be read.
var GuardedPages = func(t testing.TB, n int) []byte { return make([]byte, n*os.Getpagesize()) }
