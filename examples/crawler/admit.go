package main

import (
	"errors"
	"net/netip"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	urihost "github.com/urispan/uri/host"
	"github.com/urispan/uri/httpuri"
)

// A refusal says why something was not fetched: the reason is one of a small number, to be counted, and the detail for
// people. Neither shows a password.
type refusal struct{ reason, detail string }

// hazards are what no honest link has, and what can end a line in somebody's log or a text in somebody's C. The other
// hazards that package guard knows of are common in links: it is for those who asked for the page to mind them.
const hazards = guard.HazardEncodedNUL | guard.HazardEncodedCR | guard.HazardEncodedLF

// newPolicy returns what may be fetched. Whoever writes a page that is crawled can name any URL: so the rules are those
// for URLs from strangers. With allowPrivate, all hosts and ports may be fetched from.
func newPolicy(allowPrivate bool) (*guard.Policy, error) {
	rules := guard.FetchRules()
	rules.Hazards = hazards
	if allowPrivate {
		rules.Addresses, rules.Dotless = ^urihost.AddressClass(0), true
		rules.Deny, rules.Ports = nil, nil
	}
	return guard.NewPolicy(rules)
}

// explain returns what a refused URL is recorded as: without its password, and with its hazards if those are why.
func explain(u uri.URI, why error) string {
	text := shortened(u)
	if errors.Is(why, guard.RefusedHazard) {
		text += " has: " + (guard.Audit(u) & hazards).String()
	}
	return text
}

// shortened returns u for people, without its password.
func shortened(u uri.URI) string {
	const limit = 200
	text := u.Redacted()
	if len(text) > limit {
		return text[:limit] + "..."
	}
	return text
}

// originOf returns the origin of u, which is in normal form, for what is counted and waited for by origin. A page can
// spell one server in many ways, which are one here, so that it cannot have a server asked more often by that: the port
// is a number, a "." at the end of a host is cut off, an address is written as net/netip does it, and one of IPv6 that
// stands for one of IPv4 as that.
//
// It is a URL without a path, and robots.txt is read from there.
func originOf(u uri.URI) (string, error) {
	if trimmed := plainHost(u); trimmed != "" {
		v, err := u.WithHost(trimmed)
		if err != nil {
			return "", err
		}
		u = v
	}
	o, err := httpuri.OriginOf(u)
	if err != nil {
		return "", err
	}
	return o.String(), nil
}

// plainHost returns what is to stand in place of the host of u; "" if that may stay.
func plainHost(u uri.URI) string {
	host, _ := u.Host()
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		if addr = addr.Unmap(); addr.Is4() {
			return addr.String()
		}
		return "[" + addr.String() + "]"
	}
	if name, ok := strings.CutSuffix(host, "."); ok {
		return name
	}
	return ""
}
