// Package side calls one version of the library. The command baseline makes a second copy of it, which calls another
// version, and compares the two.
//
// It uses no name of the library that is likely to change. If one does change, put what uses it into new.go, and the same
// for the old name into old.go, with the line "//go:build ignore" before its package clause. The copy for the old version
// gets old.go without that line, and not new.go.
package side

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// A Result is what the library returns for a reference and a base, as text. The type has no name, so that the results of
// both copies have the same type.
type Result = struct {
	Name string
	Of   func(ref, base string) string
}

// A Timing is a loop over references. Prepare makes the data that the loop needs, and returns the loop. The sum that
// the loop returns keeps the compiler from removing it.
type Timing = struct {
	Name    string
	Prepare func(references []string) (loop func() int)
}

// Results returns the results that are compared.
func Results() []Result {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		panic(err)
	}
	return []Result{
		{"fsm.Scan", func(ref, _ string) string {
			var r fsm.Ranges
			n, ok := fsm.Scan(ref, &r)
			if !ok {
				return fmt.Sprint(n)
			}
			return rangesOf(&r)
		}},
		{"fsm.Records", func(ref, base string) string {
			var w strings.Builder
			for record := range fsm.Records([]byte(ref+"\n"+base+"\n"+ref), '\n') {
				fmt.Fprintf(&w, "%q %t", record.Bytes, record.OK)
				if record.OK {
					w.WriteString(rangesOf(&record.Ranges))
				}
			}
			return w.String()
		}},
		{"uri.Parse", func(ref, _ string) string {
			u, err := uri.Parse(ref)
			if err != nil {
				return errorOf(err)
			}
			return componentsOf(u)
		}},
		{"uri.ParseBytes", func(ref, _ string) string {
			u, err := uri.ParseBytes([]byte(ref))
			if err != nil {
				return errorOf(err)
			}
			return u.String()
		}},
		{"getters of URI", onURI(func(u uri.URI) string {
			user, hasUser := u.Username()
			password, hasPassword := u.Password()
			hostPort, hasHost := u.HostPort()
			value, hasValue := u.QueryGet("a")
			return fmt.Sprintf("%q %t %q %t %q %t %q %t %q %q", user, hasUser, password, hasPassword, hostPort, hasHost,
				value, hasValue, u.Hostname(), u.RequestURI())
		})},
		{"URI.Redacted", onURI(uri.URI.Redacted)},
		{"URI.Key", onURI(func(u uri.URI) string { return string(u.Key()) })},
		{"URI.AppendNormalized", onURI(func(u uri.URI) string { return string(u.AppendNormalized(nil)) })},
		{"uri.AppendNormalizedString", func(ref, _ string) string {
			text, err := uri.AppendNormalizedString(nil, ref)
			return string(text) + errorOf(err)
		}},
		{"Normalizer, each step", onURI(func(u uri.URI) string {
			var w strings.Builder
			for step := uri.Steps(1); step <= uri.AllSteps; step <<= 1 {
				fmt.Fprintf(&w, "%v %v\n", step, uri.Normalizer{Steps: step & uri.AllSteps}.Normalized(u).String())
			}
			return w.String()
		})},
		{"URI.Resolve", onPair(func(b, u uri.URI) string {
			t, err := b.Resolve(u)
			return t.String() + errorOf(err)
		})},
		{"URI.Relativize", onPair(func(b, u uri.URI) string {
			t, err := b.Relativize(u)
			return t.String() + errorOf(err)
		})},
		{"changes of a URI", onURI(func(u uri.URI) string {
			a, err1 := u.WithFragment("f?/%41")
			b, err2 := u.WithQueryParam("a", "b c&é")
			c, err3 := u.JoinPath("..", "x:y", ".", "z")
			return fmt.Sprint(a.String(), b.String(), c.String()) + errorOf(err1) + errorOf(err2) + errorOf(err3)
		})},
		{"iri.Parse", func(ref, _ string) string {
			i, err := iri.Parse(ref)
			if err != nil {
				return errorOf(err)
			}
			r := i.Ranges()
			return rangesOf(&r)
		}},
		{"IRI.Normalized", func(ref, _ string) string {
			i, err := iri.Parse(ref)
			if err != nil {
				return ""
			}
			return i.Normalized().String()
		}},
		{"IRI.URI", func(ref, _ string) string {
			i, err := iri.Parse(ref)
			if err != nil {
				return ""
			}
			var w strings.Builder
			for _, form := range []iri.HostForm{iri.HostLookup, iri.HostRegistration, iri.HostPercent} {
				u, err := i.URI(form)
				fmt.Fprintf(&w, "%s%s\n", u.String(), errorOf(err))
			}
			return w.String()
		}},
		{"guard.Parse", func(ref, _ string) string {
			u, hazards, err := guard.Parse(ref)
			return fmt.Sprint(u.String(), hazards) + errorOf(err)
		}},
		{"guard.Audit", onURI(func(u uri.URI) string { return guard.Audit(u).String() })},
		{"Policy.Check", onURI(func(u uri.URI) string { return errorOf(policy.Check(u)) })},
		{"whatwg.Parse", func(ref, _ string) string {
			u, err := whatwg.Parse(ref)
			return hrefOf(u, err)
		}},
		{"whatwg.AppendHref", func(ref, _ string) string {
			text, err := whatwg.AppendHref(nil, ref)
			return string(text) + errorOf(err)
		}},
		{"whatwg.CanParse, IsNormal", func(ref, _ string) string {
			return fmt.Sprint(whatwg.CanParse(ref), whatwg.IsNormal(ref))
		}},
		{"whatwg.URL.Parse", func(ref, base string) string {
			b, err := whatwg.Parse(base)
			if err != nil {
				return ""
			}
			u, err := b.Parse(ref)
			return hrefOf(u, err)
		}},
		{"whatwg.Validate", func(ref, base string) string {
			b, _ := whatwg.Parse(base)
			found, err := whatwg.Validate(b, ref)
			return fmt.Sprint(found) + errorOf(err)
		}},
		{"whatwg setters", func(ref, base string) (s string) {
			b, err := whatwg.Parse(base)
			if err != nil {
				return ""
			}
			for _, set := range []func(string) (whatwg.URL, bool){b.WithProtocol, b.WithUsername, b.WithPassword, b.WithHost,
				b.WithHostname, b.WithPort, b.WithPathname, b.WithSearch, b.WithHash} {
				u, ok := set(ref)
				s += fmt.Sprint(" ", ok, " ") + hrefOf(u, nil)
			}
			return s
		}},
		{"whatwg.Batch", func(ref, base string) string {
			b, err := whatwg.Parse(base)
			if err != nil {
				return ""
			}
			var batch whatwg.Batch
			s := fmt.Sprint(batch.Add(whatwg.URL{}, ref), batch.Add(b, ref))
			for i := range batch.Len() {
				r := batch.Ranges(i)
				s += fmt.Sprintf(" %q", batch.Href(i)) + rangesOf(&r)
			}
			return s
		}},
	}
}

// Timings returns the loops that are timed: the columns of README's table of speed.
func Timings() []Timing {
	return []Timing{
		{"fsm.Scan", each(func(s string) int {
			var r fsm.Ranges
			n, _ := fsm.Scan(s, &r)
			return n
		})},
		{"uri.Parse and Host", func(references []string) func() int {
			kept := make([]uri.URI, len(references))
			return func() (sum int) {
				for i, s := range references {
					kept[i], _ = uri.Parse(s)
					host, _ := kept[i].Host()
					sum += len(host)
				}
				return sum
			}
		}},
		{"uri.AppendNormalizedString", func(references []string) func() int {
			var buf []byte
			return func() (sum int) {
				for _, s := range references {
					buf, _ = uri.AppendNormalizedString(buf[:0], s)
					sum += len(buf)
				}
				return sum
			}
		}},
		{"whatwg.CanParse", each(func(s string) int {
			if whatwg.CanParse(s) {
				return 1
			}
			return 0
		})},
		{"whatwg.Parse", func(references []string) func() int {
			kept := make([]whatwg.URL, len(references))
			return func() (sum int) {
				for i, s := range references {
					kept[i], _ = whatwg.Parse(s)
					sum += len(kept[i].Href())
				}
				return sum
			}
		}},
		{"whatwg.URL.Parse", func(references []string) func() int {
			base := whatwg.MustParse("https://www.example.com/a/b/index.html?c#d")
			kept := make([]whatwg.URL, len(references))
			return func() (sum int) {
				for i, s := range references {
					kept[i], _ = base.Parse(s)
					sum += len(kept[i].Href())
				}
				return sum
			}
		}},
		{"guard.Parse", each(func(s string) int {
			_, hazards, _ := guard.Parse(s)
			return int(hazards)
		})},
	}
}

// each returns a Prepare for a loop that calls f with each reference.
func each(f func(s string) int) func(references []string) func() int {
	return func(references []string) func() int {
		return func() (sum int) {
			for _, s := range references {
				sum += f(s)
			}
			return sum
		}
	}
}

// onURI returns a result of a reference that is a URI reference. That of others is "".
func onURI(of func(u uri.URI) string) func(ref, base string) string {
	return func(ref, _ string) string {
		u, err := uri.Parse(ref)
		if err != nil {
			return ""
		}
		return of(u)
	}
}

// onPair is like onURI, but with a base.
func onPair(of func(b, u uri.URI) string) func(ref, base string) string {
	return func(ref, base string) string {
		u, err1 := uri.Parse(ref)
		b, err2 := uri.Parse(base)
		if err1 != nil || err2 != nil {
			return ""
		}
		return of(b, u)
	}
}

// componentsOf returns the components of u. An undefined one and an empty one differ.
func componentsOf(u uri.URI) string {
	var w strings.Builder
	fmt.Fprintf(&w, "%s: %q", u.Scheme(), u.Path())
	for _, get := range []func() (string, bool){u.Authority, u.Userinfo, u.Host, u.Port, u.Query, u.Fragment} {
		s, ok := get()
		fmt.Fprintf(&w, " %q %t", s, ok)
	}
	r := u.Ranges()
	return w.String() + rangesOf(&r)
}

// rangesOf returns the offsets of the components.
func rangesOf(r *fsm.Ranges) string {
	var w strings.Builder
	for _, get := range []func() (lo, hi int, ok bool){
		r.Scheme, r.Authority, r.Userinfo, r.Host, r.Port, r.Query, r.Fragment,
	} {
		lo, hi, ok := get()
		fmt.Fprintf(&w, " %d:%d %t", lo, hi, ok)
	}
	lo, hi := r.Path()
	fmt.Fprintf(&w, " %d:%d", lo, hi)
	return w.String()
}

// hrefOf returns the result of a parser of package whatwg.
func hrefOf(u whatwg.URL, err error) string {
	if err != nil {
		return errorOf(err)
	}
	r := u.Ranges()
	return u.Href() + rangesOf(&r)
}

// errorOf returns what an error of the library says, without the sentence, which may become a better one.
func errorOf(err error) string {
	if e, ok := errors.AsType[*uri.Error](err); ok {
		return fmt.Sprintf(" error at %d in %v: %v", e.Offset, e.Component, e.Reason)
	}
	if e, ok := errors.AsType[*whatwg.Error](err); ok {
		return fmt.Sprintf(" error at %d: %v", e.Offset, e.Code)
	}
	if err != nil {
		return " error: " + err.Error()
	}
	return ""
}
