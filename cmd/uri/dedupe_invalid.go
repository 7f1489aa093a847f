package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// noteInvalid counts a line that is left out, and writes it to w unless w is nil, a filter left the line out, or the
// line is from the file of -against.
func (d *deduper) noteInvalid(w *bufio.Writer, line dedupe.Invalid) error {
	if line.Against {
		if !errors.Is(line.Err, errLeftOut) {
			d.badAgainst++
			if !d.CRLF && bytes.HasSuffix(line.Text, []byte("\r")) {
				d.crAgainst++
			}
		}
		return nil
	}
	if d.isLeftOut(line) {
		d.left++
		return nil
	}
	if d.dialect == dialect.URI && !errors.Is(line.Err, dedupe.ErrTooLong) {
		d.tryOthers(octet.Text(line.Text))
	}
	endsInCR := !d.CRLF && !d.input.NUL && bytes.HasSuffix(line.Text, []byte("\r")) // -0 excludes -crlf
	if w == nil && d.key == nil && !endsInCR {
		return nil // the mistake in the line is neither written nor counted
	}
	n, fault, ok := d.dialect.FaultOf(line.Err, 0)
	var e *uri.Error
	if errors.As(line.Err, &e) && e.Reason == uri.ReasonNoScheme {
		d.refused++
		n, fault.Component, fault.Reason = e.Offset, e.Component.String(), e.Reason.String()
	} else if !ok {
		n, fault.Reason = len(line.Text), fmt.Sprintf("longer than %d bytes", d.MaxLine)
	}
	if endsInCR && n == len(line.Text)-1 {
		d.cr++
	}
	if w == nil {
		return nil
	}
	d.bad = append(strconv.AppendInt(d.bad[:0], line.Number, 10), '\t')
	d.bad = engine.AppendFaultOf(d.bad, d.dialect, n, &fault, line.Text)
	_, err := w.Write(d.bad)
	return err
}

// isLeftOut reports whether a filter leaves an invalid line out.
func (d *deduper) isLeftOut(line dedupe.Invalid) bool {
	return errors.Is(line.Err, errLeftOut) || d.input.Filter.IsOn() && !d.input.Filter.Takes(line.Text, d.web)
}

// keepsInvalid implements dedupe.URIs.KeepInvalid.
func (d *deduper) keepsInvalid(line dedupe.Invalid) bool {
	if d.isLeftOut(line) {
		return false
	}
	d.kept++
	return true
}

// tryOthers counts an invalid line that another dialect would read.
func (d *deduper) tryOthers(line string) {
	if d.asIRI+d.asWeb+d.asText >= 2*maxTried {
		return
	}
	_, err := uri.Parse(line)
	if err == nil {
		return // a valid line, but its key needs a scheme
	}
	var e *uri.Error
	if errors.As(err, &e) && engine.HasTextBefore(octet.Bytes(line), e.Offset) {
		d.asText++
	}
	if _, err := iri.Parse(line); err == nil {
		d.asIRI++
	}
	if _, err := whatwg.Parse(line); err == nil {
		d.asWeb++
	}
}

// maxTried is about the number of lines that tryOthers counts for a dialect: more lines rarely change the hint.
const maxTried = 1000

// summarize writes what standard error has after the work.
func (d *deduper) summarize(stderr io.Writer, invalid int64) {
	say := func(format string, args ...any) { engine.Warn(stderr, "dedupe", fmt.Sprintf(format, args...)) }
	hint := func(reads, format string, args ...any) {
		if line := d.again(reads); line != "" {
			engine.Try(stderr, "dedupe: "+fmt.Sprintf(format, args...), line)
		} else {
			say(format, args...)
		}
	}
	lines := d.Stats().Lines
	share := func(n int64) string {
		if d.input.NUL {
			return engine.Share(n, lines, "record")
		}
		return engine.Share(n, lines, "line")
	}
	if d.kept > 0 {
		say("%s invalid, and kept", share(d.kept))
	}
	if invalid > d.kept {
		say("%s invalid, and left out", share(invalid-d.kept))
	}
	for _, other := range []struct {
		flag string
		n    int64
	}{{"-iri", d.asIRI}, {"-web", d.asWeb}} {
		isExcluded := other.flag == "-web" && d.key != nil && !d.key.web
		if other.n > 0 && 2*d.cr <= lines && !isExcluded {
			hint(other.flag, "%s reads invalid lines of this input", other.flag)
		}
	}
	if d.asText > 0 && 2*(invalid-d.kept) > lines {
		hint("find", "lines have text before an address")
	}
	if d.badAgainst > 0 {
		if 2*d.crAgainst > d.badAgainst {
			hint("-crlf", "invalid lines in the file of -against: %s, for a carriage return at the end", engine.Grouped(d.badAgainst))
		} else {
			say("invalid lines in the file of -against: %s", engine.Grouped(d.badAgainst))
		}
	}
	if d.left > 0 {
		say("%s left out by %s", share(d.left), &d.input.Filter)
	}
	if d.refused > 0 {
		hint("resolve", "%s without a scheme, which -key needs", share(d.refused))
	}
	if 2*d.cr > lines {
		hint("-crlf", "%s invalid for a carriage return at the end", share(d.cr))
	}
	if d.hadMark.Load() {
		say("the input begins with a byte order mark, which is not read; -plain reads it")
	}
}
