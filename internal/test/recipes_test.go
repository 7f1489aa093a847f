package test_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// recipeRow matches a row in the table of examples/README.md: the last file that it links to; the directory of the
// module, unless that is the root; the name of the example or fuzz test; and the package.
var recipeRow = regexp.MustCompile(`\]\(([^)]*)\) \| .go (?:-C (\S+) )?test .*(?:-run|-fuzz) (\S+) .*?(\.\S*). \|`)

// TestRecipes fails unless examples/README.md has twenty-three recipes, each with a command that runs it. An example must
// have the form that package go/doc shows as a whole file, with imports and all declarations.
func TestRecipes(t *testing.T) {
	if _, err := os.Stat("examples/recipes"); err != nil {
		t.Skip("the module examples/recipes is not here")
	}
	text, err := os.ReadFile("examples/README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := recipeRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) != 23 {
		t.Errorf("%d recipes, want 23", len(rows))
	}
	for _, row := range rows {
		file, name := path.Join("examples", row[1]), row[3]
		if dir := path.Join(row[2], row[4]); dir != path.Dir(file) {
			t.Errorf("the command for %s tests %s", file, dir)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Error(err)
			continue
		}
		if !slices.ContainsFunc(parsed.Decls, func(d ast.Decl) bool {
			f, ok := d.(*ast.FuncDecl)
			return ok && f.Name.Name == name
		}) {
			t.Errorf("%s has no %s", file, name)
		}
		examples := doc.Examples(parsed)
		if want := strings.HasPrefix(name, "Example"); want != (len(examples) == 1) {
			t.Errorf("%s has %d examples", file, len(examples))
		}
		for _, example := range examples {
			if _, isFile := example.Code.(*ast.File); !isFile || example.Output == "" {
				t.Errorf("the example in %s is not a whole file with output", file)
			}
		}
	}
}
