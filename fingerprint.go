package uri

import "github.com/urispan/uri/internal/reference"

// Fingerprint1 returns the first 16 bytes of the SHA-256 of the normal form of u, the text that Key returns. For the
// same Steps it is the same in every process, on every architecture and in every version of this package, so that it
// can be stored, and can choose the shard for a URI. To store it, name the steps one by one, or use [URI.Fingerprint1]:
// a later version may add steps to AllSteps. Other programs compute it as
//
//	printf %s "$NORMAL_FORM" | sha256sum | head -c 32
//
// Equal URIs have the same fingerprint. No two other URIs with the same fingerprint are known, and among n of them by
// chance there are such two with a probability of n^2 / 2^129. Someone who chooses the URIs needs about 2^64 hashes to
// make two that collide, and 2^128 to make one that collides with a given URI. Where the first is too little, compare
// Keys. Fingerprints are not secret: anyone who can guess a URI can compute its fingerprint.
//
// The number in the name is the version of the normal form. If an edition of the standard or a mistake in this package
// makes a normal form change, Fingerprint1 will keep the old one, and Fingerprint2 will have the new one.
//
// It allocates only if u is longer than 1 KiB and not in normal form. Use [Normalizer.Hash] in memory: it takes less
// time.
//
// If n.DefaultPort is nil, it uses the default ports of version 1, also after [DefaultPort] has learned others.
func (n Normalizer) Fingerprint1(u URI) [16]byte { return n.core().Fingerprint1(u.s, u.at()) }

// Fingerprint1 is [Normalizer.Fingerprint1] with the steps [StepCase], [StepPercent], [StepDots], [StepScheme] and
// [StepAddress]: it returns the first 16 bytes of the SHA-256 of the normal form of u, which can be stored. If AllSteps
// gets another step, or [DefaultPort] another scheme, Fingerprint1 will not use it.
func (u URI) Fingerprint1() [16]byte { return fingerprint1.Fingerprint1(u) }

var fingerprint1 = Normalizer{Steps: reference.Steps1}
