package urlpattern

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// A onePass matches a component without choices: at each step, the next byte decides how to continue. A text matches if
// it has the fixed head and tail, and the steps match the text between them, in order and to its end.
//
// The last steps can be wildcards with literals between them, as in "/*/books/*". These are matched from the end to the
// start. The wildcard before a literal is greedy, so the literal is matched where it occurs last.
type onePass struct {
	head, tail string // in lower case if fold
	steps      []step
	optional   int // the steps from here on are left out if no input remains
	wildcards  int // the steps from here on are wildcards with literals between them; len(steps) if there is one at most
	fold       bool
}

// A step matches a part of the text between head and tail.
type step struct {
	kind  stepKind
	min   int16 // a runStep has at least min bytes and at most max
	max   int16
	group int32  // the number of the group that the step captures
	text  string // of a textStep, or the prefix of each turn of a repeatStep
	class *class // of a runStep or repeatStep
}

// A stepKind is the kind of a step.
type stepKind uint8

const (
	textStep   stepKind = iota // the text
	runStep                    // the longest run of bytes of the class
	repeatStep                 // all that remains: text and a run, repeated; the group begins after the first text
	restStep                   // all that remains
)

// newOnePass returns the onePass for parts, or nil if there are choices. nodes are the syntax trees of the groups.
func newOnePass(parts []part, nodes []*node, s *syntax) *onePass {
	o := &onePass{optional: -1, fold: s.ignoreCase, steps: make([]step, 0, len(parts))}
	group := int32(0)
	for i := range parts {
		p := &parts[i]
		isLast := i == len(parts)-1
		switch {
		case p.modifier == optional && isLast:
			o.optional = len(o.steps)
		case p.modifier == optional, p.modifier != none && (p.kind == fixedText || p.kind == regexpPart):
			return nil
		}
		if p.kind == fixedText {
			o.addText(p.value)
			continue
		}
		if nodes[i].hasCapture() {
			return nil
		}
		x := step{kind: restStep, group: group}
		group++
		if p.kind != fullWildcard {
			var ok bool
			if x.class, x.min, x.max, ok = runOf(nodes[i]); !ok {
				return nil
			}
			x.kind = runStep
		}
		if isRepeated := p.modifier == zeroOrMore || p.modifier == oneOrMore; isRepeated {
			switch {
			case p.prefix == "" && p.suffix == "" && p.kind == fullWildcard:
			case p.prefix == "" && p.suffix == "":
				if p.modifier == zeroOrMore {
					x.min = 0
				}
			case isLast && p.suffix == "" && p.kind == segmentWildcard:
				x.kind, x.text = repeatStep, o.lower(p.prefix)
				if p.modifier == zeroOrMore {
					o.optional = len(o.steps)
				}
				o.steps = append(o.steps, x)
				continue
			default:
				return nil
			}
		}
		o.addText(p.prefix)
		o.steps = append(o.steps, x)
		o.addText(p.suffix)
	}
	o.cutEnds()
	o.findWildcards()
	if !o.isDeterministic() {
		return nil
	}
	return o
}

// runOf returns the class and the lengths of the strings that n matches, if these are all runs of a class.
func runOf(n *node) (c *class, min, max int16, ok bool) {
	switch {
	case n.kind == classNode:
		return n.class, 1, 1, true
	case n.kind == repeatNode && n.subs[0].kind == classNode:
		return n.subs[0].class, n.min, n.max, true
	}
	return nil, 0, 0, false
}

// lower returns s in lower case if case is ignored.
func (o *onePass) lower(s string) string {
	if o.fold {
		return strings.ToLower(s)
	}
	return s
}

// addText adds a step for text, or extends the last step.
func (o *onePass) addText(text string) {
	if text == "" {
		return
	}
	text = o.lower(text)
	if last := len(o.steps) - 1; last >= 0 && last >= o.optional && o.steps[last].kind == textStep {
		o.steps[last].text += text
		return
	}
	o.steps = append(o.steps, step{kind: textStep, text: text})
}

// cutEnds moves the first and the last text from the steps to head and tail, unless they are optional.
func (o *onePass) cutEnds() {
	if len(o.steps) > 0 && o.steps[0].kind == textStep && o.optional != 0 {
		o.head, o.steps = o.steps[0].text, o.steps[1:]
		o.optional--
	}
	if last := len(o.steps) - 1; last >= 0 && o.steps[last].kind == textStep && o.optional < 0 {
		o.tail, o.steps = o.steps[last].text, o.steps[:last]
	}
}

// findWildcards sets o.wildcards.
func (o *onePass) findWildcards() {
	o.wildcards = len(o.steps)
	if o.fold || o.optional >= 0 {
		return
	}
	for i := len(o.steps) - 1; i >= 0 && o.steps[i].kind == restStep; i -= 2 {
		if i < len(o.steps)-1 {
			o.wildcards = i
		}
		if i == 0 || o.steps[i-1].kind != textStep {
			break
		}
	}
}

// isDeterministic reports whether each step can tell from the next byte where it ends.
func (o *onePass) isDeterministic() bool {
	for i := range o.steps[:o.wildcards] {
		x := &o.steps[i]
		switch {
		case i == len(o.steps)-1:
		case x.kind == restStep || x.kind == repeatStep:
			return false
		case x.kind == runStep && (o.steps[i+1].kind != textStep || x.class.has(o.steps[i+1].text[0])) &&
			!o.startsRepeat(i+1, x.class):
			return false
		}
		if x.kind == repeatStep && x.class.has(x.text[0]) {
			return false
		}
	}
	return true
}

// startsRepeat reports whether step i is a repeatStep that does not begin with a byte of c.
func (o *onePass) startsRepeat(i int, c *class) bool {
	return o.steps[i].kind == repeatStep && !c.has(o.steps[i].text[0])
}

// match reports whether s matches, and sets the groups, unless they are nil.
func (o *onePass) match(s string, groups []span) bool {
	if len(s) < len(o.head)+len(o.tail) {
		return false
	}
	end := len(s) - len(o.tail)
	if o.fold {
		if !octet.HasPrefixFold(s, o.head) || !octet.HasPrefixFold(s[end:], o.tail) {
			return false
		}
	} else if s[:len(o.head)] != o.head || s[end:] != o.tail {
		return false
	}
	i := len(o.head)
	for n := range o.steps[:o.wildcards] {
		if n == o.optional && i == end {
			for j := n; j < len(o.steps); j++ {
				if o.steps[j].kind != textStep && groups != nil {
					groups[o.steps[j].group] = undefined
				}
			}
			return true
		}
		x := &o.steps[n]
		start := i
		switch x.kind {
		case textStep:
			switch {
			case !o.fold && strings.HasPrefix(s[i:end], x.text):
			case o.fold && octet.HasPrefixFold(s[i:end], x.text):
			default:
				return false
			}
			i += len(x.text)
			continue
		case runStep:
			for i < end && x.class.has(s[i]) {
				i++
			}
			if i-start < int(x.min) || x.max != unlimited && i-start > int(x.max) {
				return false
			}
		case repeatStep:
			start = i + len(x.text)
			for ; i < end; i++ {
				if rest := s[i:end]; o.fold && !octet.HasPrefixFold(rest, x.text) || !o.fold && !strings.HasPrefix(rest, x.text) {
					return false
				}
				i += len(x.text)
				if i == end || !x.class.has(s[i]) {
					return false
				}
				for i < end && x.class.has(s[i]) {
					i++
				}
				i-- // the loop increases it
			}
			if start > end {
				return false
			}
		case restStep:
			i = end
		}
		if groups != nil {
			groups[x.group] = span{int32(start), int32(i)}
		}
	}
	if o.wildcards < len(o.steps) {
		return o.matchWildcards(s, i, end, groups)
	}
	return i == end
}

// matchWildcards matches the wildcards at the end of the steps with s[lo:hi].
func (o *onePass) matchWildcards(s string, lo, hi int, groups []span) bool {
	for n := len(o.steps) - 1; n > o.wildcards; n -= 2 {
		text := o.steps[n-1].text
		i := strings.LastIndex(s[lo:hi], text)
		if i < 0 {
			return false
		}
		if groups != nil {
			groups[o.steps[n].group] = span{int32(lo + i + len(text)), int32(hi)}
		}
		hi = lo + i
	}
	if groups != nil {
		groups[o.steps[o.wildcards].group] = span{int32(lo), int32(hi)}
	}
	return true
}
