package main

import (
	"errors"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/whatwg"
)

// With -web, the verb set edits URLs with the setters of the URL Standard.

// webStep returns the Step of set with -web.
func (e *edit) webStep() engine.Step {
	w := new(webReader)
	return func(rec *engine.Record) {
		if w.setURL(rec); !rec.OK {
			return
		}
		e.notice(rec)
		u, ok := e.applyWeb(w.url)
		rec.SetResult(append(rec.Buffer(), u.Href()...))
		if !ok {
			rec.Refuse(0, "", notSet)
		}
	}
}

// notSet is the reason for an invalid result: browsers do not change the URL as the arguments require.
const notSet = "browsers do not set this"

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
	if e.drops() {
		edited := appendEdited(nil, u.Href(), u.Ranges(), &e.rules)
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
