// Package lookalike finds labels of host names that can be taken for others because of their characters: what Unicode's
// security mechanisms for identifiers see in them (UTS #39, https://www.unicode.org/reports/tr39/).
//
// [Check] looks at a host and reports, label by label, mixed scripts ("pаypal" with a Cyrillic "а"), whole-script
// confusables ("ѕсоре", all of it Cyrillic), and others. [Confusable] compares two texts, and [Skeleton] gives what it
// compares, to be kept for the names that are to be protected.
//
// # Data
//
// All of them come from Go modules, each with its own version of Unicode:
//
//   - What looks like what: confusables.txt of UTS #39, of Unicode 17.0, in zconfusables.go. The module host/lookalike/gen
//     makes that file from go.mau.fi/util/confusable, so that only those who make it anew need that module. The file
//     has license terms of its own: Unicode's.
//   - Scripts, categories, digits and ignorable characters: package unicode, of the version unicode.Version, which is
//     15.0 in Go 1.26.
//   - Normalization and case folding: golang.org/x/text, of the same version as package unicode.
//   - A-labels: Punycode of golang.org/x/net/idna, which needs no data.
//
// What a newer version of Unicode than unicode.Version has added is of no script here, and goes with all of them; it
// can look like others all the same, by the first of these.
//
// # What it does not see
//
//   - Script_Extensions, which no Go module offers that is used here. Characters that are Common or Inherited, such as
//     digits and most marks, go with all scripts, though UTS #39 knows that some are used with a few only: an
//     Arabic-Indic digit beside Latin letters is not reported. The exceptions are those that Chinese, Japanese and
//     Korean labels have: U+3006 counts as Han, U+30FC, U+FF70 and the voiced sound marks U+3099 to U+309C as Hiragana
//     and Katakana, U+30FB and U+FF65 as all that these languages are written with. Likewise, a character that has a
//     script has no other, though it may be written with several.
//   - Identifier_Status and Identifier_Type: whether a character is for identifiers at all (the General Security
//     Profile of section 3.1). Technical, obsolete and invisible characters and symbols are not reported as such, only
//     if they make a label look like another; and the level Unrestricted of section 5.2 is not told from
//     [MinimallyRestrictive].
//   - What the data do not say. They are about single characters, and made by people looking at common fonts. They have
//     "rn" for "m", but not "vv" for "w" or "cl" for "d". The digit 0 looks like the capital O, but not like o; 1 looks
//     like l. Letters with marks are others than letters without: "paypaḷ" is not taken for "paypal".
//   - Fonts, sizes and surroundings: what looks different in one can look alike in another.
//   - Labels of US-ASCII are taken as what others imitate: [Check] finds nothing in them, though [Confusable] compares
//     them, "rnicrosoft" with "microsoft". Likewise no whole-script confusables are reported for Latin labels, though
//     nearly all short words have some; [Label.Lookalikes] tells them.
//   - The order of display. Skeletons are those that UTS #39 calls internalSkeleton, in the order of the text: where a
//     right-to-left label stands on the screen is not decided within it.
//   - Words. A label is suspicious for what it could be taken for, whether that exists or not. Honest labels are
//     reported, too: Cyrillic "сор" looks like "cop", and a Danish "æ" like "ae". Bad ones are not if they differ from
//     others by spelling.
//   - What UTS #39 calls optional detection (section 5.4): repeated marks, and a dot above on an "i".
//   - Whether IDNA allows a label, or maps it to another.
package lookalike

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Errors that an [*Error] wraps: test for them with [errors.Is].
var (
	// ErrNotUTF8 says that the host is not UTF-8.
	ErrNotUTF8 = errors.New("invalid UTF-8")

	// ErrPercent says that the host has a "%". Percent-encoded octets are to be decoded first.
	ErrPercent = errors.New("percent-encoding")

	// ErrALabel says that a label begins with "xn--" but is no A-label: it cannot be decoded, or is longer than the 63
	// bytes that the DNS allows.
	ErrALabel = errors.New("bad A-label")
)

// An Error says why [Check] cannot look at a host. It is to be found with [errors.As].
type Error struct {
	Offset int    // of the byte, or the start of the label, in bytes
	Label  string // the label as written, if Err wraps ErrALabel
	Err    error  // wraps one of the errors above
}

// Error returns a text such as "bad A-label "xn--a" in host at byte 0".
func (e *Error) Error() string {
	text := "error"
	if e.Err != nil { // as in all Errors of this package
		text = e.Err.Error()
	}
	if e.Label != "" {
		text += " " + strconv.QuoteToASCII(e.Label)
	}
	return text + " in host at byte " + strconv.Itoa(e.Offset)
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// A Report is what [Check] sees in a host.
type Report struct {
	Labels []Label // without empty ones
}

// Suspicious reports whether anything was found in any of the labels.
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
	Start, End int       // where it stands in the host, in bytes, half-open
	Text       string    // the label in Unicode: as it stands in the host, but an A-label decoded
	Level      Level     // how far its characters are mixed
	Findings   []Finding // at most one of each kind, in the order of the kinds
}

// A Finding is something in a label that can mislead.
type Finding struct {
	Kind Kind

	// Offset is the character that tells, in bytes from the start of the host. In a label that is written as an
	// A-label, and if the label as a whole is meant, it is the label's start.
	Offset int

	// Scripts are the scripts that are mixed, for MixedScript, and the scripts of other labels that look the same, for
	// WholeScript: by Unicode's long names, as in unicode.Scripts. Otherwise it is nil.
	Scripts []string

	// ASCII is the label of letters, digits and hyphens that looks the same, for LooksASCII: one of them, where "1"
	// looks like "l". It may have capital letters: fold the case before comparing it with names. Otherwise it is "".
	ASCII string
}

// Text returns a text without the offset, such as "mixed scripts: Cyrillic, Latin".
func (f Finding) Text() string { return f.Kind.String() + f.detail() }

// String returns a text such as "mixed scripts at byte 1: Cyrillic, Latin".
func (f Finding) String() string {
	return f.Kind.String() + " at byte " + strconv.Itoa(f.Offset) + f.detail()
}

// detail returns what is told besides the kind, behind a colon, or "".
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

	// MixedScript is a label with characters that no script has all of, and that do not go together in Chinese,
	// Japanese or Korean, with or without Latin: it is not even [HighlyRestrictive] (UTS #39, section 5.1).
	MixedScript

	// MixedNumbers is a label with decimal digits of different systems (section 5.3).
	MixedNumbers

	// WholeScript is a label in one script, other than Latin, that looks the same as one in another script (section
	// 4.1).
	WholeScript

	// LooksASCII is a label that looks the same as one of US-ASCII letters, digits and hyphens.
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

// Check looks at the labels of a host name, which may be in Unicode, or A-labels ("xn--..."), or both: these are
// decoded, everything else is taken as written, without the mapping that IDNA may do before it looks a name up. Labels
// are separated by ".", and by U+3002, U+FF0E and U+FF61, which IDNA takes for it. Nothing is found in labels that are
// US-ASCII, and so in IP addresses. The last of several labels is not compared with others (WholeScript, LooksASCII):
// there are not many top-level domains, and honest ones are like others, as "рф" is like Greek "ρφ".
//
// The host of a URI or an IRI is to be percent-decoded first, with uri.Decode, and "%" is an error, not a character.
//
// The error, if there is one, is an [*Error], and the Report is empty then. The time is linear in len(host); the
// Report, and more, is allocated.
func Check(host string) (Report, error) {
	if err := readable(host); err != nil {
		return Report{}, err
	}
	const enough = 8 // for nearly all hosts
	r := Report{Labels: make([]Label, 0, min(strings.Count(host, ".")+1, enough))}
	for start := 0; start <= len(host); {
		end, next := cutLabel(host, start)
		if end > start {
			l, err := newLabel(host, start, end)
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

func readable(host string) error {
	for i, c := range host {
		if c == '%' {
			return &Error{Offset: i, Err: ErrPercent}
		}
		if c == utf8.RuneError && !strings.HasPrefix(host[i:], "\ufffd") {
			return &Error{Offset: i, Err: ErrNotUTF8}
		}
	}
	return nil
}

// cutLabel returns the end of the label that begins at start, and the start of the next one, which is beyond the end of
// host if there is none.
func cutLabel(host string, start int) (end, next int) {
	i := strings.IndexAny(host[start:], ".\u3002\uff0e\uff61")
	if i < 0 {
		return len(host), len(host) + 1
	}
	_, size := utf8.DecodeRuneInString(host[start+i:])
	return start + i, start + i + size
}

const aLabelPrefix = "xn--"

func newLabel(host string, start, end int) (Label, error) {
	l := Label{Start: start, End: end, Text: host[start:end]}
	isALabel := len(l.Text) > len(aLabelPrefix) && strings.EqualFold(l.Text[:len(aLabelPrefix)], aLabelPrefix)
	if isALabel {
		text, err := decode(l.Text)
		if err != nil {
			return l, &Error{start, l.Text[:min(len(l.Text), maxALabel)], err}
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

const maxALabel = 63

// decode decodes an A-label. Its length is limited because the time that it takes grows with the square.
func decode(label string) (string, error) {
	if len(label) > maxALabel {
		return "", fmt.Errorf("%w: more than %d bytes", ErrALabel, maxALabel)
	}
	text, err := idna.Punycode.ToUnicode(strings.ToLower(label))
	if err != nil {
		return "", ErrALabel
	}
	return text, nil
}
