package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRelativize(t *testing.T) {
	const (
		base  = "http://a/b/c/d;p?q"
		stdin = "http://a/b/c/d;p?q\nhttp://a/b/g\nhttp://a/\nhttp://g#s\nhttp://a/b/./c\ng\nhttp://a/%\n"
	)
	tests := []struct {
		stdin string
		args  []string
		want  string
	}{
		{stdin, []string{"-base", base}, "ok\t\nok\t../g\nok\t/\nok\t//g#s\n" +
			"invalid\t11\tpath\tdot segment\thttp://a/b/./c\n" +
			"invalid\t1\tscheme\tno scheme\tg\n" +
			"invalid\t10\tpath\tbad percent-encoding\thttp://a/%\n"},
		{"http://a/b/g\n", []string{"-json", "-base", base + "#f"},
			`{"base":"http://a/b/c/d;p?q#f","target":"http://a/b/g","ok":true,"ref":"../g"}` + "\n"},
		{"x:/a\tx:/b\nx:/a\tx:/./b\nx:/a\tb\n", nil,
			"ok\tb\ninvalid\t8\tpath\tdot segment\tx:/a\\tx:/./b\ninvalid\t6\tscheme\tno scheme\tx:/a\\tb\n"},
		{"x:/a\tx:/./b\n", []string{"-json"},
			`{"input":"x:/a\tx:/./b","ok":false,"offset":8,"component":"path","reason":"dot segment"}` + "\n"},
	}
	for _, test := range tests {
		_, stdout, stderr := runWith(test.stdin, tabbed(append([]string{"relativize"}, test.args...)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" {
			t.Errorf("%q < %q: %s (-want +got):\n%s", test.args, test.stdin, stderr, diff)
		}
	}
}
