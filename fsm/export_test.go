package fsm

// RangesOf returns Ranges with the given fields, in the order of their declaration.
func RangesOf(f [8]uint32) (r Ranges) {
	*r.offsets() = offsets{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]}
	return r
}

// FieldsOf is the inverse of RangesOf.
func FieldsOf(r *Ranges) [8]uint32 {
	o := r.offsets()
	return [8]uint32{o.SchemeEnd, o.Authority, o.Host, o.HostEnd, o.Path, o.PathEnd, o.QueryEnd, o.End}
}

// WithoutVector calls f as on a processor without vector instructions.
var WithoutVector = func(f func()) { f() }

// stale returns Ranges as an earlier scan could have left them. None of their values may appear after the next scan.
func stale() Ranges { return RangesOf([8]uint32{1, 2, 3, 4, 5, 6, 7, 8}) }
