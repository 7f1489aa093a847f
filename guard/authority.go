package guard

import (
	"strings"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
)

func (a *auditor) auditUserinfo(lo, hi int) {
	a.note(HazardUserinfo, lo, hi)
	// People may stop reading at the first ":" or "%".
	if end := octet.Next(a.s[:hi], lo, ":%"); looksLikeHost(a.s[lo:end]) {
		a.note(HazardUserinfoHost, lo, end)
	}
	a.compareUserinfo(lo, hi)
}

// looksLikeHost reports whether people take name for a host: "localhost" or a name under it, or an address or DNS name
// of more than one label.
func looksLikeHost(name string) bool {
	if host.IsLocalhost(name) {
		return true
	}
	if !strings.Contains(strings.TrimSuffix(name, "."), ".") {
		return false
	}
	_, _, isAddr := host.ParseAddr(name)
	return isAddr || host.IsName(name)
}

// auditPort finds the hazards of the port. A leading zero is a zero at the start that another digit follows.
func (a *auditor) auditPort(lo, hi int) {
	digits := strings.TrimLeft(a.s[lo:hi], "0")
	zeros := hi - lo - len(digits)
	switch {
	case lo == hi:
		a.note(HazardPortEmpty|HazardDiffersInWHATWG, lo, hi)
		return
	case digits == "":
		a.note(HazardPortZero, lo, hi)
		zeros--
	default:
		if _, n := octet.Uint16(digits); n < len(digits) {
			a.note(HazardPortRange|HazardDiffersInWHATWG, lo, hi)
		}
	}
	if zeros > 0 {
		a.note(HazardPortZeros, lo, lo+zeros)
	}
}

func (a *auditor) auditHost(lo, hi int) {
	text := a.s[lo:hi]
	if text == "" {
		a.note(HazardEmptyHost, lo, hi)
		return
	}
	if a.yield == nil && isPlainName(text) && !host.IsLocalhost(text) {
		return
	}
	addr, unusual, isAddr := host.ParseAddr(text)
	if unusual {
		a.note(HazardUnusualIPv4, lo, hi)
	}
	var class Hazards
	if isAddr {
		class = addressHazard * Hazards(host.ClassOf(addr))
	}
	if host.IsLocalhost(text) { // even if some parsers read the host as an address: "0%20.localhost"
		class |= HazardLoopback
	}
	a.note(class, lo, hi)
	if !isAddr || unusual {
		a.auditName(lo, hi)
	}
	a.compareHost(lo, hi, unusual)
}

// isPlainName is a quick check of a host that is not empty. If it returns true, text is a DNS name that ends neither in a
// number nor in a dot.
func isPlainName(text string) bool {
	return text[len(text)-1] != '.' && host.IsName(text) && !hostname.MayEndInNumber(text)
}

// addressHazard is the factor that makes the hazards of an address from its class: both are bits in the same order.
const addressHazard = HazardLoopback / Hazards(host.ClassLoopback)

// auditName finds the hazards of a host that is not an IPv4address or IPv6address.
func (a *auditor) auditName(lo, hi int) {
	name := a.s[lo:hi]
	if !host.IsName(name) {
		a.note(HazardNotDNSHost, lo, hi)
	}
	if i := strings.IndexByte(name, '%'); i >= 0 {
		a.note(HazardPercentHost, lo+i, hi)
	}
	if rest, ok := hostname.CutDot(name); ok {
		a.note(HazardTrailingDot, lo+len(rest), hi)
	}
}
