package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestFactsErrors reads a line with a mistake after two that are right.
func TestFactsErrors(t *testing.T) {
	for _, tt := range kit.Cases[struct{ line, want string }]("gen.txt", "TestFactsErrors") {
		_, err := parseFacts("# a comment\nvalid 0061-0063 00E0-00E1 0300-0301\n" + tt.line + "\n")
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.line, err, tt.want)
		}
	}
	f, err := parseFacts("valid 0061-007A 2E2F\nmapped 0041-0045/2>+20 0046>0066,0067 FF0E>002E,0061\n")
	if err != nil {
		t.Fatal(err)
	}
	for r, want := range map[rune]string{'A': "a", 'B': "", 'C': "c", 'E': "e", 'F': "fg", 'a': ""} {
		if got := f.characters[r].mapping; got != want {
			t.Errorf("%q is mapped to %q, want %q", r, got, want)
		}
	}
	_, err = newTables(f)
	if err == nil || !strings.Contains(err.Error(), "U+FF0E is mapped to \".a\"") {
		t.Errorf("a dot in a mapping: %v", err)
	}
}

// TestGenerated checks that the generated file is up to date and was not edited.
func TestGenerated(t *testing.T) {
	kit.CheckGenerated(t, "..", sources)
}

// TestTables looks each character up in the tables and compares the entry with the facts.
func TestTables(t *testing.T) {
	f, err := parseFacts(uts46)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := newTables(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := range f.characters {
		c := &f.characters[r]
		entry := tables.entries[r]
		if entry >= mappedEntry {
			if c.status != mapped || tables.mappings[entry-mappedEntry] != c.mapping {
				t.Fatalf("U+%04X: entry %d", r, entry)
			}
			continue
		}
		if c.status == mapped || tables.properties[entry] != propertiesOf(rune(r), c) {
			t.Fatalf("U+%04X: entry %d", r, entry)
		}
	}
}
