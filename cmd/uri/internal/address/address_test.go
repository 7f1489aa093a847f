package address

import (
	"slices"
	"strings"
	"testing"
)

// TestNth compares Segment and Label with indices of slices, at both ends and beyond.
func TestNth(t *testing.T) {
	for _, path := range []string{"", "/", "/a", "/a/", "//", "/a/b/c"} {
		list := strings.Split(strings.TrimPrefix(path, "/"), "/")
		if path == "" {
			list = nil
		}
		a := Of("http://h"+path, false)
		for n := -5; n <= 5; n++ {
			i := n - 1
			if n < 0 {
				i = len(list) + n
			}
			want, ok := "", n != 0 && 0 <= i && i < len(list)
			if ok {
				want = list[i]
			}
			if got, found := a.Segment(n); got != want || found != ok {
				t.Errorf("%q, %d: %q, %v, want %q, %v", path, n, got, found, want, ok)
			}
		}
	}
}

// TestUndefined: an address without components has no parts, and neither has the zero Address.
func TestUndefined(t *testing.T) {
	for _, a := range []Address{Of("", false), Of("no scheme", true), {}} {
		for name, get := range map[string]func(*Address) (string, bool){
			"Host": (*Address).Host, "Domain": (*Address).Domain, "Suffix": (*Address).Suffix, "Ext": (*Address).Ext,
			"Subdomain": (*Address).Subdomain, "Origin": (*Address).Origin,
			"Param": func(a *Address) (string, bool) { return a.Param("a") },
			"Label": func(a *Address) (string, bool) { return a.Label(-1) },
		} {
			if text, ok := get(&a); ok || text != "" {
				t.Errorf("%s of %q: %q, %v", name, a.Text, text, ok)
			}
		}
		for name := range a.Params() {
			t.Errorf("%q has the parameter %q", a.Text, name)
		}
	}
}

// TestParams: both ways to read a query agree where the standards do.
func TestParams(t *testing.T) {
	const text = "http://h/?b=1&a+%2B=%c3%a9&&=&b=2&c"
	collect := func(a Address) (list []string) {
		for name, value := range a.Params() {
			list = append(list, name+"="+value)
		}
		return list
	}
	want := []string{"b=1", "a +=é", "=", "b=2", "c="}
	for _, a := range []Address{Of(text, false), Of(text, true)} {
		if got := collect(a); !slices.Equal(got, want) {
			t.Errorf("%v: %q", a.Web, got)
		}
	}
}
