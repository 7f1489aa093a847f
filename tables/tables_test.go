package tables

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// TestSize: the tables of the automaton take at most half of a first-level cache.
func TestSize(t *testing.T) {
	size := unsafe.Sizeof(classes) + unsafe.Sizeof(transitions) + unsafe.Sizeof(marks) +
		unsafe.Sizeof(runBytes) + unsafe.Sizeof(runMasks) + unsafe.Sizeof(contexts)
	t.Logf("automaton: %d bytes; character classes: %d bytes", size, unsafe.Sizeof(sets))
	if size > 16<<10 {
		t.Errorf("the automaton takes %d bytes, more than 16 KiB", size)
	}
}

// TestTotal: unused states and classes are dead, for every argument of every accessor.
func TestTotal(t *testing.T) {
	for s := range 256 {
		state := uint8(s)
		used := s > Dead && s < numStates
		for c := range 256 {
			class := uint8(c)
			if next := Next(state, class); next >= numStates || next != Dead && !used {
				t.Fatalf("Next(%d, %d) = %d", s, c, next)
			}
			if m := Mark(state, class); m > MarkFragment || m != MarkNone && !used {
				t.Fatalf("Mark(%d, %d) = %d", s, c, m)
			}
		}
		if !used && (Accepting(state) || IsRun(state) || RunMask(state) != 0 || ContextOf(state) != 0) {
			t.Errorf("state %d is not used, but not dead", s)
		}
		_ = Component(s).String()
	}
}

// TestNumMarks: a masked mark is an index of an array of NumMarks, and different marks have different indices.
func TestNumMarks(t *testing.T) {
	if NumMarks&(NumMarks-1) != 0 || NumMarks <= MarkFragment {
		t.Errorf("NumMarks = %d", NumMarks)
	}
}

// TestContext: a context has its component and its rules, and no others.
func TestContext(t *testing.T) {
	for c := None; c <= Fragment; c++ {
		for _, tt := range []struct {
			rules                         Context
			percent, ipLiteral, character bool
		}{
			{0, false, false, false},
			{InPercent, true, false, false},
			{InIPLiteral, false, true, false},
			{InCharacter, false, false, true},
			{InPercent | InIPLiteral | InCharacter, true, true, true},
		} {
			x := Context(c) | tt.rules
			if x.Component() != c || x.InPercent() != tt.percent || x.InIPLiteral() != tt.ipLiteral ||
				x.InCharacter() != tt.character {
				t.Errorf("Context(%d): %v %v %v %v", x, x.Component(), x.InPercent(), x.InIPLiteral(), x.InCharacter())
			}
		}
	}
}

// TestRuns: a transition is a loop without a mark exactly if the byte is in the run set of the state, and a state is a run
// state exactly if it has such a loop.
func TestRuns(t *testing.T) {
	for s := range numStates {
		state := uint8(s)
		loops := false
		for c := range 256 {
			b := byte(c)
			loop := state != Dead && Next(state, Class(b)) == state && Mark(state, Class(b)) == MarkNone
			loops = loops || loop
			if got := RunBits(b)&RunMask(state) != 0; got != loop {
				t.Errorf("state %d, byte %q: run %v, loop %v", s, b, got, loop)
			}
		}
		if IsRun(state) != loops {
			t.Errorf("IsRun(%d) = %v", s, IsRun(state))
		}
	}
}

// TestMarksLead: no transition to the dead state sets a mark.
func TestMarksLead(t *testing.T) {
	for s := range numStates {
		for c := range 256 {
			state, class := uint8(s), Class(byte(c))
			if Mark(state, class) != MarkNone && Next(state, class) == Dead {
				t.Errorf("state %d, byte %q: a mark on a transition to the dead state", s, byte(c))
			}
		}
	}
}

// TestSets compares the character classes with the rules of RFC 3986, Appendix A.
func TestSets(t *testing.T) {
	const (
		alpha      = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		digit      = "0123456789"
		unreserved = alpha + digit + "-._~"
		genDelims  = ":/?#[]@"
		subDelims  = "!$&'()*+,;="
		pchar      = unreserved + subDelims + ":@" // and pct-encoded
	)
	for _, tt := range []struct {
		name string
		set  Set
		want string
	}{
		{"ALPHA", ALPHA, alpha},
		{"DIGIT", DIGIT, digit},
		{"HEXDIG", HEXDIG, digit + "ABCDEFabcdef"},
		{"unreserved", Unreserved, unreserved},
		{"gen-delims", GenDelims, genDelims},
		{"sub-delims", SubDelims, subDelims},
		{"reserved", Reserved, genDelims + subDelims},
		{"pchar", Pchar, pchar},
		{"scheme", SchemeChars, alpha + digit + "+-."},
		{"userinfo", UserinfoChars, unreserved + subDelims + ":"},
		{"reg-name", RegNameChars, unreserved + subDelims},
		{"segment", SegmentChars, pchar},
		{"segment-nz-nc", SegmentNzNcChars, unreserved + subDelims + "@"},
		{"query", QueryChars, pchar + "/?"},
		{"fragment", FragmentChars, pchar + "/?"},
	} {
		for c := range 256 {
			b := byte(c)
			if got, want := Is(b, tt.set), strings.IndexByte(tt.want, b) >= 0; got != want {
				t.Errorf("%s: %q: %v", tt.name, b, got)
			}
			if got := Sets(b)&tt.set != 0; got != Is(b, tt.set) {
				t.Errorf("%s: %q: Sets and Is differ", tt.name, b)
			}
		}
	}
}

// TestNothingToWriteTo fails for an exported variable, and for a function that returns something to write to. Callers
// could break the tables with either.
func TestNothingToWriteTo(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Skip("the source is not here")
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR &&
						slices.ContainsFunc(v.Names, (*ast.Ident).IsExported) {
						t.Errorf("%s exports the variables %v", file, v.Names)
					}
				}
			case *ast.FuncDecl:
				if !d.Name.IsExported() || d.Type.Results == nil {
					continue
				}
				for _, result := range d.Type.Results.List {
					if _, ok := result.Type.(*ast.Ident); !ok {
						t.Errorf("%s: %s does not return a plain value", file, d.Name.Name)
					}
				}
			}
		}
	}
}
