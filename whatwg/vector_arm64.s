//go:build !purego

#include "textflag.h"

// As in package fsm, these jumps avoid the wrappers for calls between packages.

TEXT ·classify(SB), NOSPLIT|NOFRAME, $0-24
	JMP github·com∕urispan∕uri∕internal∕simd·classify(SB)

TEXT ·traits(SB), NOSPLIT|NOFRAME, $0-33
	JMP github·com∕urispan∕uri∕internal∕simd·traits(SB)
