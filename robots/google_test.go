package robots_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri/robots"
)

// googleFiles are the files of the tests of Google's parser, with the URLs that it allows and refuses:
// https://github.com/google/robotstxt, robots_test.cc at c8ac4b1, by the names of its tests. The host is foo.bar
// everywhere, and the agent FooBot where none is given.
//
// The URLs in differs have the other result here, for the reason.
var googleFiles = []struct {
	test, agent, text, allowed, refused string
	differs, why                        string
}{
	{test: "GoogleOnly_SystemTest", agent: "FooBot", text: "user-agent: FooBot\ndisallow: /\n", refused: "/"},
	{test: "GoogleOnly_SystemTest", text: "", allowed: "/"},
	{test: "ID_LineSyntax_Line", text: "user-agent: FooBot\ndisallow: /\n", refused: "/x/y"},
	{test: "ID_LineSyntax_Line", text: "foo: FooBot\nbar: /\n", allowed: "/x/y"},
	{test: "ID_LineSyntax_Line", text: "user-agent FooBot\ndisallow /\n", refused: "/x/y",
		differs: "/x/y", why: `a line without ":" is not a rule (2.2)`},
	{test: "ID_LineSyntax_Groups", agent: "FooBot", text: groups, allowed: "/x/b /z/d", refused: "/y/c /foo/bar/"},
	{test: "ID_LineSyntax_Groups", agent: "BarBot", text: groups, allowed: "/y/c /w/a", refused: "/z/d /foo/bar/"},
	{test: "ID_LineSyntax_Groups", agent: "BazBot", text: groups, allowed: "/z/d", refused: "/foo/bar/"},
	{test: "ID_LineSyntax_Groups_OtherRules",
		text: "User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n", refused: "/"},
	{test: "ID_LineSyntax_Groups_OtherRules", agent: "BarBot",
		text: "User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n", refused: "/"},
	{test: "ID_LineSyntax_Groups_OtherRules",
		text: "User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n", refused: "/"},
	{test: "ID_LineSyntax_Groups_OtherRules", agent: "BarBot",
		text: "User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n", refused: "/"},
	{test: "ID_REPLineNamesCaseInsensitive", text: "USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /\n", allowed: "/x/y", refused: "/a/b"},
	{test: "ID_REPLineNamesCaseInsensitive", text: "user-agent: FooBot\nallow: /x/\ndisallow: /\n", allowed: "/x/y", refused: "/a/b"},
	{test: "ID_REPLineNamesCaseInsensitive", text: "uSeR-aGeNt: FooBot\nAlLoW: /x/\ndIsAlLoW: /\n", allowed: "/x/y", refused: "/a/b"},
	{test: "ID_UserAgentValueCaseInsensitive", agent: "Foo", text: "User-Agent: FOO BAR\nAllow: /x/\nDisallow: /\n",
		allowed: "/x/y", refused: "/a/b"},
	{test: "ID_UserAgentValueCaseInsensitive", agent: "foo", text: "User-Agent: FoO bAr\nAllow: /x/\nDisallow: /\n",
		allowed: "/x/y", refused: "/a/b"},
	{test: "GoogleOnly_AcceptUserAgentUpToFirstSpace", agent: "Foo",
		text: "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n", allowed: "/x/y"},
	{test: "GoogleOnly_AcceptUserAgentUpToFirstSpace", agent: "Foo Bar",
		text: "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n", refused: "/x/y",
		differs: "/x/y", why: "the product token of the crawler is Foo (2.2.1)"},
	{test: "ID_GlobalGroups_Secondary", text: "user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n", refused: "/x/y"},
	{test: "ID_GlobalGroups_Secondary", agent: "BarBot",
		text: "user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n", allowed: "/x/y"},
	{test: "ID_GlobalGroups_Secondary", agent: "QuxBot",
		text:    "user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n",
		allowed: "/x/y"},
	{test: "ID_AllowDisallow_Value_CaseSensitive", text: "user-agent: FooBot\ndisallow: /x/\n", refused: "/x/y"},
	{test: "ID_AllowDisallow_Value_CaseSensitive", text: "user-agent: FooBot\ndisallow: /X/\n", allowed: "/x/y"},
	{test: "ID_LongestMatch", text: foobot + "disallow: /x/page.html\nallow: /x/\n", refused: "/x/page.html"},
	{test: "ID_LongestMatch", text: foobot + "allow: /x/page.html\ndisallow: /x/\n", allowed: "/x/page.html", refused: "/x/"},
	{test: "ID_LongestMatch", text: foobot + "disallow: \nallow: \n", allowed: "/x/page.html"},
	{test: "ID_LongestMatch", text: foobot + "disallow: /\nallow: /\n", allowed: "/x/page.html"},
	{test: "ID_LongestMatch", text: foobot + "disallow: /x\nallow: /x/\n", allowed: "/x/", refused: "/x"},
	{test: "ID_LongestMatch", text: foobot + "disallow: /x/page.html\nallow: /x/page.html\n", allowed: "/x/page.html"},
	{test: "ID_LongestMatch", text: foobot + "allow: /page\ndisallow: /*.html\n", allowed: "/page", refused: "/page.html"},
	{test: "ID_LongestMatch", text: foobot + "allow: /x/page.\ndisallow: /*.html\n", allowed: "/x/page.html", refused: "/x/y.html"},
	{test: "ID_LongestMatch", text: "User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n",
		allowed: "/x/page", refused: "/y/page"},
	{test: "ID_Encoding", text: foobot + "Disallow: /\nAllow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n",
		allowed: "/foo/bar?qux=taz&baz=http://foo.bar?tar&par"},
	{test: "ID_Encoding", text: foobot + "Disallow: /\nAllow: /foo/bar/ツ\n", allowed: "/foo/bar/%E3%83%84"},
	{test: "ID_Encoding", text: foobot + "Disallow: /\nAllow: /foo/bar/%E3%83%84\n", allowed: "/foo/bar/%E3%83%84"},
	{test: "ID_Encoding", text: foobot + "Disallow: /\nAllow: /foo/bar/%62%61%7A\n",
		allowed: "/foo/bar/%62%61%7A", refused: "/foo/bar/baz",
		differs: "/foo/bar/baz", why: "the path to match is /foo/bar/baz (2.2.2, table 1)"},
	{test: "ID_SpecialCharacters", text: foobot + "Disallow: /foo/bar/quz\nAllow: /foo/*/qux\n",
		allowed: "/foo/quz /foo//quz /foo/bax/quz", refused: "/foo/bar/quz"},
	{test: "ID_SpecialCharacters", text: foobot + "Disallow: /foo/bar$\nAllow: /foo/bar/qux\n",
		allowed: "/foo/bar/qux /foo/bar/ /foo/bar/baz", refused: "/foo/bar"},
	{test: "ID_SpecialCharacters", text: foobot + "# Disallow: /\nDisallow: /foo/quz#qux\nAllow: /\n",
		allowed: "/foo/bar", refused: "/foo/quz"},
	{test: "GoogleOnly_IndexHTMLisDirectory", text: "User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n",
		allowed: "/allowed-slash/ /allowed-slash/index.html", refused: "/allowed-slash/index.htm /anyother-url",
		differs: "/allowed-slash/", why: "a rule matches a path that begins with it (2.2.2)"},
	{test: "GoogleOnly_LineTooLong", text: foobot + "disallow: " + long("a") + "/qux\n", allowed: "/fux", refused: long("a") + "/fux",
		differs: long("a") + "/fux", why: "a line has no limit of its own (2.3.1.5)"},
	{test: "GoogleOnly_LineTooLong", text: foobot + "disallow: /\nallow: " + long("a") + "/qux\nallow: " + long("b") + "/qux\n",
		allowed: long("a") + "/qux " + long("b") + "/fux", refused: "/",
		differs: long("b") + "/fux", why: "a line has no limit of its own (2.3.1.5)"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "disallow: /\nallow: /fish\n",
		allowed: "/fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.html?id=anything",
		refused: "/bar /Fish.asp /catfish /?id=fish"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "disallow: /\nallow: /fish*\n",
		allowed: "/fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.html?id=anything",
		refused: "/bar /Fish.bar /catfish /?id=fish"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "disallow: /\nallow: /fish/\n",
		allowed: "/fish/ /fish/salmon /fish/?salmon /fish/salmon.html /fish/?id=anything",
		refused: "/bar /fish /fish.html /Fish/Salmon.html"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "disallow: /\nallow: /*.php\n",
		allowed: "/filename.php /folder/filename.php /folder/filename.php?parameters //folder/any.php.file.html /filename.php/ " +
			"/index?f=filename.php/",
		refused: "/bar /php/ /index?php /windows.PHP"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "disallow: /\nallow: /*.php$\n",
		allowed: "/filename.php /folder/filename.php",
		refused: "/bar /filename.php?parameters /filename.php/ /filename.php5 /php/ /filename?php /aaaphpaaa //windows.PHP"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "disallow: /\nallow: /fish*.php\n",
		allowed: "/fish.php /fishheads/catfish.php?parameters", refused: "/bar /Fish.PHP"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "allow: /p\ndisallow: /\n", allowed: "/page"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "allow: /folder\ndisallow: /folder\n", allowed: "/folder/page"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "allow: /page\ndisallow: /*.htm\n", refused: "/page.htm"},
	{test: "GoogleOnly_DocumentationChecks", text: foobot + "allow: /$\ndisallow: /\n", allowed: "/", refused: "/page.html"},
	{test: "ID_UTF8ByteOrderMarkIsSkipped", text: "\xef\xbb\xbf" + foobot + "Disallow: /AnyValue\n", refused: "/AnyValue"},
	{test: "ID_UTF8ByteOrderMarkIsSkipped", text: "\xef\xbb" + foobot + "Disallow: /AnyValue\n", refused: "/AnyValue",
		differs: "/AnyValue", why: "part of a byte order mark makes another name of the line (2.2)"},
	{test: "ID_UTF8ByteOrderMarkIsSkipped", text: "\xef\x11\xbf" + foobot + "Disallow: /AnyValue\n", allowed: "/AnyValue"},
	{test: "ID_UTF8ByteOrderMarkIsSkipped", text: foobot + "\xef\xbb\xbfDisallow: /AnyValue\n", allowed: "/AnyValue"},
}

const (
	foobot = "user-agent: FooBot\n"
	groups = "allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\nallow: /y/\n" +
		"\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n"
)

// long returns a path that is about as long as the longest line of Google's parser, 8*2083 bytes.
func long(piece string) string { return "/x/" + strings.Repeat(piece, 8*2083-len("/x/disallow: ")) }

func TestGoogle(t *testing.T) {
	for _, test := range googleFiles {
		f, agent := robots.Parse(test.text), test.agent
		if agent == "" {
			agent = "FooBot"
		}
		if (test.differs == "") != (test.why == "") {
			t.Errorf("%s: a difference has a reason", test.test)
		}
		check := func(list string, want bool) {
			for _, target := range strings.Fields(list) {
				want := want != (target == test.differs)
				if f.Allowed(agent, at(t, target)) != want {
					t.Errorf("%s: %q, %q: %t, want %t", test.test, test.text, target, !want, want)
				}
			}
		}
		check(test.allowed, true)
		check(test.refused, false)
	}
}

// TestGoogleLines checks the ends of lines (ID_LinesNumbersAreCountedCorrectly) and sitemaps
// (ID_NonStandardLineExample_Sitemap).
func TestGoogleLines(t *testing.T) {
	const text = "User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n"
	for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n"), strings.ReplaceAll(text, "\n", "\r"),
		strings.TrimSuffix(text, "\n"), strings.Replace(text, "h\n", "h\r\n", 1)} {
		f := robots.Parse(text)
		if !f.Allowed("foo", at(t, "/")) || f.Allowed("bar", at(t, "/")) {
			t.Errorf("%q: its lines are not read", text)
		}
	}
	const sitemap = "Sitemap: http://foo.bar/sitemap.xml\n"
	for _, text := range []string{text + sitemap, sitemap + text} {
		if list := robots.Parse(text).Sitemaps(); len(list) != 1 || list[0] != "http://foo.bar/sitemap.xml" {
			t.Errorf("%q: sitemaps %q", text, list)
		}
	}
}
