package uts58_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/urispan/uri/find/internal/uts58"
)

// TestTables compares the tables with the facts, for every code point and for other numbers.
func TestTables(t *testing.T) {
	text, err := os.ReadFile("../../gen/link.txt")
	if err != nil {
		t.Fatal(err)
	}
	terms, emails, brackets := map[rune]string{}, map[rune]bool{}, map[rune]rune{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		var lo, hi, open rune
		if n, _ := fmt.Sscanf(fields[1], "%x-%x", &lo, &hi); n == 1 {
			hi = lo
		}
		for r := lo; r <= hi; r++ {
			switch fields[0] {
			case "term":
				terms[r] = fields[2]
			case "email":
				emails[r] = true
			case "bracket":
				fmt.Sscanf(fields[2], "%x", &open)
				brackets[r] = open
			}
		}
	}
	if len(terms) != 159_309+330+64+64 || len(emails) != 149_240 || len(brackets) != 64 {
		t.Errorf("%d terms, %d characters of local parts, %d brackets", len(terms), len(emails), len(brackets))
	}
	names := map[uts58.Term]string{uts58.Include: "Include", uts58.Soft: "Soft", uts58.Open: "Open", uts58.Close: "Close"}
	for r := rune(-2); r <= unicode.MaxRune+2; r++ {
		if names[uts58.TermOf(r)] != terms[r] || uts58.InLocalPart(r) != emails[r] || uts58.Bracket(r) != brackets[r] {
			t.Fatalf("%U: %d %t %U, want %s %t %U", r, uts58.TermOf(r), uts58.InLocalPart(r), uts58.Bracket(r),
				terms[r], emails[r], brackets[r])
		}
	}
}

// TestTail reads the rest of links after their hosts.
func TestTail(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""}, {"x", ""}, {"/", "/"}, {"?", "?"}, {"#", "#"}, {"/a.", "/a"}, {"/a. b", "/a"}, {"/a.b", "/a.b"}, {"/a?b?c", "/a?b?c"},
		{"/(a)b)", "/(a)b"}, {"/(a/b)", "/(a/b"}, {"?(a=b)", "?(a=b"}, {"?(a&b)", "?(a&b"}, {"?(a/b)", "?(a/b)"}, {"#(a/b)", "#(a/b)"},
		{"#(a:~:b)", "#(a:~:b"}, {"#(a:~b)", "#(a:~b)"}, {"#(a:~:~:b", "#(a:~:~:b"}, {"#(a::~:b)", "#(a::~:b"}, {"#a#b", "#a#b"}, {"/(a?b)", "/(a?b"},
		{"/「a」(」", "/「a」("}, {"/a\u3000", "/a"}, {"/a。", "/a"},
	} {
		var tail uts58.Tail
		end := 0
		for i, r := range tt.text {
			safe, ok := tail.Step(r)
			if !ok {
				break
			}
			if safe {
				end = i + len(string(r))
			}
		}
		if got := tt.text[:end]; got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
