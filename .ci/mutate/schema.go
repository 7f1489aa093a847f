package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// variable is the environment variable with the number of the mutant that a schema shall be.
const variable = "MUTATE_NUMBER"

// A function is a function of the source in which mutants are.
type function struct {
	start, nameEnd, body, end int    // offsets; body is after the "{"
	call                      string // a call of a copy of it with its own arguments, without the number of the copy
}

// functionOf describes a function. It returns nil if the function cannot pass on its arguments, because one has no name.
func (s *mutator) functionOf(decl *ast.FuncDecl) *function {
	f := function{
		start:   s.offset(decl.Pos()),
		nameEnd: s.offset(decl.Name.End()),
		body:    s.offset(decl.Body.Lbrace) + 1,
		end:     s.offset(decl.End()),
		call:    decl.Name.Name + "__%d",
	}
	if decl.Recv != nil {
		names := decl.Recv.List[0].Names
		if len(names) == 0 || names[0].Name == "_" {
			return nil
		}
		f.call = names[0].Name + "." + f.call
	}
	f.call += "("
	for _, field := range decl.Type.Params.List {
		if len(field.Names) == 0 {
			return nil
		}
		for _, name := range field.Names {
			if name.Name == "_" {
				return nil
			}
			f.call += name.Name
			if _, ok := field.Type.(*ast.Ellipsis); ok {
				f.call += "..."
			}
			f.call += ", "
		}
	}
	f.call += ")"
	if decl.Type.Results != nil {
		f.call = "return " + f.call
	} else {
		f.call += "; return"
	}
	return &f
}

// schema returns a source that has many mutants. Each is a copy of a function with the mistake. The function calls the copy
// if the environment has its number, which is its index plus 1:
//
//	func f(n int) bool {
//		switch mutant__ {
//		case 3:
//			return f__3(n)
//		}
//		return n < 10
//	}
//
//	func f__3(n int) bool { return n <= 10 }
//
// Mutants outside of functions are left out, and those that do not compile.
func schema(source string, mutants []mutant, results []outcome) (string, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, "", source, parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	at := set.Position(tree.Name.End()).Offset
	var text, copies strings.Builder
	text.WriteString(source[:at] + `; import (os__ "os"; strconv__ "strconv")`)
	for i := 0; i < len(mutants); {
		f := mutants[i].in
		if f == nil {
			i++
			continue
		}
		text.WriteString(source[at:f.body] + "switch mutant__ {")
		at = f.body
		for ; i < len(mutants) && mutants[i].in == f; i++ {
			if results[i] != invalid {
				m := &mutants[i]
				fmt.Fprintf(&text, "case %d: "+f.call+"\n", i+1, i+1)
				fmt.Fprintf(&copies, "//line mutant%d:1\n%s__%d%s%s%s\n", i+1,
					source[f.start:f.nameEnd], i+1, source[f.nameEnd:m.lo], m.text, source[m.hi:f.end])
			}
		}
		text.WriteString("};")
	}
	text.WriteString(source[at:])
	fmt.Fprintf(&copies, "var mutant__, _ = strconv__.Atoi(os__.Getenv(%q))\n", variable)
	return text.String() + copies.String(), nil
}

var (
	mutantError = regexp.MustCompile(`mutant(\d+):\d+`)
	failedTest  = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)
)

// trySchema runs the tests on those mutants that are in functions. It reports whether all tests ran.
func (j *job) trySchema(file, source string, mutants []mutant) (results []outcome, sure bool, err error) {
	results = make([]outcome, len(mutants))
	for i := range results {
		if mutants[i].in != nil {
			results[i] = survived
		}
	}
	if !slices.Contains(results, survived) { // as in assembly
		return results, true, nil
	}
	skips, err := j.buildSchema(file, source, mutants, results)
	if err != nil {
		return nil, false, err
	}
	var workers sync.WaitGroup
	numbers := make(chan int)
	for range runtime.NumCPU() {
		workers.Go(func() {
			for i := range numbers {
				for k := range j.stages {
					if _, _, err := j.test(&j.stages[k], i+1, "-test.failfast", skips); err != nil {
						results[i] = killed
						break
					}
				}
			}
		})
	}
	for i := range mutants {
		if results[i] == survived {
			numbers <- i
		}
	}
	close(numbers)
	workers.Wait()
	return results, skips == "", nil
}

// buildSchema compiles the tests with the mutants. It marks those that do not compile. It returns the flag that skips the
// tests that fail without a mutant, or "" if there are none.
func (j *job) buildSchema(file, source string, mutants []mutant, results []outcome) (skips string, err error) {
	for more := true; more; {
		text, err := schema(source, mutants, results)
		if err != nil {
			return "", err
		}
		overlay, err := j.overlay(file, text)
		if err != nil {
			return "", err
		}
		more = false
		built := map[string]bool{}
		for i := range j.stages {
			output, err := j.build(&j.stages[i], built, "-overlay", overlay, "-gcflags=./"+filepath.Dir(file)+"=-e")
			if err == nil {
				continue
			}
			for _, match := range mutantError.FindAllStringSubmatch(string(output), -1) {
				number, _ := strconv.Atoi(match[1])
				results[number-1] = invalid
				more = true
			}
			if !more {
				return "", fmt.Errorf("the mutants of %s do not compile:\n%s", file, output)
			}
			break
		}
	}
	var failed []string
	for i := range j.stages {
		output, _, err := j.test(&j.stages[i], 0)
		names := failedTest.FindAllStringSubmatch(string(output), -1)
		if err != nil && names == nil {
			return "", fmt.Errorf("the tests of %s fail with the mutants of %s:\n%s", j.stages[i].pkg, file, output)
		}
		for _, name := range names {
			failed = append(failed, "^"+name[1]+"$")
		}
	}
	if failed == nil {
		return "", nil
	}
	if j.skip != "" {
		failed = append(failed, j.skip)
	}
	return "-test.skip=" + strings.Join(failed, "|"), nil
}
