package uri

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/urispan/uri/fsm"
)

// TestNamesComplete checks that each component, reason and host kind of package fsm has its counterpart in this
// package.
func TestNamesComplete(t *testing.T) {
	const unused = 16 // a number larger than any component, reason or kind
	for c := range fsm.Component(unused) {
		if int(c) < len(componentOf) {
			if got := componentOf[c]; got.String() != c.String() {
				t.Errorf("component %d is %q here, and %q in package fsm", c, got, c)
			}
		} else if c.String() != "" {
			t.Errorf("componentOf does not have %q", c)
		}
	}
	for r := fsm.Reason(1); r < unused; r++ {
		if int(r) < len(reasonOf) {
			if got := reasonOf[r]; got.String() != r.String() {
				t.Errorf("reason %d is %q here, and %q in package fsm", r, got, r)
			}
		} else if r.String() != "" {
			t.Errorf("reasonOf does not have %q", r)
		}
	}
	for k := fsm.NoHost + 1; k < unused; k++ {
		if int(k) < len(hostKindOf) {
			if got := hostKindOf[k]; got.String() != k.String() {
				t.Errorf("host kind %d is %q here, and %q in package fsm", k, got, k)
			}
		} else if k.String() != "" {
			t.Errorf("hostKindOf does not have %q", k)
		}
	}
	if got := hostKindOf[fsm.NoHost]; got != HostUndefined {
		t.Errorf("an undefined host is %q here", got)
	}
}

// TestFingerprint1Ports: the default ports are those of the first version of Fingerprint1. Another one would change the
// fingerprints of URIs that are stored. The digest is that of sha256sum for the sorted lines "SCHEME PORT" of the
// table.
func TestFingerprint1Ports(t *testing.T) {
	const want = "b4d89dff3a9fe366190ce09958b5dbf6"
	digest := sha256.New()
	for _, scheme := range slices.Sorted(maps.Keys(defaultPorts)) {
		fmt.Fprintln(digest, scheme, defaultPorts[scheme])
	}
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:16]); got != want {
		t.Errorf("the default ports have the digest %s, want %s: a change to them needs a Fingerprint2", got, want)
	}
}
