package hosts_test

import (
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
)

// marks removes the marks of links.
var marks = strings.NewReplacer("⸠", "", "⸡", "")

// marked returns text with marks around the addresses that f finds.
func marked(f *find.Finder, text string) string {
	var w strings.Builder
	last := int64(0)
	for m := range f.AllString(text) {
		w.WriteString(text[last:m.Start] + "⸠" + text[m.Start:m.End] + "⸡")
		last = m.End
	}
	return w.String() + text[last:]
}

// eachMarked calls f with each line of a file of testdata, without and with marks. It returns the number of lines.
func eachMarked(t *testing.T, file string, f func(text, marked string)) (lines int) {
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\n"); line != "" && line[0] != '#' {
			lines++
			f(marks.Replace(line), line)
		}
	}
	return lines
}

// differences lists what a Finder with all names finds in the examples of other programs, where that differs, and why.
var differences = []struct {
	why  string
	want []string
}{
	{`a ")" without "(" before it ends an address`, []string{
		`⸠www.google.com/search?q=(business)⸡)+ok`,
	}},
	{`"&hl;" may be a parameter; the option for HTML reads character references`, []string{
		`⸠www.google.com/search?q=commonmark&hl⸡;`,
	}},
	{`the last label of a name must be a top-level domain`, []string{
		`foo@bar.baz`,
		`hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.`,
		`a.b-c_d@a.b`,
		`a.b-c_d@a.b.`,
		`mailto:foo@bar.baz`,
		`mailto:a.b-c_d@a.b`,
		`mailto:a.b-c_d@a.b.`,
		`mailto:a.b-c_d@a.b/`,
		`mailto:foo@bar`,
	}},
	{`xmpp: has no "//", so it is found only if Schemes has it`, []string{
		`xmpp:foo@bar.baz`,
		`xmpp:foo@bar.baz.`,
		`xmpp:foo@bar.baz/txt`,
		`xmpp:foo@bar.baz/txt@bin`,
		`xmpp:foo@bar.baz/txt/bin`,
	}},
	{`UTS #58 allows "/" in a local part`, []string{
		`xmpp:foo@⸠bar.baz/txt@bin.com⸡`,
	}},
	{`text has too many other words after "//", such as comments`, []string{
		`//localhost`,
		`//test.123`,
		`My ssl //example.com site`,
	}},
	{`the grammar of RFC 3987 has no such bracket or quotation mark in a path`, []string{
		`⸠http://foo.com/blah_blah_⸡[other]`,
		`⸠http://foo.com/blah_blah_⸡{I'm_king}`,
		`⸠http://foo.com/blah_blah_⸡"doublequoted"`,
	}},
	{`a "'" is no bracket, and final punctuation`, []string{
		`⸠http://foo.com/blah_blah_'singlequoted⸡'`,
	}},
	{`UTS #58 has no quoted local parts`, []string{
		`test."foo".bar@gmail.co.uk!`,
	}},
	{`U+FF5C is a character of IRIs, and Link_Term does not end a link there`, []string{
		`｜⸠www.google.com/www.google.com/foo｜bar⸡`,
		`｜⸠http://google.com｜bar⸡`,
	}},
	{`a host with a scheme may have any labels`, []string{
		`⸠http://a.b--c.de/⸡`,
		`⸠http://example.com_⸡`,
	}},
	{`"_" before an address is a mark of emphasis`, []string{
		`_⸠http://example.com⸡`,
	}},
	{`a wrong port does not make the host wrong`, []string{
		`⸠google.com⸡:500000`,
	}},
	{`.pm is a top-level domain, and ":" is often before a name`, []string{
		`path:to:⸠file.pm⸡`,
	}},
}

// TestExamples finds the links in the examples of other programs.
func TestExamples(t *testing.T) {
	different := map[string]string{}
	for _, d := range differences {
		for _, want := range d.want {
			different[marks.Replace(want)] = want
		}
	}
	count := len(different)
	finder := &find.Finder{Names: hosts.Names | hosts.IPs | hosts.Emails}
	lines := eachMarked(t, "examples.txt", func(text, want string) {
		if differs := different[text]; differs != "" {
			if differs == want {
				t.Errorf("%s does not differ", text)
			}
			delete(different, text)
			want = differs
		}
		if got := marked(finder, text); got != want {
			t.Errorf(" got %s\nwant %s", got, want)
		}
	})
	if lines != 174 || len(different) > 0 {
		t.Errorf("%d lines, want 174; no line for %d of %d differences", lines, len(different), count)
	}
}
