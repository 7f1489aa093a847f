package main

import (
	"slices"
	"testing"
)

func TestUndecided(t *testing.T) {
	const decisions = "# Decisions\n\n## uri, iri\n\n| `Old`, `T.Gone` | go; `New` |\n| Plain | no code |\n\n## host/suffix\n\n| `List.Site` | stays |\n"
	const was = "const Kept Kind\nfunc Old(s string) string\nmethod (T) Gone() int\nmethod (T) Kept()\ntype T struct\ntype T struct, Size int\n"
	const is = "const Kept Kind\nfunc New(s string) string\nfunc Plain()\nmethod (T) Kept(n int)\ntype T struct\ntype T struct, embedded fsm.Size\n"
	for name, want := range map[string][]string{
		"uri":         {"- method (T) Kept()", "- type T struct, Size int", "+ func Plain()", "+ method (T) Kept(n int)", "+ type T struct, embedded fsm.Size"},
		"host-suffix": slices.Concat([]string{"- func Old(s string) string", "- method (T) Gone() int", "- method (T) Kept()", "- type T struct, Size int"}, []string{"+ func New(s string) string", "+ func Plain()", "+ method (T) Kept(n int)", "+ type T struct, embedded fsm.Size"}),
	} {
		if got := undecided(was, is, section(decisions, name)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := undecided(was, was, ""); got != nil {
		t.Errorf("no change: %q", got)
	}
}
