package main

import "strings"

// A source is the text of a grammar file and the name of the file in errors.
type source struct{ file, text string }

// A grammar is a parsed set of ABNF rules. Rule names are case-insensitive (RFC 5234, section 2.1); the keys of rules
// are in lower case.
type grammar struct {
	rules map[string]*rule
	order []*rule // as written
}

// rule returns the rule called name, or nil.
func (g *grammar) rule(name string) *rule { return g.rules[strings.ToLower(name)] }

type rule struct {
	name string // as defined
	pos  pos
	body *node
	text string // the right side as written, on one line and without comments
}

// parseGrammar parses files in the notation of RFC 5234, sections 2 to 4, as one grammar. A num-val is a code point,
// whose UTF-8 it matches. A prose-val is the name of a rule, as in RFC 3986 (0<pchar>).
//
// Every rule must be defined once, and no rule may use itself, so that the language is regular. Errors name the file
// and the line.
func parseGrammar(sources ...source) (*grammar, error) {
	g := &grammar{rules: map[string]*rule{}}
	for _, src := range sources {
		for _, def := range splitRules(src) {
			if err := g.define(def); err != nil {
				return nil, err
			}
		}
	}
	if len(g.order) == 0 {
		return nil, pos{sources[0].file, 1}.errorf("no rules")
	}
	if err := g.check(); err != nil {
		return nil, err
	}
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
func (g *grammar) define(def definition) error {
	p := &parser{pos: def.pos, src: strings.Join(def.lines, "\n")}
	p.space()
	name := p.name()
	if name == "" {
		return p.pos.errorf("expected a rule name")
	}
	p.space()
	more := p.take("=/")
	if !more && !p.take("=") {
		return p.pos.errorf("rule %s: expected \"=\" or \"=/\"", name)
	}
	text := onOneLine(p.src)
	body, err := p.alternation()
	if err != nil {
		return err
	}
	if p.space(); p.src != "" {
		return p.pos.errorf("rule %s: unexpected %q", name, p.src[0])
	}
	if more {
		return g.extend(name, def.pos, body, text)
	}
	return g.add(&rule{name: name, pos: def.pos, body: body, text: text})
}

func (g *grammar) add(r *rule) error {
	if old := g.rule(r.name); old != nil {
		return r.pos.errorf("rule %s is already defined at %s:%d", r.name, old.pos.file, old.pos.line)
	}
	g.rules[strings.ToLower(r.name)] = r
	g.order = append(g.order, r)
	return nil
}

func (g *grammar) extend(name string, at pos, body *node, text string) error {
	r := g.rule(name)
	if r == nil {
		return at.errorf("rule %s is extended but not defined", name)
	}
	r.body = &node{op: opAlt, pos: at, kids: []*node{r.body, body}}
	r.text += " / " + text
	return nil
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

// check refuses undefined and recursive rules.
func (g *grammar) check() error {
	c := checker{g, map[*rule]int{}}
	for _, r := range g.order {
		if err := c.visit(r); err != nil {
			return err
		}
	}
	return nil
}

// A checker walks the rules depth first.
type checker struct {
	*grammar
	state map[*rule]int // open while the walk is inside the rule, then done
}

const open, done = 1, 2

func (c checker) visit(r *rule) error {
	if c.state[r] == done {
		return nil
	}
	c.state[r] = open
	err := c.walk(r, r.body)
	c.state[r] = done
	return err
}

// walk checks the part n of the rule r.
func (c checker) walk(r *rule, n *node) error {
	if n.op == opRef {
		used := c.rule(n.text)
		switch {
		case used == nil:
			return n.pos.errorf("rule %s uses %s, which is not defined", r.name, n.text)
		case c.state[used] == open:
			return n.pos.errorf("rule %s is recursive: %s uses it again", used.name, r.name)
		}
		return c.visit(used)
	}
	for _, k := range n.kids {
		if err := c.walk(r, k); err != nil {
			return err
		}
	}
	return nil
}

// needs refuses a grammar that lacks one of the rules.
func (g *grammar) needs(rules ...string) error {
	for _, name := range rules {
		if g.rule(name) == nil {
			return g.order[0].pos.errorf("the grammar has no rule %s, which the tables need", name)
		}
	}
	return nil
}
