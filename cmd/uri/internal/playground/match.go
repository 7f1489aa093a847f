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

// A matchAnswer is what the page shows.
type matchAnswer struct {
	BaseError  *baseError         `json:"base_error"`
	Error      *patternError      `json:"error"`
	HasRegExps bool               `json:"regexps"`
	Components []patternComponent `json:"components"`
	URLs       []urlMatch         `json:"urls"`
	LeftOut    int                `json:"left_out"`
}

type patternError struct {
	Component   string `json:"component"`
	Offset      int    `json:"offset"`
	Reason      string `json:"reason"`
	Unsupported bool   `json:"unsupported"`
}

type patternComponent struct {
	Name    string `json:"name"`
	Pattern string `json:"pattern"`
}

// A urlMatch is a line of URLs. Components leaves out those that every URL matches, and those
// that are empty in both.
type urlMatch struct {
	Input      string           `json:"input"`
	Message    string           `json:"message"` // why it is not a URL
	Href       string           `json:"href"`
	Matches    bool             `json:"matches"`
	Components []componentMatch `json:"components"`
}

// A componentMatch is a component of a URL. Matches is nil if it is unknown: the pattern of a pathname is read by the
// protocol, and that does not match.
type componentMatch struct {
	Name    string       `json:"name"`
	Text    string       `json:"text"`
	Matches *bool        `json:"matches"`
	Groups  []groupMatch `json:"groups"`
}

// A groupMatch is a group. Text is nil if it is undefined.
type groupMatch struct {
	Name string  `json:"name"`
	Text *string `json:"text"`
}

// maxURLs is the number of URLs that an answer has.
const maxURLs = 100

// answer answers q.
func (q *matchQuestion) answer() *matchAnswer {
	a := &matchAnswer{Components: []patternComponent{}, URLs: []urlMatch{}}
	var base *whatwg.URL
	if q.Base != "" {
		u, err := whatwg.Parse(q.Base)
		if err != nil {
			a.BaseError = newBaseError(dialect.Web, err)
			return a
		}
		base = &u
	}
	options := &urlpattern.Options{IgnoreCase: q.IgnoreCase}
	p, err := urlpattern.New(q.Pattern, base, options)
	if err != nil {
		e := err.(*urlpattern.Error)
		a.Error = &patternError{e.Component.String(), e.Offset, e.Reason, e.Unsupported}
		return a
	}
	a.HasRegExps = p.HasRegExpGroups()
	var parts [maxComponent + 1]*urlpattern.Pattern
	for c := range maxComponent + 1 {
		a.Components = append(a.Components, patternComponent{c.String(), p.Component(c)})
		parts[c] = partOf(p, c, options)
	}
	for line := range strings.Lines(q.URLs) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "":
		case len(a.URLs) == maxURLs:
			a.LeftOut++
		default:
			a.URLs = append(a.URLs, matchURL(line, base, p, parts[:]))
		}
	}
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

// matchURL matches a line with p, and its components with parts.
func matchURL(line string, base *whatwg.URL, p *urlpattern.Pattern, parts []*urlpattern.Pattern) urlMatch {
	m := urlMatch{Input: line, Components: []componentMatch{}}
	parse := whatwg.Parse
	if base != nil {
		parse = base.Parse
	}
	u, err := parse(line)
	if err != nil {
		m.Message = newBaseError(dialect.Web, err).Message
		return m
	}
	m.Href = u.Href()
	var r, all urlpattern.Result
	m.Matches = p.Match(u, &r)
	anyURL.Match(u, &all)
	for c := range maxComponent + 1 {
		matches := m.Matches || parts[c].Test(u)
		if pattern := p.Component(c); pattern == "*" || pattern == "" && matches {
			continue
		}
		x := componentMatch{Name: c.String(), Text: all.Input(c), Matches: &matches, Groups: []groupMatch{}}
		if c == urlpattern.ComponentPathname && !parts[0].Test(u) {
			x.Matches = nil
		}
		for g := range r.Groups() {
			if g.Component == c {
				y := groupMatch{Name: g.Name}
				if g.IsDefined {
					y.Text = &g.Text
				}
				x.Groups = append(x.Groups, y)
			}
		}
		m.Components = append(m.Components, x)
	}
	return m
}

// anyURL matches every URL.
var anyURL, _ = urlpattern.NewInit(urlpattern.Init{}, nil, nil)
