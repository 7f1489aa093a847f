package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

func TestCheck(t *testing.T) {
	const stdin = "http://a/\n\nhttp://[::1\na%2\nx\r\n//h:8a\na\tb\n"
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"check"}, "ok\t\t\t\thttp://a/\n" +
			"ok\t\t\t\t\n" +
			"invalid\t11\thost\tbad IP-literal\thttp://[::1\n" +
			"invalid\t3\tpath\tbad percent-encoding\ta%2\n" +
			"invalid\t1\tpath\tillegal byte\tx\\r\n" +
			"invalid\t6\tuserinfo\tbad port\t//h:8a\n" +
			"invalid\t1\tpath\tillegal byte\ta\\tb\n"},
		{[]string{"check", "-json"}, `{"input":"http://a/","ok":true}
{"input":"","ok":true}
{"input":"http://[::1","ok":false,"offset":11,"component":"host","reason":"bad IP-literal"}
{"input":"a%2","ok":false,"offset":3,"component":"path","reason":"bad percent-encoding"}
{"input":"x\r","ok":false,"offset":1,"component":"path","reason":"illegal byte"}
{"input":"//h:8a","ok":false,"offset":6,"component":"userinfo","reason":"bad port"}
{"input":"a\tb","ok":false,"offset":1,"component":"path","reason":"illegal byte"}
`},
		{[]string{"check", "-picture=always"}, `ok       http://a/
ok
invalid  http://[::1
                    ^
         unexpected end in host at byte 11: expected an IPv6address or
         IPvFuture, closed by "]"
         hint: the "]" is missing
invalid  a%2
            ^ unexpected end in path at byte 3: expected a hex digit
              hint: after "%" come two hex digits: for a "%" itself write %25
invalid  x\r
          ^ illegal carriage return in path at byte 1
            hint: a carriage return at the end: leave it out (CRLF lines: -crlf)
invalid  //h:xxxxx
                  ^
         bad port at byte 6: expected only digits in a port, or "@" after a
         userinfo
         hint: a port has digits only; if this is a user name and a password, an
         "@" must come after them
invalid  a\tb
          ^ illegal tab in path at byte 1
            hint: a tab: leave it out, or write %09
7 references, 5 invalid
`},
	}
	for _, test := range tests {
		status, stdout, stderr := runWith(stdin, test.args...)
		if status != engine.ExitInvalid || stderr != "" {
			t.Errorf("%q: status %d, %q", test.args, status, stderr)
		}
		if diff := cmp.Diff(test.want, stdout); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.args, diff)
		}
	}
}

// TestCaptionNamesByte: a message names the illegal byte in an authority, unless it may belong to a password.
func TestCaptionNamesByte(t *testing.T) {
	for in, want := range kit.Pairs[string, string]("check.txt", "TestCaptionNamesByte") {
		rec := engine.NewRecord(in, dialect.URI)
		if rec.Valid() || rec.Caption() != want {
			t.Errorf("%q: %s, want %s", in, rec.Caption(), want)
		}
	}
	// No message names a byte of a password. Before a "\\" without "@", digits are a port, as pictures show
	// them.
	for _, parts := range [][2]string{{"http://u:hun", "ter2@h/"}, {"//u:", "@h"}, {"x://u%3A1", "2"}, {"http://u:1", "2"},
		{"http://u:%41", "@@h/"}, {"http://h/\thttp://u:", "@h"}} {
		for b := range 256 {
			if b == '\\' && parts[1] == "2" {
				continue
			}
			in := parts[0] + string([]byte{byte(b)}) + parts[1]
			for _, d := range []*dialect.Dialect{dialect.URI, dialect.IRI} {
				rec := engine.NewRecord(in, d)
				if rec.Valid() || rec.N != len(parts[0]) {
					continue
				}
				if strings.Contains(rec.Caption(), "0x") || strings.Contains(rec.Caption(), "character") {
					t.Errorf("-%s %q: %s", d.Flag, in, rec.Caption())
				}
			}
		}
	}
	rec := engine.NewRecord("//\ue000/", dialect.IRI)
	if rec.Valid() || rec.Caption() != "illegal character U+E000 in authority at byte 2" {
		t.Error(rec.Caption())
	}
}
