package main

import (
	"fmt"
	"math/bits"
)

// This file works out the types of the tables from the numbers that they hold, so that a larger grammar gets wider
// tables without a change here.

// bitsFor returns the number of bits that distinguish n values.
func bitsFor(n int) int { return bits.Len(uint(n - 1)) }

// tight returns the smallest unsigned integer type that has n bits. The tables of one automaton have tight types.
func tight(n int) string {
	size := 8
	for size < n {
		size *= 2
	}
	return fmt.Sprintf("uint%d", size)
}

// roomy returns the smallest unsigned integer type with n bits of which at least a quarter is free. The exported types
// that all automata share are roomy, so that few additions change them.
func roomy(n int) string { return tight(n + (n+2)/3) }
