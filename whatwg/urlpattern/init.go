package urlpattern

import (
	"strings"

	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/whatwg"
)

// An Init is a string for each component: the URLPatternInit of the standard, without its baseURL. Nil means that the
// component does not exist, which differs from an empty text. In a pattern, a component that does not exist is taken
// from the base URL, or is "*".
//
//	hostname, pathname := "*.example.com", "/books/:id"
//	x := urlpattern.Init{Hostname: &hostname, Pathname: &pathname}
type Init struct {
	Protocol, Username, Password, Hostname, Port, Pathname, Search, Hash *string
}

// patternInit returns the components of x that exist.
func (x *Init) patternInit() (p patternInit) {
	for c, text := range [...]*string{
		x.Protocol, x.Username, x.Password, x.Hostname, x.Port, x.Pathname, x.Search, x.Hash,
	} {
		if text != nil {
			p.set(Component(c), *text, 0)
		}
	}
	return p
}

// A patternInit is a URLPatternInit. It also has the offset of each component's text in the pattern of the caller.
type patternInit struct {
	text    fields
	offsets [componentCount]int
	exists  [componentCount]bool

	protocol *component // compiled from the text of the protocol, or nil
}

func (x *patternInit) has(c Component) bool { return x.exists[c] }

func (x *patternInit) set(c Component, text string, offset int) {
	x.text[c], x.offsets[c], x.exists[c] = text, offset, true
}

// inherited lists the components that a base URL can supply, in the order of how specific they are. In each list, those
// from the first one that exists on are not inherited.
var inherited = [...][]Component{
	{ComponentProtocol, ComponentHostname, ComponentPort, ComponentPathname, ComponentSearch, ComponentHash},
	{ComponentProtocol, ComponentHostname, ComponentPort, ComponentUsername, ComponentPassword},
}

// processURL implements "process a URLPatternInit" with the type "url". It returns false where the standard throws.
func (x *patternInit) processURL(base *whatwg.URL) (fields, bool) {
	result := x.process(base, false)
	for c := range componentCount {
		if !x.has(c) {
			continue
		}
		text, reason, protocol := result.text[c], "", result.text[ComponentProtocol]
		switch {
		case text == "": // stays empty
		case c == ComponentPort:
			text, _, reason = canonicalizePortFor(text, protocol)
		case c == ComponentPathname && protocol != "" && !schemes.LowerKindOf(protocol).IsSpecial():
			text, _, reason = canonicalizeOpaquePathname(text)
		default:
			text, _, reason = syntaxes[c].encode(text)
		}
		if reason != "" {
			return fields{}, false
		}
		result.text[c] = text
	}
	return result.text, true
}

// process takes the steps of "process a URLPatternInit" before those that encode. With the type "pattern", there are no
// others. base may be nil.
func (x *patternInit) process(base *whatwg.URL, isPattern bool) (result patternInit) {
	if base != nil && base.Href() == "" {
		base = nil
	}
	escaped := func(s string) string {
		if isPattern {
			return string(appendEscaped(nil, s))
		}
		return s
	}
	for _, list := range inherited {
		for _, c := range list {
			if base == nil || x.has(c) {
				break
			}
			if isCredential := c == ComponentUsername || c == ComponentPassword; !isCredential || !isPattern {
				result.set(c, escaped(componentOf(base, c)), 0)
			}
		}
	}
	for c := range componentCount {
		if !x.has(c) {
			continue
		}
		text, offset := x.text[c], x.offsets[c]
		switch c {
		case ComponentProtocol:
			text = strings.TrimSuffix(text, ":")
		case ComponentPathname:
			if base != nil && !base.HasOpaquePath() && !isAbsolutePathname(text, isPattern) {
				path := escaped(base.Pathname())
				before := path[:strings.LastIndexByte(path, '/')+1]
				text, offset = before+text, offset-len(before)
			}
		case ComponentSearch, ComponentHash:
			mark := [...]string{ComponentSearch: "?", ComponentHash: "#"}[c]
			if strings.HasPrefix(text, mark) {
				text, offset = text[1:], offset+1
			}
		}
		result.set(c, text, offset)
	}
	return result
}

// isAbsolutePathname implements "is an absolute pathname".
func isAbsolutePathname(s string, isPattern bool) bool {
	return strings.HasPrefix(s, "/") || isPattern && (strings.HasPrefix(s, `\/`) || strings.HasPrefix(s, "{/"))
}
