package playground

import (
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// A matchQuestion is a pattern and URLs that the user typed.
type matchQuestion struct {
	Pattern    string `json:"pattern"`
	Base       string `json:"base"` // "" if the field is empty
	IgnoreCase bool   `json:"ignore_case"`
	URLs       string `json:"urls"` // lines; empty ones are skipped
}

// An object is an object of JSON in an answer.
type object = map[string]any

// maxURLs is the number of URLs that an answer has.
const maxURLs = 100

// answer returns what the page shows. Of the members base_error and error, one is nil if the other is not.
func (q *matchQuestion) answer() object {
	components, urls, leftOut := []object{}, []object{}, 0
	result := func(baseError, patternError any) object {
		return object{"base_error": baseError, "error": patternError, "regexps": false, "components": components, "urls": urls,
			"left_out": leftOut}
	}
	var base *whatwg.URL
	if q.Base != "" {
		u, err := whatwg.Parse(q.Base)
		if err != nil {
			return result(newBaseError(dialect.Web, err), nil)
		}
		base = &u
	}
	options := &urlpattern.Options{IgnoreCase: q.IgnoreCase}
	p, err := urlpattern.New(q.Pattern, base, options)
	if err != nil {
		e := err.(*urlpattern.Error)
		return result(nil, object{
			"component": e.Component.String(), "offset": e.Offset, "reason": e.Reason, "unsupported": e.Unsupported,
		})
	}
	var parts [maxComponent + 1]*urlpattern.Pattern
	for c := range maxComponent + 1 {
		components = append(components, object{"name": c.String(), "pattern": p.Component(c)})
		parts[c] = partOf(p, c, options)
	}
	for line := range strings.Lines(q.URLs) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "":
		case len(urls) == maxURLs:
			leftOut++
		default:
			urls = append(urls, matchURL(line, base, p, parts[:]))
		}
	}
	a := result(nil, nil)
	a["regexps"] = p.HasRegExpGroups()
	return a
}

// partOf returns the pattern with component c of p alone. The pattern of a pathname depends on the pattern of the
// protocol.
func partOf(p *urlpattern.Pattern, c urlpattern.Component, o *urlpattern.Options) *urlpattern.Pattern {
	text, protocol := p.Component(c), p.Component(urlpattern.ComponentProtocol)
	var x urlpattern.Init
	if c == urlpattern.ComponentPathname {
		x.Protocol = &protocol
	}
	fields := [...]**string{ // in the order of the components
		&x.Protocol, &x.Username, &x.Password, &x.Hostname, &x.Port, &x.Pathname, &x.Search, &x.Hash,
	}
	*fields[c] = &text
	part, _ := urlpattern.NewInit(x, nil, o) // nil matches nothing
	return part
}

// maxComponent is the last component.
const maxComponent = urlpattern.ComponentHash

// matchURL matches a line with p, and its components with parts. The result leaves out components that every URL matches,
// and those that are empty in both.
func matchURL(line string, base *whatwg.URL, p *urlpattern.Pattern, parts []*urlpattern.Pattern) object {
	parse := whatwg.Parse
	if base != nil {
		parse = base.Parse
	}
	components := []object{}
	u, err := parse(line)
	if err != nil { // it is not a URL
		message := newBaseError(dialect.Web, err).Message
		return object{"input": line, "message": message, "href": "", "matches": false, "components": components}
	}
	var r, all urlpattern.Result
	isMatch := p.Match(u, &r)
	anyURL.Match(u, &all)
	for c := range maxComponent + 1 {
		matches := isMatch || parts[c].Test(u)
		if pattern := p.Component(c); pattern == "*" || pattern == "" && matches {
			continue
		}
		groups := []object{}
		for g := range r.Groups() {
			switch {
			case g.Component != c:
			case g.IsDefined:
				groups = append(groups, object{"name": g.Name, "text": g.Text})
			default:
				groups = append(groups, object{"name": g.Name, "text": nil})
			}
		}
		x := object{"name": c.String(), "text": all.Input(c), "matches": matches, "groups": groups}
		if c == urlpattern.ComponentPathname && !parts[0].Test(u) {
			x["matches"] = nil // unknown: the pattern of a pathname is read by the protocol, and that does not match
		}
		components = append(components, x)
	}
	return object{"input": line, "message": "", "href": u.Href(), "matches": isMatch, "components": components}
}

// anyURL matches every URL.
var anyURL, _ = urlpattern.NewInit(urlpattern.Init{}, nil, nil)
