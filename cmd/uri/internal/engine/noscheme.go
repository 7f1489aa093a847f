package engine

import (
	"bytes"
	"errors"
	"flag"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/octet"
)

// The flag -no-scheme reads addresses as people type them and proxies log them: "www.example.com/t?u=j".

// DefineNoScheme defines the flag, which sets f.
func (f *InputFlags) DefineNoScheme(fs *flag.FlagSet) {
	noSchemeWords.GluedVar(fs, &f.NoScheme, noScheme[1:])
}

// WithScheme returns the address that -no-scheme reads in a line. Without the flag, it returns the line.
func (f *InputFlags) WithScheme(line []byte) (address []byte, err error) {
	rec := fsm.Record{Bytes: line}
	if f.NoScheme == "" {
		return line, nil
	}
	if fault := f.guess(&rec); fault != nil {
		return line, fault
	}
	return rec.Bytes, nil
}

// guess replaces a record with the address in it, with a scheme and without spaces around it, as parseGuess reads it. A
// record without a host has no result, and guess returns its error. guess leaves a record to the dialect if it has a scheme, or
// if browsers or IRIs may allow it.
func (f *InputFlags) guess(rec *fsm.Record) (fault *uri.Error) {
	if rec.Cut {
		return nil
	}
	text := bytes.Trim(rec.Bytes, " \t")
	scanRecord(rec, text[:len(text):len(text)])
	isPath := len(text) > 0 && strings.ContainsRune("/?#", rune(text[0])) && !bytes.HasPrefix(text, []byte("//"))
	if len(text) == 0 || isPath || text[0] >= utf8.RuneSelf && dialect.IsQuoted(text) || octet.EqualFold(text, "n/a") {
		return errNoHost
	}
	u, guessed, err := parseGuess(octet.Text(text), f.NoScheme)
	name, _ := u.Host()
	isNumbers := u.HostKind() != uri.HostIPv4 && strings.Trim(name, "0123456789.") == "" // as in the DOI 10.1000/182
	if guessed && (Slip(text) > 0 || isNumbers) {                                        // as https//h/
		return errNoHost
	}
	if guessed {
		scanRecord(rec, octet.Bytes(u.String()))
		return nil
	}
	rest := strings.TrimPrefix(octet.Text(text), "//")
	head := rest[:octet.Next(rest, 0, "/?#")]
	_, isHost, _ := uri.ParseSuffixRef(head, f.NoScheme) // as h.example:80, although a space follows
	hasScheme := !isHost && dialect.SchemeOf(text, false) != nil
	isNone := !isHost && octet.IsASCII(head) && !strings.Contains(head, "%") // in each dialect
	if !errors.As(err, &fault) || hasScheme {
		return nil
	}
	if !f.Dialect.International || isNone {
		return fault
	}
	scanRecord(rec, []byte(f.NoScheme+"://"+rest))
	return nil
}

// errNoHost is the fault of a record that has no host.
var errNoHost = &uri.Error{Component: uri.ComponentAuthority, Reason: uri.ReasonNoHost}

// parseGuess is like [uri.ParseSuffixRef]. It also reads a host in redis:6379 and in joe:S@h.example/a, which are URIs with the
// schemes redis and joe.
func parseGuess(text, scheme string) (u uri.URI, guessed bool, err error) {
	u, guessed, err = uri.ParseSuffixRef(text, scheme)
	if err == nil && !guessed && hasAuthority(text) && Slip(octet.Bytes(text)) == 0 {
		v, ok, failed := uri.ParseSuffixRef("//"+text, scheme)
		if _, wrong := v.PortNumber(); failed == nil && wrong != uri.ErrPortRange && ok {
			return v, true, nil
		}
	}
	return u, guessed, err
}

var (
	authorityStart = regexp.MustCompile(`^[^:/?#@]+:(?:[^/?#@]+@[^/?#@]+|[1-9][0-9]{1,4})(?:[/?#]|$)`)
	mailStart      = regexp.MustCompile(`(?i)^(acct|mailto|sips?|xmpp):`)
	opaqueStart    = regexp.MustCompile(`(?i)^(callto|cid|fax|im|mid|news|pres|skype|sms|tag|tel|urn):`)
)

// hasAuthority reports whether text seems to begin with an authority, although it has a scheme by the grammar. After mailto:,
// tel: and other such schemes there is none.
func hasAuthority(text string) bool { return mayHaveUser(text) && !opaqueStart.MatchString(text) }

// mayHaveUser is like hasAuthority, but takes the names of rare schemes for user names: fax:S@h.example.
func mayHaveUser(text string) bool {
	return authorityStart.MatchString(text) && !mailStart.MatchString(text)
}

// isOfHost reports whether a field is empty without a host.
func isOfHost(field string) bool {
	name, _, _ := strings.Cut(field, "[")
	return slices.Contains([]string{"domain", "host", "hostname", "label", "origin", "port", "subdomain", "suffix"}, name)
}

// HasName reports whether a line begins, in place of a scheme, with an IPv4 address, a name that has a known public suffix
// or the label www, or a host and a port. The suffix .example is for documentation, where it is known.
func HasName(line []byte) bool {
	if bytes.Contains(line, []byte("://")) || dialect.IsQuoted(line) {
		return false
	}
	text := octet.Text(bytes.Trim(line, " \t"))
	text = text[:octet.Next(text, 0, "/?#")]
	if !octet.IsASCII(text) {
		text = address.CanonicalHost(text)
	}
	u, guessed, err := parseGuess(text, noSchemeWords[0].Value)
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
