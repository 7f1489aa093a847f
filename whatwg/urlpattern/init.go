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
	exists  componentSet

	protocol *component // compiled from the text of the protocol, or nil
}

// A componentSet is a set of components.
type componentSet uint16

func setOf(list ...Component) (s componentSet) {
	for _, c := range list {
		s |= 1 << c
	}
	return s
}

func (x *patternInit) has(c Component) bool       { return x.exists&(1<<c) != 0 }
func (x *patternInit) hasAny(s componentSet) bool { return x.exists&s != 0 }
func (x *patternInit) set(c Component, text string, offset int) {
	x.text[c], x.offsets[c] = text, offset
	x.exists |= 1 << c
}

// inherited lists the components that a base URL can supply. For each, it lists the components that are at least as
// specific. If one of these exists, the component is not inherited.
var inherited = [...]struct {
	component Component
	unless    componentSet
}{
	{ComponentProtocol, setOf(ComponentProtocol)},
	{ComponentUsername, setOf(ComponentProtocol, ComponentHostname, ComponentPort, ComponentUsername)},
	{ComponentPassword, setOf(ComponentProtocol, ComponentHostname, ComponentPort, ComponentUsername, ComponentPassword)},
	{ComponentHostname, setOf(ComponentProtocol, ComponentHostname)},
	{ComponentPort, setOf(ComponentProtocol, ComponentHostname, ComponentPort)},
	{ComponentPathname, setOf(ComponentProtocol, ComponentHostname, ComponentPort, ComponentPathname)},
	{ComponentSearch,
		setOf(ComponentProtocol, ComponentHostname, ComponentPort, ComponentPathname, ComponentSearch)},
	{ComponentHash,
		setOf(ComponentProtocol, ComponentHostname, ComponentPort, ComponentPathname, ComponentSearch, ComponentHash)},
}

// processPattern implements "process a URLPatternInit" with the type "pattern". base may be nil.
func (x *patternInit) processPattern(base *whatwg.URL) patternInit {
	var result patternInit
	if base != nil {
		for _, i := range inherited {
			isCredential := i.component == ComponentUsername || i.component == ComponentPassword
			if !x.hasAny(i.unless) && !isCredential {
				result.set(i.component, escapePattern(componentOf(base, i.component)), 0)
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
			before := directoryOf(base, isAbsolutePatternPathname(text), escapePattern)
			text, offset = before+text, offset-len(before)
		case ComponentSearch:
			if strings.HasPrefix(text, "?") {
				text, offset = text[1:], offset+1
			}
		case ComponentHash:
			if strings.HasPrefix(text, "#") {
				text, offset = text[1:], offset+1
			}
		}
		result.set(c, text, offset)
	}
	return result
}

// processURL implements "process a URLPatternInit" with the type "url". It returns false where the standard throws.
func (x *patternInit) processURL(base *whatwg.URL) (result fields, ok bool) {
	if base != nil {
		for _, i := range inherited {
			if !x.hasAny(i.unless) {
				result[i.component] = componentOf(base, i.component)
			}
		}
	}
	for c := range componentCount {
		if !x.has(c) {
			continue
		}
		text, reason := x.text[c], ""
		switch c {
		case ComponentProtocol:
			text, _, reason = canonicalizeProtocol(strings.TrimSuffix(text, ":"))
		case ComponentUsername:
			text, _, reason = canonicalizeUsername(text)
		case ComponentPassword:
			text, _, reason = canonicalizePassword(text)
		case ComponentHostname:
			text, _, reason = canonicalizeHostname(text)
		case ComponentPort:
			text, _, reason = canonicalizePortFor(text, result[ComponentProtocol])
		case ComponentPathname:
			isAbsolute := strings.HasPrefix(text, "/")
			text = directoryOf(base, isAbsolute, func(s string) string { return s }) + text
			protocol := result[ComponentProtocol]
			if protocol == "" || schemes.LowerKindOf(protocol).IsSpecial() {
				text, _, reason = canonicalizePathname(text)
			} else {
				text, _, reason = canonicalizeOpaquePathname(text)
			}
		case ComponentSearch:
			text, _, reason = canonicalizeSearch(strings.TrimPrefix(text, "?"))
		case ComponentHash:
			text, _, reason = canonicalizeHash(strings.TrimPrefix(text, "#"))
		}
		if reason != "" {
			return fields{}, false
		}
		result[c] = text
	}
	return result, true
}

// directoryOf returns the path of the base URL up to its last slash, if a relative pathname is to follow it, and ""
// otherwise.
func directoryOf(base *whatwg.URL, isAbsolute bool, process func(string) string) string {
	if base == nil || base.HasOpaquePath() || isAbsolute {
		return ""
	}
	path := process(base.Pathname())
	return path[:strings.LastIndexByte(path, '/')+1]
}

// isAbsolutePatternPathname implements "is an absolute pathname" for a pattern string.
func isAbsolutePatternPathname(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, `\/`) || strings.HasPrefix(s, "{/")
}
