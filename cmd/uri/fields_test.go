package main

import (
	"strings"
	"testing"
)

// TestFields tests the keys that are not components. Domains follow from the Public Suffix List.
func TestFields(t *testing.T) {
	for _, test := range []struct{ flags, key, ref, want string }{
		{"", "domain", "http://WWW.Example.CO.UK/", "example.co.uk"},
		{"", "domain", "http://www.example.co.uk./", "example.co.uk"},
		{"", "domain", "http://192.0.2.1/", ""},
		{"", "domain", "http://CO.UK/", ""},
		{"", "suffix", "http://CO.UK/", "co.uk"},
		{"-iri", "domain", "http://a.BÜCHER.example/", "bücher.example"},
		{"-web", "domain", "http://a.BÜCHER.example/", "xn--bcher-kva.example"},
		{"", "subdomain", "http://a.B.example.com/", "a.b"},
		{"", "subdomain", "http://a.example.com./", "a"},
		{"", "subdomain", "http://A%2Eb%2Eexample.com%2E/", "a%2eb"},
		{"", "subdomain", "http://a%E3%80%82example.com/", "a"},
		{"", "subdomain", "http://example.com%2e/", ""},
		{"-iri", "subdomain", "http://a。example。com/", "a"},
		{"", "label[1]", "http://a.b.example./", "a"},
		{"", "label[-1]", "http://a.b.example./", "example"},
		{"", "label[-3]", "http://a.b.example/", "a"},
		{"", "label[4]", "http://a.b.example/", ""},
		{"", "label[1]", "http://192.0.2.1/", ""},
		{"", "label[1]", "http://[::1]/", ""},
		{"", "origin", "HTTP://U:p@Example.COM:80/a", "http://example.com"},
		{"", "origin", "https://[2001:DB8::0]:8443", "https://[2001:db8::]:8443"},
		{"", "origin", "ftp://a.example/", "ftp://a.example"},
		{"", "origin", "foo://a.example/", ""}, // no default port
		{"", "origin", "//a.example/", ""},
		{"-iri", "origin", "http://BÜCHER.example/é", "http://xn--bcher-kva.example"},
		{"", "segment[1]", "http://h/a%2Fb/c", "a/b"},
		{"", "segment[-1]", "http://h/a/b/", ""},
		{"", "segment[-2]", "http://h/a/b/", "b"},
		{"", "segment[3]", "http://h/a/b", ""},
		{"", "segment[1]", "http://h/%0A%ff%5C%22", `\n\xff\\"`},
		{"", "segment[1]", "http://h/a+b", "a+b"},
		{"-web", "segment[1]", "http://h/%zz%41", "%zzA"},
		{"", "ext", "http://h/a.tar.gz", "gz"},
		{"", "ext", "http://h/a.jsp;jsessionid=1.2", "jsp"},
		{"", "ext", "http://h/.htaccess", ""},
		{"", "ext", "http://h/a.b/", ""},
		{"", "ext", "http://a.example", ""},
		{"", "ext", "mailto:joe@a.example", ""},
		{"", "ext", "a/../b.%68tml", "html"},
		{"", "ext", "a/..", ""},
		{"", "param[q]", "?a=1&q=x+y%2Bz&q=2", "x y+z"},
		{"", "param[q]", "?%71=%3d", "="},
		{"", "param[a,b]", "?a,b=1", "1"},
		{"", "param[f[x]]", "?f%5Bx%5D=1", "1"},
		{"", "param[q]", "?q=a%0Ab%E9%09", `a\nb\xe9\t`},
		{"-web", "param[q]", "http://h/?q=%zz+", "%zz "},
		{"", "params", "?b=1&&a=+&b=%22%ff&c", `{"b":["1","\"\udcff"],"a":[" "],"c":[""]}`},
		{"", "params", "?", "{}"},
	} {
		args := append(strings.Fields("check -field "+test.key), strings.Fields(test.flags)...)
		if _, got, stderr := runWith(test.ref+"\n", args...); got != test.want+"\n" || stderr != "" {
			t.Errorf("%q < %s: %q, %q, want %q", args, test.ref, got, stderr, test.want)
		}
	}
}

// TestFieldsOfUndefined: in JSON, an undefined value differs from an empty one, and names of keys are escaped.
func TestFieldsOfUndefined(t *testing.T) {
	args := []string{"split", "-json", "-field", `subdomain, param[q], ext,segment[-1]`, "-field", `param["],ok`, "-field=params,label[1]"}
	want := `{"subdomain":"","param[q]":"","ext":"","segment[-1]":"a.","param[\"]":null,"ok":true,"params":{"q":[""]},"label[1]":"example"}
{"subdomain":null,"param[q]":null,"ext":null,"segment[-1]":null,"param[\"]":null,"ok":true,"params":{},"label[1]":null}
{"input":"a b","ok":false,"offset":1,"component":"path","reason":"illegal byte"}
`
	if _, got, stderr := runWith("http://example.com/a.?q\n\na b\n", args...); got != want || stderr != "" {
		t.Errorf("%s%s\nwant\n%s", got, stderr, want)
	}
	_, got, _ := runWith("?a=1%0a2\n", "split", "-header", "-field", "param[a],  param[\n], query")
	if want := "param[a]\tparam[\\n]\tquery\n1\\n2\t\ta=1%0a2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	_, got, _ = runWith("?a=1%0a2&b\n", "split", "-format", "{{range $name, $list := .params}}{{$name}}={{index $list 0}};{{end}}")
	if want := "a=1\\n2;b=;\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
