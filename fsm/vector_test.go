//go:build amd64 && !purego

package fsm

import (
	"math"
	"testing"
)

func init() {
	roads = append(roads,
		road{"portable, string", func(s string, r *Ranges) (int, bool) { return withoutVector(any(s), r) }},
		road{"portable, bytes", func(s string, r *Ranges) (int, bool) { return withoutVector(any([]byte(s)), r) }},
	)
}

// withoutVector scans as on a processor without vector instructions.
func withoutVector(input any, r *Ranges) (n int, ok bool) {
	was := minVector
	minVector = math.MaxInt
	defer func() { minVector = was }()
	return scan(input, r)
}

// TestVector: where these tests run, the vector road is there; otherwise they would test the portable one twice.
func TestVector(t *testing.T) {
	if minVector != 1 {
		t.Skip("this processor has no vector road")
	}
}
