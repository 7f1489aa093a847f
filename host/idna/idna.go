// Package idna maps host names to and from A-labels ("xn--..."), the form of names outside US-ASCII in the DNS:
//
//	ascii, unicode, err := idna.Lookup.Convert("Bücher.example") // xn--bcher-kva.example, bücher.example
//	dst, err = idna.Lookup.AppendASCII(dst, "Bücher.example")
//	dst, err = idna.Lookup.AppendUnicode(dst, "xn--bcher-kva.example")
//
// The package follows UTS 46 (https://www.unicode.org/reports/tr46/) of Unicode 17.0, without transitional processing.
// A [Profile] chooses the options: for programs that look names up, for programs that register them, or for browsers.
// The package does not look names up, and does not decide whether a name looks like another one: see package
// host/lookalike.
//
// The package has its own tables, so the results do not depend on the version of Go. It limits lengths, so hostile
// names cost linear time. Its errors name the label that is refused, and the reason.
package idna

import (
	"strings"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
)

// The files, from top to bottom; each uses only files below it:
//
//	idna.go                           the exported functions
//	browser.go                        the rest of the URL Standard's domain parser
//	process.go                        the processing of a name, label by label
//	validity.go normalize.go          its steps
//	punycode.go error.go profile.go
//	tables.go ztables.go              the data of Unicode

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

// AppendASCII appends the domain with A-labels to dst and returns the extended slice. For "Bücher.example" and [Lookup]
// this is "xn--bcher-kva.example". The domain must not be percent-encoded. On error, it returns dst.
//
// The error is an [*Error] for the first label that is refused, as [Profile.Convert] describes. The time is linear in
// len(domain). If the capacity of dst suffices, AppendASCII does not allocate for names of up to 256 bytes with labels
// of up to 64 characters.
func (p Profile) AppendASCII(dst []byte, domain string) ([]byte, error) {
	r := p.rules()
	if r.browser && octet.IsASCII(domain) {
		return r.appendBrowserASCII(dst, domain)
	}
	c := newConversion(r, domain, false)
	defer c.release()
	at, err := c.run()
	if err == nil {
		at, err = c.checkDomain()
	}
	if err != nil {
		return dst, r.refuse(domain, at, err)
	}
	return append(dst, c.aLabels...), nil
}

// AppendUnicode appends the domain with U-labels, the same labels in Unicode, to dst and returns the extended slice.
// For "xn--bcher-kva.example" this is "bücher.example". On error, it returns dst. The errors and the cost are the same
// as for [Profile.AppendASCII].
//
// With [Browser] this is ToUnicode of UTS 46, which also checks A-labels of names in US-ASCII. The algorithm "domain to
// Unicode" of the URL Standard returns the domain itself if there is an error.
func (p Profile) AppendUnicode(dst []byte, domain string) ([]byte, error) {
	r := p.rules()
	c := newConversion(r, domain, true)
	defer c.release()
	if at, err := c.run(); err != nil {
		return dst, r.refuse(domain, at, err)
	}
	return append(dst, c.uLabels...), nil
}

// Convert returns a name with A-labels and with U-labels, the same labels in Unicode. For "Bücher.example" and Lookup
// these are "xn--bcher-kva.example" and "bücher.example". The name may have both kinds of labels, and one dot at its
// end, which stays. It must not be percent-encoded. With [Browser], if [Profile.AppendUnicode] refuses a name in
// US-ASCII, both results are the name in lower case.
//
// The error is an [*Error] for the first label that is refused. Besides the names that UTS 46 refuses, [Lookup] and
// [Registration] refuse names of more than 1024 bytes with A-labels or 4096 as given, labels of more than 256
// characters that are not US-ASCII, labels with more than 30 combining characters in a row, and labels that the mapping
// would make empty.
//
// A name can become an IP address: full-width digits become digits. The time is linear in len(name).
func (p Profile) Convert(name string) (aLabels, uLabels string, err error) {
	r := p.rules()
	if r.browser && octet.IsASCII(name) {
		return convertBrowserASCII(name)
	}
	c := newConversion(r, name, true)
	defer c.release()
	at, err := c.run()
	if err == nil {
		at, err = c.checkDomain()
	}
	if err != nil {
		return "", "", r.refuse(name, at, err)
	}
	aLabels = copyUnlessEqual(c.aLabels, name)
	return aLabels, copyUnlessEqual(c.uLabels, aLabels), nil
}

// convertBrowserASCII implements Browser.Convert for a name in US-ASCII.
func convertBrowserASCII(name string) (aLabels, uLabels string, err error) {
	lower, err := Browser.AppendASCII(nil, name)
	if err != nil {
		return "", "", err
	}
	aLabels = copyUnlessEqual(lower, name)
	text, err := Browser.AppendUnicode(nil, name)
	if err != nil {
		return aLabels, aLabels, nil
	}
	return aLabels, copyUnlessEqual(text, aLabels), nil
}

// copyUnlessEqual returns s if it is equal to text, and otherwise a copy of text.
func copyUnlessEqual(text []byte, s string) string {
	if string(text) == s {
		return s
	}
	return string(text)
}

// IsNormalASCII reports whether name is a name of the DNS in lower case, and no label has hyphens in the third and
// fourth place, as A-labels do. [Profile.Convert] returns such a name unchanged, except that [BrowserStrict] refuses a
// dot at the end. Most names on the web are of this kind, and the check is faster than Convert.
func IsNormalASCII(name string) bool {
	name = strings.TrimSuffix(name, ".")
	if len(name) > host.MaxName {
		return false
	}
	for {
		label, rest, more := strings.Cut(name, ".")
		if !isNormalLabel(label) {
			return false
		}
		if !more {
			return true
		}
		name = rest
	}
}

func isNormalLabel(label string) bool {
	if label == "" || len(label) > host.MaxLabel || checkHyphens(octet.Bytes(label)) != nil {
		return false
	}
	for n := range len(label) {
		if b := label[n]; !hostname.IsLDH(b) || 'A' <= b && b <= 'Z' {
			return false
		}
	}
	return true
}
