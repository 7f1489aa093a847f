package main

import "strings"

// A source is the text of a grammar file and the name of the file in errors.
type source struct{ file, text string }

// A grammar is a parsed set of ABNF rules. Rule names are case-insensitive (RFC 5234, section 2.1); the keys of rules
// are in lower case.
type grammar struct {
	rules map[string]*rule
	order []*rule // in the order of the definitions
}

// rule returns the rule called name, or nil.
func (g *grammar) rule(name string) *rule { return g.rules[strings.ToLower(name)] }

type rule struct {
	name string // in its first definition
	pos  pos
	body *node
	text string // the right side, on one line and without comments
}

// parseGrammar parses files in the notation of RFC 5234, sections 2 to 4, as one grammar. A num-val is a code point and
// matches its UTF-8. A prose-val is the name of a rule, as in RFC 3986 (0<pchar>).
//
// Every rule must be defined once. No rule may use itself, so that the language is regular. Errors name the file and
// the line.
func parseGrammar(sources ...source) (g *grammar, err error) {
	defer catch(&err)
	g = &grammar{rules: map[string]*rule{}}
	for _, src := range sources {
		for _, def := range splitRules(src) {
			g.define(def)
		}
	}
	if len(g.order) == 0 {
		pos{sources[0].file, 1}.fail("no rules")
	}
	g.check()
	return g, nil
}

// A definition is the text of one rule with its continuation lines.
type definition struct {
	pos   pos
	lines []string
}

// splitRules splits a file into definitions. A definition begins at each line that is indented no more than the first;
// lines with more indentation continue it (RFC 5234, section 2.2).
func splitRules(src source) (defs []definition) {
	indent := -1
	for i, line := range strings.Split(src.text, "\n") {
		text := stripComment(strings.TrimRight(line, "\r"))
		lead := len(text) - len(strings.TrimLeft(text, " \t"))
		switch {
		case strings.TrimSpace(text) == "":
			if len(defs) > 0 {
				d := &defs[len(defs)-1]
				d.lines = append(d.lines, "") // keeps the line numbers right
			}
			continue
		case indent < 0:
			indent = lead
		}
		if lead <= indent || len(defs) == 0 {
			defs = append(defs, definition{pos: pos{src.file, i + 1}})
		}
		d := &defs[len(defs)-1]
		d.lines = append(d.lines, text)
	}
	return defs
}

// stripComment cuts line at the first ";" outside quotes and prose-vals.
func stripComment(line string) string {
	var closing byte
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case closing != 0:
			if c == closing {
				closing = 0
			}
		case c == '"':
			closing = '"'
		case c == '<':
			closing = '>'
		case c == ';':
			return line[:i]
		}
	}
	return line
}

// define parses a definition and adds its rule. The operator "=/" adds alternatives to a rule (RFC 5234, section 3.3).
func (g *grammar) define(def definition) {
	p := &parser{pos: def.pos, src: strings.Join(def.lines, "\n")}
	p.space()
	name := p.name()
	if name == "" {
		p.pos.fail("expected a rule name")
	}
	p.space()
	more := p.take("=/")
	if !more && !p.take("=") {
		p.pos.fail("rule %s: expected \"=\" or \"=/\"", name)
	}
	text := onOneLine(p.src)
	body := p.alternation()
	if p.space(); p.src != "" {
		p.pos.fail("rule %s: unexpected %q", name, p.src[0])
	}
	switch old := g.rule(name); {
	case old == nil && more:
		def.pos.fail("rule %s is extended but not defined", name)
	case old == nil:
		r := &rule{name: name, pos: def.pos, body: body, text: text}
		g.rules[strings.ToLower(name)] = r
		g.order = append(g.order, r)
	case more:
		old.body = &node{op: opAlt, pos: def.pos, children: []*node{old.body, body}}
		old.text += " / " + text
	default:
		def.pos.fail("rule %s is already defined at %s:%d", name, old.pos.file, old.pos.line)
	}
}

func onOneLine(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}

// check rejects undefined and recursive rules.
func (g *grammar) check() {
	const open, done = 1, 2
	state := map[*rule]int{} // open while the walk is inside the rule, then done
	var visit func(r *rule)
	var walk func(r *rule, n *node)
	visit = func(r *rule) {
		if state[r] != done {
			state[r] = open
			walk(r, r.body)
			state[r] = done
		}
	}
	walk = func(r *rule, n *node) {
		for _, k := range n.children {
			walk(r, k)
		}
		if n.op != opRef {
			return
		}
		used := g.rule(n.text)
		switch {
		case used == nil:
			n.pos.fail("rule %s uses %s, which is not defined", r.name, n.text)
		case state[used] == open:
			n.pos.fail("rule %s is recursive: %s uses it again", used.name, r.name)
		}
		visit(used)
	}
	for _, r := range g.order {
		visit(r)
	}
}

// needs rejects a grammar that lacks one of the rules.
func (g *grammar) needs(rules ...string) {
	for _, name := range rules {
		if g.rule(name) == nil {
			g.order[0].pos.fail("the grammar has no rule %s, which the tables need", name)
		}
	}
}
