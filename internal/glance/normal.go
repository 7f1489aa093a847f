package glance

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
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
	t, _ := Look(s, r)
	return t
}

// headLen returns the number of bytes of s before its path, in which the kernel looks for upper-case letters. It is at
// most len(s), even if r belongs to another input.
func headLen(s string, r *fsm.Ranges) uint32 {
	return uint32(min(uint64(offsetsOf(r).Path), uint64(len(s))))
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
	return traitsSuffice(s, r) && (simd.Available && traits(s, headLen(s, r), nil) == 0 ||
		!simd.Available && traitsOf(s, int(offsetsOf(r).Path)) == 0)
}

// Look combines TraitsOf and IsNormal, for callers that inspect s if it is not known to be in normal form.
func Look(s string, r *fsm.Ranges) (t Traits, normal bool) {
	if simd.Available {
		t = Traits(traits(s, headLen(s, r), nil))
	}
	if !simd.Available || t == simd.Unknown {
		t = traitsOf(s, int(offsetsOf(r).Path))
	}
	return t, t == 0 && traitsSuffice(s, r)
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
	if dst = dst[:end]; traitsSuffice(s, r) && traits(s, headLen(s, r), &dst[begin]) == 0 {
		return dst, true
	}
	return dst[:begin], false
}

// traitsSuffice reports whether a reference with the ranges r is in normal form if it has no traits. That is so if it
// has an authority without a port and a path that is not empty, unless its host is an IP-literal, or its scheme and
// host have the lengths of "file" and "localhost".
func traitsSuffice(s string, r *fsm.Ranges) bool {
	o := offsetsOf(r)
	return o.Authority != 0 && o.HostEnd == o.Path && o.Path != o.PathEnd &&
		(o.SchemeEnd != uint32(len("file")) || o.HostEnd-o.Host != uint32(len(host.Localhost))) &&
		uint64(o.Host) < uint64(len(s)) && s[o.Host] != '['
}

// CopyNormal is fsm.Scan and IsNormal in one step for most URIs of the web and of files. It reports whether s is known
// to be a URI in normal form that begins with "https://", "http://" or "file:///", and if so copies s to dst. Otherwise
// it writes nothing. It returns false if dst is shorter than s.
func CopyNormal(dst []byte, s string) bool {
	authority := schemes.HTTPLen(s)
	if authority == 0 && strings.HasPrefix(s, "file:///") {
		authority = len("file://")
	}
	if authority == 0 || len(s) > simd.Block || len(dst) < len(s) || !simd.Available {
		return false
	}
	var m simd.Bitmaps
	classify(s, &m)
	end := bits.TrailingZeros64(m.Dead)
	path := authority + bits.TrailingZeros64((m.Delims|m.Dead)>>authority)
	inside := m.Dead&-m.Dead - 1
	tail := m.Tail & inside // a single "?" or "#" needs no inspection
	return end == len(s) && path < end && s[path] == '/' && tail&(tail-1) == 0 && m.Percent&inside == 0 &&
		traits(s, uint32(path), &dst[0]) == 0 // dst[0] exists: s is longer than "http://", because path < end
}
