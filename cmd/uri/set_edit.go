package main

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/whatwg"
)

// An edit lists the changes that set makes to each URL.
type edit struct {
	scheme, host, authority, port, userinfo, user, password, path, query, fragment change

	choosesScheme bool // -where has the schemes that change

	changes  []*change            // all of them, as in components
	segments []string             // of -append
	params   []param              // of -param
	rules    reference.QueryRules // of -unset: names of parameters, which may end with "*", and those that track
}

// drops reports whether -unset names parameters.
func (e *edit) drops() bool {
	return len(e.rules.Drop) > 0 || e.rules.Tracking || e.rules.TrackingFragment
}

// A param is a parameter of the query. With another, it does not replace those with its name.
type param struct {
	name, value string
	another     bool
}

// A change is the change of a component.
type change struct {
	*component
	value          string // raw
	isSet, isUnset bool
}

func (c *change) isMade() bool { return c.isSet || c.isUnset }

// A component is a component of a URL with its setters. A setter may be nil.
type component struct {
	name string
	of   uri.Component // 0 for a part of the userinfo
	set  func(b *uri.Builder, raw string) *uri.Builder

	setWeb func(u whatwg.URL, value string) (whatwg.URL, bool)
	mark   string // before the value; a setter for -web skips one
}

// components are the components in the order of the calls of their setters.
var components = []component{
	{"scheme", uri.ComponentScheme, (*uri.Builder).SetScheme, whatwg.URL.WithProtocol, ""},
	{"host", uri.ComponentHost, (*uri.Builder).SetHost, whatwg.URL.WithHostname, ""},
	{"authority", uri.ComponentAuthority, nil, nil, ""},
	{"port", uri.ComponentPort, (*uri.Builder).SetPort, whatwg.URL.WithPort, ""},
	{"userinfo", uri.ComponentUserinfo, (*uri.Builder).SetUserinfo, nil, ""},
	{"user", 0, nil, whatwg.URL.WithUsername, ""},
	{"password", 0, nil, whatwg.URL.WithPassword, ""},
	{"path", uri.ComponentPath, (*uri.Builder).SetPath, whatwg.URL.WithPathname, ""},
	{"query", uri.ComponentQuery, (*uri.Builder).SetQuery, whatwg.URL.WithSearch, "?"},
	{"fragment", uri.ComponentFragment, (*uri.Builder).SetFragment, whatwg.URL.WithHash, "#"},
}

func newEdit() *edit {
	e := new(edit)
	e.changes = []*change{&e.scheme, &e.host, &e.authority, &e.port, &e.userinfo, &e.user, &e.password, &e.path, &e.query, &e.fragment}
	for i, c := range e.changes {
		c.component = &components[i]
	}
	return e
}

// named returns the change of the component with a name.
func (e *edit) named(name string) *change {
	return e.changes[slices.IndexFunc(e.changes, func(c *change) bool { return c.name == name })]
}

// check returns an error if there is nothing to do, or if a value is wrong for every URL. An empty value unsets the
// component, as in trurl and in scripts of browsers, except the host, which is empty in file:///a.
func (e *edit) check(d *dialect.Dialect) error {
	switch {
	case !slices.ContainsFunc(e.changes, (*change).isMade) && len(e.segments)+len(e.params) == 0 && !e.drops():
		return errors.New("want COMPONENT=VALUE, -unset, -append or -param")
	case slices.Contains(e.segments, "."), slices.Contains(e.segments, ".."):
		return errors.New(`-append: want a segment other than "." and ".."`)
	}
	for _, c := range e.changes {
		if c.isSet && c.value == "" && c != &e.scheme && c != &e.host {
			c.isSet, c.isUnset = false, true
		}
		if c.isSet && (c.isUnset || (c == &e.user || c == &e.password) && e.userinfo.isUnset) {
			return fmt.Errorf("%s is set, and unset", c.name)
		}
	}
	e.host.value = bracketed(e.host.value)
	if d == dialect.Web {
		if err := e.checkWeb(); err != nil {
			return err
		}
	} else if !octet.IsASCII(e.host.value) {
		return errors.New("host: not ASCII: -web writes it in A-labels, as browsers do")
	}
	if _, n := octet.Uint16(e.port.value); n < len(e.port.value) {
		return errors.New(`port: want a number from 0 to 65535, or "port=" for none`)
	}
	for _, c := range e.changes {
		if place, _ := settable.Find(c.name); !c.isSet || place != raw || c == &e.host && d == dialect.Web {
			continue
		}
		if err := c.of.Check(c.value); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// bracketed returns a host, in brackets if it is an IPv6 address.
func bracketed(host string) string {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() && addr.Zone() == "" {
		return "[" + host + "]"
	}
	return host
}

// isOfHost reports whether a part of the authority changes.
func (e *edit) isOfHost() bool {
	return slices.ContainsFunc(e.changes, func(c *change) bool { return c.isMade() && c != &e.scheme && !e.isAfterHost(c) })
}

// isOnlyHost reports whether nothing changes after the authority.
func (e *edit) isOnlyHost() bool {
	isRest := func(c *change) bool { return c.isMade() && e.isAfterHost(c) }
	return len(e.segments)+len(e.params) == 0 && !e.drops() && !slices.ContainsFunc(e.changes, isRest)
}

// isAfterHost reports whether c is a change of a component after the authority.
func (e *edit) isAfterHost(c *change) bool { return c == &e.path || c == &e.query || c == &e.fragment }

// newQuery returns a query with the parameters of -param. The second -param with a name adds a value.
func (e *edit) newQuery(query string) string {
	syntax := uri.QuerySyntax{Plus: true}
	for i, p := range e.params {
		isAgain := slices.ContainsFunc(e.params[:i], func(before param) bool { return before.name == p.name })
		switch {
		case strings.HasSuffix(p.name, "*") && !p.another:
			query = replaceValues(query, p.name, p.value)
		case p.another, isAgain:
			query = syntax.Add(query, p.name, p.value)
		default:
			query = syntax.Set(query, p.name, p.value)
		}
	}
	return query
}

// replaceValues returns a query with another value in each parameter that the name, which ends with "*", matches.
func replaceValues(query, name, value string) string {
	pairs, value := strings.Split(query, "&"), uri.PlacePair.Encode(value)
	for i, pair := range pairs {
		if pair != "" && reference.HasKey([]string{name}, pair) {
			key, _, _ := strings.Cut(pair, "=")
			pairs[i] = key + "=" + value
		}
	}
	return strings.Join(pairs, "&")
}
