package guardhttp

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"syscall"

	"github.com/urispan/uri/guard"
)

// DialContext returns a function for [http.Transport].DialContext that dials with a copy of dialer, and connects only
// to addresses that pass [guard.Policy.CheckHostAddr] for the name that is dialed. If dialer is nil, the zero
// [net.Dialer] is used. The Control or ControlContext of dialer is called for the addresses that pass.
//
// Most programs with a resolver or a dialer of their own use [NewTransportDialer]. A transport that uses the function
// must not have a proxy, DialTLSContext or DialTLS. With one of these, the function is not called for the host. To make
// [NewTransport] keep the function, pass it the transport in a struct.
func DialContext(
	policy *guard.Policy, dialer *net.Dialer,
) func(ctx context.Context, network, address string) (net.Conn, error) {
	original := *cmp.Or(dialer, new(net.Dialer))
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		name, _, err := net.SplitHostPort(address)
		if err != nil {
			return nil, guard.RefusedAddress
		}
		d := original
		d.ControlContext = func(ctx context.Context, network, address string, conn syscall.RawConn) error {
			addr, err := netip.ParseAddrPort(address)
			if err != nil {
				return guard.RefusedAddress
			}
			if err := policy.CheckHostAddr(name, addr); err != nil {
				return err
			}
			switch {
			case original.ControlContext != nil:
				return original.ControlContext(ctx, network, address, conn)
			case original.Control != nil:
				return original.Control(network, address, conn)
			}
			return nil
		}
		return d.DialContext(ctx, network, address)
	}
}
