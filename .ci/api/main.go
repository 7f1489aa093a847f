// Api writes the exported declarations of each package that users may import, in sorted lines, to a file of its folder,
// .ci/api. The name of the file is the path of the package below github.com/urispan/uri, with "-" for each "/", and "uri"
// for the root.
//
//	go -C .ci run ./api           # writes the files
//	go -C .ci run ./api -check    # fails if a file differs, or if a change has no decision
//
// A change is a line that was added, removed or changed since the commit in .ci/api/base. Its decision is a row in
// .ci/api/decisions.md, below the heading with the package, that has the name between backquotes.
//
// It also fails if the root has more functions and methods than users can survey.
//
// Types and signatures are those of linux/amd64. Values of constants are left out.
package main

import (
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

const (
	root    = "github.com/urispan/uri"
	folder  = "api" // of the files, from the folder .ci
	command = "go -C .ci run ./api"
)

// maxCalls is the largest number of functions and methods of the root.
const maxCalls = 150

// modules are the folders of the modules that programs may import.
var modules = []string{"..", "../beam"}

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "compare the files with the packages, and write nothing")
	flag.Parse()
	files := map[string]string{}
	for _, dir := range modules {
		if err := describe(dir, files); err != nil {
			log.Fatal(err)
		}
	}
	if n := calls(files[filepath.Join(folder, "uri.txt")]); n > maxCalls {
		log.Fatalf("The root has %d functions and methods, and at most %d are allowed: .ci/api/decisions.md says how others were removed.", n, maxCalls)
	}
	old, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		log.Fatal(err)
	}
	failed := false
	for _, file := range old {
		if _, ok := files[file]; ok {
			continue
		}
		if *check {
			log.Printf("%s: there is no such package", file)
			failed = true
		} else if err := os.Remove(file); err != nil {
			log.Fatal(err)
		}
	}
	for file, text := range files {
		if !*check {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				log.Fatal(err)
			}
			continue
		}
		was, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			log.Fatal(err)
		}
		for _, line := range difference(string(was), text) {
			log.Printf("%s: %s", file, line)
			failed = true
		}
	}
	if failed {
		log.Fatalf("The declarations differ from the files. If that is intended, run: %s", command)
	}
	if *check {
		checkDecisions(files)
	}
}

// checkDecisions ends the program if the declarations in files have a change that .ci/api/decisions.md does not decide.
func checkDecisions(files map[string]string) {
	commit, err := os.ReadFile(filepath.Join(folder, "base"))
	if err != nil {
		log.Fatal(err)
	}
	decisions, err := os.ReadFile(filepath.Join(folder, "decisions.md"))
	if err != nil {
		log.Fatal(err)
	}
	bases, err := readBase(strings.TrimSpace(string(commit)))
	if err != nil {
		log.Fatal(err)
	}
	for file := range bases {
		if _, ok := files[file]; !ok {
			files[file] = ""
		}
	}
	failed := false
	for _, file := range slices.Sorted(maps.Keys(files)) {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, line := range undecided(bases[file], files[file], section(string(decisions), name)) {
			log.Printf("%s: %s", file, line)
			failed = true
		}
	}
	if failed {
		log.Fatal("These declarations have changed since the commit in .ci/api/base, and .ci/api/decisions.md has no row for them.")
	}
}

// places are the folders of the files in the repository: today, and at commits before they moved.
var places = []string{".ci/api/", "api/"}

// readBase returns the files at a commit.
func readBase(commit string) (map[string]string, error) {
	git := func(args ...string) (string, error) {
		cmd := exec.Command("git", args...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		return string(out), err
	}
	files := map[string]string{}
	for _, place := range places {
		names, err := git("ls-tree", "--full-tree", "--name-only", commit, place)
		if err != nil {
			return nil, err
		}
		for path := range strings.Lines(names) {
			path = strings.TrimSpace(path)
			if !strings.HasSuffix(path, ".txt") {
				continue
			}
			if files[filepath.Join(folder, filepath.Base(path))], err = git("show", commit+":"+path); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// section returns the text of decisions below the headings of a package, which is named as its file is. A heading lists
// packages by their paths, with ", " between them.
func section(decisions, name string) string {
	var text strings.Builder
	inside := false
	for line := range strings.Lines(decisions) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			inside = slices.Contains(strings.Split(strings.ReplaceAll(strings.TrimSpace(heading), "/", "-"), ", "), name)
		} else if inside {
			text.WriteString(line)
		}
	}
	return text.String()
}

// quoted has what Markdown shows as code, and words the identifiers in it.
var (
	quoted = regexp.MustCompile("`[^`]+`")
	words  = regexp.MustCompile(`\w+`)
)

// declared is the identifier that a line declares: a field, a method, or a name of the package.
var declared = regexp.MustCompile(`^[-+] (?:type \w+ struct, (?:embedded )?(?:\w+\.)?(\w+)|method \([^)]*\) (\w+)|\w+ (\w+))`)

// undecided returns the lines that differ between two files, if the section does not name their identifiers.
func undecided(was, is, section string) (lines []string) {
	decided := map[string]bool{}
	for _, code := range quoted.FindAllString(section, -1) {
		for _, word := range words.FindAllString(code, -1) {
			decided[word] = true
		}
	}
	for _, line := range difference(was, is) {
		if m := declared.FindStringSubmatch(line); m != nil && !decided[m[1]+m[2]+m[3]] {
			lines = append(lines, line)
		}
	}
	return lines
}

// describe adds the text for each importable package of the module in dir to files, which maps names of files to texts.
func describe(dir string, files map[string]string) error {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps,
		Dir:  dir,
		Env:  append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOWORK=off"),
	}, "./...")
	if err != nil {
		return err
	}
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			return p.Errors[0]
		}
		below := strings.TrimPrefix(strings.TrimPrefix(p.PkgPath, root), "/")
		if p.Name == "main" || isInternal(p.PkgPath) {
			continue
		}
		if below == "" {
			below = "uri"
		}
		if lines := declarations(p.Types); len(lines) > 0 {
			files[filepath.Join(folder, strings.ReplaceAll(below, "/", "-")+".txt")] = strings.Join(lines, "\n") + "\n"
		}
	}
	return nil
}

// calls counts the functions and methods in a text of declarations.
func calls(text string) (n int) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "func ") || strings.HasPrefix(line, "method ") {
			n++
		}
	}
	return n
}

func isInternal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// declarations returns a sorted line for each exported constant, variable, function, type, field and method of p.
func declarations(p *types.Package) []string {
	name := func(q *types.Package) string {
		if q == p {
			return ""
		}
		return q.Name()
	}
	var lines []string
	for _, id := range p.Scope().Names() {
		if !token.IsExported(id) {
			continue
		}
		switch object := p.Scope().Lookup(id).(type) {
		case *types.Const:
			lines = append(lines, fmt.Sprintf("const %s %s", id, types.TypeString(object.Type(), name)))
		case *types.TypeName:
			lines = append(lines, typeLines(object, name)...)
		default:
			lines = append(lines, types.ObjectString(object, name))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// typeLines returns a line for the type, for each exported field, and for each method, also of embedded types. For an
// alias it has fields and methods only if no other file has them, because the type is in an internal package.
func typeLines(object *types.TypeName, name types.Qualifier) []string {
	id, typ := object.Name(), types.Unalias(object.Type())
	var lines []string
	if object.IsAlias() {
		lines = append(lines, types.ObjectString(object, name))
		if named, ok := typ.(*types.Named); !ok || named.Obj().Pkg() == nil || !isInternal(named.Obj().Pkg().Path()) {
			return lines
		}
	}
	switch underlying := typ.Underlying().(type) {
	case *types.Struct:
		kind := "type " + id + " struct"
		lines = append(lines, kind)
		for field := range underlying.Fields() {
			if !field.Exported() {
				continue
			}
			line := kind + ", " + field.Name() + " " + types.TypeString(field.Type(), name)
			if field.Embedded() {
				line = kind + ", embedded " + types.TypeString(field.Type(), name)
			}
			lines = append(lines, line)
		}
	case *types.Interface:
		return append(lines, "type "+id+" "+types.TypeString(underlying, name)) // with its methods
	default:
		lines = append(lines, "type "+id+" "+types.TypeString(underlying, name))
	}
	values := types.NewMethodSet(typ)
	for selection := range types.NewMethodSet(types.NewPointer(typ)).Methods() {
		method := selection.Obj()
		if !method.Exported() {
			continue
		}
		receiver := "*" + id
		if values.Lookup(method.Pkg(), method.Name()) != nil {
			receiver = id
		}
		signature := strings.TrimPrefix(types.TypeString(selection.Type(), name), "func")
		lines = append(lines, fmt.Sprintf("method (%s) %s%s", receiver, method.Name(), signature))
	}
	return lines
}

// difference returns the lines that only one of two sorted texts has, with "-" or "+" before them.
func difference(was, is string) (lines []string) {
	x, y := strings.Split(was, "\n"), strings.Split(is, "\n")
	for _, line := range x {
		if !slices.Contains(y, line) {
			lines = append(lines, "- "+line)
		}
	}
	for _, line := range y {
		if !slices.Contains(x, line) {
			lines = append(lines, "+ "+line)
		}
	}
	if lines == nil && was != is {
		lines = []string{"its lines are not in order"}
	}
	return lines
}
