package uribeam

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/urispan/uri"
)

func init() {
	register.DoFn3x0[string, func(string), func(Refused)](&Check{})
	register.DoFn3x0[string, func(string), func(Refused)](&Normalize{})
	register.Emitter1[string]()
	register.Emitter1[Refused]()
	beam.RegisterType(reflect.TypeFor[Refused]())
}

// Lines defines the lines that [Check] and [Normalize] accept.
type Lines struct {
	MaxLine int  // the length in bytes of the longest valid line: 1 MiB if it is 0 or negative
	CRLF    bool // a carriage return at the end of a line is not part of it
}

// DefaultMaxLine is the length in bytes of the longest valid line if [Lines.MaxLine] is 0 or negative.
const DefaultMaxLine = 1 << 20

// A Refused is a line that is not a URI-reference, and the reason.
type Refused struct {
	Input     []byte // the whole line, unchanged
	Offset    int    // in bytes, of the first invalid byte; the limit if the line is too long
	Component string // the name of a [uri.Component], or "" if the line is too long
	Reason    string // the text of a [uri.Reason], or "line too long"
}

const tooLong = "line too long"

// String returns OFFSET<TAB>COMPONENT<TAB>REASON<TAB>INPUT. The input begins after the third tab, and is not escaped.
func (r Refused) String() string {
	return fmt.Sprintf("%d\t%s\t%s\t%s", r.Offset, r.Component, r.Reason, r.Input)
}

// trim returns line without the carriage return of [Lines.CRLF], the limit on its length, and whether it is within the
// limit.
func (l Lines) trim(line string) (text string, limit int, ok bool) {
	if l.CRLF {
		line = strings.TrimSuffix(line, "\r")
	}
	limit = l.MaxLine
	if limit <= 0 {
		limit = DefaultMaxLine
	}
	return line, limit, len(line) <= limit
}

// refusal returns the Refused for a line that could not be parsed because of err.
func refusal(line string, err error) Refused {
	r := Refused{Input: []byte(line), Reason: err.Error()}
	if e, ok := errors.AsType[*uri.Error](err); ok {
		r.Offset, r.Component, r.Reason = e.Offset, e.Component.String(), e.Reason.String()
	}
	return r
}

// Check is a DoFn that takes lines and has two outputs: the lines that are URI-references (RFC 3986, section 4.1),
// without the carriage return of [Lines.CRLF], and a [Refused] for each other line.
//
//	valid, refused := beam.ParDo2(s, &uribeam.Check{}, lines)
type Check struct {
	Lines

	tally tally
}

// StartBundle prepares the counters.
func (c *Check) StartBundle(ctx context.Context, _ func(string), _ func(Refused)) { c.tally.start(ctx) }

// ProcessElement emits the line to one of the two outputs.
func (c *Check) ProcessElement(line string, valid func(string), refused func(Refused)) {
	text, limit, ok := c.trim(line)
	if !ok {
		c.tally.refuse(Refused{Input: []byte(line), Offset: limit, Reason: tooLong}, refused)
		return
	}
	if _, err := uri.Parse(text); err != nil {
		c.tally.refuse(refusal(line, err), refused)
		return
	}
	c.tally.valid++
	valid(text)
}

// FinishBundle reports the counters.
func (c *Check) FinishBundle(ctx context.Context, _ func(string), _ func(Refused)) {
	c.tally.report(ctx)
}

// Normalize is a DoFn that takes lines and has two outputs: the normal forms of the lines that are URI-references (RFC
// 3986, sections 6.2.2 and 6.2.3), and a [Refused] for each other line.
//
//	normal, refused := beam.ParDo2(s, &uribeam.Normalize{}, lines)
type Normalize struct {
	Lines

	tally tally
	buf   []byte
}

// StartBundle prepares the counters.
func (n *Normalize) StartBundle(ctx context.Context, _ func(string), _ func(Refused)) {
	n.tally.start(ctx)
}

// ProcessElement emits the normal form or a Refused.
func (n *Normalize) ProcessElement(line string, normal func(string), refused func(Refused)) {
	text, limit, ok := n.trim(line)
	if !ok {
		n.tally.refuse(Refused{Input: []byte(line), Offset: limit, Reason: tooLong}, refused)
		return
	}
	var err error
	if n.buf, err = uri.AppendNormalizedString(n.buf[:0], text); err != nil {
		n.tally.refuse(refusal(line, err), refused)
		return
	}
	n.tally.valid++
	normal(sameOr(text, n.buf))
}

// FinishBundle reports the counters.
func (n *Normalize) FinishBundle(ctx context.Context, _ func(string), _ func(Refused)) {
	n.tally.report(ctx)
}

// sameOr returns text if it equals b, and a copy of b otherwise.
func sameOr(text string, b []byte) string {
	if text == string(b) {
		return text
	}
	return string(b)
}
