//go:build !(amd64 || arm64) || purego

package fsm

import "github.com/urispan/uri/internal/ranges"

// scan scans a reference with the automaton. It ignores the conditions of p on scheme and fragment.
func scan(p *rule, input any, r *ranges.Offsets) (n int, ok bool) {
	return walk(p, textOf(input), r)
}

// A chunk has no bitmaps: every record is scanned alone.
type chunk struct{}

func (*chunk) clear() {}

func (b *Batch) nextChunk() bool { return false }

// next sets b.rec to the next record and reports whether there is one.
func (b *Batch) next() bool { return b.nextAlone() }
