package main

import (
	"cmp"
	"flag"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host/lookalike"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

var checkVerb = &engine.Verb{
	Name:     "check",
	Dialects: dialect.All,
	Flags:    checkFlags,
	Formats: engine.Formats{
		Line:    checkLine,
		Columns: []string{"verdict", "offset", "component", "reason", "input"},
		Picture: checkPicture,
		Keys:    append([]engine.Key{engine.InputKey, engine.OKKey}, addressKeys((*engine.Record).Address)...),
		Summary: checkSummary,

		LinePrefix: "ok\t\t\t\t",
	},
	Web: webCheckFormats,
}

func checkFlags(fs *flag.FlagSet) engine.Prepare {
	audited := fs.Bool("audit", false, engine.NoValue)
	return func(args *engine.Arguments) (engine.Work, error) {
		appendHazards := appendURIFindings
		if args.Dialect == dialect.IRI {
			appendHazards = appendIRIFindings
		}
		switch isWeb := args.Dialect == dialect.Web; {
		case isWeb && *audited:
			return engine.Work{}, errNotWeb("audit")
		case isWeb:
			return engine.Work{NewStep: func() engine.Step { return new(account).check }}, nil
		case !*audited:
			return engine.Work{Hazards: countHazardous(appendHazards, args.Refs)}, nil
		}
		return engine.Work{
			NewStep: func() engine.Step { return auditStep(appendHazards) }, Column: "hazards",
			Keys: []engine.Key{hazardsKey},
		}, nil
	}
}

// countHazardous returns the number of references that have an authority, are valid and have hazards.
func countHazardous(appendHazards func([]finding, string) []finding, refs []string) (n int) {
	for _, ref := range refs {
		if strings.Contains(ref, "//") && len(appendHazards(nil, ref)) > 0 {
			n++
		}
	}
	return n
}

// auditStep returns the Step of -audit.
func auditStep(appendHazards func([]finding, string) []finding) engine.Step {
	a := new(account)
	return func(rec *engine.Record) {
		a.findings = a.findings[:0]
		if rec.Value = a; rec.Valid() {
			a.findings = appendHazards(a.findings, octet.Text(rec.Bytes))
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
	if a, ok := rec.Value.(*account); ok {
		dst = appendNames(append(dst, '\t'), a.findings)
	}
	return append(dst, '\n')
}

// appendNames appends the distinct names of list, separated by ", ".
func appendNames(dst []byte, list []finding) []byte {
	var names []string
	for _, f := range list {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return append(dst, strings.Join(names, ", ")...)
}

// hazardsKey is the key of the hazards.
var hazardsKey = engine.Key{Name: "hazards", Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
	return engine.AppendList(dst, rec.Value.(*account).findings, func(dst []byte, f finding) []byte {
		return appendObject(dst, "hazard", f.Name, "range", [2]int{f.Lo, f.Hi}, "text", f.Text)
	})
}}

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
		writeFindings(&p, shownFindings(rec), all, left, s.Width)
		return p.Out
	}
}

// writeFindings writes a line under the range of each finding that is on the screen, and the text of the finding. The
// argument all must be at the end of the reference.
func writeFindings(p *paint.Pen, list []finding, all *paint.Glyphs, left, width int) {
	for i, f := range list {
		lo, hi := left+all.ColumnOf(f.Lo, width), left+all.ColumnOf(f.Hi, width)
		again := i > 0 && f.Lo == list[i-1].Lo && f.Hi == list[i-1].Hi
		if !again && !all.RightToLeft() && hi <= width {
			p.Put(lo, strings.Repeat("~", max(1, hi-lo)), paint.Bad)
			p.EndRow()
		}
		text := fmt.Sprintf("%s at byte %d: %s", f.Name, f.Lo, cmp.Or(f.Text, dialect.WebText(f.Name)))
		p.PutWrapped(left, width-left, text, paint.Plain)
	}
}

// checkSummary appends the number of references, for readers of the last screen. A single reference has no summary.
func checkSummary(dst []byte, total, invalid int) []byte {
	if total < 2 {
		return dst
	}
	return fmt.Appendf(dst, "%d references, %d invalid\n", total, invalid)
}

// With -web, the verb check reports the validation errors of the URL Standard.

// check implements the Step of check.
func (a *account) check(rec *engine.Record) {
	a.findings = a.findings[:0]
	rec.Value = a
	if rec.Cut {
		rec.Valid() // false; sets the fault
		return
	}
	list, err := whatwg.Validate(whatwg.URL{}, octet.Text(rec.Bytes))
	a.findings = slices.Grow(a.findings, len(list))
	for _, e := range list {
		a.findings = append(a.findings, finding{Name: e.Code.String(), Lo: e.Offset, Hi: e.End})
	}
	if err == nil && len(list) > 0 {
		rec.Notice(engine.SignFaults)
	}
	if rec.OK = err == nil; err != nil {
		rec.RefuseFor(err, 0)
	}
}

// webCheckFormats are the formats of check.
var webCheckFormats = &engine.Formats{
	Line:    checkLine,
	Columns: []string{"verdict", "code", "offset", "input", "errors"},
	Picture: checkPicture,
	Keys: append([]engine.Key{
		engine.InputKey, engine.OKKey, errorsKey,
	}, addressKeys((*engine.Record).Address)...),
	Summary: checkSummary,
}

// errorsKey is the key of the errors. Long output is drained.
var errorsKey = engine.Key{Name: "errors", Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
	list := rec.Value.(*account).findings
	return engine.AppendList(dst, list[:min(len(list), maxRows(rec))], func(dst []byte, f finding) []byte {
		return paint.DrainLong(appendObject(dst, "code", f.Name, "offset", f.Lo, "end", f.Hi), rec.Drain)
	})
}}

// shownFindings returns the findings of a record, at most maxFindings with each name, in the order of their offsets.
func shownFindings(rec *engine.Record) (list []finding) {
	a, ok := rec.Value.(*account)
	if !ok {
		return nil
	}
	count := map[string]int{}
	for _, f := range a.findings {
		if count[f.Name]++; count[f.Name] <= maxFindings {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, finding.compare)
	return list
}

// The hazards of a valid reference are the findings of packages guard and lookalike.

// A finding is a hazard or a validation error, and its range of bytes in the input. Without a Text, dialect.WebText has it.
type finding struct {
	Name, Text string
	Lo, Hi     int
}

// compare compares the offsets of f and g.
func (f finding) compare(g finding) int { return cmp.Compare(f.Lo, g.Lo) }

// maxFindings limits the findings of one hazard that are reported. An input can have as many as it has bytes.
const maxFindings = 10

// maxCompared is the length in bytes of the longest host that package lookalike compares with others. It needs a
// hundred times the memory of a host with many labels, and names in the DNS have at most 253 bytes.
const maxCompared = 64 << 10

// appendURIFindings appends the hazards of a URI.
func appendURIFindings(list []finding, ref string) []finding {
	u, _ := uri.Parse(ref)
	list = appendHazards(list, u, func(lo, hi int) (int, int) { return lo, hi })
	if u.HostKind() == uri.HostRegName {
		host, _ := u.Host()
		r := u.Ranges()
		lo, _, _ := r.Host()
		list = appendLookalikes(list, host, lo)
	}
	return list
}

// appendIRIFindings appends the hazards of the URI that an IRI is mapped to, with its host in A-labels if IDNA accepts
// it. The range of a hazard in the host is the whole host.
func appendIRIFindings(list []finding, ref string) []finding {
	i, _ := iri.Parse(ref)
	u, err := i.URI(iri.HostLookup)
	if err != nil {
		u, _ = i.URI(iri.HostPercent) // this form has no errors
	}
	s := i.String()
	iriRanges, uriRanges := i.Ranges(), u.Ranges()
	iriLo, iriHi, _ := iriRanges.Host()
	uriLo, uriHi, _ := uriRanges.Host()
	back := func(n, inHost int) int {
		switch {
		case n <= uriLo:
			return unmapped(s[:iriLo], n)
		case n >= uriHi:
			return iriHi + unmapped(s[iriHi:], n-uriHi)
		}
		return inHost
	}
	list = appendHazards(list, u, func(lo, hi int) (int, int) { return back(lo, iriLo), back(hi, iriHi) })
	if fsm.HostKindOf(s, &iriRanges) == fsm.RegName {
		list = appendLookalikes(list, s[iriLo:iriHi], iriLo)
	}
	return list
}

// appendHazards appends the findings of package guard in u. The function place maps a range of u to one of the input.
func appendHazards(list []finding, u uri.URI, place func(lo, hi int) (int, int)) []finding {
	if guard.Audit(u) == 0 {
		return list
	}
	var count [64]int
	for f := range guard.Findings(u) {
		if n := &count[bits.TrailingZeros64(uint64(f.Hazard))]; *n < maxFindings {
			*n++
			lo, hi := place(f.Lo, f.Hi)
			list = append(list, finding{f.Hazard.String(), f.Hazard.Text(), lo, hi})
		}
	}
	return list
}

// unmapped returns the offset in s, a part of an IRI, of the byte at n in the URI. Each byte outside ASCII takes three
// bytes in the URI.
func unmapped(s string, n int) int {
	at := 0
	for i := range len(s) {
		if at >= n {
			return i
		}
		at++
		if s[i] >= utf8.RuneSelf {
			at += 2
		}
	}
	return len(s)
}

// appendLookalikes appends the findings of package lookalike in the host, which begins at lo in the input.
func appendLookalikes(list []finding, host string, lo int) []finding {
	if len(host) > maxCompared {
		text := fmt.Sprintf("The host has more than %d bytes and was not compared with others.", maxCompared)
		return append(list, finding{"lookalike unknown", text, lo, lo + len(host)})
	}
	text, _ := uri.Decode(host, 0)
	report, err := lookalike.Check(text)
	if err != nil {
		return append(list, finding{"lookalike unknown", err.Error(), lo, lo + len(host)})
	}
	count := 0
	for _, label := range report.Labels {
		start, end := lo+label.Start, lo+label.End
		if text != host {
			start, end = lo, lo+len(host)
		}
		for _, f := range label.Findings {
			if count++; count > maxFindings {
				return list
			}
			list = append(list, finding{"lookalike", f.Text(), start, end})
		}
	}
	return list
}
