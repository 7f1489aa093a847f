package neturl_test

import (
	"errors"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/neturl"
)

// parseTests are inputs of Parse. A want of "-" means an error. If an input is not a URI-reference, Parse accepts or
// refuses it as url.Parse does. The results follow from RFC 3986, section 2.1.
var parseTests = kit.Cases[struct {
	text, want string
	changes    neturl.Changes
}]("parse.txt", "parseTests")

func TestParse(t *testing.T) {
	for _, test := range parseTests {
		u, changes, err := neturl.Parse(test.text)
		if got := u.String(); test.want == "-" && err == nil || test.want != "-" && (got != test.want || err != nil) {
			t.Errorf("%q: %q, %v; want %q", test.text, got, err, test.want)
		}
		if changes != test.changes {
			t.Errorf("%q: %v, want %v", test.text, changes, test.changes)
		}
		checkLenientParse(t, test.text)
	}
}

// checkLenientParse checks the documented properties of Parse. In particular, url.Parse reads the result as it reads the
// text.
func checkLenientParse(t *testing.T, s string) {
	t.Helper()
	u, changes, err := neturl.Parse(s)
	exact, uriErr := uri.Parse(s)
	v, netErr := url.Parse(s)
	switch {
	case uriErr == nil:
		if u != exact || changes != 0 || err != nil {
			t.Errorf("%q: %q, %v, %v", s, u, changes, err)
		}
		return
	case err != nil:
		var e *uri.Error
		if !errors.As(err, &e) || err.Error() != uriErr.Error() || u != (uri.URI{}) || changes != 0 {
			t.Errorf("%q: %q, %v, %v; want %v", s, u, changes, err, uriErr)
		}
		if netErr == nil {
			if _, _, err := neturl.From(v); err == nil {
				t.Errorf("%q: %v, but url.Parse and From accept it", s, uriErr)
			}
		}
		return
	}
	if again, err := uri.Parse(u.String()); again != u || err != nil || u.String() == s || changes == 0 {
		t.Errorf("%q: %q, %v, %v", s, u, changes, err)
	}
	if netErr != nil {
		t.Errorf("%q: %q, but url.Parse: %v", s, u, netErr)
		return
	}
	// The components that are not in changes stay, and the others have the same octets.
	before, after := split(s), split(u.String())
	if n := strings.Count(appendixB.FindStringSubmatch(s)[4], "@"); n > 1 {
		// url.Parse takes the last "@" as the delimiter.
		if changes&neturl.ChangeUserinfoEncoded == 0 {
			t.Errorf("%q: %q, %v", s, u, changes)
		}
		before = split(strings.Replace(s, "@", "%40", n-1))
		changes &^= neturl.ChangeUserinfoEncoded
	}
	for _, c := range []struct {
		flag          neturl.Changes
		before, after *string
	}{
		{0, before.Scheme, after.Scheme}, {neturl.ChangeUserinfoEncoded, before.Userinfo, after.Userinfo},
		{neturl.ChangeHostEncoded, before.Host, after.Host}, {0, before.Port, after.Port},
		{neturl.ChangePathEncoded, &before.Path, &after.Path}, {neturl.ChangeQueryEncoded, before.Query, after.Query},
		{neturl.ChangeFragmentEncoded, before.Fragment, after.Fragment},
	} {
		if same(c.before, c.after) != (changes&c.flag == 0) || (c.before == nil) != (c.after == nil) {
			t.Errorf("%q: %q, %v: wrong for %q", s, u, changes, text(c.before))
		}
	}
	w, err := url.Parse(u.String())
	if strings.ContainsAny(text(before.Host), `<>"`) {
		if _, changes := neturl.To(u); err == nil || changes&neturl.ChangeHostChanged == 0 {
			t.Errorf("%q: %q, without an error, and %v", s, u, changes)
		}
		return
	}
	if err != nil {
		t.Errorf("%q: %q, which url.Parse refuses: %v", s, u, err)
		return
	}
	for _, x := range []*url.URL{v, w} {
		x.RawPath, x.RawFragment = "", ""
		x.RawQuery, x.Opaque = octets(x.RawQuery), octets(x.Opaque)
	}
	if diff := cmp.Diff(v, w, compareURLs); diff != "" {
		t.Errorf("%q: %q, which url.Parse reads differently (-text +result):\n%s", s, u, diff)
	}
}

func TestParseRandom(t *testing.T) {
	random, repaired := kit.Random(t), 0
	rounds := kit.Rounds(4_000, 10_000, 50_000)
	for range rounds {
		text := randomText(random)
		if checkLenientParse(t, text); t.Failed() {
			return
		}
		if _, changes, err := neturl.Parse(text); err == nil && changes != 0 {
			repaired++
		}
	}
	if repaired < rounds/20 {
		t.Errorf("only %d of %d texts are repaired", repaired, rounds)
	}
}

// randomText returns a string that url.Parse may accept.
func randomText(random *rand.Rand) string {
	const pieces = "//|/|?|#|@|:|:80|http:|a:|mailto:|a|b.c|[|]|[::1]|[::1%25a]|%41|%2f|%C3%A9|%zz|%|é|<|\"|\\| |\t|!|..|*|^|{|+|&|=|~|\xff"
	list := strings.Split(pieces, "|")
	var b strings.Builder
	for range random.IntN(9) {
		b.WriteString(list[random.IntN(len(list))])
	}
	return b.String()
}

func FuzzParse(f *testing.F) {
	for _, test := range parseTests {
		f.Add(test.text)
	}
	f.Fuzz(checkLenientParse)
}
