//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// CLASSES reads the 32 bytes at src. It sets dots and hyphens to the bitmaps of "." and of "-", and illegal to that of
// the bytes that no name has. Y6 and Y7 must have the tables of nameClasses. VPSHUFB sets Y1 to 0 for bytes outside
// US-ASCII.
#define CLASSES(src, illegal, dots, hyphens) \
	VMOVDQU   src, Y0                                      \
	VPSRLW    $4, Y0, Y2                                   \
	VPAND     ·Nibbles+(32*const_RowLow4)(SB), Y2, Y2 \
	VPSHUFB   Y0, Y6, Y1                                   \
	VPSHUFB   Y2, Y7, Y2                                   \
	VPAND     Y1, Y2, Y2                                   \
	VPMOVMSKB Y2, dots                                     \
	VPADDB    Y2, Y2, Y3                                   \
	VPMOVMSKB Y3, hyphens                                  \
	VPXOR     Y0, Y0, Y0                                   \
	VPCMPEQB  Y0, Y2, Y2                                   \
	VPMOVMSKB Y2, illegal

// func labelEnds(s string) uint64
TEXT ·labelEnds(SB), NOSPLIT, $0-24
	MOVQ    s_base+0(FP), SI
	MOVQ    s_len+8(FP), BX
	VMOVDQU ·nameClasses+0(SB), Y6
	VMOVDQU ·nameClasses+32(SB), Y7
	CMPQ    BX, $32
	JA      long
	MOVL    SI, AX
	ANDL    $4095, AX
	CMPL    AX, $(4096-32)
	JA      edge
	CLASSES((SI), R8, R9, R10)

check:
	BZHIQ BX, R8, R8
	BZHIQ BX, R9, R9
	BZHIQ BX, R10, R10
	BTSQ  BX, R9            // R9 now has the ends of the labels
	LEAQ  1(R9)(R9*1), R11  // the starts
	MOVQ  R9, R12
	SHRQ  $1, R12
	ORQ   R11, R12          // the first and the last byte of each label
	ANDQ  R9, R11           // empty labels
	ANDQ  R10, R12          // hyphens at the edges of labels
	ORQ   R11, R8
	ORQ   R12, R8
	JNE   none
	CMPB  -1(SI)(BX*1), $0x41 // "A": digits and hyphens are less
	JB    none
	MOVQ  R9, ret+16(FP)
	VZEROUPPER
	RET

none:
	MOVQ $0, ret+16(FP)
	VZEROUPPER
	RET

edge:
	// The 32 bytes would extend into the next page. Take the 32 bytes that end with s, which lie in pages that s
	// touches.
	MOVL $32, CX
	SUBL BX, CX
	CLASSES(-32(SI)(BX*1), R8, R9, R10)
	SHRQ CX, R8
	SHRQ CX, R9
	SHRQ CX, R10
	JMP  check

long:
	// Take the first and the last 32 bytes.
	LEAQ -32(BX), CX
	CLASSES((SI), R8, R9, R10)
	CLASSES(-32(SI)(BX*1), R11, R12, R13)
	SHLQ CX, R11
	SHLQ CX, R12
	SHLQ CX, R13
	ORQ  R11, R8
	ORQ  R12, R9
	ORQ  R13, R10
	JMP  check
