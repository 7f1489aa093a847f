package urlpattern

import "testing"

// TestStrategy: a pathname has the quickest strategy that can match it.
func TestStrategy(t *testing.T) {
	for _, test := range []struct {
		path string
		want strategy
	}{
		{"*", matchAny},
		{"", matchText},
		{"/a", matchText},
		{"/*", matchOnePass},
		{"*/a", matchOnePass},
		{"/*/a", matchOnePass},
		{"/:x", matchOnePass},
		{"/:x/a/:y", matchOnePass},
		{"/:x/:y?", matchOnePass},
		{"/:x*", matchOnePass},
		{"/a/:x+", matchOnePass},
		{"/*/a/*", matchOnePass},
		{"/*/a/*b", matchOnePass},
		{"/*/a/*/b/*", matchOnePass},
		{"/:x/*/a/*", matchOnePass},
		{`/(\d+)/a`, matchOnePass},
		{"/:x:y", matchProgram},
		{"/:x-:y", matchProgram},
		{"/(a|b)", matchProgram},
		{"/:x*/a", matchProgram},
		{"/:x?/a", matchProgram},
		{"/*/:x", matchProgram},
		{"/*/:x/*", matchProgram},
		{"/*{/a}?", matchProgram},
	} {
		p, err := NewInit(Init{Pathname: &test.path}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.components[ComponentPathname].strategy; got != test.want {
			t.Errorf("%s has strategy %d, want %d", test.path, got, test.want)
		}
	}
}
