package neturl_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/neturl"
	"github.com/urispan/uri/whatwg"
)

var compareURLs = cmp.AllowUnexported(url.Userinfo{})

// checkTo checks the documented properties of To for a URI.
func checkTo(t *testing.T, s string) {
	t.Helper()
	u, err := uri.Parse(s)
	if err != nil {
		return
	}
	v, changes := neturl.To(u)
	want, unexpected := referenceTo(s, v.String())
	if changes != want || unexpected != "" {
		t.Errorf("%q becomes %q: %v; want %v; unexpected: %q", s, v, changes, want, unexpected)
	}
	if (changes == 0) != (v.String() == s) {
		t.Errorf("%q becomes %q: %v", s, v, changes)
	}
	w, back, err := neturl.From(v)
	if err != nil || back != 0 || w.String() != v.String() {
		t.Errorf("%q becomes %q, and that %q, %v, %v", s, v, w, back, err)
	}
	if changes == 0 && w != u {
		t.Errorf("%q becomes %q, and that %q", s, v, w)
	}
	checkFields(t, u, v, changes)
	checkParse(t, u, v)
}

// checkFields checks the fields of v against the components of u, because String can hide differences.
func checkFields(t *testing.T, u uri.URI, v *url.URL, changes neturl.Changes) {
	t.Helper()
	p := split(u.String())
	hierarchical := p.Host != nil || p.Scheme == nil || !regexp.MustCompile(`^[^/]`).MatchString(p.Path)
	path := v.Path
	if changes&neturl.ChangePathGuarded != 0 {
		path = strings.TrimPrefix(path, "/.")
	}
	switch {
	case hierarchical && (path != octets(p.Path) || v.Opaque != ""),
		!hierarchical && (v.Opaque != p.Path || v.Path != ""):
		t.Errorf("%q: Path %q, Opaque %q", u, v.Path, v.Opaque)
	}
	if v.Scheme != strings.ToLower(text(p.Scheme)) || v.RawQuery != text(p.Query) ||
		v.Fragment != octets(text(p.Fragment)) || v.Port() != text(p.Port) {
		t.Errorf("%q: %#v", u, v)
	}
	if changes&neturl.ChangeHostChanged == 0 && strings.Trim(v.Hostname(), "[]") != strings.Trim(octets(text(p.Host)), "[]") {
		t.Errorf("%q: Hostname %q", u, v.Hostname())
	}
	if strings.ContainsAny(v.Host, "/?#@\\ <>\"\x00\r\n") {
		t.Errorf("%q: Host %q", u, v.Host)
	}
	password, ok := v.User.Password()
	rawName, rawPassword, wantOK := strings.Cut(text(p.Userinfo), ":")
	if (v.User != nil) != (p.Userinfo != nil) || ok != wantOK || password != octets(rawPassword) ||
		v.User.Username() != octets(rawName) {
		t.Errorf("%q: User %q", u, v.User)
	}
}

// encodedASCII finds percent-encodings that url.Parse refuses in a host.
var encodedASCII = regexp.MustCompile(`(?i)%(2[0-46-9a-f]|[013-7][0-9a-f])`)

// checkParse checks the claims of the package comment about url.Parse.
func checkParse(t *testing.T, u uri.URI, v *url.URL) {
	t.Helper()
	p := split(u.String())
	w, err := url.Parse(u.String())
	if refuses := u.HostKind() == uri.HostIPvFuture || encodedASCII.MatchString(text(p.Host)); refuses != (err != nil) {
		t.Errorf("url.Parse(%q): %v", u, err)
	}
	if err != nil {
		return
	}
	want := *w
	switch {
	case strings.HasPrefix(u.String(), "///"):
		if want.Path != "//"+octets(p.Path) {
			t.Errorf("url.Parse(%q): Path %q", u, want.Path)
		}
		want.Path, want.RawPath = v.Path, v.RawPath
	case want.Path == "*":
		want.RawPath = v.RawPath
		if v.RawPath != "" && v.RawPath == "*" {
			t.Errorf("%q: RawPath %q", u, v.RawPath)
		}
	}
	if diff := cmp.Diff(&want, v, compareURLs); diff != "" {
		t.Errorf("%q (-url.Parse +To):\n%s", u, diff)
	}
}

// These are parts of references; a test tries all combinations.
var (
	someSchemes     = []string{"", "a:", "HTTP:", "http:"}
	someAuthorities = strings.Split("- // //h //h:80 //: //@ //:@ //@: //u@h //u:@h: //u:p@h:1 //u:p:q@ //u%40@h "+
		"//%61@h //%c3%a9:!@h //[::1] //u@[::1]:2 //[v1.a:b]:3 //1.2.3.4 //%C3%A9 //%c3%a9 //%41 //a%25 //a%2541 "+
		"//a%2F:1 //%FF //u@a%40b //!$&'()*+,;= //a%20b //%3A //%5B //a%3C //~%7E", " ")
	somePaths = strings.Split("- / // //b /b /b/ b b/c b:c ./b:c /.//b . .. /.. * %2A /* /%2Fb //%2F %2F%2Fb %3Ab "+
		"/b%20c /%e9 /%C3%A9 /!$&'()*+,;=:@ @ /b;c=d/%41 /%25 /%00", " ")
	someQueries   = []string{"", "?", "??", "?q", "?a=b&c=%41", "?%00/?:@!'"}
	someFragments = []string{"", "#", "#f", "#%41", "#%C3%A9", "#!'()*/?:@%25"}
)

func combinations(yield func(s string)) {
	for _, scheme := range someSchemes {
		for _, authority := range someAuthorities {
			for _, path := range somePaths {
				for i := range len(someQueries) * len(someFragments) {
					yield(scheme + strings.TrimPrefix(authority, "-") + strings.TrimPrefix(path, "-") +
						someQueries[i%len(someQueries)] + someFragments[i/len(someQueries)])
				}
			}
		}
	}
}

func TestToCombinations(t *testing.T) {
	n, step := 0, kit.Rounds(53, 37, 1)
	combinations(func(s string) {
		if n++; n%step == 0 && !t.Failed() {
			checkTo(t, s)
		}
	})
}

// TestConformance converts the valid inputs to a url.URL, and the inputs that url.Parse accepts from one.
func TestConformance(t *testing.T) {
	inputs := kit.Conformance(t, 1)
	if len(inputs) < 1000 {
		t.Errorf("only %d inputs", len(inputs))
	}
	for _, s := range inputs {
		checkTo(t, s)
		if v, err := url.Parse(s); err == nil {
			checkFrom(t, v)
		}
	}
}

// fromTests are inputs of From, as newURL reads them, with the expected URI and changes, or the component and offset of the
// expected error.
var fromTests = kit.Cases[struct {
	want      string
	changes   neturl.Changes
	component uri.Component
	offset    int
	fields    []string
}]("neturl.txt", "fromTests")

// newURL returns a url.URL with fields such as "Host=h" and "OmitHost". "Userinfo" is an empty one, and "Password=p" follows
// a User.
func newURL(fields []string) (u url.URL) {
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		switch name {
		case "Userinfo":
			u.User = new(url.Userinfo)
		case "User":
			u.User = url.User(value)
		case "Password":
			u.User = url.UserPassword(u.User.Username(), value)
		case "OmitHost":
			u.OmitHost = true
		case "ForceQuery":
			u.ForceQuery = true
		default:
			reflect.ValueOf(&u).Elem().FieldByName(name).SetString(value)
		}
	}
	return u
}

func TestFrom(t *testing.T) {
	for _, test := range fromTests {
		before, v := newURL(test.fields), newURL(test.fields)
		u, changes, err := neturl.From(&v)
		if test.component != 0 {
			var e *uri.Error
			if !errors.As(err, &e) || e.Component != test.component || e.Offset != test.offset {
				t.Errorf("%#v: %q, %v; want an error in the %v at %d", v, u, err, test.component, test.offset)
			}
		} else if u.String() != test.want || changes != test.changes || err != nil {
			t.Errorf("%#v: %q, %v, %v; want %q, %v", v, u, changes, err, test.want, test.changes)
		}
		if diff := cmp.Diff(before, v, compareURLs); diff != "" {
			t.Errorf("From changes its argument (-before +after):\n%s", diff)
		}
		checkFrom(t, &v)
	}
}

func TestFromNil(t *testing.T) {
	u, changes, err := neturl.From(nil)
	if u != (uri.URI{}) || changes != 0 || !errors.Is(err, neturl.ErrNil) {
		t.Errorf("%q, %v, %v", u, changes, err)
	}
}

// checkFrom checks the documented properties of From for a url.URL.
func checkFrom(t *testing.T, v *url.URL) {
	t.Helper()
	u, changes, err := neturl.From(v)
	want := referenceFrom(v)
	if (err == nil) != want.OK {
		t.Errorf("%#v: %q, %v; want an error: %v", v, u, err, !want.OK)
	}
	if err != nil {
		if u != (uri.URI{}) || changes != 0 {
			t.Errorf("%#v: %q, %v beside the error %v", v, u, changes, err)
		}
		return
	}
	if changes != want.Changes {
		t.Errorf("%#v: %q, %v; want %v", v, u, changes, want.Changes)
	}
	if again, err := uri.Parse(u.String()); again != u || err != nil {
		t.Errorf("%#v: %q, %v", v, u, err)
	}
	if diff := cmp.Diff(want.Parts, decodedParts(u.String())); diff != "" {
		t.Errorf("%#v: %q (-want +got):\n%s", v, u, diff)
	}
	const notPrinted = neturl.ChangeFieldsDropped | neturl.ChangeHintDropped
	if changes&^notPrinted == 0 && u.String() != v.String() {
		t.Errorf("%#v: %q without changes; String gives %q", v, u, v)
	}
	checkTo(t, u.String())
}

// These are nonsense values for the fields of a url.URL.
var (
	badSchemes = []string{"", "", "", "a", "http", "HTTP", "1a", "a b", "a:", "//", "é", "\x00"}
	badOpaques = strings.Split("      b b:c /b //h/p //u:p@h:80 //h?x //[::1]x //[::1]:1/ // /// /.//b ?q #f "+
		"a%20b %zz é // : h:x", " ")
	badUsers = []*url.Userinfo{nil, nil, nil, new(url.Userinfo), url.User(""), url.User("u"), url.User("a:b@/é\x00"),
		url.UserPassword("", ""), url.UserPassword("u", "p:q@"), url.UserPassword("\xff%", "[]")}
	badHosts = strings.Split("     h h:80 h: : :80 ::1 [::1] [::1]:80 [::1 ::1] [v1.a:b] [fe80::1%en0] [x] a:b a:b:1 "+
		"é h1:1,h2:2 %41 a%2Fb % /p //h ?q #f u@h <> \" [ ] [] a[b] \\ \xff \x00 [::1]x [1.2.3.4]", " ")
	badPaths = strings.Split("    / // //h /a a a/b a:b :/ ./a:b /.//a . .. * ? # %41 %zz /a[b] //[ é \xff \x00 "+
		"/é;,=@ [::1] /%2F", " ")
	badHints = strings.Split("     / %2F %2f%2F /a %61 /%61 a%3Ab a:b %3A/ * %2A [ /a[b] /a%5Bb] //[ %zz % é %C3%A9 "+
		"? # /%252F", " ")
	badTails = strings.Split("    q a=b&c=%41 a+b ? ?? # %zz % é \xff \x00 [] ] / < |", " ")
)

// randomURL returns a url.URL with nonsense in its fields.
func randomURL(random *rand.Rand) *url.URL {
	any := func(from []string) string { return from[random.IntN(len(from))] }
	return &url.URL{
		Scheme: any(badSchemes), Opaque: any(badOpaques), User: badUsers[random.IntN(len(badUsers))],
		Host: any(badHosts), Path: any(badPaths), RawPath: any(badHints), RawQuery: any(badTails),
		Fragment: any(badTails), RawFragment: any(badTails),
		ForceQuery: random.IntN(2) == 0, OmitHost: random.IntN(2) == 0,
	}
}

func TestFromRandom(t *testing.T) {
	times := kit.Rounds(4000, 4000, 40000)
	random := kit.Random(t)
	ok := 0
	for range times {
		v := randomURL(random)
		if random.IntN(4) > 0 {
			v.Opaque = ""
		}
		if random.IntN(2) > 0 {
			v.Host, v.User = "", nil
		}
		if checkFrom(t, v); t.Failed() {
			t.FailNow()
		}
		if _, _, err := neturl.From(v); err == nil {
			ok++
		}
	}
	if ok < times/4 || ok > times*3/4 {
		t.Errorf("%d of %d are URIs: one side is hardly tested", ok, times)
	}
}

// TestTraps checks the claims of the package comment about net/url. It fails when a claim becomes false.
func TestTraps(t *testing.T) {
	if got := (&url.URL{Host: "h", Path: "/a/b"}).JoinPath("..", "//c").String(); got != "//h/a/c" {
		t.Errorf("JoinPath: %q", got)
	}
	for elem, want := range map[string]string{"%": "//h/a", "c%41": "//h/a/c%41"} {
		if got := (&url.URL{Host: "h", Path: "/a"}).JoinPath("b", "..", elem).String(); got != want {
			t.Errorf("JoinPath(%q): %q", elem, got)
		}
	}
	if got, err := url.JoinPath("//h/a", "%"); err == nil {
		t.Errorf("the function JoinPath: %q", got)
	}
	if got, err := uri.MustParse("//h/a/b").JoinPath("..", "//c%"); err != nil || got.String() != "//h/a/c%25" {
		t.Errorf("JoinPath here: %q, %v", got, err)
	}
	if got, err := uri.MustParse("//h/a/b").Child("../c"); err != nil || got.String() != "//h/a/b/..%2Fc" {
		t.Errorf("Child: %q, %v", got, err)
	}
	if got, err := uri.MustParse("//h/a/b").Sibling("/c:d"); err != nil || got.String() != "//h/a/%2Fc:d" {
		t.Errorf("Sibling: %q, %v", got, err)
	}
	if got, err := url.Parse("//%C3%A9"); err != nil || got.Hostname() != "é" {
		t.Errorf("Hostname: %q, %v", got.Hostname(), err)
	}
	if got := uri.MustParse("//%C3%A9").Hostname(); got != "%C3%A9" {
		t.Errorf("Hostname here: %q", got)
	}
	if got := (&url.URL{Path: "/[", RawPath: "/["}).EscapedPath(); got != "/[" {
		t.Errorf("EscapedPath: %q", got)
	}
	if got := (&url.URL{RawQuery: "a=1&b=%zz&c;d"}).Query(); len(got) != 1 {
		t.Errorf("Query: %q", got)
	}
	if got := (&url.URL{Host: "h", User: url.UserPassword("u", "")}).Redacted(); got != "//u:xxxxx@h" {
		t.Errorf("Redacted: %q", got)
	}
	if got := uri.MustParse("//u:@h").Redacted(); got != "//u:@h" {
		t.Errorf("Redacted here: %q", got)
	}
	if got := (&url.URL{Host: "[::1]:"}); got.Hostname() != "::1" || got.Port() != "" {
		t.Errorf("Hostname: %q, Port: %q", got.Hostname(), got.Port())
	}
	if got := (&url.URL{Scheme: "http", Host: "h"}).RequestURI(); got != "/" {
		t.Errorf("RequestURI: %q", got)
	}
	for s, path := range map[string]string{"/a#b": "/a#b", "//h": "//h"} {
		if v, err := url.ParseRequestURI(s); err != nil || v.Path != path {
			t.Errorf("ParseRequestURI(%q): %v, %v", s, v, err)
		}
	}
	if got := url.QueryEscape("a b"); got != "a+b" || uri.PlacePair.Encode("a b") != "a%20b" {
		t.Errorf("QueryEscape: %q", got)
	}
	for _, bad := range []string{"a b", "//h/[x]", "?\xff"} {
		_, err := url.Parse(bad)
		if _, bad := uri.Parse(bad); err != nil || bad == nil {
			t.Errorf("url.Parse(%q): %v; uri.Parse: %v", bad, err, bad)
		}
	}
}

func FuzzTo(f *testing.F) {
	for s := range kit.Seeds(kit.Conformance(f, 1)) {
		f.Add(s)
	}
	f.Fuzz(checkTo)
}

// FuzzFrom sets every field. From the low bits up, the bits of flags are ForceQuery, OmitHost, and two bits for a User
// without and with a password.
func FuzzFrom(f *testing.F) {
	for _, test := range fromTests {
		v, flags := newURL(test.fields), uint8(0)
		password, ok := v.User.Password()
		for i, set := range []bool{v.ForceQuery, v.OmitHost, v.User != nil, ok} {
			if set {
				flags |= 1 << i
			}
		}
		f.Add(v.Scheme, v.Opaque, v.User.Username(), password, v.Host, v.Path, v.RawPath, v.RawQuery, v.Fragment,
			v.RawFragment, flags)
	}
	f.Fuzz(func(t *testing.T, scheme, opaque, name, password, addr, path, rawPath, query, fragment, rawFragment string,
		flags uint8) {
		v := &url.URL{Scheme: scheme, Opaque: opaque, Host: addr, Path: path, RawPath: rawPath, RawQuery: query,
			Fragment: fragment, RawFragment: rawFragment, ForceQuery: flags&1 != 0, OmitHost: flags&2 != 0}
		switch flags >> 2 & 3 {
		case 1, 2:
			v.User = url.User(name)
		case 3:
			v.User = url.UserPassword(name, password)
		}
		checkFrom(t, v)
		if again, err := url.Parse(path); err == nil { // also a url.URL from url.Parse
			checkFrom(t, again)
		}
	})
}

// TestErrorsHideSecrets looks for a password in the errors of url.URLs that have one.
func TestErrorsHideSecrets(t *testing.T) {
	for _, v := range []url.URL{
		{Scheme: "http", Opaque: "//u:secret@h@x"},
		{Scheme: "http", Opaque: "//u:secret<@h"},
		{Scheme: "http", Opaque: "//u:secret"},
		{Scheme: "http", User: url.UserPassword("u", "secret"), Host: "[u:secret@h"},
		{Scheme: "http", User: url.UserPassword("u", "secret"), Host: "u:secret@h"},
	} {
		if _, _, err := neturl.Parse(v.String()); err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("Parse(%q): %v", v.String(), err)
		}
		if _, _, err := neturl.From(&v); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%#v: %v", v, err)
		}
	}
}

func TestChangesString(t *testing.T) {
	seen := map[string]bool{}
	all := []neturl.Changes{
		neturl.ChangeSchemeLowered, neturl.ChangeAuthorityDropped, neturl.ChangeUserinfoEncoded, neturl.ChangeHostEncoded, neturl.ChangeHostChanged,
		neturl.ChangePathGuarded, neturl.ChangePathRooted, neturl.ChangePathEncoded, neturl.ChangeQueryEncoded, neturl.ChangeFragmentDropped,
		neturl.ChangeFragmentEncoded, neturl.ChangeFieldsDropped, neturl.ChangeHintDropped,
	}
	for i, c := range all {
		if c != 1<<i || strings.Contains(c.String(), "Changes") || seen[c.String()] {
			t.Errorf("flag %d is %d, %q", i, uint16(c), c)
		}
		seen[c.String()] = true
	}
	for c, want := range map[neturl.Changes]string{
		0: "none",
		neturl.ChangeFragmentDropped | neturl.ChangeSchemeLowered: "scheme lowered, fragment dropped",
		neturl.ChangeHintDropped | 1<<15:                          "hint dropped, Changes(1<<15)",
		neturl.ChangeAuthorityDropped | neturl.ChangePathGuarded:  "authority dropped, path guarded",
	} {
		if got := c.String(); got != want {
			t.Errorf("%d is %q; want %q", uint16(c), got, want)
		}
	}
}

// TestTableComplete fails if a field, method, function or type has no line in the package comment of package uri, or if
// a line names something that does not exist. The tables are for Go 1.26.
func TestTableComplete(t *testing.T) {
	if !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skip("another version of net/url")
	}
	doc := packageDoc(t)
	for head, want := range map[string][]string{
		"url.URL":         fields(reflect.TypeFor[url.URL]()),
		"(*url.URL)":      methods(reflect.TypeFor[*url.URL]()),
		"(*url.Userinfo)": methods(reflect.TypeFor[*url.Userinfo]()),
		"url.Values":      methods(reflect.TypeFor[*url.Values]()), // they include the methods of the value
		"(*url.Error)":    slices.Concat(fields(reflect.TypeFor[url.Error]()), methods(reflect.TypeFor[*url.Error]())),
	} {
		checkTable(t, doc, head, want)
	}
	t.Run("functions", func(t *testing.T) {
		checkTable(t, doc, "url", netURLNames(t, func(name string) bool {
			return strings.Contains(doc, "\turl."+name+" ") || strings.Contains(doc, "\t(*url."+name+") ")
		}))
	})
}

// packageDoc returns the package comment of package uri.
func packageDoc(t *testing.T) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the source is not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	return file.Doc.Text()
}

// checkTable compares the first column of the table that begins with head. In the second line of a row, that column is
// empty.
func checkTable(t *testing.T, doc, head string, want []string) {
	t.Helper()
	_, table, ok := regexpCut(doc, `(?m)^\t`+regexp.QuoteMeta(head)+` +here +the trap\n`)
	if !ok {
		t.Errorf("no table for %s", head)
		return
	}
	table, _, _ = regexpCut(table, `(?m)^[^\t]|^$`)
	var got []string
	for _, row := range regexp.MustCompile(`(?m)^\t(\w+) +\S`).FindAllStringSubmatch(table, -1) {
		got = append(got, row[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the table for %s (-net/url, +package comment):\n%s", head, diff)
	}
}

// TestNamesFound checks the names of package uri in the tables. They must exist. If a function that replaces another
// has a different name, the first sentence of its comment must mention net/url, because that is what people search for.
// Conversely, a function with such a sentence must be in the tables, unless its form for strings is.
func TestNamesFound(t *testing.T) {
	comments := commentsOfURI(t)
	_, tables, _ := strings.Cut(packageDoc(t), "# Moving from net/url")
	name := regexp.MustCompile(`\b(u|uri)\.([A-Z]\w*(?:\.[A-Z]\w*)?)`)
	inTables := map[string]bool{}
	nameOf := func(match []string) string {
		if match[1] == "u" {
			return "URI." + match[2]
		}
		return match[2]
	}
	for _, match := range name.FindAllStringSubmatch(tables, -1) {
		inTables[nameOf(match)] = true
		if _, ok := comments[nameOf(match)]; !ok {
			t.Errorf("%s does not exist", match[0])
		}
	}
	rows := regexp.MustCompile(`(?m)^\t(\w+) {2,}(\S+(?: \S+)*)`).FindAllStringSubmatch(tables, -1)
	for _, row := range rows {
		for _, match := range name.FindAllStringSubmatch(row[2], -1) {
			first := firstSentence(comments[nameOf(match)])
			if first != "" && match[2] != row[1] && !strings.Contains(first, "net/url.") {
				t.Errorf("%s replaces %s of net/url, but does not say so: %s", match[0], row[1], first)
			}
		}
	}
	if len(rows) < 50 {
		t.Errorf("only %d rows", len(rows))
	}
	for name, comment := range comments {
		short := strings.NewReplacer("Append", "", "Base.", "URI.").Replace(name)
		if strings.Contains(firstSentence(comment), "net/url.") && !inTables[name] && !inTables[short] {
			t.Errorf("%s mentions net/url, but is not in the tables", name)
		}
	}
}

// firstSentence returns the text up to the first period before a space or the end.
func firstSentence(comment string) string {
	text, _, _ := strings.Cut(strings.Join(strings.Fields(comment), " ")+" ", ". ")
	return strings.TrimSpace(text)
}

// commentsOfURI returns the comments of the functions and methods of package uri, such as "URI.Host", and "" for its
// other names.
func commentsOfURI(t *testing.T) map[string]string {
	t.Helper()
	comments := map[string]string{}
	addComments(t, comments, "../internal/reference") // some types of package uri are aliases, with their methods there
	addComments(t, comments, "..")
	return comments
}

// addComments adds the comments of a package to comments.
func addComments(t *testing.T, comments map[string]string, folder string) {
	t.Helper()
	paths, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(paths) == 0 {
		t.Skip("the source is not here")
	}
	var files []*ast.File
	fset := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	pkg, err := doc.NewFromFiles(fset, files, "github.com/urispan/uri")
	if err != nil {
		t.Fatal(err)
	}
	add := func(before string, funcs []*doc.Func) {
		for _, f := range funcs {
			comments[before+f.Name] = f.Doc
		}
	}
	values := func(all []*doc.Value) {
		for _, v := range all {
			for _, name := range v.Names {
				comments[name] = ""
			}
		}
	}
	add("", pkg.Funcs)
	values(slices.Concat(pkg.Consts, pkg.Vars))
	for _, typ := range pkg.Types {
		comments[typ.Name] = ""
		add("", typ.Funcs)
		add(typ.Name+".", typ.Methods)
		values(slices.Concat(typ.Consts, typ.Vars))
	}
}

// regexpCut cuts s at the first match of expr, like strings.Cut.
func regexpCut(s, expr string) (before, after string, found bool) {
	at := regexp.MustCompile(expr).FindStringIndex(s)
	if at == nil {
		return s, "", false
	}
	return s[:at[0]], s[at[1]:], true
}

func fields(typ reflect.Type) (names []string) {
	for _, field := range reflect.VisibleFields(typ) {
		if field.IsExported() {
			names = append(names, field.Name)
		}
	}
	return names
}

func methods(typ reflect.Type) (names []string) {
	for i := range typ.NumMethod() {
		names = append(names, typ.Method(i).Name)
	}
	return names
}

// netURLNames returns the exported functions and types of net/url, except types that have a table of their own.
func netURLNames(t *testing.T, hasTable func(name string) bool) (names []string) {
	t.Helper()
	pkg, err := build.Default.Import("net/url", "", build.FindOnly)
	if err != nil {
		t.Skip("the source of net/url is not here:", err)
	}
	comments := map[string]string{}
	addComments(t, comments, pkg.Dir)
	for name := range comments {
		if !strings.Contains(name, ".") && !hasTable(name) {
			names = append(names, name)
		}
	}
	return names
}

// TestTrapsOfResolution checks the claims of the package comment about ResolveReference. By RFC 3986, an empty
// reference takes the path of the base unchanged, and never its fragment (section 5.2.2); "/..//b" becomes "//b"
// (5.2.4); and there is no "//" if the authority is undefined (5.3).
func TestTrapsOfResolution(t *testing.T) {
	for _, test := range []struct{ base, ref, netURL, rfc string }{
		{"http://a/b#f", "", "http://a/b#f", "http://a/b"},
		{"http://a/b/../c", "", "http://a/c", "http://a/b/../c"},
		{"http://a/b/../c", "?q", "http://a/c?q", "http://a/b/../c?q"},
		{"http://a/", "/..//b", "http://a/b", "http://a//b"},
		{"x:/b", "/a", "x:///a", "x:/a"},
	} {
		base, err := url.Parse(test.base)
		if err != nil {
			t.Fatal(err)
		}
		if target, err := base.Parse(test.ref); err != nil || target.String() != test.netURL {
			t.Errorf("%q with base %q is %v, %v to net/url; no more %q", test.ref, test.base, target, err, test.netURL)
		}
		target, err := uri.MustParse(test.base).Resolve(uri.MustParse(test.ref))
		if err != nil || target.String() != test.rfc {
			t.Errorf("%q with base %q is %v, %v; want %q", test.ref, test.base, target, err, test.rfc)
		}
	}
}

// TestTrapsOfPrinting checks that output for people shows the password of a url.URL, but not of a URI.
func TestTrapsOfPrinting(t *testing.T) {
	const text, redacted = "ftp://joe:hunter2@example.com/", "ftp://joe:xxxxx@example.com/"
	v, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	u := uri.MustParse(text)
	print := template.Must(template.New("").Parse("{{.}} {{.String}}"))
	for _, test := range []struct {
		value       any
		read, write string
	}{{v, text, text}, {u, redacted, text}} {
		if got := fmt.Sprintf("%v %s", test.value, test.value); got != test.read+" "+test.write {
			t.Errorf("%T: %%v and %%s print %s; want %s %s", test.value, got, test.read, test.write)
		}
		var b strings.Builder
		if err := print.Execute(&b, test.value); err != nil || b.String() != test.read+" "+test.write {
			t.Errorf("%T: {{.}} and {{.String}} print %s, %v; want %s %s", test.value, &b, err, test.read, test.write)
		}
	}
}

// TestTrapsOfQueries checks the claims of the package comment about url.Values.
func TestTrapsOfQueries(t *testing.T) {
	var syntax uri.QuerySyntax
	ofNetURL, _ := url.ParseQuery("a=b;c&d=e+f")
	_, hasA := uri.MustParse("?a&b&a=1").QueryGet("a")
	_, hasC, _ := syntax.Get("a=b", "c")
	_, hasEmpty, _ := syntax.Get("a=b&c=", "c")
	a, _ := uri.MustParse("a?b").WithQuery(syntax.Delete("b", "b"))
	added, _ := uri.MustParse("?b=1").WithAddedQueryParam("a", "2")
	set, _ := uri.MustParse("?b=1&a=2&b=3").WithQueryParam("b", "4")
	for _, test := range []struct {
		claim     string
		got, want any
	}{
		{"ParseQuery", ofNetURL, url.Values{"d": {"e f"}}},
		{"DecodedPairs", decodedPairs(t, syntax, "a=b;c&d=e+f"), []string{`"a" "b;c"`, `"d" "e+f"`}},
		{"Plus and Separators", decodedPairs(t, uri.QuerySyntax{Plus: true, Separators: "&;"}, "a=b;c&d=e+f"),
			[]string{`"a" "b"`, `"c" ""`, `"d" "e f"`}},
		{"a semicolon in browsers", whatwg.ParseSearchParams("a=b;c=d&e").String(), "a=b%3Bc%3Dd&e="},
		{"Add", added.String(), "?b=1&a=2"},
		{"QuerySyntax.Add", syntax.Add("b=1", "a", "2"), "b=1&a=2"},
		{"Delete", a.String(), "a?"},
		{"Del", uri.MustParse("a?b").WithoutQueryParam("b").String(), "a"},
		{"Encode", url.Values{"b": {"x y"}, "a": {""}}.Encode(), "a=&b=x+y"},
		{"QuerySyntax.Encode", syntax.Encode(uri.Pair{Key: "b", Value: "x y"}, uri.Pair{Key: "a"}), "b=x%20y&a"},
		{"Sort", syntax.Sort("b=x%20y&a"), "a&b=x%20y"},
		{"Has", hasA, true},
		{"Get", []bool{hasC, hasEmpty}, []bool{false, true}},
		{"Set", set.String(), "?b=4&a=2"},
		{"QuerySyntax.Set", syntax.Set("b=1&a=2&b=3", "b", "4"), "b=4&a=2"},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want, +got):\n%s", test.claim, diff)
		}
	}
}

// decodedPairs returns the keys and values, in quotes.
func decodedPairs(t *testing.T, syntax uri.QuerySyntax, query string) (pairs []string) {
	t.Helper()
	for p, err := range syntax.DecodedPairs(query) {
		if err != nil {
			t.Error(err)
		}
		pairs = append(pairs, fmt.Sprintf("%q %q", p.Key, p.Value))
	}
	return pairs
}

// TestTrapsOfErrors checks the claims of the package comment about errors.
func TestTrapsOfErrors(t *testing.T) {
	for _, test := range []struct {
		input  string
		netURL error // the wrapped error, or nil for any other
		reason uri.Reason
	}{
		{"http://joe:hunter2@h:x/", nil, uri.ReasonBadPort},
		{"http://joe:hunter2@h/%zz", url.EscapeError("%zz"), uri.ReasonBadPercent},
		{"http://joe:hunter2@h /", url.InvalidHostError(" "), uri.ReasonIllegalByte},
	} {
		_, err := url.Parse(test.input)
		var theirs *url.Error
		switch {
		case !errors.As(err, &theirs) || !strings.Contains(err.Error(), "hunter2"):
			t.Errorf("%s: the error of net/url does not quote it: %v", test.input, err)
		case theirs.Temporary() || theirs.Timeout():
			t.Errorf("%s: temporary %v, timeout %v", test.input, theirs.Temporary(), theirs.Timeout())
		case test.netURL != nil && !errors.Is(err, test.netURL):
			t.Errorf("%s: net/url returns %v; want %v", test.input, theirs.Err, test.netURL)
		}
		_, err = uri.Parse(test.input)
		var ours *uri.Error
		if !errors.As(err, &ours) || ours.Reason != test.reason || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v; want %v", test.input, err, test.reason)
		}
		if errors.Unwrap(ours) != nil {
			t.Errorf("%s: there is an error in %v", test.input, err)
		}
	}
}

// Results are assigned to these variables, so that the compiler does not drop them.
var (
	sinkURL     *url.URL
	sinkURI     uri.URI
	sinkChanges neturl.Changes
	sinkErr     error
)

func TestAllocs(t *testing.T) {
	for _, test := range []struct {
		uri      string
		to, from float64
	}{
		{"http://example.com:8042/over/there?name=ferret#nose", 1, 1},
		{"mailto:a%20b", 1, 1},
		{"//u@h", 2, 1},
		{"//u:p@h", 2, 2},      // From: the userinfo is put together
		{"HTTP://h", 2, 1},     // To: the lower case
		{"/a%20b", 3, 2},       // To: decoded, and encoded by EscapedPath; From: by EscapedPath
		{"/a%2Fb", 2, 2},       // To: decoded; From: by EscapedPath
		{"////b", 2, 1},        // To: the guarded path
		{"//h/#%C3%A9", 3, 2},  // as with the path
		{"//%C3%A9:80/", 4, 2}, // To: decoded, with the port, encoded; From: encoded
	} {
		u := uri.MustParse(test.uri)
		if got := testing.AllocsPerRun(100, func() { sinkURL, sinkChanges = neturl.To(u) }); got != test.to {
			t.Errorf("To(%q): %v allocations, want %v", u, got, test.to)
		}
		v, _ := neturl.To(u)
		got := testing.AllocsPerRun(100, func() { sinkURI, sinkChanges, sinkErr = neturl.From(v) })
		if got != test.from {
			t.Errorf("From(To(%q)): %v allocations, want %v", u, got, test.from)
		}
	}
	for _, test := range []struct {
		href string
		want float64
	}{
		{"http://example.com:8042/over/there?a[]=100%zz#nose", 1},
		{"mailto:a|b", 1},
		{"http://u@h/", 2},
		{"http://h/[x]", 3}, // encoded, and by EscapedPath, to find out whether RawPath is needed
		{"http://h/a|b", 5}, // encoded, to find out whether String prints it, and decoded
	} {
		w := whatwg.MustParse(test.href)
		if got := testing.AllocsPerRun(100, func() { sinkURL, sinkChanges = neturl.OfWHATWG(w) }); got != test.want {
			t.Errorf("OfWHATWG(%q): %v allocations, want %v", w, got, test.want)
		}
	}
	if got := testing.AllocsPerRun(100, func() { sinkURI, sinkChanges, sinkErr = neturl.Parse("/a%20b#") }); got != 0 {
		t.Errorf("Parse of a URI-reference: %v allocations, want 0", got)
	}
	v := &url.URL{Scheme: "1"}
	if got := testing.AllocsPerRun(100, func() { sinkURI, sinkChanges, sinkErr = neturl.From(v) }); got != 2 {
		t.Errorf("From, with an error: %v allocations, want 2", got)
	}
}
