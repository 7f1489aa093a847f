package main

import "strings"

// emitIRI writes the automaton for IRI-reference, and the characters that RFC 3987 adds to RFC 3986.
func emitIRI(f *goFile) {
	f.emitCodePoints("ucschar", "IsUcschar", "the characters that IRIs have beyond ASCII")
	f.emitCodePoints("iprivate", "IsIprivate", "the private characters of queries")
	emitAutomaton(f)
}

// emitCodePoints writes the ranges of a rule of characters outside ASCII, and the function that looks a character up in
// them.
func (f *goFile) emitCodePoints(rule, function, doc string) {
	definition := wrap(strings.Split(f.rule(rule), " / "), " / ", "\n//\t    ")
	f.printf(`// %[1]s reports whether r is in %[2]s, %[3]s (RFC 3987, section 2.2):
//
//	%[4]s
func %[1]s(r rune) bool { return inRanges(%[2]s[:], r) }

// %[2]s lists the first and the last code point of each range of the rule.
var %[2]s = [...][2]rune{
`, function, rule, doc, definition)
	for _, r := range f.grammar.codePoints(rule) {
		f.printf("{%#04x, %#04x},\n", r.lo, r.hi)
	}
	f.printf("}\n\n")
}
