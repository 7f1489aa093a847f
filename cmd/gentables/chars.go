package main

import (
	"slices"
)

// Chars returns the bytes that occur in the rule called name outside of pct-encoded.
func (g *grammar) Chars(name string) (s byteSet) {
	g.walk(g.mustRule(name).body, func(n *node) {
		if n.op == opSet {
			s = s.union(n.set)
		}
	}, "pct-encoded")
	return s
}

// walk calls visit for n and for all nodes below it. It follows references to rules, except to those in without. It
// does not enter the second operand of a difference. So for a rule with a difference, the result of Chars may have more bytes.
func (g *grammar) walk(n *node, visit func(n *node), without ...string) {
	visit(n)
	if n.op == opRef && !slices.Contains(without, n.text) {
		g.walk(g.rule(n.text).body, visit, without...)
	}
	children := n.children
	if n.op == opMinus {
		children = children[:1]
	}
	for _, k := range children {
		g.walk(k, visit, without...)
	}
}
