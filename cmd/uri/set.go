package main

import (
	"errors"
	"flag"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
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
	engine.RepeatedFunc(fs, "append", "a segment of a path, or query=NAME=TEXT", func(text string) error {
		if text, ok := strings.CutPrefix(text, "query="); ok { // as in trurl
			return e.addParam(text, true)
		}
		e.segments = append(e.segments, strings.TrimPrefix(text, "path="))
		return nil
	})
	engine.RepeatedFunc(fs, "param", "a parameter, such as q=text", func(text string) error { return e.addParam(text, false) })
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
		case param == trackingWord+"]":
			e.rules.Tracking = true
		case isParam && strings.TrimSuffix(param, "]") != "" && strings.HasSuffix(param, "]"):
			e.rules.Drop = append(e.rules.Drop, strings.TrimSuffix(param, "]"))
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
		case args.Text != nil, strings.ContainsAny(arg, ":/"):
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

// The verb set edits URLs with the Builder of package uri or, with -web, with the setters of the URL Standard.

// errMeaning is the error for a result that would be read with a path other than the one that was set.
var errMeaning = errors.New("the path would be read as a scheme or a host")

// An edit lists the changes that set makes to each URL.
type edit struct {
	scheme, host, authority, port, userinfo, user, password, path, query, fragment change

	changes  []*change            // all of them, as in components
	segments []string             // of -append
	params   []param              // of -param
	rules    reference.QueryRules // of -unset: names of parameters, which may end with "*", and those that track
}

// drops reports whether -unset names parameters.
func (e *edit) drops() bool { return len(e.rules.Drop) > 0 || e.rules.Tracking }

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
	case !slices.ContainsFunc(e.changes, (*change).isMade) && len(e.segments)+len(e.params) == 0 && !e.drops():
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

// step returns the Step of set on URIs.
func (e *edit) step() engine.Step {
	var b uri.Builder // of one URI after the other
	return func(rec *engine.Record) {
		if !rec.Valid() {
			return
		}
		u, _ := uri.Parse(octet.Text(rec.Bytes)) // cannot fail: the record is valid
		e.notice(rec)
		u, err := e.apply(u, &b)
		rec.SetResult(append(rec.Buffer(), u.String()...))
		if err != nil {
			refuseResult(rec, err)
		}
	}
}

// notice notes a record if a parameter takes the place of a query that has others.
func (e *edit) notice(rec *engine.Record) {
	if !e.query.isSet || !strings.Contains(e.query.value, "=") {
		return
	}
	before, _, _ := strings.Cut(octet.Text(rec.Bytes), "#")
	_, query, _ := strings.Cut(before, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, _, ok := strings.Cut(pair, "=")
		if ok && !strings.Contains("&"+e.query.value, "&"+name+"=") {
			rec.Notice(engine.SignQuery)
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
	if err == nil && e.drops() {
		v, err = uri.Parse(string(appendEdited(nil, v.String(), v.Ranges(), &e.rules)))
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
		e.notice(rec)
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
