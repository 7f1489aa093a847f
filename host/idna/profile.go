package idna

import (
	"math"

	"github.com/urispan/uri/host"
)

// A Profile is a set of rules for mapping and checking names.
type Profile uint8

const (
	// Lookup is the profile of programs that look names up. It maps letters to lower case, also in labels of US-ASCII.
	// Symbols are accepted, as in "☃.net": IDNA2008 forbids them, and UTS 46 does not.
	//
	// It checks all labels and is stricter than browsers. US-ASCII labels have only letters, digits and hyphens, so no
	// "_" (UTS 46 calls this UseSTD3ASCIIRules). A label has no hyphens at its ends, and only A-labels have them in the
	// third and fourth place (CheckHyphens). As in browsers, labels can be empty, or longer than the DNS allows: see
	// [host.CheckName].
	Lookup Profile = iota

	// Registration is the profile of programs that register names. It does not map names and refuses one that is not in
	// its final form, such as one with an upper-case letter. Symbols are accepted. Labels have 1 to [host.MaxLabel]
	// bytes and names at most [host.MaxName], both with A-labels and without a dot at the end.
	Registration

	// Browser is the profile of browsers: the domain parser of the WHATWG URL Standard with beStrict false. A name in
	// US-ASCII is only put into lower case, whatever its labels are, so "xn--a" and "a_b" are accepted. Other names are
	// mapped, and all their labels are checked for everything but hyphens and lengths. The name must not be empty and
	// must not have a forbidden domain code point, such as a space, "%" or "/".
	//
	// The standard does not limit lengths. Here, a label that is not US-ASCII has at most 1000 characters.
	Browser

	// BrowserStrict is the domain parser of the URL Standard with beStrict true. It decides whether a name is a valid
	// domain: if Browser accepts a name that BrowserStrict refuses, that is the validation error domain-to-ASCII. It
	// adds UseSTD3ASCIIRules, CheckHyphens and VerifyDnsLength, also for names in US-ASCII. No label may be empty, not
	// even after a dot at the end.
	BrowserStrict
)

// Dots are the characters that separate labels: "." and three that are mapped to it. For [Registration], only "." is.
const Dots = ".\u3002\uff0e\uff61"

// The rules of a profile are the options of UTS 46. For all profiles, CheckBidi and CheckJoiners are true, and
// Transitional_Processing and IgnoreInvalidPunycode are false.
type rules struct {
	maps    bool // characters are mapped and normalized; if not, a name must have its final form
	hyphens bool // CheckHyphens
	std3    bool // UseSTD3ASCIIRules

	empty    bool // any label may be empty, and become so
	root     bool // the label after the last dot may be empty
	vanishes bool // the mapping may leave nothing of a label
	browser  bool // ASCII names are only put into lower case, and forbidden domain code points are refused

	// Limits of length. Names and labels are measured after the mapping, so that all forms of a name are accepted or
	// refused alike.
	input  int // bytes of the name before the mapping
	name   int // bytes of the name with A-labels, without a dot at the end
	label  int // bytes of a label with A-labels
	ulabel int // characters of a label that is not US-ASCII
	marks  int // combining characters in a row
}

const (
	// maxLookupName is the longest name for Lookup: four times the longest name of the DNS.
	maxLookupName = 4 * (host.MaxName + 3)

	// maxInput is the length in bytes of the longest name before the mapping for Lookup and Registration. Only
	// characters that the mapping drops can make a form of an accepted name longer.
	maxInput = 4 * maxLookupName

	// maxULabel and maxBrowserULabel are the most characters of a label that is not US-ASCII. Decoding Punycode takes
	// quadratic time. The second is the limit of ICU, which browsers use.
	maxULabel        = 256
	maxBrowserULabel = 1000

	maxMarks = 30
	noLimit  = math.MaxInt
)

var profileRules = [...]rules{
	Lookup: {
		maps: true, hyphens: true, std3: true, empty: true,
		input: maxInput, name: maxLookupName, label: noLimit, ulabel: maxULabel, marks: maxMarks,
	},
	Registration: {
		hyphens: true, std3: true, root: true,
		input: maxInput, name: host.MaxName, label: host.MaxLabel, ulabel: maxULabel, marks: maxMarks,
	},
	Browser: {
		maps: true, empty: true, vanishes: true, browser: true,
		input: noLimit, name: noLimit, label: noLimit, ulabel: maxBrowserULabel, marks: noLimit,
	},
	BrowserStrict: {
		maps: true, hyphens: true, std3: true, vanishes: true,
		input: noLimit, name: host.MaxName, label: host.MaxLabel, ulabel: maxBrowserULabel, marks: noLimit,
	},
}

// rules returns the rules of a profile. An undefined profile has the rules of Lookup.
func (p Profile) rules() *rules {
	if int(p) < len(profileRules) {
		return &profileRules[p]
	}
	return &profileRules[Lookup]
}
