package guardhttp

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host"
)

// ErrNoAddress is the error of [Check] for a name that does not resolve.
var ErrNoAddress = errors.New("host has no address")

// A lookupError has the text of ErrNoAddress, because the error of the resolver shows the address of a server.
type lookupError struct{ cause error }

func (e *lookupError) Error() string   { return ErrNoAddress.Error() }
func (e *lookupError) Unwrap() []error { return []error{ErrNoAddress, e.cause} }

// Check checks a URI and the addresses of its host by the policy p, and makes no request. Use it when a user saves the
// address of a webhook, so that the user learns of an error before the first request. It does not replace the checks of
// a [Transport], because the name can have other addresses later.
//
// The resolver r looks the name up; if r is nil, it is [net.DefaultResolver]. A host that is not US-ASCII is looked up as
// A-labels, and a host that is an address is not looked up. Check returns nil if the policy allows the URI and all
// addresses. It is stricter than a [Transport], which connects if one address is allowed, because few honest names have
// both public and private addresses. The error is
//
//   - a [guard.Refusal] for the URI, or guard.RefusedHost if it has no host;
//   - a [*guard.AddrError], which wraps a guard.Refusal, for an address;
//   - an *idna.Error (see package [github.com/urispan/uri/host/idna]) if the host is not a name;
//   - [ErrNoAddress] if the name does not resolve. The error also wraps the error of the resolver, a [*net.DNSError] that
//     tells whether to try again.
func Check(ctx context.Context, p *guard.Policy, r *net.Resolver, u uri.URI) error {
	u, _, err := withALabels(u)
	if err == nil {
		err = p.Check(u)
	}
	if err != nil {
		return err
	}
	name, _ := u.Host()
	if name == "" {
		return guard.RefusedHost
	}
	port, err := u.PortNumber()
	if err != nil {
		port, _ = uri.DefaultPort(u.Scheme()) // the policy has refused a port that is too large
	}
	addrs, err := lookUp(ctx, r, name)
	if err != nil {
		return &lookupError{err}
	}
	for _, addr := range addrs {
		if err := p.CheckHostAddr(name, netip.AddrPortFrom(addr.Unmap(), port)); err != nil {
			return err
		}
	}
	return nil
}

// lookUp returns the addresses of a host, at least one.
func lookUp(ctx context.Context, r *net.Resolver, name string) ([]netip.Addr, error) {
	if addr, _, ok := host.ParseAddr(name); ok {
		return []netip.Addr{addr}, nil
	}
	addrs, err := cmp.Or(r, net.DefaultResolver).LookupNetIP(ctx, "ip", name)
	if err == nil && len(addrs) == 0 {
		err = &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return addrs, err
}
