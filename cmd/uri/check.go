package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/audit"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/iri"
)

const checkUsage = `usage: uri check [flags] [REF ...]

Check reports whether each input is a URI-reference (RFC 3986, section 4.1). If
it is not, check reports the offset of the first byte that no URI-reference
could have there, or the input's length if the input only ends too early.

  -iri  check for IRI-references (RFC 3987, section 2.2). The offset is that of
        the first byte of the first wrong character

On a terminal it prints a line for each valid reference. For an invalid one it
prints the reference with a caret under that byte. It ends with the number of
references.

Elsewhere it prints tab-separated lines of five columns: the verdict (ok or
invalid), offset, component, reason (all three empty if ok), and the input.

With -json the keys are, in this order: input, ok; or, if ok is false: input,
ok, offset, component, reason.

  -audit  also report the hazards of valid references: parts that deceive
          readers, parts that net/url or browsers read differently, and hosts
          that look like others. An IRI is audited as the URI that it is mapped
          to. Hazards make no reference invalid and do not change the exit
          status. At most ten findings of one hazard are reported. A host of
          more than 65536 bytes is not compared with others, which is reported

With -audit, a line has a sixth column, the names of the hazards, separated by
", ". JSON has a last key, hazards: an array of objects with the keys hazard,
range ([start, end) in bytes of the input) and text.

Examples:
  $ uri check -picture=never 'http://h/a b' http://h/a%20b
  invalid	10	path	illegal byte	http://h/a b
  ok				http://h/a%20b
  $ uri check -json http://h/a%20b
  {"input":"http://h/a%20b","ok":true}
  $ uri check -audit -picture=never //h//..
  ok				//h//..	dot segment, double slash
`

var checkVerb = &engine.Verb{
	Usage:    checkUsage,
	Dialects: []*dialect.Dialect{dialect.URI, dialect.IRI},
	Flags:    checkFlags,
	JSON:     checkJSON,
	Line:     checkLine,
	Picture:  checkPicture,
	Summary:  checkSummary,
}

// audits has the function of each dialect that appends the hazards of a valid reference.
var audits = map[*dialect.Dialect]func(list []audit.Finding, ref string) []audit.Finding{
	dialect.URI: func(list []audit.Finding, ref string) []audit.Finding {
		u, _ := uri.Parse(ref)
		return audit.AppendURI(list, u)
	},
	dialect.IRI: func(list []audit.Finding, ref string) []audit.Finding {
		i, _ := iri.Parse(ref)
		return audit.AppendIRI(list, i)
	},
}

func checkFlags(fs *flag.FlagSet) engine.Prepare {
	audited := fs.Bool("audit", false, engine.NoValue)
	return func(o *engine.Options) (engine.Work, error) {
		if !*audited {
			return engine.Work{}, nil
		}
		sample := func(rec *engine.Record) { rec.Audited, rec.Findings = true, make([]audit.Finding, 1) }
		return engine.Work{NewStep: func() engine.Step { return auditStep(audits[o.Dialect]) }, Sample: sample}, nil
	}
}

// auditStep returns the Step of -audit.
func auditStep(appendHazards func([]audit.Finding, string) []audit.Finding) engine.Step {
	var texts engine.Texts
	return func(rec *engine.Record) {
		rec.Audited, rec.Findings = true, rec.Findings[:0]
		if rec.Valid() {
			rec.Findings = appendHazards(rec.Findings, texts.Of(rec.Bytes))
		}
	}
}

// checkLine appends the tab-separated line that checkUsage describes.
func checkLine(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalidLine(dst, rec)
	}
	dst = append(dst, "ok\t\t\t\t"...)
	dst = append(dst, rec.Bytes...) // a valid reference needs no escaping
	if rec.Audited {
		dst = appendHazardNames(append(dst, '\t'), rec.Findings)
	}
	return append(dst, '\n')
}

// appendHazardNames appends the distinct names of the findings, separated by ", ".
func appendHazardNames(dst []byte, list []audit.Finding) []byte {
	var names []string
	for _, f := range list {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return append(dst, strings.Join(names, ", ")...)
}

// checkJSON appends the object that checkUsage describes.
func checkJSON(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalid(dst, rec)
	}
	dst = engine.AppendValid(dst, rec)
	if rec.Audited {
		dst = appendFindings(append(dst, `,"hazards":`...), rec.Findings)
	}
	return append(dst, "}\n"...)
}

// appendFindings appends the findings as a JSON array.
func appendFindings(dst []byte, list []audit.Finding) []byte {
	dst = append(dst, '[')
	for i, f := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = escape.AppendJSON(append(dst, `{"hazard":`...), []byte(f.Name))
		dst = engine.AppendRange(dst, `,"range":`, f.Lo, f.Hi, true)
		dst = escape.AppendJSON(append(dst, `,"text":`...), []byte(f.Text))
		dst = append(dst, '}')
	}
	return append(dst, ']')
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
		return drawFindings(rec.Findings, all, left, s).AppendTo(p.Out, s)
	}
}

// drawFindings draws a line under the range of each finding that is on the screen, and the text of the finding. The glyphs
// have been stepped through to the end of the reference.
func drawFindings(list []audit.Finding, all *paint.Glyphs, left int, s paint.Screen) *paint.Drawing {
	d := new(paint.Drawing)
	start := all.Start(s.Width)
	for i, f := range list {
		lo, hi := left+start.Column(f.Lo), left+start.Column(f.Hi)
		again := i > 0 && f.Lo == list[i-1].Lo && f.Hi == list[i-1].Hi
		if !again && !all.RightToLeft() && hi <= s.Width {
			d.Put(d.Rows(), lo, strings.Repeat("~", max(1, hi-lo)), paint.Bad)
		}
		text := fmt.Sprintf("%s at byte %d: %s", f.Name, f.Lo, f.Text)
		d.PutWrapped(d.Rows(), left, s.Width-left, text, paint.Plain)
	}
	return d
}

// checkSummary prints the number of references, for a reader who sees only the last screen. A single reference needs no
// summary.
func checkSummary(dst []byte, total, invalid int) []byte {
	if total < 2 {
		return dst
	}
	return fmt.Appendf(dst, "%d references, %d invalid\n", total, invalid)
}
