//go:build !purego

#include "textflag.h"

// As in package fsm, this jump avoids the wrapper for calls between packages.

TEXT ·web(SB), NOSPLIT|NOFRAME, $0-33
	JMP github·com∕urispan∕uri∕internal∕simd·web(SB)
