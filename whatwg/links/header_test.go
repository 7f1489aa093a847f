package links_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

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
	for _, test := range []struct{ value, want string }{
		// RFC 8288, section 3.5.
		{`<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"`, `http://example.com/TheBook/chapter2 rel=previous title=previous chapter`},
		{`</>; rel="http://example.net/foo"`, `/ rel=http://example.net/foo`},
		{`</terms>; rel="copyright"; anchor="#foo"`, `/terms rel=copyright anchor=#foo`},
		{`</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel`,
			`/TheBook/chapter2 rel=previous title*=UTF-8'de'letztes%20Kapitel | /TheBook/chapter4 rel=next title*=UTF-8'de'n%c3%a4chstes%20Kapitel`},
		{`<http://example.org/>; rel="start http://example.net/relation/other"`, `http://example.org/ rel=start http://example.net/relation/other`},
		{`<https://example.org/>; rel="start", <https://example.org/index>; rel="index"`, `https://example.org/ rel=start | https://example.org/index rel=index`},

		{`<a>; title="x, <b>"; rel=yes`, `a title=x, <b> rel=yes`},
		{`</a,b>;rel=x`, `/a,b rel=x`},
		{``, ``}, {`,, ,`, ``}, {`<a>`, `a`}, {`<a`, ``}, {`a`, ``}, {`<>`, ``}, {`<a>, ,<b>`, `a | b`}, {`<a>,b, <c>`, `a`}, {`<a> <b>`, `a`},
		{`<a>;`, `a =`}, {`<a>;;b`, `a = b=`}, {`<a>;REL=X`, `a rel=X`}, {`<a> ; b = "c\"d\\" ; e= f ,<g>`, `a b=c"d\ e=f | g`},
		{`<a>;b="c`, `a b=c`}, {`<a>;b=c d;e`, `a b=c d e=`}, {`<a>;b c=d`, `a b=`}, {`<a>;b="c"d`, `a b=c`},

		// RFC 8288, Appendix B.4: a backslash without a byte after it is discarded.
		{`<a>;b="c\`, `a b=c`}, {`<a>;b="\`, `a b=`}, {`<a>;b="c\\`, `a b=c\`}, {`<a>;b="c\\\`, `a b=c\`}, {`<a>;b="\\"`, `a b=\`},
		{`<a>;b="c\", <d>`, `a b=c", <d>`}, {`<a>;b=c\`, `a b=c\`}, {`<a>;b=c\, <d>`, `a b=c\ | d`}, {`<a\>`, `a\`},
	} {
		if got := headerText(test.value); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.value, got, test.want)
		}
	}
	for h := range links.Header(`<a>; rel="x  y"; rel=z; TITLE=t; title*=iso-8859-1''a; title*=UTF-8''%e2%82%ac`) {
		if rels := slices.Collect(h.Rels()); fmt.Sprint(rels) != "[x y]" {
			t.Error(rels)
		}
		if h.Title() != "€" {
			t.Errorf("the title is %q", h.Title())
		}
	}
	for _, bad := range []string{`utf-8''%e2`, `utf-8''%`, `utf-8'a`, `''a`} {
		for h := range links.Header(`<a>; title=t; title*=` + bad) {
			if h.Title() != "t" {
				t.Errorf("%s: the title is %q", bad, h.Title())
			}
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
