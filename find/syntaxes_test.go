package find_test

import (
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
)

// named are the characters that the cases of testdata/syntaxes.tsv name.
var named = strings.NewReplacer("<ESC>", "\x1b", "<LF>", "\n", "<FEFF>", "\ufeff")

// optionsOf returns a Finder with an option of testdata/syntaxes.tsv.
func optionsOf(t *testing.T, option string) *find.Finder {
	switch option {
	case "":
		return &find.Finder{}
	case "any":
		return &find.Finder{AnyScheme: true}
	case "ansi":
		return &find.Finder{Escapes: find.EscapesANSI}
	case "wrapped":
		return &find.Finder{Wrapped: true}
	case "names":
		return &find.Finder{Names: hosts.Names}
	case "emails":
		return &find.Finder{Names: hosts.Emails}
	case "scps":
		return &find.Finder{Names: hosts.SCPs}
	}
	t.Fatalf("no option %q", option)
	return nil
}

// TestSyntaxes finds the addresses in the cases of testdata/syntaxes.tsv.
func TestSyntaxes(t *testing.T) {
	data, err := os.ReadFile("testdata/syntaxes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSuffix(line, "\n"); line[0] == '#' {
			continue
		}
		count++
		fields := strings.Split(line, "\t")
		if len(fields) < 7 || len(fields) > 8 {
			t.Fatalf("%d fields: %s", len(fields), line)
		}
		text := named.Replace(fields[2])
		for i, syntax := range allSyntaxes {
			f := optionsOf(t, fields[1])
			f.Syntax = syntax
			want := fields[3+i]
			if want == "=" {
				want = fields[3]
			}
			if want == "-" {
				want = ""
			}
			if got := strings.Join(addresses(f, text), " "); got != named.Replace(want) {
				t.Errorf("%s: syntax %d: %s\n got %q\nwant %q", fields[0], syntax, fields[2], got, want)
			}
		}
	}
	if count < 150 {
		t.Errorf("%d cases, want 150", count)
	}
}
