package main

import (
	"cmp"
	"fmt"
	"math/bits"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host/lookalike"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
)

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

// auditStep returns the Step of -audit.
func auditStep(d *dialect.Dialect) engine.Step {
	a := new(account)
	return func(rec *engine.Record) {
		a.findings = a.findings[:0]
		if rec.Value = a; rec.Valid() {
			a.findings = appendFindings(appendBeginning(a.findings, rec.Bytes), d, octet.Text(rec.Bytes))
		}
	}
}

// appendBeginning appends a finding if ref begins with a misspelled scheme, or with a host but no scheme.
func appendBeginning(list []finding, ref []byte) []finding {
	if n := engine.Slip(ref); n > 0 {
		return append(list, finding{"misspelled scheme", "The beginning is nearly http:// or https://.", 0, n})
	}
	if engine.HasName(ref) {
		const text = "It seems to begin with a host, but without a scheme and // it has none."
		return append(list, finding{"no scheme", text, 0, octet.Next(octet.Text(ref), 0, "/?#")})
	}
	return list
}

// hazardsKey is the key of the hazards.
var hazardsKey = engine.Key{Name: "hazards", Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
	return engine.AppendList(dst, rec.Value.(*account).findings, func(dst []byte, f finding) []byte {
		return appendObject(dst, "hazard", f.Name, "range", [2]int{f.Lo, f.Hi}, "text", f.Text)
	})
}}

// appendFindings appends the hazards of a valid reference in the dialect d. Those of an IRI are the hazards of the URI that it
// is mapped to, with its host in A-labels if IDNA accepts it, and the range of one in the host is the whole host.
func appendFindings(list []finding, d *dialect.Dialect, ref string) []finding {
	u := uriOf(d, ref)
	inURI := u.Ranges()
	inRef := inURI
	if d == dialect.IRI {
		i, _ := iri.Parse(ref)
		inRef = i.Ranges()
	}
	uriLo, uriHi, _ := inURI.Host()
	refLo, refHi, _ := inRef.Host()
	back := func(n, inHost int) int {
		switch {
		case d == dialect.URI:
			return n
		case n <= uriLo:
			return unmapped(ref[:refLo], n)
		case n >= uriHi:
			return refHi + unmapped(ref[refHi:], n-uriHi)
		}
		return inHost
	}
	list = appendHazards(list, u, func(lo, hi int) (int, int) { return back(lo, refLo), back(hi, refHi) })
	if fsm.HostKindOf(ref, &inRef) == fsm.RegName {
		list = appendLookalikes(list, ref[refLo:refHi], refLo)
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
	i := 0
	for at := 0; at < n && i < len(s); i++ {
		at++
		if s[i] >= utf8.RuneSelf {
			at += 2
		}
	}
	return i
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
