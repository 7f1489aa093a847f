package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urispan/uri/internal/test/kit"
)

func TestSplitLine(t *testing.T) {
	tests := kit.Cases[struct{ ref, want string }]("split.txt", "TestSplitLine")
	for _, test := range tests {
		_, stdout, _ := runWith("", "split", test.ref)
		columns := strings.Split(strings.TrimSuffix(stdout, "\n"), "\t")
		for i, column := range columns {
			if columns[i] = strings.ReplaceAll(column, " ", "_"); column == "" {
				columns[i] = "-"
			}
		}
		if got := strings.Join(columns, " "); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.ref, got, test.want)
		}
	}
}

// TestEscapedLine: arbitrary bytes do not break a line, and can be restored from it.
func TestEscapedLine(t *testing.T) {
	for a := range 256 {
		for _, more := range []string{"", "\x80", "\\n", "\xa9\"", "\n\t"} {
			in := " " + string(rune(a)) + string([]byte{byte(a)}) + more
			_, stdout, _ := runWith(in+"\x00", "split", "-0")
			if a == 0 {
				_, stdout, _ = runWith("", "split", in)
			}
			columns := strings.Split(strings.TrimSuffix(stdout, "\n"), "\t")
			if len(columns) != 5 || strings.Count(stdout, "\n") != 1 {
				t.Fatalf("%q: line %q", in, stdout)
			}
			got, err := strconv.Unquote(`"` + strings.ReplaceAll(columns[4], `"`, `\"`) + `"`)
			if err != nil || got != in {
				t.Errorf("%q: column %q is %q, %v", in, columns[4], got, err)
			}
		}
	}
}

func TestSplitJSON(t *testing.T) {
	for _, test := range kit.Cases[struct{ ref, want string }]("split.txt", "TestSplitJSON") {
		_, stdout, _ := runWith(test.ref+"\x00", "split", "-0", "-json")
		if diff := cmp.Diff(test.want+"\n", stdout); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.ref, diff)
		}
	}
}
