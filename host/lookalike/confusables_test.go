package lookalike

import (
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestReplacement looks up characters at the ends of the data, at the ends of blocks, and outside. The module in gen
// compares all characters with the source.
func TestReplacement(t *testing.T) {
	for r, want := range map[rune]string{
		'!': "", '"': "''", '1': "l", '|': "l", '~': "", 'a': "",
		0x13f: "l\u00b7", 0x140: "l\u00b7", // the last of a block, and the first of the next
		0x217f:  "rn",
		0xfdfa:  "\u0635\u0644\u0649 l\u0644\u0644o \u0639\u0644\u0649o \u0648\u0633\u0644\u0645", // the longest
		0x31e7c: "\u7dc7", 0x31e7d: "", 0x31e80: "",
		-1: "", 0xd800: "", utf8.RuneError: "", unicode.MaxRune: "", 1<<31 - 1: "", -1 << 31: "",
	} {
		if got := replacement(r); got != want {
			t.Errorf("%U: %+q, want %+q", r, got, want)
		}
	}
}

// TestConfusablesIndex checks that numbers rise and are in bounds, and that no character is twice in a block. The
// search relies on this.
func TestConfusablesIndex(t *testing.T) {
	blocks, ends := confusableBlocks[:], confusableEnds[:]
	if blocks[0] != 0 || int(blocks[len(blocks)-1]) != len(confusableChars) || !slices.IsSorted(blocks) {
		t.Error("the blocks do not have all characters")
	}
	for b := range len(blocks) - 1 {
		chars := []byte(confusableChars[blocks[b]:blocks[b+1]])
		for i, c := range chars {
			if int(c)&^(1<<confusableShift-1) != b<<confusableShift&0xff || i > 0 && c <= chars[i-1] {
				t.Errorf("block %d: %x", b, chars)
			}
		}
	}
	if ends[0] != 0 || int(ends[len(ends)-1]) != len(confusablePrototypes) || len(ends) != len(confusableChars)+1 {
		t.Error("the ends do not have all prototypes")
	}
	for i := range len(ends) - 1 {
		if ends[i] >= ends[i+1] || !utf8.ValidString(confusablePrototypes[ends[i]:ends[i+1]]) {
			t.Errorf("[%d, %d) is no prototype", ends[i], ends[i+1])
		}
	}
}

// TestConfusablesSize checks the size in the comment, 46 kB. Offsets of prototypes need about 15 of their 16 bits.
func TestConfusablesSize(t *testing.T) {
	size := 2*len(confusableBlocks) + len(confusableChars) + 2*len(confusableEnds) + len(confusablePrototypes)
	if size > 46000 {
		t.Errorf("%d bytes are more than is said", size)
	}
}

func TestReplacementAllocs(t *testing.T) {
	n := testing.AllocsPerRun(100, func() {
		for _, r := range "m\u0430\U0001d41a\u65e5" {
			sinkString = replacement(r)
		}
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}
