package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/surt"
	"github.com/urispan/uri/urlkey"
	"github.com/urispan/uri/whatwg"
)

// A key is a value of -key other than text.
type key struct {
	// append appends the key of a reference to dst, given the normal form in the dialect d. It does not retain normal.
	append func(d *dialect.Dialect, dst, normal []byte) []byte

	defaultPort func(scheme string) (port uint16, ok bool) // of the normal form; nil for uri.DefaultPort

	web    bool // supports -web
	scheme bool // the normal form needs a scheme
	isForm bool // the key is itself a normal form, of the reference without other steps
}

// keyWords are the values of -key. The default, text, is nil: the normal form itself is the key.
var keyWords = engine.Words[*key]{
	{"text", nil},
	{"same", &key{web: true, isForm: true, append: appendSame}},
	{"shape", urlKey(urlkey.Shape1)},
	{"names", urlKey(urlkey.ParamNames1)},
	{"page", urlKey(urlkey.Page1)},
	{"fingerprint", &key{append: appendFingerprint, defaultPort: schemes.Port1}},
	{"surt", surtKey(surt.Plain)},
	{"surt-ia", surtKey(surt.Aggressive)},
	{"surt-semantic", surtKey(surt.Semantic)},
}

// keyStep returns a Step that computes the key k of the result of normalize. If k is nil, it returns normalize.
func keyStep(d *dialect.Dialect, normalize engine.Step, k *key) engine.Step {
	if k == nil {
		return normalize
	}
	var normal []byte
	return func(rec *engine.Record) {
		if normalize(rec); rec.OK && k.refuses(rec.Result) {
			rec.Refuse(schemes.Len(rec.Bytes), uri.ComponentScheme.String(), noScheme)
		} else if rec.OK {
			normal = append(normal[:0], rec.Result...)
			if !k.isForm {
				rec.Normal = normal
			}
			rec.SetResult(k.append(d, rec.Buffer(), normal))
		}
	}
}

// prepare returns n for normal forms in the dialect d that get the key k, which may be nil. It returns an error if the
// dialect has no such key.
func (k *key) prepare(d *dialect.Dialect, n uri.Normalizer) (uri.Normalizer, error) {
	if k == nil {
		return n, nil
	}
	if d == dialect.Web && !k.web {
		return n, engine.NotWebError("key=fingerprint")
	}
	n.DefaultPort = k.defaultPort
	if k.isForm && n.Steps == uri.AllSteps {
		n.Steps = 0
	}
	return n, nil
}

// noScheme is the reason to refuse a reference without a scheme if its key needs one.
const noScheme = "no scheme: see uri resolve -base"

// refuses reports whether a normal form has no such key.
func (k *key) refuses(normal []byte) bool {
	return k.scheme && dialect.SchemeOf(normal, false) == nil
}

// appendFingerprint appends the fingerprint of a URI or IRI in hex digits.
func appendFingerprint(_ *dialect.Dialect, dst, normal []byte) []byte {
	sum := sha256.Sum256(normal)
	return hex.AppendEncode(dst, sum[:16]) // as urlkey.Sum1
}

// appendSame appends the key of a reference by the rules of its scheme. An IRI that is a URI keeps the case of its host.
func appendSame(d *dialect.Dialect, dst, text []byte) []byte {
	u, err := uri.Parse(octet.Text(text))
	if err != nil {
		u = uriOf(d, octet.Text(text))
	}
	return scheme.AppendKey1(dst, u)
}

// urlKey returns the key that a function of package urlkey returns.
func urlKey(keyOf func(u uri.URI) string) *key {
	return &key{web: true, defaultPort: schemes.Port1, append: func(d *dialect.Dialect, dst, normal []byte) []byte {
		return append(dst, keyOf(uriOf(d, octet.Text(normal)))...)
	}}
}

// surtKey returns the key of a profile.
func surtKey(p surt.Profile) *key {
	return &key{web: true, scheme: true, defaultPort: schemes.Port1, append: func(d *dialect.Dialect, dst, normal []byte) []byte {
		return p.AppendKey(dst, uriOf(d, octet.Text(normal)))
	}}
}

// uriOf returns the URI of a reference in normal form. It converts the host of an IRI to A-labels if possible.
func uriOf(d *dialect.Dialect, normal string) (u uri.URI) {
	switch d {
	case dialect.IRI:
		i, _ := iri.Parse(normal)
		var err error
		if u, err = i.URI(iri.HostLookup); err != nil {
			u, _ = i.URI(iri.HostPercent) // this form has no errors
		}
	case dialect.Web:
		w, _ := whatwg.Parse(normal)
		u, _ = w.URI()
	default:
		u, _ = uri.Parse(normal)
	}
	return u
}

// fieldKey returns the key of a field. The keys of an undefined and an empty field differ.
func fieldKey(get address.Field) *key {
	return &key{web: true, append: func(d *dialect.Dialect, dst, normal []byte) []byte {
		a := readForm(d, normal)
		if text, ok := get(&a); ok {
			dst = append(append(dst, '='), text...)
		}
		return dst
	}}
}

// fieldsToCompare are the fields that completion offers for -key and -by of dedupe, which take all.
var fieldsToCompare = []string{"host", "domain", "subdomain", "suffix", "origin", "scheme", "path", "query", "slug", "ext"}

// keyFlag defines the flag -key, which sets k.
func keyFlag(fs *flag.FlagSet, k **key) {
	setKey := func(name string) error {
		found, ok := keyWords.Find(name)
		if !ok {
			get := fieldNamed(name)
			if get == nil {
				return engine.ErrValue
			}
			found = fieldKey(get)
		}
		*k = found
		return nil
	}
	fs.Var(&engine.Choice{Words: append(keyWords.Names(), fieldsToCompare...), SetText: setKey}, "key",
		engine.Listed(keyWords.Names(), "or")+", or a field such as domain")
}

// domainOrHost returns the registrable domain or, if it is undefined, the host.
func domainOrHost(a *address.Address) (name string, ok bool) {
	if name, ok = a.Domain(); !ok {
		name, ok = a.Host()
	}
	return name, ok
}

// fieldNamed returns the field of -key and -by with a name, or nil if none has it.
func fieldNamed(name string) address.Field {
	for i := range dialect.Parts {
		if part := &dialect.Parts[i]; part.Kind.String() == name {
			return func(a *address.Address) (string, bool) {
				lo, hi, ok := part.Range(&a.Ranges)
				return a.Text[lo:hi], ok
			}
		}
	}
	if name == "domain" {
		return domainOrHost
	}
	return address.FieldNamed(name)
}
