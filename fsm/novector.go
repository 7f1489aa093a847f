//go:build !(amd64 || arm64) || purego

package fsm

// This file is for systems without vector instructions, where every input takes the portable road.

// scan is Scan for a string or a []byte.
func scan(input any, r *offsets) (n int, ok bool) {
	if s, ok := input.(string); ok {
		return scanPortable(s, r)
	}
	return scanPortable(input.([]byte), r)
}

// scanOrigin is ScanOrigin for a string or a []byte.
func scanOrigin(input any, r *offsets) (n int, ok bool) {
	if s, ok := input.(string); ok {
		return scanOriginPortable(s, r)
	}
	return scanOriginPortable(input.([]byte), r)
}

// A sheet has no bitmaps: every record is read alone.
type sheet struct{}

func (*sheet) clear() {}

func (b *Batch) turnSheet() bool { return false }

// next sets b.rec to the next record and reports whether there is one.
func (b *Batch) next() bool { return b.nextAlone() }
