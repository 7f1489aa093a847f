package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file writes the tables of IRIs: an automaton, the code points of ucschar and iprivate, and the tables by which
// package fsm skips text.

func emitIRI(f *goFile) {
	rows := f.grammar.textRows()
	emitPacked(f)
	f.printf(`// IRIIsText reports whether state loops on text: it is a run, and percent-encodings and the characters of ucschar also
// lead back to it and set no mark.
func IRIIsText(state %s) bool { return state-iriTextLo < iriTextHi-iriTextLo }

`, f.stateType())
	f.codePoints("ucschar", "IsUcschar", "the characters that IRIs have beyond ASCII")
	f.codePoints("iprivate", "IsIprivate", "the private characters of queries")
	f.textStates()
	f.textBytes()
	f.textTable(&rows)
}

// codePoints writes the ranges of a rule of characters outside ASCII, and the function that asks for them.
func (f *goFile) codePoints(rule, function, doc string) {
	definition := wrap(strings.Split(f.rule(rule), " / "), " / ", "\n//\t    ")
	f.printf(`// %[1]s reports whether r is in %[2]s, %[3]s (RFC 3987, section 2.2):
//
//	%[4]s
func %[1]s(r rune) bool { return inRanges(%[2]s[:], r) }

// %[2]s has the first and the last code point of each range of the rule.
var %[2]s = [...][2]rune{
`, function, rule, doc, definition)
	for _, r := range f.grammar.codePoints(rule) {
		f.printf("{%#04x, %#04x},\n", r.lo, r.hi)
	}
	f.printf("}\n\n")
}

// textExamples has an input that leads into the text of each component that can have it.
var textExamples = []struct{ name, input string }{
	{"Host", "//!"},
	{"Path", "/!"},
	{"Query", "?"},
	{"Fragment", "#"},
}

func (f *goFile) textStates() {
	f.printf("// The states that loop on the text of a component, each with an input that leads to it.\nconst (\n")
	for _, t := range textExamples {
		f.printf("\tIRIText%s = %d // %q\n", t.name, f.dfa.after(t.input), t.input)
	}
	f.printf(")\n\n")
}

func (f *goFile) textBytes() {
	plain := len(f.dfa.runSets)
	all := uint64(1)<<plain - 1
	f.printf(`// TextPlain is the bit of the bytes that do not begin a percent-encoding.
const TextPlain = 1 << %d

// textBytes has the run sets that contain each byte, and TextPlain. The bytes outside ASCII and "%%" are in all sets; "%%"
// is not plain.
var textBytes = [256]%s{
`, plain, tight(plain+1))
	f.byteRows(func(b byte) string {
		bits := f.dfa.runBits(b) | 1<<plain
		switch {
		case b == '%':
			bits = all
		case b >= utf8.RuneSelf:
			bits = all | 1<<plain
		}
		return hex(bits, plain+1)
	})
	f.printf("}\n\n")
}

func (f *goFile) textTable(rows *[256]uint64) {
	f.printf("// textRows has the transitions of the automaton that reads text: four bits of a word for each state.\n" +
		"var textRows = [256]uint64{\n")
	for b := 0; b < 256; b += 4 {
		var row []string
		for _, word := range rows[b : b+4] {
			row = append(row, fmt.Sprintf("%#016x", word))
		}
		f.printf("%#02x: %s,\n", b, strings.Join(row, ", "))
	}
	f.printf("}\n")
}
