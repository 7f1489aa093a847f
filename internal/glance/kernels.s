//go:build (amd64 || arm64) && !purego

#include "textflag.h"

// As in package fsm, jumps spare the wrappers between packages.

TEXT ·classify(SB), NOSPLIT|NOFRAME, $0-24
	JMP github·com∕urispan∕uri∕internal∕simd·classify(SB)

TEXT ·traits(SB), NOSPLIT|NOFRAME, $0-33
	JMP github·com∕urispan∕uri∕internal∕simd·traits(SB)
