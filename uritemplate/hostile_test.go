package uritemplate_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/uritemplate"
)

// An entry is the arguments of the calls.
type entry struct {
	text   string // of a template
	s      string // a value, and a string to match
	t      uritemplate.Template
	m      *uritemplate.Matcher
	values uritemplate.Map
}

func newEntry(a, b string, _ uint8) *entry {
	x := &entry{text: a, s: b}
	x.t, _ = uritemplate.Parse(a)
	x.m, _ = x.t.Matcher()
	// An expansion can be as long as the template times the values, so one of them is short.
	if len(a) > 10 {
		b = b[:min(len(b), 10)]
	}
	x.values = valuesOf(b)
	return x
}

func valuesOf(s string) uritemplate.Map {
	return uritemplate.Map{
		"x": uritemplate.String(s),
		"y": uritemplate.List(s, s),
		"z": uritemplate.Pairs(uritemplate.Pair{Name: s, Value: s}),
		"l": uritemplate.List(strings.Split(s, ",")...),
	}
}

// fixed is a template for long values.
var fixed = uritemplate.MustParse("{x}{+x:9999}{#y}{/y*}{;z}{?z*}{&l*}{/l}{.u}")

func (x *entry) value(v uritemplate.Value) (o hostile.Outcome) {
	s, _ := v.Text()
	list, _ := v.Members()
	pairs, _ := v.Pairs()
	return hostile.Outcome{Text: fmt.Sprint(s, list, pairs), Number: hostile.One(v.IsDefined())}
}

var suite = hostile.Suite[*entry]{
	New: newEntry,
	Calls: hostile.Calls[*entry]{
		"Parse": func(x *entry) hostile.Outcome {
			t, err := uritemplate.Parse(x.text)
			return hostile.Outcome{Text: t.String(), Err: err}
		},
		"MustParse": func(x *entry) (o hostile.Outcome) {
			defer func() {
				if v := recover(); v != nil {
					o.Text = fmt.Sprint(v)
				}
			}()
			return hostile.Outcome{Text: uritemplate.MustParse(x.text).String()}
		},
		"Template.String": hostile.Text(func(x *entry) string { return x.t.String() }),
		"Template.Variables": func(x *entry) (o hostile.Outcome) {
			for _, v := range x.t.Variables() {
				if !strings.HasPrefix(x.text[v.Offset:], v.Name) {
					o.Err = fmt.Errorf("%w: %+v in %q", hostile.ErrBroken, v, x.text)
				}
				o.Number++
			}
			return o
		},
		"Template.Expand": func(x *entry) hostile.Outcome {
			u, err := x.t.Expand(x.values)
			long, _ := fixed.Expand(valuesOf(x.s))
			return hostile.Outcome{Text: u.String() + long.String(), Err: err}
		},
		"Template.Append": hostile.Appending(func(x *entry, dst []byte) ([]byte, error) {
			return x.t.Append(dst, x.values)
		}),
		"Template.Matcher": func(x *entry) hostile.Outcome {
			m, err := x.t.Matcher()
			return hostile.Outcome{Number: hostile.One(m != nil), Err: err}
		},
		"Template.ExpandStrict": func(x *entry) hostile.Outcome {
			u, err := x.t.ExpandStrict(x.values)
			return hostile.Outcome{Text: u.String(), Err: err}
		},
		"Template.MatcherWith": func(x *entry) (o hostile.Outcome) {
			for n := range 8 {
				m, err := x.t.MatcherWith(optionsOf(n))
				values, ok := m.Match(x.s)
				o.Text += asJSON(values)
				o.Number = 2*o.Number + hostile.One(ok)
				o.Err = err
			}
			return o
		},
		"Matcher.Match": func(x *entry) hostile.Outcome {
			values, ok := x.m.Match(x.s)
			if ok && x.m != nil { // nil matches as the empty template
				if u, err := x.t.Expand(values); err != nil || u.String() != x.s {
					return hostile.Outcome{Err: fmt.Errorf("%w: %q gives %v", hostile.ErrBroken, x.s, values)}
				}
			}
			return hostile.Outcome{Text: asJSON(values), Number: hostile.One(ok)}
		},

		"String":          func(x *entry) hostile.Outcome { return x.value(uritemplate.String(x.s)) },
		"List":            func(x *entry) hostile.Outcome { return x.value(uritemplate.List(x.s)) },
		"Pairs":           func(x *entry) hostile.Outcome { return x.value(uritemplate.Pairs(uritemplate.Pair{Name: x.s})) },
		"Value.IsDefined": func(x *entry) hostile.Outcome { return x.value(x.values["x"]) },
		"Value.Text":      func(x *entry) hostile.Outcome { return x.value(x.values["x"]) },
		"Value.Members":   func(x *entry) hostile.Outcome { return x.value(x.values["y"]) },
		"Value.Pairs":     func(x *entry) hostile.Outcome { return x.value(x.values["z"]) },
		"Value.Equal": hostile.Truth(func(x *entry) bool {
			return x.values["x"].Equal(uritemplate.String(x.s)) && !x.values["y"].Equal(x.values["z"])
		}),
		"Value.String": hostile.Text(func(x *entry) string { return fmt.Sprint(x.values) }),
		"Map.Lookup":   func(x *entry) hostile.Outcome { return x.value(x.values.Lookup(x.s)) },
		"MapOf": func(x *entry) hostile.Outcome {
			m, err := uritemplate.MapOf(map[string]string{"x": x.s})
			return hostile.Outcome{Text: asJSON(m), Err: err}
		},

		"Error.Error": func(x *entry) hostile.Outcome { _, err := x.t.Matcher(); return hostile.Outcome{Text: fmt.Sprint(err)} },
		"Error.Unwrap": func(x *entry) hostile.Outcome {
			_, err := x.t.Expand(x.values)
			return hostile.Outcome{Text: fmt.Sprint(errors.Unwrap(err))}
		},
		"Reason.String": hostile.Text(func(x *entry) string { return uritemplate.Reason(len(x.s)).String() }),
	},
	OffsetOf: func(err error) (int, bool) {
		var e *uritemplate.Error
		if !errors.As(err, &e) {
			return 0, false
		}
		return e.Offset, true
	},
	Seeds: [][2]string{
		{"", ""}, {"/{x}/{y}", "/1/2"}, {"{+x}{#y}", "a#b"}, {"{.x,y*}", ".1.a=2"}, {"{/x,y*}{?z*}", "/a?b=%20"},
		{"{;x,y,z*}", ";x;y=1,2;a=b"}, {"{?x,y}{&z*}", "?x=%C3%BC&y=&c=d"}, {"{x:3}{+x:2}", "%C3%BCa"},
		{"ü%41{y*}", "%C3%BC%41a,b"}, {"{x", "{"}, {"{!x}", "%"}, {"{y:1}", "a b"}, {"{+x}", "["},
	},
	Shapes: []hostile.Shape{
		{"", "a", ""}, {"", "%41", ""}, {"", "ü", ""}, {"", "{x}/", ""}, {"{x", ",x", "}"}, {"{?x", ",y", "}"},
		{"", "{", ""}, {"", "}", ""}, {"{", "a", ""}, {"{", "a.", "}"}, {"", "{?x}", ""}, {"", "{+x}", ""},
		{"", ",a", ""}, {"", "{u}", ""}, {"", "{?u}", ""}, {"", "{x$}", ""},
	},
	// These take quadratic time if a loop reads a part of the string again for each part of the template, each variable or
	// each member.
	Pairs: []hostile.Pair{
		{{"", "{;a}", ""}, {";z=", "1", ""}}, {{"", "{;a$}", ""}, {";a=", "1", ""}}, {{"", "{;a$}", ""}, {"", ";a$=1", ""}},
		{{"", "{;a}{;ab}{;abc}", ""}, {";abcd=", "1", ""}}, {{"x", "{/x}", ""}, {"x", "/", ""}}, {{"x", "{/x$}", ""}, {"x/", "a", ""}},
		{{"", "/{x}", ""}, {"", "/", ""}}, {{"", "/{x}", ""}, {"/", "%41", ""}}, {{"", "/{x,y}", ""}, {"", "/,", ""}},
		{{"", "/{x}", ""}, {"", "/a", ""}},
		{{"{x", ",x$", "}"}, {"", "a,", ""}}, {{"{?x", ",x$", "}"}, {"?z", "&z$=", ""}}, {{"{?x", ",x$", "}"}, {"?x0=1", "&z$=", ""}},
		{{"{?x", ",x$", "}"}, {"?x", "&x$=1", ""}}, {{"{?x", ",x$", ",y*}"}, {"?", "y=1&", "y=1"}}, {{"{;", "aaaaaaaa$,", "a}"}, {";", "a", ""}},
		{{"{?x*}"}, {"?", "&", ""}}, {{"{?x*}"}, {"?", "x=1&", ""}}, {{"{?x*}"}, {"?x=1", "&x=1", ""}}, {{"{?x*}"}, {"?", "=", ""}},
		{{"{?x*}"}, {"?x=1", "&a=1", ""}}, {{"{.x*}"}, {"", ".a.b=c", ""}}, {{"{.x*}"}, {"", ".", "="}}, {{"{/x*}"}, {"", "/%2C", ""}},
		{{"{/x*}"}, {"/a=", "/b", ""}}, {{"{x}"}, {"", ",", ""}}, {{"{x}"}, {"a", ",a", ""}}, {{"{x*}"}, {"", "a=,", ""}},
		{{"{x}"}, {"", "%25", ""}}, {{"{+x}"}, {"", "%25", ""}}, {{"{+x}"}, {"", "%20%", ""}}, {{"{#x,y}"}, {"#", "%2c,", ""}},
		{{"{?", "a$,", "z}"}, {"?z=1", "&a$=1", ""}}, {{"{?", "a$,", "z*}"}, {"?", "&", ""}}, {{"{?", "a$,", "z}"}, {"?", "&%61$=1", ""}},
		{{"", "{&a$}", ""}, {"?x", "&a$=1", ""}}, {{"/{x}"}, {"/a?", "u=1&", ""}}, {{"", "{x}.", ""}, {"", "a.", ""}}, {{"{?a,z*}"}, {"?", "a=&", ""}},
		{{"", "{+x}.", ""}, {"", ".", ""}}, {{"", "{x}a/", ""}, {"", "a", ""}}, {{"{+x}.{+y}.{+z}"}, {"", "a", "."}},
		{{"", "a", ""}, {"", "a", "b"}}, {{"", "%C3%BC", ""}, {"", "%C3%BC", ""}},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
