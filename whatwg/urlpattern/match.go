package urlpattern

import (
	"iter"
	"slices"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// match reports whether s matches the component, and sets its groups, unless they are nil.
func (x *component) match(s string, groups []span) bool {
	switch x.strategy {
	case matchAny:
		return true
	case matchText:
		return s == x.text || x.syntax.ignoreCase && octet.EqualFold(s, x.text)
	}
	return x.program.match(s, groups)
}

// Test reports whether u matches. The zero URL does not match.
func (p *Pattern) Test(u whatwg.URL) bool {
	if p == nil || p.components[0] == nil || u.Href() == "" {
		return false
	}
	for i := range p.tests {
		t := &p.tests[i]
		if !t.match(componentOf(&u, t.of), nil) {
			return false
		}
	}
	return true
}

// Match reports whether u matches, and sets r to the groups, unless r is nil. If u does not match, r becomes the zero
// Result.
func (p *Pattern) Match(u whatwg.URL, r *Result) bool {
	switch {
	case r == nil:
		return p.Test(u)
	case p == nil || p.components[0] == nil || u.Href() == "":
		return r.clear()
	}
	r.pattern, r.url, r.fields = nil, u, nil
	return p.match(r)
}

// MatchString reports whether s matches, and sets r like [Pattern.Match]. It parses s with base, which may be nil. A
// string that cannot be parsed does not match.
func (p *Pattern) MatchString(s string, base *whatwg.URL, r *Result) bool {
	if base == nil {
		base = new(whatwg.URL)
	}
	u, err := base.Parse(s)
	return err == nil && p.Match(u, r) || r.clear()
}

// MatchInit reports whether the components of x match, and sets r like [Pattern.Match]. The components that do not exist
// are taken from base, or are empty. base may be nil. If a component cannot be parsed, x does not match.
func (p *Pattern) MatchInit(x Init, base *whatwg.URL, r *Result) bool {
	init := x.patternInit()
	f, ok := init.processURL(base)
	if !ok || p == nil || p.components[0] == nil {
		return r.clear()
	}
	if r == nil {
		r = new(Result)
	}
	r.pattern, r.url, r.fields = nil, whatwg.URL{}, &f
	return p.match(r)
}

// match matches the input of r.
func (p *Pattern) match(r *Result) bool {
	spans := r.first[:]
	if p.spanCount > len(spans) {
		r.more = slices.Grow(r.more[:0], p.spanCount)
		spans = r.more[:p.spanCount]
	}
	for i := range p.tests {
		t := &p.tests[i]
		first := int(p.spans[t.of])
		if !t.match(r.text(t.of), spans[first:first+len(t.names):first+len(t.names)]) {
			return r.clear()
		}
	}
	r.pattern = p
	return true
}

// A Result holds the groups of a match. The zero Result has none. Strings that it returns are slices of the URL.
//
// A Result can be used for many matches, one after the other. It holds up to 12 groups, not counting the groups of
// components that are "*", and allocates memory when it first needs more.
type Result struct {
	pattern *Pattern // nil without a match
	url     whatwg.URL
	fields  *fields // the components instead of url, if they are not from a URL
	first   [12]span
	more    []span // the spans, if there are too many for first
}

// clear makes r the zero Result, except for its memory, and returns false.
func (r *Result) clear() bool {
	if r != nil {
		r.pattern, r.url, r.fields = nil, whatwg.URL{}, nil
	}
	return false
}

// text returns a component of the input.
func (r *Result) text(c Component) string {
	if r.fields != nil {
		return r.fields[c]
	}
	return componentOf(&r.url, c)
}

// Input returns the text of a component that was matched: without delimiters, and empty if the component is null.
func (r *Result) Input(c Component) string {
	if r == nil || r.pattern == nil || c >= componentCount {
		return ""
	}
	return r.text(c)
}

// Group returns the text of a group of a component. Groups without a name have numbers, from "0" on. ok is false if the
// group is undefined, because it is optional and has no part in the match, or if the pattern has no such group.
func (r *Result) Group(c Component, name string) (text string, ok bool) {
	if r == nil || r.pattern == nil || c >= componentCount {
		return "", false
	}
	i := slices.Index(r.pattern.components[c].names, name)
	if i < 0 {
		return "", false
	}
	return r.group(c, i)
}

// group returns the text of group i of a component.
func (r *Result) group(c Component, i int) (text string, ok bool) {
	text = r.text(c)
	if r.pattern.components[c].strategy == matchAny {
		return text, true
	}
	spans := r.first[:]
	if r.pattern.spanCount > len(spans) {
		spans = r.more[:r.pattern.spanCount]
	}
	s := spans[int(r.pattern.spans[c])+i]
	if s == undefined {
		return "", false
	}
	return text[s[0]:s[1]], true
}

// A Group is a group of a pattern and the text that it matches.
type Group struct {
	Component Component
	Name      string
	Text      string
	IsDefined bool // false if the group has no part in the match; Text is then empty
}

// Groups returns an iterator over the groups, in the order of the components and of the pattern.
func (r *Result) Groups() iter.Seq[Group] {
	return func(yield func(Group) bool) {
		if r == nil || r.pattern == nil {
			return
		}
		for c, x := range r.pattern.components {
			for i, name := range x.names {
				text, ok := r.group(Component(c), i)
				if !yield(Group{Component(c), name, text, ok}) {
					return
				}
			}
		}
	}
}
