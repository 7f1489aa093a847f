package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestVerbsInDialects: every verb answers in each of its dialects, with and without the flags that choose other
// functions.
func TestVerbsInDialects(t *testing.T) {
	for name, v := range verbs {
		flags := engine.FlagNames(v.FlagSet())
		for _, d := range v.Dialects {
			args := []string{name}
			if d != v.Dialects[0] {
				args = append(args, "-"+d.Flag)
			}
			for _, more := range []string{"", "-base=x:/b", "-audit", "-idna"} {
				flag, _, _ := strings.Cut(more, "=")
				ref := "x:/a"
				switch {
				case more == "-audit" && d == dialect.Web:
					continue
				case more != "" && !slices.Contains(flags, flag):
					continue
				case more == "" && slices.Contains(flags, "-base"):
					ref = "x:/b\tx:/a"
				}
				args := slices.Concat(args, strings.Fields(more), []string{ref})
				if name == "set" {
					args = append(args, "fragment=f")
				}
				if status, stdout, stderr := runWith("", args...); status != engine.ExitValid || stdout == "" || stderr != "" {
					t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
				}
			}
		}
	}
}
