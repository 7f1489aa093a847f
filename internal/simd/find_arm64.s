//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// MEMBERS sets dst to the bitmap of the bytes of V0 to V3 that are in the table of low nibbles in set. V4 to V7 have
// the low nibbles, and V18 has for each byte its bit in a bitmap. Adding neighbors three times gathers the bits of 8
// bytes in one byte.
#define MEMBERS(set, dst) \
	VTBL  V4.B16, [set.B16], V24.B16  \
	VTBL  V5.B16, [set.B16], V25.B16  \
	VTBL  V6.B16, [set.B16], V26.B16  \
	VTBL  V7.B16, [set.B16], V27.B16  \
	VCMEQ V0.B16, V24.B16, V24.B16    \
	VCMEQ V1.B16, V25.B16, V25.B16    \
	VCMEQ V2.B16, V26.B16, V26.B16    \
	VCMEQ V3.B16, V27.B16, V27.B16    \
	VAND  V18.B16, V24.B16, V24.B16   \
	VAND  V18.B16, V25.B16, V25.B16   \
	VAND  V18.B16, V26.B16, V26.B16   \
	VAND  V18.B16, V27.B16, V27.B16   \
	VADDP V25.B16, V24.B16, V24.B16   \
	VADDP V27.B16, V26.B16, V26.B16   \
	VADDP V26.B16, V24.B16, V24.B16   \
	VADDP V24.B16, V24.B16, V24.B16   \
	VMOV  V24.D[0], dst

// FIND sets R8, R9 and R10 to the bitmaps of the block at addr.
#define FIND(addr) \
	VLD1 (addr), [V0.B16, V1.B16, V2.B16, V3.B16] \
	VAND V17.B16, V0.B16, V4.B16 \
	VAND V17.B16, V1.B16, V5.B16 \
	VAND V17.B16, V2.B16, V6.B16 \
	VAND V17.B16, V3.B16, V7.B16 \
	MEMBERS(V20, R8)             \
	MEMBERS(V21, R9)             \
	MEMBERS(V22, R10)

// STORE stores the bitmaps of a block.
#define STORE \
	MOVD R8, (R2)                       \
	MOVD R9, (const_FindLen/8)(R2)      \
	MOVD R10, (2*(const_FindLen/8))(R2)

// func find(s string, sets *[3][32]uint8, m *Found)
TEXT ·find(SB), NOSPLIT, $0-32
	MOVD  s_base+0(FP), R0
	MOVD  s_len+8(FP), R1
	MOVD  sets+16(FP), R5
	MOVD  m+24(FP), R2
	FMOVQ (R5), F20
	FMOVQ 32(R5), F21
	FMOVQ 64(R5), F22
	MOVD  $·Nibbles(SB), R5
	FMOVQ (32*const_RowHigh)(R5), F18 // 1, 2, 4 up to 0x80, and zeros
	VDUP  V18.D[0], V18.D2
	VMOVI $15, V17.B16
	ADD   R0, R1, R6
	SUB   $64, R6, R6                 // the 64 bytes that end with s
	CMP   $64, R1
	BLO   short

next:
	CMP R6, R0
	BHS last
	FIND(R0)
	STORE
	ADD $64, R0, R0
	ADD $8, R2, R2
	B   next

last:
	// At most 64 bytes are left, which begin at R0. Bit i of a bitmap of FIND describes byte i - R3 of them.
	FIND(R6)
	SUB R6, R0, R3
	LSR R3, R8, R8
	LSR R3, R9, R9
	LSR R3, R10, R10
	STORE
	RET

short:
	// If the block would extend into the next page, the 64 bytes that end with s lie in pages that s touches.
	AND  $4095, R0, R4
	CMP  $(4096-64), R4
	BHI  last
	FIND(R0)
	MOVD $1, R4
	LSL  R1, R4, R4
	SUB  $1, R4, R4
	AND  R4, R8, R8
	AND  R4, R9, R9
	AND  R4, R10, R10
	STORE
	RET
