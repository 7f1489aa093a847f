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
}

// TestKernelsInUse checks that this system uses the kernels. Otherwise the tests would test the automaton twice.
func TestKernelsInUse(t *testing.T) {
	switch {
	case maxVector == MaxLen:
	case runtime.GOARCH == "amd64":
		t.Skip("this processor has no AVX2")
	default:
		t.Errorf("no input is scanned by the kernels: maxVector is %d", maxVector)
	}
}
