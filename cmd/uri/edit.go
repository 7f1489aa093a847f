package main

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
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
	drop     []string          // the names of the parameters of -unset, which may end with "*"
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
	case len(e.values)+len(e.unset)+len(e.segments)+len(e.params)+len(e.drop) == 0:
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

// bracketed returns a host, in brackets if it is an IPv6 address.
func bracketed(host string) string {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() && addr.Zone() == "" {
		return "[" + host + "]"
	}
	return host
}
