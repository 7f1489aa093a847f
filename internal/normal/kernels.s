//go:build (amd64 || arm64) && !purego

#include "textflag.h"

// As in package fsm, these jumps avoid the wrappers for calls between packages.

TEXT ·copyPlain(SB), NOSPLIT|NOFRAME, $0-41
	JMP github·com∕urispan∕uri∕internal∕simd·copyPlain(SB)
