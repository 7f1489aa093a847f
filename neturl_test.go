package uri_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// FuzzNetURL compares with net/url on URIs that both claim to read as the RFC says: those with a host of unreserved
// characters and without userinfo. It resolves references against them, except those that netURLDiffers lists.
func FuzzNetURL(f *testing.F) {
	for _, test := range rfcExamples {
		f.Add("http://a/b/c/d;p?q", test.ref)
	}
	for _, test := range resolveTests {
		f.Add(test.base, test.ref)
	}
	f.Add("p://a", "%2A")
	f.Add("http://h:80", "g?y/./x")
	f.Add("http://h/%7Ea/%2e%2e/b?q", "../../..//g")
	f.Fuzz(checkNetURL)
}

// TestNetURLExhaustively has the references, and the rests of bases, that consist of a few pieces for which the rules of
// the RFC or those of net/url differ.
func TestNetURLExhaustively(t *testing.T) {
	pieces := strings.Fields("a . .. / // ? # : @ * %2A %2a %2e 80 s: S:// [::1]")
	length := 3
	if testing.Short() {
		length = 2
	}
	for _, text := range words(pieces, length) {
		for _, before := range []string{"http://a", "P://h:/", "http://a:80/%2A/../b?q#f"} {
			checkNetURL(t, before+text, "")
		}
		for _, base := range []string{"http://a", "http://a#f", "http://a/b/?", "p://h/b/./c//d/..?q#", "P://h//%2A", "p://a:/.."} {
			checkNetURL(t, base, text)
		}
	}
}

// checkNetURL compares the components of base, and the target of ref.
func checkNetURL(t *testing.T, base, ref string) {
	t.Helper()
	u, err := uri.ParseURI(base)
	v, theirs := url.Parse(base)
	if !isCommon(u) || err != nil {
		return
	}
	if theirs != nil {
		t.Fatalf("%q: net/url: %v", base, theirs)
	}
	if got, want := fieldsOf(v), componentsForNetURL(u); got != want {
		t.Errorf("%q: net/url has %q, want %q", base, got, want)
	}
	r, err := uri.Parse(ref)
	w, theirs := url.Parse(ref)
	if err != nil || netURLDiffers(u, r) {
		return
	}
	if theirs != nil {
		t.Fatalf("%q: net/url: %v", ref, theirs)
	}
	target, err := u.Resolve(r)
	if got := v.ResolveReference(w).String(); err != nil || got != target.String() {
		t.Errorf("%q + %q = %q, %v; net/url: %q", base, ref, target.String(), err, got)
	}
}

// isCommon reports whether net/url claims to have all parts of u.
func isCommon(u uri.URI) bool {
	host, _ := u.Host()
	_, userinfo := u.Userinfo()
	return u.IsAbs() && host != "" && !userinfo && uri.EncodeText(uri.PlaceUnreserved, host) == host
}

func fieldsOf(v *url.URL) [5]string {
	query := v.RawQuery
	if v.ForceQuery {
		query = "(empty)"
	}
	return [5]string{v.Scheme, v.Host, v.EscapedPath(), query, v.EscapedFragment()}
}

func componentsForNetURL(u uri.URI) [5]string {
	authority, _ := u.Authority()
	query, ok := u.Query()
	if ok && query == "" {
		query = "(empty)"
	}
	fragment, _ := u.Fragment()
	return [5]string{u.CanonicalScheme(), authority, u.Path(), query, fragment}
}

// netURLDiffers reports whether net/url is known to resolve ref to another target than RFC 3986 does. TestNetURLDiffers has
// examples, in this order.
func netURLDiffers(base, ref uri.URI) bool {
	target, err := base.Resolve(ref)
	if err != nil {
		return false // no reference has an error
	}
	_, authority := ref.Authority()
	host, _ := target.Host()
	_, userinfo := target.Userinfo()
	fragment, hasFragment := ref.Fragment()
	_, baseFragment := base.Fragment()
	query, baseQuery := base.Query()
	_, hasQuery := ref.Query()
	isPathless := ref.Path() == "" && !authority && !ref.IsAbs()
	isAsterisk := ref.Path() == "%2A" && !authority && !ref.IsAbs()
	switch {
	case isPathless && !hasFragment && !hasQuery && baseFragment, // gets the base's fragment
		hasFragment && fragment == "",                                   // gets lost
		isPathless && !hasQuery && baseQuery && query == "",             // gets lost
		isPathless && uri.RemoveDotSegments(base.Path()) != base.Path(), // are removed from the base
		target.Scheme() != target.CanonicalScheme(),                     // is in lower case
		isAsterisk: // EscapedPath decodes this, but not "%2a"
		return true
	case ref.Path() != target.Path() && strings.HasPrefix(target.Path(), "//"), // loses a slash
		strings.HasPrefix(target.Path(), "/.//"),                                          // loses the guard
		ref.IsAbs() && ref.Path() != target.Path() && !strings.HasPrefix(ref.Path(), "/"), // is opaque
		authority && host == "" && (ref.IsRelative() || ref.Path() == ""),                 // is lost, or read as a path
		authority && (userinfo || uri.EncodeText(uri.PlaceUnreserved, host) != host):      // is written anew
		return true
	}
	return false
}

// TestNetURLDiffers has an example of each known difference, so that a difference that is gone does not hide others. The
// targets wanted are those of RFC 3986, section 5.2.
func TestNetURLDiffers(t *testing.T) {
	for _, test := range []struct{ base, ref, want, theirs string }{
		{"http://a/b#f", "", "http://a/b", "http://a/b#f"},
		{"http://a/b", "#", "http://a/b#", "http://a/b"},
		{"http://a/b?", "", "http://a/b?", "http://a/b"},
		{"http://a/./b", "", "http://a/./b", "http://a/b"},
		{"HTTP://a/b", "c", "HTTP://a/c", "http://a/c"},
		{"p://a", "%2A", "p://a/%2A", "p://a/*"},
		{"http://a/b/", "..//c", "http://a//c", "http://a/c"},
		{"http://a/b", "s:/.//c", "s:/.//c", "s://c"},
		{"http://a/b", "s:c/../d", "s:/d", "s:c/../d"},
		{"http://a/b", "///c", "http:///c", "http://a///c"},
		{"http://a/b", "//", "http://", "http://a/b"},
		{"http://a/b", "//u%7E@h", "http://u%7E@h", "http://u~@h"},
	} {
		u, r := uri.MustParse(test.base), uri.MustParse(test.ref)
		v, err := url.Parse(test.base)
		if err != nil {
			t.Fatal(err)
		}
		w, err := v.Parse(test.ref)
		if target, _ := u.Resolve(r); err != nil || w.String() != test.theirs || target.String() != test.want {
			t.Errorf("%q + %q = %s; net/url: %s, %v", test.base, test.ref, target, w, err)
		}
		if !netURLDiffers(u, r) {
			t.Errorf("%q + %q is not one of the known differences", test.base, test.ref)
		}
	}
}
