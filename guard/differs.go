package guard

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// The methods named compare... find where other parsers read a reference differently than RFC 3986. Audit documents the
// cases. If a case coincides with another hazard, the method that notes that hazard also notes the difference.

// kind returns the kind of the scheme. Without a scheme it is the kind of the base, which is http. Few references need it,
// so it is computed when needed.
func (a *auditor) kind() schemes.Kind {
	if _, end, ok := a.r.Scheme(); ok {
		return schemes.KindOf(a.s[:end])
	}
	return schemes.KindHTTP
}

// inHierarchy returns 0 if the URL Standard calls the path opaque, otherwise h.
func (a *auditor) inHierarchy(h Hazards) Hazards {
	if lo, hi := a.r.Path(); !a.kind().IsSpecial() && (lo == hi || a.s[lo] != '/') {
		return 0
	}
	return h
}

// compareUserinfo notes a userinfo that is empty or has an empty password.
func (a *auditor) compareUserinfo(lo, hi int) {
	colon := strings.IndexByte(a.s[lo:hi], ':')
	if lo+colon+len(":") == hi { // colon is -1 in an empty userinfo
		a.note(HazardDiffersInWHATWG, lo, hi)
	}
}

// compareForm notes differences that follow from the scheme and from undefined or empty components.
func (a *auditor) compareForm() {
	_, schemeEnd, hasScheme := a.r.Scheme()
	lo, hi, hasAuthority := a.r.Authority()
	pathLo, pathHi := a.r.Path()
	fragment, end, hasFragment := a.r.Fragment()
	switch {
	case hasAuthority && lo == hi && (!hasScheme || pathLo == pathHi):
		a.note(HazardDiffersInNetURL, lo-len("//"), hi)
	case !hasAuthority && hasScheme && a.kind().IsSpecial():
		a.note(HazardDiffersInWHATWG, 0, schemeEnd+len(":"))
	}
	if hostLo, hostHi, _ := a.r.Host(); hasAuthority && (hostLo == hostHi || hostLo != lo || hostHi != hi) {
		switch kind := a.kind(); {
		case hostLo == hostHi && (lo != hi || kind.NeedsHost()), hostHi-hostLo < hi-lo && kind == schemes.KindFile:
			a.note(HazardDiffersInWHATWG, lo, hi)
		}
	}
	if hasFragment && fragment == end {
		a.note(HazardDiffersInNetURL, fragment-len("#"), end)
	}
}

// compareHost notes differences in the host. unusual is a result of host.ParseAddr.
func (a *auditor) compareHost(lo, hi int, unusual bool) {
	name := a.s[lo:hi]
	if fsm.HostKindOf(a.s, a.r) == fsm.IPvFuture {
		a.note(HazardDiffers, lo, hi)
		return
	}
	if i := refusedByNetURL(name); i >= 0 {
		a.note(HazardDiffersInNetURL, lo+i, lo+i+len("%20"))
	}
	if !a.kind().IsSpecial() {
		return
	}
	if unusual || changesInDomain(name) || a.kind() == schemes.KindFile && decodesToLocalhost(name) {
		a.note(HazardDiffersInWHATWG, lo, hi)
	}
}

// changesInDomain reports whether the domain parser of the URL Standard does more with name than decode it and put it
// in lower case. That is so if name has the percent-encoding of an octet outside US-ASCII, which IDNA maps or refuses,
// or of a forbidden octet.
func changesInDomain(name string) bool {
	for i := strings.IndexByte(name, '%'); 0 <= i && i < len(name); {
		b, size := octet.First(name[i:])
		if b >= utf8.RuneSelf || hostname.IsForbiddenInDomain(b) {
			return true
		}
		i += size
	}
	return false
}

// decodesToLocalhost reports whether name is "localhost" after decoding, in upper or lower case.
func decodesToLocalhost(name string) bool {
	decodedLen := len(name) - strings.Count(name, "%")*len("41")
	return decodedLen == len(host.Localhost) && host.IsLocalhost(name)
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

// compareQuery notes the first "'" in the query of a special scheme.
func (a *auditor) compareQuery(lo, hi int) {
	if i := strings.IndexByte(a.s[lo:hi], '\''); i >= 0 && a.kind().IsSpecial() {
		a.note(HazardDiffersInWHATWG, lo+i, lo+i+1)
	}
}
