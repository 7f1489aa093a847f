package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPatterns: links and targets of redirects must match a pattern of -include, if there is one, and none of -exclude.
func TestPatterns(t *testing.T) {
	const page = `<a href="b">1</a><a href="/%64ir/c.pdf">2</a><a href="http://www.b.test/">3</a>` +
		`<a href="http://b.test/">4</a><a href="javascript:0">5</a>`
	for _, test := range []struct {
		include, exclude []string
		want             []string
		refusals         []refusal
	}{
		{nil, nil, []string{"http://a.test/dir/b", "http://a.test/dir/c.pdf", "http://www.b.test/", "http://b.test/"},
			[]refusal{{"scheme not allowed", "javascript:0"}}},
		{[]string{"http://a.test/dir/*", "*://*.b.test/*"}, []string{"*://*/*.pdf"},
			[]string{"http://a.test/dir/b", "http://www.b.test/"}, []refusal{
				{"a pattern of -exclude", "http://a.test/dir/c.pdf"},
				{"no pattern of -include", "http://b.test/"},
				{"scheme not allowed", "javascript:0"},
			}},
		{nil, []string{"http://{www.}?b.test/*"}, []string{"http://a.test/dir/b", "http://a.test/dir/c.pdf"}, []refusal{
			{"a pattern of -exclude", "http://www.b.test/"},
			{"a pattern of -exclude", "http://b.test/"},
			{"scheme not allowed", "javascript:0"},
		}},
	} {
		d := newTestFilter(t, &webResolver{})
		var err error
		if d.patterns, err = newPatternFilter(test.include, test.exclude); err != nil {
			t.Fatal(err)
		}
		got := d.read(t, "http://a.test/dir/a", "text/html", page)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("-include %q -exclude %q: %s", test.include, test.exclude, diff)
		}
		if diff := cmp.Diff(test.refusals, d.refusals, cmp.AllowUnexported(refusal{})); diff != "" {
			t.Errorf("-include %q -exclude %q: %s", test.include, test.exclude, diff)
		}
	}
}

// TestPatternFlags: seeds need not match a pattern, and an error about a pattern does not show it.
func TestPatternFlags(t *testing.T) {
	var errOut strings.Builder
	o, err := parseFlags([]string{"-include=http://a.test/*", "-include", "http://b.test/*", "-exclude=*://*/c", "http://seed.test/"}, &errOut)
	if err != nil || len(o.seeds) != 1 || o.patterns.include == nil {
		t.Errorf("%v, %s", err, &errOut)
	}
	for _, flag := range []string{"-include", "-exclude"} {
		errOut.Reset()
		_, err := parseFlags([]string{flag, "http://hunter2/{", "http://seed.test/"}, &errOut)
		want := "crawler: " + flag + `: urlpattern: pathname: expected "}" at byte 16` + "\n"
		if err == nil || errOut.String() != want {
			t.Errorf("%v, %q, want %q", err, &errOut, want)
		}
	}
}
