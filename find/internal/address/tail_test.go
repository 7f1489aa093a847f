package address

import (
	"strings"
	"testing"
)

// TestTail has addresses in text: the part before the address, the address without its path, the rest of the address, and the
// part after it.
func TestTail(t *testing.T) {
	web, prose := Rules{Syntax: Web}, Rules{Syntax: Prose}
	for _, tt := range []struct {
		rules                     Rules
		before, host, tail, after string
	}{
		{Rules{}, "", "http://h", "", ""},
		{Rules{}, "", "http://h", "", " x"},
		{Rules{}, "", "http://h", "", "? x"},
		{Rules{}, "", "http://h", "", "@x"},
		{Rules{}, "", "http://h", "", "$x"},
		{Rules{}, "", "http://h", "/", " x"},
		{Rules{}, "", "http://h", "?a", "."},
		{Rules{}, "", "http://h", "#a", " x"},
		{Rules{}, "", "http://é", "/a", ""},
		{Rules{}, "", "http://h", "/é", ""},
		{Rules{}, "", "http://h", "/é%41", ""},
		{Rules{}, "", "http://h", "/((a))", ""},
		{Rules{}, "(", "http://h", "/(a)", ")"},
		{Rules{}, "", "http://h", "/é#a(b)é$c", "#d"}, // there is only one fragment
		{Rules{}, "'", "http://h", "/a(b)", "'c"},
		{Rules{}, "(", "http://h", "/a'b", ")"},
		{Rules{}, "", "http://h", "/?a", "|b"},
		{web, "", "http://h", "?a|b", " c"},
		{web, "", "http://h", "?|b", " c"},
		{web, "", "http://h", "/?{a}|b|c", " d"},
		{web, "", "http://h", "/{a}", "|b"}, // not in a path
		{web, "<", "http://h", "/?a", "|b>"},
		{Rules{Syntax: Web, Escapes: JSON}, "", "http://h", `/\u003fa|b`, " c"},
		{Rules{Syntax: Web, Escapes: JSON}, "", "http://h", `/\u002ea`, "|b"},
		{prose, "", "http://h", "/a?b", ""},
	} {
		r := tt.rules
		start := len(tt.before)
		n := start + len(tt.host)
		text := tt.before + tt.host + tt.tail + tt.after
		if got, want := r.Tail(text, start, n, n), n+len(tt.tail); got != want {
			t.Errorf("%+v, %q: %q, want %q", r, text, text[start:got], tt.host+tt.tail)
		}
	}
}

// TestOpaque has addresses with a path after the ":" of the scheme. One with an empty path is no address.
func TestOpaque(t *testing.T) {
	for _, tt := range []struct {
		rules                  Rules
		before, address, after string
	}{
		{Rules{}, "x ", "mailto:a@b", "."},
		{Rules{}, "x ", "", "mailto: x"},
		{Rules{}, "'", "mailto:a", "'b"},
		{Rules{}, "a**", "mailto:a", "**"},
		{Rules{Escapes: HTML}, "a**", "mailto:**", ""}, // nothing would be left
		{Rules{Syntax: Prose}, "x ", "mailto:a@b", "."},
		{Rules{Syntax: Prose}, "x ", "mailto:?a", " b"},
		{Rules{Syntax: Prose}, "x ", "", "mailto: x"},
	} {
		r := tt.rules
		start, want := len(tt.before), 0
		if tt.address != "" {
			want = start + len(tt.address)
		}
		text := tt.before + tt.address + tt.after
		if got := r.Opaque(text, start, strings.IndexByte(text, ':')+1); got != want {
			t.Errorf("%+v, %q: %d, want %d", r, text, got, want)
		}
	}
}
