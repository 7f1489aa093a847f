//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// CLASSES replaces the bytes of a register by the common bits of their entries in the tables of nameClasses, which are
// in V16 and V17. V18 has 15 in each byte.
#define CLASSES(bytes) \
	VUSHR $4, bytes.B16, V4.B16            \
	VAND  V18.B16, bytes.B16, bytes.B16    \
	VTBL  V4.B16, [V17.B16], V4.B16        \
	VTBL  bytes.B16, [V16.B16], bytes.B16  \
	VAND  V4.B16, bytes.B16, bytes.B16

// BITMAP sets dst to the bitmap of the bytes of V0 to V3 that have a bit of the register mask. It shifts dst right by
// R3, which drops the bytes before s. V19 has for each byte its bit in a bitmap. Adding neighbors three times gathers
// the bits of 8 bytes in one byte.
#define BITMAP(mask, dst) \
	VCMTST mask.B16, V0.B16, V4.B16 \
	VCMTST mask.B16, V1.B16, V5.B16 \
	VCMTST mask.B16, V2.B16, V6.B16 \
	VCMTST mask.B16, V3.B16, V7.B16 \
	VAND   V19.B16, V4.B16, V4.B16  \
	VAND   V19.B16, V5.B16, V5.B16  \
	VAND   V19.B16, V6.B16, V6.B16  \
	VAND   V19.B16, V7.B16, V7.B16  \
	VADDP  V5.B16, V4.B16, V4.B16   \
	VADDP  V7.B16, V6.B16, V6.B16   \
	VADDP  V6.B16, V4.B16, V4.B16   \
	VADDP  V4.B16, V4.B16, V4.B16   \
	VMOV   V4.D[0], dst             \
	LSR    R3, dst, dst

// func labelEnds(s string) uint64
TEXT ·labelEnds(SB), NOSPLIT, $0-24
	MOVD s_base+0(FP), R0
	MOVD s_len+8(FP), R1
	MOVD ZR, R3
	AND  $4095, R0, R4
	CMP  $(4096-64), R4
	BHI  edge

load:
	VLD1  (R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	MOVD  $·nameClasses(SB), R5
	FMOVQ (R5), F16
	FMOVQ 32(R5), F17
	VMOVI $15, V18.B16
	MOVD  $·Nibbles(SB), R5
	FMOVQ (32*const_RowHigh)(R5), F19
	VDUP  V19.D[0], V19.D2
	CLASSES(V0)
	CLASSES(V1)
	CLASSES(V2)
	CLASSES(V3)
	VMOVI $const_dotBit, V20.B16
	VMOVI $const_hyphenBit, V21.B16
	VMOVI $0xff, V22.B16
	BITMAP(V22, R8)
	BITMAP(V20, R9)
	BITMAP(V21, R10)

	// Drop the bytes after s, and add its end to the dots. Now R9 has the ends of the labels.
	MOVD $1, R4
	LSL  R1, R4, R4
	SUB  $1, R4, R5
	BIC  R8, R5, R8      // illegal bytes
	AND  R5, R9, R9
	AND  R5, R10, R10
	ORR  R4, R9, R9
	LSL  $1, R9, R11
	ORR  $1, R11, R11    // the starts
	ORR  R9>>1, R11, R12 // the first and the last byte of each label
	AND  R9, R11, R11    // empty labels
	AND  R10, R12, R12   // hyphens at the edges of labels
	ORR  R11, R8, R8
	ORR  R12, R8, R8
	CBNZ R8, none
	ADD  R1, R0, R4
	ADD  R3, R4, R4
	MOVBU -1(R4), R4
	CMP  $0x41, R4       // "A": digits and hyphens are less
	BLO  none
	MOVD R9, ret+16(FP)
	RET

none:
	MOVD ZR, ret+16(FP)
	RET

edge:
	// The 64 bytes would extend into the next page. Take those that end with s, which lie in pages that s touches. Then
	// bit i describes byte i - R3 of s.
	ADD  R1, R0, R0
	SUB  $64, R0, R0
	MOVD $64, R3
	SUB  R1, R3, R3
	B    load
