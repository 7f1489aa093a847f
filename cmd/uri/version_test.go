package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/suffix"
)

// TestTableVersions compares tableVersions with the rows of the table in CONTRIBUTING.md.
func TestTableVersions(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Skip("the source is not here")
	}
	rows := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*?) ?\\| .*\\|$").FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(tableVersions) {
		t.Fatalf("%d rows, want %d", len(rows), len(tableVersions))
	}
	for i, row := range rows {
		want := tableVersions[i]
		if row[1] != want.table || row[2] != want.version {
			t.Errorf("CONTRIBUTING.md: %s has the version %q; uri --version: %s has %q", row[1], row[2], want.table, want.version)
		}
	}
}

// TestReadmeVersions checks the versions in README.md.
func TestReadmeVersions(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Skip("the source is not here")
	}
	for _, want := range []string{"Unicode " + idna.UnicodeVersion + ",", "Public Suffix List of " + suffix.Version + ";"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("README.md does not have %q", want)
		}
	}
}
