package uritemplate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/uritemplate"
)

// A group is a group of cases in testdata. Each case is a template and its expansion, or a list of expansions that are
// all right, or false if the template or its expansion is an error.
type group struct {
	Variables map[string]any
	TestCases [][2]any
}

// TestCases runs the cases of uritemplate-test.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) != 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	seen := map[string]bool{}
	passed := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups map[string]group
		decoder := json.NewDecoder(strings.NewReader(string(text)))
		decoder.UseNumber()
		if err := decoder.Decode(&groups); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for name, g := range groups {
			values, err := uritemplate.MapOf(g.Variables)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, c := range g.TestCases {
				key := fmt.Sprint(name, c)
				if seen[key] {
					continue
				}
				seen[key] = true
				if runCase(t, name, c, values) {
					passed++
				}
			}
		}
	}
	t.Logf("%d of %d", passed, len(seen))
	if len(seen) != 270 {
		t.Errorf("%d cases, want 270", len(seen))
	}
}

func runCase(t *testing.T, name string, c [2]any, values uritemplate.Map) (passed bool) {
	t.Helper()
	var want []string
	switch x := c[1].(type) {
	case string:
		want = []string{x}
	case []any:
		for _, s := range x {
			want = append(want, s.(string))
		}
	}
	tmpl, err := uritemplate.Parse(c[0].(string))
	var got uri.URI
	if err == nil {
		got, err = tmpl.Expand(values)
	}
	switch {
	case err != nil && want != nil:
		t.Errorf("%s: %s: %v", name, c[0], err)
	case err == nil && !slices.Contains(want, got.String()):
		t.Errorf("%s: %s = %s, want %q", name, c[0], got, want)
	default:
		return true
	}
	return false
}

func TestParseErrors(t *testing.T) {
	for _, c := range kit.Cases[struct {
		text   string
		offset int
		reason uritemplate.Reason
	}]("uritemplate.txt", "TestParseErrors") {
		_, err := uritemplate.Parse(c.text)
		var e *uritemplate.Error
		if !errors.As(err, &e) || e.Offset != c.offset || e.Reason != c.reason {
			t.Errorf("Parse(%q): %v, want %v at byte %d", c.text, err, c.reason, c.offset)
		}
	}
}

func TestVariables(t *testing.T) {
	tmpl := uritemplate.MustParse("/ü{a}{+b:12}{#c}{.d}{/e*}{;f.g}{?h,a}{&%41*}")
	want := []uritemplate.Variable{
		{"a", 0, false, 0, 4}, {"b", '+', false, 12, 8}, {"c", '#', false, 0, 15}, {"d", '.', false, 0, 19}, {"e", '/', true, 0, 23},
		{"f.g", ';', false, 0, 28}, {"h", '?', false, 0, 34}, {"a", '?', false, 0, 36}, {"%41", '&', true, 0, 40},
	}
	if diff := cmp.Diff(want, tmpl.Variables()); diff != "" {
		t.Error(diff)
	}
	if list := uritemplate.MustParse("/").Variables(); list != nil {
		t.Errorf("a template without variables has %v", list)
	}
}

// TestMatch has templates and references, and the values that Match finds, in the form of JSON, or "" if it finds none.
func TestMatch(t *testing.T) {
	for _, c := range kit.Cases[struct{ template, s, want string }]("uritemplate.txt", "TestMatch") {
		m, err := uritemplate.MustParse(c.template).Matcher()
		if err != nil {
			t.Errorf("%s: %v", c.template, err)
			continue
		}
		values, ok := m.Match(c.s)
		if got := asJSON(values); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s with %q: %s, %v, want %s", c.template, c.s, got, ok, c.want)
		}
	}
}

// asJSON returns values as a JSON object with sorted keys.
func asJSON(values uritemplate.Map) string {
	object := map[string]any{}
	for name, v := range values {
		if s, ok := v.Text(); ok {
			object[name] = s
		} else if list, ok := v.Members(); ok {
			object[name] = list
		} else if pairs, ok := v.Pairs(); ok {
			inner := map[string]string{}
			for _, p := range pairs {
				inner[p.Name] = p.Value
			}
			object[name] = inner
		}
	}
	text, _ := json.Marshal(object)
	return string(text)
}

func TestMatcherErrors(t *testing.T) {
	for _, c := range kit.Cases[struct {
		template    string
		reason      uritemplate.Reason
		expressions [2]string
	}]("uritemplate.txt", "TestMatcherErrors") {
		_, err := uritemplate.MustParse(c.template).Matcher()
		var e *uritemplate.Error
		if !errors.As(err, &e) || e.Reason != c.reason || e.Expressions != c.expressions {
			t.Errorf("%s: %v", c.template, err)
		}
	}
}
