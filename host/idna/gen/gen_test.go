package main

import (
	"strings"
	"testing"
)

// TestFactsErrors reads a line with a mistake after two that are right.
func TestFactsErrors(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"valid G", `line 3: "G" is not a range of code points`},
		{"valid 2-1", `line 3: "2-1" is not a range of code points`},
		{"valid 110000", `line 3: "110000" is not a range of code points`},
		{"valid 0061-0062/0", `line 3: "0061-0062/0" is not a range of code points`},
		{"valid 0061", `line 3: "valid": 0061 is not a fact about U+0061`},
		{"mapped 0041", `line 3: "mapped": 0041 is not a fact about U+0041`},
		{"mapped 0041>x", `line 3: "mapped": 0041>x is not a fact about U+0041`},
		{"ignored 00AD>0061", `line 3: "ignored": 00AD>0061 is not a fact about U+00AD`},
		{"mark 0041", `line 3: "mark": 0041 is not a fact about U+0041`},
		{"ccc:256 0061", `line 3: "ccc:256": 0061 is not a fact about U+0061`},
		{"script:Latin 0061>0062", `line 3: "script:Latin": 0061>0062 is not a fact about U+0061`},
		{"script: 0061", `line 3: "script:": 0061 is not a fact about U+0061`},
		{"colour:1 0061", `line 3: "colour:1": 0061 is not a fact about U+0061`},
		{"composed 00E1>0061", `line 3: U+00E1 is not decomposed to two characters, or to one`},
		{"composed 00E1>0061,0340", `line 3: U+00E1 is composed, and only some of it and its parts are valid`},
		{"composed 00C1>0061,0301", `line 3: U+00C1 is composed, and only some of it and its parts are valid`},
		{"decomposed 00E1>0061", `line 3: U+00E1 is valid and not in NFC`},
		{"decomposed 2126>", `line 3: U+2126 is not decomposed to two characters, or to one`},
	} {
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
	if err := sources.Check(".."); err != nil {
		t.Error(err)
	}
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
		entry := uint16(0)
		switch block := r >> tables.shift; {
		case block < len(tables.blocks):
			entry = tables.entries[int(tables.blocks[block])<<tables.shift+r&(1<<tables.shift-1)]
		case tables.selectors[0] <= rune(r) && rune(r) <= tables.selectors[1]:
			entry = 1
		}
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
