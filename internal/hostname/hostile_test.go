package hostname_test

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/hostname"
)

// An entry is the arguments of the calls.
type entry struct {
	text string
	addr netip.Addr // the first bytes of another string
	b    uint8
}

func newEntry(a, b string, flags uint8) *entry {
	return &entry{text: a, addr: hostile.Addr(b, flags&1 == 0), b: flags}
}

// octet is a call of a function of a byte.
func octet(is func(byte) bool) func(*entry) hostile.Outcome {
	return hostile.Truth(func(x *entry) bool { return is(x.b) })
}

var suite = hostile.Suite[*entry]{
	New: newEntry, OffsetOf: func(error) (int, bool) { return 0, false },
	Calls: hostile.Calls[*entry]{
		"ParseIPv6": func(x *entry) (o hostile.Outcome) {
			addr, offset, fault := hostname.ParseIPv6(x.text)
			if addr.Is6() != (fault == 0) || offset < 0 || offset > len(x.text) {
				o.Err = fmt.Errorf("%w: %v, %d, %v", hostile.ErrBroken, addr, offset, fault)
			}
			o.Text, o.Number = addr.String(), uint64(offset)
			return o
		},
		"AppendIPv6": hostile.Appending(func(x *entry, dst []byte) ([]byte, error) {
			return hostname.AppendIPv6(dst, x.addr), nil
		}),
		"IPv6Fault.String": hostile.Text(func(x *entry) string { return hostname.IPv6Fault(x.b).String() }),
		"CutALabel": func(x *entry) (o hostile.Outcome) {
			punycode, ok := hostname.CutALabel(x.text)
			if !strings.HasSuffix(x.text, punycode) || ok && len(x.text) != len("xn--")+len(punycode) || !ok && punycode != "" {
				o.Err = fmt.Errorf("%w: %q, %t", hostile.ErrBroken, punycode, ok)
			}
			o.Text = punycode
			return o
		},
		"CutDot": func(x *entry) (o hostile.Outcome) {
			before, found := hostname.CutDot(x.text)
			if !strings.HasPrefix(x.text, before) || found == (before == x.text) {
				o.Err = fmt.Errorf("%w: %q, %t", hostile.ErrBroken, before, found)
			}
			o.Text = before
			return o
		},
		"CutLast": hostile.Text(func(x *entry) string {
			var octets []byte // from the last to the first
			for rest := x.text; rest != ""; {
				var last byte
				last, rest = hostname.CutLast(rest)
				octets = append(octets, last)
			}
			return string(octets)
		}),
		"NAT64": func(x *entry) (o hostile.Outcome) {
			b := x.addr.As16()
			bits := [...]int{32, 40, 48, 56, 64, 96}[x.b%6]
			v4, ok := hostname.NAT64(binary.BigEndian.Uint64(b[:]), binary.BigEndian.Uint64(b[8:]), bits)
			o.Number = uint64(v4)<<1 | hostile.One(ok)
			return o
		},
		"MayEndInNumber":      hostile.Truth(func(x *entry) bool { return hostname.MayEndInNumber(x.text) }),
		"IsIPv4":              hostile.Truth(func(x *entry) bool { return hostname.IsIPv4(x.text) }),
		"IsForbidden":         octet(hostname.IsForbidden),
		"IsForbiddenInDomain": octet(hostname.IsForbiddenInDomain),
		"IsLooseByte":         octet(hostname.IsLooseByte),
		"IsLDH":               octet(hostname.IsLDH),
	},
	Seeds: [][2]string{
		{"", ""}, {"www.example.co.uk", "a"}, {"1.2.3.4", ""}, {"xn--bcher-kva", ""}, {"::1", "\xff"}, {"0x7f.1", ""},
		{"1:2:3:4:5:6:1.2.3.4", ""}, {"1::8", "b"}, {"é\xff\x00", ""},
	},
	Shapes: []hostile.Shape{{"", "1:", ""}, {"", ":", ""}, {"", "1.", ""}, {"::", "1.", "1"}, {"", "a", ""}, {"xn--", "a", "."}},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
