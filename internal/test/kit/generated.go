package kit

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// CheckGenerated checks that each file in the folder is what its function returns: that it is up to date and was not
// edited.
func CheckGenerated(t *testing.T, folder string, sources map[string]func() ([]byte, error)) {
	t.Helper()
	for file, source := range sources {
		want, err := source()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate writes: %v", file, err)
		}
	}
}
