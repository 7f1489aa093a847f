package main

import "fmt"

const checkUsage = `usage: uri check [flags] [REF ...]

Check tells whether each input is a URI-reference (RFC 3986, section 4.1) and,
if it is not, the offset of the first byte at which it cannot be one any more
(the input's length if it only ends too early).

  -iri  tell whether it is an IRI-reference (RFC 3987, section 2.2), and the
        offset of the first byte of the first character that is wrong

On a terminal it prints a line for a valid reference, the reference with a
caret under that byte for an invalid one, and at the end how many there were.

Elsewhere it prints tab-separated lines of five columns: the verdict (ok or
invalid), offset, component, reason (all three empty if ok), and the input.

With -json the keys are, in this order: input, ok; or, if ok is false: input,
ok, offset, component, reason.

  -audit  tell of a valid reference also what is hazardous about it: what leads
          those astray who trust it, what net/url or browsers read differently,
          and hosts that look like others. An IRI is looked at as the URI that
          it is mapped to. None of that makes it invalid, and the exit status
          is the same. At most ten findings of one hazard are told, and a host
          of more than 65536 bytes is not compared with others: that is told

With -audit, a line has a sixth column, the names of the hazards with ", "
between; and JSON a last key, hazards: an array of objects with the keys
hazard, range ([start, end) in bytes of the input) and text.

Examples:
  $ uri check -picture=never 'http://h/a b' http://h/a%20b
  invalid	10	path	illegal byte	http://h/a b
  ok				http://h/a%20b
  $ uri check -json http://h/a%20b
  {"input":"http://h/a%20b","ok":true}
  $ uri check -audit -picture=never //h//..
  ok				//h//..	dot segment, double slash
`

// checkLine appends the tab-separated line that checkUsage describes.
func checkLine(dst []byte, rec *record) []byte {
	if !rec.OK {
		return appendInvalidLine(dst, rec)
	}
	dst = append(dst, "ok\t\t\t\t"...)
	dst = append(dst, rec.Bytes...) // valid: nothing to escape
	if rec.audited {
		dst = appendHazardNames(append(dst, '\t'), rec.findings)
	}
	return append(dst, '\n')
}

// checkJSON appends the object that checkUsage describes.
func checkJSON(dst []byte, rec *record) []byte {
	if !rec.OK {
		return appendInvalid(dst, rec)
	}
	dst = appendValid(dst, rec)
	if rec.audited {
		dst = appendFindings(append(dst, `,"hazards":`...), rec.findings)
	}
	return append(dst, "}\n"...)
}

// checkPicture prints a verdict before each reference, and a caret under an invalid one.
func checkPicture(s screen) format {
	return func(dst []byte, rec *record) []byte {
		if !rec.OK {
			return appendCaret(dst, s, "invalid  ", rec)
		}
		p := pen{dst: dst, colour: s.colour, drain: rec.drain}
		p.put(0, "ok", good)
		all := display(rec.Bytes).from(0)
		p.putGlyphs(len("invalid  "), all, plain)
		p.endRow()
		var d drawing
		d.findings(rec.findings, all, len("invalid  "), s.width)
		return d.appendTo(p.dst, s)
	}
}

// checkSummary counts for a reader who sees only the last screen of many. One reference needs no counting.
func checkSummary(dst []byte, total, invalid int) []byte {
	if total < 2 {
		return dst
	}
	return fmt.Appendf(dst, "%d references, %d invalid\n", total, invalid)
}
