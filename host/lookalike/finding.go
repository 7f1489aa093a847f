package lookalike

import (
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/internal/textio"
)

// A Report is the result of [Check].
type Report struct {
	Labels []Label // the labels of the host that are not empty
}

// Suspicious reports whether a label has a finding.
func (r Report) Suspicious() bool {
	return slices.ContainsFunc(r.Labels, func(l Label) bool { return len(l.Findings) > 0 })
}

// A Label is one label of a host.
type Label struct {
	Start, End int       // its range in the host, in bytes, half-open
	Text       string    // the label in Unicode, with the case of its letters; an A-label is decoded
	Level      Level     // how far its scripts are mixed
	Findings   []Finding // at most one of each kind, in the order of the kinds
}

// A Finding is a property of a label that can mislead a reader.
type Finding struct {
	Kind Kind

	// Offset is the offset of the suspicious character in the host, in bytes. It is the start of the label if the label
	// is written as an A-label or if the finding is about all of it.
	Offset int

	// Scripts are the mixed scripts for MixedScript, and the scripts of other labels that look the same for
	// WholeScript. They have the long names of Unicode, as in unicode.Scripts. For other kinds Scripts is nil.
	Scripts []string

	// ASCII is a label of letters, digits and hyphens that looks the same, for LooksASCII. There can be more, because
	// "1" looks like "l". It may have capital letters: fold the case before you compare it with names. For other kinds
	// ASCII is "".
	ASCII string
}

// Text returns the text of String without the offset, such as "mixed scripts: Cyrillic, Latin".
func (f Finding) Text() string { return f.Kind.String() + f.detail() }

// String returns a description such as "mixed scripts at byte 1: Cyrillic, Latin".
func (f Finding) String() string {
	return f.Kind.String() + " at byte " + strconv.Itoa(f.Offset) + f.detail()
}

// detail returns the scripts or the ASCII label after a colon, or "".
func (f Finding) detail() string {
	switch {
	case f.Kind == LooksASCII:
		return ": " + strconv.Quote(f.ASCII)
	case len(f.Scripts) > 0:
		return ": " + strings.Join(f.Scripts, ", ")
	}
	return ""
}

// A Kind is a kind of [Finding].
type Kind uint8

const (
	_ Kind = iota

	// MixedScript is a label of characters that have no script in common, and are not used together in Chinese,
	// Japanese or Korean, with or without Latin: its level is above [HighlyRestrictive] (UTS #39, section 5.1).
	MixedScript

	// MixedNumbers is a label with decimal digits of different systems (section 5.3).
	MixedNumbers

	// WholeScript is a label in one script other than Latin that looks the same as a label in another script (section
	// 4.1).
	WholeScript

	// LooksASCII is a label that looks the same as a label of US-ASCII letters, digits and hyphens.
	LooksASCII
)

var kindNames = [...]string{
	0:            "nothing",
	MixedScript:  "mixed scripts",
	MixedNumbers: "mixed numbers",
	WholeScript:  "whole-script confusable",
	LooksASCII:   "looks like ASCII",
}

// String returns a few words, such as "mixed scripts".
func (k Kind) String() string { return textio.Name(kindNames[:], k, "Kind") }

// A Level is a restriction level of UTS #39, section 5.2. A higher level has a wider mixture of scripts. UTS #39 and
// browsers accept names up to [HighlyRestrictive], or [ModeratelyRestrictive]. The highest level of UTS #39,
// Unrestricted, is missing, because it depends on Identifier_Status.
type Level uint8

const (
	// ASCIIOnly is a label of US-ASCII characters.
	ASCIIOnly Level = iota

	// SingleScript is a label of characters that are all of one script, or of the scripts of Chinese (Han and
	// Bopomofo), Japanese (Han, Hiragana and Katakana) or Korean (Han and Hangul).
	SingleScript

	// HighlyRestrictive is a label with Latin and the scripts of Chinese, Japanese or Korean.
	HighlyRestrictive

	// ModeratelyRestrictive is a label with Latin and one other Recommended script of UAX #31, except Cyrillic and
	// Greek.
	ModeratelyRestrictive

	// MinimallyRestrictive is any other mixture.
	MinimallyRestrictive
)

var levelNames = [...]string{
	ASCIIOnly:             "ASCII-only",
	SingleScript:          "single script",
	HighlyRestrictive:     "highly restrictive",
	ModeratelyRestrictive: "moderately restrictive",
	MinimallyRestrictive:  "minimally restrictive",
}

// String returns the name of the level in UTS #39, in lower case: "ASCII-only", "single script" and so on.
func (l Level) String() string { return textio.Name(levelNames[:], l, "Level") }
