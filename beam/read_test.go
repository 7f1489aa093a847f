package uribeam

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"
)

// file writes a file and returns it as a ReadableFile.
func file(t *testing.T, name string, data []byte) fileio.ReadableFile {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return fileio.ReadableFile{Metadata: fileio.FileMetadata{Path: path, Size: int64(len(data))}}
}

func compressed(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// read returns the lines of f that begin in restriction r.
func read(t *testing.T, f fileio.ReadableFile, r offsetrange.Restriction) (lines []string, err error) {
	t.Helper()
	fn := new(readFn)
	tracker := fn.CreateTracker(r)
	err = fn.ProcessElement(t.Context(), tracker, f, func(line string) { lines = append(lines, line) })
	if err == nil && (!tracker.IsDone() || tracker.GetError() != nil) {
		t.Errorf("restriction %v is not done: %v", r, tracker.GetError())
	}
	return lines, err
}

// TestReadSplit splits files in two at each offset.
func TestReadSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"":              nil,
		"\n":            {""},
		"a":             {"a"},
		"ab\n\nc\r\n":   {"ab", "", "c\r"},
		"abc\nd\xff\ne": {"abc", "d\xff", "e"},
	} {
		f := file(t, "a.txt", []byte(text))
		for i := range int64(len(text)) + 1 {
			head, err := read(t, f, offsetrange.Restriction{Start: 0, End: i})
			if err != nil {
				t.Fatal(err)
			}
			tail, err := read(t, f, offsetrange.Restriction{Start: i, End: f.Metadata.Size})
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				head = nil
			}
			if got := append(head, tail...); !slices.Equal(got, want) {
				t.Errorf("%q, split at %d: got %q", text, i, got)
			}
		}
	}
}

func TestReadGzip(t *testing.T) {
	text := []byte("a\nb\n")
	members := append(compressed(t, text), compressed(t, []byte("c"))...)
	f := file(t, "a.gz", members)
	whole := new(readFn).CreateInitialRestriction(f)
	if parts := new(readFn).SplitRestriction(f, whole); len(parts) != 1 {
		t.Errorf("it is split: %v", parts)
	}
	if got, err := read(t, f, whole); err != nil || !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("got %q, %v", got, err)
	}
	for i := range len(members) {
		if i == len(compressed(t, text)) {
			continue // a whole member
		}
		if _, err := read(t, file(t, "a.gz", members[:i]), whole); err == nil {
			t.Errorf("no error for the first %d bytes", i)
		}
	}
}

// TestReadShort tests that a file that has become shorter is an error, because lines may be lost.
func TestReadShort(t *testing.T) {
	f := file(t, "a.txt", []byte("a\nb\n"))
	f.Metadata.Size++
	for start := range f.Metadata.Size {
		if _, err := read(t, f, offsetrange.Restriction{Start: start, End: f.Metadata.Size}); err == nil {
			t.Errorf("no error from %d on", start)
		}
	}
}

// TestRead runs Read on Prism, and shows why it does not use textio.Read.
func TestRead(t *testing.T) {
	var text strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&text, "http://example.com/%d\n", i)
	}
	f := file(t, "a.gz", compressed(t, []byte(text.String())))
	plain := filepath.Join(filepath.Dir(f.Metadata.Path), "a.txt")
	if err := os.WriteFile(plain, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	passert.Equals(s, stats.CountElms(s, Read(s, filepath.Dir(plain)+"/a.*")), 20_000)
	ptest.RunAndValidate(t, p)

	p, s = beam.NewPipelineWithRoot()
	passert.Equals(s, stats.CountElms(s, textio.Read(s, f.Metadata.Path)), 10_000)
	if err := ptest.Run(p); err == nil {
		t.Log("textio.Read no longer loses lines of compressed files: Read could use it")
	}
	p, s = beam.NewPipelineWithRoot()
	passert.Empty(s, Read(s, plain+".missing"))
	if err := ptest.Run(p); err == nil {
		t.Error("no error for a file that does not exist")
	}
}
