package tables

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestContext checks that a context has its component and its rules, and no others.
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
		}
	}
}

// TestNoWritableState fails for an exported variable, and for a function that returns something to write to. Callers
// could change the tables with either.
func TestNoWritableState(t *testing.T) {
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
