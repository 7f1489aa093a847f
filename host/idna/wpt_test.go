package idna_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/urispan/uri/host/idna"
)

// TestWebPlatform reads the data of the web platform tests for the domain parser, if they are there. The numbers are
// the tests of July 2026.
func TestWebPlatform(t *testing.T) {
	for _, file := range []struct {
		name  string
		cases int
	}{{"toascii.json", 87}, {"IdnaTestV2.json", 2671}, {"IdnaTestV2-removed.json", 20}} {
		t.Run(file.name, func(t *testing.T) {
			text, err := os.ReadFile("../../../shared/wpt/" + file.name)
			if err != nil {
				t.Skip(err)
			}
			var list []any
			if err := json.Unmarshal(text, &list); err != nil {
				t.Fatal(err)
			}
			cases := 0
			for _, x := range list {
				test, ok := x.(map[string]any)
				if !ok {
					continue // a comment
				}
				cases++
				input := test["input"].(string)
				want, ok := test["output"].(string)
				if input == "" { // the runner of the tests skips it
					continue
				}
				got, err := idna.Browser.AppendASCII(nil, input)
				if (err == nil) != ok || string(got) != want {
					t.Errorf("%+q (%v): %q, %v, want %q", input, test["comment"], got, err, want)
				}
			}
			if cases != file.cases {
				t.Errorf("%d cases, want %d", cases, file.cases)
			}
		})
	}
}
