package tracking

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri"
)

// TestNames checks the rows of the list, and that callers get a copy of it.
func TestNames(t *testing.T) {
	if _, err := time.Parse(time.DateOnly, Date); err != nil {
		t.Error(err)
	}
	name := regexp.MustCompile(`^[A-Za-z_]+\*?$`)
	for i, p := range list {
		u, err := uri.Parse(p.source)
		if !name.MatchString(p.name) || p.by == "" || err != nil || u.Scheme() != "https" {
			t.Errorf("%+v, %v", p, err)
		}
		for j, q := range list {
			if prefix, ok := strings.CutSuffix(q.name, "*"); i != j && (p.name == q.name || ok && strings.HasPrefix(p.name, prefix)) {
				t.Errorf("%q is in the list, and %q", p.name, q.name)
			}
		}
	}
	names := Names()
	names[0] = "*"
	if Names()[0] == "*" {
		t.Error("the list is not copied")
	}
}

// TestNamesOfPages has parameters that mean something on many sites. None of them is in the list.
func TestNamesOfPages(t *testing.T) {
	pages := []string{"id", "page", "q", "ref", "source", "src", "cid", "sid", "s", "si", "feature", "campaign", "pk", "tag"}
	for _, p := range list {
		if slices.Contains(pages, p.name) {
			t.Errorf("%q is in the list", p.name)
		}
	}
}

// TestNotUnlessAsked normalizes without rules.
func TestNotUnlessAsked(t *testing.T) {
	for _, p := range list {
		u := uri.MustParse("http://h/?" + strings.TrimSuffix(p.name, "*") + "=1")
		if u.Normalized() != u {
			t.Errorf("%s becomes %s", u, u.Normalized())
		}
	}
}
