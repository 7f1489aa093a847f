package lookalike

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/ucd"
)

// Lookalikes returns the scripts that have a label which looks the same as l, except the script of l itself. They are
// sorted and have Unicode's long names. If the label is of one script, these are the scripts of its whole-script
// confusables (UTS #39, section 4.1), otherwise the scripts of the labels that it may imitate (section 4.2).
//
// Only labels that are common in hosts count. They are in the Recommended Scripts of UAX #31 (Table 5, for Unicode 15),
// but not Hangul: only parts of its syllables have prototypes. They have letters, marks and digits that IDNA leaves
// unchanged (RFC 5892, sections 2.1 and 2.2), and ASCII's capital letters. Latin, Cyrillic and Greek labels do not have
// letters of IPA and Phonetic Extensions, Latin Extended-C to -G, the Cyrillic Extended blocks, and Coptic: these
// phonetic, historic and other letters are in no everyday alphabet, and could imitate nearly every word.
//
// Han is not distinguished from Hiragana and Katakana, nor from Hangul, because writers mix them: "二" and "ニ" are
// confusable, but not of different scripts in the sense of section 4.
func (l Label) Lookalikes() []string {
	own, _, _ := resolve(l.Text)
	return lookalikeScripts(own, Skeleton(l.Text))
}

// lookalikeScripts implements Lookalikes for a label with the given resolved script set and skeleton.
func lookalikeScripts(own scriptSet, skeleton string) []string {
	if own == allScripts {
		own = scriptSet{}
	}
	return namesOf(scriptSet{lookalikes(skeleton)}.Minus(withParts(own)))
}

// withParts returns s with the parts of its combined scripts added, such as Han and Bopomofo for Chinese.
func withParts(s scriptSet) scriptSet {
	for _, c := range combined {
		if s.Has(c.script) {
			s = s.Union(c.parts)
		}
	}
	return s
}

// A target is a prototype, and the scripts of the host characters that have it.
type target struct {
	prototype string
	scripts   uint64 // listed scripts, as bits
	common    bool   // one of the characters is compatible with all scripts
}

// listedScripts is the set of the listed scripts, as bits: the Recommended and the combined ones.
const listedScripts = 1<<numListed - 1

// covered returns the scripts that t can be written in.
func (t target) covered() uint64 {
	if t.common {
		return listedScripts
	}
	return t.scripts
}

// lookalikes returns the scripts, as bits, that can write the given skeleton with a character of their own. It goes
// from left to right and notes, at each offset, the scripts that can write the text before it. The time is linear,
// because the prototype of a target has few characters, and few prototypes begin with the same one.
func lookalikes(skeleton string) uint64 {
	type reach struct{ any, own uint64 } // any: also without a character of the script
	var buffer [host.MaxLabel + 1]reach
	at := buffer[:]
	if len(skeleton) >= len(at) {
		at = make([]reach, len(skeleton)+1)
	}
	at[0].any = listedScripts
	step := func(from *reach, to int, t target) {
		next, covered := &at[to], t.covered()
		next.any |= from.any & covered
		next.own |= from.own&covered | from.any&t.scripts
	}
	for i, r := range skeleton {
		if at[i].any == 0 {
			continue
		}
		b := beginnings.at(r)
		step(&at[i], i+utf8.RuneLen(r), b.own)
		for _, t := range targets()[b.longer:b.end] {
			if strings.HasPrefix(skeleton[i:], t.prototype) {
				step(&at[i], i+len(t.prototype), t)
			}
		}
	}
	return at[len(skeleton)].own
}

// targets returns the targets of all characters that have prototypes or decompositions, sorted by prototype. A character is
// also its own prototype. The targets are made once, when Label.Lookalikes is first called: Check calls it for labels of one
// script that are neither US-ASCII nor Latin. This takes 10 to 20 ms.
var targets = sync.OnceValue(func() []target {
	all := map[string]target{}
	for r := range unicode.MaxRune + 1 {
		isHangul := '가' <= r && r <= '힣' // they are many, and no host characters
		if isHangul || ucd.ScriptOf(r) == 0 || replacement(r) == "" && ucd.Decompose(string(r)) == string(r) {
			continue
		}
		t, p := newTarget(lookup(r), isHostCharacter(r)), composeSkeleton(string(r))
		if p != "" && (t.common || t.scripts != 0) {
			all[p] = target{p, all[p].scripts | t.scripts, all[p].common || t.common}
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b target) int { return cmp.Compare(a.prototype, b.prototype) })
})

// A beginning lists the targets with prototypes that begin with a certain character.
type beginning struct {
	own         target // of the character
	longer, end uint16 // the other targets, as a range of targets
}

// beginnings maps each character to its beginning.
var beginnings = table[beginning]{value: func(r rune) beginning {
	b := beginning{own: newTarget(lookup(r), isHostCharacter(r))}
	first, found := slices.BinarySearchFunc(targets(), string(r), func(t target, p string) int { return cmp.Compare(t.prototype, p) })
	end := first
	for end < len(targets()) && strings.HasPrefix(targets()[end].prototype, string(r)) {
		end++
	}
	if found {
		b.own.scripts |= targets()[first].scripts
		b.own.common = b.own.common || targets()[first].common
		first++
	}
	if first < end { // otherwise all are 0, so that blocks of such characters are equal; see table
		b.longer, b.end = uint16(first), uint16(end)
	}
	return b
}}

// newTarget returns the target of a character with the scripts s. inHost reports whether it is a host character.
func newTarget(s scriptSet, inHost bool) target {
	switch {
	case !inHost:
		return target{}
	case s == allScripts:
		return target{common: true}
	}
	return target{scripts: s[0] & listedScripts}
}

// isHostCharacter reports whether r can be in a lookalike: see Label.Lookalikes.
func isHostCharacter(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return isLDH(r)
	case r == 0xdf || r == 0x3c2: // the letters among the exceptions of RFC 5892, section 2.6, that folding changes
		return true
	case unicode.Is(rare, r) || isIgnorable(r):
		return false
	}
	if s := lookup(r); s != allScripts && s.Has(scriptHang) {
		return false
	}
	return unicode.Is(ucd.StableLetterDigits, r)
}

// rare are the blocks of Latin, Cyrillic and Greek letters that are in no everyday alphabet, from Blocks.txt.
var rare = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0250, Hi: 0x02af, Stride: 1}, // IPA Extensions
		{Lo: 0x03e2, Hi: 0x03ef, Stride: 1}, // the Coptic letters in Greek and Coptic
		{Lo: 0x1c80, Hi: 0x1c8f, Stride: 1}, // Cyrillic Extended-C
		{Lo: 0x1d00, Hi: 0x1dbf, Stride: 1}, // Phonetic Extensions, and Supplement
		{Lo: 0x2c60, Hi: 0x2c7f, Stride: 1}, // Latin Extended-C
		{Lo: 0x2de0, Hi: 0x2dff, Stride: 1}, // Cyrillic Extended-A
		{Lo: 0xa640, Hi: 0xa69f, Stride: 1}, // Cyrillic Extended-B
		{Lo: 0xa720, Hi: 0xa7ff, Stride: 1}, // Latin Extended-D
		{Lo: 0xab30, Hi: 0xab6f, Stride: 1}, // Latin Extended-E
	},
	R32: []unicode.Range32{
		{Lo: 0x10780, Hi: 0x107bf, Stride: 1}, // Latin Extended-F
		{Lo: 0x1df00, Hi: 0x1dfff, Stride: 1}, // Latin Extended-G
		{Lo: 0x1e030, Hi: 0x1e08f, Stride: 1}, // Cyrillic Extended-D
	},
}
