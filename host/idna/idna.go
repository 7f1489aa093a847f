// Package idna maps host names to and from A-labels ("xn--..."), in which the DNS writes names that are not US-ASCII.
// It follows UTS 46 (https://www.unicode.org/reports/tr46/), not transitional, with the letters that IDNA2008 adds.
// There is one profile for programs that look names up and one for programs that register them.
//
// The tables are those of golang.org/x/net/idna. This package adds limits of length, so that hostile names cost linear
// time, and errors that say which label is refused and why.
package idna

import (
	"errors"
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urispan/uri/host"
)

// A Profile is a choice of the rules by which IDNA maps and checks names.
type Profile uint8

const (
	// Lookup is for programs that look names up: idna.Lookup of golang.org/x/net/idna. It maps letters to lower case,
	// also in labels of US-ASCII. Symbols pass, as in "☃.net": IDNA2008 forbids them, and UTS 46 does not.
	//
	// It checks all labels and is stricter than browsers. US-ASCII labels have only letters, digits and hyphens, so no
	// "_" (UTS 46 calls this UseSTD3ASCIIRules). Hyphens are not at the ends of a label, and only A-labels have them in
	// the third and fourth place (CheckHyphens). As in browsers, labels can be empty, or longer than the DNS allows:
	// see [host.CheckName].
	Lookup Profile = iota

	// Registration is for programs that register names: idna.Registration of golang.org/x/net/idna. It maps nothing and
	// refuses a name that is not in its final form, such as one with an upper-case letter. Symbols pass here also.
	// Labels have 1 to [host.MaxLabel] bytes and names at most [host.MaxName], both with A-labels and without a dot at
	// the end.
	Registration
)

// Dots are the characters that separate labels for [Lookup]: "." and three that IDNA maps to it.
const Dots = ".\u3002\uff0e\uff61"

// Limits of length. Names and labels are measured in the form to which they are mapped, so that a name is accepted or
// refused independently of the form in which it is written.
const (
	// maxLookupName is the longest name in bytes, with A-labels, for Lookup: four times the longest name of the DNS.
	maxLookupName = 1024

	// maxULabel is the longest label in characters that is not US-ASCII. Punycode takes quadratic time.
	maxULabel = 256

	// maxInput is the longest name in bytes for which golang.org/x/net/idna is called. No form of an accepted name is
	// longer: a character takes up to four bytes in UTF-8, and at least one in an A-label.
	maxInput = maxLookupName * utf8.UTFMax
)

// The reasons for which this package refuses a label. The others come from golang.org/x/net/idna.
var (
	errNotUTF8    = errors.New("it is not UTF-8 when decoded")
	errLongName   = errors.New("it makes the name too long")
	errNoName     = errors.New("nothing is left of it")
	errEmptyLabel = errors.New(`only the label after the last "." may be empty`)
	errManyMarks  = errors.New("it has more than 30 combining characters in a row")
)

// Convert returns a name with A-labels and with U-labels, the same labels in Unicode. For "Bücher.example" and Lookup
// these are "xn--bcher-kva.example" and "bücher.example". The name may have both kinds of labels, and one dot at its
// end, which stays. It must not be percent-encoded.
//
// The error is an [*Error] for the first label that is refused. Besides the names that UTS 46 refuses, these are names
// of more than 1024 bytes with A-labels or 4096 as given, labels of more than 256 characters that are not US-ASCII,
// labels with more than 30 combining characters in a row, and labels that the mapping would make empty.
//
// With Lookup, a name can become an IP address: full-width digits become digits. The time is linear in len(name).
func (p Profile) Convert(name string) (aLabels, uLabels string, err error) {
	aLabels, uLabels, err = p.convert(name)
	if err == nil && !strings.Contains("."+uLabels+".", "..") {
		return aLabels, uLabels, nil
	}
	lo, hi, labelErr := p.badLabel(name, err)
	switch {
	case labelErr != nil:
		return "", "", &Error{Label: name[lo:hi], Offset: lo, Err: labelErr}
	case err != nil: // no label is refused by itself, which happens with no known version of golang.org/x/net/idna
		return "", "", &Error{Label: name, Err: err}
	}
	return aLabels, uLabels, nil // the empty labels are in name also, or follow its last dot
}

// IsPlain reports whether name is surely its own result for every [Profile]: a name of the DNS in lower case without
// A-labels and other labels with hyphens in the third and fourth place. It is a quick check that accepts most names on
// the web, where calling [Profile.Convert] would take most of the time.
func IsPlain(name string) bool {
	name = strings.TrimSuffix(name, ".")
	if len(name) > host.MaxName {
		return false
	}
	for {
		label, rest, more := strings.Cut(name, ".")
		if !isPlainLabel(label) {
			return false
		}
		if !more {
			return true
		}
		name = rest
	}
}

func isPlainLabel(label string) bool {
	if label == "" || len(label) > host.MaxLabel || label[0] == '-' || label[len(label)-1] == '-' ||
		len(label) > 4 && label[2:4] == "--" {
		return false
	}
	for n := range len(label) {
		if b := label[n]; !host.IsLDH(b) || 'A' <= b && b <= 'Z' {
			return false
		}
	}
	return true
}

// DecodeALabel returns the Unicode text of an A-label, without checking whether IDNA allows it. ok is false if the
// Punycode is wrong, or if label has more than [host.MaxLabel] bytes: decoding takes quadratic time. A label that does
// not begin with "xn--" is returned in lower case.
func DecodeALabel(label string) (text string, ok bool) {
	if len(label) > host.MaxLabel {
		return "", false
	}
	text, err := idna.Punycode.ToUnicode(strings.ToLower(label))
	return text, err == nil
}

// rules returns the profile of golang.org/x/net/idna.
func (p Profile) rules() *idna.Profile {
	if p == Registration {
		return idna.Registration
	}
	return idna.Lookup
}

// maxName returns the length in bytes of the longest name, with A-labels and without a dot at the end.
func (p Profile) maxName() int {
	if p == Registration {
		return host.MaxName
	}
	return maxLookupName
}

// joiner is U+034F, which package norm adds to text with more than 30 combining characters in a row. IDNA allows no
// name to contain it.
const joiner = "\u034f"

// convert is Convert for a name or a label, without a look at what the mapping leaves of labels. It maps the name to
// U-labels, and these to A-labels, so that the same names are accepted in both forms. The second step also sees
// right-to-left letters to which the first has mapped others, and which golang.org/x/net/idna may not look for there.
func (p Profile) convert(name string) (aLabels, uLabels string, err error) {
	name, root := strings.CutSuffix(name, ".") // some versions of golang.org/x/net/idna refuse a dot at the end
	switch {
	case len(name) > maxInput:
		return "", "", errLongName
	case !utf8.ValidString(name):
		return "", "", errNotUTF8
	}
	if uLabels, err = p.rules().ToUnicode(name); err != nil {
		return "", "", err
	}
	switch {
	case hasLongLabel(uLabels):
		return "", "", errLongName
	case strings.Contains(uLabels, joiner):
		return "", "", errManyMarks
	}
	if aLabels, err = p.rules().ToASCII(uLabels); err != nil {
		return "", "", err
	}
	if len(aLabels) > p.maxName() {
		return "", "", errLongName
	}
	if root {
		aLabels, uLabels = aLabels+".", uLabels+"."
	}
	return aLabels, uLabels, nil
}

// hasLongLabel reports whether a U-label is longer than maxULabel.
func hasLongLabel(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if len(label) <= maxULabel {
			continue
		}
		if n := utf8.RuneCountInString(label); n > maxULabel && n < len(label) {
			return true
		}
	}
	return false
}

// badLabel returns the range in name of the first label that is refused, and the reason. The error is nil if there is
// none. whole is the error for the name as a whole, or nil.
func (p Profile) badLabel(name string, whole error) (lo, hi int, err error) {
	name = strings.TrimSuffix(name, ".")
	size := -1 // of the name up to here, with A-labels
	for lo, hi := range p.labels(name) {
		n, err := p.checkLabel(name[lo:hi])
		if size += len(".") + n; err == nil && (size > p.maxName() || hi > maxInput) {
			err = errLongName
		}
		if err != nil {
			return lo, hi, err
		}
	}
	// Each label is good by itself, and the name is short enough. This leaves the rule for names with a right-to-left
	// letter (RFC 5893, section 2). A label of one such letter, alef, makes the rule apply to the label before it.
	for lo, hi := range p.labels(name) {
		if _, _, err := p.convert(name[lo:hi] + ".\u05d0"); err != nil {
			return lo, hi, whole
		}
	}
	return 0, 0, nil
}

// checkLabel returns the length of the label as an A-label, or the reason for which it is refused by itself.
func (p Profile) checkLabel(label string) (size int, err error) {
	if label == "" {
		if p == Registration {
			return 0, errEmptyLabel
		}
		return 0, nil
	}
	aLabel, _, err := p.convert(label)
	if err == nil && aLabel == "" {
		err = errNoName
	}
	return len(aLabel), err
}

// labels yields the range of each label of name.
func (p Profile) labels(name string) iter.Seq2[int, int] {
	return func(yield func(lo, hi int) bool) {
		for lo := 0; ; {
			n := strings.IndexFunc(name[lo:], p.isDot)
			if n < 0 {
				yield(lo, len(name))
				return
			}
			if !yield(lo, lo+n) {
				return
			}
			_, size := utf8.DecodeRuneInString(name[lo+n:])
			lo += n + size
		}
	}
}

// isDot reports whether r separates labels.
func (p Profile) isDot(r rune) bool {
	return r == '.' || p != Registration && strings.ContainsRune(Dots, r)
}
