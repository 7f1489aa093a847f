//go:build (amd64 || arm64) && !purego

package fsm

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// This file is the sheet road, which reads many records in one step. A sheet is a part of a batch, usually of 4 KiB. A
// kernel computes its bitmaps (package simd). Arithmetic on a few words of the bitmaps then finds the end of each
// record and splits it. So a record needs no call of a kernel and no search for its end. Reading records in this way
// takes less time than calling Scan for records whose ends are already known.
//
// nextAlone reads the other records: those that are invalid, that are long or continue after the sheet, that have a
// userinfo, an IP-literal, a long authority or a long first segment, or that have a percent-encoding in the host or in
// the first segment of a relative path.

// A sheet has the bitmaps of a part of the data of a batch.
type sheet struct {
	maps   simd.Sheet
	start  int  // the offset of the sheet in the data
	len    int  // in bytes
	starts uint // records that begin in the sheet, at an offset less than starts, are read from it
}

// clear makes m a sheet without records. It does not clear the bitmaps, because that takes time.
func (m *sheet) clear() { m.starts = 0 }

// window is the number of bytes of a record that one word of a bitmap describes. A word has 64 bits. Its first bit
// belongs to an offset that is a multiple of 8, so up to 7 bits belong to bytes before the record. Of the other 57, 56
// are used, so that the second word also begins at a multiple of 8.
const window = 56

// lookahead is the number of bytes that the sheet must have from the start of a record, so that two words can be read
// without checks. If there is no stop in the two words, the first stop counts as being at lookahead.
const lookahead = window + 64

// longRecord is a length in bytes. Records that are at least as long are read alone, because few of them end on the
// sheet on which they begin. After such a record no sheet is computed, because the next one is probably long as well.
const longRecord = 1024

// next sets b.rec to the next record and reports whether there is one.
func (b *Batch) next() bool {
	at := uint(b.pos - b.sheet.start)
	if at >= b.sheet.starts || at > simd.SheetLen-lookahead { // the second is never true, but removes checks of indexes
		return b.nextAlone()
	}
	i, shift := at/8, at%8
	stops := binary.LittleEndian.Uint64(b.sheet.maps.Stops[i:]) >> shift
	more := binary.LittleEndian.Uint64(b.sheet.maps.Stops[i+window/8:]) >> shift
	ends := binary.LittleEndian.Uint64(b.sheet.maps.Ends[i:]) >> shift
	n := bits.TrailingZeros64(stops)                            // the first stop: the end of most records
	n += (bits.TrailingZeros64(more) + window - 64) & -(n >> 6) // only if n is 64; a branch would be mispredicted
	s := b.data[b.pos:][:lookahead]
	schemeEnd, authority, path := len("https"), len(schemes.HTTPS), 0
	if !startsHTTPS(s) {
		schemeEnd, authority, path = sheetHead(s, ends)
	}
	hostEnd := path
	if authority != 0 {
		path = authority + bits.TrailingZeros64(ends>>(authority&63))
		hostEnd = path
		if path <= window && s[path] == ':' {
			path = skipRun(s, path+1, portRun)
		}
		if path > window || s[path] != '/' && path != n {
			return b.nextAlone()
		}
	}
	if path > n {
		return b.nextAlone()
	}
	r := b.rec.Ranges.offsets()
	r.SchemeEnd, r.Authority, r.Host, r.HostEnd = uint32(schemeEnd), uint32(authority), uint32(authority), uint32(hostEnd)
	r.Path, r.PathEnd, r.QueryEnd, r.End = uint32(path), uint32(n), uint32(n), uint32(n)
	if n == lookahead || s[n] != b.sep {
		if n = b.sheetTail(at, n); n < 0 {
			return b.nextAlone()
		}
		s = b.data[b.pos:]
	}
	b.rec.Bytes = s[:n:n]
	b.rec.Number++
	b.rec.Offset = b.offset + int64(b.pos)
	b.rec.Cut, b.rec.OK, b.rec.N = false, true, n
	b.pos += n + 1
	return true
}

// sheetHead returns the end of the scheme and the start of the authority of the record at the start of s. If the
// authority is undefined, it returns 0 for it, and the start of the path. If the record must be read alone, path is
// larger than any offset. ends is the first word of Ends.
func sheetHead(s []byte, ends uint64) (schemeEnd, authority, path int) {
	const other = math.MaxInt
	switch i := bits.TrailingZeros64(ends); {
	case i == 64 || s[i] == '@' || s[i] == '%':
		return 0, 0, other // a ":" may follow in the same segment
	case s[i] == ':' && (i == 0 || schemeLen(s) != i):
		return 0, 0, other
	case s[i] == ':':
		schemeEnd, path = i, i+1
	}
	if s[path] == '/' && s[path+1] == '/' {
		return schemeEnd, path + 2, 0
	}
	return schemeEnd, 0, path
}

// sheetTail returns the end of the record that begins at offset at of the sheet, and completes b.rec.Ranges. The record
// has no stop before n. It returns -1 if the record must be read alone.
func (b *Batch) sheetTail(at uint, n int) int {
	s := b.data[b.pos:][:min(b.sheet.len-int(at), longRecord)]
	r := b.rec.Ranges.offsets()
	undefined := uint32(math.MaxUint32)
	r.PathEnd, r.QueryEnd = undefined, undefined
	for n = b.sheet.nextStop(at, min(n, 2*window), len(s)); n >= 0; n = b.sheet.nextStop(at, n+1, len(s)) {
		switch c := s[n]; {
		case c == '?':
			r.PathEnd = min(r.PathEnd, uint32(n))
		case c == '#' && r.QueryEnd == undefined:
			r.PathEnd, r.QueryEnd = min(r.PathEnd, uint32(n)), uint32(n)
		case c == '%' && isPercent(s, n) && (r.Authority == 0 || n > int(r.Path)):
		case c == b.sep:
			r.PathEnd, r.QueryEnd, r.End = min(r.PathEnd, uint32(n)), min(r.QueryEnd, uint32(n)), uint32(n)
			return n
		default:
			return -1
		}
	}
	return -1
}

// nextStop returns the offset of the first stop at or after n, or -1 if it finds no stop before end. It may overlook a
// stop in the last 63 bytes before end. All offsets except at count from offset at of the sheet.
func (m *sheet) nextStop(at uint, n, end int) int {
	for i, end := int(at)+n, int(at)+end; i+64 <= end; i = i&^7 + 64 {
		if stops := binary.LittleEndian.Uint64(m.maps.Stops[i/8:]) >> (i % 8); stops != 0 {
			return i - int(at) + bits.TrailingZeros64(stops)
		}
	}
	return -1
}

// turnSheet computes the sheet that begins with the next record, unless that record is on a sheet already. It returns
// false if it does not compute a sheet. That is also so if too few bytes are left, if the records seem to be long, if
// they may be cut, or if the separator may occur in a reference, so that it is not a stop.
func (b *Batch) turnSheet() bool {
	rest := b.data[b.pos:]
	if uint(b.pos-b.sheet.start) < b.sheet.starts || len(rest) < 2*lookahead || len(b.rec.Bytes) >= longRecord ||
		maxVector == 0 || b.limit < simd.SheetLen || tables.Class(b.sep) != tables.Class(0) {
		return false
	}
	b.sheet.start, b.sheet.len = b.pos, simd.ClassifySheet(octet.Text(rest), &b.sheet.maps)
	b.sheet.starts = uint(b.sheet.len - lookahead + 1)
	return true
}
