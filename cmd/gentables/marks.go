package main

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// The marks of a grammar file say what is made of the grammar. A mark is a comment that begins with ";@", so the file
// remains ABNF. README.md describes the marks of scanners:
//
//	;@ package date
//	;@ bytes
//	;@ word date-month = a month
//	;@ type DateTime = date-time
//	;@ func ParseDateTime
//	;@ limit 64
//	;@ component Hour = time-hour in partial-time

// marks are the marks of all files of a grammar.
type marks struct {
	pkg      string          // of the Go file
	bytes    bool            // numbers are bytes, not code points
	words    map[string]word // what errors call a rule, by its name in lower case
	scanners []*scanner

	// for package tables
	delimiters []delimiter
	inside     map[string]string // the rule by the name of a tag
	sets       []namedRule
}

// A word is the text of a mark word.
type word struct {
	pos  pos
	text string
}

// A namedRule is a rule under another name.
type namedRule struct{ Name, Rule string }

// A scanner is a type of the Go file, with the function that parses it.
type scanner struct {
	pos        pos
	Type, Rule string
	Parse      string
	Limit      int64 // of the length in bytes
	Fields     []field
}

// Repeated returns the bounds of repeated components.
func (sc *scanner) Repeated() (set bounds) {
	for i, f := range sc.Fields {
		if f.Repeated {
			set |= 3 << (2 * i)
		}
	}
	return set
}

// A field is a component of a scanner.
type field struct {
	pos    pos
	Name   string
	Text   string // the right side of the mark
	places []place

	Optional, Repeated bool // in the automaton
}

// A place is a rule in the definition of another rule, which is in the definition of a further rule, and so on.
type place []string

const (
	maxFields = 31 // each has two bits of bounds
	maxLength = 1<<32 - 2
)

// reserved are the methods that a component cannot be called.
var reserved = []string{"String", "MarshalText", "UnmarshalText"}

// readMarks reads the marks of a file.
func (g *grammar) readMarks(src source) {
	for i, line := range strings.Split(src.text, "\n") {
		if text, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), ";@"); ok {
			g.readMark(pos{src.file, i + 1}, strings.TrimSpace(text))
		}
	}
}

// usages are the forms of marks.
var usages = map[string]string{
	"package":   "package NAME",
	"word":      "word RULE = TEXT",
	"type":      "type NAME = RULE" + capital,
	"func":      "func NAME" + capital,
	"limit":     "limit BYTES, from 1 to " + strconv.FormatUint(maxLength, 10),
	"component": "component NAME = RULE, RULE in RULE, or several of these with / between them",
}

// capital is what a usage says of a name.
const capital = ", where the name begins with a capital letter"

func (g *grammar) readMark(at pos, text string) {
	m := &g.marks
	verb, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	name, value, _ := strings.Cut(rest, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if (verb == "func" || verb == "limit" || verb == "component") && len(m.scanners) == 0 {
		at.fail("the mark %s comes before the first mark type", verb)
	}
	ok := true
	switch verb {
	case "package":
		m.pkg, ok = rest, isPackageName(rest)
	case "bytes":
		m.bytes = true
	case "word":
		m.words[strings.ToLower(name)], ok = word{at, value}, value != ""
	case "type":
		sc := &scanner{pos: at, Type: name, Rule: value, Parse: "Parse", Limit: maxLength}
		if len(m.scanners) > 0 {
			sc.Parse += name
		}
		m.scanners, ok = append(m.scanners, sc), isExported(name) && value != ""
	case "func":
		m.last().Parse, ok = rest, isExported(rest)
	case "limit":
		n, err := strconv.ParseUint(rest, 10, 32)
		m.last().Limit, ok = int64(n), err == nil && 1 <= n && n <= maxLength
	case "component":
		ok = m.last().readComponent(at, name, value)
	case "delimiter":
		g.readDelimiter(at, name, value)
	case "inside":
		m.inside[name] = value
	case "set":
		m.sets = append(m.sets, namedRule{name, value})
	default:
		at.fail("unknown mark %q; want bytes, component, func, limit, package, type or word", verb)
	}
	if !ok {
		at.fail("the mark is incomplete; want ;@ %s", usages[verb])
	}
}

// last returns the scanner that is described.
func (m *marks) last() *scanner { return m.scanners[len(m.scanners)-1] }

// isPackageName reports whether a Go file can be in a package called name.
func isPackageName(name string) bool { return token.IsIdentifier(name) && name != "_" }

// isExported reports whether other packages see a name of Go, and whether it begins with an ASCII letter.
func isExported(name string) bool {
	return token.IsIdentifier(name) && 'A' <= name[0] && name[0] <= 'Z'
}

// readComponent reads the mark component NAME = PLACE / PLACE, and reports whether it has this form.
func (sc *scanner) readComponent(at pos, name, value string) bool {
	f := field{pos: at, Name: name, Text: value}
	for part := range strings.SplitSeq(value, "/") {
		p := strings.Split(strings.Join(strings.Fields(part), " "), " in ")
		if slices.ContainsFunc(p, func(rule string) bool { return rule == "" || strings.Contains(rule, " ") }) {
			return false
		}
		f.places = append(f.places, p)
	}
	switch {
	case !isExported(name):
		at.fail("a component becomes a method, so its name begins with a capital letter and has letters and digits; got %q", name)
	case slices.Contains(reserved, name) || slices.ContainsFunc(sc.Fields, func(f field) bool { return f.Name == name }):
		at.fail("%s already has a method %s", sc.Type, name)
	case len(sc.Fields) == maxFields:
		at.fail("more than %d components", maxFields)
	}
	sc.Fields = append(sc.Fields, f)
	return true
}

// checkMarks rejects marks of rules that the grammar does not have, and marks without a type.
func (g *grammar) checkMarks() {
	need := func(at pos, name string) {
		if g.rule(name) == nil {
			at.fail("no rule %s", name)
		}
	}
	if len(g.marks.scanners) == 0 {
		g.order[0].pos.fail("no mark says what to compile; begin the file with\n\t;@ package NAME\n\t;@ type NAME = %s\n\t;@ component NAME = RULE",
			g.order[0].name)
	}
	var declared []string
	for _, sc := range g.marks.scanners {
		need(sc.pos, sc.Rule)
		for _, name := range []string{sc.Type, sc.Type + "Error", sc.Parse, sc.Parse + "Bytes", lowerCamel(sc.Type)} {
			if slices.Contains(declared, name) {
				sc.pos.fail("two declarations are called %s; change the mark type, or the mark func", name)
			}
			declared = append(declared, name)
		}
		for _, f := range sc.Fields {
			for _, rule := range slices.Concat(f.places...) {
				need(f.pos, rule)
			}
		}
	}
	for name, w := range g.marks.words {
		need(w.pos, name)
	}
}

// boundsOf returns the bounds at the beginning of a rule, and the index of its innermost component, plus 1. The frame
// has the rules around the rule.
func (sc *scanner) boundsOf(rule string, around *frame) (begin bounds, inner int) {
	for i, f := range sc.Fields {
		for _, p := range f.places {
			if b := bounds(1) << (2 * i); strings.EqualFold(p[0], rule) && around.allows(p[1:], b) {
				begin |= b
				inner = i + 1
			}
		}
	}
	return begin, inner
}

// A frame is a rule, the components that it is, and the rules around it.
type frame struct {
	rule  string
	begin bounds
	up    *frame
}

// allows reports whether the frame begins with the rules of a place, and is not inside of its component.
func (f *frame) allows(rules place, begin bounds) bool {
	for ; f != nil; f = f.up {
		if f.begin&begin != 0 || len(rules) > 0 && !strings.EqualFold(f.rule, rules[0]) {
			return false
		}
		rules = rules[min(1, len(rules)):]
	}
	return len(rules) == 0
}
