package engine

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/octet"
)

// The flag -no-scheme reads addresses as people type them and proxies log them: "www.example.com/t?u=j".

// guess replaces a record with the address in it, with a scheme and without spaces around it, as [uri.ParseSuffixRef]
// does. A record without a host has no result, and guess returns its error. guess leaves a record to the dialect if it
// has a scheme, or if browsers or IRIs may allow it.
func (w *worker) guess(rec *fsm.Record) *uri.Error {
	if rec.Cut {
		return nil
	}
	text := bytes.Trim(rec.Bytes, " \t")
	scanRecord(rec, text[:len(text):len(text)])
	if len(text) == 0 || strings.ContainsRune("/?#", rune(text[0])) && !bytes.HasPrefix(text, []byte("//")) {
		return &uri.Error{Component: uri.ComponentAuthority, Reason: uri.ReasonNoHost}
	}
	_, guessed, err := uri.ParseSuffixRef(octet.Text(text), w.noScheme)
	head := text[:octet.Next(octet.Text(text), 0, "/?#")]
	_, isHost, _ := uri.ParseSuffixRef(octet.Text(head), w.noScheme) // as h.example:80, although a space follows
	hasScheme := !isHost && dialect.SchemeOf(text, false) != nil
	var fault *uri.Error
	isHost = guessed || w.Dialect.International && errors.As(err, &fault) && !hasScheme
	if isHost {
		w.guessed = append(append(append(w.guessed[:0], w.noScheme...), "://"...), bytes.TrimPrefix(text, []byte("//"))...)
		scanRecord(rec, slices.Clip(w.guessed))
	}
	if isHost || hasScheme || !errors.As(err, &fault) {
		return nil
	}
	return fault
}

// maxSampled is the number of lines in each of the first batches that are tested for a name in place of a scheme, and for
// what reads them.
const maxSampled = 100

// isOfHost reports whether a field is empty without a host.
func isOfHost(field string) bool {
	name, _, _ := strings.Cut(field, "[")
	return slices.Contains([]string{"domain", "host", "hostname", "label", "origin", "port", "subdomain", "suffix"}, name)
}

// hasName reports whether a line begins, in place of a scheme, with an IPv4 address, a name that has a known public suffix
// or the label www, or a host and a port. The suffix .example is for documentation, where it is known.
func hasName(line []byte) bool {
	if bytes.Contains(line, []byte("://")) {
		return false
	}
	text := octet.Text(bytes.Trim(line, " \t"))
	text = text[:octet.Next(text, 0, "/?#")]
	if !octet.IsASCII(text) {
		text = address.CanonicalHost(text)
	}
	u, guessed, err := uri.ParseSuffixRef(text, noSchemeWords[0].Value)
	if err != nil || !guessed {
		return false
	}
	_, hasPort := u.Port()
	if u.HostKind() == uri.HostIPv4 || hasPort && dialect.SchemeOf(line, false) != nil {
		return true
	}
	name, _ := u.Host()
	lower := strings.ToLower(name)
	public, kind, err := suffix.Of(name)
	isKnown := kind != suffix.Unlisted || strings.HasPrefix(lower, "www.") || strings.HasSuffix(lower, ".example")
	return err == nil && isKnown && len(public) < len(name)
}
