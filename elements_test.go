package uri_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// elementsTests were written by hand from the elements model and RFC 3986, section 3.
var elementsTests = kit.Cases[struct {
	text   string
	fields []string
}]("elements.txt", "elementsTests")

// newElements returns Elements with fields such as "Host=h", "HasPort" and, with a "|" between the segments, "Path=|a".
func newElements(fields []string) (e uri.Elements) {
	for _, field := range fields {
		name, value, hasValue := strings.Cut(field, "=")
		switch f := reflect.ValueOf(&e).Elem().FieldByName(name); {
		case !hasValue:
			f.SetBool(true)
		case name == "Path":
			e.Path = strings.Split(value, "|")
		case name == "Port":
			fmt.Sscan(value, &e.Port)
		default:
			f.SetString(value)
		}
	}
	return e
}

func TestElements(t *testing.T) {
	for _, test := range elementsTests {
		e, err := uri.MustParse(test.text).Elements()
		want := newElements(test.fields)
		if diff := cmp.Diff(want, e); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", test.text, err, diff)
		}
		if u, err := want.URI(); u.String() != test.text || err != nil {
			t.Errorf("%+v: %q, %v, want %q", want, u, err, test.text)
		}
	}
}

// TestElementsShortPath has the two forms of Path that are read, and not written.
func TestElementsShortPath(t *testing.T) {
	for _, test := range []struct {
		e    uri.Elements
		want string
	}{
		{uri.Elements{IsRelative: true, Path: []string{}}, ""},
		{uri.Elements{IsRelative: true, Path: []string{""}}, "/"},
		{uri.Elements{Scheme: "s", Path: []string{""}}, "s:/"},
		{uri.Elements{Scheme: "s", Host: "h", Path: []string{""}}, "s://h/"},
	} {
		if u, err := test.e.URI(); u.String() != test.want || err != nil {
			t.Errorf("%+v: %q, %v, want %q", test.e, u, err, test.want)
		}
	}
}

func TestElementsInexpressible(t *testing.T) {
	for _, test := range kit.Cases[struct {
		text   string
		c      uri.Component
		offset int
	}]("elements.txt", "TestElementsInexpressible") {
		e, err := uri.MustParse(test.text).Elements()
		want := misfit{test.c, test.offset, uri.ReasonInexpressible}
		if misfitOf(err) != want || !cmp.Equal(e, uri.Elements{}) {
			t.Errorf("%q: %+v, %v, want %+v", test.text, e, err, want)
		}
	}
}

func TestElementsErrors(t *testing.T) {
	for _, test := range kit.Cases[struct {
		want   misfit
		text   string
		fields []string
	}]("elements.txt", "TestElementsErrors") {
		u, err := newElements(test.fields).URI()
		if misfitOf(err) != test.want || u != (uri.URI{}) || test.text != "" && err.Error() != test.text {
			t.Errorf("%q: %q, %v\n got %+v\nwant %+v %q", test.fields, u, err, misfitOf(err), test.want, test.text)
		}
	}
}

// referenceElements returns the recipe of e, and its first misfit.
func referenceElements(e uri.Elements) (r recipe, m misfit) {
	set := func(c uri.Component, text string) {
		if text != "" {
			r[c] = &text
		}
	}
	set(uri.ComponentScheme, e.Scheme)
	set(uri.ComponentUserinfo, e.UserInfo)
	set(uri.ComponentHost, e.Host)
	if e.HasPort {
		set(uri.ComponentPort, fmt.Sprint(e.Port))
	}
	set(uri.ComponentPath, strings.Join(e.Path, "/"))
	if len(e.Path) == 1 {
		set(uri.ComponentPath, e.Path[0]+"/"[:len("/")-min(1, len(e.Path[0]))])
	}
	set(uri.ComponentQuery, e.Query)
	set(uri.ComponentFragment, e.Fragment)
	for c := range r {
		if m := elementsMisfit(e, r, uri.Component(c)); m.Reason != 0 {
			return r, m
		}
	}
	return r, misfit{}
}

func elementsMisfit(e uri.Elements, r recipe, c uri.Component) misfit {
	switch {
	case c == uri.ComponentScheme && e.IsRelative && e.Scheme != "":
		return misfit{c, 0, uri.ReasonHasScheme}
	case c == uri.ComponentScheme && !e.IsRelative && e.Scheme == "":
		return misfit{c, 0, uri.ReasonNoScheme}
	case c == uri.ComponentPort && !e.HasPort && e.Port != 0:
		return misfit{c, 0, uri.ReasonInexpressible}
	case c == uri.ComponentPath:
		return elementsPathMisfit(e, r)
	}
	return referenceMisfit(r, c)
}

// elementsPathMisfit returns the first misfit of the path.
func elementsPathMisfit(e uri.Elements, r recipe) misfit {
	faults := []misfit{}
	add := func(ok bool, offset int, reason uri.Reason) {
		if ok {
			faults = append(faults, misfit{uri.ComponentPath, offset, reason})
		}
	}
	path := strings.Join(e.Path, "/")
	add(e.Host == "" && strings.HasPrefix(path, "//"), 1, uri.ReasonIllegalByte)
	if len(e.Path) > 0 && e.Host == "" && e.Scheme == "" {
		colon := strings.IndexByte(e.Path[0], ':')
		add(colon >= 0, colon, uri.ReasonColonInSegment)
	}
	for i, element := range e.Path {
		slash := strings.IndexByte(element, '/')
		add(slash >= 0, len(strings.Join(append(slices.Clone(e.Path[:i]), ""), "/"))+slash, uri.ReasonIllegalByte)
	}
	if m := referenceMisfit(r, uri.ComponentPath); m.Reason != 0 {
		faults = append(faults, m)
	}
	slices.SortStableFunc(faults, func(a, b misfit) int { return a.Offset - b.Offset })
	return append(faults, misfit{})[0]
}

// checkFromElements checks what becomes of e.
func checkFromElements(t *testing.T, e uri.Elements) {
	t.Helper()
	r, m := referenceElements(e)
	u, err := e.URI()
	if misfitOf(err) != m || (err == nil) != (m.Reason == 0) {
		t.Errorf("%+v: %q, %v, want %+v", e, u, err, m)
		return
	}
	if err != nil {
		return
	}
	path := ""
	if r[uri.ComponentPath] != nil {
		path = *r[uri.ComponentPath]
	}
	if want := recomposeRecipe(r, path); u.String() != want {
		t.Errorf("%+v: %q, want %q", e, u, want)
	}
	checkRecipe(t, r, path, u)
	want := e
	if len(e.Path) == 0 {
		want.Path = nil
	} else if len(e.Path) == 1 && e.Path[0] == "" {
		want.Path = []string{"", ""}
	}
	got, err := u.Elements()
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%+v: %q has elements (-want +got): %v\n%s", e, u, err, diff)
	}
}

func TestElementsEveryChoice(t *testing.T) {
	paths := [][]string{nil, {}, {""}, {"", ""}, {"", "", ""}, {"", "", "a"}, {"a"}, {"", "a:"}, {"a:b", "c"},
		{"a", ":"}, {"", "a/"}, {"/a"}, {":/"}, {"/:"}, {".", "a:b"}, {"a/b", "c/"}, {"%4", "/"}, {"%/"}, {"", "?"},
		{"<:", "a"}}
	for n := range 1 << 8 {
		pick := func(bit int, text string) string { return text[:len(text)*(n>>bit&1)] }
		for _, path := range paths {
			e := uri.Elements{IsRelative: n&1 != 0, Scheme: pick(1, "s"), UserInfo: pick(2, "u"), Host: pick(3, "[::]"),
				Port: uint16(n >> 4 & 1), HasPort: n>>5&1 != 0, Path: path, Query: pick(6, "?"), Fragment: pick(7, "/")}
			checkFromElements(t, e)
			for _, bad := range []uri.Elements{
				{Scheme: ":"}, {UserInfo: "@"}, {Host: "h:1"}, {Query: "#"}, {Fragment: "%"},
			} {
				b := e
				b.Scheme += bad.Scheme
				b.UserInfo += bad.UserInfo
				b.Host += bad.Host
				b.Query += bad.Query
				b.Fragment += bad.Fragment
				checkFromElements(t, b)
			}
		}
	}
}

// checkToElements checks that the elements of s, if it is a reference, are an error where they must be, and otherwise
// make it again.
func checkToElements(t *testing.T, s string) {
	t.Helper()
	p, ok := referenceParse(fsm.URIReference, s)
	if !ok {
		return
	}
	e, err := uri.MustParse(s).Elements()
	if want := elementsExpress(p, s); (err == nil) != want {
		t.Errorf("%q: %+v, %v, want success: %t", s, e, err, want)
	}
	if err != nil {
		return
	}
	if u, err := e.URI(); u.String() != s || err != nil {
		t.Errorf("%q: the elements %+v make %q, %v", s, e, u, err)
	}
	if got := strings.Join(e.Path, "/"); got != p.Path.of(s) {
		t.Errorf("%q: the path is %q, of %q", s, got, e.Path)
	}
}

func elementsExpress(p parts, s string) bool {
	for _, c := range []span{p.Userinfo, p.Host, p.Port, p.Query, p.Fragment} {
		if c.Defined && c.of(s) == "" {
			return false
		}
	}
	n, err := strconv.ParseUint(p.Port.of(s), 10, 16)
	return !p.Port.Defined || err == nil && fmt.Sprint(n) == p.Port.of(s)
}

func FuzzElements(f *testing.F) {
	addSeeds(f, func(input string) {
		p := splitReference(input)
		p.splitAuthority(input)
		f.Add(input, p.Scheme.of(input), p.Userinfo.of(input), p.Host.of(input), uint16(len(input)), !p.Scheme.Defined,
			p.Port.Defined, strings.ReplaceAll(p.Path.of(input), "/", "|"), p.Query.of(input), p.Fragment.of(input))
	})
	f.Fuzz(func(t *testing.T, s, scheme, userinfo, host string, port uint16, relative, hasPort bool,
		path, query, fragment string) {
		checkToElements(t, s)
		checkFromElements(t, uri.Elements{IsRelative: relative, Scheme: scheme, UserInfo: userinfo, Host: host,
			Port: port, HasPort: hasPort, Path: strings.Split(path, "|"), Query: query, Fragment: fragment})
	})
}

func ExampleElements() {
	e, err := uri.MustParse("http://example.com/over/there?name=ferret").Elements()
	if err != nil {
		fmt.Println(err)
		return
	}
	e.Port, e.HasPort = 8042, true
	e.Path[1] = uri.PlaceSegment.Encode("under/here")
	u, err := e.URI()
	fmt.Println(u, err)
	// Output: http://example.com:8042/under%2Fhere/there?name=ferret <nil>
}

// The elements have no place for a query that is defined and empty.
func ExampleURI_Elements_inexpressible() {
	_, err := uri.MustParse("/search?").Elements()
	fmt.Println(err)
	// Output: inexpressible in query at byte 0
}
