package uritemplate_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/uritemplate"
)

var (
	anyOrder = uritemplate.MatchOptions{AnyOrder: true}
	ignore   = uritemplate.MatchOptions{IgnoreUnknown: true}
	first    = uritemplate.MatchOptions{FirstByte: true}
	lenient  = uritemplate.MatchOptions{AnyOrder: true, IgnoreUnknown: true}
	gateway  = uritemplate.MatchOptions{AnyOrder: true, IgnoreUnknown: true, FirstByte: true}
)

type optionCase struct {
	template string
	o        uritemplate.MatchOptions
	s, want  string // the values as JSON, or "" if there are none
}

// threadCases are the cases of public threads.
var threadCases = []optionCase{
	// https://github.com/modelcontextprotocol/typescript-sdk/issues/1079: any subset, in any order
	{"dom://{pageId}{?selector,includeAttributes,includeText}", anyOrder, "dom://5a07", `{"pageId":"5a07"}`},
	{"dom://{pageId}{?selector,includeAttributes,includeText}", anyOrder, "dom://5a07?includeText=true&selector=body",
		`{"includeText":"true","pageId":"5a07","selector":"body"}`},
	// https://github.com/modelcontextprotocol/typescript-sdk/issues/149
	{"acme://products{?page,limit}", anyOrder, "acme://products?limit=10&page=1", `{"limit":"10","page":"1"}`},
	{"acme://products{?page,limit}", anyOrder, "acme://products?limit=10", `{"limit":"10"}`},
	// https://github.com/modelcontextprotocol/typescript-sdk/pull/1785: decoded, others ignored, undefined is not empty
	{"/search{?q,lang}", lenient, "/search?utm_source=x&lang=de&q=a%20b", `{"lang":"de","q":"a b"}`},
	{"/search{?q,lang}", lenient, "/search?q=", `{"q":""}`},
	{"/search{?q,lang}", lenient, "/search?utm_source=x", `{}`},
	// https://github.com/modelcontextprotocol/python-sdk/issues/378
	{"search://emails{?query,start,end}", anyOrder, "search://emails?end=2&query=x", `{"end":"2","query":"x"}`},
	// https://github.com/joshrotenberg/tower-mcp/pull/1259
	{"agent://threads?kind=a{&cursor,limit}", anyOrder, "agent://threads?kind=a&limit=5&cursor=c", `{"cursor":"c","limit":"5"}`},
	// https://github.com/PrefectHQ/fastmcp/issues/2322: a match without values is a match
	{"data://config{?format}", anyOrder, "data://config", `{}`},
	// https://github.com/tavis-software/Tavis.UriTemplates/pull/35
	{"http://test.tld{?foo,bar}", anyOrder, "http://test.tld?bar=2&foo=1", `{"bar":"2","foo":"1"}`},
	// https://github.com/tavis-software/Tavis.UriTemplates/issues/24
	{"/Glimpse.axd?n=glimpse_request&requestId={requestId}{&hash,callback}", lenient,
		"/Glimpse.axd?n=glimpse_request&requestId=7&callback=f&_=1&hash=h", `{"callback":"f","hash":"h","requestId":"7"}`},
	// https://github.com/google/uri.dart/issues/14
	{"search{?name}", lenient, "search", `{}`},
	// https://github.com/yosida95/uritemplate/issues/12: "{?keys*}" takes all parameters, and some users do not want
	// that
	{"https://www.target.com/tracking/{trackingNumber}{?keys*}", anyOrder, "https://www.target.com/tracking/1Z8?ref=10",
		`{"keys":{"ref":"10"},"trackingNumber":"1Z8"}`},
	{"https://www.target.com/tracking/{trackingNumber}", ignore, "https://www.target.com/tracking/1Z8?ref=10",
		`{"trackingNumber":"1Z8"}`},
	// https://github.com/sporkmonger/addressable/issues/163
	{"{?a}", anyOrder, "?a=b,c", `{"a":["b","c"]}`},
	// https://github.com/modelcontextprotocol/python-sdk/pull/2356: "{+target}" ends at "?"
	{"inspect://file/{+target}{?line}", first, "inspect://file/a/b.go?line=3", `{"line":"3","target":"a/b.go"}`},
	{"inspect://file/{+target}{?line}", first, "inspect://file/a/b.go", `{"target":"a/b.go"}`},
	// https://github.com/julienschmidt/httprouter/issues/78
	{"/account/{id}.json", first, "/account/7.json", `{"id":"7"}`},
	// https://github.com/falconry/falcon/issues/564
	{"/files/{file_id}.{ext}", first, "/files/7.txt", `{"ext":"txt","file_id":"7"}`},
	{"/files/{file_id}.{ext}", first, "/files/7.tar.gz", `{"ext":"tar.gz","file_id":"7"}`},
	// https://github.com/ThreeMammals/Ocelot/issues/888
	{"/app1/{version}/{z}/{x}/{y}.{all}", first, "/app1/1/2/3/4.png", `{"all":"png","version":"1","x":"3","y":"4","z":"2"}`},
	// https://github.com/bbangert/routes/issues/114: a variable that is there twice has one value
	{"/Systems/{id}/Memory/{m}/DellMemory/{m}", gateway, "/Systems/1/Memory/0/DellMemory/0", `{"id":"1","m":"0"}`},
	{"/Systems/{id}/Memory/{m}/DellMemory/{m}", gateway, "/Systems/1/Memory/0/DellMemory/1", ""},
}

var optionCases = []optionCase{
	// A known name is never ignored.
	{"{?a}", lenient, "?a=1&a=2", ""},
	{"{?a}", lenient, "?%61=1", ""},
	{"{?a}", lenient, "?a=1&%61=2", ""},
	{"{?a%20b}", lenient, "?a+b=1", ""},
	{"{?a}", lenient, "?a", ""},
	{"{?%61}", lenient, "?%61=1", `{"%61":"1"}`},
	{"{?%61}", lenient, "?a=1", ""},
	{"{?a}", lenient, "?A=1&aa=1&a%3D=1&=1", `{}`},
	{"{?a}", lenient, "?a=%c3%bc", ""}, // not an expansion
	{"{?a}", lenient, "?a=b=c", ""},
	{"/a?q={q}", lenient, "/a?q=1&z=2", `{"q":"1"}`},
	{"/a?q={q}", lenient, "/a?q=1&q=2", ""}, // a name in a literal is also known
	{"/a?q={q}", lenient, "/a?q=1&%71=2", ""},
	{"/a?q={q}{&r}", lenient, "/a?q=1&r=1&q=2", ""},
	{"{?v,w}.{#f}", gateway, "?v=1.&w=2", ""}, // and so is one of another expression
	{"{?v,w}.{#f}", gateway, "?v=1.&x=2", `{"v":"1"}`},
	{"/{a}", lenient, "/1?a=2", `{"a":"1"}`}, // a variable that is not a parameter
	{"/{a}", ignore, "/?a", `{"a":""}`},
	// Undefined and empty differ.
	{"{?a,b}", anyOrder, "?b=&a=", `{"a":"","b":""}`},
	{"{?a,b}", anyOrder, "", `{}`},
	{"{?a,b}", anyOrder, "?", ""},
	{"{?a,b}", lenient, "?", `{}`},
	{"{?a,b}", lenient, "?&&b=1&", `{"b":"1"}`},
	{"{?a,b}", anyOrder, "?&b=1", ""},
	// Each option alone.
	{"{?a,b}", anyOrder, "?a=1&c=2", ""},
	{"{?a,b}", ignore, "?c=0&a=1&c=2&b=3", `{"a":"1","b":"3"}`},
	{"{?a,b}", ignore, "?b=1&a=2", ""},
	{"/{x}", anyOrder, "/1?a=2", ""},
	// "?" begins a query and "&" continues it.
	{"/a{&x,y}", anyOrder, "/a&y=1&x=2", `{"x":"2","y":"1"}`},
	{"/a{&x}", lenient, "/a&x=1&z=2", ""}, // a path
	{"/a{&x}", lenient, "/a?x=1", ""},
	{"/a{?x}", lenient, "/a&x=1", ""},
	{"/a", lenient, "/a&z=2", ""},
	{"/a", lenient, "/a?z=2", `{}`},
	{"/a", lenient, "/a#?z=2", ""},
	{"/a#b", lenient, "/a#b?z=2", ""},
	{"/a?x#b", lenient, "/a?x#b&z=2", ""},
	{"#b&x=1", lenient, "#b&x=1&z=2", ""},
	{"", lenient, "?z", `{}`},
	{"/a?fixed=1", lenient, "/a?fixed=1&z=2", `{}`},
	{"/a?fixed=1", lenient, "/a?z=2&fixed=1", ""},
	{"{?a,b}{&c}", anyOrder, "?c=3&b=2&a=1", `{"a":"1","b":"2","c":"3"}`},
	{"{?a,b}{&c}", anyOrder, "&c=3", `{"c":"3"}`},
	{"{?a,b}{&c}", anyOrder, "?c=3", ""}, // not an expansion
	{"{?a}{?b,c}", anyOrder, "?a=1?c=3&b=2", `{"a":"1","b":"2","c":"3"}`},
	{"{?a}{?b}", anyOrder, "?b=2", `{"b":"2"}`},
	{"{&a}{?b,c}", anyOrder, "&a=1?c=3&b=2", `{"a":"1","b":"2","c":"3"}`},
	// Another "?" is in a value.
	{"/a?q={+q}", gateway, "/a?q=x?y&z=1", `{"q":"x?y"}`},
	{"/a?q={+q}", lenient, "/a?q=x&z=1", `{"q":"x\u0026z=1"}`},
	{"/a?{+q}", gateway, "/a??z=1", `{"q":"?z=1"}`},
	{"{+p}", gateway, "/a?b?c", `{"p":"/a"}`},
	{"/a?{+p}/{?q}", gateway, "/a?x/?z=1", ""},
	{"/a?{+p}/{?q}", gateway, "/a?x/?q=1", `{"p":"x","q":"1"}`},
	// A fragment may follow.
	{"/a{?x,y}{#f}", lenient, "/a?y=1&z=0&x=2#f", `{"f":"f","x":"2","y":"1"}`},
	{"/a{?x}#{f}", lenient, "/a?z=0#f", `{"f":"f"}`},
	{"/a{#f}", lenient, "/a?z=0#f", `{"f":"f"}`},
	// A query that is not at the end has its order, and unknown parameters follow it.
	{"x{?b}{/c}", ignore, "x?b=1/2&z=0", `{"b":"1","c":"2"}`},
	{"x{?b}{/c}", ignore, "x?z=0", `{}`},
	{"x{?b}{/c}", ignore, "x?z=0&b=1", ""},
	{"?x{&b}{/c}", lenient, "?x&b=1/2&z=0", `{"b":"1","c":"2"}`},
	{"#/r{?x,y}", anyOrder, "#/r?y=1&x=2", `{"x":"2","y":"1"}`},
	{"#/r{?x}", lenient, "#/r?y=1&x=2", ""}, // in a fragment, nothing is ignored
	// An exploded variable takes all other parameters.
	{"{?a,rest*}", lenient, "?c=3&a=1&b=2", `{"a":"1","rest":{"b":"2","c":"3"}}`},
	{"{?a,rest*}", lenient, "?rest=1&a=0&rest=2", `{"a":"0","rest":["1","2"]}`},
	{"{?a,rest*}", lenient, "?c=3&&a=1&", `{"a":"1","rest":{"c":"3"}}`},
	{"{?a,rest*}", anyOrder, "?c=3&&a=1", ""},
	{"{?a,rest*}", anyOrder, "?c=3&a=1&a=2", ""},
	{"{?rest*}", anyOrder, "?", ""},
	{"{?rest*}{&b}", anyOrder, "?b=1&c=2", `{"b":"1","rest":{"c":"2"}}`},
	{"{?a,rest*}", ignore, "?c=3&a=1", ""},
	// An expression ends at the first byte that can begin the rest of the template.
	{"{x}.json", first, "a.b.json", ""},
	{"{?a*}x", first, "?k=1x", `{"a":{"k":"1"}}`},
	{"{x}.{y}", first, ".", `{"x":"","y":""}`},
	{"{x}.{y}", first, "a", ""},
	{"{+path}{?q,r}", first, "/a/b?r=2", `{"path":"/a/b","r":"2"}`},
	{"{+path}{?q}", first, "/a?x=1", ""},
	{"{+path}{?q}", gateway, "/a?x=1&q=2", `{"path":"/a","q":"2"}`},
	{"{+path}", lenient, "/a?x=1", `{"path":"/a?x=1"}`},
	{"{+path}", gateway, "/a?x=1", `{"path":"/a"}`},
	{"{+path}{#f}", first, "/a?b#c#d", ""}, // not a URI-reference
	{"{+path}{#f}", first, "/a?b#c", `{"f":"c","path":"/a?b"}`},
	{"{+a}/{+b}", first, "x/y/z", `{"a":"x","b":"y/z"}`},
	{"{+a}{b}", first, "//xy", `{"a":"//","b":"xy"}`},
	{"{/a}{?q}", first, "/x?q=1", `{"a":"x","q":"1"}`},
	{"x{/a*}.json", first, "x/a/b.json", `{"a":["a","b"]}`},
	{"x{.a}-y", first, "x.a-y", `{"a":"a"}`},
	{"x{;a,b}.y", first, "x;a=1;b=2.y", `{"a":"1","b":"2"}`},
	{"x{;a}.y", first, "x;a.y", `{"a":""}`},
	{"x{;a}.y", first, "x.y", `{}`},
	{"{x},y", first, "a,y", `{"x":"a"}`},
	{"%C3%BC{x}%C3%A4", first, "%C3%BCa%C3%A4", `{"x":"a"}`},
}

func TestMatcherWith(t *testing.T) {
	for _, c := range slices.Concat(threadCases, optionCases) {
		m, err := uritemplate.MustParse(c.template).MatcherWith(c.o)
		if err != nil {
			t.Errorf("%s, %+v: %v", c.template, c.o, err)
			continue
		}
		values, ok := m.Match(c.s)
		if got := asJSON(values); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s, %+v, with %q: %s, %v, want %s", c.template, c.o, c.s, got, ok, c.want)
		}
	}
}

func TestMatcherWithErrors(t *testing.T) {
	for _, c := range []struct {
		template string
		o        uritemplate.MatchOptions
		want     string
	}{
		{"{x}{y}", first, "parts cannot be told apart at byte 3 of the template: {x} and {y}"},
		// https://github.com/corvus-dotnet/Corvus.UriTemplates/issues/162
		{"{+path1}{+path2}/here", first, "parts cannot be told apart at byte 8 of the template: {+path1} and {+path2}"},
		// https://github.com/modelcontextprotocol/python-sdk/pull/2356: quadratic with a backtracking matcher
		{"{a}{b}suffix", first, "parts cannot be told apart at byte 3 of the template: {a} and {b}"},
		{"{x,y},z", first, "parts cannot be told apart at byte 5 of the template: {x,y} and ,z"},
		{"x{/a}/b", first, "parts cannot be told apart at byte 5 of the template: {/a} and /b"},
		{"{/x*}{/y}", first, "parts cannot be told apart at byte 5 of the template: {/x*} and {/y}"},
		{"{?a,b}{&c}", first, "parts cannot be told apart at byte 6 of the template: {?a,b} and {&c}"},
		{"{?a}=", first, "parts cannot be told apart at byte 4 of the template: {?a} and ="},
		// A variable would never have a value: its name, or all that it can have, begins what follows.
		{"{?max}x", first, "parts cannot be told apart at byte 6 of the template: {?max} and x"},
		{"{;a,b}b", first, "parts cannot be told apart at byte 6 of the template: {;a,b} and b"},
		{"{?a}{b}", first, "parts cannot be told apart at byte 4 of the template: {?a} and {b}"},
		{"{?a*}{b}", first, "parts cannot be told apart at byte 5 of the template: {?a*} and {b}"},
		{"{/a}{b}", first, "parts cannot be told apart at byte 4 of the template: {/a} and {b}"},
		{"{/a*}{b}", first, "parts cannot be told apart at byte 5 of the template: {/a*} and {b}"},
		{"{?a}x", first, ""},
		{"{?a*}a", first, ""},
		{"{#a}{b}", first, ""},
		{"?x{+a}{/b}", ignore, "parts cannot be told apart at byte 6 of the template: {+a} and {/b}"},
		{"?x{&a,b}{/c}", ignore, "parts cannot be told apart at byte 8 of the template: {&a,b} and {/c}"},
		{"{x}ab", first, ""},
		{"{x:3}", gateway, "prefix cannot be matched, variable x at byte 1 of the template"},
		{"{?x*,y}", gateway, "exploded variable cannot be told apart, variable x at byte 2 of the template"},
		{"{?a,b,a}", lenient, "parts cannot be told apart, variable a at byte 6 of the template: {?a,b,a} and {?a,b,a}"},
		{"{?a}{&%61}", lenient, "parts cannot be told apart, variable %61 at byte 6 of the template: {?a} and {&%61}"},
		{"{?a*}{&b*}", lenient, "parts cannot be told apart, variable b at byte 7 of the template: {?a*} and {&b*}"},
		{"/{a}{?a}", lenient, ""},
		{"{+path}{?q}", lenient, "parts cannot be told apart at byte 7 of the template: {+path} and {?q}"},
	} {
		_, err := uritemplate.MustParse(c.template).MatcherWith(c.o)
		if got := errorText(err); got != c.want {
			t.Errorf("%s, %+v: %q\nwant %q", c.template, c.o, got, c.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// optionsOf returns the options with the bits of n.
func optionsOf(n int) uritemplate.MatchOptions {
	return uritemplate.MatchOptions{AnyOrder: n&1 != 0, IgnoreUnknown: n&2 != 0, FirstByte: n&4 != 0}
}

// checkRoundTrip checks that the expansion of values is s, apart from the differences that the options allow: the order
// of the parameters, and parameters with names that the template does not have.
func checkRoundTrip(t *testing.T, tmpl uritemplate.Template, o uritemplate.MatchOptions, s string, values uritemplate.Map) {
	t.Helper()
	u, err := tmpl.Expand(values)
	if err != nil {
		t.Fatalf("%s, %+v: %q gives %v: %v", tmpl, o, s, values, err)
	}
	got, want := fields(u.String(), -1), fields(s, -1)
	if o.IgnoreUnknown {
		before, after, _ := strings.Cut(tmpl.String(), "?")
		if reserved := strings.Contains(before, "{+") || strings.Contains(before, "{#"); !reserved && !strings.Contains(after, "?") {
			// The first "?" begins the query.
			for _, field := range fields(s, 2) {
				name, _, _ := strings.Cut(field, "=")
				if isParameter(tmpl, name) && count(fields(u.String(), 2), field) != count(fields(s, 2), field) {
					t.Fatalf("%s, %+v: %q gives %v, without %q", tmpl, o, s, values, field)
				}
			}
		}
		rest := slices.Clone(got)
		want = slices.DeleteFunc(want, func(field string) bool {
			n := slices.Index(rest, field)
			if n >= 0 {
				rest = slices.Delete(rest, n, n+1)
			}
			return n < 0
		})
	}
	if o.AnyOrder {
		slices.Sort(got)
		slices.Sort(want)
	}
	if !o.AnyOrder && !o.IgnoreUnknown && u.String() != s || !slices.Equal(got, want) {
		t.Fatalf("%s, %+v: %q gives %v, which gives %q", tmpl, o, s, values, u)
	}
}

func count(list []string, s string) (n int) {
	for _, member := range list {
		if member == s {
			n++
		}
	}
	return n
}

// isParameter reports whether the template has a variable of a query with the name.
func isParameter(tmpl uritemplate.Template, name string) bool {
	return slices.ContainsFunc(tmpl.Variables(), func(v uritemplate.Variable) bool {
		return v.Name == name && (v.Operator == '?' || v.Operator == '&')
	})
}

// fields returns the strings between "&", "#" and "?", which divides s into at most n.
func fields(s string, n int) (list []string) {
	for _, part := range strings.SplitN(s, "?", n) {
		list = append(list, strings.FieldsFunc(part, func(r rune) bool { return r == '&' || r == '#' })...)
	}
	return list
}

// shuffled returns s with the parameters at its end in another order, and with others among them.
func shuffled(r *rand.Rand, s string, others bool) string {
	s, fragment, hasFragment := strings.Cut(s, "#")
	n := strings.LastIndexByte(s, '?')
	if n < 0 {
		return s
	}
	list := strings.Split(s[n+1:], "&")
	if others {
		list = append(list, "utm=1", "", "other")
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	s = s[:n+1] + strings.Join(list, "&")
	if hasFragment {
		s += "#" + fragment
	}
	return s
}

// TestRandomOptions matches the expansions of random templates, and changed ones. All values that are found must be
// right. Without FirstByte, the values of each expansion must be found, and with AnyOrder and IgnoreUnknown also those
// of the changed expansion. Where Matcher accepts a template, FirstByte does too, and only FirstByte with IgnoreUnknown
// changes the values of an expansion.
func TestRandomOptions(t *testing.T) {
	r := kit.Random(t)
	var found [8]int
	for range kit.Rounds(5_000, 10_000, 300_000) {
		template, expansion, _ := randomTemplate(r)
		if r.IntN(2) == 0 {
			template, expansion = queryTemplate(r)
		}
		if _, err := uri.Parse(expansion); err != nil {
			continue
		}
		tmpl := uritemplate.MustParse(template)
		plain, conflict := tmpl.Matcher()
		for n := range 8 {
			o := optionsOf(n)
			m, err := tmpl.MatcherWith(o)
			if err != nil && o == first && conflict == nil {
				t.Fatalf("%s, %+v: %v", template, o, err)
			}
			if err != nil {
				continue
			}
			if conflict == nil && !(o.IgnoreUnknown && o.FirstByte) { // "{+x}" ends at an unknown parameter
				checkSameValues(t, tmpl, o, expansion, plain, m)
			}
			for i, s := range []string{expansion, shuffled(r, expansion, false), shuffled(r, expansion, true)} {
				values, ok := m.Match(s)
				if ok {
					found[n]++
					checkRoundTrip(t, tmpl, o, s, values)
				}
				must := i == 0 && !o.FirstByte ||
					isQueryOnly(template) && (i == 0 || i == 1 && o.AnyOrder || i == 2 && o.AnyOrder && o.IgnoreUnknown)
				if must && !ok {
					t.Fatalf("%s, %+v does not match %q", template, o, s)
				}
			}
		}
	}
	if slices.Contains(found[:], 0) {
		t.Errorf("matches for each of the options: %d", found)
	}
}

// checkSameValues checks that both matchers find the same values in s.
func checkSameValues(t *testing.T, tmpl uritemplate.Template, o uritemplate.MatchOptions, s string,
	plain, m *uritemplate.Matcher) {
	t.Helper()
	want, ok := plain.Match(s)
	got, ok2 := m.Match(s)
	if ok != ok2 || !maps.EqualFunc(got, want, uritemplate.Value.Equal) {
		t.Fatalf("%s, %+v: %q gives %v, %v, want %v, %v", tmpl, o, s, got, ok2, want, ok)
	}
}

// queryTemplate returns a template with a query, and an expansion.
func queryTemplate(r *rand.Rand) (template, expansion string) {
	template = "/p/{id}{?a,b,c}"
	if r.IntN(2) == 0 {
		template = "/p/{id}?x=1{&a,b,c}"
	}
	values := uritemplate.Map{"id": uritemplate.String("7")}
	for _, name := range []string{"a", "b", "c"} {
		if r.IntN(3) > 0 {
			values[name] = uritemplate.String(randomText(r))
		}
	}
	u, err := uritemplate.MustParse(template).Expand(values)
	if err != nil {
		panic(err)
	}
	return template, u.String()
}

func isQueryOnly(template string) bool { return strings.HasPrefix(template, "/p/{id}{?a,") }

// TestFirstByteRandom checks that FirstByte finds the values of expansions, if no value has a byte that begins a literal.
func TestFirstByteRandom(t *testing.T) {
	r := kit.Random(t)
	for range kit.Rounds(2_000, 5_000, 100_000) {
		var b strings.Builder
		values := uritemplate.Map{}
		for i := range 1 + r.IntN(5) {
			name := string(rune('a' + i))
			b.WriteString("{" + []string{"", "+"}[r.IntN(2)] + name + "}" + []string{".", "/", "-.", "!x", "~"}[r.IntN(5)])
			values[name] = uritemplate.String([]string{"", "v", "ü", "7 8", "°"}[r.IntN(5)])
		}
		tmpl := uritemplate.MustParse("p:" + b.String())
		u, err := tmpl.Expand(values)
		if err != nil {
			t.Fatal(err)
		}
		m, err := tmpl.MatcherWith(first)
		if err != nil {
			t.Fatalf("%s: %v", tmpl, err)
		}
		if got, ok := m.Match(u.String()); !ok || !maps.EqualFunc(got, values, uritemplate.Value.Equal) {
			t.Fatalf("%s: %s gives %v, %v, want %v", tmpl, u, got, ok, values)
		}
	}
}

// FuzzMatcherWith checks that expanding the values of a match gives the input, apart from the differences that the
// options allow.
func FuzzMatcherWith(f *testing.F) {
	for n, c := range slices.Concat(threadCases, optionCases) {
		f.Add(c.template, c.s, n)
	}
	f.Fuzz(func(t *testing.T, template, s string, n int) {
		tmpl, err := uritemplate.Parse(template)
		if err != nil {
			return
		}
		if m, err := tmpl.MatcherWith(optionsOf(n & 7)); err == nil {
			if values, ok := m.Match(s); ok {
				checkRoundTrip(t, tmpl, optionsOf(n&7), s, values)
			}
		}
	})
}

// TestExpandStrict has the cases of public threads about variables without a value.
func TestExpandStrict(t *testing.T) {
	values := uritemplate.Map{"x": uritemplate.String("1"), "empty": uritemplate.String(""), "list": uritemplate.List()}
	for _, c := range []struct{ template, want string }{
		{"/{x}{?page}", "/1"},
		{"/{empty}", "/"},
		// https://github.com/bramstein/url-template/issues/25
		{"/?required={required}{&page,page_size}", "no value, variable required at byte 12 of the template"},
		// https://github.com/stellar/js-stellar-sdk/issues/1709
		{"/accounts/{x}/data/{key}", "no value, variable key at byte 20 of the template"},
		// https://github.com/moonglum/shigeru/issues/3
		{"/users/{id}", "no value, variable id at byte 8 of the template"},
		{"/users{?name,country}", "/users"},
		{"/users{/x,y}", "no value, variable y at byte 10 of the template"},
		// https://github.com/Swirrl/table2qb/issues/133
		{"http://example.net/{foo}", "no value, variable foo at byte 20 of the template"},
		{"{+u}", "no value, variable u at byte 2 of the template"},
		{"{#u}", "no value, variable u at byte 2 of the template"},
		{"{.u}", "no value, variable u at byte 2 of the template"},
		{"{;x,u}", "no value, variable u at byte 4 of the template"},
		{"/{list}", "no value, variable list at byte 2 of the template"},
		{"/?a=1{&u}", "/?a=1"},
	} {
		u, err := uritemplate.MustParse(c.template).ExpandStrict(values)
		if got := u.String() + errorText(err); got != c.want {
			t.Errorf("%s: %q, want %q", c.template, got, c.want)
		}
		var e *uritemplate.Error
		if errors.As(err, &e) && e.Reason != uritemplate.ReasonUndefined {
			t.Errorf("%s: %v", c.template, e.Reason)
		}
	}
	if _, err := uritemplate.MustParse("{x}").ExpandStrict(nil); err == nil {
		t.Error("a nil Source has no values")
	}
}

// maxTemplateMemory is the largest number of bytes that Parse and a Matcher allocate for a byte of a long template, garbage
// included.
const maxTemplateMemory = 200

// memoryShapes are templates that take much memory for a byte, besides the shapes of the suite.
var memoryShapes = []hostile.Shape{
	{"", "{x}/", ""}, {"", "{?x}/", ""}, {"", "{+x}", ""}, {"", "{;x}", ""}, {"{?a", ",a", "}"}, {"{a", ",a", "}"},
	{"", "{#x}", ""}, {"", "{;x,y}a", ""}, {"{?", "a$,", "z}"}, {"{&", "$,", "z*}"}, {"", "%41{x}", ""}, {"", "{x:3}", ""},
	{"", "{x*}", ""}, {"", "{/x}", ""}, {"", "{&a$}", ""}, {"{?", "%41$,", "z}"},
}

// TestMemory: Parse and Matcher allocate together at most maxTemplateMemory bytes for a byte of a template of 10 KB and
// more.
func TestMemory(t *testing.T) {
	if hostile.PoolsForget {
		t.Skip("the race detector allocates")
	}
	most := uint64(0)
	for _, shape := range slices.Concat(suite.Shapes, memoryShapes) {
		for _, size := range []int{10_000, 14_500, 100_000}[:kit.Rounds(1, 3, 3)] {
			var b strings.Builder
			b.WriteString(shape[0])
			for i := 0; b.Len() < size; i++ {
				b.WriteString(strings.ReplaceAll(shape[1], "$", strconv.FormatInt(int64(i), 36)))
			}
			template := b.String() + shape[2]
			for n := range 8 {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				tmpl, err := uritemplate.Parse(template)
				_, _ = tmpl.MatcherWith(optionsOf(n))
				runtime.ReadMemStats(&after)
				got := (after.TotalAlloc - before.TotalAlloc) / uint64(len(template))
				if most = max(most, got); got > maxTemplateMemory {
					t.Errorf("%.40s..., %d bytes, %+v: %d bytes for a byte, want at most %d; %v",
						template, len(template), optionsOf(n), got, maxTemplateMemory, err)
				}
			}
		}
	}
	t.Logf("at most %d bytes for a byte", most)
}
