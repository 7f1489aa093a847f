package main

import (
	"strings"
	"testing"
)

// TestGenerated checks that the generated files are up to date and were not edited.
func TestGenerated(t *testing.T) {
	if err := sources.Check(".."); err != nil {
		t.Error(err)
	}
}

// TestFacts reads facts with mistakes.
func TestFacts(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"term", `"term" has no code point`},
		{"term 0061 Softer", `"term 0061 Softer" is not a fact`},
		{"term 0061 Hard", `"term 0061 Hard" is not a fact`},
		{"term 0061", `"term 0061" is not a fact`},
		{"email 0061 Yes", `"email 0061 Yes" is not a fact`},
		{"bracket 0061..0062 0063", `"bracket 0061..0062 0063" is not a fact`},
		{"bracket 0061", `"" is not a range of code points`},
		{"term 0062..0061 Soft", `"0062..0061" is not a range of code points`},
		{"term 110000 Soft", `"110000" is not a range of code points`},
		{"term x Soft", `"x" is not a range of code points`},
	} {
		if _, err := linkSource("# a comment\n\nterm 0061 Soft\n" + tt.line + "\n"); err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.line, err, tt.want)
		}
	}
	if _, err := linkSource("term 0061 Soft\n"); err == nil || err.Error() != "link.txt has no version" {
		t.Errorf("properties without a version: %v", err)
	}
	if _, err := schemeSource(strings.ReplaceAll(schemes, "; DO NOT EDIT", "")); err == nil || err.Error() != "schemes.txt has no date" {
		t.Errorf("schemes without a date: %v", err)
	}
	if _, err := schemeSource("http\n"); err == nil || err.Error() != `the scheme "acct" is not registered` {
		t.Errorf("a list without acct: %v", err)
	}
}
