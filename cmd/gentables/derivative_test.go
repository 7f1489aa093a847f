package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/tables"
)

// TestDerivatives proves again, without the NFA, that the tables agree with the grammars. It takes derivatives of the
// grammar as a regular expression (Brzozowski, "Derivatives of Regular Expressions", 1964). The derivative of e by a
// byte is the language of the strings that may follow the byte in a sentence of e. The derivative of a difference is
// the difference of the derivatives, so the operator needs no construction of its own.

type kind uint8

const (
	kindNothing kind = iota // no sentence
	kindEmpty               // the empty sentence
	kindSet
	kindCat // two children
	kindAlt
	kindStar
	kindMinus // two children
)

// An expr is a regular expression. Equal expressions have the same pointer.
type expr struct {
	kind     kind
	id       int
	set      byteSet
	children []*expr
	nullable bool // the empty input is a sentence
}

// exprs makes expressions and keeps one copy of each.
type exprs struct {
	grammar     *grammar
	known       map[string]*expr
	list        []*expr
	rules       map[string]*expr
	derivatives map[[2]int]*expr
}

func newExprs(g *grammar) *exprs {
	x := &exprs{grammar: g, known: map[string]*expr{}, rules: map[string]*expr{}, derivatives: map[[2]int]*expr{}}
	x.make(kindNothing, byteSet{}, false) // id 0
	x.make(kindEmpty, byteSet{}, true)    // id 1
	return x
}

func (x *exprs) nothing() *expr { return x.list[0] }
func (x *exprs) empty() *expr   { return x.list[1] }

func (x *exprs) make(k kind, set byteSet, nullable bool, children ...*expr) *expr {
	key := fmt.Sprint(k, set)
	for _, e := range children {
		key += fmt.Sprint(" ", e.id)
	}
	e, ok := x.known[key]
	if !ok {
		e = &expr{kind: k, id: len(x.list), set: set, children: children, nullable: nullable}
		x.known[key] = e
		x.list = append(x.list, e)
	}
	return e
}

func (x *exprs) cat(a, b *expr) *expr {
	switch {
	case a == x.nothing() || b == x.nothing():
		return x.nothing()
	case a == x.empty():
		return b
	case b == x.empty():
		return a
	case a.kind == kindCat:
		return x.cat(a.children[0], x.cat(a.children[1], b))
	}
	return x.make(kindCat, byteSet{}, a.nullable && b.nullable, a, b)
}

// alt sorts the alternatives and drops copies, so that there are finitely many derivatives.
func (x *exprs) alt(list ...*expr) *expr {
	var children []*expr
	nullable := false
	for _, e := range list {
		flat := []*expr{e}
		if e.kind == kindAlt {
			flat = e.children
		}
		for _, k := range flat {
			if k != x.nothing() && !slices.Contains(children, k) {
				children = append(children, k)
				nullable = nullable || k.nullable
			}
		}
	}
	switch len(children) {
	case 0:
		return x.nothing()
	case 1:
		return children[0]
	}
	slices.SortFunc(children, func(a, b *expr) int { return a.id - b.id })
	return x.make(kindAlt, byteSet{}, nullable, children...)
}

func (x *exprs) star(a *expr) *expr {
	if a == x.nothing() || a == x.empty() {
		return x.empty()
	}
	return x.make(kindStar, byteSet{}, true, a)
}

func (x *exprs) minus(a, b *expr) *expr {
	switch {
	case a == x.nothing() || a == b:
		return x.nothing()
	case b == x.nothing():
		return a
	}
	return x.make(kindMinus, byteSet{}, a.nullable && !b.nullable, a, b)
}

// rule returns the expression of a rule of the grammar.
func (x *exprs) rule(name string) *expr {
	r := x.grammar.rule(name)
	if x.rules[r.name] == nil {
		x.rules[r.name] = x.of(r.body)
	}
	return x.rules[r.name]
}

func (x *exprs) of(n *node) *expr {
	var children []*expr
	for _, k := range n.children {
		children = append(children, x.of(k))
	}
	switch n.op {
	case opAlt, opRange:
		return x.alt(children...)
	case opSet:
		return x.make(kindSet, n.set, false)
	case opRef:
		return x.rule(n.text)
	case opMinus:
		return x.minus(children[0], children[1])
	case opRep:
		return x.repeat(children[0], n.min, n.max)
	}
	e := x.empty()
	for _, k := range slices.Backward(children) {
		e = x.cat(k, e)
	}
	return e
}

func (x *exprs) repeat(a *expr, least, most int) *expr {
	e := x.empty()
	if most < 0 {
		e = x.star(a)
	}
	for range max(0, most-least) {
		e = x.alt(x.empty(), x.cat(a, e))
	}
	for range least {
		e = x.cat(a, e)
	}
	return e
}

// derive returns the derivative of e by b. Bytes of the same class have the same derivatives.
func (x *exprs) derive(e *expr, b byte, class int) *expr {
	key := [2]int{e.id, class}
	if d := x.derivatives[key]; d != nil {
		return d
	}
	var children []*expr
	for _, k := range e.children {
		if e.kind == kindCat && len(children) == 1 && !e.children[0].nullable {
			break
		}
		children = append(children, x.derive(k, b, class))
	}
	d := x.nothing()
	switch e.kind {
	case kindSet:
		if e.set.has(b) {
			d = x.empty()
		}
	case kindAlt:
		d = x.alt(children...)
	case kindStar:
		d = x.cat(children[0], e)
	case kindMinus:
		d = x.minus(children[0], children[1])
	case kindCat:
		d = x.cat(children[0], e.children[1])
		if e.children[0].nullable {
			d = x.alt(d, children[1])
		}
	}
	x.derivatives[key] = d
	return d
}

// TestDerivatives proves, for all inputs, that the tables accept exactly the sentences of their rule, and that they
// stop where no sentence can continue. It walks the product of the tables and the derivatives of the rule.
func TestDerivatives(t *testing.T) {
	for _, a := range compileds {
		g, err := parseGrammar(mustRead(t, a.target)...)
		if err != nil {
			t.Fatal(err)
		}
		x := newExprs(g)
		var sets []byteSet
		for _, r := range g.order {
			g.walk(r.body, func(n *node) {
				if n.op == opSet && !slices.Contains(sets, n.set) {
					sets = append(sets, n.set)
				}
			})
		}
		type at struct {
			state tables.State
			e     *expr
		}
		states := a.states()
		var classes []byte // one byte of each class
		known := map[string]bool{}
		for c := range 256 {
			b := byte(c)
			var key []byte
			for _, set := range sets {
				key = fmt.Append(key, set.has(b))
			}
			for _, state := range states {
				key = fmt.Append(key, a.next(state, b))
			}
			if !known[string(key)] {
				known[string(key)] = true
				classes = append(classes, b)
			}
		}
		start := at{tables.Start, x.rule(a.start)}
		inputs := map[at]string{start: ""}
		queue := []at{start}
		from := map[*expr][]*expr{} // the expressions with a derivative that is the key
		for i := 0; i < len(queue); i++ {
			p := queue[i]
			for class, b := range classes {
				q := at{a.next(p.state, b), x.derive(p.e, b, class)}
				from[q.e] = append(from[q.e], p.e)
				if _, ok := inputs[q]; !ok {
					inputs[q] = inputs[p] + string([]byte{b})
					queue = append(queue, q)
				}
			}
		}
		alive := map[*expr]bool{}
		var spread func(e *expr)
		spread = func(e *expr) {
			if !alive[e] {
				alive[e] = true
				for _, f := range from[e] {
					spread(f)
				}
			}
		}
		for _, p := range queue {
			if p.e.nullable {
				spread(p.e)
			}
		}
		for _, p := range queue {
			if a.accepting(p.state) != p.e.nullable || (p.state != tables.Invalid) != alive[p.e] {
				t.Fatalf("%s, %q: the tables accept: %v, alive: %v; the grammar: %v, %v", a.start, inputs[p],
					a.accepting(p.state), p.state != tables.Invalid, p.e.nullable, alive[p.e])
			}
		}
		t.Logf("%s: %d pairs of a state and a derivative, %d classes", a.start, len(queue), len(classes))
	}
}

// TestDifference compiles rules with differences, and checks the inputs that the automata accept.
func TestDifference(t *testing.T) {
	for _, tt := range []struct{ src, in, out string }{
		{`s = *("a" / "b") - "ab"`, "- a b aa ba abb", "ab c"},
		{`s = %x61-7A - ( "x" / "y" )`, "a z", "x y - aa"},
		{`s = 1*a - 2a` + "\n" + `a = "a"`, "a aaa", "- aa"},
		{`s = "x" *"a" - "aa" "y"`, "xy xay xaaay", "xaay"},
		{`s = ( *"a" - "a" ) - "aa"`, "- aaa", "a aa"},
		{`s = *"a" - ( *"a" - "aa" )`, "aa", "- a aaa"},
		{`s = %s"aB" / "cD"`, "aB cd CD", "ab AB"},
		{"s = a - b ; \"-\" in a comment\na = b / \"c-d\"\nb = \"a-b\"\n", "c-d", "a-b"},
	} {
		m, err := generateText(tt.src+"\n", "s")
		if err != nil {
			t.Errorf("%q: %v", tt.src, err)
			continue
		}
		for _, want := range []bool{true, false} {
			inputs := tt.in
			if !want {
				inputs = tt.out
			}
			for _, in := range strings.Fields(inputs) {
				if in == "-" {
					in = ""
				}
				if got := m.dfa.accepts(in); got != want {
					t.Errorf("%q on %q: %v", tt.src, in, got)
				}
			}
		}
	}
	for src, want := range map[string]string{
		"s = \"a\" - \"a\"\n": "g.abnf:1: a difference without a sentence",
		"s = \"a\" -\n":       "g.abnf:2: expected an element at the end of the rule",
		"s = \"b\" /\n  1000(1000(1000\"a\")) - \"a\"\n": "g.abnf:2: more than 100000 states after expanding repetitions",
		"s = %s\"a\n": `g.abnf:1: missing closing "\""`,
	} {
		if _, err := generateText(src, "s"); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", src, err, want)
		}
	}
}
