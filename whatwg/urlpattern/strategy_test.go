package urlpattern

import (
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestStrategy: a pathname has the quickest strategy that can match it.
func TestStrategy(t *testing.T) {
	for _, test := range kit.Cases[struct {
		path string
		want strategy
	}]("strategy.txt", "TestStrategy", map[string]any{
		"matchAny":     matchAny,
		"matchOnePass": matchOnePass,
		"matchProgram": matchProgram,
		"matchText":    matchText,
	}) {
		p, err := NewInit(Init{Pathname: &test.path}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.components[ComponentPathname].strategy; got != test.want {
			t.Errorf("%s has strategy %d, want %d", test.path, got, test.want)
		}
	}
}

// TestOnePass compares the onePass of all patterns of up to three pieces with the program for them, which has no fast path,
// for all texts of up to four bytes that matter. A syntax as that of the pathname ignores case or not.
func TestOnePass(t *testing.T) {
	pieces := []string{
		"", "a", "Bc", "/", "*", ":x", "/:y", "/:z?", "/:w*", "/:v+", "([ab])", "([ab]{0,2})", "([bc]+)*", "{*}*", "{*}+",
		"{:u}*", "{:t}+", "{a*}?", "{:s-}?", "{/*}+", "{a/:r}+", "{a}?", "{*-}*", "{\t}?", "([a/]+)", "/*a*",
	}
	texts := []string{""}
	for i := 0; len(texts[i]) < 4; i++ {
		for _, letter := range []string{"a", "/", "b", "Bc", "-"}[:5-len(texts[i])] {
			texts = append(texts, texts[i]+letter)
		}
	}
	texts = append(texts, "a/ba/b")
	var w workspace
	for _, fold := range []bool{false, true} {
		s := syntax{encode: canonicalizeHash, plain: &unreserved, delimiter: "/", prefix: "/", ignoreCase: fold}
		for _, a := range pieces {
			for _, b := range pieces {
				for _, c := range pieces {
					x, err := w.compileComponent(a+b+c, ComponentHash, s)
					if err == nil && x.strategy == matchOnePass {
						checkStrategy(t, x, texts...)
					}
				}
			}
		}
	}
}
