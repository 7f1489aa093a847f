package main

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestReadRules reads lists with a mistake.
func TestReadRules(t *testing.T) {
	const version, begin, end = "// VERSION: 2026-03-02\n", "// ===BEGIN ICANN DOMAINS===\n", "// ===END ICANN DOMAINS===\n"
	for _, tt := range []struct{ list, want string }{
		{begin + "com\n" + end, `the list has no version`},
		{version, `no rules`},
		{version + "com\n", `line 2: rule outside of the sections`},
		{version + begin + "com\n", `section without an end`},
		{version + begin + "COM\n" + end, `line 3: "COM" is not a name in lower case`},
		{version + begin + "b\u00fccher\n" + end, "line 3: \"b\u00fccher\" is not a name in lower case"},
		{version + begin + "a..b\n" + end, `line 3: "a..b" is not a name in lower case`},
		{version + begin + strings.Repeat("a", 64) + "\n" + end, `line 3: "` + strings.Repeat("a", 64) + `" is not a name in lower case`},
		{version + begin + "!com\n" + end, `line 3: exception for a top-level label`},
	} {
		_, _, err := readRules(tt.list)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q:\n got %v\nwant %s", tt.list, err, tt.want)
		}
	}
	v, rules, err := readRules(version + begin + "com\n*.ck\n" + end)
	if v != "2026-03-02" || len(rules) != 2 || err != nil {
		t.Errorf("%q, %v, %v", v, rules, err)
	}
}

// TestGenerated checks that the generated file is up to date and was not edited.
func TestGenerated(t *testing.T) {
	kit.CheckGenerated(t, "..", sources)
}
