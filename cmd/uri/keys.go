package main

import (
	"encoding/hex"
	"flag"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
)

// keyWords are the values of -key, with the functions that append the key of a reference to dst. They get its normal
// form, and do not keep it. The default, text, has no function: the normal form itself is the key.
var keyWords = engine.Words[func(dst, normal []byte) []byte]{
	{"text", nil},
	{"fingerprint", appendFingerprint},
}

// keyFlag defines the flag -key, and returns where it stores the function of its value.
func keyFlag(fs *flag.FlagSet) *func(dst, normal []byte) []byte {
	key := new(func(dst, normal []byte) []byte)
	fs.Func("key", engine.Listed(keyWords.Names(), "or"), func(word string) error {
		var ok bool
		if *key, ok = keyWords.Find(word); !ok {
			return engine.ErrValue
		}
		return nil
	})
	return key
}

// keyStep returns the Step that makes the key of what normalize makes, which is normalize itself if there is no key.
func keyStep(normalize engine.Step, key func(dst, normal []byte) []byte) engine.Step {
	if key == nil {
		return normalize
	}
	var normal []byte
	return func(rec *engine.Record) {
		if normalize(rec); rec.OK {
			normal = append(normal[:0], rec.Result...)
			rec.SetResult(key(rec.Room(), normal))
		}
	}
}

// appendFingerprint appends the fingerprint of a URI or IRI in hex digits.
func appendFingerprint(dst, normal []byte) []byte {
	i, _ := iri.Parse(octet.Text(normal))
	f := iri.Normalizer{}.Fingerprint1(i) // without steps, because it is in normal form
	return hex.AppendEncode(dst, f[:])
}
