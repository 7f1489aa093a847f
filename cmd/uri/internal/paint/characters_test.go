package paint

import (
	"testing"
)

// TestBreadth compares widths with Unicode's annexes 11 (East Asian Width) and 44 (general categories).
func TestBreadth(t *testing.T) {
	for r, want := range map[rune]breadth{
		'\u00e9': narrow, '\u03b1': narrow, '\u0434': narrow, '\u05d0': narrow, '\u0915': narrow,
		'\u093e':     narrow, // a spacing mark (Mc)
		'\u65e5':     wide,
		'\uac00':     wide,
		'\uff21':     wide,   // fullwidth
		'\uff71':     narrow, // halfwidth
		'\U00020000': wide,
		'\U0001f600': wide,
		'\u0301':     attached,
		'\u094d':     attached,
		'\u20dd':     attached, // Me
		'\u1100':     wide,
		'\u1161':     attached,
		'\u11a8':     attached,
		'\u00a0':     escaped, // spaces
		'\u3000':     escaped,
		'\u2028':     escaped,
		'\u200b':     escaped, // format characters
		'\u200d':     escaped,
		'\u202e':     escaped,
		'\u2066':     escaped,
		'\u00ad':     escaped,
		'\ue000':     escaped, // private
		'\ufdd0':     escaped,
		'\u0378':     escaped, // unassigned
		'\u0085':     escaped,
		'\ufe0f':     escaped, // variation selectors
		'\u180b':     escaped,
		'\u034f':     escaped, // default ignorable
		'\u1160':     escaped,
		'\u3164':     escaped,
		'\U0001f1e6': escaped,
		'\U0001f3fd': escaped,
	} {
		if got := breadthOf(r); got != want {
			t.Errorf("%U: %d, want %d", r, got, want)
		}
	}
}

func TestRightToLeft(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "a\u00e9\u65e5": false, "a\u05d0": true, "\u0627": true, "\u0661": true, "\U0001e900": true,
		"\u06f1": false, "\xd7": false, "\xff": false,
	} {
		if got := HasRightToLeft([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
