package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

var setVerb = &engine.Verb{
	Name:     "set",
	Dialects: []*dialect.Dialect{dialect.URI, dialect.Web},
	Flags:    setFlags,
	Formats:  engine.OutputFormats,
}

// settable are the names of the parts that set changes, and unsettable are the values of -unset: see [edit.named].
var (
	settable   = []string{"scheme", "userinfo", "user", "password", "host", "port", "path", "query", "fragment"}
	unsettable = append([]string{"authority"}, settable...)
)

func setFlags(fs *flag.FlagSet) engine.Prepare {
	e := newEdit()
	for _, name := range settable {
		set := func(value string) error { return e.set(name, value) }
		if f := fs.Lookup(name); f != nil { // -scheme, which chooses inputs for other verbs
			f.Value, f.Usage = &engine.Choice{SetText: set}, "a "+name
			continue
		}
		fs.Func(name, "a "+name, set)
	}
	fs.Lookup("host").Usage = hostWanted
	fs.Var(&engine.Choice{Words: unsettable, List: true, Repeats: true, SetText: e.addUnset}, "unset",
		"some of "+engine.Listed(unsettable, "and")+", with commas between, or param[NAME]")
	engine.RepeatedFunc(fs, "append", "a segment of a path, or query=NAME=TEXT", func(text string) error {
		if text, ok := strings.CutPrefix(text, "query="); ok { // as in trurl
			return e.addParam(text, true)
		}
		segment := strings.TrimPrefix(text, "path=")
		if segment != "/" { // which is a segment of its own
			segment = withoutMark(segment, "/")
		}
		e.segments = append(e.segments, segment)
		return nil
	})
	engine.RepeatedFunc(fs, "param", "a parameter, such as q=text", func(text string) error { return e.addParam(text, false) })
	return func(args *engine.Arguments) (engine.Work, error) {
		if err := e.takeSettings(args); err != nil {
			return engine.Work{}, err
		}
		if err := e.check(args); err != nil {
			return engine.Work{}, err
		}
		e.choosesScheme = args.Filter.HasKey("scheme", "scheme!")
		newStep := map[*dialect.Dialect]func() engine.Step{dialect.URI: e.step, dialect.Web: e.webStep}[args.Dialect]
		return engine.Work{NewStep: newStep, OfHost: e.isOfHost(), OnlyHost: e.isOnlyHost()}, nil
	}
}

// withoutMark returns a value without one of the marks that stand before such a value in a URL, as in ?a=b and #x. A value
// that begins with the mark has it twice, as for the setters of browsers.
func withoutMark(value, marks string) string {
	if value != "" && strings.Contains(marks, value[:1]) {
		return value[1:]
	}
	return value
}

// set sets the value of a component, percent-encoded where it has to be.
func (e *edit) set(name, value string) error {
	if name == "userinfo" {
		user, password, hasPassword := strings.Cut(value, ":")
		e.emptyPassword = hasPassword && password == ""
		return cmp.Or(e.set("user", user), e.set("password", password))
	}
	c := e.named(name)[0]
	switch name {
	case "scheme":
		value = strings.TrimSuffix(strings.TrimSuffix(value, "//"), ":")
	case "host":
		if addr, err := netip.ParseAddr(value); err == nil && addr.Is6() && addr.Zone() == "" {
			value = "[" + value + "]"
		}
	case "port":
		value = withoutMark(value, ":")
	default:
		value = withoutMark(value, c.mark)
	}
	if c.isSet {
		return fmt.Errorf("%s is set twice", name)
	}
	if name == "host" && hostAndMore.MatchString(value) {
		return errors.New("want " + hostWanted)
	}
	if c.place != raw {
		value = c.place.EncodeRaw(value)
	}
	c.isSet, c.value = true, value
	return nil
}

// hostWanted describes the values of host.
const hostWanted = "a host alone, without a scheme or a port: -where host=OLD chooses the hosts that change"

// hostAndMore matches OLD=NEW, a pattern, and a host after a scheme or before a port. An IPv6 address may have no brackets.
var hostAndMore = regexp.MustCompile(`=|^\*|://|^([^:]*|\[.*\]):\d*$`)

// addParam adds the value of a -param or, with another, that of -append query=NAME=TEXT.
func (e *edit) addParam(text string, another bool) error {
	name, value, ok := strings.Cut(withoutMark(text, "?&"), "=")
	if !ok {
		return engine.ErrValue
	}
	e.params = append(e.params, param{name, value, another})
	return nil
}

// addUnset adds the values of a -unset.
func (e *edit) addUnset(list string) error {
	for _, name := range engine.SplitList(list) {
		params, isParam := strings.CutPrefix(name, "param[")
		params, isClosed := strings.CutSuffix(params, "]")
		switch {
		case isParam && isClosed && params != "":
			addDropped((*uri.QueryRules)(&e.rules), params)
			isEmpty := func(name string) bool { return name == "" }
			e.rules.Drop = append(slices.DeleteFunc(e.rules.Drop, isEmpty), params) // a name may have commas
		case slices.Contains(unsettable, name):
			for _, c := range e.named(name) {
				c.isUnset = true
			}
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
		switch {
		case ok && slices.Contains(settable, name):
			if err := e.set(name, value); err != nil {
				return err
			}
		case args.ReadFiles(), strings.ContainsAny(arg, ":/"):
			plain = append(plain, arg)
		case fileKind(arg) != "":
			return misread(i, fileKind(arg))
		default:
			return fmt.Errorf("argument %d is no COMPONENT=VALUE, with %s: a URL without \":\" and \"/\" goes after --", i+1,
				engine.Listed(settable, "or"))
		}
	}
	args.Refs, args.Before = slices.Concat(plain, refs), len(plain)
	return nil
}
