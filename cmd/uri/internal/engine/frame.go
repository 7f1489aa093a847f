package engine

import (
	"github.com/urispan/uri/fsm"
)

// Many answers are a fixed text and the record itself: nearly all answers of check and normalize are. A frame appends
// them in half the time that a Step and a Format take.

// A frame describes answers that consist of a text, the record and a newline.
type frame struct {
	before string                     // the text before the record
	same   func(rec *fsm.Record) bool // reports whether the answer has this form; nil if it always does
}

// newFrame returns the frame of the answers with the options o, or nil if answers have another form.
func (o *Options) newFrame(f *Formats) *frame {
	switch {
	case o.Dialect.AppendText != nil || o.work.NewStep != nil && o.work.Unchanged == nil:
	case o.format != nil:
		if before, ok := o.format.plain.before(); ok {
			return &frame{before, o.work.Unchanged}
		}
	case f.LinePrefix != "":
		return &frame{f.LinePrefix, o.work.Unchanged}
	}
	return nil
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
	return step.valid == nil && step.invalid == nil
}

// append appends the answer for a record. If the answer has another form, append returns false.
func (f *frame) append(dst []byte, rec *fsm.Record) ([]byte, bool) {
	if !rec.OK || rec.Cut || len(rec.Bytes) > longRecord || f.same != nil && !f.same(rec) {
		return dst, false
	}
	dst = append(append(dst, f.before...), rec.Bytes...)
	return append(dst, '\n'), true
}
