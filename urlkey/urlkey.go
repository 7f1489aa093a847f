// Package urlkey makes keys of URIs for storing. A key never changes: not in another process, on another architecture, or in
// a later version of this module.
//
//	which URIs have the same key?                            key
//
//	the equivalent ones of RFC 3986, section 6               [Sum1], 128 bits: it names a stored page
//	                                                         [Hash1], 64 bits: it chooses a shard
//	those of one page: http or https, with or without        [Page1]: it counts pages
//	"/" at the end, "index.html", "#top" and "utm_source"
//	those that differ only in numbers and identifiers        [Shape1]: it limits a crawler, or groups a log
//	those that differ only in values of parameters           [ParamNames1]: it lists the forms of a site
//
// For example, these are the keys of HTTP://Example.com:80/a/17/?b=2&utm_source=mail&a=x#top:
//
//	Page1        https://example.com/a/17?a=x&b=2
//	Shape1       http://example.com/a/{number}/?b={number}&utm_source=mail&a=x
//	ParamNames1  http://example.com/a/17/?a&b&utm_source
//
// Sum1 and Hash1 hash the normal form, http://example.com/a/17/?b=2&utm_source=mail&a=x#top. Package
// [github.com/urispan/uri/surt] has keys that sort by domain. A key that is not stored is [uri.URI.Key], which takes less
// time. For a choice of steps and of parameters, normalize the URI by a [uri.Normalizer] first.
//
// [Unwrap] does not return a key. It returns the target of a redirect link, such as one of safelinks or l.facebook.com,
// before a key is made.
//
// # Versions
//
// The number in the name of a function is the version of its definition. If a mistake in a definition is found, or an
// edition of a standard or a list of names changes, the function does not change, and a function of version 2 is added.
//
// All keys of version 1 begin with the normal form by the steps [uri.StepCase], [uri.StepPercent], [uri.StepDots],
// [uri.StepScheme] and [uri.StepAddress], with the default ports of version 1. These do not change if [uri.AllSteps] gets
// another step, or [uri.DefaultPort] another port. Page1 also has a copy of the list of parameters that track.
//
// # Hashes
//
// A Sum is the first 16 bytes of the SHA-256 of the normal form. Other programs compute it as
//
//	printf %s "$NORMAL_FORM" | sha256sum | head -c 32
//
// Equal URIs have the same Sum. No two other URIs with the same Sum are known. The chance of a collision among n random
// URIs is n^2 / 2^129. An attacker needs about 2^64 hashes to make two URIs that collide, and 2^128 to make one that
// collides with a given URI. If 2^64 hashes are a threat, compare Keys. No key is secret: anyone who can guess a URI can
// compute it.
//
// # Secrets
//
// Page1, Shape1 and ParamNames1 leave out the userinfo, with its password. Page1 and Shape1 keep values of parameters,
// which can be secrets. A Sum or a Hash does not show the URI.
package urlkey

import (
	"crypto/sha256"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// Sum1 returns 128 bits that identify u: the Sum of its normal form. It allocates only if u is longer than 1 KiB and not in
// normal form.
//
// The Sum of a URI by another normal form is the start of [crypto/sha256.Sum256] of its Key. Name the steps of the
// [uri.Normalizer] one by one, and give it a table of ports, because later versions may add some.
func Sum1(u uri.URI) [16]byte {
	s, r := u.String(), u.Ranges()
	n := reference.Normalizer{Steps: reference.Steps1}
	if n.IsPlain(s, &r) {
		return hash(s)
	}
	var buf reference.Buffer
	return hash(n.Form1(&buf, s, &r))
}

// Hash1 returns the XXH64, with the seed 0, of the normal form that [Sum1] hashes. It can choose the shard for a URI. Other
// programs compute it as
//
//	printf %s "$NORMAL_FORM" | xxhsum -H1
//
// 64 bits do not identify a URI. The chance of a collision among n random URIs is about n^2 / 2^65, which is 1 in 37
// for a billion. An attacker can also choose URIs that collide. Compare the Keys of URIs with equal hashes, or use
// Sum1, which takes about five times as long. For a hash that is not stored, use [maphash.String] of the [uri.URI.Key]:
// its seed protects against such URIs.
//
// It allocates only if u is longer than 1 KiB and not in normal form.
func Hash1(u uri.URI) uint64 {
	s, r := u.String(), u.Ranges()
	n := reference.Normalizer{Steps: reference.Steps1}
	if n.IsPlain(s, &r) {
		return xxh64(s)
	}
	return hashOfForm1(&n, s, &r)
}

// hashOfForm1 hashes a normal form.
//
// PERF: this is a separate function, so that Hash1 need not zero the buffer.
func hashOfForm1(n *reference.Normalizer, s string, r *fsm.Ranges) uint64 {
	var buf reference.Buffer
	return xxh64(n.Form1(&buf, s, r))
}

func hash(form string) [16]byte {
	sum := sha256.Sum256(octet.Bytes(form))
	return [16]byte(sum[:])
}
