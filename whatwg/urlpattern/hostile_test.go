package urlpattern_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// The tests call every exported function and method with hostile arguments.

// A hostileInput is the arguments of the calls.
type hostileInput struct {
	a, b     string
	options  *urlpattern.Options
	base     *whatwg.URL
	u        whatwg.URL // b, if it is a URL
	pattern  *urlpattern.Pattern
	patterns []*urlpattern.Pattern
	set      *urlpattern.Set
	flags    uint8
}

func newHostileInput(a, b string, flags uint8) *hostileInput {
	x := &hostileInput{a: a, b: b, flags: flags, options: &urlpattern.Options{IgnoreCase: flags&1 != 0}}
	base, err := whatwg.Parse("https://joe@example.com:8080/a/b?c#d")
	if err == nil && flags&2 != 0 {
		x.base = &base
	}
	// A match takes time for the pattern times the input, so only the pattern grows. TestMatchLinear has long inputs.
	if len(a) > 400 {
		b = b[:min(len(b), 100)]
	}
	x.u, _ = whatwg.Parse(b)
	x.pattern, _ = urlpattern.New(a, &base, x.options)
	other, _ := urlpattern.NewInit(x.init(), nil, nil)
	x.patterns = []*urlpattern.Pattern{x.pattern, nil, other, new(urlpattern.Pattern)}
	x.set = urlpattern.NewSet(x.patterns...)
	return x
}

// init returns an init with a as one component.
func (x *hostileInput) init() urlpattern.Init {
	y := initWith(components[int(x.flags>>2)%len(components)], x.a)
	if x.flags&64 != 0 {
		y.Username, y.Password, y.Pathname = &x.a, &x.a, &x.a
	}
	return y
}

// inputInit returns an init with b as one component.
func (x *hostileInput) inputInit() urlpattern.Init {
	return initWith(components[int(x.flags>>2)%len(components)], x.b)
}

// made returns the outcome of New or NewInit. The pattern strings must make a pattern again.
func (x *hostileInput) made(p *urlpattern.Pattern, err error, n int) hostile.Outcome {
	if (p == nil) != (err != nil) {
		return hostile.Outcome{Err: fmt.Errorf("%w: %v, %v", hostile.ErrBroken, p, err)}
	}
	if err != nil {
		return hostile.Outcome{Err: err, Length: max(1, n)}
	}
	o := hostile.Outcome{Text: patternStrings(p), Number: hostile.One(p.HasRegExpGroups())}
	if _, err := urlpattern.NewInit(allOf(p), nil, x.options); err != nil {
		o.Err = fmt.Errorf("%w: %q becomes %w", hostile.ErrBroken, o.Text, err)
	}
	return o
}

func patternStrings(p *urlpattern.Pattern) string {
	var list []string
	for _, c := range components {
		list = append(list, p.Component(c))
	}
	return strings.Join(list, "\x00")
}

// allOf returns the pattern strings of p.
func allOf(p *urlpattern.Pattern) urlpattern.Init {
	get := func(c urlpattern.Component) *string { text := p.Component(c); return &text }
	return urlpattern.Init{
		Protocol: get(urlpattern.ComponentProtocol), Username: get(urlpattern.ComponentUsername),
		Password: get(urlpattern.ComponentPassword), Hostname: get(urlpattern.ComponentHostname),
		Port: get(urlpattern.ComponentPort), Pathname: get(urlpattern.ComponentPathname),
		Search: get(urlpattern.ComponentSearch), Hash: get(urlpattern.ComponentHash),
	}
}

// matched returns the outcome of a method Match. test is the result of the method Test beside it.
func matched(p *urlpattern.Pattern, match func(r *urlpattern.Result) bool, test bool) hostile.Outcome {
	var r urlpattern.Result
	ok := match(&r)
	o := hostile.Outcome{Number: hostile.One(ok)}
	if ok != test || ok != match(nil) {
		o.Err = fmt.Errorf("%w: Match returns %t, Test %t", hostile.ErrBroken, ok, test)
	}
	var b strings.Builder
	for g := range r.Groups() {
		if text, ok := r.Group(g.Component, g.Name); text != g.Text || ok != g.IsDefined ||
			!strings.Contains(r.Input(g.Component), g.Text) {
			o.Err = fmt.Errorf("%w: group %s of %v", hostile.ErrBroken, g.Name, g.Component)
		}
		b.WriteString(g.Text + "\x00")
	}
	o.Text = b.String()
	return o
}

func formatted(v any) hostile.Outcome {
	text := fmt.Sprintf("%v|%+v|%#v|%s|%d", v, v, v, v, v)
	if strings.Contains(text, hostile.Secret) {
		return hostile.Outcome{Err: fmt.Errorf("%w: it shows the password", hostile.ErrBroken)}
	}
	return hostile.Outcome{Text: text}
}

func (x *hostileInput) result() *urlpattern.Result {
	r := new(urlpattern.Result)
	x.pattern.Match(x.u, r)
	return r
}

var calls = hostile.Calls[*hostileInput]{
	"New": func(x *hostileInput) hostile.Outcome {
		p, err := urlpattern.New(x.a, x.base, x.options)
		return x.made(p, err, len(x.a))
	},
	"NewInit": func(x *hostileInput) hostile.Outcome {
		p, err := urlpattern.NewInit(x.init(), x.base, nil)
		return x.made(p, err, len(x.a))
	},
	"Pattern.Component":       hostile.Text(func(x *hostileInput) string { return patternStrings(x.pattern) }),
	"Pattern.HasRegExpGroups": hostile.Truth(func(x *hostileInput) bool { return x.pattern.HasRegExpGroups() }),

	"Pattern.Test": hostile.Truth(func(x *hostileInput) bool { return x.pattern.Test(x.u) }),
	"Pattern.Match": func(x *hostileInput) hostile.Outcome {
		return matched(x.pattern, func(r *urlpattern.Result) bool { return x.pattern.Match(x.u, r) }, x.pattern.Test(x.u))
	},
	"Pattern.MatchString": func(x *hostileInput) hostile.Outcome {
		return matched(x.pattern, func(r *urlpattern.Result) bool { return x.pattern.MatchString(x.b, x.base, r) },
			x.pattern.MatchString(x.b, x.base, nil))
	},
	"Pattern.MatchInit": func(x *hostileInput) hostile.Outcome {
		return matched(x.pattern, func(r *urlpattern.Result) bool { return x.pattern.MatchInit(x.inputInit(), x.base, r) },
			x.pattern.MatchInit(x.inputInit(), x.base, nil))
	},

	"Result.Group": hostile.Text(func(x *hostileInput) string {
		text, _ := x.result().Group(urlpattern.Component(x.flags%10), "0")
		return text
	}),
	"Result.Groups": func(x *hostileInput) hostile.Outcome { return hostile.Walk(x.result().Groups()) },
	"Result.Input": hostile.Text(func(x *hostileInput) string {
		return x.result().Input(urlpattern.Component(x.flags % 10))
	}),

	"NewSet": func(x *hostileInput) hostile.Outcome {
		return hostile.Outcome{Number: uint64(urlpattern.NewSet(x.patterns...).First(x.u) + 1)}
	},
	"Set.AppendMatches": hostile.Appending(func(x *hostileInput, dst []byte) ([]byte, error) {
		for _, i := range x.set.AppendMatches(nil, x.u) {
			if !x.patterns[i].Test(x.u) {
				return dst, fmt.Errorf("%w: pattern %d does not match", hostile.ErrBroken, i)
			}
			dst = append(dst, byte('0'+i))
		}
		return dst, nil
	}),
	"Set.First": func(x *hostileInput) hostile.Outcome {
		want := -1
		if all := x.set.AppendMatches(nil, x.u); len(all) > 0 {
			want = all[0]
		}
		if got := x.set.First(x.u); got != want {
			return hostile.Outcome{Err: fmt.Errorf("%w: %d, want %d", hostile.ErrBroken, got, want)}
		}
		return hostile.Outcome{Number: uint64(want + 1)}
	},

	"Group.Format": func(x *hostileInput) hostile.Outcome {
		return formatted(urlpattern.Group{Component: urlpattern.ComponentPassword, Text: x.b, IsDefined: true})
	},
	"Component.String": hostile.Text(func(x *hostileInput) string { return urlpattern.Component(x.flags).String() }),
	"Error.Error": hostile.Text(func(x *hostileInput) string {
		_, err := urlpattern.New(x.a, x.base, nil)
		return fmt.Sprint(err)
	}),
	"Error.Is": hostile.Truth(func(x *hostileInput) bool {
		_, err := urlpattern.New(x.a, x.base, nil)
		return errors.Is(err, errors.ErrUnsupported)
	}),
}

func offsetOf(err error) (offset int, ok bool) {
	var e *urlpattern.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

var hostileSeeds = [][2]string{
	{"", ""}, {"https://*.example.com/books/:id", "https://www.example.com/books/42?page=2"}, {"/:a/*?x=:y#*", "https://h/a/b"},
	{"http{s}?://:host.example:*/(a|b)+", "http://x.example:80/aab"}, {"https://u\\:p@h/{:a.}?:b((?!x).*)", "https://u:p@h/a.b"},
	{"https://h/(a(?<x>b*)*)", "https://h/abb"}, {"data\\:*", "data:x"}, {"https://h/([[a-z]--b]{2,3}\\d?)/\xff", "https://h/ac1"},
	{"https://[\\:\\:1]:8080/:é*", "https://[::1]:8080/a/b"}, {"https://h/{a/../..}*", "file:///C:/a"}, {"(\\w+):", "a:"},
}

// hostileShapes are patterns that grow. The input is one that takes a machine without memory exponential time.
var hostileShapes = []hostile.Shape{
	{"https://h/", "a", ""}, {"https://h/", ":a$/", ""}, {"https://h/", "*a", "b"}, {"https://h/", "*", ""},
	{"https://h/", "{a}?", ""}, {"https://h/", "{/:a$}*", ""}, {"https://h/", "(a|b)", ""}, {"https://h/(", "(?:", ")"},
	{"https://h/(", "a*", ")"}, {"https://h/(", "a{2}", ")"}, {"https://h/(a", "|a", ")"}, {"https://h/(", "[[a]]", ")"},
	{"https://h/([", "a", "])"}, {"https://h/(", "(?=a", ")"}, {"", "(a", ""}, {"", "(?:", ""}, {"", ":", ""}, {"", "{", ""},
	{"https://h/", "\\a", ""}, {"https://", "a.", "b"}, {"https://h?", "é", ""}, {"https://h/", "../", ":x"}, {"", "a:", ""},
	{"https://h/(", "(?<a$>b)", ")"}, {"https://h/(", "(?:a?)*", ")"}, {"https://h/(", "(?!a)", ")"},
}

var suite = hostile.Suite[*hostileInput]{
	New: newHostileInput, OffsetOf: offsetOf, Calls: calls, Seeds: hostileSeeds, Shapes: hostileShapes,
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }

// TestGrowth leaves out the calls that do the same work as another one.
func TestGrowth(t *testing.T) {
	few := suite
	few.Calls = hostile.Calls[*hostileInput]{}
	for _, name := range []string{"New", "Pattern.Match", "Set.First"} {
		few.Calls[name] = calls[name]
	}
	few.TestGrowth(t)
}

func FuzzHostileCalls(f *testing.F) { suite.Fuzz(f) }
