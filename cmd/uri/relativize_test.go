package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
)

func TestRelativize(t *testing.T) {
	const (
		base  = "http://a/b/c/d;p?q"
		stdin = "http://a/b/c/d;p?q\nhttp://a/b/g\nhttp://a/\nhttp://g#s\nhttp://a/b/./c\ng\nhttp://a/%\n"
	)
	for _, test := range kit.Cases[struct {
		stdin, want string
		args        []string
	}]("relativize.txt", "TestRelativize", map[string]any{"stdin": stdin}) {
		_, stdout, stderr := runWith(test.stdin, tabbed(append([]string{"relativize"}, test.args...)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" {
			t.Errorf("%q < %q: %s (-want +got):\n%s", test.args, test.stdin, stderr, diff)
		}
	}
}
