package idna

import (
	"math"

	"github.com/urispan/uri/host"
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
