package lookalike

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/ucd"
)

// Skeleton returns the skeleton of s, which is the same for all strings that look the same: internalSkeleton of UTS
// #39, section 4. It puts s into NFD, removes ignorable characters, replaces every character with its prototype, and puts
// the result into NFD again. A prototype is the string that UTS #39 chooses for all characters that look alike. Do not
// show a skeleton to people: its letters are neither the letters of s nor their ASCII equivalents.
//
// UTS #39 leaves a few prototypes that themselves have prototypes. Skeleton also replaces these, so that
// Skeleton(Skeleton(s)) is Skeleton(s). Bytes that are not UTF-8 count as U+FFFD.
//
// The case of letters matters: "I" looks like "l". Skeletons can change with [UnicodeVersion].
//
// The time is linear in len(s). Skeleton does not allocate if s is in US-ASCII and its own skeleton.
func Skeleton(s string) string {
	if isOwnSkeleton(s) {
		return s
	}
	var buffer [host.MaxLabel]byte
	if b, ok := appendSkeleton(buffer[:0], s); ok {
		return string(b)
	}
	return composeSkeleton(s)
}

// appendSkeleton appends the skeletons of the characters of s, one after the other. This is the skeleton of s unless
// NFD has to change the order of marks. If so, ok is false.
func appendSkeleton(dst []byte, s string) (skeleton []byte, ok bool) {
	var decomposed, spelled uint8 // the combining classes of the last characters
	for _, r := range s {
		c := chars.at(r)
		if first := c.decomposed.first; 0 < first && first < decomposed {
			return dst, false
		}
		decomposed = c.decomposed.last
		if c.removed {
			continue
		}
		if first := c.spelled.first; 0 < first && first < spelled {
			return dst, false
		}
		spelled = c.spelled.last
		if c.skeleton == "" {
			dst = utf8.AppendRune(dst, r)
		} else {
			dst = append(dst, c.skeleton...)
		}
	}
	return dst, true
}

// composeSkeleton implements Skeleton with the steps of UTS #39.
func composeSkeleton(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range ucd.Decompose(s) {
		if isIgnorable(r) {
			continue
		}
		if p := replacement(r); p != "" {
			b.WriteString(p)
		} else {
			b.WriteRune(r)
		}
	}
	return ucd.Decompose(b.String())
}

// Confusable reports whether a and b look the same, that is, whether their skeletons are equal (UTS #39, section 4). A
// string looks the same as itself. Confusable costs two calls of [Skeleton].
func Confusable(a, b string) bool { return Skeleton(a) == Skeleton(b) }

// isOwnSkeleton reports whether s is US-ASCII and no character of it has a prototype.
func isOwnSkeleton(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || !chars.at(rune(s[i])).sameSkeleton() {
			return false
		}
	}
	return true
}

// isIgnorable reports whether r is a Default_Ignorable_Code_Point.
func isIgnorable(r rune) bool { return r >= 0xad && unicode.Is(ucd.DefaultIgnorable, r) }

// asciiLike returns a label of letters, digits and hyphens with the given skeleton, the skeleton of text. ok is false
// if no such label exists. The skeletons of such labels consist of such characters, and are their own skeletons. So a
// label exists if and only if the skeleton of text consists of such characters. Then NFD moves no mark of text, and
// each character can be replaced alone.
func asciiLike(text, skeleton string) (ascii string, ok bool) {
	if skeleton == "" {
		return "", false
	}
	for i := range len(skeleton) {
		if !hostname.IsLDH(skeleton[i]) {
			return "", false
		}
	}
	var buffer [host.MaxLabel]byte
	b := buffer[:0]
	for _, r := range text {
		c := chars.at(r)
		switch {
		case isLDH(r):
			b = append(b, byte(r)) // not its prototype: 0, 1 and m have other letters as prototypes
		case strings.Contains(c.skeleton, "rn"):
			b = append(b, strings.ReplaceAll(c.skeleton, "rn", "m")...)
		default:
			b = append(b, c.skeleton...)
		}
	}
	return string(b), true
}

// isLDH reports whether r is a letter of US-ASCII, a digit or a hyphen.
func isLDH(r rune) bool { return uint32(r) < utf8.RuneSelf && hostname.IsLDH(byte(r)) }
