package urlpattern

import (
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestStrategy: a pathname has the quickest strategy that can match it.
func TestStrategy(t *testing.T) {
	for _, test := range kit.Cases[struct {
		path, want string
	}]("strategy.txt", "TestStrategy") {
		p, err := NewInit(Init{Pathname: &test.path}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		x := p.components[ComponentPathname]
		got := [...]string{matchAny: "any", matchText: "text", matchProgram: "program"}[x.strategy]
		if x.strategy == matchProgram && x.program.isOnePass {
			got = "one pass"
		}
		if got != test.want {
			t.Errorf("%s has strategy %s, want %s", test.path, got, test.want)
		}
	}
}

// TestDecide compares the program of all patterns of up to three pieces with the program before decide, for all texts of up
// to four bytes that matter. A syntax as that of the pathname ignores case or not.
func TestDecide(t *testing.T) {
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
					if err == nil && x.program != nil {
						checkStrategy(t, x, texts...)
					}
				}
			}
		}
	}
}
