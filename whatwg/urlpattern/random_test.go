package urlpattern_test

import (
	"math/rand/v2"
	"strings"
)

// A generator makes random patterns, and inputs that are likely to match them.
type generator struct {
	*rand.Rand
	regexps bool // patterns have regular expressions
	names   int
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

// text returns text for a pattern, and the same text in an input.
func (g *generator) text(delimiter string) string {
	var b strings.Builder
	for range 1 + g.IntN(3) {
		b.WriteString(g.pick("a", "b", "A", "1", "-", delimiter, "ab", "_"))
	}
	return b.String()
}

// component returns a pattern string of a component, and an input that it may match.
func (g *generator) component(delimiter string) (pattern, input string) {
	var p, in strings.Builder
	for range g.IntN(5) {
		x, y := g.piece(delimiter)
		p.WriteString(x)
		in.WriteString(y)
	}
	return p.String(), in.String()
}

// piece returns a piece of a pattern, and a string that it may match.
func (g *generator) piece(delimiter string) (pattern, input string) {
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
	before, after := g.pick("", delimiter, "a", "-"), g.pick("", delimiter, "b", ".")
	m, n := g.modifier()
	return "{" + before + p + after + "}" + m, strings.Repeat(before+in+after, n)
}

func (g *generator) modifier() (m string, n int) {
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
func (g *generator) group(delimiter string) (pattern, input string) {
	g.names++
	name := ":" + string(rune('a'+g.names%26)) + g.pick("", "x", "1")
	switch n := g.IntN(8); {
	case g.regexps && n < 4:
		p, in := g.regexp(2)
		if p == "" {
			p = "a"
		}
		if strings.HasPrefix(p, "?") {
			p = "b" + p
		}
		return g.pick("", name) + "(" + p + ")", in
	case n < 5:
		return g.pick("*", "(.*)"), g.text(delimiter)
	}
	return name, g.pick("a", "ab", "1", "b-")
}

// regexp returns a regular expression, and a string that it may match.
func (g *generator) regexp(depth int) (pattern, input string) {
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
			x, y = x+g.pick("{2}", "{1,3}", "{0,2}", "{2,}", "{0}"), y+y
		case 4:
			x += g.pick("*?", "+?", "??", "{1,2}?")
		}
		p.WriteString(x)
		in.WriteString(y)
	}
	if g.IntN(4) == 0 {
		x, y := g.atom(depth)
		return p.String() + "|" + x, g.pick(in.String(), y)
	}
	return p.String(), in.String()
}

func (g *generator) atom(depth int) (pattern, input string) {
	n := g.IntN(12)
	if depth == 0 {
		n = g.IntN(7)
	}
	switch n {
	case 0, 1, 2:
		s := g.pick("a", "b", "1", "A", "-")
		return s, s
	case 3:
		return g.pick(".", `\d`, `\w`, `\D`, `\W`, `\s`, `\S`, `\p{L}`, `\P{Lu}`, `\p{ASCII}`), g.pick("a", "1", "A")
	case 4:
		return g.class(1), g.pick("a", "b", "1", "A")
	case 5:
		return g.pick(`\.`, `\x61`, `\u0062`, `\u{41}`, `\/`, `\t`, `\-`, `\c`, `\1`, `]`, `}`, `\u017f`, `\u{212a}`), "a"
	case 6:
		return g.pick("", "a", "ab"), g.pick("a", "ab")
	case 7, 8:
		p, in := g.regexp(depth - 1)
		return "(?:" + p + ")", in
	case 9:
		p, _ := g.regexp(depth - 1)
		return g.pick("(?=", "(?!") + p + ")", ""
	case 10:
		p, in := g.regexp(depth - 1)
		return "(?<" + g.pick("x", "y", "z", "w", "x1", "y1") + ">" + p + ")", in
	}
	p, in := g.regexp(depth - 1)
	return g.pick("(?i:", "(?-i:", `\b(?:`, "^(?:", `\B(?:`, "$(?:") + p + ")", in
}

func (g *generator) class(depth int) string {
	operand := func() string {
		if depth > 0 && g.IntN(3) == 0 {
			return g.class(depth - 1)
		}
		return g.pick("a", "b", "1", "A", `\d`, `\w`, `\W`, `\-`, "&", `\p{Ll}`, `\P{Ll}`, "a-b", "A-Z", "0-9", `\u017f`, "^", "!")
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
	return "[" + g.pick("", "", "^") + list + "]"
}

// mutate changes some strings a little.
func (g *generator) mutate(s string) string {
	switch i := g.IntN(len(s) + 1); g.IntN(5) {
	case 0:
		return s[:i] + g.pick("a", "/", "b", "1", ".", "-", "A") + s[i:]
	case 1:
		return s[:i] + s[min(i+1, len(s)):]
	case 2:
		return s + g.pick("", "/", "a", s)
	}
	return s
}
