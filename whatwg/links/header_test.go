package links_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg/links"
)

// headerText returns the links of a field: TARGET NAME=VALUE ...
func headerText(value string) string {
	var out []string
	for h := range links.Header(value) {
		text := h.Target
		for name, value := range h.Params() {
			text += " " + name + "=" + value
		}
		out = append(out, text)
	}
	return strings.Join(out, " | ")
}

func TestHeader(t *testing.T) {
	for _, test := range kit.Cases[struct{ value, want string }]("header.txt", "TestHeader") {
		if got := headerText(test.value); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.value, got, test.want)
		}
	}
	for h := range links.Header(`<a>; rel="x  y"; rel=z; TITLE=t; title*=iso-8859-1''a; title*=UTF-8''%e2%82%ac`) {
		if rels := slices.Collect(h.Rels()); fmt.Sprint(rels) != "[x y]" {
			t.Error(rels)
		}
		if text := fmt.Sprint(h); text != "Link with 5 parameters" {
			t.Error(text)
		}
	}
	if _, ok := (links.HeaderLink{}).Param("a"); ok {
		t.Error("the zero HeaderLink has a parameter")
	}
	const value = `</a>; rel="next"; title=x, </b>; rel=prev`
	if n := testing.AllocsPerRun(10, func() {
		for h := range links.Header(value) {
			h.Param("rel")
		}
	}); n != 0 {
		t.Error(n, "allocations")
	}
}
