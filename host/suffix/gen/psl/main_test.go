package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weppos/publicsuffix-go/publicsuffix"
)

// TestGenerated checks that the file of facts is up to date and was not edited.
func TestGenerated(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "psl.txt")
	if err := run([]string{"-o", fresh}, nil); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../psl.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("host/suffix/gen/psl.txt is not up to date; run go -C host/suffix/gen/psl run . -o ../psl.txt")
	}
}

// TestFacts reads the facts with the module's own parser.
func TestFacts(t *testing.T) {
	var text bytes.Buffer
	if err := run(nil, &text); err != nil {
		t.Fatal(err)
	}
	got, err := publicsuffix.NewList().LoadString(text.String(), &publicsuffix.ParserOption{PrivateDomains: true})
	if err != nil {
		t.Fatal(err)
	}
	rules := publicsuffix.DefaultRules()
	want := rules[:]
	for _, list := range [][]publicsuffix.Rule{got, want} {
		slices.SortFunc(list, func(a, b publicsuffix.Rule) int { return strings.Compare(a.Value, b.Value) })
	}
	for i := range min(len(got), len(want)) {
		got[i].Length = want[i].Length // the parser also counts "*."
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d rules, which are not the %d of the module", len(got), len(want))
	}
}

func TestParseVersion(t *testing.T) {
	commit, date, err := parseVersion("PSL version 7ef638 (Mon Mar  2 12:22:01 2026)")
	if commit != "7ef638" || date.Format("2006-01-02") != "2026-03-02" || err != nil {
		t.Errorf("%q, %v, %v", commit, date, err)
	}
	for _, version := range []string{"", "PSL version 7ef638", "PSL version 7ef638 (yesterday)"} {
		if _, _, err := parseVersion(version); err == nil {
			t.Errorf("%q has no date, but no error", version)
		}
	}
}
