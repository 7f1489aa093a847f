package engine

import (
	"encoding/binary"

	"github.com/urispan/uri/fsm"
)

// Many answers are a fixed text and the record itself: nearly all answers of check and normalize are. A frame appends
// them in half the time that a Step and a Format take.

// A frame describes answers that consist of a prefix, the record and a byte that ends the answer.
type frame struct {
	before uint64                     // the text before the record, the first byte in the lowest bits
	size   int                        // the length of that text
	same   func(rec *fsm.Record) bool // reports whether the answer has this form; nil if it always does
	end    byte
}

// newFrame returns the frame of the answers with the options o, or nil if answers have another form.
func (o *Options) newFrame(f *Formats) *frame {
	switch {
	case o.Dialect.AppendText != nil || o.work.NewStep != nil && o.work.Unchanged == nil:
	case o.format != nil:
		if before, ok := o.format.plain.before(); ok {
			return o.frameOf(before, '\n')
		}
	case o.isBare(f):
		return o.frameOf("", o.end())
	case f.LinePrefix != "":
		return o.frameOf(f.LinePrefix, '\n')
	}
	return nil
}

// frameOf returns a frame, or nil if the text is too long.
func (o *Options) frameOf(before string, end byte) *frame {
	var room [8]byte
	if len(before) > len(room) {
		return nil
	}
	copy(room[:], before)
	return &frame{binary.LittleEndian.Uint64(room[:]), len(before), o.work.Unchanged, end}
}

// before returns the text before the record if the template prints that text and the record alone.
func (steps plainTemplate) before() (text string, ok bool) {
	if len(steps) == 2 && steps[0].isText() {
		text, steps = steps[0].text, steps[1:]
	}
	return text, len(steps) == 1 && steps[0].same
}

// isText reports whether the step appends nothing but text.
func (step *plainStep) isText() bool {
	return step.part == nil && step.valid == nil && step.invalid == nil && step.condition == nil
}

// append appends the answer for a record. If the answer has another form, append returns false.
func (f *frame) append(dst []byte, rec *fsm.Record) ([]byte, bool) {
	if !rec.OK || rec.Cut || len(rec.Bytes) > longRecord || f.same != nil && !f.same(rec) {
		return dst, false
	}
	end := len(dst) + f.size
	dst = binary.LittleEndian.AppendUint64(dst, f.before)[:end] // faster than a copy of few bytes
	dst = append(dst, rec.Bytes...)
	return append(dst, f.end), true
}
