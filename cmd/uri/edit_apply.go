package main

import (
	"errors"
	"net/netip"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// step returns the Step of set on URIs.
func (e *edit) step() engine.Step {
	var b uri.Builder // of one URI after the other
	return func(rec *engine.Record) {
		if !rec.Valid() {
			return
		}
		u, _ := uri.Parse(octet.Text(rec.Bytes)) // cannot fail: the record is valid
		u, err := e.apply(u, &b)
		rec.SetResult(append(rec.Buffer(), u.String()...))
		if err != nil {
			refuseResult(rec, err)
		}
	}
}

// refuseResult makes a record invalid because of an error of its result.
func refuseResult(rec *engine.Record, err error) {
	lo, _ := rec.Ranges.Path()
	if bad := (*uri.Error)(nil); errors.As(err, &bad) {
		rec.Refuse(lo, bad.Component.String(), bad.Reason.String())
		return
	}
	rec.Refuse(lo, uri.ComponentPath.String(), err.Error())
}

// apply returns the result for u, by a Builder.
func (e *edit) apply(u uri.URI, b *uri.Builder) (uri.URI, error) {
	*b = *u.Builder()
	for _, c := range e.changes {
		if c.isUnset {
			b.Unset(c.of)
		}
	}
	if e.user.isMade() || e.password.isMade() || e.userinfo.isMade() || e.authority.isUnset {
		if userinfo, ok := e.newUserinfo(u.Userinfo()); ok {
			b.SetUserinfo(userinfo)
		} else {
			b.Unset(uri.ComponentUserinfo)
		}
	}
	path := u.Path()
	if e.path.isUnset {
		path = ""
	}
	for _, c := range e.changes {
		value := c.value
		if c == &e.path && c.isSet {
			path = e.rooted(u, value)
			value = path
		}
		if c.isSet && c.set != nil {
			c.set(b, value)
		}
	}
	v, err := b.URI()
	if err == nil && v.Path() != path {
		err = errMeaning // the Builder has added a dot segment
	}
	for i := 0; i < len(e.segments) && err == nil; i++ {
		var child uri.URI
		if child, err = v.Child(e.segments[i]); err == nil {
			v, err = v.WithPath(child.Path())
		}
	}
	if err == nil && len(e.drop) > 0 {
		v = v.WithoutQueryParamFunc(func(key, _ string) bool { return e.drops(key) })
	}
	for i := 0; i < len(e.params) && err == nil; i++ {
		query, _ := v.Query()
		if edited := e.setParam(i, query); edited != query {
			v, err = v.WithQuery(edited)
		}
	}
	return v, err
}

// setParam returns a query with the i-th -param.
func (e *edit) setParam(i int, query string) string {
	p := e.params[i]
	switch syntax := (uri.QuerySyntax{Plus: true}); {
	case strings.HasSuffix(p.name, "*") && !p.another:
		return replaceValues(query, p.name, p.value)
	case p.another, e.repeats(i):
		return syntax.Add(query, p.name, p.value)
	default:
		return syntax.Set(query, p.name, p.value)
	}
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

// drops reports whether a parameter with a decoded key is unset.
func (e *edit) drops(key string) bool {
	return slices.ContainsFunc(e.drop, func(name string) bool {
		start, ok := strings.CutSuffix(name, "*")
		return key == name || ok && strings.HasPrefix(key, start)
	})
}

// repeats reports whether an earlier -param has the name of the i-th one. Then the value of the i-th one is added.
func (e *edit) repeats(i int) bool {
	return slices.ContainsFunc(e.params[:i], func(p param) bool { return p.name == e.params[i].name })
}

// rooted returns a value of the path, with the "/" that it needs if the result has a host.
func (e *edit) rooted(u uri.URI, path string) string {
	_, hasHost := u.Host()
	if (e.host.isSet || hasHost && !e.host.isUnset && !e.authority.isUnset) && path != "" && path[0] != '/' {
		return "/" + path
	}
	return path
}

// newUserinfo returns the userinfo of the result, given that of the URL. The values of user and password replace its
// parts. If the result has no userinfo, ok is false.
func (e *edit) newUserinfo(old string, defined bool) (userinfo string, ok bool) {
	user, password, hasPassword := strings.Cut(old, ":")
	defined = defined && !e.userinfo.isUnset && !e.authority.isUnset || e.user.isSet || e.password.isSet
	if e.user.isMade() {
		user = e.user.value
	}
	if e.password.isMade() {
		password, hasPassword = e.password.value, e.password.isSet
	}
	switch {
	case !defined:
		return "", false
	case hasPassword:
		return user + ":" + password, true
	}
	return user, user != "" || !e.user.isUnset && !e.password.isUnset
}

// bracketed returns a host, in brackets if it is an IPv6 address.
func bracketed(host string) string {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() && addr.Zone() == "" {
		return "[" + host + "]"
	}
	return host
}
