// Package lookalike finds labels of host names that a reader can take for other labels because of their characters,
// with Unicode's security mechanisms for identifiers (UTS #39, https://www.unicode.org/reports/tr39/).
//
//	report, err := lookalike.Check("pаypal.com")          // findings for each label; this "а" is Cyrillic
//	same := lookalike.Confusable("rnicrosoft", "microsoft") // true
//	key := lookalike.Skeleton("paypal")                     // to store, and to look up the skeletons of other names
//
// [Check] reports for each label of a host whether it has mixed scripts ("pаypal" with a Cyrillic "а"), is a
// whole-script confusable ("ѕсоре", all in Cyrillic), and more. [Confusable] compares two strings. [Skeleton] returns
// the string that Confusable compares, which a program can store for the names that it protects.
//
// The package compares characters, not words, fonts or owners: see the section "Limits".
//
// # Data
//
//   - Skeletons: confusables.txt of UTS #39 and Unicode's normalization form D, both of [UnicodeVersion]. The module
//     host/lookalike/gen makes zconfusables.go from go.mau.fi/util/confusable, so only developers who make it again need
//     that module. The file has license terms of its own, Unicode's.
//   - Scripts, categories, digits, ignorable characters and the letters of whole scripts: the Unicode Character Database,
//     also of UnicodeVersion, whatever the version of Go.
//   - A-labels: Punycode, decoded with package [idna], which needs no data for it.
//
// Characters newer than UnicodeVersion have no script here and are compatible with all scripts.
//
// # Limits
//
//   - Script_Extensions are missing, because no table here has them. Common and Inherited characters, such as
//     digits and most marks, are compatible with all scripts, though UTS #39 restricts some of them to a few: an
//     Arabic-Indic digit next to Latin letters is not reported. Exceptions are characters in Chinese, Japanese and
//     Korean labels: U+3006 is Han; U+30FC, U+FF70 and the voiced sound marks U+3099 to U+309C are Hiragana and
//     Katakana; U+30FB and U+FF65 are of all scripts of these languages. Likewise, a character that has a script has no
//     other, even if several scripts use it.
//   - Identifier_Status and Identifier_Type are missing, so the package cannot tell whether a character may be in
//     identifiers at all (the General Security Profile of section 3.1). Technical, obsolete and invisible characters
//     and symbols are reported only if they make a label look like another. The level Unrestricted of section 5.2 is
//     not distinguished from [MinimallyRestrictive].
//   - The data are about single characters, as people see them in common fonts. They have "rn" for "m", but not "vv"
//     for "w" or "cl" for "d". The digit 0 looks like the capital O, but not like o; 1 looks like l. A letter with a
//     mark does not look like the letter without it: "paypaḷ" is not taken for "paypal".
//   - Fonts, sizes and neighboring text are not considered. Text that looks different in one font can look alike in
//     another.
//   - Labels in US-ASCII are taken for the originals: [Check] finds nothing in them. [Confusable] does compare them, as
//     in "rnicrosoft" and "microsoft". Likewise, no whole-script confusables are reported for Latin labels, though
//     nearly all short words have some; [Label.Lookalikes] returns them.
//   - The order of display is not considered. A skeleton is the internalSkeleton of UTS #39, in the order of the text,
//     so it does not matter where a right-to-left label appears on the screen.
//   - Words are not considered. A label that looks like another one is reported, whether or not that other name exists.
//     Legitimate labels are also reported: Cyrillic "сор" looks like "cop", and a Danish "æ" like "ae". A misspelled
//     name is not.
//   - The optional detection of UTS #39, section 5.4, is missing: repeated marks, and a dot above on an "i".
//   - [Check] does not test whether IDNA allows a label or maps it to another.
package lookalike

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
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
	Label  string // the start of the label, not decoded, if Err wraps ErrALabel
	Err    error  // wraps one of the errors above
}

// Error returns a message such as "bad A-label "xn--a" in host at byte 0".
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

// Check checks the labels of a host name, which may be in Unicode, or A-labels ("xn--..."), or both. It decodes
// A-labels and does not change other labels: it does not apply the mapping of IDNA. Labels are separated by
// [idna.Dots].
//
// Labels in US-ASCII, and so IP addresses, have no findings. The last of several labels is not compared with other
// labels (WholeScript, LooksASCII): there are few top-level domains, and legitimate domains look alike, such as "рф"
// and Greek "ρφ".
//
// Decode the host of a URI or an IRI with uri.Decode first: a "%" is an error. The error is an [*Error], with an empty
// Report. The time is linear in len(name). Check allocates the Report and temporary memory.
//
// The properties of characters are looked up once, in blocks of 64, and kept. A host with new characters takes about 30
// microseconds for each new block. The blocks of all characters have about 4 megabytes.
func Check(name string) (Report, error) {
	if err := readable(name); err != nil {
		return Report{}, err
	}
	const enough = 8 // labels, for nearly all names
	r := Report{Labels: make([]Label, 0, min(strings.Count(name, ".")+1, enough))}
	for start := 0; start <= len(name); {
		end, next := cutLabel(name, start)
		if end > start {
			text, err := decode(name[start:end])
			if err != nil {
				return Report{}, &Error{start, name[start:min(end, start+host.MaxLabel)], err}
			}
			r.Labels = append(r.Labels, Label{Start: start, End: end, Text: text})
		}
		start = next
	}
	for i := range r.Labels {
		l := &r.Labels[i]
		if !octet.IsASCII(l.Text) {
			l.classify(octet.IsASCII(name[l.Start:l.End]), i > 0 && i == len(r.Labels)-1)
		}
	}
	return r, nil
}

// readable returns an error if name is not UTF-8 or has a "%".
func readable(name string) error {
	if utf8.ValidString(name) && strings.IndexByte(name, '%') < 0 {
		return nil
	}
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

// cutLabel returns the end of the label that begins at start, and the start of the next label. After the last label,
// next is greater than len(name).
func cutLabel(name string, start int) (end, next int) {
	for i := start; i < len(name); i++ {
		switch c := name[i]; {
		case c == '.':
			return i, i + 1
		case c >= firstOfDots:
			r, size := utf8.DecodeRuneInString(name[i:])
			if size > 1 && strings.ContainsRune(idna.Dots, r) {
				return i, i + size
			}
		}
	}
	return len(name), len(name) + 1
}

// firstOfDots is the smallest first byte, in UTF-8, of a dot outside US-ASCII.
const firstOfDots = 0xe3

// decode returns the text of a label, which may be an A-label.
func decode(label string) (string, error) {
	punycode, _ := hostname.CutALabel(label)
	if punycode == "" {
		return label, nil
	}
	text, ok := idna.DecodeALabel(label)
	switch {
	case ok:
		return text, nil
	case len(label) > host.MaxLabel:
		return "", fmt.Errorf("%w: more than %d bytes", ErrALabel, host.MaxLabel)
	}
	return "", ErrALabel
}

// classify sets Level and Findings of a label that is not in US-ASCII. In an A-label, the offset of each finding is the
// start of the label. The last of several labels is not compared with other labels.
func (l *Label) classify(isALabel, isLast bool) {
	resolved, notLatin, mixedAt := resolve(l.Text)
	l.Level = levelOf(resolved, notLatin)
	var buffer [LooksASCII]Finding
	found := buffer[:0]
	add := func(k Kind, offset int) *Finding {
		if isALabel {
			offset = 0
		}
		found = append(found, Finding{Kind: k, Offset: l.Start + offset})
		return &found[len(found)-1]
	}
	if resolved.IsEmpty() && !isCJK(notLatin) {
		add(MixedScript, mixedAt).Scripts = l.Scripts()
	}
	if at, ok := mixedNumbersAt(l.Text); ok {
		add(MixedNumbers, at)
	}
	if !isLast {
		skeleton := Skeleton(l.Text)
		if !resolved.IsEmpty() && !resolved.Has(scriptLatn) {
			if scripts := lookalikeScripts(resolved, skeleton); len(scripts) > 0 {
				add(WholeScript, 0).Scripts = scripts
			}
		}
		if text, ok := asciiLike(l.Text, skeleton); ok {
			add(LooksASCII, 0).ASCII = text
		}
	}
	l.Findings = append(l.Findings, found...)
}
