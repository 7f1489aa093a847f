package main

import (
	"strings"
	"testing"
)

// TestSuffixErrors has a list with a mistake.
func TestSuffixErrors(t *testing.T) {
	const version, begin, end = "// VERSION: 2026-03-02\n", "// ===BEGIN ICANN DOMAINS===\n", "// ===END ICANN DOMAINS===\n"
	for _, tt := range []struct{ list, want string }{
		{begin + "com\n" + end, `psl.txt:1: the list has no version`},
		{version, `psl.txt:1: no rules`},
		{version + "com\n", `psl.txt:2: rule outside of the sections`},
		{version + begin + "com\n", `psl.txt:3: section without an end`},
		{version + begin + "COM\n" + end, `psl.txt:3: "COM" is not a name in lower case`},
		{version + begin + "b\u00fccher\n" + end, "psl.txt:3: \"b\u00fccher\" is not a name in lower case"},
		{version + begin + "a..b\n" + end, `psl.txt:3: "a..b" is not a name in lower case`},
		{version + begin + strings.Repeat("a", 64) + "\n" + end, `psl.txt:3: "` + strings.Repeat("a", 64) + `" is not a name in lower case`},
		{version + begin + "!com\n" + end, `psl.txt:3: exception for a top-level label`},
	} {
		err := readSuffixes(&machine{}, source{"psl.txt", tt.list})
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q:\n got %v\nwant %s", tt.list, err, tt.want)
		}
	}
	m := &machine{}
	if err := readSuffixes(m, source{"psl.txt", version + begin + "com\n*.ck\n" + end}); err != nil ||
		m.suffixes.version != "2026-03-02" || len(m.suffixes.rules) != 2 {
		t.Errorf("%+v, %v", m.suffixes, err)
	}
}
