package urlpattern_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// A jsCase is a pattern and inputs, as javascript.mjs reads them.
type jsCase struct {
	Init       map[string]string   `json:"init"`
	IgnoreCase bool                `json:"ignoreCase"`
	Inputs     []map[string]string `json:"inputs"`
}

// A jsResult is what javascript.mjs writes for a case.
type jsResult struct {
	Error           bool                            `json:"error"`
	Slow            bool                            `json:"slow"`
	Patterns        []string                        `json:"patterns"`
	HasRegExpGroups bool                            `json:"hasRegExpGroups"`
	Matches         []map[string]map[string]*string `json:"matches"`
}

func initOf(members map[string]string) (x urlpattern.Init) {
	text, err := json.Marshal(members)
	if err == nil {
		err = json.Unmarshal(text, &x)
	}
	if err != nil {
		panic(err)
	}
	return x
}

// TestJavaScript compares this package with the URLPattern of node, at random. URI_NODE is the program, version 24 or
// later. testdata/javascript.txt records results.
func TestJavaScript(t *testing.T) {
	node := os.Getenv("URI_NODE")
	if node == "" {
		t.Skip("URI_NODE names no program")
	}
	for _, regexps := range []bool{false, true} {
		t.Run(fmt.Sprintf("regexps=%t", regexps), func(t *testing.T) { compareWithJavaScript(t, node, regexps) })
	}
}

func compareWithJavaScript(t *testing.T, node string, regexps bool) {
	cases, inputs := 25_000, 5
	if n, err := strconv.Atoi(os.Getenv("URI_NODE_CASES")); err == nil {
		cases = n
	}
	g := urlpattern.Generator{Rand: kit.Random(t), Regexps: regexps}
	list := make([]jsCase, cases)
	var stdin bytes.Buffer
	for i := range list {
		g.Names = g.IntN(26)
		c := jsCase{Init: map[string]string{}, IgnoreCase: g.IntN(4) == 0}
		name := g.Pick("pathname", "pathname", "pathname", "pathname", "hostname", "search", "hash", "protocol")
		delimiter := map[string]string{"pathname": "/", "hostname": "."}[name]
		if name == "pathname" && g.IntN(8) == 0 {
			c.Init["protocol"] = g.Pick("data", "http", "http{s}?", "x*")
			if p := c.Init["protocol"]; p == "data" || p == "x*" {
				delimiter = "" // node loses slashes of opaque paths
			}
		}
		pattern, input := g.Component(delimiter)
		if name == "pathname" && delimiter != "" && g.IntN(2) == 0 {
			pattern, input = "/"+pattern, "/"+input
		}
		c.Init[name] = pattern
		for range inputs {
			text := g.Mutate(input)
			text = text[:min(len(text), 14)] // JavaScript takes exponential time
			x := map[string]string{name: text}
			if protocol := c.Init["protocol"]; protocol != "" {
				x["protocol"] = g.Pick("data", "http", "https", "x")
			}
			c.Inputs = append(c.Inputs, x)
		}
		list[i] = c
		if err := json.NewEncoder(&stdin).Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	command := kit.Command(t, node, "testdata/javascript.mjs")
	command.Stdin = &stdin
	command.Stderr = os.Stderr
	stdout, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(stdout))
	lines.Buffer(nil, 1<<20)
	var versions map[string]string
	if lines.Scan(); json.Unmarshal(lines.Bytes(), &versions) != nil {
		t.Fatalf("versions: %s", lines.Bytes())
	}
	counts := map[string]int{}
	for i := range list {
		var want jsResult
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &want) != nil {
			t.Fatalf("line %d: %v: %s", i, lines.Err(), lines.Bytes())
		}
		list[i].compare(t, &want, counts)
	}
	t.Logf("node %s, V8 %s: %v", versions["node"], versions["v8"], counts)
}

// compare compares the results of this package and of JavaScript.
func (c *jsCase) compare(t *testing.T, want *jsResult, counts map[string]int) {
	p, err := urlpattern.NewInit(initOf(c.Init), nil, &urlpattern.Options{IgnoreCase: c.IgnoreCase})
	switch {
	case want.Slow:
		counts["slow in JavaScript"]++
		return
	case errors.Is(err, errors.ErrUnsupported):
		counts["unsupported"]++
		return
	}
	if err != nil && !want.Error && strings.Contains(err.Error(), "the name of another group") {
		counts["duplicate names that V8 accepts"]++ // such as "(?<a>x)(?:1|(?<a>y))", against MightBothParticipate
		return
	}
	if (err != nil) != want.Error {
		counts["differences"]++
		t.Errorf("%v: %v, want an error %t", c.Init, err, want.Error)
		return
	}
	if err != nil {
		counts["invalid"]++
		return
	}
	if p.HasRegExpGroups() != want.HasRegExpGroups {
		t.Errorf("%v: regexp groups %t", c.Init, p.HasRegExpGroups())
	}
	for i, component := range components {
		if got := p.Component(component); got != want.Patterns[i] {
			t.Errorf("%v: %s is %q, want %q", c.Init, component, got, want.Patterns[i])
		}
	}
	for i, input := range c.Inputs {
		counts["pairs"]++
		var r urlpattern.Result
		ok := p.MatchInit(initOf(input), nil, &r)
		if ok != p.MatchInit(initOf(input), nil, nil) {
			t.Errorf("%v with %v: Match returns %t, Test does not", c.Init, input, ok)
		}
		if ok != (want.Matches[i] != nil) {
			counts["differences"]++
			t.Errorf("%v with %v, ignore case %t: %t", c.Init, input, c.IgnoreCase, ok)
			continue
		}
		if !ok {
			continue
		}
		counts["matches"]++
		got := map[string]map[string]*string{}
		for _, component := range components {
			got[component.String()] = map[string]*string{}
		}
		for g := range r.Groups() {
			got[g.Component.String()][g.Name] = nil
			if g.IsDefined {
				got[g.Component.String()][g.Name] = &g.Text
			}
		}
		if !reflect.DeepEqual(got, want.Matches[i]) {
			counts["differences"]++
			for name := range got {
				if !reflect.DeepEqual(got[name], want.Matches[i][name]) {
					t.Errorf("%v with %v: %s %v, want %v", c.Init, input, name, show(got[name]), show(want.Matches[i][name]))
				}
			}
		}
	}
}
