package iri_test

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

func TestBuilder(t *testing.T) {
	b := func() *iri.Builder { return new(iri.Builder) }
	for _, test := range []struct {
		b    *iri.Builder
		want string
	}{
		{b(), ""},
		{b().SetScheme("s").SetUserinfo("ü:é").SetHost("例え.jp").SetPort("80").SetPath("/パス").SetQuery("q=\ue000").
			SetFragment("フ"),
			"s://ü:é@例え.jp:80/パス?q=\ue000#フ"},
		{b().SetAuthority("ü@[::1]:8").SetPath("/é"), "//ü@[::1]:8/é"},
		{b().SetHostAddr(netip.MustParseAddr("2001:db8::7")).SetPort("8080").SetPath("/é"),
			"//[2001:db8::7]:8080/é"},
		{iri.MustParse("s://ü@é:1/ä?ö#ß").Builder().Unset(uri.ComponentAuthority).Unset(uri.ComponentQuery), "s:/ä#ß"},
		// A path is guarded as in package uri.
		{b().SetPath("é:b"), "./é:b"},
		{b().SetPath("//é"), "/.//é"},
		// Characters do not change if they are allowed and visible there.
		{b().SetUserinfoFields("jö:", "@é\u202e").SetHostText("bücher.example"), "//jö%3A:%40é%E2%80%AE@bücher.example"},
		{b().SetPathSegments("日本", "a/b", "50%", "%C3%A9", "\u00a0", "\xff", "\ue000"),
			"/日本/a%2Fb/50%25/%25C3%25A9/%C2%A0/%FF/%EE%80%80"},
		{b().SetPathSegments("..;", "é;b"), "/..%3B/é%3Bb"},
		{b().SetQueryText("é=\ue000&#\ufdd0"), "?é=\ue000&%23%EF%B7%90"},
		{b().SetFragmentText("é\ue000#"), "#é%EE%80%80%23"},
		{b().SetHostText("[::1]é"), "//%5B%3A%3A1%5Dé"},
	} {
		i, err := test.b.IRI()
		if err != nil || i != iri.MustParse(test.want) {
			t.Errorf("built %q, %v, want %q", i, err, test.want)
		}
	}
}

func TestBuilderErrors(t *testing.T) {
	b := func() *iri.Builder { return new(iri.Builder) }
	for _, test := range []struct {
		b         *iri.Builder
		component uri.Component
		offset    int
		reason    uri.Reason
		text      string
	}{
		{b().SetPath("/é\ue000"), uri.ComponentPath, 3, uri.ReasonIllegalByte,
			"illegal character U+E000 in path at byte 3"},
		{b().SetFragment("\U0010fffd"), uri.ComponentFragment, 0, uri.ReasonIllegalByte,
			"illegal character U+10FFFD in fragment at byte 0"},
		{b().SetQuery("é\ufdd0"), uri.ComponentQuery, 2, uri.ReasonIllegalByte,
			"illegal character U+FDD0 in query at byte 2"},
		{b().SetQuery("\u0080"), uri.ComponentQuery, 0, uri.ReasonIllegalByte,
			"illegal character U+0080 in query at byte 0"},
		{b().SetQuery("é#"), uri.ComponentQuery, 2, uri.ReasonIllegalByte, `illegal character "#" in query at byte 2`},
		{b().SetQuery("é "), uri.ComponentQuery, 2, uri.ReasonIllegalByte, "illegal space in query at byte 2"},
		{b().SetPath("é\xe3\x81"), uri.ComponentPath, 2, uri.ReasonBadUTF8, "invalid UTF-8 in path at byte 2"},
		{b().SetPath("é%4é"), uri.ComponentPath, 4, uri.ReasonBadPercent,
			"bad percent-encoding in path at byte 4: expected a hex digit"},
		{b().SetPath("é%\xff"), uri.ComponentPath, 3, uri.ReasonBadUTF8, "invalid UTF-8 in path at byte 3"},
		{b().SetScheme("sé"), uri.ComponentScheme, 1, uri.ReasonIllegalByte,
			"illegal character U+00E9 in scheme at byte 1"},
		{b().SetHost("h").SetPort("1é"), uri.ComponentPort, 1, uri.ReasonBadPort,
			"bad port at byte 1: expected a digit"},
		{b().SetHost("[é]"), uri.ComponentHost, 1, uri.ReasonBadIPLiteral,
			`bad IP-literal in host at byte 1: expected an IPv6address or IPvFuture, closed by "]"`},
		{b().SetHost("[::1]é"), uri.ComponentHost, 5, uri.ReasonIllegalByte, "illegal byte in host at byte 5"},
		{b().SetUserinfo("é\ue000").SetHost("h"), uri.ComponentUserinfo, 2, uri.ReasonIllegalByte,
			"illegal byte in userinfo at byte 2"},
		{b().SetHost("é").SetPath("ü"), uri.ComponentPath, 0, uri.ReasonNotRooted,
			`path without a leading "/" at byte 0: after an authority, a path is empty or begins with "/"`},
		// Offsets are those in the encoded text.
		{b().SetPathSegments("日本", "\u202e", ".."), uri.ComponentPath, 18, uri.ReasonDotSegment,
			"dot segment in path at byte 18: resolution would remove it"},
		{b().SetHostText("日本\xff"), uri.ComponentHost, 6, uri.ReasonBadUTF8, "invalid UTF-8 in host at byte 6"},
	} {
		i, err := test.b.IRI()
		var e *uri.Error
		if !errors.As(err, &e) || i != (iri.IRI{}) {
			t.Errorf("built %q, %v, want %q", i, err, test.text)
			continue
		}
		if e.Component != test.component || e.Offset != test.offset || e.Reason != test.reason ||
			e.Error() != test.text {
			t.Errorf("%v at %d: %v, %q, want %q", e.Component, e.Offset, e.Reason, e, test.text)
		}
	}
}

func withUserinfo(i iri.IRI, raw string) (iri.IRI, error) { return i.Builder().SetUserinfo(raw).IRI() }

// setters is a table of the rule and the setter of each component.
var setters = []struct {
	c    uri.Component
	set  func(b *iri.Builder, raw string) *iri.Builder
	with func(i iri.IRI, raw string) (iri.IRI, error)
	get  func(i iri.IRI) (string, bool)
	in   func(r rune) bool
}{
	{uri.ComponentUserinfo, (*iri.Builder).SetUserinfo, withUserinfo, iri.IRI.Userinfo, isIuserinfo},
	{uri.ComponentHost, (*iri.Builder).SetHost, iri.IRI.WithHost, iri.IRI.Host, isIregName},
	{uri.ComponentPath, (*iri.Builder).SetPath, iri.IRI.WithPath,
		func(i iri.IRI) (string, bool) { return i.Path(), true }, isIsegments},
	{uri.ComponentQuery, (*iri.Builder).SetQuery, iri.IRI.WithQuery, iri.IRI.Query, isIquery},
	{uri.ComponentFragment, (*iri.Builder).SetFragment, iri.IRI.WithFragment, iri.IRI.Fragment, isIfragment},
	{uri.ComponentPort, (*iri.Builder).SetPort, iri.IRI.WithPort, iri.IRI.Port, func(rune) bool { return false }},
	{uri.ComponentScheme, (*iri.Builder).SetScheme, iri.IRI.WithScheme,
		func(i iri.IRI) (string, bool) { return i.Scheme(), i.IsAbs() }, func(rune) bool { return false }},
}

// TestBuilderBoundaries has the boundaries of all ranges, and text that is not UTF-8, in every component.
func TestBuilderBoundaries(t *testing.T) {
	characters := []string{"\x80", "\xc0\x80", "\xed\xa0\x80", "\xe3\x81", "\xf4\x90\x80\x80", "\xff", "\x7f", "\ufffd"}
	for _, lohi := range slices.Concat(kit.Ucschar, kit.Iprivate) {
		for _, r := range []rune{lohi[0] - 1, lohi[0], lohi[1], lohi[1] + 1} {
			if utf8.ValidRune(r) {
				characters = append(characters, string(r))
			}
		}
	}
	i := iri.MustParse("s://u@h:1/")
	beginnings := map[uri.Component]string{uri.ComponentPath: "/日", uri.ComponentPort: "1", uri.ComponentScheme: "s"}
	for _, c := range characters {
		r, _ := utf8.DecodeRuneInString(c)
		for _, setter := range setters {
			before := beginnings[setter.c]
			raw := before + c
			built, err := setter.set(i.Builder(), raw).IRI()
			with, withErr := setter.with(i, raw)
			if built != with || (err == nil) != (withErr == nil) {
				t.Errorf("%v %q: built %q, %v, with it %q, %v", setter.c, raw, built, err, with, withErr)
			}
			if utf8.ValidString(c) && setter.in(r) {
				if got, _ := setter.get(built); got != raw || err != nil {
					t.Errorf("%v %q: built %q, %v", setter.c, raw, built, err)
				}
				continue
			}
			want := uri.ReasonIllegalByte
			switch {
			case !utf8.ValidString(c):
				want = uri.ReasonBadUTF8
			case setter.c == uri.ComponentPort:
				want = uri.ReasonBadPort
			}
			var e *uri.Error
			if !errors.As(err, &e) || e.Component != setter.c || e.Offset != len(before) || e.Reason != want {
				t.Errorf("%v %+q: %v, want %v at %d", setter.c, raw, err, want, len(before))
			}
		}
	}
}

func TestWithout(t *testing.T) {
	i := iri.MustParse("s://ü@é:1/ä?ö#ß")
	for c, want := range map[uri.Component]string{
		uri.ComponentScheme:    "//ü@é:1/ä?ö#ß",
		uri.ComponentAuthority: "s:/ä?ö#ß",
		uri.ComponentUserinfo:  "s://é:1/ä?ö#ß",
		uri.ComponentPort:      "s://ü@é/ä?ö#ß",
		uri.ComponentPath:      "s://ü@é:1?ö#ß",
		uri.ComponentQuery:     "s://ü@é:1/ä#ß",
		uri.ComponentFragment:  "s://ü@é:1/ä?ö",
	} {
		if got, err := i.Without(c); err != nil || got != iri.MustParse(want) {
			t.Errorf("without %v: %q, %v, want %q", c, got, err, want)
		}
	}
	if got, err := i.Without(uri.ComponentHost); err == nil || got != (iri.IRI{}) {
		t.Errorf("without host: %q", got)
	}
	if got, err := i.Builder().SetAuthority("日@本:2").IRI(); err != nil || got.String() != "s://日@本:2/ä?ö#ß" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestElements(t *testing.T) {
	for _, test := range []struct {
		text string
		e    uri.Elements
	}{
		{"s://ü:é@例え.jp:80/パス/é?q=\ue000#フ", uri.Elements{Scheme: "s", UserInfo: "ü:é", Host: "例え.jp",
			Port: 80, HasPort: true, Path: []string{"", "パス", "é"}, Query: "q=\ue000", Fragment: "フ"}},
		{"é/ü", uri.Elements{IsRelative: true, Path: []string{"é", "ü"}}},
	} {
		e, err := iri.MustParse(test.text).Elements()
		if diff := cmp.Diff(test.e, e); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", test.text, err, diff)
		}
		if i, err := iri.FromElements(test.e); err != nil || i != iri.MustParse(test.text) {
			t.Errorf("%+v: %q, %v", test.e, i, err)
		}
	}
	for _, test := range []struct {
		e    uri.Elements
		text string
	}{
		{uri.Elements{Path: []string{"é"}}, "no scheme at byte 0: expected an IRI, such as https://example.com/"},
		{uri.Elements{IsRelative: true, Scheme: "s"}, "unwanted scheme at byte 0: expected an irelative-ref"},
		{uri.Elements{IsRelative: true, Path: []string{"é", "\ue000"}}, "illegal character U+E000 in path at byte 3"},
		{uri.Elements{IsRelative: true, Path: []string{"é:"}},
			"colon in first segment at byte 2: the text before it is not a scheme"},
		{uri.Elements{IsRelative: true, Query: "\xff"}, "invalid UTF-8 in query at byte 0"},
	} {
		if i, err := iri.FromElements(test.e); err == nil || err.Error() != test.text || i != (iri.IRI{}) {
			t.Errorf("%+v: %q, %v, want %q", test.e, i, err, test.text)
		}
	}
	if _, err := iri.MustParse("//é?").Elements(); err == nil {
		t.Error("an empty query is expressible")
	}
}

var encodingPlaces = []uri.Place{
	uri.PlaceUnreserved, uri.PlaceUserinfo, uri.PlaceRegName, uri.PlacePath, uri.PlaceSegment, uri.PlaceSegmentNoColon,
	uri.PlaceParam, uri.PlaceQuery, uri.PlacePair, uri.PlaceFragment,
}

// checkEncode checks that text is encoded as package uri does it, as far as FromURI leaves that, and decodes to itself.
func checkEncode(t *testing.T, text string) {
	t.Helper()
	for _, p := range encodingPlaces {
		raw := iri.Encode(p, text)
		if back, err := uri.Decode(raw, 0); err != nil || back != text {
			t.Errorf("%q is encoded as %q, and that decoded to %q, %v", text, raw, back, err)
		}
		delimiter := "#"
		if p == uri.PlaceQuery || p == uri.PlacePair {
			delimiter = "?"
		}
		want, err := iri.FromURI(uri.MustParse(delimiter+p.Encode(text)), iri.HostPercent)
		if got := delimiter + raw; err != nil || got != want.String() {
			t.Errorf("%q is encoded as %q, but its URI mapped to %q, %v", text, got, want, err)
		}
	}
}

func FuzzBuild(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) { checkBuild(t, s) })
}

func TestBuildAtRandom(t *testing.T) { atRandom(t, func(s string) { checkBuild(t, s) }) }

// checkBuild takes s for data and for the text of each component; and if it is an IRI, takes it apart and puts it
// together again.
func checkBuild(t *testing.T, s string) {
	t.Helper()
	checkEncode(t, s)
	b := new(iri.Builder).SetUserinfoFields(s).SetQueryText(s).SetFragmentText(s).SetHost("h").SetPathSegments("a"+s, s+"b")
	built, err := b.IRI()
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	name := iri.Encode(uri.PlaceRegName, s)
	path := iri.Encode(uri.PlaceSegment, "a"+s) + "/" + iri.Encode(uri.PlaceSegment, s+"b")
	want := "//" + name + "@h/" + strings.ReplaceAll(path, ";", "%3B") +
		"?" + iri.Encode(uri.PlaceQuery, s) + "#" + iri.Encode(uri.PlaceFragment, s)
	if built.String() != want {
		t.Errorf("%q is built as %q, want %q", s, built, want)
	}
	host, err := new(iri.Builder).SetHostText(s).IRI()
	if (err == nil) != utf8.ValidString(s) || err == nil && host.String() != "//"+name {
		t.Errorf("%q is built as the host %q, %v", s, host, err)
	}
	for _, setter := range setters[:5] {
		_, err := setter.set(iri.MustParse("s://h/").Builder(), s).IRI()
		ok := utf8.ValidString(s) && consistsOf(s, setter.in)
		switch {
		case setter.c == uri.ComponentHost:
			ok = utf8.ValidString(s) && isIhost(s)
		case setter.c == uri.ComponentPath:
			ok = ok && (s == "" || s[0] == '/')
		}
		if ok != (err == nil) {
			t.Errorf("%q as %v: %v, want %t", s, setter.c, err, ok)
		}
	}
	if i, err := iri.Parse(s); err == nil {
		checkRebuild(t, i)
	}
}

func checkRebuild(t *testing.T, i iri.IRI) {
	t.Helper()
	if again, err := i.Builder().IRI(); again != i || err != nil {
		t.Errorf("%q is built again as %q, %v", i, again, err)
	}
	if e, err := i.Elements(); err == nil {
		if again, err := iri.FromElements(e); again != i || err != nil {
			t.Errorf("%q is made of its elements as %q, %v", i, again, err)
		}
	}
	for _, setter := range setters {
		raw, ok := setter.get(i)
		if with, err := setter.with(i, raw); ok && (with != i || err != nil) {
			t.Errorf("%q with its own %v is %q, %v", i, setter.c, with, err)
		}
		without, err := i.Without(setter.c)
		if setter.c == uri.ComponentFragment && without != i.WithoutFragment() {
			t.Errorf("%q without its fragment is %q", i, i.WithoutFragment())
		}
		if _, defined := setter.get(without); err == nil && defined && setter.c != uri.ComponentPath {
			t.Errorf("%q without %v is %q", i, setter.c, without)
		}
	}
}

// TestConvenience checks the methods that package uri tests in full, with characters outside ASCII.
func TestConvenience(t *testing.T) {
	i, err := iri.ParseBytes([]byte("http://é%C3%A9:ü%3A@[::1]/ö/é?ü=é+ü&a&%C3%BC#é"))
	if err != nil {
		t.Fatal(err)
	}
	name, _ := i.Username()
	password, _ := i.Password()
	value, ok := i.QueryGet("ü")
	want := []string{"::1", "éé", "ü:", "é ü"}
	if got := []string{i.Hostname(), name, password, value}; !ok || !slices.Equal(got, want) {
		t.Errorf("%q, %t", got, ok)
	}
	set, err := i.WithQueryParam("ü", "ß")
	if want := "http://é%C3%A9:ü%3A@[::1]/ö/é?ü=%C3%9F&a#é"; err != nil || set.String() != want {
		t.Errorf("%s, %v, want %s", set.String(), err, want)
	}
	without := i.WithoutQueryParam("ü")
	if want := "http://é%C3%A9:ü%3A@[::1]/ö/é?a#é"; without.String() != want {
		t.Errorf("%s, want %s", without.String(), want)
	}
	filtered := i.WithoutQueryParamFunc(func(key, value string) bool { return key == "ü" && value == "" })
	if want := "http://é%C3%A9:ü%3A@[::1]/ö/é?ü=é+ü&a#é"; filtered.String() != want {
		t.Errorf("%s, want %s", filtered.String(), want)
	}
	var params []string
	for key, value := range i.QueryParams() {
		params = append(params, key, value)
	}
	if want := []string{"ü", "é ü", "a", "", "ü", ""}; !slices.Equal(params, want) {
		t.Errorf("%q, want %q", params, want)
	}
	for _, test := range []struct{ iri, elem, want string }{
		{"//é/ö/é", "../ß %", "//é/ö/ß%20%25"},
		{"//é/%C3%A9", "%C3%A9/", "//é/%C3%A9/é/"},
		{"ö", "a\xff\u202e\ue000", "ö/a%FF%E2%80%AE%EE%80%80"}, // invisible and private ones (section 4.1)
		{"ö", "../é:", "./é:"},
	} {
		got, err := iri.MustParse(test.iri).JoinPath(test.elem)
		if err != nil || got != iri.MustParse(test.want) {
			t.Errorf("%q + %q = %q, %v; want %q", test.iri, test.elem, got, err, test.want)
		}
	}
}

// TestHierarchy tests the differences between IRIs and URIs: characters of IRIs stay readable.
func TestHierarchy(t *testing.T) {
	i := iri.MustParse("http://ö/日/本.語?ü#ß")
	if last := i.LastSegment(); last != "本.語" {
		t.Errorf("%q", last)
	}
	if parent, ok := i.Parent(); parent != iri.MustParse("http://ö/日/") || !ok {
		t.Errorf("the parent is %q, %t", parent, ok)
	}
	for _, test := range []struct{ segment, want string }{
		{"é/ü%C3%BC 語", "é%2Fü%25C3%25BC%20語"},
		{"\u202e\ue000\xff", "%E2%80%AE%EE%80%80%FF"}, // invisible, private, and not UTF-8
		{"..;é;", "..%3Bé%3B"},
		{"", ""},
	} {
		child, err := i.Child(test.segment)
		if want := "http://ö/日/本.語/" + test.want; child != iri.MustParse(want) || err != nil {
			t.Errorf("the child %q is %q, %v; want %q", test.segment, child, err, want)
		}
		sibling, err := i.Sibling(test.segment)
		if want := "http://ö/日/" + test.want; sibling != iri.MustParse(want) || err != nil {
			t.Errorf("the sibling %q is %q, %v; want %q", test.segment, sibling, err, want)
		}
	}
	if child, err := i.Child(".."); err == nil {
		t.Errorf("the child .. is %q", child)
	}
	added, err := i.WithAddedQueryParam("ü", "ß")
	if want := "http://ö/日/本.語?ü&%C3%BC=%C3%9F#ß"; added.String() != want || len(slices.Collect(added.QueryValues("ü"))) != 2 || err != nil {
		t.Errorf("added: %q, %v; want %q", added, err, want)
	}
}

// TestCheck compares with Parse, for characters of all kinds in each component.
func TestCheck(t *testing.T) {
	for _, text := range []string{"", "a", "é", "a日", "%C3%A9", "\ue000", "\ufffe", "a\xff", "é<", "語%", "\U000e0000"} {
		for c, whole := range map[uri.Component]string{
			uri.ComponentUserinfo: "//" + text + "@", uri.ComponentHost: "//" + text, uri.ComponentAuthority: "//" + text,
			uri.ComponentPath: "s:/" + text, uri.ComponentQuery: "?" + text, uri.ComponentFragment: "#" + text,
		} {
			err := iri.Check(c, text)
			_, want := iri.Parse(whole)
			if (err == nil) != (want == nil) {
				t.Errorf("%v %q: %v; Parse: %v", c, text, err, want)
			}
			var e, f *uri.Error
			before := strings.Index(whole, text)
			if errors.As(err, &e) && errors.As(want, &f) && (e.Offset != f.Offset-before || e.Reason != f.Reason) {
				t.Errorf("%v %q: %v; Parse: %v", c, text, err, want)
			}
		}
		for _, c := range []uri.Component{uri.ComponentScheme, uri.ComponentPort} {
			ascii := c.Check(text)
			if err := iri.Check(c, text); (err == nil) != (ascii == nil) {
				t.Errorf("%v %q: %v, and %v for URIs", c, text, err, ascii)
			}
		}
	}
}

func ExampleCheck() {
	fmt.Println(iri.Check(uri.ComponentHost, "bücher.example"))
	fmt.Println(iri.Check(uri.ComponentPath, "/日 本"))
	// Output:
	// <nil>
	// illegal space in path at byte 4
}
