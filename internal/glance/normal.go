package glance

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// This file recognizes references in normal form (RFC 3986, section 6.2.2).

// Traits are features that can keep a reference from being in normal form. A reference without traits has no
// percent-encoding, no upper-case letter in its scheme or authority, and no dot segment in its path, except for a first
// segment without a "/" before it.
type Traits uint8

const (
	HasPercent Traits = simd.HasPercent // a "%"
	HasUpper   Traits = simd.HasUpper   // an upper-case letter before the path
	HasDot     Traits = simd.HasDot     // a "." after a "/", anywhere
)

// TraitsOf returns the traits of s. r holds the ranges that fsm.Scan found in s.
func TraitsOf(s string, r *fsm.Ranges) Traits {
	o := offsetsOf(r)
	t, _ := Look(s, o.Authority != 0, o.SchemeEnd, o.Host, o.HostEnd, o.Path, o.PathEnd)
	return t
}

// headLen returns the number of bytes of s before its path, in which the kernel looks for upper-case letters. It is at
// most len(s), even if path is an offset in another input.
func headLen(s string, path uint32) uint32 {
	return uint32(min(uint64(path), uint64(len(s))))
}

// traitsOf is TraitsOf, eight bytes at a time. head is the number of bytes before the path.
func traitsOf(s string, head int) (t Traits) {
	switch {
	case len(s) < 8:
		return traitsOfShort(s, head)
	case len(s) >= searchedLen:
		return traitsOfLong(s, head)
	}
	percent, upper, dot := octet.High, uint64(0), octet.High
	for i := 0; i < len(s); i += 8 {
		at := min(i, len(s)-8) // the last step reads the last eight bytes, some of them again
		w := octet.Word(s, at)
		before := w << 8
		if at > 0 {
			before |= uint64(s[at-1])
		}
		percent &= octet.Set(w ^ '%'*octet.Each)
		dot &= octet.Set((w ^ '.'*octet.Each) | (before ^ '/'*octet.Each))
		if at < head {
			upper |= upperBefore(s, at, head)
		}
	}
	if percent != octet.High {
		t |= HasPercent
	}
	if upper != 0 {
		t |= HasUpper
	}
	if dot != octet.High {
		t |= HasDot
	}
	return t
}

// searchedLen is the length from which on the searches of package strings take less time than traitsOf.
const searchedLen = 256

// traitsOfLong is traitsOf with searches.
func traitsOfLong(s string, head int) (t Traits) {
	if strings.IndexByte(s, '%') >= 0 {
		t |= HasPercent
	}
	if strings.Contains(s, "/.") {
		t |= HasDot
	}
	upper := uint64(0)
	for i := 0; i < min(head, len(s)); i += 8 {
		upper |= upperBefore(s, min(i, len(s)-8), head)
	}
	if upper != 0 {
		t |= HasUpper
	}
	return t
}

// upperBefore returns a word with bits for the upper-case letters among the bytes of s from at to at+8 that are before
// head, which is after at.
func upperBefore(s string, at, head int) uint64 {
	return octet.Upper(octet.Word(s, at)) << (8 * max(0, at+8-head))
}

// traitsOfShort is traitsOf byte by byte.
func traitsOfShort(s string, head int) (t Traits) {
	before := byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '%':
			t |= HasPercent
		case c == '.' && before == '/':
			t |= HasDot
		case i < head && octet.Lower(c) != c:
			t |= HasUpper
		}
		before = s[i]
	}
	return t
}

// IsNormal reports whether s is known to be in normal form. r holds the ranges that fsm.Scan found in s. If IsNormal
// returns false, s may still be in normal form and needs inspection.
func IsNormal(s string, r *fsm.Ranges) bool {
	return rangesSuffice(s, r) && (simd.Available && traits(s, headLen(s, offsetsOf(r).Path), nil) == 0 ||
		!simd.Available && traitsOf(s, int(offsetsOf(r).Path)) == 0)
}

// Look combines TraitsOf and IsNormal, for callers that inspect s if it is not known to be in normal form. It takes
// each offset as an argument, so that the offsets stay in registers. authority says whether the authority is defined.
func Look(s string, authority bool, schemeEnd, host, hostEnd, path, pathEnd uint32) (t Traits, normal bool) {
	normal = authority && traitsSuffice(s, schemeEnd, host, hostEnd, path, pathEnd)
	if simd.Available {
		t = Traits(traits(s, headLen(s, path), nil))
	}
	if !simd.Available || t == simd.Unknown {
		t = traitsOf(s, int(path))
	}
	return t, t == 0 && normal
}

// AppendNormal appends s to dst if IsNormal returns true. Otherwise it returns dst and false.
func AppendNormal(dst []byte, s string, r *fsm.Ranges) ([]byte, bool) {
	begin, end := len(dst), len(dst)+len(s)
	if len(s) < 8 || len(s) > simd.Block || cap(dst) < end || !simd.Available {
		if !IsNormal(s, r) {
			return dst, false
		}
		return append(dst, s...), true
	}
	// The kernel copies s as well, in less time than append.
	if dst = dst[:end]; rangesSuffice(s, r) && traits(s, headLen(s, offsetsOf(r).Path), &dst[begin]) == 0 {
		return dst, true
	}
	return dst[:begin], false
}

// rangesSuffice reports whether a reference with the ranges r is in normal form if it has no traits.
func rangesSuffice(s string, r *fsm.Ranges) bool {
	o := offsetsOf(r)
	return o.Authority != 0 && traitsSuffice(s, o.SchemeEnd, o.Host, o.HostEnd, o.Path, o.PathEnd)
}

// traitsSuffice reports whether a reference with an authority and these offsets is in normal form if it has no traits.
// That is so if it has no port and a path that is not empty, unless its host is an IP-literal, or its scheme and host
// have the lengths of "file" and "localhost".
func traitsSuffice(s string, schemeEnd, hostBegin, hostEnd, path, pathEnd uint32) bool {
	return hostEnd == path && path != pathEnd &&
		(schemeEnd != uint32(len("file")) || hostEnd-hostBegin != uint32(len(host.Localhost))) &&
		uint64(hostBegin) < uint64(len(s)) && s[hostBegin] != '['
}

// CopyNormal is fsm.Scan and IsNormal in one step for most URIs of the web and of files. It reports whether s is known
// to be a URI in normal form that begins with "https://", "http://" or "file:///", and if so copies s to dst. Otherwise
// it writes nothing. It returns false if dst is shorter than s.
func CopyNormal(dst []byte, s string) bool {
	authority := schemes.HTTPLen(s)
	if authority == 0 && strings.HasPrefix(s, "file:///") {
		authority = len("file://")
	}
	if authority == 0 || len(s) == authority || len(s) > len(dst) || uint64(len(s)) > fsm.MaxLen || !simd.Available {
		return false
	}
	return copyPlain(&dst[0], s, authority, &plainRules)
}

// plainRules are the rules of CopyNormal for the kernel.
var plainRules = simd.PlainRules{
	Name: simd.Row(func(c byte) bool { return tables.Is(c, tables.RegNameChars) && octet.Lower(c) == c }),
	Text: simd.Row(func(c byte) bool { return tables.Is(c, tables.QueryChars) }),
}
