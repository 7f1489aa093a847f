package lookalike

import (
	"math/bits"
	"slices"
	"sync"
	"unicode"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ucd"
)

// Numbers of scripts: first the Recommended Scripts of UAX #31, Table 5, for Unicode 15, then the combined scripts of
// UTS #39, then all others, by name. Common and Inherited are not numbered.
const (
	scriptLatn = iota
	scriptCyrl
	scriptGrek
	scriptBopo
	scriptHang
	scriptHani
	scriptHira
	scriptKana
	numNamed // more Recommended Scripts follow

	numRecommended = numNamed + 21
	scriptHanb     = numRecommended + 0
	scriptJpan     = numRecommended + 1
	scriptKore     = numRecommended + 2
	numListed      = numRecommended + 3
)

var listed = [numListed]string{
	scriptLatn: "Latin", scriptCyrl: "Cyrillic", scriptGrek: "Greek", scriptBopo: "Bopomofo", scriptHang: "Hangul",
	scriptHani: "Han", scriptHira: "Hiragana", scriptKana: "Katakana",
	numNamed: "Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew",
	"Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thaana", "Thai",
	"Tibetan",
	scriptHanb: "", "", "",
}

// scriptNames are the long names of all scripts, by number.
var scriptNames = sync.OnceValue(func() []string {
	names := slices.Clone(listed[:])
	for _, name := range ucd.Scripts {
		if !slices.Contains(listed[:], name) && !isShared(name) {
			names = append(names, name)
		}
	}
	return names
})

// scriptSets are the augmented script sets of the characters of each script, by the numbers of package ucd.
var scriptSets = sync.OnceValue(func() (sets []scriptSet) {
	for _, name := range ucd.Scripts {
		s := allScripts
		if !isShared(name) {
			s = augmented(setOf(slices.Index(scriptNames(), name)))
		}
		sets = append(sets, s)
	}
	return sets
})

// isShared reports whether the characters of the script are compatible with all scripts.
func isShared(script string) bool { return script == "Common" || script == "Inherited" || script == "" }

// A scriptSet is a set of scripts, by their numbers. The set of a character is augmented: Han comes with Chinese,
// Japanese and Korean, and so on (UTS #39, section 5.1). If a character is compatible with all scripts, all bits are
// set.
type scriptSet = octet.ByteSet

var allScripts = scriptSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

func setOf(scripts ...int) (s scriptSet) {
	for _, script := range scripts {
		s.Add(byte(script))
	}
	return s
}

// isCJK reports whether s contains Chinese, Japanese or Korean.
func isCJK(s scriptSet) bool { return s.Has(scriptHanb) || s.Has(scriptJpan) || s.Has(scriptKore) }

// recommendedScripts are the Recommended Scripts of UAX #31.
var recommendedScripts = scriptSet{1<<numRecommended - 1}

// named returns s without the combined scripts, which have no names.
func named(s scriptSet) scriptSet { return s.Minus(combinedScripts) }

// combined are the combined scripts of UTS #39 with their parts: Chinese, Japanese and Korean.
var combined = [...]struct {
	script byte
	parts  scriptSet
}{
	{scriptHanb, setOf(scriptHani, scriptBopo)},
	{scriptJpan, setOf(scriptHani, scriptHira, scriptKana)},
	{scriptKore, setOf(scriptHani, scriptHang)},
}

var combinedScripts = setOf(scriptHanb, scriptJpan, scriptKore)

func size(s scriptSet) (n int) {
	for _, x := range s {
		n += bits.OnesCount64(x)
	}
	return n
}

func namesOf(s scriptSet) (names []string) {
	s = named(s)
	if s.IsEmpty() {
		return nil
	}
	names = make([]string, 0, size(s))
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			names = append(names, scriptNames()[64*i+bits.TrailingZeros64(word)])
		}
	}
	slices.Sort(names)
	return names
}

// augmented returns s with the combined scripts of its members (UTS #39, section 5.1).
func augmented(s scriptSet) scriptSet {
	for _, c := range combined {
		if !s.Intersection(c.parts).IsEmpty() {
			s.Add(c.script)
		}
	}
	return s
}

// lookup returns the augmented script set of r.
func lookup(r rune) scriptSet {
	if s, ok := extension(r); ok {
		return augmented(s)
	}
	return scriptSets()[ucd.ScriptOf(r)]
}

// extension returns the Script_Extensions of the Common and Inherited characters that matter in Chinese, Japanese and
// Korean labels. Without them, these characters would be compatible with Latin or Cyrillic.
func extension(r rune) (s scriptSet, ok bool) {
	switch r {
	case 0x3006:
		return setOf(scriptHani), true
	case 0x30fb, 0xff65:
		return setOf(scriptBopo, scriptHang, scriptHani, scriptHira, scriptKana), true
	case 0x3099, 0x309a, 0x309b, 0x309c, 0x30fc, 0xff70:
		return setOf(scriptHira, scriptKana), true
	}
	return scriptSet{}, false
}

// resolve returns the resolved script set of text, which is empty if text mixes scripts (UTS #39, section 5.1).
// notLatin is the same set without the characters of Latin. mixedAt is the offset of the first character that has no
// script in common with all characters before it.
func resolve(text string) (resolved, notLatin scriptSet, mixedAt int) {
	resolved, notLatin = allScripts, allScripts
	before := &allScripts
	for i, r := range text {
		s := &chars.at(r).scripts
		if *s == *before {
			continue
		}
		before = s
		if !s.Has(scriptLatn) {
			notLatin = notLatin.Intersection(*s)
		}
		if resolved.IsEmpty() {
			continue
		}
		if resolved = resolved.Intersection(*s); resolved.IsEmpty() {
			mixedAt = i
		}
	}
	return resolved, notLatin, mixedAt
}

// moderateScripts are the scripts that a label of the level ModeratelyRestrictive has besides Latin.
var moderateScripts = recommendedScripts.Minus(setOf(scriptCyrl, scriptGrek))

// levelOf takes the steps of UTS #39, section 5.2, for a label that is not US-ASCII. It leaves out the last step: it
// assumes that all characters may be in identifiers.
func levelOf(resolved, notLatin scriptSet) Level {
	switch {
	case !resolved.IsEmpty():
		return SingleScript
	case isCJK(notLatin):
		return HighlyRestrictive
	case !notLatin.Intersection(moderateScripts).IsEmpty():
		return ModeratelyRestrictive
	}
	return MinimallyRestrictive
}

// mixedNumbersAt returns the offset of the first decimal digit of text that belongs to another system than the digit
// before it.
func mixedNumbersAt(text string) (offset int, ok bool) {
	system := rune(-1)
	for i, r := range text {
		zero := chars.at(r).zero
		if zero < 0 {
			continue
		}
		if system >= 0 && system != zero {
			return i, true
		}
		system = zero
	}
	return 0, false
}

// zeroOf returns the zero of the system of the decimal digit r. The ten digits of each system follow each other, and a
// range of the table consists of one or more systems.
func zeroOf(r rune) rune {
	first := r
	for unicode.Is(ucd.DecimalNumber, first-1) {
		first--
	}
	return r - (r-first)%10
}

// Scripts returns the scripts of the label's characters, sorted, with Unicode's long names ("Latin", "Cyrillic"), which
// package unicode also gives to its tables. Characters that are compatible with all scripts, such as digits, add
// nothing. A character of several scripts (see the exceptions in the package's description) adds all of them, or
// nothing if another character has one of them. Scripts lists Han, Hiragana and so on for Chinese, Japanese and Korean.
func (l Label) Scripts() []string {
	var own, several scriptSet
	before := &allScripts
	for _, r := range l.Text {
		s := &chars.at(r).scripts
		if *s == *before {
			continue
		}
		before = s
		if *s == allScripts {
			continue
		}
		if named := named(*s); size(named) == 1 {
			own = own.Union(named)
		} else {
			several = several.Union(named)
		}
	}
	if several.IsEmpty() {
		return namesOf(own)
	}
	several = scriptSet{}
	for _, r := range l.Text {
		if s := &chars.at(r).scripts; *s != allScripts && s.Intersection(own).IsEmpty() {
			several = several.Union(named(*s))
		}
	}
	return namesOf(own.Union(several))
}
