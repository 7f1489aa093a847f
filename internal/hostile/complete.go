package hostile

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestComplete fails for an exported function or method of the package in the current directory that has no call. It
// also fails for one that takes a dst if its call does not use Append, because TestAppends would miss it. For a suite
// without New, it checks only that the table is complete.
func (s *Suite[X]) TestComplete(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Skip("the source is not here")
	}
	var appenders []string
	if s.New != nil {
		appenders = s.appenders()
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range tree.Decls {
			f, ok := decl.(*ast.FuncDecl)
			switch {
			case !ok || !isExported(f):
			case s.Calls[nameOf(f)] == nil:
				t.Errorf("%s (%s) is not in the table of calls", nameOf(f), file)
			case s.New != nil && takesDst(f) && !slices.Contains(appenders, nameOf(f)):
				t.Errorf("%s (%s) writes to a slice, but its call is not made by Append", nameOf(f), file)
			}
		}
	}
}

// nameOf returns a name such as "Parse" or "URI.Host".
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	return receiver.(*ast.Ident).Name + "." + f.Name.Name
}

// takesDst reports whether f writes to a slice of its caller: a parameter that is not an io.Writer is named dst, or f
// takes and returns bytes.
func takesDst(f *ast.FuncDecl) bool {
	isBytes := func(e ast.Expr) bool {
		slice, ok := e.(*ast.ArrayType)
		return ok && slice.Len == nil && fmt.Sprint(slice.Elt) == "byte"
	}
	returnsBytes := f.Type.Results != nil && slices.ContainsFunc(f.Type.Results.List, func(r *ast.Field) bool {
		return isBytes(r.Type)
	})
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		if selector, ok := p.Type.(*ast.SelectorExpr); ok && fmt.Sprintf("%v.%v", selector.X, selector.Sel) == "io.Writer" {
			return false
		}
		isDst := slices.ContainsFunc(p.Names, func(name *ast.Ident) bool { return name.Name == "dst" })
		return isDst || returnsBytes && isBytes(p.Type)
	})
}

// isExported reports whether users can call f.
func isExported(f *ast.FuncDecl) bool {
	for name := range strings.SplitSeq(nameOf(f), ".") {
		if !ast.IsExported(name) {
			return false
		}
	}
	return true
}
