package main

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
)

// The verb set edits URLs with the Builder of package uri or, with -web, with the setters in web_set.go.

// errMeaning is the error for a result that would be read with a path other than the one that was set.
var errMeaning = errors.New("the path would be read as a scheme or a host")

// An edit lists the changes that set makes to each URL.
type edit struct {
	values   map[string]string // maps settable components to raw values
	unset    map[string]bool   // components
	segments []string          // of -append
	params   [][2]string       // of -param
}

// A component is a component of a URI that a Builder sets.
type component struct {
	name string
	of   uri.Component
	set  func(b *uri.Builder, raw string) *uri.Builder
}

// components are the components that a Builder sets, in the order of the text.
var components = []component{
	{"scheme", uri.ComponentScheme, (*uri.Builder).SetScheme},
	{"authority", uri.ComponentAuthority, (*uri.Builder).SetAuthority},
	{"userinfo", uri.ComponentUserinfo, (*uri.Builder).SetUserinfo},
	{"host", uri.ComponentHost, (*uri.Builder).SetHost},
	{"port", uri.ComponentPort, (*uri.Builder).SetPort},
	{"path", uri.ComponentPath, (*uri.Builder).SetPath},
	{"query", uri.ComponentQuery, (*uri.Builder).SetQuery},
	{"fragment", uri.ComponentFragment, (*uri.Builder).SetFragment},
}

// check returns an error if there is nothing to do, or if a value is wrong for every URL.
func (e *edit) check(d *dialect.Dialect) error {
	switch {
	case len(e.values)+len(e.unset)+len(e.segments)+len(e.params) == 0:
		return errors.New("want COMPONENT=VALUE, -unset, -append or -param")
	case slices.Contains(e.segments, "."), slices.Contains(e.segments, ".."):
		return errors.New(`-append: want a segment other than "." and ".."`)
	}
	for name := range e.values {
		if e.unset[name] || (name == "user" || name == "password") && e.unset["userinfo"] {
			return fmt.Errorf("%s is set, and unset", name)
		}
	}
	host, hasHost := e.values["host"]
	if hasHost {
		e.values["host"] = bracketed(host)
	}
	if d == dialect.Web {
		return e.checkWeb()
	}
	if !octet.IsASCII(host) {
		return errors.New("host: not ASCII: -web writes it in A-labels, as browsers do")
	}
	return e.checkRaw(components)
}

// checkRaw returns an error if a value that is not encoded is wrong for its component.
func (e *edit) checkRaw(list []component) error {
	for _, c := range list {
		place, _ := settable.Find(c.name)
		if value, ok := e.values[c.name]; ok && place == raw {
			if err := c.of.Check(value); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	return nil
}

// step returns the Step of set on URIs.
func (e *edit) step() engine.Step {
	var texts engine.Texts
	return func(rec *engine.Record) {
		if !rec.Valid() {
			return
		}
		u, _ := uri.Parse(texts.Of(rec.Bytes)) // cannot fail: the record is valid
		u, err := e.apply(u)
		rec.SetResult(append(rec.Buffer(), u.String()...))
		lo, _ := rec.Ranges.Path()
		var bad *uri.Error
		switch {
		case errors.As(err, &bad):
			rec.Refuse(lo, bad.Component.String(), bad.Reason.String())
		case err != nil:
			rec.Refuse(lo, uri.ComponentPath.String(), err.Error())
		}
	}
}

// apply returns the result for u.
func (e *edit) apply(u uri.URI) (uri.URI, error) {
	b := u.Builder()
	for _, c := range components {
		if e.unset[c.name] {
			b.Unset(c.of)
		}
	}
	userinfo, hasUserinfo := u.Userinfo()
	if raw, ok := e.userinfo(userinfo, hasUserinfo && !e.unset["userinfo"] && !e.unset["authority"]); ok {
		b.SetUserinfo(raw)
	} else {
		b.Unset(uri.ComponentUserinfo)
	}
	path := u.Path()
	if e.unset["path"] {
		path = ""
	}
	for _, c := range components {
		value, ok := e.values[c.name]
		if !ok {
			continue
		}
		if c.name == "path" {
			path = e.rooted(u, value)
			value = path
		}
		c.set(b, value)
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
	for i := 0; i < len(e.params) && err == nil; i++ {
		set := uri.URI.WithQueryParam
		if e.repeats(i) {
			set = uri.URI.WithAddedQueryParam
		}
		v, err = set(v, e.params[i][0], e.params[i][1])
	}
	return v, err
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
	if hasPassword {
		return user + ":" + password, defined
	}
	return user, defined && (user != "" || !e.unset["user"] && !e.unset["password"])
}

// bracketed returns a host, in brackets if it is an IPv6 address.
func bracketed(host string) string {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() && addr.Zone() == "" {
		return "[" + host + "]"
	}
	return host
}
