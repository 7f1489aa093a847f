package fsm

// RangesOf returns Ranges with the given fields, in the order of their declaration.
func RangesOf(f [8]uint32) (r Ranges) {
	*r.offsets().Words() = f
	return r
}

// WithoutVector calls f as on a processor without vector instructions.
var WithoutVector = func(f func()) { f() }

// stale returns Ranges as an earlier scan could have left them. None of their values may appear after the next scan.
func stale() Ranges { return RangesOf([8]uint32{1, 2, 3, 4, 5, 6, 7, 8}) }
