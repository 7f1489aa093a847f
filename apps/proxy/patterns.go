package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// patterns choose a route by the whole target URI. They are immutable.
type patterns struct {
	set    *urlpattern.Set
	list   []*urlpattern.Pattern
	fields [][]field       // of each pattern
	names  map[string]bool // of all fields: clients cannot set them, on any route
}

// A field of a forwarded request gets a value with groups of the pattern, such as "v{pathname.version}".
type field struct {
	name  string // in canonical form
	parts []part
}

// A part of a value is a literal, or a group of the pattern if the group has a name.
type part struct {
	text      string
	component urlpattern.Component
	group     string
}

// add adds the pattern of a mapping.
func (p *patterns) add(m *mappingRule) error {
	pattern, err := urlpattern.New(m.Match, nil, nil)
	if err != nil {
		return err
	}
	var fields []field
	for name, value := range m.Set {
		f, err := parseField(name, value)
		if err != nil {
			return fmt.Errorf("set %q: %w", name, err)
		}
		if p.names == nil {
			p.names = map[string]bool{}
		}
		p.names[f.name] = true
		fields = append(fields, f)
	}
	p.list, p.fields = append(p.list, pattern), append(p.fields, fields)
	return nil
}

// parseField parses a value such as "{hostname.tenant}".
func parseField(name, value string) (field, error) {
	f := field{name: http.CanonicalHeaderKey(name)}
	isPlain := !strings.ContainsFunc(f.name, func(r rune) bool {
		return r != '-' && (r >= 0x80 || !tables.Is(byte(r), tables.ALPHA|tables.DIGIT))
	})
	if !strings.HasPrefix(f.name, "X-") || strings.HasPrefix(f.name, "X-Forwarded-") || !isPlain {
		return f, errors.New("the name begins with X-, but not with X-Forwarded-, and has letters, digits and - alone")
	}
	if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
		return f, errors.New("the value has other characters than printable ASCII")
	}
	for value != "" {
		text, rest, hasGroup := strings.Cut(value, "{")
		f.parts = append(f.parts, part{text: text})
		if !hasGroup {
			break
		}
		group, rest, closed := strings.Cut(rest, "}")
		component, group, _ := strings.Cut(group, ".")
		c := urlpattern.ComponentProtocol
		for c <= urlpattern.ComponentHash && c.String() != component {
			c++
		}
		if !closed || c > urlpattern.ComponentHash || group == "" {
			return f, errors.New("a group in a value is {COMPONENT.NAME}, such as {pathname.id}")
		}
		f.parts = append(f.parts, part{component: c, group: group})
		value = rest
	}
	return f, nil
}

// find returns the index of the first pattern that matches u, and the values of its fields, or -1. ok is false if another
// pattern matches after decoding, as "/@a/*" matches "/%40a/b".
func (p *patterns) find(u uri.URI) (index int, values http.Header, ok bool) {
	u = u.Normalized()
	target, _, err := whatwg.FromURI(u)
	if err != nil {
		return -1, nil, true
	}
	i := p.set.First(target)
	if strings.Contains(u.Path(), "%") && p.firstDecoded(u) != i {
		return i, nil, false
	}
	if i < 0 || len(p.fields[i]) == 0 {
		return i, nil, true
	}
	var groups urlpattern.Result
	p.list[i].Match(target, &groups)
	values = http.Header{}
	for _, f := range p.fields[i] {
		if value, ok := f.value(&groups); ok {
			values[f.name] = []string{value}
		}
	}
	return i, values, true
}

// firstDecoded returns the index of the first pattern that matches u with its path decoded, or -1.
func (p *patterns) firstDecoded(u uri.URI) int {
	path, err := uri.Decode(u.Path(), 0)
	if err == nil {
		u, err = u.WithPath(uri.PlacePath.EncodeRaw(path))
	}
	target, _, errTarget := whatwg.FromURI(u)
	if err != nil || errTarget != nil {
		return -1
	}
	return p.set.First(target)
}

// value returns the value of the field for a match. It has none if one of the groups is undefined.
func (f *field) value(groups *urlpattern.Result) (string, bool) {
	var value strings.Builder
	for _, part := range f.parts {
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

// setFields deletes the fields of all patterns from a request to a backend, and sets values.
func (p *patterns) setFields(h http.Header, values http.Header) {
	for name := range p.names {
		delete(h, name)
	}
	for name, value := range values {
		h[name] = slices.Clone(value)
	}
}
