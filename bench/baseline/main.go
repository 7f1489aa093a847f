// Command baseline compares the library in the working tree with an older one: the results for random inputs, and the
// times of the usual lists.
//
//	go -C bench run ./baseline
//	go -C bench run ./baseline -n 1000000 -passes 0 -only whatwg
//	go -C bench run ./baseline -n 0 -list $PWD/urls.txt
//	go -C bench run ./baseline -commit HEAD~3
//
// The older library is the one at commit 7e7e8f1, or at -commit. Baseline copies it from the history of git, gives it
// another module path, and builds a program that has both. The copy stays in the folder for caches of the user. So the
// passes of both versions alternate in one process, and their least times compare; the result of -commit HEAD, without
// changes in the tree, shows what noise is.
//
// Package side lists the results and loops that are compared. Baseline prints the first differences of each result. The
// exit status is 0 if all results are equal.
package main

import (
	"archive/tar"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispan/uri/bench/baseline/compare"
)

// These are the paths of modules: of the library, of the copy of an older one, and of the program that has both.
const (
	modulePath  = "github.com/urispan/uri"
	basePath    = "github.com/urispan/uri-base"
	programPath = modulePath + "/bench/baseline/program" // below the library, for its internal packages
)

func main() {
	status, err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "baseline:", err)
		status = 2
	}
	os.Exit(status)
}

func run(args []string, stdout, stderr io.Writer) (status int, err error) {
	var o compare.Options
	flags := flag.NewFlagSet("baseline", flag.ExitOnError)
	commit := flags.String("commit", "7e7e8f1", "compare with this `commit`")
	tags := flags.String("tags", "", "build both versions with these `tags`")
	o.AddFlags(flags)
	flags.Parse(args)
	if flags.NArg() > 0 {
		return 0, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}

	root, err := output("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return 0, err
	}
	id, err := output(root, "git", "rev-parse", "--verify", "--quiet", *commit+"^{commit}")
	if err != nil {
		return 0, fmt.Errorf("this clone has no commit %s; get the whole history by git fetch --unshallow", *commit)
	}
	base, err := copyOf(root, id)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "baseline")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if err := writeProgram(dir, root, base); err != nil {
		return 0, err
	}
	build := exec.Command("go", "build", "-tags", *tags, "-o", "program")
	build.Dir, build.Stderr = dir, stderr
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if err := build.Run(); err != nil {
		return 0, fmt.Errorf("building both versions: %w", err)
	}
	program := exec.Command(filepath.Join(dir, "program"), o.Args()...)
	program.Stdout, program.Stderr = stdout, stderr
	err = program.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.Exited() {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// output returns the output of a command, without the newline at its end.
func output(dir, name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Dir, command.Stderr = dir, os.Stderr
	out, err := command.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(command.Args, " "), err)
	}
	return strings.TrimSuffix(string(out), "\n"), err
}

// copyOf returns a folder with the library of a commit as the module basePath. It makes the folder if it is missing.
func copyOf(root, id string) (dir string, err error) {
	caches, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(caches, "urispan-baseline", id)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return "", err
	}
	// The folder gets its name when it is complete.
	temp, err := os.MkdirTemp(filepath.Dir(dir), "new")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	archive := exec.Command("git", "archive", "--format=tar", id)
	archive.Dir, archive.Stderr = root, os.Stderr
	out, err := archive.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := archive.Start(); err != nil {
		return "", err
	}
	if err := errors.Join(extract(temp, out), archive.Wait()); err != nil {
		return "", err
	}
	if err := os.Rename(temp, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return dir, nil
}

// extract writes the files of the archive that the module basePath needs to a folder.
func extract(dir string, archive io.Reader) error {
	files := map[string]string{}
	var nested []string // folders of modules below the root
	for r := tar.NewReader(archive); ; {
		header, err := r.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		name := header.Name
		if header.Typeflag != tar.TypeReg || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if folder := path.Dir(name); path.Base(name) == "go.mod" && folder != "." {
			nested = append(nested, folder+"/")
		}
		files[name] = string(text)
	}
	for name, text := range files {
		if slices.ContainsFunc(nested, func(folder string) bool { return strings.HasPrefix(name, folder) }) {
			continue
		}
		if name == "go.mod" || path.Ext(name) == ".go" {
			text = rename(text)
		}
		if err := write(filepath.Join(dir, filepath.FromSlash(name)), text); err != nil {
			return err
		}
	}
	return nil
}

// rename returns a file of Go with the path of the older library in place of modulePath.
func rename(text string) string {
	return strings.NewReplacer(
		`"`+modulePath+`"`, `"`+basePath+`"`, `"`+modulePath+`/`, `"`+basePath+`/`, "module "+modulePath+"\n", "module "+basePath+"\n",
	).Replace(text)
}

// writeProgram writes the module of the program that has the libraries of root and base.
func writeProgram(dir, root, base string) error {
	for _, copied := range []struct {
		from, to, without string
		edit              func(text string) string
	}{
		{"side", "after", "old.go", func(text string) string { return text }},
		{"side", "before", "new.go", func(text string) string { return strings.Replace(rename(text), "//go:build ignore\n", "", 1) }},
		{"compare", "compare", "", func(text string) string { return text }},
	} {
		files, err := filepath.Glob(filepath.Join(root, "bench/baseline", copied.from, "*.go"))
		if err != nil {
			return err
		}
		for _, file := range files {
			name := filepath.Base(file)
			if strings.HasSuffix(name, "_test.go") || name == copied.without {
				continue
			}
			text, err := os.ReadFile(file)
			if err == nil {
				err = write(filepath.Join(dir, copied.to, name), copied.edit(string(text)))
			}
			if err != nil {
				return err
			}
		}
	}
	sums, err1 := os.ReadFile(filepath.Join(root, "go.sum"))
	baseSums, err2 := os.ReadFile(filepath.Join(base, "go.sum"))
	return errors.Join(err1, err2,
		write(filepath.Join(dir, "go.sum"), string(sums)+string(baseSums)),
		write(filepath.Join(dir, "go.mod"), fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire (\n\t%[2]s v0.0.0\n\t%[3]s v0.0.0\n)\n\n"+
			"replace (\n\t%[2]s => %[4]s\n\t%[3]s => %[5]s\n)\n", programPath, modulePath, basePath, root, base)),
		write(filepath.Join(dir, "main.go"), fmt.Sprintf(mainSource, programPath, filepath.Join(root, "testdata/corpus.txt"))),
	)
}

const mainSource = `package main

import (
	"os"

	after "%[1]s/after"
	before "%[1]s/before"
	"%[1]s/compare"
)

func main() {
	os.Exit(compare.Main(
		compare.Version{Results: before.Results(), Timings: before.Timings()},
		compare.Version{Results: after.Results(), Timings: after.Timings()},
		%[2]q,
	))
}
`

// write writes a file, and makes its folder.
func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}
