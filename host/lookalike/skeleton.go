package lookalike

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
	"golang.org/x/text/unicode/norm"
)

// Skeleton returns what UTS #39 compares to see whether texts look the same: internalSkeleton(s), section 4. That is s
// in NFD, without ignorable characters, every character replaced by its prototype, and all that in NFD again. A
// skeleton is nothing to show to people; its letters are not those that s consists of, nor their ASCII equivalents.
//
// Unlike UTS #39, which leaves a few prototypes that have prototypes themselves, Skeleton replaces these, too: so
// Skeleton(Skeleton(s)) is Skeleton(s). An octet that is no UTF-8 counts as U+FFFD.
//
// The case of letters matters: "I" looks like "l". Skeletons may change with the versions of the modules and of Go. The
// time is linear in len(s); nothing is allocated if s is US-ASCII and its own skeleton.
func Skeleton(s string) string {
	if isOwnSkeleton(s) {
		return s
	}
	if !utf8.ValidString(s) {
		s = string([]rune(s)) // package norm leaves what is behind an octet that is no UTF-8 as it is, in places
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFD.String(s) {
		if isIgnorable(r) {
			continue
		}
		if p, ok := prototype(r); ok {
			b.WriteString(p)
		} else {
			b.WriteRune(r)
		}
	}
	return withoutIgnorable(norm.NFD.String(b.String()))
}

// Confusable reports whether a and b look the same: whether their skeletons are equal (UTS #39, section 4). So does a
// text with itself.
func Confusable(a, b string) bool { return Skeleton(a) == Skeleton(b) }

// Skeleton returns the skeleton of the label's text.
func (l Label) Skeleton() string { return Skeleton(l.Text) }

// isOwnSkeleton reports whether s is US-ASCII without any character that has a prototype.
func isOwnSkeleton(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
		if _, ok := prototype(rune(s[i])); ok {
			return false
		}
	}
	return true
}

// withoutIgnorable drops U+034F, which package norm inserts where more than 30 marks follow each other.
func withoutIgnorable(s string) string { return strings.ReplaceAll(s, "\u034f", "") }

// prototype returns the prototype of r, if it is another than r, in NFD and without characters that have prototypes.
// The data have one step in nearly all cases, and two in some; if they had a circle, it would end all the same.
func prototype(r rune) (p string, ok bool) {
	p = replacement(r)
	if p == "" || len(p) == 1 {
		return p, p != ""
	}
	for range 4 {
		next := replaced(norm.NFD.String(p))
		if next == p {
			break
		}
		p = next
	}
	return p, true
}

// replaced returns text with the prototypes of its characters, one step.
func replaced(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return replacement(r) != "" }) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if p := replacement(r); p != "" {
			b.WriteString(p)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isIgnorable reports whether r is a Default_Ignorable_Code_Point, as DerivedCoreProperties.txt derives it: from what
// package unicode has.
func isIgnorable(r rune) bool {
	switch {
	case r < 0xad || unicode.IsLetter(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return false
	case 0xfff9 <= r && r <= 0xfffb || 0x13430 <= r && r <= 0x13440:
		return false
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	}
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// asciiLike returns a label of letters, digits and hyphens that has the same skeleton as text, if there is one.
// Skeletons of such labels consist of such characters, and a skeleton that does is its own: so that decides.
func asciiLike(text string) (ascii string, ok bool) {
	skeleton := Skeleton(text)
	if skeleton == "" || strings.ContainsFunc(skeleton, func(r rune) bool { return !isLDH(r) }) {
		return "", false
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		if isLDH(r) {
			b.WriteRune(r) // and not its prototype: that of 0, 1 and m has other letters
		} else if p, ok := prototype(r); ok && !isIgnorable(r) {
			b.WriteString(strings.ReplaceAll(p, "rn", "m"))
		}
	}
	return b.String(), true
}

// isLDH reports whether r is a letter of US-ASCII, a digit or a hyphen.
func isLDH(r rune) bool {
	return uint32(r) < utf8.RuneSelf && (tables.Is(byte(r), tables.ALPHA|tables.DIGIT) || r == '-')
}
