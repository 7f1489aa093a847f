package urlpattern

import (
	"math/rand/v2"
	"strings"
)

// A Generator makes random patterns, and inputs that are likely to match them.
type Generator struct {
	*rand.Rand
	Regexps bool // patterns have regular expressions
	Names   int
}

func (g *Generator) Pick(list ...string) string { return list[g.IntN(len(list))] }

// text returns text for a pattern, and the same text in an input.
func (g *Generator) text(delimiter string) string {
	var b strings.Builder
	for range 1 + g.IntN(3) {
		b.WriteString(g.Pick("a", "b", "A", "1", "-", delimiter, "ab", "_"))
	}
	return b.String()
}

// Component returns a pattern string of a component, and an input that it may match.
func (g *Generator) Component(delimiter string) (pattern, input string) {
	var p, in strings.Builder
	for range g.IntN(5) {
		x, y := g.piece(delimiter)
		p.WriteString(x)
		in.WriteString(y)
	}
	return p.String(), in.String()
}

// piece returns a piece of a pattern, and a string that it may match.
func (g *Generator) piece(delimiter string) (pattern, input string) {
	switch g.IntN(6) {
	case 0, 1:
		s := g.text(delimiter)
		return s, s
	case 2:
		p, in := g.group(delimiter)
		return p, in
	case 3:
		p, in := g.group(delimiter)
		m, n := g.modifier()
		return p + m, strings.Repeat(in, n)
	case 4:
		s := g.text(delimiter)
		m, n := g.modifier()
		return "{" + s + "}" + m, strings.Repeat(s, n)
	}
	p, in := g.group(delimiter)
	before, after := g.Pick("", delimiter, "a", "-"), g.Pick("", delimiter, "b", ".")
	m, n := g.modifier()
	return "{" + before + p + after + "}" + m, strings.Repeat(before+in+after, n)
}

func (g *Generator) modifier() (m string, n int) {
	switch g.IntN(4) {
	case 0:
		return "?", g.IntN(2)
	case 1:
		return "*", g.IntN(4)
	case 2:
		return "+", 1 + g.IntN(3)
	}
	return "", 1
}

// group returns a group of a pattern, and a string that it may match.
func (g *Generator) group(delimiter string) (pattern, input string) {
	g.Names++
	name := ":" + string(rune('a'+g.Names%26)) + g.Pick("", "x", "1")
	switch n := g.IntN(8); {
	case g.Regexps && n < 4:
		p, in := g.regexp(2)
		if p == "" {
			p = "a"
		}
		if strings.HasPrefix(p, "?") {
			p = "b" + p
		}
		return g.Pick("", name) + "(" + p + ")", in
	case n < 5:
		return g.Pick("*", "(.*)"), g.text(delimiter)
	}
	return name, g.Pick("a", "ab", "1", "b-")
}

// regexp returns a regular expression, and a string that it may match.
func (g *Generator) regexp(depth int) (pattern, input string) {
	var p, in strings.Builder
	for range 1 + g.IntN(3) {
		x, y := g.atom(depth)
		switch g.IntN(8) {
		case 0:
			x, y = x+"*", strings.Repeat(y, g.IntN(3))
		case 1:
			x, y = x+"+", y+y
		case 2:
			x += "?"
		case 3:
			x, y = x+g.Pick("{2}", "{1,3}", "{0,2}", "{2,}", "{0}"), y+y
		case 4:
			x += g.Pick("*?", "+?", "??", "{1,2}?")
		}
		p.WriteString(x)
		in.WriteString(y)
	}
	if g.IntN(4) == 0 {
		x, y := g.atom(depth)
		return p.String() + "|" + x, g.Pick(in.String(), y)
	}
	return p.String(), in.String()
}

func (g *Generator) atom(depth int) (pattern, input string) {
	n := g.IntN(12)
	if depth == 0 {
		n = g.IntN(7)
	}
	switch n {
	case 0, 1, 2:
		s := g.Pick("a", "b", "1", "A", "-")
		return s, s
	case 3:
		return g.Pick(".", `\d`, `\w`, `\D`, `\W`, `\s`, `\S`, `\w`, `\p{L}`), g.Pick("a", "1", "A")
	case 4:
		return g.class(1), g.Pick("a", "b", "1", "A")
	case 5:
		return g.Pick(`\.`, `\x61`, `\u0062`, `\u{41}`, `\/`, `\t`, `\-`, `\c`, `\1`, `]`, `}`, `\u017f`, `\u{212a}`), "a"
	case 6:
		return g.Pick("", "a", "ab"), g.Pick("a", "ab")
	case 7, 8, 10:
		p, in := g.regexp(depth - 1)
		return g.Pick("(?:", "(?:", "(?:", "(?:", "(?<x>") + p + ")", in
	case 9:
		p, _ := g.regexp(depth - 1)
		return g.Pick("(?=", "(?!") + p + ")", ""
	}
	p, in := g.regexp(depth - 1)
	return g.Pick("(?:", `\b(?:`, "^(?:", `\B(?:`, "$(?:") + p + ")", in
}

func (g *Generator) class(depth int) string {
	operand := func() string {
		if depth > 0 && g.IntN(3) == 0 {
			return g.class(depth - 1)
		}
		return g.Pick("a", "b", "1", "A", `\d`, `\w`, `\W`, `\-`, "&", `\w`, `\W`, "a-b", "A-Z", "0-9", `\u017f`, "^", "!")
	}
	list := operand()
	switch g.IntN(5) {
	case 0:
		list += "--" + operand()
	case 1:
		list += "&&" + operand()
	case 2, 3:
		list += operand()
	}
	return "[" + g.Pick("", "", "^") + list + "]"
}

// Mutate changes some strings a little.
func (g *Generator) Mutate(s string) string {
	switch i := g.IntN(len(s) + 1); g.IntN(5) {
	case 0:
		return s[:i] + g.Pick("a", "/", "b", "1", ".", "-", "A") + s[i:]
	case 1:
		return s[:i] + s[min(i+1, len(s)):]
	case 2:
		return s + g.Pick("", "/", "a", s)
	}
	return s
}
