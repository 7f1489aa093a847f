package kit

// Without calls f while *on is false. Tests turn off the kernels of package simd with it:
//
//	kit.Without(&simd.Available, func() { ... })
func Without(on *bool, f func()) {
	defer func(before bool) { *on = before }(*on)
	*on = false
	f()
}
