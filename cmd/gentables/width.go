package main

import (
	"fmt"
	"math/bits"
)

// This file works out the types of the tables from the numbers that they hold, so that a larger grammar gets wider
// tables without a change here.

// bitsFor returns the number of bits that distinguish n values.
func bitsFor(n int) int { return bits.Len(uint(n - 1)) }

// tight returns the smallest unsigned integer type that has n bits, which are 64 at most. The tables of one automaton
// have tight types.
func tight(n int) string {
	if n > 64 {
		panic(fmt.Sprintf("no integer type has %d bits", n))
	}
	size := 8
	for size < n {
		size *= 2
	}
	return fmt.Sprintf("uint%d", size)
}

// roomy returns the smallest unsigned integer type that has n bits and leaves a quarter of its bits free. From 49
// bits on, uint64 leaves fewer. The exported types that all automata share are roomy, so that they rarely change.
func roomy(n int) string { return tight(max(n, min(n+(n+2)/3, 64))) }
