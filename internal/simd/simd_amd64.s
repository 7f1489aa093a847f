//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The bytes of a block are in Y0 and Y1, and Y15 is 0. A lookup tests which of them are in a set, as cmd/gentables
// describes. It uses the low nibbles as indexes into the row of the set, and keeps the bits of the high nibbles, which
// are in Y2 and Y3.

#define ROW(row) ·Nibbles+(32*row)(SB)

// HIGHROWS sets Y6 and Y7 to the rows that SHIFTED needs.
#define HIGHROWS \
	VMOVDQU ROW(const_RowLow4), Y6 \
	VMOVDQU ROW(const_RowHigh), Y7

// HIGHBITS sets Y2 and Y3 to the bits of the high nibbles. It sets Y6 and Y7.
#define HIGHBITS \
	HIGHROWS \
	SHIFTED

// SHIFTED is HIGHBITS after HIGHROWS.
#define SHIFTED \
	VPSRLW  $4, Y0, Y2             \
	VPSRLW  $4, Y1, Y3             \
	VPAND   Y6, Y2, Y2             \
	VPAND   Y6, Y3, Y3             \
	VPSHUFB Y2, Y7, Y2             \
	VPSHUFB Y3, Y7, Y3

// LOOKUP sets Y4 and Y5 to nonzero bytes where the bytes of Y0 and Y1 are in the set with the row in the register set.
#define LOOKUP(set) \
	VPSHUFB Y0, set, Y4 \
	VPSHUFB Y1, set, Y5 \
	VPAND   Y2, Y4, Y4  \
	VPAND   Y3, Y5, Y5

// GATHER sets dst to the bitmap of the top bits of the bytes of Y4 and Y5.
#define GATHER(dst, tmp) \
	VPMOVMSKB Y4, dst  \
	VPMOVMSKB Y5, tmp  \
	SHLQ      $32, tmp \
	ORQ       tmp, dst

// OUTSIDE sets dst to the bitmap of the bytes that LOOKUP did not find in its set.
#define OUTSIDE(dst, tmp) \
	VPCMPEQB Y15, Y4, Y4 \
	VPCMPEQB Y15, Y5, Y5 \
	GATHER(dst, tmp)

// INSIDE sets dst to the bitmap of the bytes that LOOKUP found in its set. The comparison is signed, so the set must
// not have bytes of 0x70 or more.
#define INSIDE(dst, tmp) \
	VPCMPGTB Y15, Y4, Y4 \
	VPCMPGTB Y15, Y5, Y5 \
	GATHER(dst, tmp)

// NOTHEXDIG sets dst to the bitmap of the bytes that are not HEXDIG. It shifts dst right by CX, which drops the bytes
// before the input.
#define NOTHEXDIG(dst, tmp) \
	VMOVDQU ROW(const_RowHexDig), Y6  \
	LOOKUP(Y6)                        \
	OUTSIDE(dst, tmp)                 \
	SHRQ    CX, dst

// WRONG removes from dst, which NOTHEXDIG has set, the bytes that are not one or two bytes after a "%" of the bitmap
// percent. It shifts percent right by CX.
#define WRONG(percent, dst, tmp) \
	SHRQ    CX, percent               \
	LEAQ    (percent)(percent*1), tmp \
	ORQ     percent, tmp              \
	ADDQ    tmp, tmp                  \
	ANDQ    tmp, dst

// EDGE is for a block at SI that would extend into the next page. If the input, of which len bytes are left, is shorter than
// a block, EDGE moves SI to the 64 bytes that end with it. They lie in pages that the input touches. Bit i of a bitmap then
// describes byte i - CX of the input. EDGE jumps to load.
#define EDGE(len) \
	CMPQ len, $64            \
	JAE  load                \
	LEAQ -64(SI)(len*1), SI  \
	MOVL $64, CX             \
	SUBL len, CX             \
	JMP  load

// func classify(s string, m *Bitmaps)
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
	VMOVDQU ROW(const_RowValid), Y6
	LOOKUP(Y6)
	OUTSIDE(R8, R9)
	VMOVDQU ROW(const_RowDelims), Y6
	LOOKUP(Y6)
	INSIDE(R9, R10)
	TESTL   CX, CX
	JNE     shift

special:
	VMOVDQU ROW(const_RowSpecial), Y6
	LOOKUP(Y6)
	VPOR    Y4, Y5, Y4
	VPTEST  Y4, Y4
	JNE     rest

done:
	CMPQ BX, $64
	JAE  store
	BTSQ BX, R8

store:
	MOVQ R8, Bitmaps_Invalid(DI)
	MOVQ R9, Bitmaps_Delims(DI)
	VZEROUPPER
	RET

rest:
	VMOVDQU ROW(const_RowTail), Y6
	LOOKUP(Y6)
	INSIDE(R10, R11)
	SHRQ CX, R10
	MOVQ R10, Bitmaps_Tail(DI)
	VMOVDQU ROW(const_RowPercent), Y6
	LOOKUP(Y6)
	INSIDE(R11, R12)
	NOTHEXDIG(R12, R13)
	MOVQ R12, Bitmaps_NotHexDig(DI)
	WRONG(R11, R12, R13)
	MOVQ R11, Bitmaps_Percent(DI)
	ORQ  R12, R8
	JMP  done

edge:
	EDGE(BX)

shift:
	SHRQ CX, R8
	SHRQ CX, R9
	JMP  special

// func classifyChunk(s string, m *Chunk) int
TEXT ·classifyChunk(SB), NOSPLIT, $0-32
	MOVQ         s_base+0(FP), SI
	MOVQ         s_len+8(FP), BX
	MOVQ         m+16(FP), DI
	VPXOR        Y15, Y15, Y15
	HIGHROWS
	VMOVDQU      ROW(const_RowPlain), Y8
	VMOVDQU      ROW(const_RowDelims), Y9
	MOVL         $const_ChunkLen, AX
	CMPQ         BX, AX
	CMOVQGT      AX, BX
	ANDQ         $-64, BX
	XORL         AX, AX

next:
	CMPQ     AX, BX
	JEQ      done
	VMOVDQU  (SI)(AX*1), Y0
	VMOVDQU  32(SI)(AX*1), Y1
	SHIFTED
	LOOKUP(Y8)
	OUTSIDE(R8, R9)
	LOOKUP(Y9)
	INSIDE(R9, R10)
	ORQ      R8, R9
	MOVQ     R8, Chunk_Stops(DI)
	MOVQ     R9, Chunk_Ends(DI)
	ADDQ     $64, AX
	ADDQ     $8, DI
	JMP      next

done:
	MOVQ BX, ret+24(FP)
	VZEROUPPER
	RET

// func spanBlocks(s string, n int, row *[32]uint8) int
TEXT ·spanBlocks(SB), NOSPLIT, $0-40
	MOVQ    s_base+0(FP), SI
	MOVQ    s_len+8(FP), BX
	MOVQ    n+16(FP), DX
	MOVQ    row+24(FP), DI
	VMOVDQU (DI), Y8
	VMOVDQU ROW(const_RowPercent), Y9
	VPXOR   Y15, Y15, Y15
	LEAQ    -64(BX), DI             // start of the last block
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
	// Fewer than 64 bytes are left. Take the last 64, of which the first CX were already done.
	CMPQ DX, BX
	JGE  done
	MOVQ DX, CX
	SUBQ DI, CX
	JMP  block

percent:
	INSIDE(R10, R11)
	NOTHEXDIG(R11, R12)
	WRONG(R10, R11, R12)
	ORQ  R11, R8
	JNE  found
	CMPQ AX, DI
	JEQ  done
	SHRQ $62, R10
	JEQ  advance

	// A percent-encoding continues in the next block. Let that block begin with its "%".
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

DATA ·dots+0(SB)/8, $0x2e2e2e2e2e2e2e2e
GLOBL ·dots(SB), RODATA|NOPTR, $8

DATA ·slashes+0(SB)/8, $0x2f2f2f2f2f2f2f2f
GLOBL ·slashes(SB), RODATA|NOPTR, $8

// OTHER sets Y4 and Y5 to the bytes of the block at SI that are not in the row of Y8, or a "." after a "/". It also
// reads the byte before the block.
#define OTHER \
	VMOVDQU  (SI), Y0         \
	VMOVDQU  32(SI), Y1       \
	SHIFTED                   \
	LOOKUP(Y8)                \
	VPCMPEQB Y15, Y4, Y4      \
	VPCMPEQB Y15, Y5, Y5      \
	VPCMPEQB -1(SI), Y11, Y12 \
	VPCMPEQB 31(SI), Y11, Y13 \
	VPCMPEQB Y0, Y10, Y14     \
	VPAND    Y14, Y12, Y12    \
	VPOR     Y12, Y4, Y4      \
	VPCMPEQB Y1, Y10, Y14     \
	VPAND    Y14, Y13, Y13    \
	VPOR     Y13, Y5, Y5

// func copyPlain(dst *byte, s string, head int, rules *PlainRules) bool
TEXT ·copyPlain(SB), NOSPLIT, $0-41
	MOVQ         s_base+8(FP), DX
	MOVQ         s_len+16(FP), BX
	MOVQ         head+24(FP), AX
	MOVQ         rules+32(FP), DI
	LEAQ         (DX)(AX*1), SI                // the host and what follows it, R10 bytes
	MOVQ         BX, R10
	SUBQ         AX, R10
	VPXOR        Y15, Y15, Y15
	HIGHROWS
	VMOVDQU      PlainRules_Text(DI), Y8
	VMOVDQU      PlainRules_Name(DI), Y9
	VPBROADCASTQ ·dots+0(SB), Y10
	VPBROADCASTQ ·slashes+0(SB), Y11
	XORL         CX, CX
	MOVL         SI, AX
	ANDL         $4095, AX
	CMPL         AX, $(4096-64)
	JA           edge

load:
	// Bit i of the bitmaps describes byte i - CX.
	OTHER
	GATHER(R8, R9)
	VPSHUFB  Y0, Y9, Y4
	VPSHUFB  Y1, Y9, Y5
	VPAND    Y2, Y4, Y4
	VPAND    Y3, Y5, Y5
	OUTSIDE(R9, R11)
	SHRXQ    CX, R8, R8
	SHRXQ    CX, R9, R9
	ADDQ     CX, SI
	TZCNTQ   R9, R9                            // the end of the host
	CMPQ     R9, R10
	JAE      no
	CMPB     (SI)(R9*1), $0x2f                 // "/"
	JNE      no
	CMPQ     R10, $64
	JA       more
	BZHIQ    R10, R8, R8
	JNE      maybeHash

copy:
	// Copy the first and the last bytes of s with two stores that overlap. Before the last 32 there may be others.
	MOVQ  dst+0(FP), DI
	MOVB  $1, ret+40(FP)
	TESTQ DI, DI
	JEQ   done
	CMPQ  BX, $32
	JB    copy16
	VMOVDQU -32(DX)(BX*1), Y1
	LEAQ    -32(DI)(BX*1), SI

next32:
	VMOVDQU (DX), Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, DX
	ADDQ    $32, DI
	CMPQ    DI, SI
	JB      next32
	VMOVDQU Y1, (SI)
	VZEROUPPER
	RET

copy16:
	CMPQ    BX, $16
	JB      copy8
	VMOVDQU (DX), X0
	VMOVDQU -16(DX)(BX*1), X1
	VMOVDQU X0, (DI)
	VMOVDQU X1, -16(DI)(BX*1)
	VZEROUPPER
	RET

copy8:
	MOVQ (DX), AX
	MOVQ -8(DX)(BX*1), CX
	MOVQ AX, (DI)
	MOVQ CX, -8(DI)(BX*1)

done:
	VZEROUPPER
	RET

maybeHash:
	// The only other byte may be the "#" of a fragment.
	TZCNTQ R8, R9
	CMPB   (SI)(R9*1), $0x23 // "#"
	JNE    no
	BLSRQ  R8, R8
	JEQ    copy

no:
	MOVB $0, ret+40(FP)
	VZEROUPPER
	RET

edge:
	EDGE(R10)

more:
	TESTQ R8, R8
	JNE   no

next:
	ADDQ   $64, SI
	SUBQ   $64, R10
	CMPQ   R10, $64
	JA     whole
	LEAQ   -64(SI)(R10*1), SI // the last 64 bytes of s, some of them again
	MOVL   $64, R10

whole:
	OTHER
	VPOR   Y4, Y5, Y4
	VPTEST Y4, Y4
	JNE    no
	CMPQ   R10, $64
	JA     next
	JMP    copy

// After fromA is added, the upper-case letters are the bytes that are less than afterZ, as signed numbers.
DATA ·fromA+0(SB)/8, $0x3f3f3f3f3f3f3f3f // 0x80-'A'
GLOBL ·fromA(SB), RODATA|NOPTR, $8

DATA ·afterZ+0(SB)/8, $0x9a9a9a9a9a9a9a9a // 0x80+26
GLOBL ·afterZ(SB), RODATA|NOPTR, $8

DATA ·mark+0(SB)/1, $0x3f // "?"
GLOBL ·mark(SB), RODATA|NOPTR, $1

// MAPS sets three bitmaps of the block at SI: other has the bytes that are not in the row of Y8, joint has the joints
// in the table of Y9, and mark has each "?".
#define MAPS(other, joint, mark, tmp) \
	VMOVDQU  (SI), Y0     \
	VMOVDQU  32(SI), Y1   \
	HIGHBITS              \
	LOOKUP(Y8)            \
	OUTSIDE(other, tmp)   \
	VPSHUFB  Y0, Y9, Y4   \
	VPSHUFB  Y1, Y9, Y5   \
	VPCMPEQB Y0, Y4, Y4   \
	VPCMPEQB Y1, Y5, Y5   \
	GATHER(joint, tmp)    \
	VPCMPEQB Y0, Y11, Y4  \
	VPCMPEQB Y1, Y11, Y5  \
	GATHER(mark, tmp)

// func web(s string, n int, rules *WebRules, offsets *[8]uint32) Known
//
// The result is at ret as soon as the host is known: UpperHost or Normal. The label "name" turns these into SomeHost
// and PlainHost.
TEXT ·web(SB), NOSPLIT, $128-41
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ n+16(FP), CX
	MOVQ rules+24(FP), DI
	CMPQ BX, WebRules_MaxLen(DI)
	JA   no
	XORL R14, R14
	TESTQ CX, CX
	JNE  web                   // only a tail, as after "file://"
	CMPQ BX, $9
	JB   no                    // nothing follows "https://"
	MOVL $1, R14                     // the "/" before the host counts as a joint
	MOVL $8, CX
	MOVQ $0x2f2f3a7370747468, AX     // "https://"
	CMPQ AX, (SI)
	JNE  http

web:
	// From here on, SI is the start of the host, and offsets count from there.
	ADDQ    CX, SI
	SUBQ    CX, BX
	VMOVDQU WebRules_Text(DI), Y8
	VMOVDQU WebRules_Joints(DI), Y9
	VMOVDQU WebRules_Name(DI), Y10
	VPBROADCASTB ·mark(SB), Y11
	VPXOR   Y15, Y15, Y15
	MOVL    SI, AX
	ANDL    $4095, AX
	CMPL    AX, $(4096-64)
	JA      edge

load:
	MAPS(R8, R10, R12, R13)
	VPSHUFB   Y0, Y10, Y4
	VPAND     Y2, Y4, Y4
	VPCMPEQB  Y15, Y4, Y4
	VPMOVMSKB Y4, R9          // the bytes among the first 32 that are not in a host

	VPBROADCASTQ ·fromA(SB), Y4
	VPBROADCASTQ ·afterZ(SB), Y5
	VPADDB       Y0, Y4, Y4
	VPCMPGTB     Y4, Y5, Y4
	VPMOVMSKB    Y4, AX       // the upper-case letters among the first 32
	MOVL         $64, R11
	CMPQ      BX, R11
	JAE       first
	MOVL      BX, R11
	BTSQ      BX, R9
	BTSQ      BX, R12

first:
	// The host ends at DX. Its last label begins at R13, after the last joint.
	TZCNTQ R9, DX
	CMPL   DX, $32
	JA     no
	BZHIL  DX, AX, AX           // the upper-case letters of the host
	SETEQ  AX
	ADDL   $3, AX               // UpperHost, or Normal without such letters
	MOVB   AX, ret+40(FP)
	LEAQ   (R14)(R10*2), R9
	TESTL  R14, R14
	JE     rest                 // no host
	LEAL   1(DX), AX
	BZHIQ  AX, R9, R13
	BSRQ   R13, R13
	CMPB   -1(SI)(R13*1), $0x2d // "-": the label begins earlier
	JEQ    number
	CMPB   (SI)(R13*1), $0x41   // "A": digits and the bytes that end a host are less
	JB     number
	NEGL   R13
	ADDL   DX, R13
	MOVQ   WebRules_LastLabels(DI), AX
	BTQ    R13, AX
	JCS    number
	MOVQ   R12, AX
	ORQ    R10, AX
	BTQ    DX, AX               // "?" or the end, or the joint that is not in names: "/"
	JCC    name

rest:
	// R11 is the end of the query or of the block. Before it, all bytes must be in the row, and joints must not be
	// adjacent.
	MOVQ  R10, AX
	ANDQ  R9, AX
	ORQ   R8, AX
	BZHIQ R11, AX, AX
	JNE   fragment

clean:
	TZCNTQ R12, R12             // the end of the path
	CMPQ   BX, $64
	JAE    more

yes:
	MOVQ  offsets+32(FP), DI
	TESTQ DI, DI
	JEQ   done

	// Use large stores, because a copy of bytes from small stores is slow.
	ADDL        CX, DX
	ADDL        CX, R12
	ADDL        CX, R11
	ADDL        CX, BX
	LEAL        -3(CX), AX
	MOVQ        CX, R8
	SHLQ        $32, R8
	ORQ         R8, AX                   // schemeEnd, authority
	MOVQ        DX, R8
	SHLQ        $32, R8
	ORQ         CX, R8                   // host, hostEnd
	SHLQ        $32, R12
	ORQ         DX, R12                  // path, pathEnd
	SHLQ        $32, BX
	ORQ         R11, BX                  // queryEnd, end
	VMOVQ       AX, X0
	VMOVQ       R8, X1
	VMOVQ       R12, X2
	VMOVQ       BX, X3
	VPUNPCKLQDQ X1, X0, X0
	VPUNPCKLQDQ X3, X2, X2
	VMOVDQU     X0, (DI)
	VMOVDQU     X2, 16(DI)

done:
	VZEROUPPER
	RET

fragment:
	// A bit in the host marks adjacent joints. After the host, it may mark a fragment. The fragment is clean if it is
	// not empty and has no other bits.
	LEAL   1(DX), R13
	BZHIQ  R13, AX, R13
	JNE    no
	CMPQ   BX, $64
	JAE    name
	BZHIQ  R11, R8, R8
	JEQ    name
	TZCNTQ R8, R11
	CMPB   (SI)(R11*1), $0x23 // "#"
	JNE    name
	BLSRQ  R8, R8
	JNE    name
	LEAQ   1(R11), R8
	CMPQ   R8, BX
	JEQ    name
	BZHIQ  R11, AX, AX
	JNE    name
	BTSQ   R11, R12
	JMP    clean

http:
	MOVL $7, CX
	CMPL (SI), $0x70747468       // "http"
	JNE  file
	CMPL 3(SI), $0x2f2f3a70      // "p://"
	JEQ  web

file:
	XORL R14, R14                // no joint, because the "/" after the host may follow it
	MOVQ $0x2f2f2f3a656c6966, AX // "file:///"
	CMPQ AX, (SI)
	JEQ  web

no:
	MOVB $0, ret+40(FP)
	VZEROUPPER
	RET

number:
	// The host breaks the rule of the last label: SomeHost.
	MOVB  $3, ret+40(FP)

name:
	// Only the host is known: SomeHost in place of UpperHost, PlainHost in place of Normal.
	SUBB  $2, ret+40(FP)
	MOVQ  offsets+32(FP), DI
	TESTQ DI, DI
	JEQ   done
	ADDL  CX, DX
	LEAL  -3(CX), AX
	MOVL  AX, 0(DI)
	MOVL  CX, 4(DI)
	MOVL  CX, 8(DI)
	MOVL  DX, 12(DI)
	MOVL  DX, 16(DI)
	VZEROUPPER
	RET

edge:
	// The block would extend into the next page, which is allowed if s does as well. Otherwise the 64 bytes that end
	// with s lie in a page that s touches. Copy them to the stack; the bytes after them may be anything.
	CMPQ    BX, $64
	JAE     load
	LEAQ    -1(SI)(BX*1), AX
	XORQ    SI, AX
	CMPQ    AX, $4096
	JAE     load
	VMOVDQU -64(SI)(BX*1), Y0
	VMOVDQU -32(SI)(BX*1), Y1
	LEAQ    tail-128(SP), SI
	VMOVDQU Y0, (SI)
	VMOVDQU Y1, 32(SI)
	ADDQ    $64, SI
	SUBQ    BX, SI
	JMP     load

more:
	// R12 stays at the end of the last block until a "?" is found. A joint at the end of a block counts as the byte
	// before the next block.
	MOVQ R10, DI
	SHRQ $63, DI

next:
	CMPQ R11, BX
	JEQ  yes
	ADDQ $64, SI
	MOVQ BX, R13
	SUBQ R11, R13         // the number of bytes left
	CMPQ R13, $64
	JAE  whole
	MOVL SI, AX
	ANDL $4095, AX
	CMPL AX, $(4096-64)
	JA   lastEdge

last:
	MAPS(R8, R10, R9, AX)
	BTSQ  R13, R9
	LEAQ  (DI)(R10*2), AX
	ANDQ  R10, AX
	ORQ   R8, AX
	BZHIQ R13, AX, AX
	JNE   name
	CMPQ  R12, R11
	JNE   found
	TZCNTQ R9, R9
	ADDQ  R9, R12

found:
	MOVQ BX, R11
	JMP  yes

whole:
	MAPS(R8, R10, R9, AX)
	LEAQ (DI)(R10*2), AX
	ANDQ R10, AX
	ORQ  R8, AX
	JNE  name
	MOVQ R10, DI
	SHRQ $63, DI
	CMPQ R12, R11
	JNE  advance
	TZCNTQ R9, R9
	ADDQ R9, R12

advance:
	ADDQ $64, R11
	JMP  next

lastEdge:
	LEAQ -1(SI)(R13*1), AX
	XORQ SI, AX
	CMPQ AX, $4096
	JAE  last
	JMP  name

DATA ·colons+0(SB)/8, $0x3a3a3a3a3a3a3a3a
GLOBL ·colons(SB), RODATA|NOPTR, $8

// func indexColonSlash(s string, n int) int
TEXT ·indexColonSlash(SB), NOSPLIT, $0-32
	MOVQ         s_base+0(FP), SI
	MOVQ         s_len+8(FP), BX
	MOVQ         n+16(FP), DX
	LEAQ         -65(BX), DI // start of the last block of 64 bytes with a byte after it
	CMPQ         DX, DI
	JGT          portable
	CMPB         ·Available(SB), $0
	JEQ          portable
	VPBROADCASTB ·colons(SB), Y8
	VPBROADCASTB ·slashes(SB), Y9
	ADDQ         SI, DI
	ADDQ         SI, DX

next:
	VPCMPEQB (DX), Y8, Y0
	VPCMPEQB 32(DX), Y8, Y1
	VPCMPEQB 1(DX), Y9, Y2
	VPCMPEQB 33(DX), Y9, Y3
	VPAND    Y2, Y0, Y0
	VPAND    Y3, Y1, Y1
	VPOR     Y0, Y1, Y4
	VPTEST   Y4, Y4
	JNE      found
	ADDQ     $64, DX
	CMPQ     DX, DI
	JLS      next
	SUBQ     $64, DX
	CMPQ     DX, DI
	JEQ      none
	MOVQ     DI, DX   // the last block overlaps the one before it, where nothing was found
	JMP      next

found:
	VPMOVMSKB Y0, R8
	VPMOVMSKB Y1, R9
	SHLQ      $32, R9
	ORQ       R9, R8
	BSFQ      R8, R8
	SUBQ      SI, DX
	ADDQ      DX, R8
	MOVQ      R8, ret+24(FP)
	VZEROUPPER
	RET

none:
	MOVQ $-1, ret+24(FP)
	VZEROUPPER
	RET

portable:
	JMP ·indexColonSlashPortable(SB)

// STOPS sets R8 and R10 to the results of stops for the block at SI and the sets at DI.
#define STOPS \
	VMOVDQU StopSets_Rows(DI), Y8      \
	VMOVDQU (StopSets_Rows+32)(DI), Y9 \
	VMOVDQU (SI), Y0                   \
	VMOVDQU 32(SI), Y1                 \
	VPXOR   Y15, Y15, Y15              \
	HIGHBITS                           \
	LOOKUP(Y8)                         \
	OUTSIDE(R8, R9)                    \
	LOOKUP(Y9)                         \
	OUTSIDE(R10, R11)

// func stopsColons(s string, n int, sets *StopSets) (first, second, colons uint64)
TEXT ·stopsColons(SB), NOSPLIT, $0-56
	MOVQ         s_base+0(FP), SI
	ADDQ         n+16(FP), SI
	MOVQ         sets+24(FP), DI
	PREFETCHT0   512(SI) // as in indexColonSlash
	STOPS
	MOVQ         R8, first+32(FP)
	MOVQ         R10, second+40(FP)
	VPBROADCASTB ·colons(SB), Y8
	VPBROADCASTB ·slashes(SB), Y9
	VPCMPEQB     Y0, Y8, Y4
	VPCMPEQB     Y1, Y8, Y5
	VPCMPEQB     1(SI), Y9, Y0
	VPCMPEQB     33(SI), Y9, Y1
	VPAND        Y0, Y4, Y4
	VPAND        Y1, Y5, Y5
	GATHER(R8, R9)
	MOVQ         R8, colons+48(FP)
	VZEROUPPER
	RET

// func stops(s string, n int, sets *StopSets) (first, second uint64)
TEXT ·stops(SB), NOSPLIT, $0-48
	CMPB ·Available(SB), $0
	JEQ  portable
	MOVQ s_base+0(FP), SI
	ADDQ n+16(FP), SI
	MOVQ sets+24(FP), DI
	STOPS
	MOVQ R8, first+32(FP)
	MOVQ R10, second+40(FP)
	VZEROUPPER
	RET

portable:
	JMP ·stopsPortable(SB)
