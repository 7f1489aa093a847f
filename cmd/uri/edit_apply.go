package main

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/whatwg"
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
		v, err = uri.Parse(string(appendEdited(nil, v.String(), v.Ranges(), &reference.QueryRules{Drop: e.drop})))
	}
	query, _ := v.Query()
	if edited := e.newQuery(query); edited != query && err == nil {
		v, err = v.WithQuery(edited)
	}
	return v, err
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

// With -web, the verb set edits URLs with the setters of the URL Standard.

// notSet is the reason for an invalid result: browsers do not change the URL as the arguments require.
const notSet = "browsers do not set this"

// webStep returns the Step of set with -web.
func (e *edit) webStep() engine.Step {
	w := new(webReader)
	return func(rec *engine.Record) {
		if w.setURL(rec); !rec.OK {
			return
		}
		u, ok := e.applyWeb(w.url)
		rec.SetResult(append(rec.Buffer(), u.Href()...))
		if !ok {
			rec.Refuse(0, "", notSet)
		}
	}
}

// applyWeb returns the result for u. If a setter ignores a value, ok is false.
func (e *edit) applyWeb(u whatwg.URL) (_ whatwg.URL, ok bool) {
	for _, c := range e.changes {
		switch {
		case c.setWeb == nil:
		case c.isSet:
			if u, ok = c.setWeb(u, c.mark+c.value); !ok || c == &e.scheme && u.Scheme() != strings.ToLower(c.value) {
				return u, false
			}
		case c.isUnset:
			if u, ok = c.setWeb(u, ""); !ok && c == &e.path { // an undefined component needs no setter
				return u, false
			}
		}
	}
	for _, segment := range e.segments {
		path := strings.TrimSuffix(u.Pathname(), "/") + "/" + uri.PlaceSegment.Encode(segment)
		if u, ok = u.WithPathname(path); !ok {
			return u, false
		}
	}
	if len(e.drop) > 0 {
		edited := appendEdited(nil, u.Href(), u.Ranges(), &reference.QueryRules{Drop: e.drop})
		u, _ = whatwg.Parse(string(edited)) // cannot fail: a query may be left out
	}
	query := strings.TrimPrefix(u.Search(), "?")
	if edited := e.newQuery(query); edited != query {
		return u.WithSearch("?" + edited)
	}
	return u, true
}

// checkWeb does more of check for -web. It replaces the userinfo with user and password, which have setters.
func (e *edit) checkWeb() error {
	for _, c := range []*change{&e.scheme, &e.host, &e.authority} {
		if c.isUnset {
			return fmt.Errorf("-unset %s does not work with -web", c.name)
		}
	}
	if strings.ContainsAny(e.host.value, `/?#@\`) {
		return errors.New(`host: want no "/", "?", "#", "@" and "\"`)
	}
	if e.userinfo.isSet {
		e.user.isSet, e.password.isSet = true, true
		e.user.value, e.password.value, _ = strings.Cut(e.userinfo.value, ":")
	}
	e.user.isUnset = e.user.isUnset || e.userinfo.isUnset
	e.password.isUnset = e.password.isUnset || e.userinfo.isUnset
	return nil
}
