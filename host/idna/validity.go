package idna

import (
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/ucd"
)

// checkLabel checks a label, which is not empty, by the validity criteria of UTS 46, section 4.1. It returns the reason
// to refuse it, or nil. all is the properties of all characters. Other functions check NFC (criterion 1) and the Bidi
// Rule (9).
func (r *rules) checkLabel(label []rune, all uint32) error {
	if all&isDisallowed != 0 || all&isNotLDH != 0 && r.std3 {
		return r.firstDisallowed(label)
	}
	if r.hyphens {
		if err := checkHyphens(label); err != nil {
			return err
		}
	}
	switch {
	case !r.hyphens && hasPrefix(label):
		return errPrefix
	case propertiesOf(label[0])&isMark != 0:
		return errMark
	case all&isJoiner != 0 && !fitsJoiners(label):
		return errJoiner
	}
	return nil
}

// checkHyphens checks a label, which is not empty, by CheckHyphens.
func checkHyphens[C byte | rune](label []C) error {
	switch n := len(label); {
	case label[0] == '-' || label[n-1] == '-':
		return errHyphenEnds
	case n >= 4 && label[2] == '-' && label[3] == '-':
		return errHyphens
	}
	return nil
}

// firstDisallowed returns an error for the first character of a label that is disallowed by its status or by
// UseSTD3ASCIIRules.
func (r *rules) firstDisallowed(label []rune) error {
	for _, c := range label {
		if p := propertiesOf(c); p&isDisallowed != 0 || p&isNotLDH != 0 && r.std3 {
			return disallowedError(c)
		}
	}
	return nil
}

// fitsJoiners reports whether the joiners of a label are in places where the rules ContextJ (RFC 5892, appendixes A.1
// and A.2) allow them: after a virama or, for U+200C, between letters that would join.
func fitsJoiners(label []rune) bool {
	joins := false   // the last character that is not transparent joins the next one
	waiting := false // U+200C needs a letter after it that joins the one before
	class := uint8(0)
	for _, r := range label {
		p := propertiesOf(r)
		if p&joiningT == 0 {
			if waiting && p&(joiningR|joiningD) == 0 {
				return false
			}
			waiting = false
		}
		if p&isJoiner != 0 && class != virama {
			if r == '\u200d' || !joins {
				return false
			}
			waiting = true
		}
		if p&joiningT == 0 {
			joins = p&(joiningL|joiningD) != 0
		}
		class = ucd.Class(r)
	}
	return !waiting
}

// rightToLeft are the classes of characters that make a name a Bidi domain name (RFC 5893, section 1.4).
const rightToLeft = bidiR | bidiAL | bidiAN

// neutral are the classes that labels of both directions can have anywhere (section 2, rules 2 and 5).
const neutral = bidiEN | bidiES | bidiCS | bidiET | bidiON | bidiBN | bidiNSM

// allBidi are all classes.
const allBidi = rightToLeft | neutral | bidiL | bidiOther

// fitsBidi reports whether a label that is not empty satisfies the Bidi Rule (RFC 5893, section 2). all is the
// properties of all characters.
func fitsBidi(label []rune, all uint32) bool {
	first, last := propertiesOf(label[0]), uint32(0)
	for n := len(label) - 1; n >= 0; n-- {
		if last = propertiesOf(label[n]); last&bidiNSM == 0 {
			break
		}
	}
	switch all &= allBidi; {
	case first&bidiL != 0: // rules 5 and 6
		return all&^(neutral|bidiL) == 0 && last&(bidiL|bidiEN) != 0
	case first&(bidiR|bidiAL) != 0: // rules 2, 3 and 4
		return all&^(neutral|rightToLeft) == 0 && last&(rightToLeft|bidiEN) != 0 && all&(bidiEN|bidiAN) != bidiEN|bidiAN
	}
	return false // rule 1
}

// checkASCII implements checkLabel for a label in US-ASCII that is mapped already and does not begin with "xn--".
func (r *rules) checkASCII(label []byte) error {
	if r.std3 {
		for _, b := range label {
			if !hostname.IsLDH(b) || 'A' <= b && b <= 'Z' {
				return disallowedError(b)
			}
		}
	}
	if !r.hyphens || len(label) == 0 {
		return nil
	}
	return checkHyphens(label)
}
