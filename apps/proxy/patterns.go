package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// A routeFile is the routes of a file. Each line has a pattern, a backend, and rules:
//
//	http://:tenant.example.com/v:version(\d+)/* http://127.0.0.1:9000 X-Tenant={hostname.tenant} X-API=v{pathname.version}
//
// The first line with a pattern that matches the target URI is the route. A rule sets a field of the forwarded request
// to a string with groups of the pattern. A field of a rule always comes from the proxy: it is dropped from the
// requests of clients, on every route. Empty lines and those that begin with "#" are skipped.
//
// A routeFile is immutable.
type routeFile struct {
	set    *urlpattern.Set // of the routes
	routes []patternRoute
	fields map[string]bool // the names of the fields in all rules
}

type patternRoute struct {
	route
	pattern *urlpattern.Pattern
	rules   []rule
}

// A rule sets a field of a forwarded request.
type rule struct {
	field string // in canonical form
	parts []part // of the value
}

// A part of a value is a literal, or a group of the pattern if the group has a name.
type part struct {
	text      string
	component urlpattern.Component
	group     string
}

// readRoutes reads a file of routes. An error names the line, and shows no text of it, which may have a password.
func readRoutes(name string) (*routeFile, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return nil, err
	}
	f := &routeFile{fields: map[string]bool{}}
	var patterns []*urlpattern.Pattern
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		r, err := parsePatternRoute(words)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		for _, rule := range r.rules {
			f.fields[rule.field] = true
		}
		f.routes = append(f.routes, r)
		patterns = append(patterns, r.pattern)
	}
	f.set = urlpattern.NewSet(patterns...)
	return f, lines.Err()
}

// parsePatternRoute parses the words of a line.
func parsePatternRoute(words []string) (r patternRoute, err error) {
	if len(words) < 2 {
		return r, errors.New("a route is PATTERN BACKEND [FIELD=VALUE ...]")
	}
	if r.pattern, err = urlpattern.New(words[0], nil, nil); err != nil {
		return r, err
	}
	if r.route, err = newRoute(words[0], "/", words[1]); err != nil {
		return r, err
	}
	if r.base.Path() != "/" {
		return r, errors.New("the backend of a pattern has no path")
	}
	r.replaces = false
	for _, word := range words[2:] {
		rule, err := parseRule(word)
		if err != nil {
			return r, err
		}
		r.rules = append(r.rules, rule)
	}
	return r, nil
}

// parseRule parses a rule such as "X-Tenant={hostname.tenant}".
func parseRule(s string) (rule, error) {
	field, value, ok := strings.Cut(s, "=")
	field = http.CanonicalHeaderKey(field)
	if !ok || !strings.HasPrefix(field, "X-") || isDropped(field) {
		return rule{}, errors.New("a rule is FIELD=VALUE, and FIELD begins with X- and is none that the proxy drops")
	}
	r := rule{field: field}
	for value != "" {
		text, rest, hasGroup := strings.Cut(value, "{")
		r.parts = append(r.parts, part{text: text})
		if value = rest; !hasGroup {
			break
		}
		name, rest, closed := strings.Cut(value, "}")
		component, group, _ := strings.Cut(name, ".")
		c, known := componentOf(component)
		if !closed || !known || group == "" {
			return rule{}, errors.New("a group in a value is {COMPONENT.NAME}, such as {pathname.id}")
		}
		r.parts = append(r.parts, part{component: c, group: group})
		value = rest
	}
	return r, nil
}

func componentOf(name string) (urlpattern.Component, bool) {
	for c := urlpattern.ComponentProtocol; c <= urlpattern.ComponentHash; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// value returns the value of the field for a match. It has none if one of the groups is undefined.
func (r *rule) value(groups *urlpattern.Result) (string, bool) {
	var value strings.Builder
	for _, part := range r.parts {
		text := part.text
		if part.group != "" {
			var ok bool
			if text, ok = groups.Group(part.component, part.group); !ok {
				return "", false
			}
		}
		value.WriteString(text)
	}
	return value.String(), true
}

// find returns the first route with a pattern that matches u, and the values of its fields, or nil.
func (f *routeFile) find(u uri.URI) (*route, map[string]string) {
	if f == nil {
		return nil, nil
	}
	target, _, err := whatwg.FromURI(u)
	if err != nil {
		return nil, nil
	}
	i := f.set.First(target)
	if i < 0 {
		return nil, nil
	}
	r := &f.routes[i]
	if len(r.rules) == 0 {
		return &r.route, nil
	}
	var groups urlpattern.Result
	r.pattern.Match(target, &groups)
	values := map[string]string{}
	for i := range r.rules {
		if value, ok := r.rules[i].value(&groups); ok {
			values[r.rules[i].field] = value
		}
	}
	return &r.route, values
}

// setFields sets the fields of the rules, and drops the same fields of the client.
func (f *routeFile) setFields(h http.Header, values map[string]string) {
	if f == nil {
		return
	}
	for name := range f.fields {
		h.Del(name)
	}
	for name, value := range values {
		h.Set(name, value)
	}
}

// load reads the file of routes again. Requests that have begun keep the routes that they have. If the file has an
// error, the proxy keeps the routes that it has.
func (p *proxy) load() error {
	if p.file == "" {
		return nil
	}
	f, err := readRoutes(p.file)
	if err != nil {
		return fmt.Errorf("-routes: %w", err)
	}
	proxies := map[url.URL]*route{} // one for each backend
	for i := range f.routes {
		r := &f.routes[i].route
		if known := proxies[*r.backend]; known != nil {
			r.proxy = known.proxy
			continue
		}
		r.proxy = p.newReverseProxy(r.backend, p.transport)
		proxies[*r.backend] = r
	}
	p.patterns.Store(f)
	return nil
}

// reload loads the file of routes for each signal until ctx is done.
func (p *proxy) reload(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
		}
		if err := p.load(); err != nil {
			p.log.Error("the routes stay as they are", "error", err)
			continue
		}
		p.log.Info("the routes are loaded", "count", len(p.patterns.Load().routes))
	}
}
