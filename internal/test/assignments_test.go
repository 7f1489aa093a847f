package test_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestNoHooks finds no statement outside tests that assigns to an exported variable of another package of this
// repository. Such an assignment would connect packages at run time, so that what a package does depends on what else is
// linked.
func TestNoHooks(t *testing.T) {
	readREADME(t) // skips the test without the source
	files := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (entry.Name() == "testdata" || entry.Name()[0] == '.'):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files++
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		for _, place := range assignments(tree) {
			t.Errorf("%v: assigns to a variable of another package", set.Position(place))
		}
		return nil
	})
	if err != nil || files < 300 {
		t.Fatalf("%d files: %v", files, err)
	}
}

// TestAssignments tests the finder itself.
func TestAssignments(t *testing.T) {
	const head = "package p\nimport (\n\"github.com/urispan/uri/tables\"\nf \"github.com/urispan/uri/fsm\"\n\"flag\"\n)\nfunc _() {\n"
	for body, want := range map[string]int{
		"tables.A = 1":                       1,
		"f.A, x = 1, 2":                      1,
		"tables.A.B[0] = 1":                  1,
		"(*f.A).B++":                         1,
		"for f.A = range 2 {}":               1,
		"func() { f.A += 2; tables.A-- }()":  2,
		"flag.Usage = nil":                   0,
		"x := f.A; x = f.B":                  0,
		"f := struct{ A int }{}; f.A = 1":    0,
		"for tables := range 2 { tables++ }": 0,
		"x[f.A] = f.B":                       0,
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), "", head+body+"\n}", 0)
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if got := len(assignments(tree)); got != want {
			t.Errorf("%s: %d assignments, want %d", body, got, want)
		}
	}
}

// assignments returns the places where a file assigns to a variable of another package of this repository, or to a part
// of one.
func assignments(file *ast.File) (places []token.Pos) {
	imports := map[string]bool{}
	for _, spec := range file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = strings.HasPrefix(p, "github.com/urispan/uri")
	}
	var target func(e ast.Expr)
	target = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.ParenExpr:
			target(e.X)
		case *ast.StarExpr:
			target(e.X)
		case *ast.IndexExpr:
			target(e.X)
		case *ast.SelectorExpr:
			name, ok := e.X.(*ast.Ident)
			if ok && name.Obj == nil && imports[name.Name] { // a local name has an Obj
				places = append(places, e.Pos())
			}
			target(e.X)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				target(e)
			}
		case *ast.IncDecStmt:
			target(n.X)
		case *ast.RangeStmt:
			target(n.Key)
			target(n.Value)
		}
		return true
	})
	return places
}
