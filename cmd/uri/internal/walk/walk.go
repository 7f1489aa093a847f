// Package walk follows a reference through the automaton of its grammar, step by step, and names the rules of the RFC
// that each byte can be part of.
package walk

import (
	"cmp"
	_ "embed"
	"iter"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

//go:generate go run ../../../gentables -o zrules.go rules

// A ruleStep is a transition: the next state, and the index in ruleSets of the rules that the byte can be part of.
type ruleStep struct {
	next uint16
	set  uint8
}

// iriSets returns ruleSets with the names of rules in RFC 3987.
var iriSets = sync.OnceValue(func() (sets []string) {
	for _, set := range ruleSets {
		names := strings.Fields(set)
		for i, name := range names {
			names[i] = iriRuleName(name)
		}
		sets = append(sets, strings.Join(names, " "))
	}
	return sets
})

// sameRules are the rules that RFC 3987 takes from RFC 3986 unchanged.
const sameRules = " scheme port IP-literal IPvFuture IPv6address h16 ls32 IPv4address dec-octet pct-encoded "

// iriRuleName returns the name in RFC 3987 of a rule of RFC 3986. RFC 3987 adds ucschar to unreserved, and iprivate to
// query. All rules that contain these have the prefix "i".
func iriRuleName(rule string) string {
	switch {
	case rule == "URI":
		return "IRI"
	case strings.Contains(sameRules, " "+rule+" "):
		return rule
	}
	return "i" + rule
}

// A Walk runs two automata over a reference: one for its grammar, and one for the rules of the RFC.
type Walk struct {
	N     int          // the offset of the next byte
	State tables.State // of the automaton of the grammar

	s       []byte
	grammar tables.Automaton
	rules   uint16   // the state of the automaton of the rules
	sets    []string // the sets of rules in the names of the RFC
}

// New returns a walk at the beginning of s, a reference of RFC 3986 or, in the dialect IRI, of RFC 3987.
func New(s []byte, d *dialect.Dialect) Walk {
	w := Walk{State: tables.Start, s: s, grammar: tables.URI(), rules: 1, sets: ruleSets[:]}
	if d == dialect.IRI {
		w.grammar, w.sets = tables.IRI(), iriSets()
	}
	return w
}

// Step consumes a byte or, in an international dialect, a character. It returns the names of the rules that the byte
// can be part of, separated by spaces. At the end of the reference and at the byte that makes it invalid, Step returns
// false.
//
// The automaton of the rules reads URIs, which have no characters outside ASCII. Such a character is iunreserved, or
// iprivate in a query, and can be part of the same rules as the unreserved character "~".
func (w *Walk) Step() (rules string, ok bool) {
	size, next := w.next(w.s[w.N:])
	if next == tables.Invalid {
		return "", false
	}
	b := w.s[w.N]
	if b >= utf8.RuneSelf {
		b = '~'
	}
	to := ruleStates[w.rules][ruleClasses[b]]
	w.N, w.State, w.rules = w.N+size, next, to.next
	return w.sets[to.set], true
}

// Accepting reports whether the reference could end here.
func (w *Walk) Accepting() bool { return w.grammar.Accepting(w.State) }

// End calls Step until it returns false.
func (w *Walk) End() {
	for ok := true; ok; {
		_, ok = w.Step()
	}
}

// next returns the size of the first step in s and the state after it, which is tables.Invalid if s does not continue the
// reference. Each character is one step.
func (w *Walk) next(s []byte) (size int, state tables.State) {
	state = w.State
	for size < len(s) {
		state, _ = w.grammar.Step(state, s[size])
		if size++; !w.grammar.Context(state).InCharacter() {
			return size, state
		}
	}
	return size, tables.Invalid // s ends, perhaps inside a character
}

// takes reports whether the reference could continue with s, a byte or a character.
func (w *Walk) takes(s string) bool {
	_, state := w.next([]byte(s))
	return state != tables.Invalid
}

// Expected lists the possible continuations of the reference: names of character classes, single characters, and "end"
// if the reference could end here.
func (w *Walk) Expected() (list []string) {
	var left [256]bool
	for b := range utf8.RuneSelf {
		left[b] = w.takes(string(rune(b)))
	}
	unreserved := "unreserved"
	if w.takes("\u00a0") { // the first of ucschar
		unreserved = "iunreserved"
	}
	for _, class := range []struct {
		set  tables.Set
		name string
	}{
		{tables.Unreserved, unreserved}, {tables.SubDelims, "sub-delims"}, {tables.ALPHA, "ALPHA"},
		{tables.HEXDIG, "HEXDIG"}, {tables.DIGIT, "DIGIT"},
	} {
		if takeAll(&left, class.set) {
			list = append(list, class.name)
		}
	}
	if w.takes("\ue000") { // the first of iprivate
		list = append(list, "iprivate")
	}
	for b, is := range left {
		if is {
			list = append(list, string(rune(b)))
		}
	}
	if w.Accepting() {
		list = append(list, "end")
	}
	return list
}

// takeAll removes the class from bytes if bytes contains all of it, and reports whether it did.
func takeAll(bytes *[256]bool, class tables.Set) bool {
	for b, is := range bytes {
		if tables.Is(byte(b), class) && !is {
			return false
		}
	}
	for b := range bytes {
		bytes[b] = bytes[b] && !tables.Is(byte(b), class)
	}
	return true
}

// A Row is a range of consecutive bytes that can be part of the same rules.
type Row struct {
	Lo, Hi  int
	Rules   string         // the names of the rules, separated by spaces
	Text    string         // the rules with their sections: "path-absolute (3.3) or relative-part (4.2)"
	Context tables.Context // after the bytes
}

// Component returns the component of the bytes, which may be a delimiter of it. If the context does not determine the
// component yet, the ranges of the reference do.
func (r *Row) Component(ranges *fsm.Ranges) tables.Component {
	if _, hi, ok := ranges.Scheme(); ok && r.Lo <= hi {
		return tables.Scheme
	}
	if lo, _, ok := ranges.Authority(); ok && r.Lo < lo || r.Context.Component() == tables.None {
		return tables.Authority
	}
	return r.Context.Component()
}

// Rows yields the rows of s, as far as the walk through s goes.
func Rows(s []byte, d *dialect.Dialect) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		w := New(s, d)
		texts := map[string]string{} // by rules
		rules, ok := w.Step()
		for lo := 0; ok; {
			if texts[rules] == "" {
				texts[rules] = engine.Listed(withSections(rules), "or")
			}
			row := Row{Lo: lo, Rules: rules, Text: texts[rules]}
			for ok && rules == row.Rules {
				row.Hi, row.Context = w.N, w.grammar.Context(w.State)
				rules, ok = w.Step()
			}
			if !yield(row) {
				return
			}
			lo = row.Hi
		}
	}
}

// sections lists the rules, each in a row: its name, a tab, and its section of RFC 3986.
//
//go:embed sections.txt
var sections string

// sectionOf returns the section of RFC 3986 that defines a rule, or the rule that a rule of RFC 3987 extends.
func sectionOf(rule string) string {
	return cmp.Or(dialect.TextIn(sections, rule), dialect.TextIn(sections, strings.TrimPrefix(rule, "i")))
}

// withSections returns the names of rules with their sections: "path-absolute (3.3)" and "relative-part (4.2)" for
// "path-absolute relative-part".
func withSections(rules string) []string {
	names := strings.Fields(rules)
	for i, name := range names {
		names[i] = name + " (" + sectionOf(name) + ")"
	}
	return names
}
