//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The bytes of a block are in V0 to V3. A lookup tests which of them are in a set, as cmd/gentables describes. It uses
// the low nibbles, which replace the bytes, as indexes into the row of the set, and tests the bits of the high nibbles,
// which are in V4 to V7.

// ROW sets dst, a vector register by its F name, to the first half of a row. R5 is the address of the rows.
#define ROW(row, dst) FMOVQ (32*row)(R5), dst

// CONSTANTS sets the registers that the other macros need: R5; V16, the bits of the high nibbles; V17, 15 in each byte;
// and V18, for each byte its bit in a bitmap. The bits of V18 are those of the high nibbles 0 to 7, twice.
#define CONSTANTS \
	MOVD  $·Nibbles(SB), R5 \
	ROW(const_RowHigh, F16) \
	VMOVI $15, V17.B16      \
	VDUP  V16.D[0], V18.D2

// NIBBLES sets V4 to V7 to the bits of the high nibbles of V0 to V3, and V0 to V3 to their low nibbles.
#define NIBBLES \
	VUSHR $4, V0.B16, V4.B16        \
	VUSHR $4, V1.B16, V5.B16        \
	VUSHR $4, V2.B16, V6.B16        \
	VUSHR $4, V3.B16, V7.B16        \
	VTBL  V4.B16, [V16.B16], V4.B16 \
	VTBL  V5.B16, [V16.B16], V5.B16 \
	VTBL  V6.B16, [V16.B16], V6.B16 \
	VTBL  V7.B16, [V16.B16], V7.B16 \
	VAND  V17.B16, V0.B16, V0.B16   \
	VAND  V17.B16, V1.B16, V1.B16   \
	VAND  V17.B16, V2.B16, V2.B16   \
	VAND  V17.B16, V3.B16, V3.B16

// BITMAP sets dst to the bitmap of the bytes of a, b, c and d that are 0xff. The other bytes must be 0. Adding
// neighbors three times gathers the bits of 8 bytes in one byte.
#define BITMAP(a, b, c, d, dst) \
	VAND  V18.B16, a.B16, a.B16 \
	VAND  V18.B16, b.B16, b.B16 \
	VAND  V18.B16, c.B16, c.B16 \
	VAND  V18.B16, d.B16, d.B16 \
	VADDP b.B16, a.B16, a.B16   \
	VADDP d.B16, c.B16, c.B16   \
	VADDP c.B16, a.B16, a.B16   \
	VADDP a.B16, a.B16, a.B16   \
	VMOV  a.D[0], dst

// LOOKUP sets dst to the bitmap of the bytes that are in the set with the row in the register set. It shifts dst right
// by R3, which drops the bytes before the input.
#define LOOKUP(set, dst) \
	VTBL   V0.B16, [set.B16], V24.B16 \
	VTBL   V1.B16, [set.B16], V25.B16 \
	VTBL   V2.B16, [set.B16], V26.B16 \
	VTBL   V3.B16, [set.B16], V27.B16 \
	VCMTST V4.B16, V24.B16, V24.B16   \
	VCMTST V5.B16, V25.B16, V25.B16   \
	VCMTST V6.B16, V26.B16, V26.B16   \
	VCMTST V7.B16, V27.B16, V27.B16   \
	BITMAP(V24, V25, V26, V27, dst)   \
	LSR    R3, dst, dst

// NOTHEXDIG sets dst to the bitmap of the bytes that are not HEXDIG.
#define NOTHEXDIG(dst) \
	ROW(const_RowHexDig, F20) \
	LOOKUP(V20, dst)          \
	MVN dst, dst

// WRONG removes from dst, which NOTHEXDIG has set, the bytes that are not one or two bytes after a "%" of the bitmap
// percent.
#define WRONG(percent, dst, tmp) \
	ORR percent<<1, percent, tmp \
	AND tmp<<1, dst, dst

// EDGE is for a block at R0 that would extend into the next page. If the input, of which len bytes are left, is shorter than
// a block, EDGE moves R0 to the 64 bytes that end with it. They lie in pages that the input touches. Bit i of a bitmap then
// describes byte i - R3 of the input. EDGE jumps to load.
#define EDGE(len) \
	CMP  $64, len     \
	BHS  load         \
	MOVD $64, R3      \
	SUB  len, R3, R3  \
	SUB  R3, R0, R0   \
	B    load

// func classify(s string, m *Bitmaps)
TEXT ·classify(SB), NOSPLIT, $0-24
	MOVD s_base+0(FP), R0
	MOVD s_len+8(FP), R1
	MOVD m+16(FP), R2
	MOVD ZR, R3
	AND  $4095, R0, R4
	CMP  $(4096-64), R4
	BHI  edge

load:
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	CONSTANTS
	NIBBLES
	ROW(const_RowValid, F20)
	LOOKUP(V20, R8)
	MVN  R8, R8
	ROW(const_RowDelims, F20)
	LOOKUP(V20, R9)
	ROW(const_RowSpecial, F20)
	LOOKUP(V20, R10)
	CBNZ R10, rest

done:
	CMP $64, R1
	BHS store
	MOVD $1, R4
	LSL  R1, R4, R4
	ORR  R4, R8, R8

store:
	MOVD R8, Bitmaps_Invalid(R2)
	MOVD R9, Bitmaps_Delims(R2)
	RET

rest:
	ROW(const_RowTail, F20)
	LOOKUP(V20, R11)
	MOVD R11, Bitmaps_Tail(R2)
	BIC  R11, R10, R10
	MOVD R10, Bitmaps_Percent(R2)
	NOTHEXDIG(R11)
	MOVD R11, Bitmaps_NotHexDig(R2)
	WRONG(R10, R11, R12)
	ORR  R11, R8, R8
	B    done

edge:
	EDGE(R1)

// func classifyChunk(s string, m *Chunk) int
TEXT ·classifyChunk(SB), NOSPLIT, $0-32
	MOVD  s_base+0(FP), R0
	MOVD  s_len+8(FP), R1
	MOVD  m+16(FP), R2
	MOVD  ZR, R3              // for LOOKUP
	CONSTANTS
	ROW(const_RowPlain, F20)
	ROW(const_RowDelims, F21)
	MOVD  $const_ChunkLen, R4
	CMP   R4, R1
	CSEL  GT, R4, R1, R1
	AND   $-64, R1, R1
	MOVD  R1, ret+24(FP)

next:
	CBZ    R1, done
	VLD1.P 64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	NIBBLES
	LOOKUP(V20, R8)
	LOOKUP(V21, R9)
	MVN    R8, R8
	ORR    R8, R9, R9
	MOVD   R8, Chunk_Stops(R2)
	MOVD   R9, Chunk_Ends(R2)
	ADD    $8, R2
	SUB    $64, R1
	B      next

done:
	RET

// func spanBlocks(s string, n int, row *[32]uint8) int
TEXT ·spanBlocks(SB), NOSPLIT, $0-40
	MOVD  s_base+0(FP), R0
	MOVD  s_len+8(FP), R1
	MOVD  n+16(FP), R2
	MOVD  row+24(FP), R6
	FMOVQ (R6), F21
	CONSTANTS
	ROW(const_RowPercent, F22)
	SUB   $64, R1, R7            // start of the last block
	MOVD  ZR, R3

next:
	CMP R7, R2
	BGT last

block:
	// The block begins at R2 - R3. The shift by R3 brings in zeros above the end of s. They count as bytes outside
	// every set, so the span ends there.
	SUB  R3, R2, R4
	ADD  R4, R0, R6
	VLD1 (R6), [V0.B16, V1.B16, V2.B16, V3.B16]
	NIBBLES
	LOOKUP(V21, R8)
	MVN  R8, R8
	LOOKUP(V22, R10)
	CBNZ R10, percent
	CBNZ R8, found

advance:
	ADD $64, R4, R2
	B   next

last:
	// Fewer than 64 bytes are left. Take the last 64, of which the first R3 were already done.
	CMP R1, R2
	BGE done
	SUB R7, R2, R3
	B   block

percent:
	NOTHEXDIG(R11)
	WRONG(R10, R11, R12)
	ORR  R11, R8, R8
	CBNZ R8, found
	LSR  $62, R10, R10
	CBZ  R10, advance

	// A percent-encoding continues in the next block. Let that block begin with its "%".
	ADD  $63, R4, R2
	TBZ  $0, R10, next
	SUB  $1, R2, R2
	B    next

found:
	RBIT R8, R8
	CLZ  R8, R8
	ADD  R8, R2, R2

done:
	MOVD R2, ret+32(FP)
	RET

// CUT clears the bits of dst from bit n on. n is a register with at most 64.
#define CUT(n, dst) \
	MOVD $-1, R4            \
	LSL  n, R4, R4          \
	CMP  $64, n             \
	CSEL EQ, ZR, R4, R4     \
	BIC  R4, dst, dst

// OTHER sets dst to the bitmap of the bytes of the block at R0 that are not in the row of V21, or a "." after a "/". It
// shifts dst right by R3. It also reads the byte before the block.
#define OTHER(dst, tmp) \
	VLD1  (R0), [V0.B16, V1.B16, V2.B16, V3.B16]     \
	SUB   $1, R0, R4                                 \
	VLD1  (R4), [V28.B16, V29.B16, V30.B16, V31.B16] \
	VCMEQ V20.B16, V28.B16, V28.B16                  \
	VCMEQ V20.B16, V29.B16, V29.B16                  \
	VCMEQ V20.B16, V30.B16, V30.B16                  \
	VCMEQ V20.B16, V31.B16, V31.B16                  \
	VCMEQ V19.B16, V0.B16, V24.B16                   \
	VCMEQ V19.B16, V1.B16, V25.B16                   \
	VCMEQ V19.B16, V2.B16, V26.B16                   \
	VCMEQ V19.B16, V3.B16, V27.B16                   \
	VAND  V24.B16, V28.B16, V28.B16                  \
	VAND  V25.B16, V29.B16, V29.B16                  \
	VAND  V26.B16, V30.B16, V30.B16                  \
	VAND  V27.B16, V31.B16, V31.B16                  \
	BITMAP(V28, V29, V30, V31, tmp)                  \
	LSR   R3, tmp, tmp                               \
	NIBBLES                                          \
	LOOKUP(V21, dst)                                 \
	MVN   dst, dst                                   \
	ORR   tmp, dst, dst

// func copyPlain(dst *byte, s string, head int, rules *PlainRules) bool
TEXT ·copyPlain(SB), NOSPLIT, $0-41
	MOVD  s_base+8(FP), R1
	MOVD  s_len+16(FP), R2
	MOVD  head+24(FP), R4
	MOVD  rules+32(FP), R7
	FMOVQ PlainRules_Text(R7), F21
	FMOVQ PlainRules_Name(R7), F22
	VMOVI $0x2e, V19.B16
	VMOVI $0x2f, V20.B16
	CONSTANTS
	ADD   R4, R1, R0               // the host and what follows it, R10 bytes
	SUB   R4, R2, R10
	MOVD  ZR, R3
	AND   $4095, R0, R4
	CMP   $(4096-64), R4
	BHI   edge

load:
	// Bit i of the bitmaps describes byte i: they are shifted right by R3.
	OTHER(R8, R9)
	LOOKUP(V22, R9)
	MVN   R9, R9
	ADD   R3, R0, R0
	MOVD  ZR, R3
	RBIT  R9, R9
	CLZ   R9, R9                   // the end of the host
	CMP   R10, R9
	BHS   no
	MOVBU (R0)(R9), R4
	CMP   $0x2f, R4                // "/"
	BNE   no
	CMP   $64, R10
	BHI   more
	CUT(R10, R8)
	CBNZ  R8, maybeHash

copy:
	// Copy the first and the last bytes of s with two stores that overlap. Before the last 32 there may be others.
	MOVD dst+0(FP), R6
	MOVD $1, R4
	MOVB R4, ret+40(FP)
	CBZ  R6, done
	ADD  R2, R1, R4
	ADD  R2, R6, R5
	CMP  $32, R2
	BLO  copy16
	SUB  $32, R4, R4
	SUB  $32, R5, R5
	VLD1 (R4), [V4.B16, V5.B16]

next32:
	VLD1.P 32(R1), [V0.B16, V1.B16]
	VST1.P [V0.B16, V1.B16], 32(R6)
	CMP    R5, R6
	BLO    next32
	VST1   [V4.B16, V5.B16], (R5)
	RET

copy16:
	CMP  $16, R2
	BLO  copy8
	SUB  $16, R4, R4
	SUB  $16, R5, R5
	VLD1 (R1), [V0.B16]
	VLD1 (R4), [V4.B16]
	VST1 [V0.B16], (R6)
	VST1 [V4.B16], (R5)
	RET

copy8:
	MOVD (R1), R7
	MOVD -8(R4), R4
	MOVD R7, (R6)
	MOVD R4, -8(R5)

done:
	RET

maybeHash:
	// The only other byte may be the "#" of a fragment.
	RBIT  R8, R9
	CLZ   R9, R9
	MOVBU (R0)(R9), R4
	CMP   $0x23, R4 // "#"
	BNE   no
	SUB   $1, R8, R9
	AND   R9, R8, R8
	CBZ   R8, copy

no:
	MOVB ZR, ret+40(FP)
	RET

edge:
	EDGE(R10)

more:
	CBNZ R8, no

next:
	ADD $64, R0, R0
	SUB $64, R10, R10
	CMP $64, R10
	BHI block
	ADD R10, R0, R0 // the last 64 bytes of s, some of them again
	SUB $64, R0, R0
	MOVD $64, R10

block:
	OTHER(R8, R9)
	CBNZ R8, no
	CMP  $64, R10
	BHI  next
	B    copy

// COLONS sets the bytes of V0 to V3 to 0xff where the 64 bytes at the address in block are a ":" with a "/" after it, and
// to 0 elsewhere. V16 and V17 have the bytes ":" and "/".
#define COLONS(block, tmp) \
	VLD1  (block), [V0.B16, V1.B16, V2.B16, V3.B16] \
	ADD   $1, block, tmp                            \
	VLD1  (tmp), [V4.B16, V5.B16, V6.B16, V7.B16]   \
	VCMEQ V16.B16, V0.B16, V0.B16                   \
	VCMEQ V16.B16, V1.B16, V1.B16                   \
	VCMEQ V16.B16, V2.B16, V2.B16                   \
	VCMEQ V16.B16, V3.B16, V3.B16                   \
	VCMEQ V17.B16, V4.B16, V4.B16                   \
	VCMEQ V17.B16, V5.B16, V5.B16                   \
	VCMEQ V17.B16, V6.B16, V6.B16                   \
	VCMEQ V17.B16, V7.B16, V7.B16                   \
	VAND  V4.B16, V0.B16, V0.B16                    \
	VAND  V5.B16, V1.B16, V1.B16                    \
	VAND  V6.B16, V2.B16, V2.B16                    \
	VAND  V7.B16, V3.B16, V3.B16

// func indexColonSlash(s string, n int) int
TEXT ·indexColonSlash(SB), NOSPLIT, $0-32
	MOVD  s_base+0(FP), R0
	MOVD  s_len+8(FP), R1
	MOVD  n+16(FP), R3
	SUB   $65, R1, R2      // start of the last block of 64 bytes with a byte after it
	CMP   R2, R3
	BGT   portable
	MOVBU ·Available(SB), R4
	CBZ   R4, portable
	VMOVI $58, V16.B16     // ":"
	VMOVI $47, V17.B16     // "/"
	ADD   R0, R2, R2
	ADD   R0, R3, R3

next:
	COLONS(R3, R4)
	VORR  V0.B16, V1.B16, V4.B16
	VORR  V2.B16, V3.B16, V5.B16
	VORR  V4.B16, V5.B16, V4.B16
	VADDP V4.D2, V4.D2, V4.D2
	VMOV  V4.D[0], R6
	CBNZ  R6, found
	CMP   R2, R3
	BEQ   none
	ADD   $64, R3, R3
	CMP   R2, R3
	BLS   next
	MOVD  R2, R3               // the last block overlaps the one before it, where nothing was found
	B     next

found:
	CONSTANTS
	BITMAP(V0, V1, V2, V3, R6)
	RBIT R6, R6
	CLZ  R6, R6
	SUB  R0, R3, R3
	ADD  R3, R6, R6
	MOVD R6, ret+24(FP)
	RET

none:
	MOVD $-1, R6
	MOVD R6, ret+24(FP)
	RET

portable:
	B ·indexColonSlashPortable(SB)

// STOPS sets R8 and R9 to the results of stops for the block at R0 and the sets at R2. It sets V18 for BITMAP.
#define STOPS \
	MOVD  ZR, R3                                 \
	VLD1  (R0), [V0.B16, V1.B16, V2.B16, V3.B16] \
	CONSTANTS                                    \
	NIBBLES                                      \
	FMOVQ StopSets_Rows(R2), F20                 \
	LOOKUP(V20, R8)                              \
	MVN   R8, R8                                 \
	FMOVQ (StopSets_Rows+32)(R2), F20            \
	LOOKUP(V20, R9)                              \
	MVN   R9, R9

// func stopsColons(s string, n int, sets *StopSets) (first, second, colons uint64)
TEXT ·stopsColons(SB), NOSPLIT, $0-56
	MOVD  s_base+0(FP), R0
	MOVD  n+16(FP), R1
	MOVD  sets+24(FP), R2
	ADD   R1, R0, R0
	STOPS
	MOVD  R8, first+32(FP)
	MOVD  R9, second+40(FP)
	VMOVI $58, V16.B16
	VMOVI $47, V17.B16
	COLONS(R0, R1)
	BITMAP(V0, V1, V2, V3, R8)
	MOVD  R8, colons+48(FP)
	RET

// func stops(s string, n int, sets *StopSets) (first, second uint64)
TEXT ·stops(SB), NOSPLIT, $0-48
	MOVBU ·Available(SB), R4
	CBZ   R4, portable
	MOVD  s_base+0(FP), R0
	MOVD  n+16(FP), R1
	MOVD  sets+24(FP), R2
	ADD   R1, R0, R0
	STOPS
	MOVD  R8, first+32(FP)
	MOVD  R9, second+40(FP)
	RET

portable:
	B ·stopsPortable(SB)
