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
	a := object{"base_error": nil, "error": nil, "regexps": false, "components": components, "urls": urls, "left_out": 0}
	var base *whatwg.URL
	parse := whatwg.Parse
	if q.Base != "" {
		u, err := whatwg.Parse(q.Base)
		if err != nil {
			a["base_error"] = faultOf(dialect.Web, err)
			return a
		}
		base, parse = &u, u.Parse
	}
	options := &urlpattern.Options{IgnoreCase: q.IgnoreCase}
	p, err := urlpattern.New(q.Pattern, base, options)
	if err != nil {
		e := err.(*urlpattern.Error)
		a["error"] = object{
			"component": e.Component.String(), "offset": e.Offset, "reason": e.Reason, "unsupported": e.Unsupported,
		}
		return a
	}
	var parts [maxComponent + 1]*urlpattern.Pattern
	for c := range maxComponent + 1 {
		components = append(components, object{"name": c.String(), "pattern": p.Component(c)})
		parts[c] = partOf(p, c, options)
	}
	for line := range strings.FieldsFuncSeq(q.URLs, func(c rune) bool { return c == '\r' || c == '\n' }) {
		if len(urls) == maxURLs {
			leftOut++
			continue
		}
		x := object{"input": line, "message": "", "href": "", "matches": false, "components": []object{}}
		if u, err := parse(line); err != nil { // it is not a URL
			x["message"] = faultOf(dialect.Web, err)["message"]
		} else {
			x["href"], x["matches"], x["components"] = u.Href(), p.Test(u), matchURL(u, p, parts[:])
		}
		urls = append(urls, x)
	}
	a["regexps"], a["components"], a["urls"], a["left_out"] = p.HasRegExpGroups(), components, urls, leftOut
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

// matchURL matches u with p, and its components with parts. The result leaves out components that every URL matches, and
// those that are empty in both.
func matchURL(u whatwg.URL, p *urlpattern.Pattern, parts []*urlpattern.Pattern) []object {
	components := []object{}
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
			if g.Component != c {
				continue
			}
			group := object{"name": g.Name, "text": nil}
			if g.IsDefined {
				group["text"] = g.Text
			}
			groups = append(groups, group)
		}
		x := object{"name": c.String(), "text": all.Input(c), "matches": matches, "groups": groups}
		if c == urlpattern.ComponentPathname && !parts[0].Test(u) {
			x["matches"] = nil // unknown: the pattern of a pathname is read by the protocol, and that does not match
		}
		components = append(components, x)
	}
	return components
}

// anyURL matches every URL.
var anyURL, _ = urlpattern.NewInit(urlpattern.Init{}, nil, nil)
