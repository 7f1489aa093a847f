package guard_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/hostile"
)

// The tests call every exported function and method with hostile arguments.

// A guarded has the arguments of the calls.
type guarded struct {
	a, b    string
	u       uri.URI // a, if it is a reference
	addr    netip.AddrPort
	hazards guard.Hazards
	policy  *guard.Policy

	redirects *guard.RedirectURIs // nil if a cannot be registered
	returns   *guard.Returns
}

func newGuarded(a, b string, flags uint8) *guarded {
	x := &guarded{a: a, b: b, hazards: guard.Hazards(flags) << (flags % 60)}
	x.u, _ = uri.Parse(a)
	x.addr = netip.AddrPortFrom(hostile.Addr(b, flags&1 == 0), uint16(flags)*257)
	rules := guard.FetchRules()
	rules.AllowHosts = []string{"localhost:80", "*.localhost", "10.0.0.0/8", "[::1]:443"}
	rules.Userinfo, rules.Dotless, rules.NoHost = flags&2 != 0, flags&4 != 0, flags&8 != 0
	rules.MaxPairs, rules.MaxSegments, rules.Hazards = int(flags&3), int(flags>>5), x.hazards
	if flags&16 != 0 {
		rules.PathPrefixes = []string{"/a"}
	}
	var err error
	if x.policy, err = guard.NewPolicy(rules); err != nil {
		panic(err)
	}
	x.redirects, _ = guard.NewRedirectURIs(guard.RedirectOptions{}, "http://127.0.0.1/", a)
	origins := []string{"https://**.example.com", "http://*.a.a:*", "https://a", a}
	if x.returns, err = guard.NewReturns(x.u, guard.ReturnRules{Origins: origins}); err != nil {
		x.returns, _ = guard.NewReturns(x.u, guard.ReturnRules{Origins: origins[:3]})
	}
	return x
}

// refused returns the outcome for an error of a Policy, which must be a Refusal.
func refused(err error) (o hostile.Outcome) {
	var r guard.Refusal
	ok := errors.As(err, &r)
	if err != nil && !ok {
		o.Err = fmt.Errorf("%w: %v is not a Refusal", hostile.ErrBroken, err)
	}
	o.Number = uint64(r)
	return o
}

var guardedCalls = hostile.Calls[*guarded]{
	"Audit": func(x *guarded) hostile.Outcome { return hostile.Outcome{Number: uint64(guard.Audit(x.u))} },
	"Parse": func(x *guarded) hostile.Outcome {
		u, h, err := guard.Parse(x.a)
		if err == nil && (u.String() != x.a || h != guard.Audit(u)) || err != nil && (u != uri.URI{} || h != 0) {
			err = fmt.Errorf("%w: %q, %v, %w", hostile.ErrBroken, u, h, err)
		}
		return hostile.Outcome{Number: uint64(h), Err: err, Length: len(x.a)}
	},
	"Findings": func(x *guarded) (o hostile.Outcome) {
		for f := range guard.Findings(x.u) {
			o.Number |= uint64(f.Hazard)
			if f.Lo < 0 || f.Hi < f.Lo || f.Hi > len(x.u.String()) {
				o.Err = fmt.Errorf("%w: %v", hostile.ErrBroken, f)
			}
		}
		for range guard.Findings(x.u) {
			break
		}
		if guard.Hazards(o.Number) != guard.Audit(x.u) {
			o.Err = fmt.Errorf("%w: findings %v", hostile.ErrBroken, guard.Hazards(o.Number))
		}
		return o
	},
	"Hazards.All": func(x *guarded) (o hostile.Outcome) {
		for h := range x.hazards.All() {
			o.Number |= uint64(h)
		}
		return o
	},
	"Hazards.String": func(x *guarded) hostile.Outcome { return hostile.Outcome{Text: x.hazards.String()} },
	"Hazards.Text":   func(x *guarded) hostile.Outcome { return hostile.Outcome{Text: x.hazards.Text()} },
	"ServeRules": func(*guarded) hostile.Outcome {
		return hostile.Outcome{Number: uint64(guard.ServeRules().PathHazards)}
	},
	"FetchRules": func(*guarded) hostile.Outcome {
		return hostile.Outcome{Number: uint64(len(guard.FetchRules().Schemes))}
	},
	"NewPolicy": func(x *guarded) hostile.Outcome {
		p, err := guard.NewPolicy(guard.Rules{
			Hosts: strings.Split(x.b, "/"), Deny: []string{x.b}, AllowHosts: []string{x.b, x.a}, NAT64: []string{x.b}, Schemes: []string{x.a},
		})
		if (p == nil) != (err != nil) {
			err = fmt.Errorf("%w: a policy in spite of %w", hostile.ErrBroken, err)
		}
		return hostile.Outcome{Err: err}
	},
	"Policy.Parse": func(x *guarded) hostile.Outcome {
		u, err := x.policy.Parse(x.a)
		if err == nil && u.String() != x.a || err != nil && u != (uri.URI{}) {
			err = fmt.Errorf("%w: %q, %w", hostile.ErrBroken, u, err)
		}
		return hostile.Outcome{Err: err, Length: len(x.a)}
	},
	"Policy.Check":         func(x *guarded) hostile.Outcome { return refused(x.policy.Check(x.u)) },
	"Policy.CheckAddr":     func(x *guarded) hostile.Outcome { return refused(x.policy.CheckAddr(x.addr)) },
	"Policy.CheckHostAddr": func(x *guarded) hostile.Outcome { return refused(x.policy.CheckHostAddr(x.a, x.addr)) },
	"Policy.Control":       func(x *guarded) hostile.Outcome { return hostile.Outcome{Err: x.policy.Control("tcp", x.b, nil)} },
	"NewRedirectURIs": func(x *guarded) hostile.Outcome {
		o := guard.RedirectOptions{Localhost: len(x.b)&1 != 0, SkipBad: len(x.b)&2 != 0, Schemes: []string{"cursor"}}
		if len(x.b)&4 != 0 {
			o = guard.RedirectOptions{Schemes: []string{x.a}}
		}
		r, err := guard.NewRedirectURIs(o, x.a, x.b)
		if (r == nil) != (err != nil) && !o.SkipBad {
			err = fmt.Errorf("%w: redirect URIs in spite of %w", hostile.ErrBroken, err)
		}
		return hostile.Outcome{Err: err}
	},
	"RedirectURIs.Match": func(x *guarded) hostile.Outcome {
		u, err := x.redirects.Match(x.a)
		if err != nil && u != (uri.URI{}) {
			err = fmt.Errorf("%w: %q in spite of %w", hostile.ErrBroken, u, err)
		}
		return hostile.Outcome{Text: u.String(), Err: err, Length: len(x.a)}
	},
	"RedirectURIs.Target": func(x *guarded) hostile.Outcome {
		u, err := x.redirects.Target(x.a)
		if err == nil && u.String() != x.a || err != nil && u != (uri.URI{}) {
			err = fmt.Errorf("%w: %q, %w", hostile.ErrBroken, u, err)
		}
		return hostile.Outcome{Text: u.String(), Err: err, Length: len(x.a)}
	},
	"ReturnTo": func(x *guarded) hostile.Outcome {
		u, err := guard.ReturnTo(x.u, x.b)
		if (err == nil) != u.IsAbsolutePathRef() {
			err = fmt.Errorf("%w: %q, %w", hostile.ErrBroken, u, err)
		}
		return hostile.Outcome{Text: u.String(), Err: err, Length: len(x.b)}
	},
	"NewReturns": func(x *guarded) hostile.Outcome {
		r, err := guard.NewReturns(x.u, guard.ReturnRules{Origins: []string{x.b, "https://*." + x.b, "tauri://" + x.b}})
		if (r == nil) != (err != nil) {
			err = fmt.Errorf("%w: returns in spite of %w", hostile.ErrBroken, err)
		}
		return hostile.Outcome{Err: err}
	},
	"Returns.Target": func(x *guarded) hostile.Outcome {
		u, err := x.returns.Target(x.b)
		if (err == nil) != (u.IsAbsolutePathRef() || u.IsAbs()) {
			err = fmt.Errorf("%w: %q, %w", hostile.ErrBroken, u, err)
		}
		return hostile.Outcome{Text: u.String(), Err: err, Length: len(x.b)}
	},
	"Returns.Allows": hostile.Truth(func(x *guarded) bool { return x.returns.Allows(x.b) }),
	"AddrError.Error": func(x *guarded) hostile.Outcome {
		return hostile.Outcome{Text: (&guard.AddrError{Refusal: guard.Refusal(x.hazards)}).Error()}
	},
	"AddrError.Unwrap": func(x *guarded) (o hostile.Outcome) {
		e := &guard.AddrError{Addr: x.addr, Rule: x.a, Refusal: guard.Refusal(x.hazards)}
		if e.Unwrap() != e.Refusal {
			o.Err = fmt.Errorf("%w: %w", hostile.ErrBroken, e)
		}
		return o
	},
	"Refusal.Error": func(x *guarded) hostile.Outcome {
		return hostile.Outcome{Text: guard.Refusal(x.hazards).Error()}
	},
}

var guardedSuite = hostile.Suite[*guarded]{
	New:   newGuarded,
	Calls: guardedCalls,
	OffsetOf: func(err error) (int, bool) {
		var e *uri.Error
		if !errors.As(err, &e) {
			return 0, false
		}
		return e.Offset, true
	},
	Seeds: [][2]string{
		{"", ""}, {"http://example.com/", "127.0.0.1:80"}, {"http://u:p@0x7f.1:080//a/%2e%2e/%252f;p?a=1&a=2", "[::1]:443"},
		{"http://[::ffff:127.0.0.1]/", "*.example.com"}, {"//%31.2.3.4.", "10.0.0.0/8"}, {"http://a b", "\xff"},
		{"file://localhost/%00%0d%0a", "::/0"}, {"///", "//"}, {"https://xn--a/#", "a..b"},
		{"https://app.example/login", "https://app.example?a#b"}, {"https://app.example:*", "https://a.b.example.com?[]"},
		{"tauri://localhost", "example.com:8080"}, {"http://localhost:80/", "/%09/a"},
	},
	Shapes: []hostile.Shape{
		{"", "../", ""}, {"", "%2e%2E/", ""}, {"", "%2f", ""}, {"", "%25%32", ""}, {"/", "/", ""}, {"?", "a&", ""},
		{"?", "a$=1&", ""}, {"?", "%61$&", ""}, {"?", "=", "&"}, {"/", ";", ""}, {"//", "1.", ""}, {"//", "0x1", ""},
		{"//", "%31", "."}, {"//", "a.", ""}, {"//", "a", ""}, {"//", "-", ""}, {"//u", ":", "@h"}, {"//h:", "0", "1"},
		{"http://", "xn--a.", ""}, {"#", "#", ""}, {"", "a", " "}, {"//", "999999999", ""},
		{"https://", "a.", "example.com"}, {"https://a.example.com/", "[", ""}, {"/", "é", ""},
		{"http://127.0.0.1:", "1", "/"}, {"http://127.0.0.1", "/", ""}, {"https://a/", "a", ""},
		{"/", "a//", ""}, {"/", "a/../", ""}, {"/", ".;/", ""}, {"/", "%2e%2E/../", ""},
		{"?", ";", ""}, {"?a&", "%61", ""}, {"http://", "%41", "/"},
	},
}

func TestCallsComplete(t *testing.T) { guardedSuite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { guardedSuite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { guardedSuite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { guardedSuite.Fuzz(f) }
