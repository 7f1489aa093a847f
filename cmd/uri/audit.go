package main

import (
	"flag"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host/lookalike"
	"github.com/urispan/uri/iri"
)

// This file is "uri check -audit": what packages guard and lookalike find in references that are valid.

// A finding is a hazard and the range of bytes of the input where it is.
type finding struct {
	name, text string
	lo, hi     int
}

// maxFindings is how many findings of one hazard are told: an input can have as many as it has bytes.
const maxFindings = 10

// checkFlags defines the flags of check.
func checkFlags(fs *flag.FlagSet, o *options) {
	iriFlag(fs, o)
	fs.BoolVar(&o.audit, "audit", false, noValue)
}

func prepareCheck(o *options) (func() step, error) {
	if !o.audit {
		return nil, nil
	}
	return func() step {
		var texts texts
		return func(rec *record) {
			rec.audited, rec.findings = true, rec.findings[:0]
			switch {
			case !rec.valid():
			case rec.iri:
				i, _ := iri.Parse(texts.of(rec.Bytes)) // which the scanner has found to be valid
				rec.auditIRI(i)
			default:
				u, _ := uri.Parse(texts.of(rec.Bytes))
				rec.audit(u)
			}
		}
	}, nil
}

func (rec *record) audit(u uri.URI) {
	rec.addHazards(u, func(lo, hi int) (int, int) { return lo, hi })
	if u.HostKind() == uri.HostRegName {
		host, _ := u.Host()
		lo, _, _ := u.Ranges().Host()
		rec.addLookalikes(host, lo)
	}
}

// addHazards adds what package guard finds in u, where place tells what of the input it is in.
func (rec *record) addHazards(u uri.URI, place func(lo, hi int) (int, int)) {
	if guard.Audit(u) == 0 {
		return
	}
	var told [64]int
	for f := range guard.Findings(u) {
		if n := &told[bits.TrailingZeros64(uint64(f.Hazard))]; *n < maxFindings {
			*n++
			lo, hi := place(f.Lo, f.Hi)
			rec.findings = append(rec.findings, finding{f.Hazard.String(), f.Hazard.Text(), lo, hi})
		}
	}
}

// auditIRI looks at the URI that i is mapped to, with its host in A-labels if IDNA knows such. What is found in the
// host is shown as in all of it.
func (rec *record) auditIRI(i iri.IRI) {
	u, err := i.URI(iri.HostLookup)
	if err != nil {
		u, _ = i.URI(iri.HostPercent) // which refuses nothing
	}
	s := i.String()
	iriLo, iriHi, _ := i.Ranges().Host()
	uriLo, uriHi, _ := u.Ranges().Host()
	back := func(n, inHost int) int {
		switch {
		case n <= uriLo:
			return unmapped(s[:iriLo], n)
		case n >= uriHi:
			return iriHi + unmapped(s[iriHi:], n-uriHi)
		}
		return inHost
	}
	rec.addHazards(u, func(lo, hi int) (int, int) { return back(lo, iriLo), back(hi, iriHi) })
	if i.HostKind() == uri.HostRegName {
		rec.addLookalikes(s[iriLo:iriHi], iriLo)
	}
}

// unmapped returns the offset in s, a part of an IRI, of that which is at n in the URI: each byte outside ASCII is
// three there.
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

// maxCompared is the length in bytes of the longest host that is compared with others. A name in the DNS has at most 253.
// Package lookalike needs a hundred times the memory of a host with many labels.
const maxCompared = 64 << 10

// addLookalikes adds the findings of package lookalike in the host that begins at lo.
func (rec *record) addLookalikes(host string, lo int) {
	if len(host) > maxCompared {
		text := fmt.Sprintf("The host has more than %d bytes and was not compared with others.", maxCompared)
		rec.findings = append(rec.findings, finding{"lookalike unknown", text, lo, lo + len(host)})
		return
	}
	text, _ := uri.Decode(host, 0)
	report, err := lookalike.Check(text)
	if err != nil {
		rec.findings = append(rec.findings, finding{"lookalike unknown", err.Error(), lo, lo + len(host)})
		return
	}
	told := 0
	for _, label := range report.Labels {
		start, end := lo+label.Start, lo+label.End
		if text != host {
			start, end = lo, lo+len(host)
		}
		for _, f := range label.Findings {
			if told++; told > maxFindings {
				return
			}
			rec.findings = append(rec.findings, finding{"lookalike", f.Text(), start, end})
		}
	}
}

// appendFindings appends the findings as a JSON array.
func appendFindings(dst []byte, list []finding) []byte {
	dst = append(dst, '[')
	for i, f := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendJSON(append(dst, `{"hazard":`...), []byte(f.name))
		dst = appendRange(dst, `,"range":`, f.lo, f.hi, true)
		dst = appendJSON(append(dst, `,"text":`...), []byte(f.text))
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// appendHazardNames appends the names of the findings, each once, with commas between.
func appendHazardNames(dst []byte, list []finding) []byte {
	var names []string
	for _, f := range list {
		if !slices.Contains(names, f.name) {
			names = append(names, f.name)
		}
	}
	return append(dst, strings.Join(names, ", ")...)
}

// findings draws a line under the range of each finding, if that is on the screen, and the text of the finding. The
// glyphs have gone through all of the reference.
func (d *drawing) findings(list []finding, all *glyphs, left, width int) {
	start := all.start(width)
	for i, f := range list {
		lo, hi := left+start.column(f.lo), left+start.column(f.hi)
		again := i > 0 && f.lo == list[i-1].lo && f.hi == list[i-1].hi
		if !again && !all.rtl && hi <= width {
			d.put(len(d.rows), lo, strings.Repeat("~", max(1, hi-lo)), bad)
		}
		d.wrapped(len(d.rows), left, width-left, fmt.Sprintf("%s at byte %d: %s", f.name, f.lo, f.text), plain)
	}
}
