package address

import (
	"strings"
	"testing"
)

// TestCharacters: of the full-width forms, U+FF01 to U+FF5E, the punctuation ends an address that also ends one or is a
// bracket in US-ASCII. The marks for directions are those of RFC 3987, section 4.1, and the isolates of Unicode 6.3.
func TestCharacters(t *testing.T) {
	const invisible = "\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069"
	for r := range rune(0x10000) {
		isFullWidth := 0xff01 <= r && r <= 0xff5e && strings.ContainsRune("!(),.:;?[]`{}~", r-0xff01+'!')
		isBracket := 0x3008 <= r && r <= 0x3011 || r == 0x3014 || r == 0x3015
		isHalfWidth := 0xff61 <= r && r <= 0xff64
		if want := isFullWidth || isBracket || isHalfWidth || strings.ContainsRune("\u3000、。…‘’“”", r); IsCJKPunctuation(r) != want {
			t.Errorf("%U: CJK punctuation: %t, want %t", r, !want, want)
		}
		if want := strings.ContainsRune(invisible, r); isInvisible(r) != want {
			t.Errorf("%U: invisible: %t, want %t", r, !want, want)
		}
	}
	if n := IRI.HostEnd("a.b"); n != len("a.b") {
		t.Errorf("HostEnd: %d", n)
	}
}

// TestBarEnds: a "|" ends an address after these texts, or does not.
func TestBarEnds(t *testing.T) {
	for before, want := range map[string]bool{
		"": false, "<": true, "{{a ": true, "a| b ": true, "a |b ": true, "{{\n": false, "| \r": false, " |\na": false,
		"a|b": true, "a|b c": false, "a|!": true, "a|=": true, "a|?": true, "a|*": true,
		"a|": true, "|a": true, "{a ": false, "{{" + strings.Repeat("a", 198): true, "{{" + strings.Repeat("a", 199): false,
		`a|"b`: false, "a|'b": false, "a|`b": false, "a|<b": false, "a|>b": false, "a|(b": false, "a|)b": false,
	} {
		if got := new(Rules).barEnds(before+"http://h/?|", len(before)); got != want {
			t.Errorf("%q: %t", before, got)
		}
	}
}

// TestCutList: a list begins before another address or, after a field of a line, at the same mark. Something must be left
// of the address after its first eight bytes.
func TestCutList(t *testing.T) {
	r := Rules{Syntax: Web}
	for _, tt := range []struct{ before, address, rest string }{
		{"", "http://a/b", ",http://c/d"},
		{"", "http://a/b", "|http://c/d"},
		{"", "http://a/b", ",https://c/d"},
		{"", "http://a/b/http://c/d", ""},
		{"", "http://a/b,http:/c", ""},
		{"", "http://a/b", "\u00c0http://c/d"}, // its last byte is 0x80
		{"", "http://a,http://c", ""},
		{"x,", "http://a/b", ",c"},
		{"x,", "http://a/b", ","},
		{"!;", "http://a/b", ";c"},
		{" ,", "http://a/b,c", ""},
		{",", "http://a/b,c", ""}, // no field
		{"x,", "http://,b", ""},
		{"x,", "http://a,b", ""},
		{"x,", "http://a,b,http://c/", ""},
		{"", "http://,http://b/", ""},
		{"", "http://.,http://b/", ""},
		{"", "http://.,http://b/", ",http://c/"},
		{"", "http://ééhttp://b/", ""}, // the eighth byte is in a character
		{"", "http://a://", ",http://b/"},
		{"", "http://a/b.", ""}, // no list
	} {
		text, start := tt.before+tt.address+tt.rest, len(tt.before)
		if got := r.CutList(text, start, start+8, len(text)); got != start+len(tt.address) {
			t.Errorf("%q: %q", text, text[start:got])
		}
	}
}
