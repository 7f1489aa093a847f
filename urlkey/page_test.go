package urlkey_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/tracking"
	"github.com/urispan/uri/urlkey"
)

// TestPage1 has frozen keys. If one is wrong after a change, that change needs a Page2.
func TestPage1(t *testing.T) {
	for _, test := range kit.Cases[struct{ in, want string }]("page.txt", "TestPage1") {
		u := uri.MustParse(test.in)
		if got := urlkey.Page1(u); got != test.want {
			t.Errorf("%q: %q, want %q", test.in, got, test.want)
		}
		if got := referencePage(u); got != test.want {
			t.Errorf("%q: the reference is %q, want %q", test.in, got, test.want)
		}
	}
}

// TestPageNames has the names of the list, and each is dropped on its site alone. They never change.
func TestPageNames(t *testing.T) {
	for _, word := range pageNames {
		name, site, _ := strings.Cut(word, "@")
		name = strings.Replace(strings.ReplaceAll(name, "*", "x"), "[0]", "%5B0%5D", 1)
		for _, host := range []string{cmp.Or(site, "h"), "www." + cmp.Or(site, "h"), "h"} {
			want := "https://" + host + "/"
			if site != "" && host == "h" {
				want += "?" + name + "=1"
			}
			if got := urlkey.Page1(uri.MustParse("http://" + host + "?" + name + "=1")); got != want {
				t.Errorf("%q on %s: %q", name, host, got)
			}
		}
	}
}

// pageNames is the list on the day when Page1 was made.
var pageNames = slices.Concat(kit.Cases[[]string]("page.txt", "pageNames")...)

var pageTail = regexp.MustCompile(`(?i)(/|/index\.html|/index\.htm|/index\.php|/default\.aspx)$`)

// referencePage returns the key of u by the comment of Page1, sentence by sentence.
func referencePage(u uri.URI) string {
	u = u.Normalized().WithoutFragment()
	path, host, port := u.Path(), u.Hostname(), ""
	_, hasAuthority := u.Authority()
	query, hasQuery := u.Query()
	if p, ok := u.Port(); ok {
		port = ":" + p
	}
	if h, ok := u.Host(); ok {
		host = h
	}
	scheme := u.Scheme()
	switch scheme {
	case "http", "https", "":
		scheme = strings.Replace(scheme, "http", "https", 1-strings.Count(scheme, "https"))
		if port == ":443" {
			port = ""
		}
		if hasAuthority && path == "" {
			path = "/"
		}
		for strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "/.//") && pageTail.MatchString(path) && path != "/" {
			if path = pageTail.ReplaceAllString(path, ""); path == "" {
				path = "/"
			}
		}
		pairs := slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool {
			return pair == "" || referenceTracks(pair, host)
		})
		slices.SortStableFunc(pairs, func(a, b string) int { return strings.Compare(referenceName(a), referenceName(b)) })
		query = strings.Join(pairs, "&")
		hasQuery = query != ""
	}
	key := ""
	if scheme != "" {
		key = scheme + ":"
	}
	if hasAuthority {
		key += "//" + host + port
	}
	key += path
	if hasQuery {
		key += "?" + query
	}
	return key
}

// referenceName returns the decoded name of a pair.
func referenceName(pair string) string {
	raw, _, _ := strings.Cut(pair, "=")
	name, _ := url.QueryUnescape(raw)
	return name
}

func referenceTracks(pair, host string) bool {
	name := strings.ToLower(referenceName(pair))
	for strings.HasPrefix(name, "amp;") {
		name = name[len("amp;"):]
	}
	return slices.ContainsFunc(pageNames, func(word string) bool {
		known, site, _ := strings.Cut(word, "@")
		prefix, isPrefix := strings.CutSuffix(known, "*")
		return (name == known || isPrefix && strings.HasPrefix(name, prefix)) &&
			(site == "" || strings.HasSuffix("."+strings.TrimSuffix(host, "."), "."+site))
	})
}

// randomPage returns a URI that has the parts that Page1 reads.
func randomPage(random *rand.Rand) string {
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	s := pick("http:", "HTTPS:", "", "ftp:") + pick("", "/.//", "//h", "//www.Instagram.com", "//u@x.com:", "//h:443", "//youtube.com.:80")
	for range random.IntN(4) {
		s += pick("/", "/a", "/index.html", "/Index.PHP", "/.", "/..", "/%64efault.aspx", "/index.htm")
	}
	s += pick("", "?", "?x=1")
	for range random.IntN(6) {
		s += pick("&", "?", "") + pick("a", "utm_x", "igsh", "s", "%61", "gclid", "amp;gclid", "b+b", "b%20a", "SI", "") + pick("", "=", "=2", "=%7e")
	}
	return s + pick("", "#", "#a")
}

// TestPage1AtRandom compares keys with the reference, and checks that a key is its own key.
func TestPage1AtRandom(t *testing.T) {
	random := kit.Random(t)
	for range 20_000 {
		u, err := uri.Parse(randomPage(random))
		if err != nil {
			continue
		}
		key := urlkey.Page1(u)
		if want := referencePage(u); key != want {
			t.Fatalf("%q: %q, want %q", u, key, want)
		}
		if again := urlkey.Page1(uri.MustParse(key)); again != key {
			t.Fatalf("%q: %q; its key is %q", u, key, again)
		}
		if names := urlkey.ParamNames1(u); names != referenceParamNames(u) {
			t.Fatalf("%q: %q, want %q", u, names, referenceParamNames(u))
		}
	}
}

// TestParamNames1 has frozen keys. If one is wrong after a change, that change needs a ParamNames2.
func TestParamNames1(t *testing.T) {
	for _, test := range kit.Cases[struct{ in, want string }]("page.txt", "TestParamNames1") {
		u := uri.MustParse(test.in)
		if got := urlkey.ParamNames1(u); got != test.want {
			t.Errorf("%q: %q, want %q", test.in, got, test.want)
		}
		if got := referenceParamNames(u); got != test.want {
			t.Errorf("%q: the reference is %q, want %q", test.in, got, test.want)
		}
	}
	many, want := "http://h/?", "http://h/?"
	for i := range 100 {
		many += fmt.Sprintf("p%02d=1&p%02d&", 99-i, i)
		want += fmt.Sprintf("p%02d&", i)
	}
	if got := urlkey.ParamNames1(uri.MustParse(many)); got != strings.TrimSuffix(want, "&") {
		t.Errorf("many parameters: %q", got)
	}
}

// referenceParamNames returns the key of u by the comment of ParamNames1, sentence by sentence.
func referenceParamNames(u uri.URI) string {
	u = u.Normalized().WithoutFragment()
	key, query, _ := strings.Cut(u.String(), "?")
	if authority, ok := u.Authority(); ok {
		key = strings.Replace(key, "//"+authority, "//"+authority[strings.LastIndex(authority, "@")+1:], 1)
	}
	names := map[string]bool{}
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		names[name] = true
	}
	delete(names, "")
	if len(names) > 0 {
		var sorted []string
		for name := range names {
			sorted = append(sorted, name)
		}
		slices.Sort(sorted)
		key += "?" + strings.Join(sorted, "&")
	}
	return key
}

// TestAllocations has a URI that is not in normal form.
func TestAllocations(t *testing.T) {
	u := uri.MustParse("HTTP://www.instagram.com:80/./item/17?d=2024-05-06T07%3A08&utm_x=1&igsh=2&a")
	for name, key := range map[string]func(u uri.URI) string{
		"Page1": urlkey.Page1, "ParamNames1": urlkey.ParamNames1, "Shape1": urlkey.Shape1,
	} {
		kit.CheckAllocs(t, name, 1, func() { key(u) })
	}
}

// TestTrackingNames has parameters of the list. Without rules, none is dropped.
func TestTrackingNames(t *testing.T) {
	for _, n := range tracking.Names() {
		name := strings.Replace(strings.TrimSuffix(n.Name, "*"), "[0]", "%5B0%5D", 1)
		u := uri.MustParse("https://" + cmp.Or(n.Site, "h") + "/?" + name + "=1#" + name + "=1")
		rules := uri.Normalizer{Query: &uri.QueryRules{Tracking: true, TrackingFragment: true}}
		if got := rules.Normalized(u); u.Normalized() != u || got.String() != "https://"+cmp.Or(n.Site, "h")+"/" {
			t.Errorf("%s becomes %s and, with rules, %s", u, u.Normalized(), got)
		}
	}
}

// A site is known by its pages, however they are linked.
func ExamplePage1() {
	pages := map[string]int{}
	for _, s := range []string{
		"http://example.com/hats/?size=4&color=red&utm_source=mail",
		"https://Example.com/hats/index.html?color=red&size=4#top",
		"https://example.com/hats?size=5",
	} {
		pages[urlkey.Page1(uri.MustParse(s))]++
	}
	fmt.Println(pages)
	// Output: map[https://example.com/hats?color=red&size=4:2 https://example.com/hats?size=5:1]
}

func ExampleParamNames1() {
	fmt.Println(urlkey.ParamNames1(uri.MustParse("http://example.com/search?q=shoes&page=2&q=red#top")))
	// Output: http://example.com/search?page&q
}

// A URL has several keys. Each is for another use.
func Example() {
	u := uri.MustParse("HTTP://Example.com:80/a/17/?b=2&utm_source=mail&a=x#top")
	fmt.Println(urlkey.Page1(u))
	fmt.Println(urlkey.Shape1(u))
	fmt.Println(urlkey.ParamNames1(u))
	fmt.Printf("%x\n", urlkey.Sum1(u))
	// Output:
	// https://example.com/a/17?a=x&b=2
	// http://example.com/a/{number}/?b={number}&utm_source=mail&a=x
	// http://example.com/a/17/?a&b&utm_source
	// f2e13ae0c9f4b903b70184ea127ccce6
}
