package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestQueryRules runs normalize and dedupe with rules for queries, in each dialect.
func TestQueryRules(t *testing.T) {
	const in = "HTTP://h/?utm_a=1&b=2&a=%7e&c=#f"
	for _, test := range []struct{ args, in, want string }{
		{"-drop utm_*,c", in, "http://h/?b=2&a=~#f"},
		{"-drop=utm_* -drop c", in, "http://h/?b=2&a=~#f"},
		{"-keep a,c", in, "http://h/?a=~&c=#f"},
		{"-keep a,c -drop c", in, "http://h/?a=~#f"},
		{"-sort-query", in, "http://h/?a=~&b=2&c=&utm_a=1#f"},
		{"-drop-empty", in, "http://h/?utm_a=1&b=2&a=~#f"},
		{"-drop *", in, "http://h/#f"},
		{"-drop x", "http://h/?", "http://h/?"},
		{"-drop-empty", "http://h/?", "http://h/"},
		{"-drop @tracking", "http://h/?utm_a&fbclid=1&id=2&ref=3", "http://h/?id=2&ref=3"},
		{"-drop @tracking,ref", "https://www.instagram.com/p/?igsh=1&ref=2&a", "https://www.instagram.com/p/?a"},
		{"-drop ref -drop @tracking", "https://h/?igsh=1&ref=2&Gclid=3#gclid=4", "https://h/?igsh=1#gclid=4"},
		{"-drop @tracking-fragment", "https://h/?gclid=1#utm_a=2", "https://h/?gclid=1"},
		{"-drop @tracking,@tracking-fragment", "https://youtu.be/a?si=1#si=2&b", "https://youtu.be/a#b"},
		{"-iri -drop @tracking", "https://é.youtube.com/é?si=1&é", "https://é.youtube.com/é?é"},
		{"-web -drop @tracking,@tracking-fragment", `https:\WWW.Youtube.com\a?si=1&"#gclid=1&|`, "https://www.youtube.com/a?%22#|"},
		{"-web -drop @tracking", "foo://h?utm_a=1#utm_a=2", "foo://h#utm_a=2"},
		{"-sort-query", "http://h/?utm_a&fbclid=1", "http://h/?fbclid=1&utm_a"},
		{"-drop utm_* -steps=", in, "HTTP://h/?b=2&a=%7e&c=#f"},
		{"-drop utm_* -key surt", in, "h)/?b=2&a=~&c=#f"},
		{"-drop utm_* -key shape", in, "http://h/?b={number}&a=~&c="},
		{"-sort-query -key shape", "/7?b=1&a", "/{number}?a&b={number}"},
		{"-key page", "http://u@h:80/a/Index.html?b&a&utm_x#f", "https://h/a?a&b"},
		{"-key names", in, "http://h/?a&b&c&utm_a"},
		{"-key names -drop utm_*", in, "http://h/?a&b&c"},
		{"-iri -key page", "http://ü.example/é/?é", "https://xn--tda.example/%C3%A9?%C3%A9"},
		{"-web -key page", `http:\\h\7\?a|=%zz`, "https://h/7?a%7C=%25zz"},
		{"-iri -drop é -sort-query", "http://ü/?%C3%A9=1&é=2&b&a", "http://ü/?a&b"},
		{"-web -drop utm_*,c -sort-query", in, "http://h/?a=%7e&b=2#f"},
		{"-web -drop a", `http:\\h/?a=1&b="%&c=|%zz`, "http://h/?b=%22%&c=|%zz"},
		{"-web -keep x", "http://h/?a%", "http://h/"},
		{"-web -drop a -key shape", `http:\\h\7?a=1&b=2`, "http://h/{number}?b={number}"},
	} {
		args := append([]string{"normalize", "-field=output"}, strings.Fields(test.args)...)
		if _, stdout, stderr := runWith("", append(args, test.in)...); stdout != test.want+"\n" || stderr != "" {
			t.Errorf("%q %s: %q, %q", args, test.in, stdout, stderr)
		}
		_, stdout, stderr := runWith(strings.Repeat(test.in+"\n", 3), args...) // in several formats and workers
		if stdout != strings.Repeat(test.want+"\n", 3) || stderr != "" {
			t.Errorf("%q of lines: %q, %q", args, stdout, stderr)
		}
	}
	_, picture, _ := runWith("", "normalize", "-picture=always", "-key=shape", "http://h/17")
	if want := "   http://h/17\n   http://h/{number}\n"; picture != want { // a shape has no components
		t.Errorf("%q, want %q", picture, want)
	}
	for _, test := range []struct{ args, in, want string }{
		{"-drop utm_*", "HTTP://h?utm_a=1\nhttp://h/\nhttp://h/?\n", "HTTP://h?utm_a=1\nhttp://h/?\n"},
		{"-drop utm_* -normal", "HTTP://h?utm_a=1\nhttp://h/\nhttp://h/?\n", "http://h/\nhttp://h/?\n"},
		{"-sort-query -drop-empty", "?b&a\n?a&&b\n?a&b=\n?a\n", "?b&a\n?a&b=\n"},
		{"-keep id -iri -normal", "/é?id=1&a\n/é?a&id=1\n", "/é?id=1\n"},
		{"-key shape", "/1?a=2\n/2?a=3\n/x?a=3\n", "/1?a=2\n/x?a=3\n"},
		{"-key shape -drop a", "/1?a=2\n/2?a=x\n", "/1?a=2\n"},
		{"-key page", "http://h/a?utm_x#f\nhttps://h/a/\nhttps://h/b\n", "http://h/a?utm_x#f\nhttps://h/b\n"},
		{"-key names", "/?a=1&b\n/?b&a=2\n/?a\n", "/?a=1&b\n/?a\n"},
		{"-drop @tracking -normal", "/?fbclid=1\n/\n", "/\n"},
	} {
		args := append([]string{"dedupe", "-quiet", "-memory=64K"}, strings.Fields(test.args)...)
		if _, stdout, stderr := runWith(test.in, args...); stdout != test.want || stderr != "" {
			t.Errorf("%q: %q, want %q; %q", args, stdout, test.want, stderr)
		}
	}
	for _, args := range [][]string{
		{"normalize", "-drop="}, {"normalize", "-keep", "a,,b", "x"}, {"dedupe", "-drop", "a,"}, {"split", "-drop", "a", "x"},
		{"normalize", "-drop"},
	} {
		if status, _, stderr := runWith("", args...); status != engine.ExitTrouble || !strings.Contains(stderr, "-drop") && !strings.Contains(stderr, "-keep") {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
}
