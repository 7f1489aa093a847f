//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// MEMBERS sets dst to the bitmap of the bytes of Y0 and Y1 that are in the table of low nibbles in set.
#define MEMBERS(set, dst, tmp) \
	VPSHUFB   Y0, set, Y4 \
	VPSHUFB   Y1, set, Y5 \
	VPCMPEQB  Y0, Y4, Y4  \
	VPCMPEQB  Y1, Y5, Y5  \
	VPMOVMSKB Y4, dst     \
	VPMOVMSKB Y5, tmp     \
	SHLQ      $32, tmp    \
	ORQ       tmp, dst

// FIND sets R8, R9 and R10 to the bitmaps of the block at addr.
#define FIND(addr) \
	VMOVDQU (addr), Y0    \
	VMOVDQU 32(addr), Y1  \
	MEMBERS(Y8, R8, R11)  \
	MEMBERS(Y9, R9, R11)  \
	MEMBERS(Y10, R10, R11)

// STORE stores the bitmaps of a block.
#define STORE \
	MOVQ R8, (DI)                       \
	MOVQ R9, (const_FindLen/8)(DI)      \
	MOVQ R10, (2*(const_FindLen/8))(DI)

// func find(s string, sets *[3][32]uint8, m *Found)
TEXT ·find(SB), NOSPLIT, $0-32
	MOVQ    s_base+0(FP), SI
	MOVQ    s_len+8(FP), BX
	MOVQ    sets+16(FP), DX
	MOVQ    m+24(FP), DI
	VMOVDQU (DX), Y8
	VMOVDQU 32(DX), Y9
	VMOVDQU 64(DX), Y10
	LEAQ    -64(SI)(BX*1), R13 // the 64 bytes that end with s
	CMPQ    BX, $64
	JB      short

next:
	CMPQ SI, R13
	JAE  last
	FIND(SI)
	STORE
	ADDQ $64, SI
	ADDQ $8, DI
	JMP  next

last:
	// At most 64 bytes are left, which begin at SI. Bit i of a bitmap of FIND describes byte i - CX of them.
	FIND(R13)
	MOVQ SI, CX
	SUBQ R13, CX
	SHRQ CX, R8
	SHRQ CX, R9
	SHRQ CX, R10
	STORE
	VZEROUPPER
	RET

short:
	// If the block would extend into the next page, the 64 bytes that end with s lie in pages that s touches.
	MOVL  SI, AX
	ANDL  $4095, AX
	CMPL  AX, $(4096-64)
	JA    last
	FIND(SI)
	BZHIQ BX, R8, R8
	BZHIQ BX, R9, R9
	BZHIQ BX, R10, R10
	STORE
	VZEROUPPER
	RET
