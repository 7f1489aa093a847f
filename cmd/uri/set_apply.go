package main

import (
	"errors"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/whatwg"
)

// The verb set edits URIs with a Builder and, with -web, URLs with the setters of the URL Standard.

// step returns the Step of set on URIs.
func (e *edit) step() engine.Step {
	var b uri.Builder // of one URI after the other
	return func(rec *engine.Record) {
		if !rec.Valid() {
			return
		}
		u, _ := uri.Parse(octet.Text(rec.Bytes)) // cannot fail: the record is valid
		u, err := e.apply(u, &b, e.setsScheme(rec))
		rec.SetResult(append(rec.Buffer(), u.String()...))
		if err != nil {
			refuseResult(rec, err)
		}
	}
}

// setsScheme reports whether the scheme of a record is set. In text, that of a database or a bucket stays: scheme=https
// means the addresses of the web. A -where about schemes chooses others.
func (e *edit) setsScheme(rec *engine.Record) bool {
	scheme, _, _ := strings.Cut(octet.Text(rec.Bytes), ":")
	return e.scheme.isSet && (!rec.InText || e.choosesScheme || schemes.KindOf(scheme).IsHTTP())
}

// apply returns the result for u, by a Builder.
func (e *edit) apply(u uri.URI, b *uri.Builder, setsScheme bool) (uri.URI, error) {
	v, err := e.build(u, b, setsScheme)
	for i := 0; i < len(e.segments) && err == nil; i++ {
		var child uri.URI
		if child, err = v.Child(e.segments[i]); err == nil {
			v, err = v.WithPath(child.Path())
		}
	}
	if err == nil && e.drops() {
		v, err = uri.Parse(string(appendEdited(nil, v.String(), v.Ranges(), &e.rules)))
	}
	query, _ := v.Query()
	if edited := e.newQuery(query); edited != query && err == nil {
		v, err = v.WithQuery(edited)
	}
	return v, err
}

// build returns u with other components.
func (e *edit) build(u uri.URI, b *uri.Builder, setsScheme bool) (uri.URI, error) {
	*b = *u.Builder()
	port, _ := u.PortNumber()
	usual, isKnown := uri.DefaultPort(u.Scheme())
	next, hasNext := uri.DefaultPort(e.scheme.value)
	if setsScheme && hasNext && isKnown && port == usual && next != usual { // http://h:80 becomes https://h
		b.Unset(uri.ComponentPort)
	}
	if e.user.isMade() || e.password.isMade() {
		userinfo, _ := u.Userinfo()
		e.setUserinfo(b, userinfo)
	}
	path := u.Path()
	if e.path.isMade() {
		path = e.rooted(u)
	}
	for _, c := range e.changes {
		switch {
		case c.set == nil:
		case c.isUnset:
			b.Unset(c.of)
		case c == &e.path && c.isSet:
			b.SetPath(path)
		case c.isSet && (c != &e.scheme || setsScheme):
			c.set(b, c.value)
		}
	}
	v, err := b.URI()
	host, _ := v.Host()
	hosts, _ := u.Host()
	switch {
	case (e.host.isSet || e.port.isMade() && !e.host.isUnset) && strings.Contains(hosts, ","):
		err = errHosts
	case err != nil:
	case v.Path() != path:
		err = errMeaning // the Builder has added a dot segment
	case (setsScheme || e.host.isMade()) && host == "" && schemes.KindOf(v.Scheme()).NeedsHost():
		err = errNoHost
	}
	return v, err
}

// errMeaning is the error for a result that would be read with a path other than the one that was set.
var errMeaning = errors.New("the path would be read as a scheme or a host")

// errNoHost is the error for a URL of the web without a host, such as "https:a.example".
var errNoHost = errors.New("no host, which the scheme needs")

// errHosts is the error for a host or port that would replace those of a list, such as postgresql://a,b:5433/d.
var errHosts = errors.New("list of hosts, of which set changes none; sed does")

// rooted returns the new path, with the "/" that it needs if the result has a host.
func (e *edit) rooted(u uri.URI) string {
	_, hasHost := u.Host()
	path := e.path.value
	if (e.host.isSet || hasHost && !e.host.isUnset) && path != "" && path[0] != '/' {
		return "/" + path
	}
	return path
}

// setUserinfo sets the userinfo to that of the URL with another user or password.
func (e *edit) setUserinfo(b *uri.Builder, old string) {
	user, password, hasPassword := strings.Cut(old, ":")
	if e.user.isMade() {
		user = e.user.value
	}
	if e.password.isMade() {
		password, hasPassword = e.password.value, e.password.isSet || e.emptyPassword
	}
	switch {
	case hasPassword:
		b.SetUserinfo(user + ":" + password)
	case user != "":
		b.SetUserinfo(user)
	default:
		b.Unset(uri.ComponentUserinfo)
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

// webStep returns the Step of set with -web.
func (e *edit) webStep() engine.Step {
	w := new(webReader)
	return func(rec *engine.Record) {
		if w.setURL(rec); !rec.OK {
			return
		}
		u, left := e.applyWeb(w.url, e.setsScheme(rec))
		rec.SetResult(append(rec.Buffer(), u.Href()...))
		if left != "" {
			rec.Refuse(0, "", "browsers do not set the "+left)
		}
	}
}

// applyWeb returns the result for u. If a setter ignores a value, left is the name of the component that stays.
func (e *edit) applyWeb(u whatwg.URL, setsScheme bool) (_ whatwg.URL, left string) {
	var ok bool
	for _, c := range e.changes {
		switch {
		case c == &e.scheme && !setsScheme:
		case c.isSet:
			if u, ok = c.setWeb(u, c.mark+c.value); !ok || c == &e.scheme && u.Scheme() != strings.ToLower(c.value) {
				return u, c.name
			}
		case c.isUnset:
			if u, ok = c.setWeb(u, ""); !ok && c == &e.path { // an undefined component needs no setter
				return u, c.name
			}
		}
	}
	for _, segment := range e.segments {
		path := strings.TrimSuffix(u.Pathname(), "/") + "/" + uri.PlaceSegment.Encode(segment)
		if u, ok = u.WithPathname(path); !ok {
			return u, e.path.name
		}
	}
	if e.drops() {
		edited := appendEdited(nil, u.Href(), u.Ranges(), &e.rules)
		u, _ = whatwg.Parse(string(edited)) // cannot fail: a query may be left out
	}
	query := strings.TrimPrefix(u.Search(), "?")
	if edited := e.newQuery(query); edited != query {
		u, _ = u.WithSearch("?" + edited) // cannot fail: each URL may have a query
	}
	return u, ""
}
