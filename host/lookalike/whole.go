package lookalike

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Lookalikes returns the scripts in which there is a label that looks the same, sorted, by long names, but for the
// label's own: if the label is of one script, these are the scripts of its whole-script confusables (UTS #39, section
// 4.1), otherwise those of the labels that it could be meant for (section 4.2).
//
// Only such labels count as people meet in hosts: in the Recommended Scripts of UAX #31 (Table 5, for Unicode 15) but
// Hangul, of whose syllables only the parts have prototypes; of letters, marks and digits that IDNA leaves as they are
// (RFC 5892, sections 2.1 and 2.2), and ASCII's capital letters; and for Latin, Cyrillic and Greek without the blocks
// of phonetic, historic and other letters that are in no everyday alphabet, with which nearly every word could be
// imitated: IPA and Phonetic Extensions, Latin Extended-C to -G, the Cyrillic Extended blocks, and Coptic.
//
// Han is not told from Hiragana and Katakana, nor from Hangul, since texts mix them: "二" and "ニ" are confusable, but in
// the sense of section 4 not of different scripts.
func (l Label) Lookalikes() []string {
	own, _, _ := resolve(l.Text)
	if own == allScripts {
		own = scriptSet{}
	}
	return scriptSet{lookalikes(l.Skeleton())}.without(own.parts()).names()
}

// parts returns s with the scripts that Chinese, Japanese and Korean consist of, if s has these.
func (s scriptSet) parts() scriptSet {
	for _, c := range [...]struct {
		combined int
		parts    []int
	}{
		{scriptHanb, []int{scriptHani, scriptBopo}},
		{scriptJpan, []int{scriptHani, scriptHira, scriptKana}},
		{scriptKore, []int{scriptHani, scriptHang}},
	} {
		if s.has(c.combined) {
			s = s.or(setOf(c.parts...))
		}
	}
	return s
}

// A target is a prototype, and the scripts of the characters of host names that have it.
type target struct {
	prototype string
	scripts   uint64 // listed ones, as bits
	common    bool   // there is one that goes with all scripts
}

// listedScripts has the bits of the scripts that are listed first: the Recommended and the combined ones.
const listedScripts = 1<<numListed - 1

// covered returns the scripts with which t can be written.
func (t target) covered() uint64 {
	if t.common {
		return listedScripts
	}
	return t.scripts
}

// lookalikes returns the scripts, as bits, in which there is a text with the given skeleton that has a character of
// that script. It goes from left to right and notes at each place in which scripts what stands before it can be
// written. The time is linear: a prototype of a target has few characters, and few begin with the same one.
func lookalikes(skeleton string) uint64 {
	at := make([]struct{ any, own uint64 }, len(skeleton)+1) // any: without a character of the script, too
	at[0].any = listedScripts
	for i := range skeleton {
		if at[i].any == 0 {
			continue
		}
		for t := range targetsAt(skeleton[i:]) {
			next := &at[i+len(t.prototype)]
			next.any |= at[i].any & t.covered()
			next.own |= at[i].own&t.covered() | at[i].any&t.scripts
		}
	}
	return at[len(skeleton)].own
}

// targets are those of all characters that have prototypes or decompositions, and of the prototypes themselves, sorted.
// A prototype that is missing here is one of itself alone. It is made once, from the data of the modules, when
// Label.Lookalikes is first called: by Check, for the first label that is not US-ASCII and of one script other than
// Latin. That takes some ten to twenty milliseconds.
var targets = sync.OnceValue(makeTargets)

func makeTargets() []target {
	all := map[string]target{}
	for _, name := range append([]string{"Common", "Inherited"}, listed[:numRecommended]...) {
		if name != "Hangul" { // it has no host characters, and 11 thousand others
			addTargets(all, unicode.Scripts[name])
		}
	}
	for p := range maps.Clone(all) {
		if r, size := utf8.DecodeRuneInString(p); size == len(p) {
			add(all, ownTarget(p, r))
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b target) int { return cmp.Compare(a.prototype, b.prototype) })
}

func addTargets(all map[string]target, table *unicode.RangeTable) {
	for first, last := range ranges(table) {
		for r := first; r <= last; r++ {
			if replacement(r) == "" && norm.NFD.IsNormalString(string(r)) || !isHostCharacter(r) {
				continue
			}
			add(all, ownTarget(Skeleton(string(r)), r))
		}
	}
}

func add(all map[string]target, t target) {
	if t.prototype == "" || !t.common && t.scripts == 0 {
		return
	}
	old := all[t.prototype]
	all[t.prototype] = target{t.prototype, old.scripts | t.scripts, old.common || t.common}
}

// targetsAt yields the targets whose prototypes s begins with.
func targetsAt(s string) iter.Seq[target] {
	r, size := utf8.DecodeRuneInString(s)
	first := s[:size]
	return func(yield func(target) bool) {
		targets := targets()
		i, found := slices.BinarySearchFunc(targets, first, func(t target, p string) int {
			return cmp.Compare(t.prototype, p)
		})
		if !found && !yield(ownTarget(first, r)) {
			return
		}
		for ; i < len(targets) && strings.HasPrefix(targets[i].prototype, first); i++ {
			if strings.HasPrefix(s, targets[i].prototype) && !yield(targets[i]) {
				return
			}
		}
	}
}

// ownTarget returns the target of one character.
func ownTarget(prototype string, r rune) target {
	switch s := lookup(r); {
	case !isHostCharacter(r):
		return target{prototype: prototype}
	case s == allScripts:
		return target{prototype: prototype, common: true}
	default:
		return target{prototype: prototype, scripts: s[0] & listedScripts}
	}
}

// isHostCharacter reports whether lookalikes are put together with r: what Label.Lookalikes says.
func isHostCharacter(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return isLDH(r)
	case r == 0xdf || r == 0x3c2: // the letters among the exceptions of RFC 5892, section 2.6, that folding changes
		return true
	case unicode.Is(rare, r) || unicode.Is(unicode.Hangul, r) || isIgnorable(r):
		return false
	case !unicode.In(r, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd):
		return false
	}
	s := string(r)
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s))) == s
}

// rare are the blocks of Latin, Cyrillic and Greek letters that are in no everyday alphabet, by Blocks.txt.
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
