package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestFields tests the keys that are not components. Domains follow from the Public Suffix List.
func TestFields(t *testing.T) {
	for _, test := range kit.Cases[struct{ flags, key, ref, want string }]("fields.txt", "TestFields") {
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
	if _, got, stderr := runWith("http://example.com/a.?q\x00\x00a b\x00", append(args, "-0")...); got != want || stderr != "" {
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
