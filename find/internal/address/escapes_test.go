package address

import (
	"strings"
	"testing"
)

// TestColours has colour codes: ESC, "[", parameters and "m" (ECMA-48, section 8.3.117), of at most 64 bytes. They are skipped
// before a character and cut off at the end of a text.
func TestColours(t *testing.T) {
	for _, code := range []string{"\x1b[m", "\x1b[1m", "\x1b[0;32m", "\x1b[38:5:9m", "\x1b[" + strings.Repeat("1", 61) + "m"} {
		for _, after := range []string{"", "é", "1m"} {
			if got := colourLen(code + after); got != len(code) {
				t.Errorf("%q: the code has %d bytes", code+after, got)
			}
		}
		for _, text := range []string{"", "a", "\x1b[1m", "m"} {
			if before, found := cutColour(text + code); before != text || !found {
				t.Errorf("%q: %q, %t", text+code, before, found)
			}
		}
		for _, codes := range []string{code, "\x1b[1m" + code} {
			if c, size := ANSI.Char("x"+codes, 1); c != -1 || size != len(codes) {
				t.Errorf("%q: %q, %d bytes", codes, c, size)
			}
			if c, size := ANSI.Char("x"+codes+"éa", 1); c != 'é' || size != len(codes)+len("é") {
				t.Errorf("%q before a character: %q, %d bytes", codes, c, size)
			}
		}
	}
	for _, text := range []string{"", "m", "1m", "[1m", "\x1b", "\x1b[", "\x1b[1", "\x1b(1m", "\x1b[?1m", "\x1b[1<m", "\x1b[1n", "\x1bm",
		"\x1b[" + strings.Repeat("1", 62) + "m"} {
		if got := colourLen(text); got != 0 {
			t.Errorf("%q: a code of %d bytes", text, got)
		}
		if before, found := cutColour(text); before != text || found {
			t.Errorf("%q: %q, %t", text, before, found)
		}
		if c, size := ANSI.Char("x"+text+" ", 1); size != 1 || c != rune((text + " ")[0]) {
			t.Errorf("%q: %q, %d bytes", text, c, size)
		}
	}
}

// TestAfterEscape has words that begin with the end of an escape.
func TestAfterEscape(t *testing.T) {
	for _, tt := range []struct {
		escapes           Escapes
		text              string
		from, start, want int
	}{
		{NoEscapes, "\x1b[1ma.b", 0, 2, 4},
		{NoEscapes, "\x1b[1;32ma.b", 0, 4, 7},
		{NoEscapes, "\x1b[ma.b", 0, 2, 3},
		{NoEscapes, "\x1b[1m", 0, 2, 4},
		{NoEscapes, strings.Repeat(" ", 64) + "\x1b[1ma.b", 0, 66, 68},
		{NoEscapes, "12m", 0, 0, 0},
		{NoEscapes, "12", 0, 0, 0},
		{NoEscapes, "\x1b[12na", 0, 2, 2},
		{NoEscapes, `\na.b`, 0, 1, 1},
		{JSON, `\na.b`, 0, 1, 2},
		{JSON, `\u0026a.b`, 0, 1, 6},
		{JSON, `\\na.b`, 0, 2, 2},
		{JSON, `\\\na.b`, 0, 3, 4},
		{JSON, `\\na.b`, 1, 2, 3},
		{JSON, `\na.b`, 1, 1, 1},
		{JSON, "na.b", 0, 0, 0},
		{JSON, `n\na.b`, 0, 2, 3},
		{JSON, "\x1b[1ma.b", 0, 2, 4},
	} {
		r := Rules{Escapes: tt.escapes}
		if got := r.AfterEscape(tt.text, tt.from, tt.start); got != tt.want {
			t.Errorf("%d, %q from %d at %d: %d, want %d", tt.escapes, tt.text, tt.from, tt.start, got, tt.want)
		}
	}
}

// TestEndsWithLess has texts that end with an escape of "<" by RFC 8259, section 7, or the HTML Standard, section 13.5.
func TestEndsWithLess(t *testing.T) {
	for text, escapes := range map[string]Escapes{
		`\u003c`: JSON, `a\u003C`: JSON, "&lt;": HTML, "a&lt;": HTML, "": NoEscapes, "<": NoEscapes, "u003c": NoEscapes, `\u003`: NoEscapes,
		`\u003d`: NoEscapes, "lt;": NoEscapes, "&lt": NoEscapes, `\u003ca`: NoEscapes, "aaaaaa": NoEscapes,
	} {
		for _, e := range []Escapes{NoEscapes, JSON, HTML, ANSI} {
			if got, want := e.endsWithLess(text), e == escapes && e != NoEscapes; got != want {
				t.Errorf("%d, %q: %t", e, text, got)
			}
		}
	}
}
