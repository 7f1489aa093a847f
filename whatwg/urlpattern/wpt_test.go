package urlpattern_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// A wptCase is a case of testdata/urlpatterntestdata.json. urlpattern.any.js, beside it in web-platform-tests, says
// what its fields mean.
type wptCase struct {
	Pattern, Inputs        []json.RawMessage
	ExactlyEmptyComponents []string        `json:"exactly_empty_components"`
	ExpectedObj            json.RawMessage `json:"expected_obj"`
	ExpectedMatch          json.RawMessage `json:"expected_match"`
	members                map[string]any  // of the pattern, if it is an init
}

// A wptGroups is a component of an expected match.
type wptGroups struct {
	Input  string
	Groups map[string]*string
}

var components = []urlpattern.Component{
	urlpattern.ComponentProtocol, urlpattern.ComponentUsername, urlpattern.ComponentPassword,
	urlpattern.ComponentHostname, urlpattern.ComponentPort, urlpattern.ComponentPathname, urlpattern.ComponentSearch,
	urlpattern.ComponentHash,
}

// errType stands for a TypeError that Go's types make impossible: an init with a base URL beside it.
var errType = errors.New("TypeError")

// arguments returns the arguments of a constructor, or of test and exec: a string or an init, and a base URL.
func arguments(list []json.RawMessage) (text *string, x urlpattern.Init, base *whatwg.URL, o *urlpattern.Options,
	err error) {
	if len(list) > 0 && list[len(list)-1][0] == '{' && len(list) > 1 {
		err = json.Unmarshal(list[len(list)-1], &o)
		list = list[:len(list)-1]
	}
	baseText := ""
	for i, raw := range list {
		switch {
		case i == 0 && raw[0] == '"':
			err = json.Unmarshal(raw, &text)
		case i == 0:
			var member struct{ BaseURL *string }
			err = errors.Join(json.Unmarshal(raw, &x), json.Unmarshal(raw, &member), json.Unmarshal(raw, &o))
			if member.BaseURL != nil {
				base = new(whatwg.URL)
				if *base, err = whatwg.Parse(*member.BaseURL); err != nil {
					return
				}
			}
		case i == 1 && raw[0] == '"' && text != nil:
			if err = json.Unmarshal(raw, &baseText); err == nil {
				base = new(whatwg.URL)
				*base, err = whatwg.Parse(baseText)
			}
		default:
			err = errType
		}
		if err != nil {
			return
		}
	}
	return
}

// TestWPT runs the cases of web-platform-tests, urlpattern/resources/urlpatterntestdata.json.
func TestWPT(t *testing.T) {
	data, err := os.ReadFile("testdata/urlpatterntestdata.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []wptCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	passed := 0
	for i := range cases {
		if err := cases[i].run(); err != nil {
			t.Errorf("case %d, %s with %s: %v", i, cases[i].Pattern, cases[i].Inputs, err)
			continue
		}
		passed++
	}
	t.Logf("%d of %d cases of web-platform-tests", passed, len(cases))
	if len(cases) != 369 {
		t.Errorf("%d cases, want 369", len(cases))
	}
}

func (c *wptCase) run() error {
	text, x, base, options, err := arguments(c.Pattern)
	var p *urlpattern.Pattern
	switch {
	case err != nil:
	case text != nil:
		p, err = urlpattern.New(*text, base, options)
	default:
		p, err = urlpattern.NewInit(x, base, options)
	}
	if string(c.ExpectedObj) == `"error"` {
		if err == nil {
			return fmt.Errorf("no error")
		}
		return nil
	}
	if err != nil {
		return err
	}
	if len(c.Pattern) > 0 && text == nil {
		json.Unmarshal(c.Pattern[0], &c.members)
	}
	if err := c.checkComponents(p, base); err != nil {
		return err
	}
	return c.checkMatch(p)
}

// checkComponents compares the pattern strings.
func (c *wptCase) checkComponents(p *urlpattern.Pattern, base *whatwg.URL) error {
	var expected map[string]*string
	if c.ExpectedObj != nil {
		if err := json.Unmarshal(c.ExpectedObj, &expected); err != nil {
			return err
		}
	}
	earlier := map[string][]string{
		"hostname": {"protocol"}, "port": {"protocol", "hostname"}, "pathname": {"protocol", "hostname", "port"},
		"search": {"protocol", "hostname", "port", "pathname"},
		"hash":   {"protocol", "hostname", "port", "pathname", "search"},
	}
	for _, component := range components {
		name := component.String()
		member, _ := c.members[name].(string)
		want := "*"
		switch {
		case expected[name] != nil:
			want = *expected[name]
		case slices.Contains(c.ExactlyEmptyComponents, name):
			want = ""
		case member != "":
			want = member
		case slices.ContainsFunc(earlier[name], func(e string) bool { _, ok := c.members[e]; return ok }):
		case base != nil && name != "username" && name != "password":
			want = map[string]string{
				"protocol": base.Scheme(), "hostname": base.Hostname(), "port": base.Port(), "pathname": base.Pathname(),
				"search": base.Search()[min(1, len(base.Search())):], "hash": base.Hash()[min(1, len(base.Hash())):],
			}[name]
		}
		if got := p.Component(component); got != want {
			return fmt.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	return nil
}

// checkMatch compares the result of the match.
func (c *wptCase) checkMatch(p *urlpattern.Pattern) error {
	text, x, base, _, err := arguments(c.Inputs)
	if string(c.ExpectedMatch) == `"error"` {
		if err != errType {
			return fmt.Errorf("%v, want a TypeError", err)
		}
		return nil
	}
	var r urlpattern.Result
	ok, tested := false, false
	switch {
	case err != nil: // a base URL that cannot be parsed
	case text != nil:
		ok, tested = p.MatchString(*text, base, &r), p.MatchString(*text, base, nil)
	default:
		ok, tested = p.MatchInit(x, base, &r), p.MatchInit(x, base, nil)
	}
	want := c.ExpectedMatch != nil && string(c.ExpectedMatch) != "null"
	if ok != want || tested != want {
		return fmt.Errorf("match %t, test %t, want %t", ok, tested, want)
	}
	if !ok {
		return nil
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(c.ExpectedMatch, &raw); err != nil {
		return err
	}
	got := map[string]map[string]*string{}
	for g := range r.Groups() {
		name := g.Component.String()
		if got[name] == nil {
			got[name] = map[string]*string{}
		}
		if again, ok := r.Group(g.Component, g.Name); again != g.Text || ok != g.IsDefined {
			return fmt.Errorf("group %s of %s: %q, %t, but %q, %t", g.Name, name, again, ok, g.Text, g.IsDefined)
		}
		got[name][g.Name] = nil
		if g.IsDefined {
			got[name][g.Name] = &g.Text
		}
	}
	for _, component := range components {
		name := component.String()
		var want wptGroups
		if raw[name] != nil {
			if err := json.Unmarshal(raw[name], &want); err != nil {
				return err
			}
		} else if !slices.Contains(c.ExactlyEmptyComponents, name) {
			want.Groups = map[string]*string{"0": new(string)}
		}
		if got := r.Input(component); got != want.Input {
			return fmt.Errorf("the input of %s is %q, want %q", name, got, want.Input)
		}
		if len(got[name]) != len(want.Groups) || len(want.Groups) > 0 && !reflect.DeepEqual(got[name], want.Groups) {
			return fmt.Errorf("the groups of %s are %v, want %v", name, show(got[name]), show(want.Groups))
		}
	}
	return nil
}

func show(groups map[string]*string) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		text := "undefined"
		if groups[name] != nil {
			text = fmt.Sprintf("%q", *groups[name])
		}
		list = append(list, name+"="+text)
	}
	return list
}
