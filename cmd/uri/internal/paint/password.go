package paint

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/schemes"
)

// passwordsOf returns the ranges of the passwords in s, in the order of their beginnings. They may overlap, or be empty.
//
// Package redact reads text: "http://joe:hunter2" has no secret without an "@", and "http://joe:hun ter" ends at the space.
// A picture shows one reference, which may be invalid or not typed to its end. So it also hides what passwordOf finds. If
// s has a tab, the tab may separate a base and a reference with a password each, or it may be part of a password.
func passwordsOf(s []byte, cut bool) [][2]int {
	secrets := new(redact.Rules).Secrets(octet.Text(s))
	lo, hi := passwordOf(s, cut)
	secrets = append(secrets, [2]int{lo, hi})
	if tab := bytes.IndexByte(s, '\t') + 1; tab > 0 {
		refLo, refHi := passwordOf(s[tab:], cut)
		secrets = append(secrets, [2]int{max(tab+refLo, hi), tab + refHi})
	}
	slices.SortFunc(secrets, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return secrets
}

// passwordOf returns the range of the password in s: the bytes after the first ":" or "%3A" of the userinfo, or as in
// uri.URI.Redacted the whole userinfo if it has a "%3A" and no ":". It also finds the password of an invalid s. The
// authority then ends before the first "/", "?" or "#", and the userinfo at the last "@" of the authority. If s was cut in
// the authority, the "@" may be missing: see strayPassword.
func passwordOf(s []byte, cut bool) (lo, hi int) {
	start, slashes := authorityIn(s)
	if slashes == 0 {
		return 0, 0
	}
	end := octet.Next(octet.Text(s), start, "/?#")
	at := bytes.LastIndexByte(s[start:end], '@')
	switch {
	case cut && end == len(s):
		at = end - start
	case at < 0 && slashes > 2:
		return 0, 0 // more often a path, as in file:///C:/
	case at < 0:
		return strayPassword(s, start, end)
	}
	userinfo := s[start : start+at]
	switch n := afterColon(userinfo); {
	case n == 0:
		return 0, 0
	case start+at < end && bytes.IndexByte(userinfo, ':') < 0:
		return start, start + at
	default:
		return start + n, start + at
	}
}

// doubleSlash matches text up to the first two or more slashes, before which no "/" is. Browsers accept "\" for "/", and
// ignore tabs and newlines.
var doubleSlash = regexp.MustCompile(`^[^/?#]*?((?:[/\\][\t\n\r]*){2,})`)

// authorityIn returns the offset of the authority that browsers find in s, and the number of slashes before it. After some
// schemes they need no slashes, and the result is two or more. If it is zero, s has no authority.
func authorityIn(s []byte) (start, slashes int) {
	count := func(run []byte) int { return bytes.Count(run, []byte("/")) + bytes.Count(run, []byte("\\")) }
	if scheme := dialect.SchemeOf(s, true); schemes.KindOf(octet.Text(scheme)).IsSpecial() {
		after := s[bytes.IndexByte(s, ':')+1:]
		start = len(s) - len(bytes.TrimLeft(after, "/\\"+dialect.Ignored))
		return start, max(2, count(s[len(s)-len(after):start]))
	}
	if m := doubleSlash.FindSubmatch(s); m != nil {
		return len(m[0]), count(m[1])
	}
	return 0, 0
}

// colon matches a ":", also percent-encoded.
var colon = regexp.MustCompile("(?i):|%3A")

// afterColon returns the offset after the first colon in s, or 0 if it has none.
func afterColon(s []byte) int {
	if m := colon.FindIndex(s); m != nil {
		return m[1]
	}
	return 0
}

// strayPassword returns the range of the password in s. The authority s[start:end] must have no "@". The "@" may have
// been cut off or not typed yet, so the bytes after the first ":" count as a password unless they are a port or the
// authority begins with "[". If an "@" follows the authority, the password extends to it: such a reference is invalid,
// and probably has a "/" in its password.
//
// As a consequence, an invalid port is hidden. A valid port is hidden if a tab and another reference follow it. A valid
// port before a "\" is shown, since browsers read the "\" as the "/" of a path. The text after the "\" is hidden.
func strayPassword(s []byte, start, end int) (lo, hi int) {
	n := afterColon(s[start:end])
	if n == 0 || s[start] == '[' {
		return 0, 0
	}
	lo = start + n
	at := bytes.LastIndexByte(s, '@')
	rest := bytes.TrimLeft(s[lo:end], "0123456789")
	digits := end - lo - len(rest)
	switch {
	case len(rest) == 0:
		return 0, 0
	case 0 < digits && digits <= len("65535") && rest[0] == '\\' && at < 0:
		lo = end - len(rest) + 1
	}
	return lo, max(end, at)
}
