//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// READ sets Y2 and Y3 to nonzero bytes where the bytes of the block at addr need no inspection, R9 to the bitmap of "&"
// and "%", and R10 to that of "=" and "%".
#define READ(addr) \
	VMOVDQU   addr, Y0     \
	VMOVDQU   32+addr, Y1  \
	VPSRLW    $4, Y0, Y2   \
	VPSRLW    $4, Y1, Y3   \
	VPAND     Y6, Y2, Y2   \
	VPAND     Y6, Y3, Y3   \
	VPSHUFB   Y2, Y7, Y2   \
	VPSHUFB   Y3, Y7, Y3   \
	VPSHUFB   Y0, Y8, Y4   \
	VPSHUFB   Y1, Y8, Y5   \
	VPAND     Y4, Y2, Y2   \
	VPAND     Y5, Y3, Y3   \
	MEMBERS(Y9, R9)        \
	MEMBERS(Y10, R10)

// MEMBERS sets dst to the bitmap of the bytes of Y0 and Y1 that are in the table of low nibbles in set.
#define MEMBERS(set, dst) \
	VPSHUFB   Y0, set, Y4 \
	VPSHUFB   Y1, set, Y5 \
	VPCMPEQB  Y0, Y4, Y4  \
	VPCMPEQB  Y1, Y5, Y5  \
	VPMOVMSKB Y4, dst     \
	VPMOVMSKB Y5, AX      \
	SHLQ      $32, AX     \
	ORQ       AX, dst

// BAD sets dst to the bitmap of the bytes that need inspection, after READ.
#define BAD(dst) \
	VPCMPEQB  Y15, Y2, Y2 \
	VPCMPEQB  Y15, Y3, Y3 \
	VPMOVMSKB Y2, dst     \
	VPMOVMSKB Y3, AX      \
	SHLQ      $32, AX     \
	ORQ       AX, dst

// PUT stores the offset of the first byte of the bitmap R10 at dst, and removes it from the bitmap. CX is the offset of
// the block. If the bitmap is empty, what is stored has no meaning.
#define PUT(dst) \
	TZCNTQ R10, AX \
	ADDL   CX, AX  \
	MOVW   AX, dst \
	BLSRQ  R10, R10

// COUNT adds 1 to each word of sum whose word in tags is equal to those of Y4.
#define COUNT(tags, sum, tmp) \
	VPCMPEQW tags, Y4, tmp \
	VPSUBW   tmp, sum, sum

// The frame has the tags of QueryKeys keys, and the list of the starts and ends of keys. An offset or a tag takes two
// bytes. After 2*QueryKeys offsets there is room for those of one more block, which are at most 65, and for 8 more.
#define TAGS    tags-544(SP)
#define LIST    list-416(SP)
#define LISTEND list-160(SP)

// func query(s string, rules *QueryRules, m *Percents) bool
TEXT ·query(SB), NOSPLIT, $544-33
	MOVQ    s_base+0(FP), SI
	MOVQ    s_len+8(FP), BX
	MOVQ    rules+16(FP), R8
	MOVQ    m+24(FP), DI
	LEAQ    -1(BX), AX
	CMPQ    AX, $(const_QueryLen-1)
	JAE     inspect

	// The hash reads 16 bytes around keys, which must not be in other pages.
	MOVL    SI, AX
	ANDL    $4095, AX
	CMPL    AX, $16
	JB      inspect
	LEAQ    -1(SI)(BX*1), AX
	ANDL    $4095, AX
	CMPL    AX, $(4096-16)
	JAE     inspect
	VMOVDQU ·Nibbles+(32*const_RowLow4)(SB), Y6
	VMOVDQU ·Nibbles+(32*const_RowHigh)(SB), Y7
	VMOVDQU QueryRules_Text(R8), Y8
	VMOVDQU QueryRules_Pairs(R8), Y9
	VMOVDQU QueryRules_Keys(R8), Y10
	VPCMPEQB Y11, Y11, Y11 // 0 in some byte if a byte needs inspection
	VPXOR   Y15, Y15, Y15
	LEAQ    LIST, DX
	XORL    CX, CX
	XORL    R11, R11     // the bit of the end of the query, if that is in the block
	MOVL    $1, R14      // 1 if the next byte starts a key
	XORL    R13, R13     // -1 if it continues one
	CMPQ    BX, $64
	JB      last

whole:
	READ(0(SI))
	VPMINUB Y2, Y11, Y11
	VPMINUB Y3, Y11, Y11

pairs:
	MOVQ    R9, AX
	ANDQ    R10, AX
	MOVQ    AX, (DI)          // percents
	ANDNQ   R9, R10, R8       // "&"
	XORQ    R10, R9
	ORQ     R11, R9           // ends: "&", "=" and the end of the query
	LEAQ    (R14)(R8*2), R10
	LEAQ    -1(R11), R12
	ANDQ    R12, R10          // starts
	MOVQ    R8, R14
	SHRQ    $63, R14
	MOVQ    R9, R12
	NOTQ    R12
	NEGQ    R13               // sets the carry unless R13 is 0
	ADCQ    R10, R12          // the sum
	SBBQ    R13, R13
	ANDNQ   AX, R12, AX       // percents in keys
	MOVQ    R10, R8
	ANDQ    R9, R8            // empty keys
	ORQ     R8, AX
	JNE     inspect
	ANDQ    R12, R9           // key ends
	ORQ     R9, R10           // starts and key ends
	POPCNTQ R10, R8
	LEAQ    (DX)(R8*2), R8
	PUT(0(DX))
	PUT(2(DX))
	PUT(4(DX))
	PUT(6(DX))
	PUT(8(DX))
	PUT(10(DX))
	PUT(12(DX))
	PUT(14(DX))
	TESTQ   R10, R10
	JNE     more

listed:
	MOVQ  R8, DX
	TESTQ R11, R11
	JNE   tag
	LEAQ  LISTEND, AX
	CMPQ  DX, AX
	JA    inspect
	ADDQ  $64, SI
	SUBQ  $64, BX
	ADDQ  $8, DI
	ADDL  $64, CX
	CMPQ  BX, $64
	JAE   whole

last:
	// Less than a block is left, perhaps nothing.
	BTSQ  BX, R11
	XORL  R9, R9
	XORL  R10, R10
	TESTQ BX, BX
	JEQ   pairs
	LEAQ  -1(R11), R12
	MOVL  SI, AX
	ANDL  $4095, AX
	CMPL  AX, $(4096-64)
	JA    edge
	READ(0(SI))
	BAD(R8)
	ANDQ  R12, R10 // after the end, R9 does not matter
	TESTQ R12, R8
	JEQ   pairs
	JMP   inspect

edge:
	// The block would extend into the next page. The 64 bytes that end with the query lie in pages that it touches.
	READ(-64(SI)(BX*1))
	BAD(R8)
	MOVL  $64, AX
	SUBL  BX, AX
	SHRXQ AX, R9, R9
	SHRXQ AX, R10, R10
	SHRXQ AX, R8, R8
	TESTQ R8, R8
	JEQ   pairs
	JMP   inspect

more:
	ADDQ $16, DX

another:
	PUT((DX))
	ADDQ  $2, DX
	TESTQ R10, R10
	JNE   another
	JMP   listed

tag:
	// The list has the starts and ends of -CX keys. Y11 has a 0 if one of the whole blocks needs inspection.
	VPCMPEQB Y15, Y11, Y11
	VPTEST   Y11, Y11
	JNE      inspect
	LEAQ     LIST, CX
	SUBQ     DX, CX
	SARQ     $2, CX
	CMPQ     CX, $-1
	JGE      nothing
	CMPQ     CX, $-const_QueryKeys
	JLT      inspect
	MOVQ     CX, BX
	MOVQ     s_base+0(FP), SI
	LEAQ     TAGS, DI
	LEAQ     ·queryMasks+0(SB), R12
	LEAQ     ·queryMasks+(16+const_QueryLen)(SB), R13

key:
	MOVWLZX  (DX)(CX*4), R9          // start
	MOVWLZX  2(DX)(CX*4), R10        // end
	VMOVDQU  (SI)(R9*1), X0
	VMOVDQU  -16(SI)(R10*1), X1
	MOVQ     R9, R11
	SUBQ     R10, R11                // minus the length
	SUBQ     R9, R10                 // the length
	VPAND    (R13)(R11*1), X0, X0    // the first 16 bytes of the key
	VPAND    (R12)(R10*1), X1, X1    // the last 16 bytes of the key
	VAESENC  X0, X1, X1
	VAESENC  X15, X1, X1
	VAESENC  X15, X1, X1
	VPEXTRW  $0, X1, (DI)
	ADDQ     $2, DI
	INCQ     CX
	JNE      key

	// Count how often each tag occurs. Compare with 32 tags at a time. The words after the last tag do not matter: such
	// a word occurs at most once, unless two tags are equal.
	MOVQ BX, CX
	NEGQ CX           // the number of keys
	LEAQ TAGS, DI
	LEAQ (DI)(CX*2), DX
	MOVQ DI, SI

compare:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPXOR   Y2, Y2, Y2
	VPXOR   Y3, Y3, Y3
	MOVQ    BX, AX

count:
	VPBROADCASTW (DX)(AX*2), Y4
	COUNT(Y0, Y2, Y5)
	COUNT(Y1, Y3, Y6)
	INCQ         AX
	JNE          count
	VPMAXSW      Y2, Y3, Y2
	VPCMPEQB     Y4, Y4, Y4
	VPADDW       Y4, Y2, Y2     // more than 0 if a tag occurs twice
	VPCMPGTW     Y15, Y2, Y2
	VPTEST       Y2, Y2
	JNE          inspect
	ADDQ         $64, SI
	CMPQ         SI, DX
	JB           compare

nothing:
	MOVB $1, ret+32(FP)
	VZEROUPPER
	RET

inspect:
	MOVB $0, ret+32(FP)
	VZEROUPPER
	RET
