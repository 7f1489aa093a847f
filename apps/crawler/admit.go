package main

import (
	"errors"
	"net/netip"
	"strings"
	"sync"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	urihost "github.com/urispan/uri/host"
	"github.com/urispan/uri/httpuri"
)

// A refusal is the reason why a URL was not fetched. There are few reasons, so that they can be counted; people read
// the detail. Neither shows a password.
type refusal struct{ reason, detail string }

// hazards are those that never occur in an honest link, and can end a line in a log or a string in a C program. The
// other hazards of package guard are common in links: they matter to the server of the page.
const hazards = guard.HazardEncodedNUL | guard.HazardEncodedCR | guard.HazardEncodedLF

// newPolicy returns the policy for URLs to fetch. The author of a crawled page can name any URL, so the rules are those
// for URLs from strangers. With allowPrivate, all hosts and ports are allowed.
func newPolicy(allowPrivate bool) (*guard.Policy, error) {
	rules := guard.FetchRules()
	rules.Hazards = hazards
	if allowPrivate {
		rules.Addresses, rules.Dotless = ^urihost.AddressClass(0), true
		rules.Deny, rules.Ports = nil, nil
	}
	return guard.NewPolicy(rules)
}

// publicOnly is the end of the reason for a refused URL that -allow-private would allow.
const publicOnly = "; -allow-private allows it"

var anyAddress = sync.OnceValues(func() (*guard.Policy, error) { return newPolicy(true) })

// advice returns what a user can do about a URL that the policy refuses, or "".
func advice(u uri.URI) string {
	if p, err := anyAddress(); err == nil && p.Check(u) == nil {
		return publicOnly
	}
	return ""
}

// explain returns the text about a refused URL for the record: without its password, and with its hazards if they are
// the reason.
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

// withPlainHost returns u, which is in normal form, with the plain spelling of its host. A page can spell a server in many
// ways, but that must not cause more requests: a "." at the end of a host is removed, an address has the form of
// net/netip, and an IPv6 address that maps an IPv4 address has the form of the latter.
func withPlainHost(u uri.URI) (uri.URI, error) {
	if plain := plainHost(u); plain != "" {
		return u.WithHost(plain)
	}
	return u, nil
}

// originOf returns the origin of u, which is in normal form. Limits and delays are counted by origin. All spellings of a
// server have the same origin: the host is plain, and the port is a number.
//
// The origin is a URL without a path. Its robots.txt is read from there.
func originOf(u uri.URI) (string, error) {
	u, err := withPlainHost(u)
	if err != nil {
		return "", err
	}
	o, err := httpuri.OriginOf(u)
	if err != nil {
		return "", err
	}
	return o.String(), nil
}

// plainHost returns the replacement for the host of u, or "" if the host needs none.
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
