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

// matchOptions are the names of options in testdata/options.txt.
var matchOptions = map[string]any{
	"anyOrder": anyOrder, "ignore": ignore, "first": first, "lenient": lenient, "gateway": gateway,
}

type optionCase struct {
	template string
	o        uritemplate.MatchOptions
	s, want  string // the values as JSON, or "" if there are none
}

// threadCases are the cases of public threads.
var threadCases = kit.Cases[optionCase]("options.txt", "threadCases", matchOptions)

var optionCases = kit.Cases[optionCase]("options.txt", "optionCases", matchOptions)

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
	for _, c := range kit.Cases[struct {
		template string
		o        uritemplate.MatchOptions
		want     string
	}]("options.txt", "TestMatcherWithErrors", matchOptions) {
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
	for _, c := range kit.Cases[struct{ template, want string }]("options.txt", "TestExpandStrict") {
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
