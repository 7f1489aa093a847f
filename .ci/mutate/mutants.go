package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A mutant is a source file with one small mistake in it.
type mutant struct {
	file   string // as named on the command line
	line   int
	fn     string // the function or the declared names that contain it
	in     *function
	lo, hi int    // the bytes of the source that are replaced
	text   string // the replacement
	key    string // its name in survivors.txt; it has no line number, so that it stays valid when other lines change
}

// A mutator makes the mutants of a file.
type mutator struct {
	file    string
	source  string
	set     *token.FileSet
	types   map[ast.Expr]types.TypeAndValue // those that typesOf knows
	fn      string
	in      *function
	mutants []mutant
}

// mutantsOf returns the mutants of a source file, sorted by their offsets.
func mutantsOf(file string) (source string, mutants []mutant, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", nil, err
	}
	s := mutator{file: file, source: string(text)}
	if filepath.Ext(file) == ".s" {
		s.mutateAssembly()
	} else if err := s.mutateGo(); err != nil {
		return "", nil, err
	}
	slices.SortStableFunc(s.mutants, func(a, b mutant) int { return a.lo - b.lo })
	numberKeys(s.mutants)
	return s.source, s.mutants, nil
}

// mutateGo makes the mutants of a file of Go.
func (s *mutator) mutateGo() error {
	s.set = token.NewFileSet()
	tree, err := parser.ParseFile(s.set, s.file, s.source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s.types = typesOf(s.set, tree)
	for _, decl := range tree.Decls {
		s.mutateDeclaration(decl)
	}
	return nil
}

// typesOf returns the types of the expressions of a file, as far as the files of its directory define them.
func typesOf(set *token.FileSet, tree *ast.File) map[ast.Expr]types.TypeAndValue {
	files := []*ast.File{tree}
	name := set.Position(tree.Pos()).Filename
	others, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*.go")) // the pattern is valid
	for _, other := range others {
		if filepath.Base(other) == filepath.Base(name) || strings.HasSuffix(other, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, other, nil, parser.SkipObjectResolution)
		if err == nil && file.Name.Name == tree.Name.Name {
			files = append(files, file)
		}
	}
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{
		Error:                    func(error) {}, // imported packages are missing, and files for other systems declare twice
		DisableUnusedImportCheck: true,
	}
	config.Check(tree.Name.Name, set, files, &info)
	return info.Types
}

// numberKeys makes the keys of mutants unique.
func numberKeys(mutants []mutant) {
	seen := map[string]int{}
	for i := range mutants {
		m := &mutants[i]
		key := m.key
		if seen[key]++; seen[key] > 1 {
			m.key += fmt.Sprintf(" (%d)", seen[key])
		}
	}
}

func (s *mutator) mutateDeclaration(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		s.fn = decl.Name.Name
		if decl.Body == nil {
			return
		}
		s.in = s.functionOf(decl)
		s.returnEarly(decl)
		ast.Inspect(decl.Body, s.visit)
	case *ast.GenDecl:
		s.in = nil
		for _, spec := range decl.Specs {
			if spec, ok := spec.(*ast.ValueSpec); ok {
				s.fn = spec.Names[0].Name
				for _, value := range spec.Values {
					ast.Inspect(value, s.visit)
				}
			}
		}
	}
}

// returnEarly makes a function return immediately, with the values that it would return if it did nothing.
func (s *mutator) returnEarly(f *ast.FuncDecl) {
	at := f.Body.Lbrace + 1
	values := []string{}
	if f.Type.Results != nil {
		for _, field := range f.Type.Results.List {
			for range max(1, len(field.Names)) {
				values = append(values, "*new("+s.text(field.Type)+")")
			}
		}
	}
	s.add(at, at, " return "+strings.Join(values, ", ")+";")
}

func (s *mutator) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		for _, op := range swaps[n.Op] {
			s.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String())
		}
		s.moveBound(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			s.add(n.OpPos, n.OpPos+1, "")
		}
	case *ast.IfStmt:
		s.negate(n.Cond)
	case *ast.ForStmt:
		s.negate(n.Cond)
	case *ast.SwitchStmt:
		s.negateCases(n)
	case *ast.BasicLit:
		s.mutateLiteral(n)
	case *ast.Ident:
		switch n.Name {
		case "true":
			s.add(n.Pos(), n.End(), "false")
		case "false":
			s.add(n.Pos(), n.End(), "true")
		}
	case *ast.SliceExpr:
		s.offByOne(n.Low, n.High, n.Max)
	case *ast.CallExpr:
		s.offByOne(n.Args...)
	case *ast.CompositeLit:
		s.offByOne(n.Elts...)
	case *ast.KeyValueExpr:
		s.offByOne(n.Value)
	case *ast.ReturnStmt:
		s.offByOne(n.Results...)
	case *ast.IncDecStmt:
		s.add(n.TokPos, n.TokPos+2, map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok])
	case *ast.AssignStmt:
		s.mutateAssignment(n)
	case *ast.ExprStmt:
		s.add(n.Pos(), n.End(), "{}")
	case *ast.BranchStmt:
		s.add(n.Pos(), n.End(), "{}")
	}
	return true
}

// swaps maps each operator to the operators that are easily confused with it.
var swaps = map[token.Token][]token.Token{
	token.LSS:     {token.LEQ},
	token.LEQ:     {token.LSS},
	token.GTR:     {token.GEQ},
	token.GEQ:     {token.GTR},
	token.EQL:     {token.NEQ},
	token.NEQ:     {token.EQL},
	token.LAND:    {token.LOR},
	token.LOR:     {token.LAND},
	token.ADD:     {token.SUB},
	token.SUB:     {token.ADD},
	token.MUL:     {token.ADD},
	token.QUO:     {token.MUL},
	token.REM:     {token.QUO},
	token.AND:     {token.OR},
	token.OR:      {token.AND},
	token.XOR:     {token.OR},
	token.AND_NOT: {token.AND},
	token.SHL:     {token.SHR},
	token.SHR:     {token.SHL},
}

// moveBound moves the bound of a comparison by one, to the side that a swap of the operators does not reach. It moves a
// value that is compared for equality to both sides.
func (s *mutator) moveBound(n *ast.BinaryExpr) {
	if !s.isInt(n.Y) {
		return
	}
	switch n.Op {
	case token.LSS, token.GEQ:
		s.add(n.Y.End(), n.Y.End(), "-1")
	case token.LEQ, token.GTR:
		s.add(n.Y.End(), n.Y.End(), "+1")
	case token.EQL, token.NEQ:
		s.offByOne(n.Y)
	}
}

// offByOne makes each of the expressions that is an int one higher and one lower.
func (s *mutator) offByOne(exprs ...ast.Expr) {
	for _, expr := range exprs {
		if s.isInt(expr) {
			s.add(expr.End(), expr.End(), "+1")
			s.add(expr.End(), expr.End(), "-1")
		}
	}
}

// isInt reports whether expr is an int that no other mutant makes one higher and one lower, such as those of a literal
// and those of a result.
func (s *mutator) isInt(expr ast.Expr) bool {
	switch n := expr.(type) {
	case *ast.BasicLit:
		return false
	case *ast.UnaryExpr:
		if _, literal := n.X.(*ast.BasicLit); literal {
			return false
		}
	case *ast.CallExpr:
		if name, ok := n.Fun.(*ast.Ident); !ok || name.Name != "len" {
			return false
		}
	case *ast.BinaryExpr:
		if _, literal := n.Y.(*ast.BasicLit); literal && (n.Op == token.ADD || n.Op == token.SUB) {
			return false
		}
	}
	value, ok := s.types[expr]
	return ok && value.IsValue() && types.Identical(types.Default(value.Type), types.Typ[types.Int])
}

// negate negates a condition, unless another mutant does the same by swapping == and != or by removing a !.
func (s *mutator) negate(cond ast.Expr) {
	if binary, ok := cond.(*ast.BinaryExpr); ok && (binary.Op == token.EQL || binary.Op == token.NEQ) {
		return
	}
	if unary, ok := cond.(*ast.UnaryExpr); ok && unary.Op == token.NOT {
		return
	}
	if cond != nil {
		s.add(cond.Pos(), cond.End(), "!("+s.text(cond)+")")
	}
}

// negateCases negates the conditions of a switch without a tag.
func (s *mutator) negateCases(n *ast.SwitchStmt) {
	for _, clause := range n.Body.List {
		for _, cond := range clause.(*ast.CaseClause).List {
			if n.Tag == nil {
				s.negate(cond)
			}
		}
	}
}

func (s *mutator) mutateLiteral(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		// Numbers of 64 bits are masks. Adding or subtracting 1 is not a plausible mistake in a mask.
		value, err := strconv.ParseUint(n.Value, 0, 63)
		if err != nil {
			return
		}
		s.add(n.Pos(), n.End(), strconv.FormatUint(value+1, 10))
		if value > 0 {
			s.add(n.Pos(), n.End(), strconv.FormatUint(value-1, 10))
		}
	case token.CHAR:
		r, _, _, err := strconv.UnquoteChar(n.Value[1:], '\'')
		if err == nil {
			s.add(n.Pos(), n.End(), strconv.QuoteRune(r+1))
		}
	case token.STRING:
		if text, err := strconv.Unquote(n.Value); err == nil && text != "" {
			s.add(n.Pos(), n.End(), strconv.Quote(text[:len(text)-1]))
		}
	}
}

// mutateAssignment inverts the operator of an assignment, removes the assignment, and removes each part of a parallel
// one.
func (s *mutator) mutateAssignment(n *ast.AssignStmt) {
	switch n.Tok {
	case token.DEFINE:
		s.offByOne(n.Rhs...)
		return
	case token.ASSIGN:
		s.offByOne(n.Rhs...)
	case token.ADD_ASSIGN:
		s.add(n.TokPos, n.TokPos+2, "-=")
	case token.SUB_ASSIGN:
		s.add(n.TokPos, n.TokPos+2, "+=")
	case token.OR_ASSIGN:
		s.add(n.TokPos, n.TokPos+2, "&=")
	case token.AND_ASSIGN:
		s.add(n.TokPos, n.TokPos+2, "|=")
	}
	removed := "_ = " + s.text(n.Rhs[0])
	if len(n.Lhs) != len(n.Rhs) {
		removed = strings.Repeat("_, ", len(n.Lhs)-1) + removed
	}
	for _, value := range n.Rhs[1:] {
		removed += "; _ = " + s.text(value)
	}
	if _, isCall := n.Rhs[0].(*ast.CallExpr); !isCall {
		removed = "{" + removed + "}" // as the first part of an "if", this does not compile
	}
	s.add(n.Pos(), n.End(), removed)
	if len(n.Lhs) == len(n.Rhs) && len(n.Lhs) > 1 {
		s.removeParts(n)
	}
}

// removeParts removes each part of a parallel assignment, one at a time.
func (s *mutator) removeParts(n *ast.AssignStmt) {
	for _, left := range n.Lhs {
		if name, ok := left.(*ast.Ident); !ok || name.Name != "_" {
			s.add(left.Pos(), left.End(), "_")
		}
	}
}

func (s *mutator) text(n ast.Node) string {
	return s.source[s.offset(n.Pos()):s.offset(n.End())]
}

func (s *mutator) offset(pos token.Pos) int { return s.set.Position(pos).Offset }

// add adds the mutant that replaces the source from lo to hi with text.
func (s *mutator) add(lo, hi token.Pos, text string) { s.addAt(s.offset(lo), s.offset(hi), text) }

// addAt does the same as add, with offsets.
func (s *mutator) addAt(lo, hi int, text string) {
	m := mutant{
		file: s.file,
		line: 1 + strings.Count(s.source[:lo], "\n"),
		fn:   s.fn,
		in:   s.in,
		lo:   lo,
		hi:   hi,
		text: text,
	}
	begin := strings.LastIndexByte(s.source[:m.lo], '\n') + 1
	end := m.hi + strings.IndexByte(s.source[m.hi:]+"\n", '\n')
	before := oneLine(s.source[begin:end])
	after := oneLine(s.source[begin:m.lo] + text + s.source[m.hi:end])
	m.key = fmt.Sprintf("%s %s: `%s` -> `%s`", s.file, s.fn, before, after)
	s.mutants = append(s.mutants, m)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// apply returns the source with the mistake.
func (m *mutant) apply(source string) string { return source[:m.lo] + m.text + source[m.hi:] }
