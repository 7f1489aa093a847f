package reference

import (
	"math"
	"net/netip"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/tables"
)

// A Builder composes a reference from its components (section 5.3). Package uri describes its rules. The zero Builder
// makes the empty reference.
type Builder struct {
	settings [tables.Fragment + 1]setting // by Component; the one of tables.Authority is not used
}

// A setting is the state of a component in a Builder.
type setting struct {
	raw     string // "" if the component is undefined
	defined bool   // false for the path of the zero Builder, which is "" all the same
	refused *Fault // a fault that raw does not show, or nil
}

// Load sets all components from s. r is the ranges of s.
func (b *Builder) Load(s string, r *fsm.Ranges) {
	for c := range b.settings {
		if c := tables.Component(c); c != tables.Authority {
			if lo, hi, ok := RangeOf(r, c); ok {
				b.Set(c, s[lo:hi])
			}
		}
	}
}

// RangeOf returns the range of a component, which may be undefined.
func RangeOf(r *fsm.Ranges, c tables.Component) (lo, hi int, ok bool) {
	switch c {
	case tables.Scheme:
		return r.Scheme()
	case tables.Authority:
		return r.Authority()
	case tables.Userinfo:
		return r.Userinfo()
	case tables.Host:
		return r.Host()
	case tables.Port:
		return r.Port()
	case tables.Path:
		lo, hi = r.Path()
		return lo, hi, true
	case tables.Query:
		return r.Query()
	case tables.Fragment:
		return r.Fragment()
	}
	return 0, 0, false
}

// Set sets the component c, which is not tables.Authority, to raw.
func (b *Builder) Set(c tables.Component, raw string) {
	b.settings[c] = setting{raw: raw, defined: true}
}

// Refuse records a fault in the text of the component c, because Build cannot find it. Another value of c removes the
// fault.
func (b *Builder) Refuse(c tables.Component, offset int, r fsm.Reason) {
	b.settings[c].refused = PartFault(c, offset, r)
}

// HostOf returns an IP address as a host. For one that no host can be, it returns an invalid IP-literal.
func HostOf(addr netip.Addr) string {
	switch {
	case addr.Is4():
		return addr.String()
	case addr.Is6():
		return "[" + addr.String() + "]" // a zone makes the literal invalid: it begins with "%"
	}
	return "[]"
}

// SetAuthority sets userinfo, host and port from raw, an authority without the "//". Components that raw does not have
// become undefined.
func (b *Builder) SetAuthority(raw string) {
	b.Unset(tables.Authority)
	host, hostEnd := splitAuthority(raw)
	if host != 0 {
		b.Set(tables.Userinfo, raw[:host-len("@")])
	}
	b.Set(tables.Host, raw[host:hostEnd])
	if hostEnd < len(raw) {
		b.Set(tables.Port, raw[hostEnd+len(":"):])
	}
}

// Unset makes the component undefined: for tables.Authority userinfo, host and port. It makes the path empty, and
// ignores values of c without a name.
func (b *Builder) Unset(c tables.Component) {
	if c == tables.Authority {
		b.Unset(tables.Userinfo)
		b.Unset(tables.Host)
		b.Unset(tables.Port)
	}
	if int(c) < len(b.settings) {
		b.settings[c] = setting{}
	}
}

// SetPathData sets the path to raw, which is encoded data. A dot segment in it is refused.
func (b *Builder) SetPathData(raw string) {
	b.Set(tables.Path, raw)
	if i := firstDotSegment(raw, false); i >= 0 {
		b.Refuse(tables.Path, i, ReasonDotSegment)
	}
}

// EncodedLen is the length of the longest encoded text that costs only one allocation.
const EncodedLen = 256

// Build returns the reference that has the components of b, and its ranges. If no reference has these components, it
// returns "" and a Fault.
func (b *Builder) Build() (string, fsm.Ranges, *Fault) {
	guard := b.pathGuard()
	if n := b.textLen(guard); n <= maxText {
		text := octet.Text(b.recompose(make([]byte, 0, n), guard)) // nothing else has these bytes
		var r fsm.Ranges
		if _, ok := fsm.Scan(text, &r); ok && b.matches(&r, guard) {
			return text, r, nil
		}
	}
	fault := b.fault()
	if fault == nil {
		fault = PartFault(tables.None, 0, fsm.IllegalByte) // never: the scanner and the byte sets agree
	}
	return "", fsm.Ranges{}, fault
}

// maxText is the length of the longest text that fits a URI and a string.
const maxText = min(fsm.MaxLen, math.MaxInt)

// recompose appends the text to dst, as section 5.3 of RFC 3986 does, with guard before the path. It leaves out
// components that have no place, such as a port without a host. matches then returns false.
func (b *Builder) recompose(dst []byte, guard string) []byte {
	s := &b.settings
	if s[tables.Scheme].defined {
		dst = append(append(dst, s[tables.Scheme].raw...), ':')
	}
	if s[tables.Host].defined {
		dst = append(dst, '/', '/')
		if s[tables.Userinfo].defined {
			dst = append(append(dst, s[tables.Userinfo].raw...), '@')
		}
		dst = append(dst, s[tables.Host].raw...)
		if s[tables.Port].defined {
			dst = append(append(dst, ':'), s[tables.Port].raw...)
		}
	}
	dst = append(append(dst, guard...), s[tables.Path].raw...)
	if s[tables.Query].defined {
		dst = append(append(dst, '?'), s[tables.Query].raw...)
	}
	if s[tables.Fragment].defined {
		dst = append(append(dst, '#'), s[tables.Fragment].raw...)
	}
	return dst
}

// textLen returns a length that is enough for the text, and exact if every component has a place. It has 64 bits,
// because on a 32-bit system a few long strings can have more bytes than an int can count.
func (b *Builder) textLen(guard string) (n uint64) {
	n = uint64(len(guard))
	for c := range b.settings {
		if s := &b.settings[c]; s.defined {
			n += uint64(len(s.raw)) + 1 // with the delimiter of the component; the path has none
		}
	}
	if b.settings[tables.Host].defined {
		n += uint64(len("//")) - 1
	}
	if b.settings[tables.Path].defined {
		n--
	}
	return n
}

// pathGuard returns the dot segment that must be put before the path so that its beginning is not read as a scheme or
// an authority. It may be "".
func (b *Builder) pathGuard() string {
	path := b.settings[tables.Path].raw
	switch {
	case b.settings[tables.Host].defined:
	case strings.HasPrefix(path, "//"):
		return slashGuard
	case !b.settings[tables.Scheme].defined && colonInFirst(path) >= 0:
		return "./"
	}
	return ""
}

// colonInFirst returns the offset of the first ":" in the first segment of the path, or -1.
func colonInFirst(path string) int {
	first, _, _ := strings.Cut(path, "/")
	return strings.IndexByte(first, ':')
}

// matches reports whether the recomposed text has the components of b. r holds the ranges of that text. matches
// compares only lengths. That is enough, because the components are consecutive parts of one string.
func (b *Builder) matches(r *fsm.Ranges, guard string) bool {
	s := &b.settings
	lo, hi := r.Path()
	return s[tables.Scheme].matches(r.Scheme()) &&
		s[tables.Userinfo].matches(r.Userinfo()) &&
		s[tables.Host].matches(r.Host()) &&
		s[tables.Port].matches(r.Port()) &&
		s[tables.Path].matches(lo+len(guard), hi, s[tables.Path].defined) &&
		s[tables.Query].matches(r.Query()) &&
		s[tables.Fragment].matches(r.Fragment())
}

func (s *setting) matches(lo, hi int, defined bool) bool {
	return hi-lo == len(s.raw) && defined == s.defined && s.refused == nil
}

// fault returns the Fault of the first component of b that does not fit, or nil.
func (b *Builder) fault() *Fault {
	if b.textLen(b.pathGuard()) > maxText {
		return PartFault(tables.None, 0, fsm.TooLong)
	}
	hasHost := b.settings[tables.Host].defined
	for c := tables.Scheme; c <= tables.Fragment; c++ {
		s := &b.settings[c]
		offset, r := misfit(c, s.raw)
		switch {
		case (c == tables.Userinfo || c == tables.Port) && s.defined && !hasHost:
			return PartFault(c, 0, ReasonNoHost)
		case c == tables.Path && s.raw != "" && s.raw[0] != '/' && hasHost:
			return PartFault(c, 0, ReasonNotRooted)
		case s.refused != nil && (r == 0 || s.refused.Offset <= offset):
			return s.refused
		case s.defined && r != 0:
			return newFault(RuleReference, c, r, s.raw, offset)
		}
	}
	return nil
}

// With returns s, with the ranges r, with the component c set to raw, and the ranges of the result.
func With(s string, r *fsm.Ranges, c tables.Component, raw string) (string, fsm.Ranges, *Fault) {
	if lo, hi, ok := RangeOf(r, c); ok && s[lo:hi] == raw {
		return s, *r, nil
	}
	var b Builder
	b.Load(s, r)
	if c == tables.Authority {
		b.SetAuthority(raw)
	} else {
		b.Set(c, raw)
	}
	return b.Build()
}

// Without returns s, with the ranges r, with the component c undefined, and the ranges of the result.
func Without(s string, r *fsm.Ranges, c tables.Component) (string, fsm.Ranges, *Fault) {
	if lo, hi, ok := RangeOf(r, c); !ok || c == tables.Path && lo == hi {
		return s, *r, nil
	}
	var b Builder
	b.Load(s, r)
	b.Unset(c)
	return b.Build()
}

// WithoutFragment returns s, with the ranges r, without its fragment, and the ranges of the result.
func WithoutFragment(s string, r fsm.Ranges) (string, fsm.Ranges) {
	o := ranges.Of((*ranges.Opaque)(&r))
	o.CutFragment()
	return s[:o.QueryEnd], r
}
