package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/whatwg"
)

// An edit lists the changes that set makes to each URL.
type edit struct {
	scheme, host, port, user, password, path, query, fragment change

	choosesScheme bool // -where has the schemes that change
	emptyPassword bool // the value of userinfo ends with its ":"

	changes  []*change            // all of them, as in components
	segments []string             // of -append
	params   []param              // of -param
	rules    reference.QueryRules // of -unset: names of parameters, which may end with "*", and those that track
}

// A change is the change of a component. The value is raw. It is "" for a component that is unset.
type change struct {
	*component
	value          string
	isSet, isUnset bool
}

func (c *change) isMade() bool { return c.isSet || c.isUnset }

// A param is a parameter of the query. With another, it does not replace those with its name.
type param struct {
	name, value string
	another     bool
}

// A component is a component of a URL, or a part of the userinfo, with its setters. The place chooses the bytes of a value
// that are encoded.
type component struct {
	name  string
	place uri.Place
	of    uri.Component
	set   func(b *uri.Builder, raw string) *uri.Builder // nil for a part of the userinfo

	setWeb func(u whatwg.URL, value string) (whatwg.URL, bool)
	mark   string // before the value; a setter for -web skips one
}

// raw is the place of components with values that are not encoded.
const raw = ^uri.Place(0)

// components are the components in the order of the calls of their setters.
var components = [...]component{
	{"scheme", raw, uri.ComponentScheme, (*uri.Builder).SetScheme, whatwg.URL.WithProtocol, ""},
	{"host", raw, uri.ComponentHost, (*uri.Builder).SetHost, whatwg.URL.WithHostname, ""},
	{"port", raw, uri.ComponentPort, (*uri.Builder).SetPort, whatwg.URL.WithPort, ""},
	{"user", uri.PlaceRegName, uri.ComponentUserinfo, nil, whatwg.URL.WithUsername, ""},
	{"password", uri.PlaceUserinfo, uri.ComponentUserinfo, nil, whatwg.URL.WithPassword, ""},
	{"path", uri.PlacePath, uri.ComponentPath, (*uri.Builder).SetPath, whatwg.URL.WithPathname, ""},
	{"query", uri.PlaceQuery, uri.ComponentQuery, (*uri.Builder).SetQuery, whatwg.URL.WithSearch, "?"},
	{"fragment", uri.PlaceFragment, uri.ComponentFragment, (*uri.Builder).SetFragment, whatwg.URL.WithHash, "#"},
}

func newEdit() *edit {
	e := new(edit)
	e.changes = []*change{&e.scheme, &e.host, &e.port, &e.user, &e.password, &e.path, &e.query, &e.fragment}
	for i, c := range e.changes {
		c.component = &components[i]
	}
	return e
}

// named returns the change of the component with a name, or those of the parts of the userinfo or the authority.
func (e *edit) named(name string) []*change {
	switch name {
	case "userinfo":
		return []*change{&e.user, &e.password}
	case "authority":
		return []*change{&e.host, &e.port, &e.user, &e.password}
	}
	i := slices.IndexFunc(e.changes, func(c *change) bool { return c.name == name })
	return e.changes[i : i+1]
}

// check returns an error if there is nothing to do, or if a value is wrong for every URL. An empty value unsets the
// component, as in trurl and in scripts of browsers, except the host, which is empty in file:///a.
func (e *edit) check(args *engine.Arguments) error {
	isWeb := args.Dialect == dialect.Web
	_, digits := octet.Uint16(e.port.value)
	switch {
	case !slices.ContainsFunc(e.changes, (*change).isMade) && len(e.segments)+len(e.params) == 0 && !e.drops():
		return errors.New("want COMPONENT=VALUE, -unset, -append or -param")
	case slices.Contains(e.segments, "."), slices.Contains(e.segments, ".."):
		return errors.New(`-append: want a segment other than "." and ".."`)
	case isWeb && e.scheme.isUnset:
		return engine.NotWebError("unset scheme")
	case isWeb && e.host.isUnset:
		return engine.NotWebError("unset host")
	case isWeb && strings.ContainsAny(e.host.value, `/?#@\`):
		return errors.New(`host: want no "/", "?", "#", "@" and "\"`)
	case !isWeb && !octet.IsASCII(e.host.value):
		return errors.New("host: not ASCII: -web writes it in A-labels, as browsers do")
	case args.Text != nil && e.host.isSet && e.host.value == "": // perhaps of a variable that is not set
		return errors.New("-text: host is empty")
	case digits < len(e.port.value):
		return errors.New(`port: want a number from 0 to 65535, or "port=" for none`)
	}
	for _, c := range e.changes {
		if c.isSet && c.value == "" && c != &e.scheme && c != &e.host {
			c.isSet, c.isUnset = false, true
		}
		if c.isSet && c.isUnset {
			return fmt.Errorf("%s is set, and unset", c.name)
		}
		if !c.isSet || c.place != raw || c == &e.host && isWeb {
			continue
		}
		if err := c.of.Check(c.value); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// drops reports whether -unset names parameters.
func (e *edit) drops() bool {
	return len(e.rules.Drop) > 0 || e.rules.Tracking || e.rules.TrackingFragment
}

// isOfHost reports whether a part of the authority changes.
func (e *edit) isOfHost() bool { return slices.ContainsFunc(e.named("authority"), (*change).isMade) }

// isOnlyHost reports whether nothing changes after the authority.
func (e *edit) isOnlyHost() bool {
	return len(e.segments)+len(e.params) == 0 && !e.drops() && !e.path.isMade() && !e.query.isMade() && !e.fragment.isMade()
}

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
