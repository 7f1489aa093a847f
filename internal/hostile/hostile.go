// Package hostile tests packages of this module with hostile input. A [Suite] has a table of calls, one for each
// exported function and method of a package. They are made with inputs of every kind, by a fuzzer, from several
// goroutines, and with inputs that grow.
//
// Only tests use it. The suite checks rules that hold for all calls. A call checks its own rules, and returns an error
// with [ErrBroken] if one is broken.
package hostile

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// ErrBroken is wrapped by the error of a call that found a broken rule.
var ErrBroken = errors.New("broken")

// An Outcome has the results of a call.
type Outcome struct {
	Text   string
	Number uint64
	Err    error
	Length int // the greatest offset that the error may have; 0: see longest

	appends *appender // the function, if it appends; see Append
}

// compared returns the part of o that == can compare.
func (o Outcome) compared() Outcome {
	o.Err, o.appends = nil, nil
	return o
}

// Calls has a call for each function, such as "Parse", and for each method, such as "URI.Host".
type Calls[X any] map[string]func(x X) Outcome

// A Shape is an input of any length: a prefix, a piece that is repeated, and a suffix. Each "$" in the piece is replaced
// by a number.
type Shape [3]string

// A Suite has the calls of a package and their inputs.
type Suite[X any] struct {
	New      func(a, b string, flags uint8) X      // makes the input of all calls from two texts
	OffsetOf func(err error) (offset int, ok bool) // returns the offset of an error, if it has one
	Calls    Calls[X]
	Seeds    [][2]string // inputs of every kind
	Shapes   []Shape     // inputs that grow, valid and invalid ones
}

// An input is an X and the texts that it is made from.
type input[X any] struct {
	a, b string
	x    X
}

func (s *Suite[X]) input(a, b string, flags uint8) input[X] {
	return input[X]{a, b, s.New(a, b, flags)}
}

// longest returns the length of the longest text that a call may read: every byte may be percent-encoded.
func (x *input[X]) longest() int { return 3*(len(x.a)+len(x.b)) + 16 }

// A reporter is a testing.T, or counts the faults for a test of this package.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// settle makes a call and checks the rules for all calls. Then it makes the call again: the outcome must be the same.
func (s *Suite[X]) settle(t reporter, x *input[X], name string) Outcome {
	t.Helper()
	do := s.Calls[name]
	first := do(x.x)
	err := first.Err
	if errors.Is(err, ErrBroken) {
		t.Errorf("%s of %q, %q: %v", name, x.a, x.b, err)
	}
	if offset, ok := s.OffsetOf(err); ok && (offset < 0 || offset > cmp.Or(first.Length, x.longest())) {
		t.Errorf("%s of %q, %q: offset %d", name, x.a, x.b, offset)
	}
	if err != nil && strings.Contains(err.Error(), Secret) {
		t.Errorf("%s: the error shows the password: %v", name, err)
	}
	second := do(x.x)
	if fmt.Sprint(second.Err) != fmt.Sprint(err) {
		t.Errorf("%s of %q, %q: %v, then %v", name, x.a, x.b, err, second.Err)
	}
	if first.compared() != second.compared() {
		t.Errorf("%s of %q, %q: %+v, then %+v", name, x.a, x.b, first, second)
	}
	return first
}

// Secret is a password that occurs nowhere else.
const Secret = "Zq8.Xw7~Kv"

// settleAll settles all calls with an input, and with inputs that have passwords added.
func (s *Suite[X]) settleAll(t *testing.T, a, b string, flags uint8) {
	t.Helper()
	inputs := []input[X]{s.input(a, b, flags)}
	if !strings.Contains(a+b, Secret) {
		inputs = append(inputs,
			s.input("//u:"+Secret+a, b, flags), s.input("s://u:"+Secret+"@"+a, "//:"+Secret+"@"+b, flags))
	}
	for i := range inputs {
		for name := range s.Calls {
			s.settle(t, &inputs[i], name)
		}
	}
}

// TestComplete fails for an exported function or method of the package in the current directory that has no call. It
// also fails for one that takes a dst if its call does not use Append, because TestAppends would miss it. A suite without
// New only says whether the table is complete.
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
	return receiver.(*ast.Ident).Name + "." + f.Name.Name
}

// takesDst reports whether f writes to a slice of its caller: it is named dst, or f takes and returns bytes.
func takesDst(f *ast.FuncDecl) bool {
	isBytes := func(e ast.Expr) bool {
		slice, ok := e.(*ast.ArrayType)
		return ok && slice.Len == nil && fmt.Sprint(slice.Elt) == "byte"
	}
	returnsBytes := f.Type.Results != nil && slices.ContainsFunc(f.Type.Results.List, func(r *ast.Field) bool {
		return isBytes(r.Type)
	})
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		isDst := slices.ContainsFunc(p.Names, func(name *ast.Ident) bool { return name.Name == "dst" })
		return isDst || returnsBytes && isBytes(p.Type)
	})
}

// isExported reports whether users can call f. Functions that take an internal.Key are for packages of this module.
func isExported(f *ast.FuncDecl) bool {
	if params := f.Type.Params.List; len(params) > 0 {
		if key, ok := params[0].Type.(*ast.SelectorExpr); ok && fmt.Sprint(key.X) == "internal" {
			return false
		}
	}
	for name := range strings.SplitSeq(nameOf(f), ".") {
		if !ast.IsExported(name) {
			return false
		}
	}
	return true
}

// TestConcurrent makes all calls on shared values from several goroutines. The race detector then finds writes. It also
// checks that no call leaves a goroutine running.
func (s *Suite[X]) TestConcurrent(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, seed := range s.Seeds {
		x := s.input(seed[0], seed[1], 0xa5)
		want := map[string]Outcome{}
		for name := range s.Calls {
			want[name] = s.settle(t, &x, name).compared()
		}
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for name, do := range s.Calls {
					if got := do(x.x).compared(); got != want[name] {
						t.Errorf("%s of %q, %q: %+v, want %+v", name, x.a, x.b, got, want[name])
					}
				}
			})
		}
		group.Wait()
	}
	for range 100 { // a goroutine may take a moment to end
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// Fuzz makes all calls with the inputs of the fuzzer, and with passwords added to them.
func (s *Suite[X]) Fuzz(f *testing.F) {
	for i, seed := range s.Seeds {
		f.Add(seed[0], seed[1], uint8(i*37))
	}
	f.Fuzz(func(t *testing.T, a, b string, flags uint8) { s.settleAll(t, a, b, flags) })
}
