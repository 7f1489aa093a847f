package fileuri_test

import (
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fileuri"
	"github.com/urispan/uri/internal/test/kit"
)

// Results are assigned to these variables, so that the compiler neither drops a call nor keeps its result on the stack.
var (
	sinkURI    uri.URI
	sinkString string
	sinkErr    error
)

// TestAllocs checks the number of allocations. A case is named after its function, with details after a "/".
func TestAllocs(t *testing.T) {
	from := func(path string, f fileuri.Form) func() {
		return func() { sinkURI, sinkErr = fileuri.FromPath(path, f) }
	}
	to := func(text string, f fileuri.Form) func() {
		u := uri.MustParse(text)
		return func() { sinkString, sinkErr = fileuri.Path(u, f) }
	}
	const long = "a name of a directory that is longer than the buffers of the runtime"
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"FromPath/Unix", 1, from("/home/joe/a-name-that-is-as-it-is-in-a-URI", unix)},
		{"FromPath/Unix, encoded", 2, from("/home/joe/"+long, unix)},
		{"FromPath/Unix, rejected", 1, from("a", unix)},
		{"FromPath/drive", 2, from(`C:\Users\a-name-that-is-as-it-is-in-a-URI`, windows)},
		{"FromPath/drive, encoded", 3, from(`C:\Users\`+long, windows)},
		{"FromPath/drive, encoded, slashes", 2, from(`C:/Users/`+long, windows)},
		{"FromPath/UNC", 2, from(`\\server\share\a-name-that-is-as-it-is-in-a-URI`, windows)},
		{"FromPath/Windows, rejected", 1, from("a", windows)},
		{"Path/Unix", 0, to("file:///home/joe/a-name", unix)},
		{"Path/Unix, encoded", 1, to("file:///home/joe/a%20"+uri.PlacePath.Encode(long), unix)},
		{"Path/Unix, rejected", 1, to("file:///home/../joe", unix)},
		{"Path/rejected octet", 2, to("file:///home%2Fjoe", unix)},
		{"Path/drive", 1, to("file:///C:/Users/a-name-that-is-as-it-is-in-a-URI", windows)},
		{"Path/drive, encoded", 2, to("file:///C:/Users/"+uri.PlacePath.Encode(long), windows)},
		{"Path/drive, vertical line", 3, to("file:///C%7C/Users/"+uri.PlacePath.Encode(long), windows)},
		{"Path/UNC", 1, to("file://server/share/a-name-that-is-as-it-is-in-a-URI", windows)},
	} {
		kit.CheckAllocs(t, test.name, test.want, test.f)
	}
}
