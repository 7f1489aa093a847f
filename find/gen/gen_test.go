package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestGenerated checks that the generated files are up to date and were not edited.
func TestGenerated(t *testing.T) {
	kit.CheckGenerated(t, "..", sources)
}

// TestFacts reads facts with mistakes.
func TestFacts(t *testing.T) {
	for _, tt := range kit.Cases[struct{ line, want string }]("gen.txt", "TestFacts") {
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
