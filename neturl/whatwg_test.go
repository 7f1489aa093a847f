package neturl_test

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/neturl"
	"github.com/urispan/uri/whatwg"
)

// ofTests are hrefs and the expected results of OfWHATWG. The fields follow from the documentation of url.URL.
var ofTests = kit.Cases[struct {
	href    string
	printed string // what String returns, if that is not the href
	changes neturl.Changes
	fields  []string
}]("whatwg.txt", "ofTests")

func TestOfWHATWG(t *testing.T) {
	for _, test := range ofTests {
		w := whatwg.MustParse(test.href)
		if w.Href() != test.href {
			t.Errorf("%q is not an href", test.href)
		}
		v, changes := neturl.OfWHATWG(w)
		want := newURL(test.fields)
		if diff := cmp.Diff(&want, v, compareURLs); diff != "" {
			t.Errorf("%q (-want +got):\n%s", w, diff)
		}
		if test.printed == "" {
			test.printed = test.href
		}
		if v.String() != test.printed || changes != test.changes {
			t.Errorf("%q: %q, %v, want %q, %v", w, v, changes, test.printed, test.changes)
		}
		checkOfWHATWG(t, w)
	}
	if v, changes := neturl.OfWHATWG(whatwg.URL{}); *v != (url.URL{}) || changes != 0 {
		t.Errorf("the zero URL: %#v, %v", v, changes)
	}
}

// checkOfWHATWG checks the documented properties of OfWHATWG.
func checkOfWHATWG(t *testing.T, w whatwg.URL) {
	t.Helper()
	v, changes := neturl.OfWHATWG(w)
	before, after := split(w.Href()), split(v.String())
	var want neturl.Changes
	add := func(differs bool, c neturl.Changes) {
		if differs {
			want |= c
		}
	}
	dropped := before.Host != nil && after.Host == nil
	add(dropped, neturl.ChangeAuthorityDropped)
	if !dropped && !same(before.Host, after.Host) {
		sameOctets := octets(text(before.Host)) == octets(text(after.Host))
		add(sameOctets, neturl.ChangeHostEncoded)
		add(!sameOctets, neturl.ChangeHostChanged)
	}
	add(!same(before.Userinfo, after.Userinfo), neturl.ChangeUserinfoEncoded)
	add(before.Path != after.Path, neturl.ChangePathEncoded)
	add(before.Fragment != nil && after.Fragment == nil, neturl.ChangeFragmentDropped)
	add(after.Fragment != nil && !same(before.Fragment, after.Fragment), neturl.ChangeFragmentEncoded)
	if changes != want {
		t.Errorf("%q becomes %q, %v, want %v", w, v, changes, want)
	}
	if text(before.Query) != v.RawQuery || !same(before.Query, after.Query) {
		t.Errorf("%q: the query is %q in %q", w, v.RawQuery, v)
	}
	if w.IsSpecial() && (v.Host != w.Host() || changes&neturl.ChangeHostChanged != 0) {
		t.Errorf("%q: the host is %q, %v", w, v.Host, changes)
	}
	if octets(before.Path) != octets(after.Path) || !same(before.Port, after.Port) || before.Userinfo != nil &&
		(after.Userinfo == nil || octets(*before.Userinfo) != octets(*after.Userinfo)) {
		t.Errorf("%q becomes %q, which means something else", w, v)
	}
	if again, _, err := neturl.From(v); err != nil || octets(again.Path()) != octets(before.Path) {
		t.Errorf("%q becomes %q, and by From %q, %v", w, v, again, err)
	}
}

// randomHref returns the URL of random pieces.
func randomHref(random *rand.Rand) (w whatwg.URL) {
	any := func(from string) string {
		list := strings.Split(from, " ")
		return list[random.IntN(len(list))]
	}
	const pieces = " a %41 %2f %zz % é | [ ] { ^ ` \" ! ; , \\ ' %C3%A9 : @ & + * ~"
	text := any("http: https: a: file: ws: mailto: data:") + any(" / // // // // ///") +
		any(" u@ u:p@ :p@ u%zz:!@ é@ a;b:c:d@") + any(" h h [::1] 1.2.3.4 é {a} \" a,b %41 %2F %C3%A9 `") +
		any("   :80 :8080")
	for _, delimiter := range []string{"/", "/", "?", "?", "#", "#"} {
		if random.IntN(3) == 0 {
			text += delimiter
		}
		text += any(pieces) + any(pieces)
	}
	w, _ = whatwg.Parse(text)
	return w
}

func TestOfWHATWGRandom(t *testing.T) {
	random, valid := kit.Random(t), 0
	rounds := kit.Rounds(3_000, 8_000, 50_000)
	for range rounds {
		w := randomHref(random)
		if checkOfWHATWG(t, w); t.Failed() {
			return
		}
		if w != (whatwg.URL{}) {
			valid++
		}
	}
	if valid < rounds/10 {
		t.Errorf("only %d of %d texts are URLs", valid, rounds)
	}
}

func FuzzOfWHATWG(f *testing.F) {
	for _, test := range ofTests {
		f.Add(test.href)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if w, err := whatwg.Parse(input); err == nil {
			checkOfWHATWG(t, w)
		}
	})
}
