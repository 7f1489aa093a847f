package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"sync"
)

// A fingerprint stands for a URL. It is the same in every process.
type fingerprint [16]byte

func fingerprintOf(text string) fingerprint {
	sum := sha256.Sum256([]byte(text))
	return fingerprint(sum[:])
}

// String returns the fingerprint as a part of a subject.
func (p fingerprint) String() string { return base64.RawURLEncoding.EncodeToString(p[:]) }

// shard returns the number of the partition of an origin, out of n. It depends only on the host.
func shard(origin string, n int) int {
	_, host, _ := strings.Cut(origin, "://")
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host = host[:i]
	}
	p := fingerprintOf(host)
	return int(binary.BigEndian.Uint64(p[:]) % uint64(n))
}

// knownURLs remembers some of the URLs that are in the frontier, so that the links that all pages of a site have are
// not sent to the cluster for each page. A URL is replaced by any other that comes to its place.
type knownURLs struct {
	mu    sync.Mutex
	table [1 << 16]fingerprint
}

func (k *knownURLs) at(p fingerprint) *fingerprint {
	return &k.table[int(binary.BigEndian.Uint16(p[:]))]
}

func (k *knownURLs) has(p fingerprint) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return *k.at(p) == p
}

func (k *knownURLs) add(p fingerprint) {
	k.mu.Lock()
	defer k.mu.Unlock()
	*k.at(p) = p
}
