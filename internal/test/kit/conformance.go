package kit

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Conformance returns the inputs of the conformance cases. The root of the module is up levels above the directory of
// the test.
func Conformance(t testing.TB, up int) (inputs []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(strings.Repeat("../", up), "testdata", "conformance.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, `"`) {
			continue
		}
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		s, _ := strconv.Unquote(quoted)
		inputs = append(inputs, s)
	}
	if len(inputs) < 400 {
		t.Fatalf("only %d cases", len(inputs))
	}
	return inputs
}
