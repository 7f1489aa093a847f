package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
)

// TestToURI runs the examples of RFC 3987, section 3.1, and of its rules for hosts.
func TestToURI(t *testing.T) {
	tests := []struct {
		stdin string
		args  []string
		want  string
	}{
		{"http://r\u00e9sum\u00e9.example.org\n", nil, "ok\thttp://r%C3%A9sum%C3%A9.example.org\n"},
		{"http://r\u00e9sum\u00e9.example.org\n", []string{"-idna"}, "ok\thttp://xn--rsum-bpad.example.org\n"},
		{"http://r\u00e9sum\u00e9.example.org\n", []string{"-idna=registration"},
			"ok\thttp://xn--rsum-bpad.example.org\n"},
		{"http://www.example.org/red%09ros\u00e9#red\n", nil, "ok\thttp://www.example.org/red%09ros%C3%A9#red\n"},
		{"http://example.com/\U00010300\U00010301\U00010302", nil,
			"ok\thttp://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82\n"},
		{"http://R\u00c9SUM\u00c9.example\x00\x00?\ue000", []string{"-0", "-idna=lookup"},
			"ok\thttp://xn--rsum-bpad.example\nok\t\nok\t?%EE%80%80\n"},
		{"http://a.R\u00c9.example\n", []string{"-idna=registration"}, "invalid\t9\thost\t" +
			`IDNA refuses the label "R\u00c9": the character U+0052 is not allowed` + "\thttp://a.R\u00c9.example\n"},
		{"//a.-EXAMPLE-\n//\u00e9..b\n//1.2.3.4\n//WWW.example/\n///\n", []string{"-idna"},
			"invalid\t4\thost\t" + `IDNA refuses the label "-EXAMPLE-": it begins or ends with a hyphen` +
				"\t//a.-EXAMPLE-\nok\t//xn--9ca..b\nok\t//1.2.3.4\nok\t//www.example/\nok\t///\n"},
		{"//\u00e9..b\n//a\u3002b\n", []string{"-idna=registration"}, "invalid\t5\thost\t" +
			`IDNA refuses an empty label: only the label after the last "." may be empty` + "\t//\u00e9..b\n" +
			"invalid\t2\thost\t" + `IDNA refuses the label "a\u3002b": the character U+3002 is not allowed` +
			"\t//a\u3002b\n"},
		{"http://my_host/\u00fc\nhttp://0x7f.1\nhttp://a.256\nx://0x7f.1\n", []string{"-idna=browser"},
			"ok\thttp://my_host/%C3%BC\nok\thttp://127.0.0.1\ninvalid\t9\thost\t" + `IDNA refuses the label "256": ` +
				"the host ends in a number, and is not an IPv4 address\thttp://a.256\nok\tx://0x7f.1\n"},
		{"//a.b\u200dc/\n\n", []string{"-json", "-idna"}, `{"input":"//a.b` + "\u200d" + `c/","ok":false,"offset":4,` +
			`"component":"host",` +
			`"reason":"IDNA refuses the label \"b\\u200dc\": U+200C or U+200D is misplaced"}` + "\n" +
			`{"input":"","ok":true,"output":""}` + "\n"},
		{"/\u00e9\n/\ue000\n", []string{"-json"}, `{"input":"/` + "\u00e9" + `","ok":true,"output":"/%C3%A9"}` + "\n" +
			`{"input":"/` + "\ue000" + `","ok":false,"offset":1,"component":"path","reason":"illegal byte"}` + "\n"},
	}
	for _, test := range tests {
		status, stdout, stderr := runWith(test.stdin, tabbed(append([]string{"to-uri"}, test.args...)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" {
			t.Errorf("%q < %q: %s (-want +got):\n%s", test.args, test.stdin, stderr, diff)
		}
		if status != statusFor(test.want) {
			t.Errorf("%q < %q: status %d", test.args, test.stdin, status)
		}
	}
}

// statusFor returns the exit status for the given results.
func statusFor(results string) int {
	if strings.Contains(results, `"ok":false`) || strings.Contains(results, "invalid\t") {
		return engine.ExitInvalid
	}
	return engine.ExitValid
}

// TestToIRI runs the examples of RFC 3987, section 3.2.1.
func TestToIRI(t *testing.T) {
	tests := []struct {
		uri  string
		args []string
		want string
	}{
		{"http://www.example.org/D%C3%BCrst", nil, "ok\thttp://www.example.org/D\u00fcrst\n"},
		{"http://www.example.org/D%FCrst", nil, "ok\thttp://www.example.org/D%FCrst\n"},
		{"http://xn--99zt52a.example.org/%e2%80%ae", nil, "ok\thttp://xn--99zt52a.example.org/%E2%80%AE\n"},
		{"http://xn--99zt52a.example.org/%e2%80%ae", []string{"-idna"},
			"ok\thttp://\u7d0d\u8c46.example.org/%E2%80%AE\n"},
		{"http://h/%C3%A9", []string{"-json"},
			`{"input":"http://h/%C3%A9","ok":true,"output":"http://h/` + "\u00e9\"}\n"},
		{"/%E2%80%A8\u2028", []string{"-json"},
			`{"input":"/%E2%80%A8\u2028","ok":false,"offset":10,"component":"path",` +
				`"reason":"illegal byte"}` + "\n"},
		{"http://u@xn--99zt52a.xn--0/", []string{"-idna"}, "invalid\t21\thost\t" +
			`IDNA refuses the label "xn--0": its Punycode is wrong` + "\thttp://u@xn--99zt52a.xn--0/\n"},
	}
	for _, test := range tests {
		status, stdout, stderr := runWith(test.uri, tabbed(append([]string{"to-iri"}, test.args...)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" || status != statusFor(test.want) {
			t.Errorf("%q < %q: %s (-want +got):\n%s", test.args, test.uri, stderr, diff)
		}
	}
}

// TestIRIVerbs runs the examples of RFC 3987, section 5.3.2, and examples of resolve and split.
func TestIRIVerbs(t *testing.T) {
	tests := []struct {
		stdin string
		args  string
		want  string
	}{
		{"HTTP://www.EXAMPLE.com/ros%c3%a9/../%63\u00c9\n", "normalize -iri", "ok\thttp://www.example.com/c\u00c9\n"},
		{"http://h/%e9\u00e9\n", "normalize -iri -steps=case", "ok\thttp://h/%E9\u00e9\n"},
		{"../\u00fc\n?\u2028\n", "resolve -iri -json -base http://\u00e9/\u65e5/b#\u00e9",
			`{"base":"http://` + "\u00e9/\u65e5/b#\u00e9" + `","ref":"../` + "\u00fc" +
				`","ok":true,"target":"http://` + "\u00e9/\u00fc" + `"}
{"base":"http://` + "\u00e9/\u65e5/b#\u00e9" + `","ref":"?\u2028","ok":true,` +
				`"target":"http://` + "\u00e9/\u65e5/b" + `?\u2028"}
`},
		{"http://\u00e9/a/b\t../\u00fc\nhttp://\u00e9/a/b\t\xff\n\xff:\tb\n\u00e9\tb\nx:\u00e9\n", "resolve -iri",
			"ok\thttp://\u00e9/\u00fc\n" +
				"invalid\t14\tpath\tinvalid UTF-8\thttp://\u00e9/a/b\\t\\xff\n" +
				"invalid\t0\tpath\tinvalid UTF-8\t\\xff:\\tb\n" +
				"invalid\t0\tscheme\tno scheme\t\u00e9\\tb\n" +
				"invalid\t4\t\tno tab between base and reference\tx:\u00e9\n"},
		{"//\u00e9/\u65e5?\u2029\n", "split -iri -json", `{"input":"//` + "\u00e9/\u65e5" + `?\u2029","ok":true,` +
			`"kind":"relative-ref","absolute_uri":false,"scheme":null,"authority":"` + "\u00e9" + `","userinfo":null,` +
			`"host":"` + "\u00e9" + `","host_kind":"reg-name","port":null,"path":"/` + "\u65e5" + `",` +
			`"path_rule":"path-abempty","query":"\u2029","fragment":null,"ranges":{"scheme":null,"authority":[2,4],` +
			`"userinfo":null,"host":[2,4],"port":null,"path":[4,8],"query":[9,12],"fragment":null}}` + "\n"},
		{"?\u2028\u202e\x00?\u2029", "check -iri -0", "ok\t\t\t\t?\u2028\u202e\nok\t\t\t\t?\u2029\n"},
	}
	for _, test := range tests {
		_, stdout, stderr := runWith(test.stdin, tabbed(strings.Fields(test.args)...)...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || stderr != "" {
			t.Errorf("%s < %q: %s (-want +got):\n%s", test.args, test.stdin, stderr, diff)
		}
	}
}

// TestIRIOrder: the answers and their order do not depend on the number of workers.
func TestIRIOrder(t *testing.T) {
	var stdin, want strings.Builder
	for i := 0; stdin.Len() < 1<<20; i++ {
		if i%3 == 0 {
			fmt.Fprintf(&stdin, "/%d\u00e9\xff\n", i)
			fmt.Fprintf(&want, "invalid\t%d\tpath\tinvalid UTF-8\t/%d\u00e9\\xff\n", len(fmt.Sprint(i))+3, i)
			continue
		}
		fmt.Fprintf(&stdin, "/%d?\u00e9\u65e5\n", i)
		fmt.Fprintf(&want, "ok\t/%d?%%C3%%A9%%E6%%97%%A5\n", i)
	}
	for _, workers := range []int{1, 2, manyWorkers} {
		status, stdout, stderr := runWorkers(workers, strings.NewReader(stdin.String()), "to-uri", "-tsv")
		if status != engine.ExitInvalid || stderr != "" || stdout != want.String() {
			t.Errorf("%d workers: status %d, %q, %d bytes, want %d", workers, status, stderr, len(stdout), want.Len())
		}
	}
}

// TestIRIMaxLine cuts lines before, inside and after a character.
func TestIRIMaxLine(t *testing.T) {
	for line, want := range map[string]string{
		"/aaaaa\u65e5aa":     "8\tpath\tline 1 is longer than 8 bytes\t/aaaaa\\xe6\\x97",
		"/aaaa\u65e5aa":      "8\tpath\tline 1 is longer than 8 bytes\t/aaaa\u65e5",
		"//a?a\u65e5#a":      "8\tquery\tline 1 is longer than 8 bytes\t//a?a\u65e5",
		"//\u65e5aa\u65e5":   "8\tauthority\tline 1 is longer than 8 bytes\t//\u65e5aa\\xe6",
		"//\u65e5/bbbb":      "8\tpath\tline 1 is longer than 8 bytes\t//\u65e5/bb",
		"/\u00e9 aaaaaa":     "3\tpath\tillegal byte\t/\u00e9 aaaa",
		"/\u00e9a\xffaaaaaa": "4\tpath\tinvalid UTF-8\t/\u00e9a\\xffaaa",
	} {
		_, stdout, _ := runWith(line+"\n", "check", "-iri", "-max-line=8")
		if diff := cmp.Diff("invalid\t"+want+"\n", stdout); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
	_, stdout, _ := runWith("x:\ta\u65e5\n", "resolve", "-tsv", "-iri", "-max-line=5")
	if want := "invalid\t5\tpath\tline 1 is longer than 5 bytes\tx:\\ta\\xe6\n"; stdout != want {
		t.Errorf("got %q, want %q", stdout, want)
	}
}

// TestIRIPicture compares pictures with ones that were examined on a terminal.
func TestIRIPicture(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"accents", []string{"split", "-iri", "http://r\u00e9sum\u00e9.example/\u00e9?q=\u00e0#n\u0303"}, `
   http://r` + "\u00e9sum\u00e9.example/\u00e9?q=\u00e0#n\u0303" + `
   \__/   \____________/\/ \_/ |
    |           |       |   |  fragment
    |           |       |   query
    |           |       path
    |           authority
    scheme
`},
		{"wide", []string{"split", "-iri", "urn://\u6f22\u5b57/\u8a9e"}, `
   urn://` + "\u6f22\u5b57/\u8a9e" + `
   \_/   \__/\_/
    |     |   path
    |     authority
    scheme
`},
		{"marks, and a password", []string{"split", "-iri",
			"http://u\u0308:\u65e5@ba\u0308r.jp/\u0301x?\u0301#\u65e5"}, `
         userinfo   host
           __|__   __|_
          /     \ /    \
   http://` + "u\u0308:xxxxx@ba\u0308r.jp" + `/\xcc\x81x?\xcc\x81#` + "\u65e5" + `
   \__/   \____________/\________/ \______/ \/
     |          |            |        |      |
  scheme    authority      path     query   fragment
`},
		{"right to left", []string{"split", "-iri", "http://\u05d0\u05ea/\u05d3?q"}, `
   scheme      http
   authority   ` + "\u05d0\u05ea" + `
   path        /` + "\u05d3" + `
   query       q
`},
		{"caret after right to left", []string{"split", "-iri", "//h/\u05d0 "}, `
   //h/\xd7\x90
               ^ illegal space in path at byte 6
                 hint: a space at the end: leave it out, or write %20
`},
		{"byte order mark", []string{"split", "-iri", "\ufeffa:b"}, `
   \xef\xbb\xbfa:b
                ^
   colon in first segment at byte 4: the text before it is not a scheme
   hint: a byte order mark: leave out the first three bytes, EF BB BF
`},
		{"caret after wide", []string{"split", "-iri", "//\u65e5\u672c/\xff\u8a9e"}, `
   //` + "\u65e5\u672c" + `/\xff` + "\u8a9e" + `
          ^ invalid UTF-8 in path at byte 9
   hint: this is not UTF-8: percent-encode the bytes, or convert the text
`},
		{"caret at a mark", []string{"check", "-iri", "//[::1]:8\u0301"}, `
invalid  //[::1]:8\xcc\x81
                  ^ bad port at byte 9: expected a digit
                    hint: a port has digits only
`},
		{"pair", []string{"split", "-iri", "urn:\u6f22\u5b57\u6f22\u5b57", "abc:d\u00e9fg"}, `
   urn:` + "\u6f22\u5b57\u6f22\u5b57" + `
   \_/ \______/
    |     |
 scheme   path
    |   __|
   / \ /  \
   abc:` + "d\u00e9fg" + `
`},
		{"no pair, right to left", []string{"split", "-iri", "urn:abcdefg", "abc:\u05d0\u05d0\u05d0\u05d0\u05d0"}, `
   urn:abcdefg
   \_/ \_____/
    |      |
 scheme   path

   scheme      abc
   path        ` + "\u05d0\u05d0\u05d0\u05d0\u05d0" + `
`},
		{"hidden characters", []string{"check", "-iri", "a\u200d\u202e\u2028\ufe0f\u00a0\U0001f1e6\U0001f3fd\u3164"}, `
ok       a\xe2\x80\x8d\xe2\x80\xae\xe2\x80\xa8\xef\xb8\x8f\xc2\xa0\xf0\x9f\x87\xa6\xf0\x9f\x8f\xbd\xe3\x85\xa4
`},
		{"not with -iri", []string{"check", "a\u00e9"}, `
invalid  a\xc3\xa9
          ^ illegal character U+00E9 in path at byte 1: write %C3%A9
         hint: not ASCII: write %C3%A9, or read it as an IRI (-iri, uri to-uri)
`},
		{"to-uri", []string{"to-uri", "-idna", "//\u7d0d\u8c46/"}, `
   //` + "\u7d0d\u8c46" + `/
   //xn--99zt52a/
     \_________/|
          |     |
      authority path
`},
		{"to-iri", []string{"to-iri", "-idna", "//xn--99zt52a/"}, `
   //xn--99zt52a/
   //` + "\u7d0d\u8c46" + `/
     \__/|
      |  path
      authority
`},
		{"refused", []string{"to-uri", "-idna", "//\u65e5.b\u200dc/"}, `
   //` + "\u65e5" + `.b\xe2\x80\x8dc/
        ^ IDNA refuses the label "b\u200dc": U+200C or U+200D is misplaced
`},
	}
	for _, test := range tests {
		_, stdout, _ := runWith("", append([]string{test.args[0], "-picture=always"}, test.args[1:]...)...)
		if diff := cmp.Diff(test.want, "\n"+stdout); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestIRIColour: the whole illegal byte or character is marked.
func TestIRIColour(t *testing.T) {
	for ref, want := range map[string]string{
		"/\ufdd0a": `\xef\xb7\x90`, "/\xff\xffa": `\xff`, "/%\u65e5\u65e5": "\u65e5", "/a\u0301 b": " ",
	} {
		rec := engine.NewRecord(ref, dialect.IRI)
		rec.Valid()
		got := string(splitPicture(paint.Screen{Width: 80, Colour: true})(nil, rec))
		if want := "\x1b[0;7;31m" + want + "\x1b[0m"; !strings.Contains(got, want) {
			t.Errorf("%q: no %q in %q", ref, want, got)
		}
	}
}

// columnsOf returns the number of columns of a line with the characters of TestIRIShapes.
func columnsOf(line string) (n int) {
	for _, r := range line {
		switch r {
		case '\u65e5':
			n += 2
		case '\u0301', '\n':
		default:
			n++
		}
	}
	return n
}

// TestIRIShapes draws components of every length with characters of every width: no line is wider than the screen, and
// no character is lost.
func TestIRIShapes(t *testing.T) {
	for _, piece := range []string{"", "\u65e5", "\u0301", "a\u0301", "\u65e5\u0301", "a\u65e5"} {
		for _, times := range []int{1, 2, 7, 50} {
			for _, columns := range []int{34, 35, 60, 61} {
				t.Setenv("COLUMNS", strconv.Itoa(columns))
				s := strings.Repeat(piece, times)
				for _, ref := range []string{
					s, "//" + s, "x:" + s + "?" + s + "#" + s, "//" + s + "@" + s + ":/",
					"//u:" + s + "@" + s, "#" + s + "\xff" + s, s + ":",
				} {
					checkIRIPicture(t, ref, columns)
				}
			}
		}
	}
}

func checkIRIPicture(t *testing.T, ref string, width int) {
	t.Helper()
	for _, verb := range []string{"split", "normalize"} {
		_, stdout, _ := runWith(ref, verb, "-iri", "-picture=always")
		for line := range strings.Lines(stdout) {
			isText := strings.ContainsAny(line, "/\\") || strings.Contains(line, "\u65e5")
			if n := columnsOf(line); isText && !strings.Contains(line, "hint: ") && n > width {
				t.Errorf("%s %q: %d columns: %q", verb, ref, n, line)
			}
		}
		if !utf8.ValidString(stdout) {
			t.Errorf("%s %q: %q", verb, ref, stdout)
		}
	}
}

// TestMappingFlags compares the errors about flags of to-uri and to-iri.
func TestMappingFlags(t *testing.T) {
	for args, want := range map[string]string{
		"to-uri -idna=foo a":   `uri: to-uri: -idna: want lookup, registration or browser after a "=", or no value`,
		"to-iri -idna= a":      `uri: to-iri: -idna: want lookup, registration or browser after a "=", or no value`,
		"to-uri -idna=false a": `uri: to-uri: -idna: want lookup, registration or browser after a "=", or no value`,
		"to-uri -idna registration http://\u00e9/": "uri: to-uri: -idna registration: write -idna=registration " +
			"or, if registration is an input, -idna -- registration",
		"to-iri -idna lookup": "uri: to-iri: -idna lookup: write -idna=lookup or, if lookup is an input, -idna -- lookup",
		"to-uri -iri a":       "uri: to-uri: flag not defined: -iri: this command always reads IRIs",
		"to-iri -idna -iri a": "uri: to-iri: flag not defined: -iri: this command always reads URIs",
	} {
		status, stdout, stderr := runWith("", strings.Fields(args)...)
		if status != engine.ExitTrouble || stdout != "" || !strings.HasPrefix(stderr, want+"; run \"uri help ") {
			t.Errorf("%s: status %d, %q, %q, want %q", args, status, stdout, stderr, want)
		}
	}
}
