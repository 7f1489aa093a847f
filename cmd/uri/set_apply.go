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
		if err == nil {
			return
		}
		refuseResult(rec, err)
	}
}

// setsScheme reports whether the scheme of a record is set. In text, that of a database or a bucket stays: scheme=https means
// the addresses of the web. A -where about schemes chooses others.
func (e *edit) setsScheme(rec *engine.Record) bool {
	scheme, _, _ := strings.Cut(octet.Text(rec.Bytes), ":")
	return e.scheme.isSet && (!rec.InText || e.choosesScheme || schemes.KindOf(scheme).IsHTTP())
}

// apply returns the result for u, by a Builder.
func (e *edit) apply(u uri.URI, b *uri.Builder, setsScheme bool) (uri.URI, error) {
	*b = *u.Builder()
	port, _ := u.PortNumber()
	usual, isKnown := uri.DefaultPort(u.Scheme())
	if n, ok := uri.DefaultPort(e.scheme.value); setsScheme && ok && isKnown && port == usual && n != usual { // http://h:80 becomes https://h
		b.Unset(uri.ComponentPort)
	}
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
		if c.isSet && c.set != nil && (c != &e.scheme || setsScheme) {
			c.set(b, value)
		}
	}
	v, err := b.URI()
	if err == nil && v.Path() != path {
		err = errMeaning // the Builder has added a dot segment
	}
	isMade := setsScheme || e.host.isMade() || e.authority.isUnset
	if host, _ := v.Host(); err == nil && isMade && host == "" && schemes.KindOf(v.Scheme()).NeedsHost() {
		err = errNoHost
	}
	if list, _ := u.Host(); (e.host.isMade() || e.port.isMade()) && strings.Contains(list, ",") {
		err = errHosts
	}
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

// errMeaning is the error for a result that would be read with a path other than the one that was set.
var errMeaning = errors.New("the path would be read as a scheme or a host")

// errNoHost is the error for a URL of the web without a host, such as "https:a.example".
var errNoHost = errors.New("no host, which the scheme needs")

// errHosts is the error for a host or port that would replace those of a list, such as postgresql://a,b:5433/d.
var errHosts = errors.New("list of hosts, of which set changes none; sed does")

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
		case c.setWeb == nil, c == &e.scheme && !setsScheme:
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

// checkWeb does more of check for -web. It replaces the userinfo with user and password, which have setters.
func (e *edit) checkWeb() error {
	for _, c := range []*change{&e.scheme, &e.host, &e.authority} {
		if c.isUnset {
			return engine.NotWebError("unset " + c.name)
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
