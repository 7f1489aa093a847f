package wholefile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// names returns the names of the files in a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

func create1(t *testing.T, name string) *File {
	t.Helper()
	f, err := Create(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	return f
}

// symlink makes a symbolic link. It skips the test if the system has none. Wine makes none and returns no error.
func symlink(t *testing.T, target, link string) {
	t.Helper()
	err := os.Symlink(target, link)
	if err == nil {
		_, err = os.Readlink(link)
	}
	if err != nil {
		t.Skip(err)
	}
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "result")
	f := create1(t, name)
	if _, err := os.Stat(name); err == nil {
		t.Error("the file appears before Commit")
	}
	if err := f.Commit(); err != nil || content(t, name) != "new" {
		t.Error(err)
	}
	f.Discard()
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	symlink(t, "result", link)
	f = create1(t, link)
	if content(t, name) != "old" {
		t.Error("the file changes before Commit")
	}
	if err := f.Commit(); err != nil || content(t, name) != "new" {
		t.Error(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 && runtime.GOOS != "windows" {
		t.Error(info.Mode(), err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"link", "result"}) {
		t.Error(got)
	}
}

func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "result")
	if err := create1(t, name).Discard(); err != nil || len(names(t, dir)) > 0 {
		t.Error(names(t, dir), err)
	}
	if _, err := Create(t.Context(), filepath.Join(dir, "none", "result")); err == nil {
		t.Error("no error for a folder that does not exist")
	}
	if _, err := Create(t.Context(), dir); err == nil {
		t.Error("no error for a folder")
	}
}

// TestCommitThroughLink checks that a symbolic link stays, and leads to the new file, whether there was an old one or
// not.
func TestCommitThroughLink(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"a", "a/b", "c"} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	abs, err := filepath.Abs("a/abs")
	if err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"1": "new", "2": "1", "3": "a/b/4", "a/b/4": "../up", "dir": "a/b", "c/5": "../dir/../side", "6": abs,
	} {
		symlink(t, target, link)
	}
	for _, test := range []struct{ name, target string }{
		{"1", "new"}, {"2", "new"}, {"3", "a/up"}, {"dir/4", "a/up"}, {"c/5", "a/side"}, {"6", abs},
	} {
		for range 2 { // without the target, and with it
			before, _ := os.Readlink(test.name)
			if err := create1(t, test.name).Commit(); err != nil {
				t.Error(err)
			}
			if after, err := os.Readlink(test.name); err != nil && test.name != "dir/4" || after != before {
				t.Errorf("%s leads to %q, want %q; %v", test.name, after, before, err)
			}
			if content(t, test.target) != "new" {
				t.Error(test.name)
			}
		}
		os.Remove(test.target)
	}
	if err := errors.Join(os.Symlink("x", "y"), os.Symlink("y", "x"), os.Symlink("none/z", "z")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "z", "none/", "a/"} {
		if f, err := Create(t.Context(), name); err == nil {
			t.Errorf("no error for %s", name)
			f.Discard()
		}
	}
}

// TestDeviceStays checks that a device is written directly, and stays.
func TestDeviceStays(t *testing.T) {
	f := create1(t, os.DevNull)
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("the device is gone", err)
	}
}

// TestHasFileOf compares files with equal and different names.
func TestHasFileOf(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("d", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		a, b string
		want bool
	}{{"x", "x", true}, {"x", "./d/../x", true}, {"x", "y", false}, {"x", "d/x", false}, {os.DevNull, os.DevNull, false}} {
		f, err := Create(t.Context(), test.a)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Create(t.Context(), test.b)
		if err != nil {
			t.Fatal(err)
		}
		if f.HasFileOf(g) != test.want {
			t.Errorf("%s and %s: %v, want %v", test.a, test.b, !test.want, test.want)
		}
		f.Discard()
		g.Discard()
	}
}
