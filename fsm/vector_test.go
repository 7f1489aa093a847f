//go:build (amd64 || arm64) && !purego

package fsm

import (
	"runtime"
	"testing"
)

func init() {
	WithoutVector = func(f func()) {
		was := maxVector
		maxVector = 0
		defer func() { maxVector = was }()
		f()
	}
	roads = append(roads,
		road{"portable, string", func(s string, r *Ranges) (int, bool) { return withoutVector(any(s), r) }},
		road{"portable, bytes", func(s string, r *Ranges) (int, bool) { return withoutVector(any([]byte(s)), r) }},
	)
}

// withoutVector scans as on a processor without vector instructions.
func withoutVector(input any, r *Ranges) (n int, ok bool) {
	WithoutVector(func() { n, ok = scan(input, r.offsets()) })
	return n, ok
}

// TestVector checks that this system uses the vector road. Otherwise the tests would test the portable road twice.
func TestVector(t *testing.T) {
	switch {
	case maxVector == MaxLen:
	case runtime.GOARCH == "amd64":
		t.Skip("this processor has no AVX2")
	default:
		t.Errorf("no input takes the vector road: maxVector is %d", maxVector)
	}
}
