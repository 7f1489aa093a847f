package guard

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/tables"
)

// This file tells where other parsers read a reference differently than RFC 3986, unless that falls out of a hazard
// that is looked for anyway: see Audit for the list.

// specialness is what the URL Standard makes of a scheme.
type specialness uint8

const (
	notSpecial specialness = iota
	special                // http, https, ws, wss, ftp, and no scheme: the base's is http
	specialFile
)

// special returns what the URL Standard makes of the scheme. It is asked for where it matters, which is seldom.
func (a *auditor) special() specialness {
	_, end, ok := a.r.Scheme()
	if !ok {
		return special
	}
	for _, scheme := range [...]string{"http", "https", "ws", "wss", "ftp"} {
		if len(scheme) == end && strings.EqualFold(a.s[:end], scheme) {
			return special
		}
	}
	if strings.EqualFold(a.s[:end], "file") {
		return specialFile
	}
	return notSpecial
}

// inHierarchy returns h if the path is none that the URL Standard calls opaque, otherwise 0.
func (a *auditor) inHierarchy(h Hazards) Hazards {
	if lo, hi := a.r.Path(); a.special() == notSpecial && (lo == hi || a.s[lo] != '/') {
		return 0
	}
	return h
}

// userinfoAgreement looks at a userinfo.
func (a *auditor) userinfoAgreement(lo, hi int) {
	colon := strings.IndexByte(a.s[lo:hi], ':')
	if lo == hi || lo+colon+1 == hi { // nothing in it, or nothing behind its first ":"
		a.note(HazardDiffersInWHATWG, lo, hi)
	}
}

// formAgreement looks at which components are there, and which of those are empty.
func (a *auditor) formAgreement() {
	_, schemeEnd, hasScheme := a.r.Scheme()
	lo, hi, hasAuthority := a.r.Authority()
	pathLo, pathHi := a.r.Path()
	fragment, end, hasFragment := a.r.Fragment()
	switch {
	case hasAuthority && lo == hi && (!hasScheme || pathLo == pathHi):
		a.note(HazardDiffersInNetURL, lo-len("//"), hi)
	case !hasAuthority && hasScheme && a.special() != notSpecial:
		a.note(HazardDiffersInWHATWG, 0, schemeEnd+len(":"))
	}
	hostLo, hostHi, _ := a.r.Host()
	if hasAuthority && hostLo == hostHi && (lo != hi || a.special() == special) ||
		hasAuthority && (hostLo != lo || hostHi != hi) && a.special() == specialFile {
		a.note(HazardDiffersInWHATWG, lo, hi)
	}
	if hasFragment && fragment == end {
		a.note(HazardDiffersInNetURL, fragment-len("#"), end)
	}
}

// hostAgreement looks at the host.
func (a *auditor) hostAgreement(lo, hi int, isAddr, unusual bool) {
	name := a.s[lo:hi]
	if fsm.HostKindOf(a.s, &a.r) == fsm.IPvFuture {
		a.note(HazardDiffers, lo, hi)
		return
	}
	if i := refusedByNetURL(name); i >= 0 {
		a.note(HazardDiffersInNetURL, lo+i, lo+i+len("%20"))
	}
	if a.special() == notSpecial {
		return
	}
	if unusual || strings.IndexByte(name, '%') >= 0 || hasALabel(name) || isNumberish(name) && !isAddr ||
		a.special() == specialFile && strings.EqualFold(name, host.Localhost) {
		a.note(HazardDiffersInWHATWG, lo, hi)
	}
}

// refusedByNetURL returns the offset of the first percent-encoding of an ASCII character other than "%25", or -1.
func refusedByNetURL(name string) int {
	for i := 0; i < len(name); i++ {
		if name[i] == '%' && tables.Is(name[i+1], tables.DIGIT) && name[i+1] < '8' && name[i:i+3] != "%25" {
			return i
		}
	}
	return -1
}

// hasALabel reports whether a label of name begins with "xn--".
func hasALabel(name string) bool {
	for i := 0; ; {
		n := strings.Index(name[i:], "--")
		if n < 0 {
			return false
		}
		i += n
		if i >= 2 && strings.EqualFold(name[i-2:i], "xn") && (i == 2 || name[i-3] == '.') {
			return true
		}
		i++
	}
}

// isNumberish reports whether the last label of name begins with a digit or a sign. Some parsers read more labels as
// numbers than the standard does: signed ones, and digits that overflow before another character follows.
func isNumberish(name string) bool {
	label := name[strings.LastIndexByte(strings.TrimSuffix(name, "."), '.')+1:]
	return label != "" && (tables.Is(label[0], tables.DIGIT) || label[0] == '+' || label[0] == '-')
}

// pathAgreement looks at the path as a whole.
func (a *auditor) pathAgreement(lo, hi int) {
	if lo == 0 && a.s[lo:hi] == "%2A" {
		a.note(HazardDiffersInNetURL, lo, hi)
	}
}

// queryAgreement looks at the query.
func (a *auditor) queryAgreement(lo, hi int) {
	if i := strings.IndexByte(a.s[lo:hi], '\''); i >= 0 && a.special() != notSpecial {
		a.note(HazardDiffersInWHATWG, lo+i, lo+i+1)
	}
}
