package address

import (
	"strings"
	"testing"
)

// TestEmphasis has addresses with marks of emphasis. The rest is what does not belong to the address: see TrimEmphasis.
func TestEmphasis(t *testing.T) {
	const h = "http://h/b"
	for _, tt := range []struct{ before, address, rest string }{
		// Marks that open before the address, or do not.
		{"**see ", h, "**"},
		{"see ", h + "**", ""},
		{"_a_ ", h + "_", ""},
		{"~~", h, "~~"},
		{"~", h, "~"},
		{" ==", h, "=="},
		{"x==", h + "==", ""},
		{" =", h + "=", ""},
		{" =a ", h + "=", ""},
		{" =a ", h + "==", ""},
		{"~~a ", h + "==", ""},
		{"~a ", h + "_", ""},
		{"==a ", h, "=="},
		{"x*", h, "*"},
		{"*", h + "*", "*"}, // no longer run than the one that opens
		{"**_", h, "_**"},
		{"**_", h + "_", "**_"},
		{"**\n", h + "**", ""},
		{"**\r", h + "**", ""},
		{"\n**", h, "**"},
		{"**a\n", h + "**", ""},
		{"**a\r", h + "**", ""},
		{"**a\n*", h + "*", "*"},
		{"*" + strings.Repeat("a", 198) + " ", h, "*"},
		{"*" + strings.Repeat("a", 199) + " ", h + "*", ""},
		{"a\U00020000*" + strings.Repeat("a", 198) + " ", h, "*"},
		{strings.Repeat("*a ", 9), h, "*********"},

		// Where a mark opens.
		{"x *a ", h, "*"},
		{"x\t*a ", h, "*"},
		{"x\u3000*a ", h, "*"},
		{"x!*a ", h + "*", ""},
		{"x*a ", h + "*", ""},
		{"* a ", h + "*", ""},
		{"*\u3000a ", h + "*", ""},
		{"x==*a ", h, "*"},
		{"x=*a ", h + "*", ""},
		{`x\n*a `, h, "*"},
		{`x\r*a `, h, "*"},
		{`x\t*a `, h, "*"},
		{`x\u*a `, h + "*", ""},
		{"xn*a ", h + "*", ""},
		{"x\x1b[1m*a ", h, "*"},
		{"x1m*a ", h + "*", ""},
		{"é*a ", h, "*"},
		{"é_a ", h + "_", ""},
		{"→*a ", h + "*", ""},
		{"。*a ", h, "*"},
		{"⟨*a ", h, "*"},
		{"⟩*a ", h, "*"},
		{"«*a ", h, "*"},
		{"»*a ", h, "*"},

		// Where a mark closes.
		{"*a* ", h + "*", ""},
		{"*a*", h, "*"}, // directly before the address, it opens
		{"*a*, ", h + "*", ""},
		{"*a*\u3000", h + "*", ""},
		{"*a*b ", h, "*"},
		{"*a*1 ", h, "*"},
		{"*a * ", h, "*"},
		{"*a *b* ", h, "*"},
		{"*a *b* c* ", h + "*", ""},
		{"**a** b** ", h + "**", ""},
		{"*a **b **c*** ", h + "*", "**"},
		{"***a**, ", h + "**", "*"},
		{"***a** ", h + "**", "*"},
		{"*a **b*** ", h + "*", ""},
		{"**a *b*** ", h + "**", ""},
		{"***a *b** ", h + "*", "**"},
		{"**a *b** ", h + "*", "*"},
		{"**a *b* ", h, "**"},
		{"见*a*见 ", h + "*", ""},
		{"*a见*b ", h + "*", "*"},
		{"**a见*b ", h + "*", "**"},
		{"_a_见 ", h, "_"},
		{"*a*见 ", h + "*", ""},

		// Marks inside the address.
		{"**", "http://h", "**c"},
		{"**", "http://**c", ""},
		{"x ", h + "**c", ""},
		{"*", h + "**c", ""},
		{"~~", h, "~~c"},
		{"~", h + "~~c", ""},
		{"*a ", h, "*见"},
		{"*a ", "http://h", "*见"},
		{"*a ", h + "*c", ""},
		{"*a ", h + "*c", "*见"},
		{"a ", h + "*见", ""},
		{"**a ", h, "**见"},
		{"~a ", h + "~见", ""},
		{"~~a ", h, "~~见"},
		{"==a ", h, "==见"},
		{"==a ", h + "=见", ""},
		{"__a ", h + "__见", ""},
		{"__a ", h + "*c__见", ""},
		{"~a ", h + "*c~见", ""},
		{"**", h, "**见**c"},
		{"*", "http://*", "见"}, // nothing would be left without the mark
		{"**", h, "**c*见"},
	} {
		r := Rules{}
		text, start := tt.before+tt.address+tt.rest, len(tt.before)
		floor, want := start+len("http://"), start+len(tt.address)
		if got := r.TrimEmphasis(text, start, floor, len(text)); got != want {
			t.Errorf("%q: %q, want %q", text, text[start:got], tt.address)
		}
		context := max(0, start-Context)
		if got := r.TrimEmphasis(text[context:], start-context, floor-context, len(text)-context); got != want-context {
			t.Errorf("%q: %q with less text before it", text, text[start:context+got])
		}
	}
	for _, c := range "()[]{}<>\"'`|*_~" {
		before := "x" + string(c) + "==a "
		if got := (&Rules{}).TrimEmphasis(before+h+"==", len(before), len(before)+7, len(before+h)+2); got != len(before+h) {
			t.Errorf("%q: no mark opens", before)
		}
	}
	for c := range 256 {
		if got, want := EndsEmphasis(byte(c)), strings.IndexByte("*_~=", byte(c)) >= 0; got != want {
			t.Errorf("%q: %t", c, got)
		}
	}
}

// TestCutEmphasis has addresses that end at marks of emphasis, with them. The mark is open before the address.
func TestCutEmphasis(t *testing.T) {
	for _, tt := range []struct{ before, address, rest string }{
		{"", "http://h/b*见", ""},
		{"*", "http://h/b*", "见"},
		{"x*", "http://h/b*", "见"},
		{"*", "http://*", "见"},
		{"**", "http://h/b**", "c**d"},
		{"**", "http://h/b**", "c*见"},
		{"***", "http://h/b**", "*见"},
		{"x ", "http://h/b**c", ""},
		{"**", "http://h/b", ""},
	} {
		text, start := tt.before+tt.address+tt.rest, len(tt.before)
		if got := new(Rules).cutEmphasis(text, start, start+len("http://"), len(text)); got != start+len(tt.address) {
			t.Errorf("%q: %q, want %q", text, text[start:got], tt.address)
		}
		if got := new(Rules).cutEmphasis(text, start, start+len("http://"), 0); got != 0 {
			t.Errorf("%q: %d without an address", text, got)
		}
	}
}
