//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The bytes of a block are in Y0 and Y1. A lookup, as cmd/gentables describes it, takes the entries of their low
// nibbles from the row of a set and keeps of them the bits of their high nibbles, which are in Y2 and Y3. Y15 is 0.

#define ROW(row) ·nibbles+(32*row)(SB)

// HIGHBITS sets Y2 and Y3 to the bits of the high nibbles.
#define HIGHBITS \
	VMOVDQU ROW(const_rowLow4), Y6 \
	VMOVDQU ROW(const_rowHigh), Y7 \
	VPSRLW  $4, Y0, Y2             \
	VPSRLW  $4, Y1, Y3             \
	VPAND   Y6, Y2, Y2             \
	VPAND   Y6, Y3, Y3             \
	VPSHUFB Y2, Y7, Y2             \
	VPSHUFB Y3, Y7, Y3

// LOOKUP makes bytes of Y4 and Y5 other than 0 where those of Y0 and Y1 are in the set that set holds.
#define LOOKUP(set) \
	VPSHUFB Y0, set, Y4 \
	VPSHUFB Y1, set, Y5 \
	VPAND   Y2, Y4, Y4  \
	VPAND   Y3, Y5, Y5

// GATHER sets dst to the bitmap of the top bits of Y4 and Y5.
#define GATHER(dst, tmp) \
	VPMOVMSKB Y4, dst  \
	VPMOVMSKB Y5, tmp  \
	SHLQ      $32, tmp \
	ORQ       tmp, dst

// OUTSIDE sets dst to the bitmap of the bytes that a lookup did not find in its set.
#define OUTSIDE(dst, tmp) \
	VPCMPEQB Y15, Y4, Y4 \
	VPCMPEQB Y15, Y5, Y5 \
	GATHER(dst, tmp)

// INSIDE sets dst to the bitmap of the bytes that a lookup found in its set. It compares as signed, so that set must
// not have bytes from 0x70 up.
#define INSIDE(dst, tmp) \
	VPCMPGTB Y15, Y4, Y4 \
	VPCMPGTB Y15, Y5, Y5 \
	GATHER(dst, tmp)

// WRONG sets dst to the bitmap of the bytes that have to be HEXDIG, because one or two before them is a "%" of the
// bitmap percent, and are not. It shifts both down by CX, which drops the bytes in front of the input.
#define WRONG(percent, dst, tmp) \
	VMOVDQU ROW(const_rowHexDig), Y6  \
	LOOKUP(Y6)                        \
	OUTSIDE(dst, tmp)                 \
	SHRQ    CX, dst                   \
	SHRQ    CX, percent               \
	LEAQ    (percent)(percent*1), tmp \
	ORQ     percent, tmp              \
	ADDQ    tmp, tmp                  \
	ANDQ    tmp, dst

// func classify(s string, m *bitmaps)
TEXT ·classify(SB), NOSPLIT, $0-24
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ m+16(FP), DI
	XORL CX, CX
	MOVL SI, AX
	ANDL $4095, AX
	CMPL AX, $(4096-64)
	JA   edge

load:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPXOR   Y15, Y15, Y15
	HIGHBITS
	VMOVDQU ROW(const_rowValid), Y6
	LOOKUP(Y6)
	OUTSIDE(R8, R9)
	VMOVDQU ROW(const_rowDelims), Y6
	LOOKUP(Y6)
	INSIDE(R9, R10)
	TESTL   CX, CX
	JNE     shift

special:
	VMOVDQU ROW(const_rowSpecial), Y6
	LOOKUP(Y6)
	VPOR    Y4, Y5, Y4
	VPTEST  Y4, Y4
	JNE     rest

done:
	CMPQ BX, $64
	JAE  store
	BTSQ BX, R8

store:
	MOVQ R8, bitmaps_dead(DI)
	MOVQ R9, bitmaps_delims(DI)
	VZEROUPPER
	RET

rest:
	VMOVDQU ROW(const_rowTail), Y6
	LOOKUP(Y6)
	INSIDE(R10, R11)
	SHRQ CX, R10
	MOVQ R10, bitmaps_tail(DI)
	VMOVDQU ROW(const_rowPercent), Y6
	LOOKUP(Y6)
	INSIDE(R11, R12)
	WRONG(R11, R12, R13)
	MOVQ R11, bitmaps_percent(DI)
	ORQ  R12, R8
	JMP  done

edge:
	// The block would reach into the next page. A shorter input may end in this one: take the 64 bytes that end with
	// it, which lie in pages that it touches. Bit i is then about the byte at i - CX of the input.
	CMPQ BX, $64
	JAE  load
	LEAQ -64(SI)(BX*1), SI
	MOVL $64, CX
	SUBL BX, CX
	JMP  load

shift:
	SHRQ CX, R8
	SHRQ CX, R9
	JMP  special

// func spanBlocks(s string, n int, row *[32]uint8) int
TEXT ·spanBlocks(SB), NOSPLIT, $0-40
	MOVQ    s_base+0(FP), SI
	MOVQ    s_len+8(FP), BX
	MOVQ    n+16(FP), DX
	MOVQ    row+24(FP), DI
	VMOVDQU (DI), Y8
	VMOVDQU ROW(const_rowPercent), Y9
	VPXOR   Y15, Y15, Y15
	LEAQ    -64(BX), DI             // where the last block begins
	XORL    CX, CX

next:
	CMPQ DX, DI
	JGT  last

block:
	// The block begins at DX - CX.
	MOVQ    DX, AX
	SUBQ    CX, AX
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU 32(SI)(AX*1), Y1
	HIGHBITS
	LOOKUP(Y8)
	OUTSIDE(R8, R9)
	SHRQ    CX, R8
	LOOKUP(Y9)
	VPOR    Y4, Y5, Y6
	VPTEST  Y6, Y6
	JNE     percent
	TESTQ   R8, R8
	JNE     found

advance:
	LEAQ 64(AX), DX
	CMPQ DX, BX
	JLT  next

done:
	MOVQ BX, ret+32(FP)
	VZEROUPPER
	RET

last:
	// Fewer than 64 bytes are left: take the last 64, of which the first CX were there before.
	CMPQ DX, BX
	JGE  done
	MOVQ DX, CX
	SUBQ DI, CX
	JMP  block

percent:
	INSIDE(R10, R11)
	WRONG(R10, R11, R12)
	ORQ  R11, R8
	JNE  found
	CMPQ AX, DI
	JEQ  done
	SHRQ $62, R10
	JEQ  advance

	// A percent-encoding goes on in the next block: let that begin with it.
	LEAQ 63(AX), DX
	BTQ  $0, R10
	JCC  next
	DECQ DX
	JMP  next

found:
	BSFQ R8, R8
	ADDQ R8, DX
	MOVQ DX, ret+32(FP)
	VZEROUPPER
	RET

// What glance compares with, eight times each: "%", "/", ".", and what the byte before "A" becomes if "%" is added to
// it. Of all bytes, just the upper-case letters become more than that, as signed bytes.
DATA ·glanced+0(SB)/8, $0x2525252525252525
DATA ·glanced+8(SB)/8, $0x2f2f2f2f2f2f2f2f
DATA ·glanced+16(SB)/8, $0x2e2e2e2e2e2e2e2e
DATA ·glanced+24(SB)/8, $0x6565656565656565
GLOBL ·glanced(SB), RODATA|NOPTR, $32

#define GLANCED \
	VPBROADCASTQ ·glanced+0(SB), Y10  \
	VPBROADCASTQ ·glanced+8(SB), Y11  \
	VPBROADCASTQ ·glanced+16(SB), Y12 \
	VPBROADCASTQ ·glanced+24(SB), Y13

// GLANCE sets odd to the bitmap of the bytes of the block at SI that are "%", or a "/" with a "." behind it, and upper
// to that of the upper-case letters. It reads the byte behind the block, too.
#define GLANCE(odd, upper, tmp) \
	VMOVDQU  (SI), Y0        \
	VMOVDQU  32(SI), Y1      \
	VPCMPEQB 1(SI), Y12, Y4  \
	VPCMPEQB 33(SI), Y12, Y5 \
	VPCMPEQB Y11, Y0, Y2     \
	VPCMPEQB Y11, Y1, Y3     \
	VPAND    Y2, Y4, Y4      \
	VPAND    Y3, Y5, Y5      \
	VPCMPEQB Y10, Y0, Y2     \
	VPCMPEQB Y10, Y1, Y3     \
	VPOR     Y2, Y4, Y4      \
	VPOR     Y3, Y5, Y5      \
	GATHER(odd, tmp)         \
	VPADDB   Y10, Y0, Y4     \
	VPADDB   Y10, Y1, Y5     \
	VPCMPGTB Y13, Y4, Y4     \
	VPCMPGTB Y13, Y5, Y5     \
	GATHER(upper, tmp)

// func glance(s string, head uint32, dst *byte) Traits
TEXT ·glance(SB), NOSPLIT, $0-33
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVL head+16(FP), DX
	MOVQ dst+24(FP), DI
	LEAQ -1(BX), R10
	CMPQ R10, $64
	JAE  more

last:
	// At most 64 bytes are left; behind them is the last one, R10, with which neither of what is odd can begin.
	MOVL SI, AX
	ANDL $4095, AX
	CMPL AX, $(4096-65)
	JA   edge

load:
	GLANCED
	GLANCE(R8, R9, R11)
	TESTQ   DI, DI
	JEQ     decide
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)

decide:
	BZHIQ R10, R8, R8
	BZHIQ DX, R9, R9
	MOVQ  R8, AX
	ORQ   R9, AX
	JNE   tell
	MOVB  AX, ret+32(FP)
	VZEROUPPER
	RET

tell:
	// This is the last block, and those before it have no traits. The "%" are found again; what else is odd is a dot.
	VPCMPEQB Y10, Y0, Y4
	VPCMPEQB Y10, Y1, Y5
	GATHER(R11, R12)
	BZHIQ    R10, R11, R11
	XORL     AX, AX
	XORL     BX, BX
	XORL     CX, CX
	TESTQ    R11, R11
	SETNE    AX
	TESTQ    R9, R9
	SETNE    BX
	CMPQ     R8, R11
	SETNE    CX
	LEAL     (AX)(BX*2), AX
	LEAL     (AX)(CX*4), AX
	MOVB     AX, ret+32(FP)
	VZEROUPPER
	RET

edge:
	// What is read reaches into the next page, which is right if s does, too.
	LEAQ (SI)(R10*1), AX
	XORQ SI, AX
	CMPQ AX, $4096
	JAE  load

unknown:
	MOVB $const_unknown, ret+32(FP)
	VZEROUPPER
	RET

more:
	TESTQ BX, BX
	JEQ   none
	CMPL  DX, $64
	JAE   unknown
	GLANCED

next:
	GLANCE(R8, R9, R11)
	BZHIQ   DX, R9, R9
	ORQ     R9, R8
	JNE     unknown
	XORL    DX, DX
	ADDQ    $64, SI
	SUBQ    $64, R10
	TESTQ   DI, DI
	JEQ     advance
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	ADDQ    $64, DI

advance:
	CMPQ R10, $64
	JAE  next
	JMP  last

none:
	MOVB $0, ret+32(FP)
	RET

// ODDITIES sets odd and joint to the bitmaps of the bytes of the block at SI that are in these sets, of which Y10 and Y11
// have the tables.
#define ODDITIES(odd, joint, tmp) \
	VMOVDQU   (SI), Y0     \
	VMOVDQU   32(SI), Y1   \
	VPSHUFB   Y0, Y10, Y4  \
	VPSHUFB   Y1, Y10, Y5  \
	VPCMPEQB  Y0, Y4, Y4   \
	VPCMPEQB  Y1, Y5, Y5   \
	GATHER(odd, tmp)       \
	VPSHUFB   Y0, Y11, Y4  \
	VPSHUFB   Y1, Y11, Y5  \
	VPCMPEQB  Y0, Y4, Y4   \
	VPCMPEQB  Y1, Y5, Y5   \
	GATHER(joint, tmp)

// func Glance(s string, r *Ranges) Suspects
TEXT ·Glance(SB), NOSPLIT, $0-25
	CMPQ ·maxVector(SB), $0
	JEQ  without
	MOVQ s_base+0(FP), SI
	MOVQ r+16(FP), DI
	MOVL Ranges_host(DI), CX
	MOVL Ranges_path(DI), DX
	CMPL CX, $8
	JNE  http
	MOVQ $0x2f2f3a7370747468, AX // "https://"
	CMPQ AX, (SI)
	JNE  suspicious

web:
	// The host is all of the authority, has at most 32 bytes and ends in the block; an empty one is found below.
	MOVL Ranges_queryEnd(DI), BX // what is behind does not count, unless it is just "#"
	LEAL 1(BX), AX
	CMPL AX, Ranges_end(DI)
	JEQ  suspicious
	CMPQ s_len+8(FP), $(const_SuspectLen-1)
	JA   suspicious
	CMPL DX, Ranges_hostEnd(DI)
	JNE  suspicious
	CMPL DX, $64
	JAE  suspicious
	MOVL DX, R13
	SUBL CX, R13
	CMPL R13, $32
	JA   suspicious
	VMOVDQU ·oddTable(SB), Y10
	VMOVDQU ·jointTable(SB), Y11
	VMOVDQU ·hostTable(SB), Y12
	MOVL SI, AX
	ANDL $4095, AX
	CMPL AX, $(4096-64)
	JA   edge

load:
	CMPB      (SI)(CX*1), $0x5b // "["
	JEQ       suspicious
	VMOVDQU   (SI)(CX*1), Y2
	VPSHUFB   Y2, Y12, Y3
	VPCMPEQB  Y2, Y3, Y3
	VPMOVMSKB Y3, R8
	BZHIL     R13, R8, R12
	ODDITIES(R8, R9, R10)

	// The last label begins behind the last joint in front of the path, which may be the "/" in front of the host.
	BZHIQ   DX, R9, R10
	BSRQ    R10, R10
	CMPB    (SI)(R10*1), $0x2d  // "-": the label begins before
	JEQ     suspicious
	CMPB    1(SI)(R10*1), $0x41 // "A": a digit is less, and what is no letter is found otherwise
	JB      suspicious
	NOTL    R10
	ADDL    DX, R10             // its length, path - (R10 + 1)
	MOVL    $0x201, AX          // 0 and len("localhost")
	BTQ     R10, AX
	JCS     suspicious

	// From the host on, nothing is odd, and there are no joints beside each other.
	LEAQ  (R9)(R9*1), R10
	ANDQ  R9, R10
	ORQ   R8, R10
	CMPQ  BX, $64
	JA    first
	BZHIQ BX, R10, R10

first:
	SHRXQ CX, R10, R10
	MOVQ  R10, R11
	ORQ   R12, R11
	JNE   tell
	CMPQ  BX, $64
	JA    next
	MOVB  $0, ret+24(FP)
	VZEROUPPER
	RET

tell:
	// It is the host if there is more than what is behind it.
	BZHIQ R13, R10, R10
	ORQ   R12, R10
	JEQ   behind
	JMP   suspicious

http:
	CMPL CX, $7
	JNE  suspicious
	CMPL (SI), $0x70747468 // "http"; before a host that begins at 7, only that scheme and "://" can begin so
	JEQ  web

suspicious:
	VZEROUPPER

without:
	MOVB $const_AllSuspects, ret+24(FP)
	RET

behind:
	MOVB $(const_SuspectPath|const_SuspectQuery), ret+24(FP)
	VZEROUPPER
	RET

edge:
	// What is read reaches into the next page, which is right if s does, too.
	CMPQ BX, $64
	JAE  load
	LEAQ -1(SI)(BX*1), AX
	XORQ SI, AX
	CMPQ AX, $4096
	JAE  load
	JMP  suspicious

next:
	MOVQ R9, R13
	SHRQ $63, R13
	ADDQ $64, SI
	SUBQ $64, BX
	CMPQ BX, $64
	JA   whole
	MOVL SI, AX
	ANDL $4095, AX
	CMPL AX, $(4096-64)
	JA   lastEdge

last:
	ODDITIES(R8, R9, R10)
	LEAQ  (R13)(R9*2), R10
	ANDQ  R9, R10
	ORQ   R8, R10
	BZHIQ BX, R10, R10
	TESTQ R10, R10
	JNE   behind
	MOVB  $0, ret+24(FP)
	VZEROUPPER
	RET

whole:
	ODDITIES(R8, R9, R10)
	LEAQ (R13)(R9*2), R10
	ANDQ R9, R10
	ORQ  R8, R10
	JNE  behind
	JMP  next

lastEdge:
	LEAQ -1(SI)(BX*1), AX
	XORQ SI, AX
	CMPQ AX, $4096
	JAE  last
	JMP  suspicious

// func view(b []byte) string
TEXT ·view(SB), NOSPLIT, $0-40
	MOVQ b_base+0(FP), AX
	MOVQ b_len+8(FP), CX
	MOVQ AX, ret_base+24(FP)
	MOVQ CX, ret_len+32(FP)
	RET
