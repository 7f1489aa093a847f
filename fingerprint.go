package uri

import (
	"crypto/sha256"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

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
func (n Normalizer) Fingerprint1(u URI) [16]byte { return n.fingerprint(&u) }

// Fingerprint1 is [Normalizer.Fingerprint1] with the steps [StepCase], [StepPercent], [StepDots], [StepScheme] and
// [StepAddress]: it returns the first 16 bytes of the SHA-256 of the normal form of u, which can be stored. If AllSteps
// gets another step, or [DefaultPort] another scheme, Fingerprint1 will not use it.
func (u URI) Fingerprint1() [16]byte { return fingerprint1.fingerprint(&u) }

// fingerprint1 is the Normalizer of version 1. Its steps are listed here, since those of AllSteps may become more.
var fingerprint1 = Normalizer{Steps: StepCase | StepPercent | StepDots | StepScheme | StepAddress}

// ports1 maps schemes to their default ports in version 1, beside those in package schemes. It never changes. A default
// port that is learned later belongs in defaultPorts only.
var ports1 = map[string]uint16{
	"acap": 674, "amqp": 5672, "amqps": 5671, "coap": 5683, "coap+tcp": 5683, "coaps": 5684, "coaps+tcp": 5684,
	"dict": 2628, "dns": 53, "ftps": 990, "git": 9418, "gopher": 70, "icap": 1344, "imap": 143, "imaps": 993,
	"ipp": 631, "ipps": 631, "ldap": 389, "ldaps": 636, "mqtt": 1883, "mqtts": 8883, "nfs": 2049, "nntp": 119,
	"pop": 110, "pops": 995, "redis": 6379, "rsync": 873, "rtsp": 554, "rtsps": 322, "sftp": 22, "sieve": 4190,
	"smb": 445, "snmp": 161, "ssh": 22, "svn": 3690, "telnet": 23, "tftp": 69, "tn3270": 23, "vnc": 5900,
}

func (n *Normalizer) fingerprint(u *URI) [16]byte {
	if u.isKnownNormal() {
		return fingerprintOf(u.s)
	}
	frozen := *n
	frozen.ports = ports1
	var r fsm.Ranges
	u.ranges(&r)
	var buf buffer
	return fingerprintOf(frozen.form(&buf, u.s, &r))
}

func fingerprintOf(form string) [16]byte {
	sum := sha256.Sum256(octet.Bytes(form))
	return [16]byte(sum[:])
}
