package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

var setVerb = &engine.Verb{
	Name:     "set",
	Dialects: []*dialect.Dialect{dialect.URI, dialect.Web},
	Flags:    setFlags,
	Formats:  engine.OutputFormats,
}

// settable lists the components that set changes. The place chooses the bytes of a value that are encoded. Values of
// components with raw are not encoded.
var settable = engine.Words[uri.Place]{
	{"scheme", raw}, {"userinfo", uri.PlaceUserinfo}, {"user", uri.PlaceRegName}, {"password", uri.PlaceUserinfo},
	{"host", raw}, {"port", raw}, {"path", uri.PlacePath}, {"query", uri.PlaceQuery}, {"fragment", uri.PlaceFragment},
}

// raw marks components without a place.
const raw = ^uri.Place(0)

// unsettable are the values of -unset.
var unsettable = []string{"userinfo", "user", "password", "host", "port", "authority", "scheme", "path", "query", "fragment"}

func setFlags(fs *flag.FlagSet) engine.Prepare {
	e := newEdit()
	for _, name := range settable.Names() {
		set := func(value string) error { return e.set(name, value) }
		if f := fs.Lookup(name); f != nil { // -scheme, which chooses inputs for other verbs
			f.Value, f.Usage = funcValue(set), "a "+name
			continue
		}
		fs.Func(name, "a "+name, set)
	}
	fs.Var(&engine.Choice{Words: unsettable, List: true, Repeats: true, SetText: e.addUnset}, "unset",
		"some of "+engine.Listed(unsettable, "and")+", with commas between, or param[NAME]")
	fs.Func("append", "a segment of a path, or query=NAME=TEXT", func(text string) error {
		if text, ok := strings.CutPrefix(text, "query="); ok { // as in trurl
			return e.addParam(text, true)
		}
		e.segments = append(e.segments, strings.TrimPrefix(text, "path="))
		return nil
	})
	fs.Func("param", "a parameter, such as q=text", func(text string) error { return e.addParam(text, false) })
	engine.MayRepeat(fs, "append", "param")
	return func(args *engine.Arguments) (engine.Work, error) {
		if err := e.takeSettings(args); err != nil {
			return engine.Work{}, err
		}
		if err := e.check(args.Dialect); err != nil {
			return engine.Work{}, err
		}
		newStep := map[*dialect.Dialect]func() engine.Step{dialect.URI: e.step, dialect.Web: e.webStep}[args.Dialect]
		return engine.Work{NewStep: newStep}, nil
	}
}

// A funcValue is a [flag.Value] that calls the function.
type funcValue func(text string) error

func (set funcValue) Set(text string) error { return set(text) }
func (set funcValue) String() string        { return "" }

// set sets the value of a component, percent-encoded where it has to be.
func (e *edit) set(name, value string) error {
	c := e.named(name)
	if c.isSet {
		return engine.ErrValue // given twice
	}
	if place, _ := settable.Find(name); place != raw {
		value = place.EncodeRaw(value)
	}
	c.isSet, c.value = true, value
	return nil
}

// addParam adds the value of a -param or, with another, that of -append query=NAME=TEXT.
func (e *edit) addParam(text string, another bool) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return engine.ErrValue
	}
	e.params = append(e.params, param{name, value, another})
	return nil
}

// addUnset adds the values of a -unset.
func (e *edit) addUnset(list string) error {
	for _, name := range engine.SplitKeys(list) {
		param, isParam := strings.CutPrefix(name, "param[")
		switch {
		case isParam && strings.TrimSuffix(param, "]") != "" && strings.HasSuffix(param, "]"):
			e.drop = append(e.drop, strings.TrimSuffix(param, "]"))
		case slices.Contains(unsettable, name):
			e.named(name).isUnset = true
		default:
			return engine.ErrValue
		}
	}
	return nil
}

// takeSettings removes the arguments COMPONENT=VALUE from the references. It returns an error for an argument before a
// "--" that is not such a setting and has no ":" or "/", as a URL has. The error does not show the argument, which may
// be a password.
func (e *edit) takeSettings(args *engine.Arguments) error {
	refs := args.Refs[args.Before:]
	var plain []string
	for i, arg := range args.Refs[:args.Before] {
		name, value, ok := strings.Cut(arg, "=")
		switch _, isName := settable.Find(name); {
		case ok && isName && e.set(name, value) != nil:
			return fmt.Errorf("%s is set twice", name)
		case ok && isName:
		case strings.ContainsAny(arg, ":/"):
			plain = append(plain, arg)
		case fileKind(arg) != "":
			return misread(i, fileKind(arg))
		default:
			return fmt.Errorf("argument %d is no COMPONENT=VALUE, with %s: a URL without \":\" and \"/\" goes after --", i+1,
				engine.Listed(settable.Names(), "or"))
		}
	}
	args.Refs, args.Before = slices.Concat(plain, refs), len(plain)
	return nil
}

// The verb set edits URLs with the Builder of package uri or, with -web, with the setters of the URL Standard: see edit_apply.go.

// errMeaning is the error for a result that would be read with a path other than the one that was set.
var errMeaning = errors.New("the path would be read as a scheme or a host")

// An edit lists the changes that set makes to each URL.
type edit struct {
	scheme, host, authority, port, userinfo, user, password, path, query, fragment change

	changes  []*change // all of them, as in components
	segments []string  // of -append
	params   []param   // of -param
	drop     []string  // the names of the parameters of -unset, which may end with "*"
}

// A param is a parameter of the query. With another, it does not replace those with its name.
type param struct {
	name, value string
	another     bool
}

// A change is the change of a component.
type change struct {
	*component
	value          string // raw
	isSet, isUnset bool
}

func (c *change) isMade() bool { return c.isSet || c.isUnset }

// A component is a component of a URL with its setters. A setter may be nil.
type component struct {
	name string
	of   uri.Component // 0 for a part of the userinfo
	set  func(b *uri.Builder, raw string) *uri.Builder

	// With -web, the value follows the mark, so that it keeps such a mark at its start.
	setWeb func(u whatwg.URL, value string) (whatwg.URL, bool)
	mark   string
}

// components are the components in the order of the calls of their setters.
var components = []component{
	{"scheme", uri.ComponentScheme, (*uri.Builder).SetScheme, whatwg.URL.WithProtocol, ""},
	{"host", uri.ComponentHost, (*uri.Builder).SetHost, whatwg.URL.WithHostname, ""},
	{"authority", uri.ComponentAuthority, nil, nil, ""},
	{"port", uri.ComponentPort, (*uri.Builder).SetPort, whatwg.URL.WithPort, ""},
	{"userinfo", uri.ComponentUserinfo, (*uri.Builder).SetUserinfo, nil, ""},
	{"user", 0, nil, whatwg.URL.WithUsername, ""},
	{"password", 0, nil, whatwg.URL.WithPassword, ""},
	{"path", uri.ComponentPath, (*uri.Builder).SetPath, whatwg.URL.WithPathname, ""},
	{"query", uri.ComponentQuery, (*uri.Builder).SetQuery, whatwg.URL.WithSearch, "?"},
	{"fragment", uri.ComponentFragment, (*uri.Builder).SetFragment, whatwg.URL.WithHash, "#"},
}

func newEdit() *edit {
	e := new(edit)
	e.changes = []*change{&e.scheme, &e.host, &e.authority, &e.port, &e.userinfo, &e.user, &e.password, &e.path, &e.query, &e.fragment}
	for i, c := range e.changes {
		c.component = &components[i]
	}
	return e
}

// named returns the change of the component with a name.
func (e *edit) named(name string) *change {
	return e.changes[slices.IndexFunc(e.changes, func(c *change) bool { return c.name == name })]
}

// check returns an error if there is nothing to do, or if a value is wrong for every URL. An empty value unsets the
// component, as in trurl and in scripts of browsers, except the host, which is empty in file:///a.
func (e *edit) check(d *dialect.Dialect) error {
	switch {
	case !slices.ContainsFunc(e.changes, (*change).isMade) && len(e.segments)+len(e.params)+len(e.drop) == 0:
		return errors.New("want COMPONENT=VALUE, -unset, -append or -param")
	case slices.Contains(e.segments, "."), slices.Contains(e.segments, ".."):
		return errors.New(`-append: want a segment other than "." and ".."`)
	}
	for _, c := range e.changes {
		if c.isSet && c.value == "" && c != &e.scheme && c != &e.host {
			c.isSet, c.isUnset = false, true
		}
		if c.isSet && (c.isUnset || (c == &e.user || c == &e.password) && e.userinfo.isUnset) {
			return fmt.Errorf("%s is set, and unset", c.name)
		}
	}
	e.host.value = bracketed(e.host.value)
	if d == dialect.Web {
		if err := e.checkWeb(); err != nil {
			return err
		}
	} else if !octet.IsASCII(e.host.value) {
		return errors.New("host: not ASCII: -web writes it in A-labels, as browsers do")
	}
	for _, c := range e.changes {
		if place, _ := settable.Find(c.name); !c.isSet || place != raw || c == &e.host && d == dialect.Web {
			continue
		}
		if err := c.of.Check(c.value); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}
