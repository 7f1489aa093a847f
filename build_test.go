package uri_test

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/tables"
)

// A recipe is what a builder is given, by component; nil is an undefined one.
type recipe [uri.ComponentFragment + 1]*string

func (r recipe) String() string {
	var b strings.Builder
	for c, text := range r {
		if text != nil {
			fmt.Fprintf(&b, " %v %q", uri.Component(c), *text)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// builder gives the recipe to a new Builder.
func (r recipe) builder() *uri.Builder {
	b := new(uri.Builder)
	for c, text := range r {
		if text != nil {
			buildSetters[c](b, *text)
		}
	}
	return b
}

var buildSetters = [...]func(*uri.Builder, string) *uri.Builder{
	uri.ComponentScheme:    (*uri.Builder).SetScheme,
	uri.ComponentAuthority: (*uri.Builder).SetAuthority,
	uri.ComponentUserinfo:  (*uri.Builder).SetUserinfo,
	uri.ComponentHost:      (*uri.Builder).SetHost,
	uri.ComponentPort:      (*uri.Builder).SetPort,
	uri.ComponentPath:      (*uri.Builder).SetPath,
	uri.ComponentQuery:     (*uri.Builder).SetQuery,
	uri.ComponentFragment:  (*uri.Builder).SetFragment,
}

func withBuilder(set func(*uri.Builder, string) *uri.Builder) func(uri.URI, string) (uri.URI, error) {
	return func(u uri.URI, raw string) (uri.URI, error) { return set(u.Builder(), raw).URI() }
}

var buildWith = [...]func(uri.URI, string) (uri.URI, error){
	uri.ComponentScheme:    uri.URI.WithScheme,
	uri.ComponentAuthority: withBuilder((*uri.Builder).SetAuthority),
	uri.ComponentUserinfo:  withBuilder((*uri.Builder).SetUserinfo),
	uri.ComponentHost:      uri.URI.WithHost,
	uri.ComponentPort:      uri.URI.WithPort,
	uri.ComponentPath:      uri.URI.WithPath,
	uri.ComponentQuery:     uri.URI.WithQuery,
	uri.ComponentFragment:  uri.URI.WithFragment,
}

// recipeOf returns the components of u as the accessors return them, except the authority, which consists of others.
func recipeOf(u uri.URI) (r recipe) {
	set := func(c uri.Component, text string, ok bool) {
		if ok {
			r[c] = &text
		}
	}
	setOf := func(c uri.Component, get func() (string, bool)) {
		text, ok := get()
		set(c, text, ok)
	}
	set(uri.ComponentScheme, u.Scheme(), u.Scheme() != "")
	setOf(uri.ComponentUserinfo, u.Userinfo)
	setOf(uri.ComponentHost, u.Host)
	setOf(uri.ComponentPort, u.Port)
	set(uri.ComponentPath, u.Path(), true)
	setOf(uri.ComponentQuery, u.Query)
	setOf(uri.ComponentFragment, u.Fragment)
	return r
}

// A misfit is what an Error says.
type misfit struct {
	Component uri.Component
	Offset    int
	Reason    uri.Reason
}

func misfitOf(err error) misfit {
	var e *uri.Error
	if !errors.As(err, &e) {
		return misfit{}
	}
	return misfit{e.Component, e.Offset, e.Reason}
}

// referenceBuild returns the text that the recipe makes, and the path in that text, or the first misfit.
func referenceBuild(r recipe) (text, path string, m misfit) {
	for c := range r {
		if m := referenceMisfit(r, uri.Component(c)); m.Reason != 0 {
			return "", "", m
		}
	}
	if r[uri.ComponentPath] != nil {
		path = *r[uri.ComponentPath]
	}
	hasAuthority, hasScheme := r[uri.ComponentHost] != nil, r[uri.ComponentScheme] != nil
	first, _, _ := strings.Cut(path, "/")
	switch {
	case !hasAuthority && strings.HasPrefix(path, "//"):
		path = "/." + path // "the path cannot begin with two slash characters" (section 3.3)
	case !hasAuthority && !hasScheme && strings.Contains(first, ":"):
		path = "./" + path // "must be preceded by a dot-segment (e.g., "./this:that")" (section 4.2)
	}
	return recomposeRecipe(r, path), path, misfit{}
}

// recomposeRecipe is the pseudocode of section 5.3, with the authority of section 3.2.
func recomposeRecipe(r recipe, path string) (result string) {
	add := func(before string, c uri.Component, after string) {
		if r[c] != nil {
			result += before + *r[c] + after
		}
	}
	add("", uri.ComponentScheme, ":")
	if r[uri.ComponentHost] != nil {
		result += "//"
		add("", uri.ComponentUserinfo, "@")
		add("", uri.ComponentHost, "")
		add(":", uri.ComponentPort, "")
	}
	result += path
	add("?", uri.ComponentQuery, "")
	add("#", uri.ComponentFragment, "")
	return result
}

var referenceRules = [...]func(string) bool{
	uri.ComponentScheme:   isScheme,
	uri.ComponentUserinfo: isUserinfo,
	uri.ComponentHost:     func(s string) bool { return hostKind(s) != "" },
	uri.ComponentPort:     isPort,
	uri.ComponentPath:     isSegments,
	uri.ComponentQuery:    isQuery,
	uri.ComponentFragment: isFragment,
}

// referenceMisfit returns the misfit of one component of the recipe.
func referenceMisfit(r recipe, c uri.Component) misfit {
	if r[c] == nil {
		return misfit{}
	}
	text, hasHost := *r[c], r[uri.ComponentHost] != nil
	switch {
	case !hasHost && (c == uri.ComponentUserinfo || c == uri.ComponentPort):
		return misfit{c, 0, uri.ReasonNoHost}
	case hasHost && c == uri.ComponentPath && text != "" && !strings.HasPrefix(text, "/"):
		return misfit{c, 0, uri.ReasonNotRooted}
	case referenceRules[c](text):
		return misfit{}
	}
	n := sort.Search(len(text), func(n int) bool { return !isBeginning(referenceRules[c], text[:n+1]) })
	return misfit{c, n, referenceReason(c, text[:n])}
}

// isBeginning reports whether s can be completed to a string that matches the rule.
func isBeginning(rule func(string) bool, s string) bool {
	for _, completion := range completions {
		if rule(s+completion) || rule(s+"a") {
			return true
		}
	}
	return false
}

// referenceReason returns the reason why a component is wrong after its beginning, read.
func referenceReason(c uri.Component, read string) uri.Reason {
	switch {
	case c == uri.ComponentPort:
		return uri.ReasonBadPort
	case c == uri.ComponentHost && strings.HasPrefix(read, "[") && hostKind(read) == "":
		return uri.ReasonBadIPLiteral
	case strings.Contains(read[max(0, len(read)-2):], "%"):
		return uri.ReasonBadPercent
	}
	return uri.ReasonIllegalByte
}

// checkBuilt holds what a Builder makes of the recipe against the reference, and reads it again with the reference
// parser.
func checkBuilt(t *testing.T, r recipe) {
	t.Helper()
	wantText, wantPath, wantMisfit := referenceBuild(r)
	b := r.builder()
	u, err := b.URI()
	if u.String() != wantText || (err == nil) != (wantMisfit.Reason == 0) || misfitOf(err) != wantMisfit {
		t.Errorf("%v:\n got %q, %+v, %v\nwant %q, %+v", r, u, misfitOf(err), err, wantText, wantMisfit)
	}
	if err != nil {
		return
	}
	checkRecipe(t, r, wantPath, u)
	if again, err := u.Builder().URI(); again != u || err != nil {
		t.Errorf("%q builds %q, %v", u, again, err)
	}
}

// checkRecipe checks by the reference parser that u has the components of the recipe, with that path, and by Parse
// that u has the ranges of its text.
func checkRecipe(t *testing.T, r recipe, path string, u uri.URI) {
	t.Helper()
	p, ok := referenceParse(fsm.URIReference, u.String())
	if !ok {
		t.Errorf("%v: %q is no URI-reference", r, u)
		return
	}
	r[uri.ComponentPath] = &path
	for c, got := range []span{
		uri.ComponentScheme: p.Scheme, uri.ComponentUserinfo: p.Userinfo, uri.ComponentHost: p.Host,
		uri.ComponentPort: p.Port, uri.ComponentPath: p.Path, uri.ComponentQuery: p.Query,
		uri.ComponentFragment: p.Fragment,
	} {
		if got.Defined != (r[c] != nil) || got.Defined && got.of(u.String()) != *r[c] {
			t.Errorf("%v: the %v of %q is %q, defined: %t", r, uri.Component(c), u, got.of(u.String()), got.Defined)
		}
	}
	if parsed, err := uri.Parse(u.String()); parsed != u || err != nil {
		t.Errorf("%v: %#v, parsed %#v, %v", r, u, parsed, err)
	}
}

// buildChoices has strings for each component besides the undefined one: right ones, wrong ones, and those that are right
// alone but would be read as something else in their place.
var buildChoices = recipeChoices{
	uri.ComponentScheme:   {"", "s", "S+-.9", "1a", "a:b", "a/", "%41"},
	uri.ComponentUserinfo: {"", "u:%70:", "u@", "a/b", "%4"},
	uri.ComponentHost:     {"", "h", "1.2.3.4", "[::1]", "h:1", "u@h", "h/", "[::1]x", "[::", "[::1%25e]", "h%g"},
	uri.ComponentPort:     {"", "080", "8a", "@", "1/"},
	uri.ComponentPath: {"", "/", "a", "//", "//a", "///", "a:b", ":", "a/b:c", "/a:b", "./a:b", "/.//a", "@h", ":1",
		"%3a:", "?", "a#", "[", "/%", "a:<"},
	uri.ComponentQuery:    {"", "?/:@", "q#f", "%4g"},
	uri.ComponentFragment: {"", "?/:@", "#", "a%"},
}

type recipeChoices [uri.ComponentFragment + 1][]string

// each calls yield with every recipe that adds a choice of the components from c on to r, and with the number of its
// components that are wrong in themselves, which is at most limit.
func (choices *recipeChoices) each(c uri.Component, r recipe, faults, limit int, yield func(r recipe, faults int)) {
	if int(c) == len(choices) {
		yield(r, faults)
		return
	}
	choices.each(c+1, r, faults, limit, yield)
	for i, text := range choices[c] {
		r[c] = &choices[c][i]
		if referenceRules[c](text) {
			choices.each(c+1, r, faults, limit, yield)
		} else if faults < limit {
			choices.each(c+1, r, faults+1, limit, yield)
		}
	}
}

func TestBuildEveryChoice(t *testing.T) {
	n, every := 0, kit.Rounds(307, 211, 13)
	buildChoices.each(0, recipe{}, 0, 2, func(r recipe, faults int) {
		// Of those with two wrong components, which go wrong at the first, some are enough.
		if n++; faults < 2 || n%every == 0 {
			checkBuilt(t, r)
		}
	})
}

// buildTests lists recipes in the form that the setters take, with the components that are defined.
var buildTests = kit.Cases[struct {
	name, want string
	build      []string
}]("build.txt", "buildTests")

// builderOf returns a builder after the calls that build lists: "from=a" begins with the components of a, "host=a" sets one,
// and "unset=host" takes it away.
func builderOf(build []string) *uri.Builder {
	b := new(uri.Builder)
	for _, call := range build {
		name, text, _ := strings.Cut(call, "=")
		switch name {
		case "from":
			b = uri.MustParse(text).Builder()
		case "unset":
			b.Unset(componentNamed(text))
		default:
			buildSetters[componentNamed(name)](b, text)
		}
	}
	return b
}

func componentNamed(name string) uri.Component {
	c := uri.ComponentNone
	for c <= uri.ComponentFragment && c.String() != name {
		c++
	}
	return c
}

func TestBuild(t *testing.T) {
	for _, test := range buildTests {
		if u, err := builderOf(test.build).URI(); err != nil || u != uri.MustParse(test.want) {
			t.Errorf("%s: %q, %v, want %q", test.name, u, err, test.want)
		}
	}
}

// TestBuildErrors has the offsets and reasons by hand, and with them the strings.
func TestBuildErrors(t *testing.T) {
	for _, test := range kit.Cases[struct {
		want  misfit
		text  string
		build []string
	}]("build.txt", "TestBuildErrors") {
		u, err := builderOf(test.build).URI()
		if got := misfitOf(err); got != test.want || err.Error() != test.text || u != (uri.URI{}) {
			t.Errorf("%q: %q %v\n got %+v\nwant %+v %q", u, err, test.build, got, test.want, test.text)
		}
	}
}

// TestBuildAgain builds every URI from its own components, and sets each component to its own text: nothing may change.
func TestBuildAgain(t *testing.T) {
	for _, c := range conformanceCases(t) {
		u, err := uri.Parse(c.input)
		if err != nil {
			continue
		}
		if v, err := u.Builder().URI(); v != u || err != nil {
			t.Errorf("%q builds %q, %v", u, v, err)
		}
		r := recipeOf(u)
		if v, err := r.builder().URI(); v != u || err != nil {
			t.Errorf("%q: its components build %q, %v", u, v, err)
		}
		if authority, ok := u.Authority(); ok {
			r[uri.ComponentAuthority] = &authority
		}
		for c, text := range r {
			if text == nil {
				v, err := u.Without(uri.Component(c))
				if v != u || err != nil {
					t.Errorf("%q without %v is %q, %v", u, uri.Component(c), v, err)
				}
			} else if v, err := buildWith[c](u, *text); v != u || err != nil {
				t.Errorf("%q with its own %v is %q, %v", u, uri.Component(c), v, err)
			}
		}
	}
}

func TestWith(t *testing.T) {
	tests := kit.Cases[struct {
		in   string
		c    uri.Component
		text string
		want string // "" for an error
	}]("build.txt", "TestWith")
	for _, test := range tests {
		u, err := buildWith[test.c](uri.MustParse(test.in), test.text)
		if u.String() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%q with %v %q: %q, %v, want %q", test.in, test.c, test.text, u, err, test.want)
		}
	}
}

func TestWithout(t *testing.T) {
	for _, test := range kit.Cases[struct {
		in   string
		c    uri.Component
		want string // "<" for an error
	}]("build.txt", "TestWithout") {
		u, err := uri.MustParse(test.in).Without(test.c)
		if test.c == uri.ComponentFragment && u != uri.MustParse(test.in).WithoutFragment() {
			t.Errorf("%q without its fragment is %q", test.in, uri.MustParse(test.in).WithoutFragment())
		}
		if u.String() != strings.Trim(test.want, "<") || (err == nil) != (test.want != "<") {
			t.Errorf("%q without %v: %q, %v, want %q", test.in, test.c, u, err, test.want)
		}
	}
}

// TestWithAsBuilt changes each component of every URI to each string. The result must be the text that the reference
// makes of the components, with the ranges that a scan of that text finds.
func TestWithAsBuilt(t *testing.T) {
	for _, in := range []string{
		"", "//", "//@:", "s://u@h:1//p?q#f", "s:", "s:a:b", "./a:b", "/.//a", "a?", "#", "//[::]/",
	} {
		u := uri.MustParse(in)
		for c, choices := range buildChoices {
			if uri.Component(c) == uri.ComponentNone || uri.Component(c) == uri.ComponentAuthority {
				continue
			}
			for _, text := range choices {
				r := recipeOf(u)
				r[c] = &text
				checkBuiltResult(t, r)(buildWith[c](u, text))
			}
			r := recipeOf(u)
			r[c] = nil
			checkBuiltResult(t, r)(u.Without(uri.Component(c)))
		}
	}
}

func checkBuiltResult(t *testing.T, r recipe) func(uri.URI, error) {
	return func(u uri.URI, err error) {
		t.Helper()
		if text, _, m := referenceBuild(r); u.String() != text || misfitOf(err) != m || u != uri.MustParse(text) {
			t.Errorf("%v: %q, %v, want %q, %+v", r, u, err, text, m)
		}
	}
}

// TestBuildAddsNothing removes the dot segments of paths (section 5.2.4) before and after a builder has added one.
func TestBuildAddsNothing(t *testing.T) {
	for _, path := range []string{
		"a:b", ":", "a:b/../c", ":/..", ":/../..", "a:/./b", "//", "//a", "///", "//..", "//../..", "//a/../b",
		"//./a", "//.",
	} {
		u, err := new(uri.Builder).SetPath(path).URI()
		want, _ := referenceRemoveDotSegments(path)
		if got, _ := referenceRemoveDotSegments(u.Path()); got != want || err != nil || u.Path() == path {
			t.Errorf("%q: %q, %v, without dot segments %q, want %q", path, u, err, got, want)
		}
	}
}

func TestBuilderReuse(t *testing.T) {
	b := new(uri.Builder).SetHost("h")
	other := *b
	other.SetHost("g").SetScheme("s")
	for _, path := range []string{"/a", "b", "/c"} {
		u, err := b.SetPath(path).URI()
		if want := path != "b"; (err == nil) != want || want && u.String() != "//h"+path {
			t.Errorf("%q: %q, %v", path, u, err)
		}
	}
	if u, err := other.URI(); err != nil || u.String() != "s://g" {
		t.Errorf("the copy builds %q, %v", u, err)
	}
}

func TestBuilderEncode(t *testing.T) {
	b := func() *uri.Builder { return new(uri.Builder) }
	for _, test := range []struct {
		b    *uri.Builder
		want string
	}{
		// Section 3.2.1
		{b().SetHost("h").SetUserinfoFields(), "//@h"},
		{b().SetHost("h").SetUserinfoFields(""), "//@h"},
		{b().SetHost("h").SetUserinfoFields("", ""), "//:@h"},
		{b().SetHost("h").SetUserinfoFields("j:o@e"), "//j%3Ao%40e@h"},
		{b().SetHost("h").SetUserinfoFields("joe", "a:/?#[]@b"), "//joe:a%3A%2F%3F%23%5B%5D%40b@h"},
		// Section 3.3
		{b().SetHost("h").SetPathSegments(), "//h"},
		{b().SetHost("h").SetPathSegments(""), "//h/"},
		{b().SetHost("h").SetPathSegments("", ""), "//h//"},
		{b().SetHost("h").SetPathSegments("a/b", "c?d", "...", "%2e"), "//h/a%2Fb/c%3Fd/.../%252e"},
		{b().SetPathSegments("..;", ".;x", "a;b"), "/..%3B/.%3Bx/a%3Bb"},
		{b().SetPathSegments("a:b"), "/a:b"},
		{b().SetPathSegments("", "a"), "/.//a"},
		{b().SetScheme("s").SetPathSegments("", ""), "s:/.//"},
		{b().SetPath(uri.PlaceSegment.Encode("a/b:c") + "/" + uri.PlaceSegment.Encode("?")),
			"./a%2Fb:c/%3F"},
	} {
		if u, err := test.b.URI(); err != nil || u.String() != test.want {
			t.Errorf("%q, %v, want %q", u, err, test.want)
		}
	}
}

func TestBuilderEncodeErrors(t *testing.T) {
	b := func() *uri.Builder { return new(uri.Builder) }
	for _, test := range []struct {
		b    *uri.Builder
		want misfit
	}{
		{b().SetPathSegments("."), misfit{uri.ComponentPath, 1, uri.ReasonDotSegment}},
		{b().SetPathSegments("?", "..", "."), misfit{uri.ComponentPath, 5, uri.ReasonDotSegment}},
		{b().SetHost("h").SetPathSegments("..").SetQuery("<"), misfit{uri.ComponentPath, 1, uri.ReasonDotSegment}},
		{b().SetPathSegments("..").SetScheme("<"), misfit{uri.ComponentScheme, 0, uri.ReasonIllegalByte}},
		{b().SetUserinfoFields("u"), misfit{uri.ComponentUserinfo, 0, uri.ReasonNoHost}},
		// An error is forgotten when the component is set again.
		{b().SetPathSegments("..").SetPath(".."), misfit{}},
		{b().SetPathSegments("..").SetPathSegments("a"), misfit{}},
		{b().SetPathSegments("..").Unset(uri.ComponentPath), misfit{}},
	} {
		if u, err := test.b.URI(); misfitOf(err) != test.want || (err == nil) != (test.want.Reason == 0) {
			t.Errorf("%q, %v, want %+v", u, err, test.want)
		}
	}
}

func TestSetHostAddr(t *testing.T) {
	for addr, want := range map[string]string{
		"192.0.2.16":     "//192.0.2.16",
		"::":             "//[::]",
		"2001:db8::7":    "//[2001:db8::7]",
		"::ffff:1.2.3.4": "//[::ffff:1.2.3.4]",
	} {
		u, err := new(uri.Builder).SetHostAddr(netip.MustParseAddr(addr)).URI()
		got, _ := u.HostAddr()
		if err != nil || u.String() != want || got != netip.MustParseAddr(addr) {
			t.Errorf("%s: %q, %v, want %q", addr, u, err, want)
		}
	}
	for addr, offset := range map[netip.Addr]int{
		{}:                                 1,
		netip.MustParseAddr("fe80::1%en0"): 8,
		netip.MustParseAddr("fe80::1%25"):  8,
		netip.MustParseAddr("::1%]/?"):     4,
	} {
		want := misfit{uri.ComponentHost, offset, uri.ReasonBadIPLiteral}
		if u, err := new(uri.Builder).SetHostAddr(addr).URI(); misfitOf(err) != want {
			t.Errorf("%v: %q, %v, want %+v", addr, u, err, want)
		}
	}
}

// checkSetAuthority checks that a string is taken for an authority if and only if it is one between "//" and a path.
func checkSetAuthority(t *testing.T, text string) {
	t.Helper()
	p, ok := referenceParse(fsm.URIReference, "//"+text)
	ok = ok && p.Authority.Hi == len("//"+text)
	u, err := new(uri.Builder).SetAuthority(text).URI()
	if (err == nil) != ok || ok && u.String() != "//"+text {
		t.Errorf("authority %q: %q, %v, want success: %t", text, u, err, ok)
	}
	if err == nil {
		checkRecipe(t, recipeOf(uri.MustParse("//"+text)), "", u)
	}
}

func TestSetAuthority(t *testing.T) {
	for _, text := range []string{
		"", "h", "@", ":", "@:", ":@", ":@:", "u@h:1", "u:p:q@h", "1:2@3:4", "[::1]", "[::1]:", "u@[::1]:80",
		"[v1.a:b]:1", "a@b@c", "h:1:2", "[::1", "::1]", "[::1]x", "[::1]]:1", "[::1]:80]", "[a@b]", "u:[@h", "h/", "h?",
		"h#", "%4@h", "h:+1",
	} {
		checkSetAuthority(t, text)
	}
}

// checkEncoded gives any data to the Encode methods and reads it again with a decoder that is not ours.
func checkEncoded(t *testing.T, segments []string, text string) {
	t.Helper()
	b := new(uri.Builder).SetHost(uri.PlaceRegName.Encode(text)).SetUserinfoFields(segments...).SetPathSegments(segments...)
	u, err := b.SetQuery(uri.PlaceQuery.Encode(text)).SetFragment(uri.PlaceFragment.Encode(text)).URI()
	if err != nil {
		checkEncodedError(t, segments, text, err)
		return
	}
	if slices.Contains(segments, ".") || slices.Contains(segments, "..") {
		t.Errorf("%q %q: %q", segments, text, u)
	}
	host, _ := u.Host()
	userinfo, _ := u.Userinfo()
	query, _ := u.Query()
	fragment, _ := u.Fragment()
	got := [][]string{decodedFields(userinfo, ":"), decodedFields(u.Path(), "/"),
		decodedFields(host, ":"), decodedFields(query, "#"), decodedFields(fragment, "#")}
	data := []string{text}
	fields := segments
	if len(fields) == 0 {
		fields = []string{""}
	}
	path := append([]string{""}, segments...)
	if diff := cmp.Diff([][]string{fields, path, data, data, data}, got); diff != "" {
		t.Errorf("%q %q: %q (-given +read):\n%s", segments, text, u, diff)
	}
}

func decodedFields(raw, sep string) []string {
	fields := strings.Split(raw, sep)
	for i := range fields {
		fields[i], _ = url.PathUnescape(fields[i])
	}
	return fields
}

func checkEncodedError(t *testing.T, segments []string, text string, err error) {
	t.Helper()
	want, got := misfit{Component: uri.ComponentPath, Reason: uri.ReasonDotSegment}, misfitOf(err)
	got.Offset = 0
	hasDots := slices.Contains(segments, ".") || slices.Contains(segments, "..")
	if got != want || !hasDots {
		t.Errorf("%q %q: %v, want %+v", segments, text, err, want)
	}
}

// FuzzBuild builds from any strings. The bits of defined choose the components that are defined.
func FuzzBuild(f *testing.F) {
	addSeeds(f, func(input string) {
		p := splitReference(input)
		p.splitAuthority(input)
		f.Add(p.Scheme.of(input), p.Userinfo.of(input), p.Host.of(input), p.Port.of(input), p.Path.of(input),
			p.Query.of(input), p.Fragment.of(input), uint8(len(input)*11))
	})
	f.Fuzz(func(t *testing.T, scheme, userinfo, host, port, path, query, fragment string, defined uint8) {
		var r recipe
		for c, text := range [...]string{
			uri.ComponentScheme: scheme, uri.ComponentUserinfo: userinfo, uri.ComponentHost: host,
			uri.ComponentPort: port, uri.ComponentPath: path, uri.ComponentQuery: query,
			uri.ComponentFragment: fragment,
		} {
			if c > 0 && c != int(uri.ComponentAuthority) && defined>>(c-1)&1 != 0 {
				r[c] = &text
			}
		}
		checkBuilt(t, r)
		checkSetAuthority(t, host+port+userinfo)
		checkEncoded(t, strings.Split(path, "/"), query)
		checkEncoded(t, strings.Split(query, ":"), fragment)
		if u, err := uri.Parse(scheme + host + path + query); err == nil {
			checkBuiltResult(t, recipeOf(u))(u.Builder().URI())
		}
	})
}

func ExampleBuilder() {
	u, err := new(uri.Builder).SetScheme("https").SetHost("example.com").
		SetPathSegments("search", "50% off?").SetQuery(uri.PlaceQuery.Encode("size=10\u2033")).URI()
	fmt.Println(u, err)
	// Output: https://example.com/search/50%25%20off%3F?size=10%E2%80%B3 <nil>
}

// A component that does not fit is an error, and never becomes a part of another.
func ExampleBuilder_errors() {
	_, err := new(uri.Builder).SetScheme("http").SetHost("example.com@evil.example").URI()
	fmt.Println(err)
	_, err = uri.MustParse("http://example.com/a").WithPath("b")
	fmt.Println(err)
	// Output:
	// illegal byte in host at byte 11
	// path without a leading "/" at byte 0: after an authority, a path is empty or begins with "/"
}

func ExampleURI_Builder() {
	u, err := uri.MustParse("http://example.com:80/a?q").Builder().
		SetScheme("https").Unset(uri.ComponentPort).SetPath("/b").URI()
	fmt.Println(u, err)
	// Output: https://example.com/b?q <nil>
}

func ExampleURI_WithoutFragment() {
	fmt.Println(uri.MustParse("http://example.com/a?b#c").WithoutFragment())
	// Output: http://example.com/a?b
}

func ExampleURI_Without() {
	u, err := uri.MustParse("urn:isbn:096139210X").Without(uri.ComponentScheme)
	fmt.Println(u, err)
	u, err = uri.MustParse("http://example.com//a").Without(uri.ComponentAuthority)
	fmt.Println(u, err)
	// Output:
	// ./isbn:096139210X <nil>
	// http:/.//a <nil>
}

// TestBuildTooLong sets strings that are too long together. They are one string, which nothing reads, so it takes no real
// memory. Building must not allocate any either.
func TestBuildTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no such string fits the address space")
	}
	long := unsafe.String(unsafe.SliceData(make([]byte, 1<<30)), 1<<30)
	b := new(uri.Builder).SetUserinfo(long).SetHost(long).SetQuery(long).SetFragment(long)
	want := uri.ErrorOf(reference.PartFault(tables.None, 0, fsm.TooLong))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if u, err := b.URI(); !reflect.DeepEqual(err, want) || u != (uri.URI{}) {
		t.Errorf("%v, want %v", err, want)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("%d bytes were allocated", after.TotalAlloc-before.TotalAlloc)
	}
}

// TestElementsTooLong has a path that is too long to join its segments before the check.
func TestElementsTooLong(t *testing.T) {
	path := slices.Repeat([]string{strings.Repeat("a", 1<<16)}, 1<<16)
	want := uri.ErrorOf(reference.PartFault(tables.Path, 0, fsm.TooLong))
	if _, err := (uri.Elements{Scheme: "s", Path: path}).URI(); !reflect.DeepEqual(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
}

// contexts has, for each component, the text before and after it in a reference, and its getter.
var contexts = [...]struct {
	before, after string
	get           func(*fsm.Ranges) (lo, hi int, ok bool)
}{
	uri.ComponentScheme:    {"", ":", (*fsm.Ranges).Scheme},
	uri.ComponentAuthority: {"//", "", (*fsm.Ranges).Authority},
	uri.ComponentUserinfo:  {"//", "@", (*fsm.Ranges).Userinfo},
	uri.ComponentHost:      {"//", "", (*fsm.Ranges).Host},
	uri.ComponentPort:      {"//:", "", (*fsm.Ranges).Port},
	uri.ComponentPath:      {"s://h/", "", func(r *fsm.Ranges) (lo, hi int, ok bool) { lo, hi = r.Path(); return lo + 1, hi, true }},
	uri.ComponentQuery:     {"?", "", (*fsm.Ranges).Query},
	uri.ComponentFragment:  {"#", "", (*fsm.Ranges).Fragment},
}

// isComponent reports whether the automaton reads raw as the component c of a reference that has it. If a path is
// valid, it is valid after a "/" that follows an authority, and the other way round.
func isComponent(c uri.Component, raw string) bool {
	x := contexts[c]
	var r fsm.Ranges
	if _, ok := fsm.Scan(x.before+raw+x.after, &r); !ok {
		return false
	}
	lo, hi, ok := x.get(&r)
	return ok && lo == len(x.before) && hi == lo+len(raw)
}

// endings complete the beginnings of components, if anything does: of a percent-encoding, IP-literal or userinfo.
var endings = strings.Fields(`0 00 ] 0] .0] .a] 0.a] a] :] ::] :0] 0:] :0:0:0] 0.0] .0.0] .0.0.0] 0.0.0] @ 0@ 00@`)

// begins reports whether a component c begins with raw.
func begins(c uri.Component, raw string) bool {
	ok := isComponent(c, raw) || c == uri.ComponentScheme && raw == ""
	for _, ending := range endings {
		ok = ok || isComponent(c, raw+ending)
	}
	return ok
}

// oneOfEach contains a byte of each class of the automaton.
var oneOfEach = kit.OneOfEachClass(tables.URI())

// TestComponentCheck compares Check with the automaton, for all strings of a few bytes: the verdict, and the offset of
// the first byte that no component could have there. It compares the error with that of the Builder.
func TestComponentCheck(t *testing.T) {
	for c := uri.ComponentScheme; c <= uri.ComponentFragment; c++ {
		t.Run(c.String(), func(t *testing.T) {
			depth, valid, invalid := kit.Rounds(2, 2, 3), 0, 0
			if c == uri.ComponentHost || c == uri.ComponentAuthority {
				depth = kit.Rounds(3, 3, 4)
			}
			var check func(raw string)
			check = func(raw string) {
				err := c.Check(raw)
				want := isComponent(c, raw)
				if want != (err == nil) {
					t.Fatalf("%q: %v, want %t", raw, err, want)
				}
				checkAgainstBuilder(t, c, raw, err)
				if want {
					valid++
				} else {
					invalid++
					checkOffset(t, c, raw, err)
				}
				if len(raw) < depth && (len(raw) == 0 || begins(c, raw)) {
					for _, b := range oneOfEach {
						check(raw + string([]byte{b}))
					}
				}
			}
			check("")
			if valid < 10 || invalid < 10 {
				t.Errorf("%d valid, %d invalid", valid, invalid)
			}
		})
	}
}

// TestComponentCheckLong compares Check of a string with Check of a long valid text before it. The offset of an error is
// that much larger.
func TestComponentCheckLong(t *testing.T) {
	every := kit.Rounds(11, 11, 1) // each length has one byte of so many
	for c := uri.ComponentUserinfo; c <= uri.ComponentFragment; c++ {
		for n := 60; n < 140; n += 1 + n%3 {
			for _, unit := range []string{"1", "1%2F"} {
				if c == uri.ComponentPort && unit != "1" {
					continue
				}
				before := strings.Repeat(unit, n)
				for _, end := range []string{"", "1", "%", "%4", "%41", "%4x", "%%41", "%x1", "1%C3%A9", strings.Repeat("1", 64)} {
					for b := n % every; b < 0x100; b += every {
						text := string([]byte{byte(b)}) + end
						if c == uri.ComponentHost && b == '[' { // not at the start of a host
							text = "]" + end
						}
						want, got := errorOf(c.Check(text)), errorOf(c.Check(before+text))
						if want.Reason != 0 {
							want.Offset += len(before)
						}
						if got != want {
							t.Fatalf("%v %q: %+v, want %+v", c, before+text, got, want)
						}
					}
				}
			}
		}
	}
}

// checkOffset checks the offset of an error: the longest text that a component begins with.
func checkOffset(t *testing.T, c uri.Component, raw string, err error) {
	t.Helper()
	n := 0
	for n < len(raw) && begins(c, raw[:n+1]) {
		n++
	}
	var e *uri.Error
	if !errors.As(err, &e) || e.Offset != n || e.Reason == 0 {
		t.Fatalf("%q: %#v, want one at %d", raw, err, n)
	}
}

// checkAgainstBuilder compares err with the error of a Builder that has the component and a host.
func checkAgainstBuilder(t *testing.T, c uri.Component, raw string, err error) {
	t.Helper()
	b := new(uri.Builder)
	if c != uri.ComponentPath {
		b.SetHost("h") // for userinfo and port
	}
	_, want := buildSetters[c](b, raw).URI()
	same := cmp.Equal(want, err, cmp.AllowUnexported(uri.Error{}), cmpopts.EquateEmpty())
	if c == uri.ComponentAuthority {
		same = (want == nil) == (err == nil) // the Builder names a part
	}
	if !same {
		t.Fatalf("%q: %v, and the Builder: %v", raw, err, want)
	}
}

// TestComponentCheckAuthority compares the errors of authorities with those of Parse.
func TestComponentCheckAuthority(t *testing.T) {
	for _, test := range kit.Cases[struct {
		raw    string
		offset int
		c      uri.Component
		reason uri.Reason
	}]("build.txt", "TestComponentCheckAuthority") {
		want := misfit{test.c, test.offset, test.reason}
		if got := misfitOf(uri.ComponentAuthority.Check(test.raw)); got != want {
			t.Errorf("%q: %+v, want %+v", test.raw, got, want)
		}
	}
}

func TestComponentCheckNone(t *testing.T) {
	for _, c := range []uri.Component{uri.ComponentNone, uri.ComponentFragment + 1, 255} {
		for _, raw := range []string{"", "a"} {
			if got, want := misfitOf(c.Check(raw)), (misfit{uri.ComponentNone, 0, uri.ReasonIllegalByte}); got != want {
				t.Errorf("%v, %q: %+v, want %+v", c, raw, got, want)
			}
		}
	}
}

// A form with a field for each part of an address can name the wrong one, and the place in it.
func ExampleComponent_Check() {
	fmt.Println(uri.ComponentHost.Check("example.com"))
	fmt.Println(uri.ComponentHost.Check("example.com:80"))
	fmt.Println(uri.ComponentScheme.Check("2ttp"))
	fmt.Println(uri.ComponentQuery.Check("q=50%"))
	// Output:
	// <nil>
	// illegal byte in host at byte 11
	// illegal character "2" in scheme at byte 0
	// unexpected end in query at byte 5: expected a hex digit
}
