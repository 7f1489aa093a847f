package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/octet"
)

// The verb check answers with a verdict for each reference and, with -audit, its hazards.

// auditStep returns the Step of -audit.
func auditStep(appendHazards func([]finding, string) []finding) engine.Step {
	var list []finding
	return func(rec *engine.Record) {
		list = list[:0]
		rec.Value = &list
		if rec.Valid() {
			list = appendHazards(list, octet.Text(rec.Bytes))
		}
	}
}

// checkLine appends the tab-separated line that "uri help check formats" describes.
func checkLine(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalidLine(dst, rec)
	}
	end := len(dst) + len("ok\t") + len(rec.Dialect.Fields)
	dst = append(dst, "ok\t\t\t\t"...)[:end] // with an empty column for each field; there are at most three
	dst = rec.Dialect.AppendPart(dst, rec.Bytes)
	if list, audited := rec.Value.(*[]finding); audited {
		dst = appendNames(append(dst, '\t'), *list, func(f finding) string { return f.Name })
	}
	return append(dst, '\n')
}

// appendNames appends the distinct names of list, separated by ", ".
func appendNames[T any](dst []byte, list []T, nameOf func(T) string) []byte {
	var names []string
	for _, item := range list {
		if name := nameOf(item); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return append(dst, strings.Join(names, ", ")...)
}

// appendFindings appends the findings as a JSON array.
func appendFindings(dst []byte, list []finding) []byte {
	return engine.AppendList(dst, list, func(dst []byte, f finding) []byte {
		dst = escape.AppendJSON(append(dst, `{"hazard":`...), []byte(f.Name))
		dst = engine.AppendRange(dst, `,"range":`, f.Lo, f.Hi, true)
		return append(escape.AppendJSON(append(dst, `,"text":`...), []byte(f.Text)), '}')
	})
}

// checkPicture prints a verdict before each reference, and a caret under an invalid one.
func checkPicture(s paint.Screen) engine.Format {
	const left = len("invalid  ")
	return func(dst []byte, rec *engine.Record) []byte {
		if !rec.OK {
			return engine.AppendCaret(dst, s, "invalid  ", rec)
		}
		p := paint.NewPen(dst, s, rec.Drain)
		p.Put(0, "ok", paint.Good)
		all := paint.TextOf(rec.Bytes).From(0)
		p.PutGlyphs(left, all, paint.Plain)
		p.EndRow()
		if list, ok := rec.Value.(*[]finding); ok {
			return drawFindings(*list, all, left, s).AppendTo(p.Out, s)
		}
		return p.Out
	}
}

// drawFindings draws a line under the range of each finding that is on the screen, and the text of the finding. The
// argument all must be at the end of the reference.
func drawFindings(list []finding, all *paint.Glyphs, left int, s paint.Screen) *paint.Drawing {
	d := new(paint.Drawing)
	for i, f := range list {
		lo, hi := left+all.ColumnOf(f.Lo, s.Width), left+all.ColumnOf(f.Hi, s.Width)
		again := i > 0 && f.Lo == list[i-1].Lo && f.Hi == list[i-1].Hi
		if !again && !all.RightToLeft() && hi <= s.Width {
			d.Put(d.Rows(), lo, strings.Repeat("~", max(1, hi-lo)), paint.Bad)
		}
		text := fmt.Sprintf("%s at byte %d: %s", f.Name, f.Lo, f.Text)
		d.PutWrapped(d.Rows(), left, s.Width-left, text, paint.Plain)
	}
	return d
}

// checkSummary appends the number of references, for readers of the last screen. A single reference has no summary.
func checkSummary(dst []byte, total, invalid int) []byte {
	if total < 2 {
		return dst
	}
	return fmt.Appendf(dst, "%d references, %d invalid\n", total, invalid)
}
