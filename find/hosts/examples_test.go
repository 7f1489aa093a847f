package hosts_test

import (
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/test/kit"
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

// TestExamples finds the links in the examples of other programs.
func TestExamples(t *testing.T) {
	different := map[string]string{}
	for _, want := range kit.Cases[string]("differences.txt", "differences") {
		different[marks.Replace(want)] = want
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
