package hosts_test

import (
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/find/hosts"
)

// TestUTS58 finds the links in the lines of LinkDetectionTest.txt.
func TestUTS58(t *testing.T) {
	data, err := os.ReadFile("testdata/LinkDetectionTest.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	marks := strings.NewReplacer("⸠", "", "⸡", "")
	finder := hosts.UTS58()
	for want := range strings.Lines(string(data)) {
		want = strings.TrimRight(want, "\n")
		if want == "" || want[0] == '#' {
			continue
		}
		lines++
		text := marks.Replace(want)
		got, last := "", int64(0)
		for m := range finder.AllString(text) {
			got += text[last:m.Start] + "⸠" + text[m.Start:m.End] + "⸡"
			last = m.End
		}
		if got += text[last:]; got != want {
			t.Errorf(" got %s\nwant %s", got, want)
		}
	}
	if lines != 345 {
		t.Errorf("%d lines, want 345", lines)
	}
}
