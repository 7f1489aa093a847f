// Package fingerprint identifies URIs and IRIs by 128 bits that can be stored:
//
//	f := fingerprint.Sum1(u)
//
// A fingerprint is the first 16 bytes of the SHA-256 of a normal form. For the same steps of normalization it is the
// same in every process, on every architecture and in every version of this package, so that it can name a stored page
// or choose a shard. Other programs compute it as
//
//	printf %s "$NORMAL_FORM" | sha256sum | head -c 32
//
// Equal URIs have the same fingerprint. No two other URIs with the same fingerprint are known. The chance of a
// collision among n random URIs is n^2 / 2^129. An attacker needs about 2^64 hashes to make two URIs that collide, and
// 2^128 to make one that collides with a given URI. If 2^64 hashes are a threat, compare Keys. Fingerprints are not
// secret: anyone who can guess a URI can compute its fingerprint.
//
// The number in the names of the functions is the version of the normal form. If an edition of the standard or a mistake
// in package uri makes a normal form change, these functions will keep the old form, and the functions of version 2
// will have the new one. Version 1 also keeps its default ports if [uri.DefaultPort] gets others.
//
// In memory, use [uri.URI.Key], which takes less time. [Hash1] is a hash of 64 bits that can be stored. It takes a fifth of
// the time, but does not identify a URI.
package fingerprint

import (
	"crypto/sha256"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/iri"
)

// Sum1 returns the fingerprint of u, with the steps [uri.StepCase], [uri.StepPercent], [uri.StepDots], [uri.StepScheme]
// and [uri.StepAddress]. If [uri.AllSteps] gets another step, Sum1 will not use it. It allocates only if u is longer
// than 1 KiB and not in normal form.
func Sum1(u uri.URI) [16]byte { return sum1(reference.Normalizer{Steps: reference.Steps1}, u.String()) }

// Sum1With returns the fingerprint of u with the steps of n. To store it, name the steps one by one, because a later
// version may add steps to [uri.AllSteps]. If n.DefaultPort is nil, the default ports of version 1 apply. It allocates
// like Sum1.
func Sum1With(n uri.Normalizer, u uri.URI) [16]byte { return sum1(steps(n), u.String()) }

// SumIRI1 returns the fingerprint of i. It hashes the normal form of i in UTF-8, without NFC, with the steps of [Sum1].
// The fingerprint of the URI of i is another one, unless the URI has the same text. It does not depend on the version
// of Unicode.
func SumIRI1(i iri.IRI) [16]byte {
	return sum1(reference.Normalizer{Steps: reference.Steps1}, i.String())
}

// SumIRI1With returns the fingerprint of i with the steps of n: see [Sum1With]. If n.NFC is set, it allocates, and
// depends on the version of Unicode.
func SumIRI1With(n iri.Normalizer, i iri.IRI) [16]byte {
	if n.NFC {
		if n.DefaultPort == nil {
			n.DefaultPort = schemes.Port1
		}
		return hash(n.Normalized(i).String())
	}
	return sum1(steps(n.Normalizer), i.String())
}

// Hash1 returns the XXH64, with the seed 0, of the normal form that [Sum1] hashes. Like a fingerprint, it is the same in
// every process, on every architecture and in every version of this package. So it can be stored, and can choose the shard
// for a URI. Other programs compute it as
//
//	printf %s "$NORMAL_FORM" | xxhsum -H1
//
// 64 bits do not identify a URI. The chance of a collision among n random URIs is about n^2 / 2^65, which is 1 in 37
// for a billion. An attacker can also choose URIs that collide. Compare the Keys of URIs with equal hashes, or use
// Sum1, which takes about five times as long. For a hash that is not stored, use [maphash.String] of the [uri.URI.Key]:
// its seed protects against such URIs.
//
// It allocates only if u is longer than 1 KiB and not in normal form.
func Hash1(u uri.URI) uint64 { return hash1(u.String(), u.Ranges()) }

// HashIRI1 returns the hash of i: the [Hash1] of its normal form in UTF-8, without NFC.
func HashIRI1(i iri.IRI) uint64 { return hash1(i.String(), i.Ranges()) }

func hash1(s string, r fsm.Ranges) uint64 {
	n := reference.Normalizer{Steps: reference.Steps1}
	if n.IsPlain(s, &r) {
		return xxh64(s)
	}
	return hashOfForm1(&n, s, &r)
}

// hashOfForm1 hashes a normal form.
//
// PERF: it is apart from hash1, which so need not zero the buffer.
func hashOfForm1(n *reference.Normalizer, s string, r *fsm.Ranges) uint64 {
	var buf reference.Buffer
	return xxh64(n.Form1(&buf, s, r))
}

func steps(n uri.Normalizer) reference.Normalizer {
	return reference.Normalizer{
		Steps: reference.Steps(n.Steps), DefaultPort: n.DefaultPort, HierarchicalBases: n.HierarchicalBases,
		Query: (*reference.QueryRules)(n.Query),
	}
}

// sum1 returns the fingerprint of s, which is a URI-reference or an IRI-reference.
func sum1(n reference.Normalizer, s string) [16]byte {
	var r fsm.Ranges
	reference.Split(s, &r)
	if n.IsPlain(s, &r) {
		return hash(s)
	}
	var buf reference.Buffer
	return hash(n.Form1(&buf, s, &r))
}

func hash(form string) [16]byte {
	sum := sha256.Sum256(octet.Bytes(form))
	return [16]byte(sum[:])
}
