package uribeam

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

func init() {
	register.Function1x2(shardOf)
	register.Function1x2(bytesOf)
	register.Function1x3(fail)
}

func shardOf(line string) (int, string)     { return len(line), line }
func bytesOf(line string) (int, []byte)     { return len(line), []byte(line) }
func fail(line string) (int, string, error) { return 0, "", errors.New("no") }

// tree returns the files of a folder with their contents.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		slices.Sort(lines)
		files[e.Name()] = strings.Join(lines, "")
	}
	return files
}

func TestOutput(t *testing.T) {
	dir := t.TempDir() + "/out"
	o := NewOutput(dir + "/")
	p, s, lines := ptest.CreateList([]string{"a", "b", "", "c\xff"})
	o.Write(s, "text", 3, beam.ParDo(s, shardOf, lines))
	o.Write(s, "bytes", 3, beam.ParDo(s, bytesOf, lines))
	o.Finish(s)
	ptest.RunAndValidate(t, p)
	files := []string{
		"bytes-00000-of-00003", "bytes-00001-of-00003", "bytes-00002-of-00003",
		"text-00000-of-00003", "text-00001-of-00003", "text-00002-of-00003",
	}
	got := tree(t, dir)
	if list := strings.Fields(got["_SUCCESS"]); len(list) != 7 || len(got) != 7 {
		t.Errorf("got %q", got)
	}
	for i, file := range files {
		if want := []string{"\n", "a\nb\n", "c\xff\n"}[i%3]; got[file] != want {
			t.Errorf("%s: got %q, want %q", file, got[file], want)
		}
	}
	if around := names(t, filepath.Dir(dir)); !slices.Equal(around, []string{"out"}) {
		t.Errorf("left over: %q", around)
	}
	// A job with another Output must not touch the folder.
	p, s, lines = ptest.CreateList([]string{"d"})
	o = NewOutput(dir)
	o.Write(s, "text", 3, beam.ParDo(s, shardOf, lines))
	o.Finish(s)
	if err := ptest.Run(p); err == nil {
		t.Error("no error for a folder with files")
	}
	if err := o.Discard(t.Context()); err != nil {
		t.Error(err)
	}
	if len(tree(t, dir)) != 7 {
		t.Error("the folder has changed")
	}
	if around := names(t, filepath.Dir(dir)); !slices.Equal(around, []string{"out"}) {
		t.Errorf("left over: %q", around)
	}
}

// names returns the names in a folder.
func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestOutputFailure runs a job with two branches. One of them fails. It must leave no files.
func TestOutputFailure(t *testing.T) {
	dir := t.TempDir() + "/out"
	o := NewOutput(dir)
	p, s, lines := ptest.CreateList([]string{"a"})
	o.Write(s, "good", 2, beam.ParDo(s, shardOf, lines))
	o.Write(s, "bad", 2, beam.ParDo(s, fail, lines))
	o.Finish(s)
	if err := ptest.Run(p); err == nil {
		t.Error("no error")
	}
	if err := o.Discard(t.Context()); err != nil {
		t.Error(err)
	}
	if around := names(t, filepath.Dir(dir)); len(around) > 0 {
		t.Errorf("left over: %q", around)
	}
}

// TestPublishIntoOtherOutput publishes into a folder with the output of another job. The step must fail and change
// nothing. In the local file system, renaming the folder would fail later. An object store has no folders, and would
// replace each file.
func TestPublishIntoOtherOutput(t *testing.T) {
	for scheme, dir := range map[string]string{"local": t.TempDir(), "memfs": "memfs://" + t.Name()} {
		for _, marker := range []string{"other\na\n", "JJ\na\n"} {
			fs, err := filesystem.New(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			f := &publishFn{From: dir + "/out.tmp-J", To: dir + "/out", Job: "J"}
			files := map[string]string{f.To + success: marker, f.To + "/a": "theirs", f.From + "/a.1": "ours"}
			for name, text := range files {
				if scheme == "local" {
					if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
						t.Fatal(err)
					}
				}
				if err := filesystem.Write(t.Context(), fs, name, []byte(text)); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.ProcessElement(t.Context(), 0, listOf("", "a.1")); err == nil ||
				!strings.Contains(err.Error(), "another job") {
				t.Errorf("%s, %q: got error %v", scheme, marker, err)
			}
			for name, want := range files {
				if got, err := filesystem.Read(t.Context(), fs, name); string(got) != want || err != nil {
					t.Errorf("%s, %q: %s is %q, %v, want %q", scheme, marker, name, got, err, want)
				}
			}
			if err := fs.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// listOf returns an iterator over names, as publishFn takes it.
func listOf(names ...string) func(*string) bool {
	return func(name *string) bool {
		if len(names) == 0 {
			return false
		}
		*name, names = names[0], names[1:]
		return true
	}
}

// TestPublishRepeated repeats the last step after it was interrupted at each point, as runners do.
func TestPublishRepeated(t *testing.T) {
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for moved := range 4 {
		dir := t.TempDir()
		f := &publishFn{From: dir + "/out.tmp-J", To: dir + "/out", Job: "J"}
		for i, name := range []string{"a.1", "b.2"} {
			target := f.From + "/" + name
			if i < moved {
				target = f.From + complete + "/" + finalName(name)
			}
			write(target, name)
		}
		write(f.From+"/a.0", "of an attempt that was not accepted")
		if moved > 2 {
			write(f.From+complete+success, "half")
		}
		for range 2 {
			if err := f.ProcessElement(t.Context(), 0, listOf("", "a.1", "b.2")); err != nil {
				t.Fatal(err)
			}
			got := tree(t, f.To)
			if len(got) != 3 || got["a"] != "a.1" || got["b"] != "b.2" || !strings.Contains(got["_SUCCESS"], "J\n") {
				t.Errorf("got %q", got)
			}
		}
	}
	// A missing file is an error.
	f := &publishFn{From: t.TempDir() + "/x", To: t.TempDir() + "/out", Job: "J"}
	if err := f.ProcessElement(t.Context(), 0, listOf("a.1")); err == nil {
		t.Error("no error for a lost file")
	}
	if _, err := os.Stat(f.To); err == nil {
		t.Error("there is an output")
	}
}
