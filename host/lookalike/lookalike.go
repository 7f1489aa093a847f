// Package lookalike finds labels of host names that a reader can take for other labels because of their characters,
// with Unicode's security mechanisms for identifiers (UTS #39, https://www.unicode.org/reports/tr39/).
//
// [Check] reports for each label of a host whether it has mixed scripts ("pаypal" with a Cyrillic "а"), is a
// whole-script confusable ("ѕсоре", all in Cyrillic), and more. [Confusable] compares two texts. [Skeleton] returns the
// text that Confusable compares, which a program can store for the names that it protects.
//
// # Data
//
// All data come from Go modules, each with its own version of Unicode:
//
//   - Confusable characters: confusables.txt of UTS #39, Unicode 17.0, in zconfusables.go. The module
//     host/lookalike/gen makes that file from go.mau.fi/util/confusable, so only developers who make it again need that
//     module. The file has license terms of its own, Unicode's.
//   - Scripts, categories, digits and ignorable characters: package unicode, of the version unicode.Version, which is
//     15.0 in Go 1.26.
//   - Normalization and case folding: golang.org/x/text, of the same version as package unicode.
//   - A-labels: Punycode, by package [idna], which needs no data.
//
// Characters newer than unicode.Version have no script here and are compatible with all scripts. They can still be
// confusable.
//
// # Limits
//
//   - Script_Extensions are missing, because no Go module used here has them. Common and Inherited characters, such as
//     digits and most marks, are compatible with all scripts, though UTS #39 restricts some of them to a few: an
//     Arabic-Indic digit next to Latin letters is not reported. Exceptions are characters in Chinese, Japanese and
//     Korean labels: U+3006 is Han; U+30FC, U+FF70 and the voiced sound marks U+3099 to U+309C are Hiragana and
//     Katakana; U+30FB and U+FF65 are of all scripts of these languages. Likewise, a character that has a script has no
//     other, even if several scripts use it.
//   - Identifier_Status and Identifier_Type are missing, so it is not known whether a character is for identifiers at
//     all (the General Security Profile of section 3.1). Technical, obsolete and invisible characters and symbols are
//     reported only if they make a label look like another. The level Unrestricted of section 5.2 is not distinguished
//     from [MinimallyRestrictive].
//   - The data are about single characters, as people see them in common fonts. They have "rn" for "m", but not "vv"
//     for "w" or "cl" for "d". The digit 0 looks like the capital O, but not like o; 1 looks like l. A letter with a
//     mark does not look like the letter without it: "paypaḷ" is not taken for "paypal".
//   - Fonts, sizes and surroundings are not considered. Text that looks different in one font can look alike in
//     another.
//   - Labels in US-ASCII are taken for the originals: [Check] finds nothing in them. [Confusable] does compare them, as
//     in "rnicrosoft" and "microsoft". Likewise, no whole-script confusables are reported for Latin labels, though
//     nearly all short words have some; [Label.Lookalikes] returns them.
//   - The order of display is not considered. Skeletons are those that UTS #39 calls internalSkeleton, in the order of
//     the text, so it does not matter where a right-to-left label appears on the screen.
//   - Words are not considered. A label is suspicious for the label that it looks like, whether that exists or not.
//     Honest labels are also reported: Cyrillic "сор" looks like "cop", and a Danish "æ" like "ae". A misspelled name
//     is not.
//   - The optional detection of UTS #39, section 5.4, is missing: repeated marks, and a dot above on an "i".
//   - It is not checked whether IDNA allows a label or maps it to another.
package lookalike

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
)

// Errors that an [*Error] wraps, for [errors.Is].
var (
	// ErrNotUTF8 means that the host is not UTF-8.
	ErrNotUTF8 = errors.New("invalid UTF-8")

	// ErrPercent means that the host has a "%". Decode percent-encoded octets before calling [Check].
	ErrPercent = errors.New("percent-encoding")

	// ErrALabel means that a label begins with "xn--" but is not an A-label: it cannot be decoded, or it is longer than
	// [host.MaxLabel] bytes.
	ErrALabel = errors.New("bad A-label")
)

// An Error reports why [Check] cannot check a host. Check returns it as a pointer, for [errors.As].
type Error struct {
	Offset int    // the offset of the byte or the label in the host, in bytes
	Label  string // the start of the label as written, if Err wraps ErrALabel
	Err    error  // wraps one of the errors above
}

// Error returns a text such as "bad A-label "xn--a" in host at byte 0".
func (e *Error) Error() string {
	text := "error"
	if e.Err != nil { // true for all errors of this package
		text = e.Err.Error()
	}
	if e.Label != "" {
		text += " " + strconv.QuoteToASCII(e.Label)
	}
	return text + " in host at byte " + strconv.Itoa(e.Offset)
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// A Report is the result of [Check].
type Report struct {
	Labels []Label // the labels of the host that are not empty
}

// Suspicious reports whether a label has a finding.
func (r Report) Suspicious() bool {
	for _, l := range r.Labels {
		if len(l.Findings) > 0 {
			return true
		}
	}
	return false
}

// A Label is one label of a host.
type Label struct {
	Start, End int       // its range in the host, in bytes, half-open
	Text       string    // the label in Unicode, as written; an A-label is decoded
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

// String returns a text such as "mixed scripts at byte 1: Cyrillic, Latin".
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

	// MixedScript is a label whose characters have no script in common, and are not used together in Chinese, Japanese
	// or Korean, with or without Latin: its level is above [HighlyRestrictive] (UTS #39, section 5.1).
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
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// Check checks the labels of a host name, which may be in Unicode, or A-labels ("xn--..."), or both. It decodes
// A-labels and takes other labels as written, without the mapping of IDNA. Labels are separated by [idna.Dots].
//
// Nothing is found in labels in US-ASCII, and so in IP addresses. The last of several labels is not compared with
// others (WholeScript, LooksASCII): there are few top-level domains, and honest ones look alike, such as "рф" and Greek
// "ρφ".
//
// Decode the host of a URI or an IRI with uri.Decode first: a "%" is an error. The error is an [*Error], with an empty
// Report. The time is linear in len(name). The Report is allocated, and temporary memory.
func Check(name string) (Report, error) {
	if err := readable(name); err != nil {
		return Report{}, err
	}
	const enough = 8 // for nearly all names
	r := Report{Labels: make([]Label, 0, min(strings.Count(name, ".")+1, enough))}
	for start := 0; start <= len(name); {
		end, next := cutLabel(name, start)
		if end > start {
			l, err := newLabel(name, start, end)
			if err != nil {
				return Report{}, err
			}
			r.Labels = append(r.Labels, l)
		}
		start = next
	}
	if n := len(r.Labels); n > 1 {
		last := &r.Labels[n-1]
		last.Findings = slices.DeleteFunc(last.Findings, func(f Finding) bool { return f.Kind >= WholeScript })
	}
	return r, nil
}

// readable returns an error if name is not UTF-8 or has a "%".
func readable(name string) error {
	for i, c := range name {
		if c == '%' {
			return &Error{Offset: i, Err: ErrPercent}
		}
		if c == utf8.RuneError && !strings.HasPrefix(name[i:], "\ufffd") {
			return &Error{Offset: i, Err: ErrNotUTF8}
		}
	}
	return nil
}

// cutLabel returns the end of the label that begins at start, and the start of the next label. The next start is beyond
// the end of name if there is no other label.
func cutLabel(name string, start int) (end, next int) {
	i := strings.IndexAny(name[start:], idna.Dots)
	if i < 0 {
		return len(name), len(name) + 1
	}
	_, size := utf8.DecodeRuneInString(name[start+i:])
	return start + i, start + i + size
}

const aLabelPrefix = "xn--"

func newLabel(name string, start, end int) (Label, error) {
	l := Label{Start: start, End: end, Text: name[start:end]}
	isALabel := len(l.Text) > len(aLabelPrefix) && strings.EqualFold(l.Text[:len(aLabelPrefix)], aLabelPrefix)
	if isALabel {
		text, err := decode(l.Text)
		if err != nil {
			return l, &Error{start, l.Text[:min(len(l.Text), host.MaxLabel)], err}
		}
		l.Text = text
	}
	l.look()
	if isALabel {
		for i := range l.Findings {
			l.Findings[i].Offset = start
		}
	}
	return l, nil
}

func decode(aLabel string) (string, error) {
	text, ok := idna.DecodeALabel(aLabel)
	switch {
	case ok:
		return text, nil
	case len(aLabel) > host.MaxLabel:
		return "", fmt.Errorf("%w: more than %d bytes", ErrALabel, host.MaxLabel)
	}
	return "", ErrALabel
}
