package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/whatwg"
)

// With -web, the verb set edits URLs with the setters of the URL Standard.

// webSetters are the setters for the components, in the order of the calls. With the mark before the value, an empty
// query or fragment differs from an undefined one, and a value keeps such a mark at its start.
var webSetters = []struct {
	name, mark string
	set        func(u whatwg.URL, value string) (whatwg.URL, bool)
}{
	{"scheme", "", whatwg.URL.WithProtocol}, {"host", "", whatwg.URL.WithHostname}, {"port", "", whatwg.URL.WithPort},
	{"user", "", whatwg.URL.WithUsername}, {"password", "", whatwg.URL.WithPassword},
	{"path", "", whatwg.URL.WithPathname}, {"query", "?", whatwg.URL.WithSearch}, {"fragment", "#", whatwg.URL.WithHash},
}

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
	for _, s := range webSetters {
		value, given := e.values[s.name]
		switch {
		case given:
			if u, ok = s.set(u, s.mark+value); !ok || s.name == "scheme" && u.Scheme() != strings.ToLower(value) {
				return u, false
			}
		case e.unset[s.name]:
			if u, ok = s.set(u, ""); !ok && s.name == "path" { // an undefined component needs no setter
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
	if rules := (reference.QueryRules{Drop: e.drop}); len(e.drop) > 0 {
		u, _ = whatwg.Parse(string(appendEdited(nil, u.Href(), &rules))) // cannot fail: a query may be left out
	}
	for i, p := range e.params {
		set := uri.QuerySyntax.Set
		if e.repeats(i) {
			set = uri.QuerySyntax.Add
		}
		query := set(uri.QuerySyntax{Plus: true}, strings.TrimPrefix(u.Search(), "?"), p[0], p[1])
		if u, ok = u.WithSearch("?" + query); !ok {
			return u, false
		}
	}
	return u, true
}

// checkWeb does the rest of check for -web. It replaces the userinfo with user and password, which have setters.
func (e *edit) checkWeb() error {
	for _, name := range []string{"scheme", "host", "authority"} {
		if e.unset[name] {
			return fmt.Errorf("-unset %s does not work with -web", name)
		}
	}
	if strings.ContainsAny(e.values["host"], `/?#@\`) {
		return errors.New(`host: want no "/", "?", "#", "@" and "\"`)
	}
	if value, ok := e.values["userinfo"]; ok {
		e.values["user"], e.values["password"], _ = strings.Cut(value, ":")
	}
	e.unset["user"] = e.unset["user"] || e.unset["userinfo"]
	e.unset["password"] = e.unset["password"] || e.unset["userinfo"]
	return e.checkRaw(slices.DeleteFunc(slices.Clone(components), func(c component) bool { return c.name == "host" }))
}
