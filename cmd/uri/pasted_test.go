package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestLinesPasted runs lines of answers in a shell, on files as people have them, and compares their output.
func TestLinesPasted(t *testing.T) {
	for _, program := range []string{"bash", "awk", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	t.Chdir(t.TempDir())
	write := func(name, text string, mode os.FileMode) {
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	bin := t.TempDir()
	write(filepath.Join(bin, "uri"), "#!/bin/sh\nexec \"$URI_TEST_PROGRAM\" \"$@\"\n", 0o700)
	for name, text := range kit.Pairs[string, string]("pasted.txt", "files") {
		write(name, text, 0o600)
	}
	environment := append(os.Environ(), "URI_TEST_MAIN=1", "LC_ALL=C", "URI_TEST_PROGRAM="+os.Args[0],
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, test := range kit.Cases[struct {
		typed, want string
		words       []string // what the user writes for words of the line, such as NAME=url
	}]("pasted.txt", "TestLinesPasted") {
		args := splitShell(test.typed)
		_, _, stderr := runWith("", args...)
		_, line, _ := strings.Cut(strings.TrimSuffix(stderr, "\n"), "; try:\n")
		cmd := kit.Command(t, "bash", "-c", fillIn(line, args, test.words))
		cmd.Env = environment
		if got, err := cmd.Output(); string(got) != test.want {
			t.Errorf("uri %s: %s: %v, %q, want %q", test.typed, line, err, got, test.want)
		}
	}
}

// fillIn returns a line with its words replaced: FILE by the arguments that are files, or by the first of them if OTHER
// stands for the rest, and other words by those of the user.
func fillIn(line string, args, words []string) string {
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		line = strings.ReplaceAll(line, name, value)
	}
	files := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return !engine.IsFile(arg) })
	if strings.Contains(line, "OTHER") {
		line = strings.ReplaceAll(line, "FILE", files[0])
		files = files[1:]
	}
	rest := strings.Join(files, " ")
	return strings.NewReplacer("FILE", rest, "OTHER", rest).Replace(line)
}
