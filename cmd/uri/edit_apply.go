package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
)

// A plan is an edit of URIs without maps, which take longer than all else.
type plan struct {
	*edit
	removed       []component
	changed       []component
	raw           []string // the values of changed
	editsUserinfo bool
	b             uri.Builder // of one URI after the other
}

func newPlan(e *edit) *plan {
	p := &plan{edit: e}
	for _, c := range components {
		if e.unset[c.name] {
			p.removed = append(p.removed, c)
		}
		if value, ok := e.values[c.name]; ok {
			p.changed, p.raw = append(p.changed, c), append(p.raw, value)
		}
	}
	for _, name := range []string{"user", "password", "userinfo", "authority"} {
		_, set := e.values[name]
		p.editsUserinfo = p.editsUserinfo || set || e.unset[name]
	}
	return p
}

// step returns the Step of set on URIs.
func (e *edit) step() engine.Step {
	p := newPlan(e)
	return func(rec *engine.Record) {
		if !rec.Valid() {
			return
		}
		u, _ := uri.Parse(octet.Text(rec.Bytes)) // cannot fail: the record is valid
		u, err := p.apply(u)
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

// apply returns the result for u.
func (p *plan) apply(u uri.URI) (uri.URI, error) {
	p.b = *u.Builder()
	for _, c := range p.removed {
		p.b.Unset(c.of)
	}
	if p.editsUserinfo {
		userinfo, has := u.Userinfo()
		if raw, ok := p.userinfo(userinfo, has && !p.unset["userinfo"] && !p.unset["authority"]); ok {
			p.b.SetUserinfo(raw)
		} else {
			p.b.Unset(uri.ComponentUserinfo)
		}
	}
	path := u.Path()
	if p.unset["path"] {
		path = ""
	}
	for i, c := range p.changed {
		value := p.raw[i]
		if c.name == "path" {
			path = p.rooted(u, value)
			value = path
		}
		c.set(&p.b, value)
	}
	v, err := p.b.URI()
	if err == nil && v.Path() != path {
		err = errMeaning // the Builder has added a dot segment
	}
	for i := 0; i < len(p.segments) && err == nil; i++ {
		var child uri.URI
		if child, err = v.Child(p.segments[i]); err == nil {
			v, err = v.WithPath(child.Path())
		}
	}
	if err == nil && len(p.drop) > 0 {
		v = v.WithoutQueryParamFunc(func(key, _ string) bool { return p.drops(key) })
	}
	for i := 0; i < len(p.params) && err == nil; i++ {
		set := uri.URI.WithQueryParam
		if p.repeats(i) {
			set = uri.URI.WithAddedQueryParam
		}
		v, err = set(v, p.params[i][0], p.params[i][1])
	}
	return v, err
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
	return slices.ContainsFunc(e.params[:i], func(p [2]string) bool { return p[0] == e.params[i][0] })
}

// rooted returns a value of the path, with the "/" that it needs if the result has a host.
func (e *edit) rooted(u uri.URI, path string) string {
	_, hasHost := u.Host()
	if e.unset["host"] || e.unset["authority"] {
		hasHost = false
	}
	if _, ok := e.values["host"]; (ok || hasHost) && path != "" && path[0] != '/' {
		return "/" + path
	}
	return path
}

// userinfo returns the userinfo of the result, given the old userinfo of the URL. The values of user and password
// replace its parts. If the result has no userinfo, ok is false.
func (e *edit) userinfo(old string, defined bool) (raw string, ok bool) {
	user, password, hasPassword := strings.Cut(old, ":")
	if e.unset["user"] {
		user = ""
	}
	if e.unset["password"] {
		password, hasPassword = "", false
	}
	if value, ok := e.values["user"]; ok {
		user, defined = value, true
	}
	if value, ok := e.values["password"]; ok {
		password, hasPassword, defined = value, true, true
	}
	switch {
	case !defined:
		return "", false
	case hasPassword:
		return user + ":" + password, true
	}
	return user, user != "" || !e.unset["user"] && !e.unset["password"]
}
