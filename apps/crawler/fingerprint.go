package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"sync"

	"github.com/urispan/uri"
	"github.com/urispan/uri/urlkey"
)

// A fingerprint identifies a URL: see urlkey.Sum1. It is the same in every process.
type fingerprint [16]byte

// fingerprintOf returns the fingerprint of a URL or an origin that was parsed before.
func fingerprintOf(url string) fingerprint { return urlkey.Sum1(uri.MustParse(url)) }

// String returns the fingerprint as a part of a subject.
func (p fingerprint) String() string { return base64.RawURLEncoding.EncodeToString(p[:]) }

// shard returns the number of the partition of an origin, out of n. It depends only on the host.
func shard(origin string, n int) int {
	host, _ := uri.MustParse(origin).Host()
	sum := sha256.Sum256([]byte(host))
	return int(binary.BigEndian.Uint64(sum[:]) % uint64(n))
}

// knownURLs remembers some of the URLs that are in the frontier, so that the links that all pages of a site have are
// not sent to the cluster for each page. A URL replaces the one that has its place.
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
