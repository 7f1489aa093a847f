// Package urlpattern matches URLs with patterns, by the URL Pattern Standard of the WHATWG
// (https://urlpattern.spec.whatwg.org/). A pattern has a pattern string for each component of a URL:
//
//	p, err := urlpattern.New("https://*.example.com/books/:id", nil, nil)
//	p.Test(whatwg.MustParse("https://www.example.com/books/42?page=2")) // true
//
// In a pattern string, ":name" matches a segment, up to the next "/" of a path or "." of a host, and "*" any string.
// "(\d+)" is a regular expression, and "{...}" a group of text. "?", "*" and "+" after one of these make it optional or
// repeat it. [Pattern.Match] returns the strings that names, wildcards and regular expressions match.
//
// # Regular expressions
//
// Regular expressions have the syntax and meaning of JavaScript with the flag v. Package regexp reads many of them
// differently, so this package has an implementation of its own. It does not support look-behind, backreferences, "\p",
// "\q", modifiers such as "(?i:a)", numbers above 1000 in quantifiers, characters outside US-ASCII while case is ignored, and
// more than one named group, or one before another group of the component. For a pattern with one of these, New returns an
// error that matches [errors.ErrUnsupported].
//
// # Costs
//
// To compile a pattern of 10 KB or more takes at most 300 bytes of memory for each of its bytes, garbage included.
//
// A match takes time linear in the length of the URL, for every pattern. For a [whatwg.URL], it allocates in two cases
// only: when a [Result] is first used for more than 12 groups, and for the choices that a pattern leaves open. These
// take a bit for each choice and byte. A component that would need more than 256 MiB does not match.
//
// To find which of many patterns match a URL, use a [Set].
package urlpattern

import (
	"slices"

	"github.com/urispan/uri/whatwg"
)

// Options are options for a pattern.
type Options struct {
	// IgnoreCase makes the pathname, the search and the hash match without regard to case.
	IgnoreCase bool
}

// A Pattern is a URL pattern. It is immutable, and safe for concurrent use. The zero Pattern and a nil *Pattern match
// nothing.
type Pattern struct {
	components [componentCount]*component
	tests      []test                // one for each component that is not "*", in the order of their use
	spans      [componentCount]int32 // the index of the first span of each component; see Result
	spanCount  int
}

// A test is a component to test.
type test struct {
	*component
	of Component
}

// maxPattern limits the length of a pattern in bytes.
const maxPattern = 1 << 20

// New returns the pattern for a constructor string, such as "https://example.com/books/:id". A string without a protocol
// is relative to base, and it is an error if base is nil. o may be nil.
//
// Components before the first one of the string are taken from base, except for the username and the password, and
// components after them are "*". A string with a hostname but no port has an empty port, which is the default port of
// the scheme.
//
// The error is an [*Error].
func New(pattern string, base *whatwg.URL, o *Options) (*Pattern, error) {
	if len(pattern) > maxPattern {
		return nil, &Error{Reason: "a pattern of more than 1 MiB", Offset: maxPattern}
	}
	w := new(workspace)
	x, err := w.parseConstructorString(pattern)
	if err != nil {
		return nil, err
	}
	if (base == nil || base.Href() == "") && !x.has(ComponentProtocol) {
		return nil, &Error{Reason: "a relative pattern needs a base URL"}
	}
	return w.create(&x, base, o)
}

// NewInit returns the pattern with the pattern strings of x. Components that do not exist are taken from base, if they
// are before those that exist, and are "*" otherwise. base and o may be nil.
//
// The error is an [*Error].
func NewInit(x Init, base *whatwg.URL, o *Options) (*Pattern, error) {
	p := x.patternInit()
	for c, text := range p.text {
		if len(text) > maxPattern {
			return nil, &Error{Component: Component(c), Reason: "a pattern of more than 1 MiB", Offset: maxPattern}
		}
	}
	return new(workspace).create(&p, base, o)
}

// create takes the last steps of "create".
func (w *workspace) create(x *patternInit, base *whatwg.URL, o *Options) (*Pattern, error) {
	processed := x.process(base, true)
	for c := range componentCount {
		if !processed.has(c) {
			processed.set(c, "*", 0)
		}
	}
	if isDefaultPort(processed.text[ComponentProtocol], processed.text[ComponentPort]) {
		processed.set(ComponentPort, "", 0)
	}
	p := new(Pattern)
	for c := range componentCount {
		s := p.syntaxOf(c, processed.text[c])
		s.ignoreCase = o != nil && o.IgnoreCase && c >= ComponentPathname
		compiled, err := x.protocol, (*Error)(nil)
		if c != ComponentProtocol || compiled == nil || processed.text[c] != x.text[c] {
			compiled, err = w.compileComponent(processed.text[c], c, s)
		}
		if err != nil {
			err.Offset = max(0, err.Offset+processed.offsets[c])
			return nil, err
		}
		p.components[c] = compiled
	}
	p.plan()
	return p, nil
}

// syntaxOf returns the syntax of a component. For the hostname it depends on its pattern, and for the pathname on the
// protocol.
func (p *Pattern) syntaxOf(c Component, pattern string) syntax {
	switch {
	case c == ComponentHostname && isIPv6Hostname(pattern):
		return ipv6HostnameSyntax
	case c == ComponentPathname && !p.components[ComponentProtocol].matchesSpecialScheme():
		return opaquePathnameSyntax
	}
	return syntaxes[c]
}

// isIPv6Hostname implements "hostname pattern is an IPv6 address".
func isIPv6Hostname(s string) bool {
	return len(s) >= 2 && (s[0] == '[' || (s[0] == '{' || s[0] == '\\') && s[1] == '[')
}

// plan sets the fields that matching needs. Components that must equal a string are tested first.
func (p *Pattern) plan() {
	for c, x := range p.components {
		p.spans[c] = int32(p.spanCount)
		if x.strategy == matchProgram {
			p.spanCount += len(x.names)
		}
		if x.strategy != matchAny {
			p.tests = append(p.tests, test{x, Component(c)})
		}
	}
	slices.SortStableFunc(p.tests, func(a, b test) int { return int(a.strategy) - int(b.strategy) })
}

// Component returns the pattern string of a component, in normal form, as the getters of the standard's API do.
func (p *Pattern) Component(c Component) string {
	if p == nil || c >= componentCount || p.components[c] == nil {
		return ""
	}
	return p.components[c].pattern
}

// HasRegExpGroups reports whether there is a group with a regular expression. A regular expression that means the same
// as ":name" or "*" does not count.
func (p *Pattern) HasRegExpGroups() bool {
	return p != nil && slices.ContainsFunc(p.components[:], func(x *component) bool {
		return x != nil && x.hasRegExpGroups
	})
}
