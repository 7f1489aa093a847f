package host_test

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/hostname"
)

// The tests call every exported function of the package with hostile input.

// An input is the arguments of the calls. All calls share it.
type input struct {
	a, b  string
	addr  netip.Addr // the first bytes of b
	small uint8
}

func newInput(a, b string, flags uint8) *input {
	return &input{a: a, b: b, addr: hostile.Addr(b, flags&1 == 0), small: flags}
}

// offsetOf returns the offset of an error, if it has one.
func offsetOf(err error) (offset int, ok bool) {
	var e *host.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

var calls = hostile.Calls[*input]{
	"CheckName": func(x *input) hostile.Outcome { return hostile.Outcome{Err: host.CheckName(x.a), Length: len(x.a)} },
	"IsName": func(x *input) (o hostile.Outcome) {
		if ok := host.IsName(x.a); ok != (host.CheckName(x.a) == nil) {
			o.Err = fmt.Errorf("%w: %t", hostile.ErrBroken, ok)
		}
		return o
	},
	"AppendName": func(x *input) hostile.Outcome {
		var name string
		o := hostile.Append(func(dst []byte) ([]byte, error) {
			out, ok := host.AppendName(dst, x.a)
			if name = string(out[len(dst):]); !ok {
				return out, errors.New("not a name")
			}
			return out, nil
		})
		if again, ok := host.AppendName(nil, name); o.Err == nil && (!ok || string(again) != name) {
			o.Err = fmt.Errorf("%w: %q becomes %q", hostile.ErrBroken, name, again)
		}
		return o
	},
	"CanonicalName": func(x *input) (o hostile.Outcome) {
		name, ok := host.CanonicalName(x.a)
		if again, okAgain := host.CanonicalName(name); ok != okAgain || again != name {
			o.Err = fmt.Errorf("%w: %q becomes %q", hostile.ErrBroken, name, again)
		}
		o.Text, o.Number = name, hostile.One(ok)
		return o
	},
	"ParseAddr": func(x *input) (o hostile.Outcome) {
		addr, unusual, ok := host.ParseAddr(x.a)
		if ok != addr.IsValid() || unusual && ok && !addr.Is4() {
			o.Err = fmt.Errorf("%w: %v, %t, %t", hostile.ErrBroken, addr, unusual, ok)
		}
		if (unusual || addr.Is4()) && !strings.Contains(x.a, "%") && !hostname.MayEndInNumber(x.a) {
			o.Err = fmt.Errorf("%w: %v, %t, but no number at the end", hostile.ErrBroken, addr, unusual)
		}
		o.Text, o.Number = addr.String(), hostile.One(unusual)
		return o
	},
	"ClassOf": func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(host.ClassOf(x.addr))} },
	"EmbeddedIPv4": func(x *input) (o hostile.Outcome) {
		list := slices.Collect(host.EmbeddedIPv4(x.addr))
		for _, v4 := range list {
			if !v4.Is4() {
				o.Err = fmt.Errorf("%w: %v", hostile.ErrBroken, v4)
			}
		}
		if len(list) > 4 || (len(list) > 0) != (host.ClassOf(x.addr)&host.ClassEmbeddedIPv4 != 0) {
			o.Err = fmt.Errorf("%w: %v contains %v", hostile.ErrBroken, x.addr, list)
		}
		o.Number = uint64(len(list))
		return o
	},
	"AddressClass.String": func(x *input) hostile.Outcome {
		return hostile.Outcome{Text: host.AddressClass(x.small).String() + host.AddressClass(int(x.small)*257).String()}
	},
	"IsLocalhost": func(x *input) hostile.Outcome { return hostile.Outcome{Number: hostile.One(host.IsLocalhost(x.a))} },
	"Error.Error": func(x *input) (o hostile.Outcome) {
		var e *host.Error
		if errors.As(host.CheckName(x.a), &e) {
			o.Text = e.Error()
		}
		return o
	},
	"Reason.String": func(x *input) hostile.Outcome { return hostile.Outcome{Text: host.Reason(x.small).String()} },
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"www.example.co.uk", "a"}, {"WWW.GitHub.io.", "b"}, {"1.2.3.4", ""}, {"a..b", ""}, {"-a.b-", ""},
	{"https://u:p@xn--bcher-kva.example/", ""}, {"//[::1]", ""}, {"é\xff\x00", ""}, {"localhost", ""},
	{"0x7f.1", "127.0.0.1:80"}, {"%31.2.3.4.", "[::1]:443"}, {"[::ffff:127.0.0.1]", "*.example.com"}, {"a%", "%4"},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"", "a", ""}, {"", "a.", "b"}, {"", "A.", ""}, {"", ".", ""}, {"", "-", ""}, {"", "1.", ""}, {"", "1", ""},
	{"", "xn--a.", "com"}, {"", "é", ""}, {"", "\xff", ""}, {"", "%41", ""}, {"", "co.uk.", ""}, {"//", "a.", "b"},
	{"", "0x1", ""}, {"", "%31", "."}, {"", "999999999", ""}, {"", "0", "1"}, {"", "%2E", ""}, {"[", ":", "]"},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
