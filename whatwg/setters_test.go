package whatwg_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/urispan/uri/internal/test"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// setters maps the names of attributes to their setters.
var setters = test.Setters

// ignored is the result of a setter if the API ignores the value.
const ignored = "(ignored)"

// setterTests are cases for the steps of the setters (section 6.1), and of the states with a state override.
var setterTests = kit.Cases[struct{ attribute, href, value, want string }]("setters.txt", "setterTests")

func TestSetters(t *testing.T) {
	for _, test := range setterTests {
		u := whatwg.MustParse(test.href)
		v, ok := setters[test.attribute](u, test.value)
		switch {
		case test.want == ignored && (ok || v != u && test.attribute != "href"):
			t.Errorf("%s of %q to %q: %q, %t, want it ignored", test.attribute, test.href, test.value, v, ok)
		case test.want != ignored && (!ok || v.Href() != test.want):
			t.Errorf("%s of %q to %q: %q, %t, want %q", test.attribute, test.href, test.value, v, ok, test.want)
		case ok:
			checkURL(t, v)
		}
	}
}

// checkSetters checks that each setter returns a URL that equals its href, parsed, that it leaves a URL unchanged if
// the attribute has the value already, and that the result does not change if it is called again with the value that it
// set.
func checkSetters(t *testing.T, u whatwg.URL, value string) {
	t.Helper()
	for _, attribute := range slices.Sorted(maps.Keys(setters)) {
		v, ok := setters[attribute](u, value)
		if !ok {
			if v != u && attribute != "href" {
				t.Errorf("%s of %q to %q: ignored, but %q", attribute, u, value, v)
			}
			continue
		}
		checkURL(t, v)
		got := getters[attribute](v)
		if w, ok := setters[attribute](v, got); ok && w != v && !isLossy(attribute, v) {
			t.Errorf("%s of %q to %q gives %q, whose %s is %q; setting that gives %q",
				attribute, u, value, v, attribute, got, w)
		}
		for other, get := range getters {
			if other != attribute && get(v) != get(u) && !mayChange(attribute, other) {
				t.Errorf("%s of %q to %q gives %q: %s is changed", attribute, u, value, v, other)
			}
		}
	}
}

// isLossy reports whether the value of an attribute does not determine the component: it is the same for a query or
// fragment that is empty and for one that is null.
func isLossy(attribute string, u whatwg.URL) bool {
	return (attribute == "search" || attribute == "hash") && getters[attribute](u) == ""
}

// mayChange reports whether a setter may change another attribute.
func mayChange(attribute, other string) bool {
	switch attribute {
	case "href":
		return true
	case "protocol":
		return other == "port" || other == "host" || other == "href" || other == "origin"
	case "host", "hostname", "port":
		return other == "host" || other == "hostname" || other == "port" || other == "href" || other == "origin"
	}
	return other == "href" || other == "origin" // a blob URL has its origin in its path
}

var getters = map[string]func(whatwg.URL) string{
	"href":     whatwg.URL.Href,
	"origin":   whatwg.URL.Origin,
	"protocol": whatwg.URL.Protocol,
	"username": whatwg.URL.Username,
	"password": whatwg.URL.Password,
	"host":     whatwg.URL.Host,
	"hostname": whatwg.URL.Hostname,
	"port":     whatwg.URL.Port,
	"pathname": whatwg.URL.Pathname,
	"search":   whatwg.URL.Search,
	"hash":     whatwg.URL.Hash,
}
