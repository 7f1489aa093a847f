package guard

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

// TestAddrError checks which rule an error names.
func TestAddrError(t *testing.T) {
	fetch := newPolicy(t, allowRules())
	hosts := newPolicy(t, Rules{Hosts: []string{"a.example", "10.0.0.0/8"}, Deny: []string{"a.example", "10.1.2.0/24", "10.1.0.0/16", "*.b.example"}})
	for _, test := range kit.Cases[struct {
		p          *Policy
		name, addr string // name is empty for CheckAddr
		want       string
		refusal    Refusal
	}]("addrerror.txt", "TestAddrError", errorWords(), map[string]any{
		"fetch":    fetch,
		"hosts":    hosts,
		"one-host": newPolicy(t, Rules{Hosts: []string{"10.0.0.1"}}),
		"private":  newPolicy(t, Rules{Addresses: host.ClassPrivate}),
		"zero":     new(Policy),
	}) {
		addr := netip.MustParseAddrPort(test.addr)
		err := test.p.CheckAddr(addr)
		if test.name != "" {
			err = test.p.CheckHostAddr(test.name, addr)
		}
		var got *AddrError
		if !errors.As(err, &got) || *got != (AddrError{addr, test.want, test.refusal}) {
			t.Errorf("%q at %s: %+v, want %q, %v", test.name, test.addr, got, test.want, test.refusal)
			continue
		}
		if !errors.Is(err, test.refusal) || err.Error() != test.refusal.Error() {
			t.Errorf("%q at %s: %v, want %v", test.name, test.addr, err, test.refusal)
		}
	}
}
