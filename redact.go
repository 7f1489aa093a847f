package uri

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// The stand-in for a password is the one of net/url. It is of one length, so that it does not tell the password's, and
// consists of unreserved characters, so that the text stays a URI-reference.
const redacted = "xxxxx"

// Redacted returns u as written, but with "xxxxx" for the password: the text after the first ":" of the userinfo, if it
// is not empty (RFC 3986, section 3.2.1). An encoded ":", "%3A", counts as well, because a userinfo that was encoded
// as a whole has its password after that. The result is a URI-reference with the same other components. If there is no
// password, it is the text of u, without allocation; otherwise it costs one.
//
// It hides nothing else: a secret in place of the user's name, in the path or in the query is shown.
func (u URI) Redacted() string {
	lo, hi := u.password()
	if lo == hi {
		return u.s
	}
	return u.s[:lo] + redacted + u.s[hi:]
}

// password returns the range of the password. It may be empty.
func (u *URI) password() (lo, hi int) {
	lo, hi, _ = u.r.Userinfo()
	return lo + passwordIn(u.s[lo:hi]), hi
}

// passwordIn returns where the password begins in a userinfo: after the first ":", be it encoded or not. Without a ":",
// it returns the length.
func passwordIn(userinfo string) int {
	for lo := 0; lo < len(userinfo); {
		c, n := octet.First(userinfo[lo:])
		if lo += n; c == ':' {
			return lo
		}
	}
	return len(userinfo)
}

// LogValue returns [URI.Redacted] as a string value. It implements [slog.LogValuer].
//
// Package log/slog calls it only if the URI itself is the value of an attribute. In another value, such as a struct, a
// slice or a map, a [slog.TextHandler] prints [URI.Redacted], by [URI.Format]; but a [slog.JSONHandler] calls
// [URI.MarshalText], which is data and shows the password. Log [URI.Redacted] there, or the result of
// [Redactor.LogValuer], which is safe everywhere.
func (u URI) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// A Redactor says what is hidden in a URI that is to be shown or logged: "xxxxx" stands in its place. The zero Redactor
// hides what [URI.Redacted] does, and the others that and more. What is empty stays empty, and what is undefined
// undefined: the result is a URI-reference with the same components, of which those that are not hidden are as written.
//
// A secret in a place that is not named is shown; who knows of none such place wants OriginOnly.
type Redactor struct {
	// User hides the whole userinfo, with the user's name, for which some write a token.
	User bool

	// QueryKeys are the keys of the query of which the values are hidden, as plain text. A key is compared decoded,
	// with "+" for a space as well, and without regard to the case of ASCII letters: "%74oken" and "Token" are "token".
	// One that was encoded twice is not.
	//
	// Servers split queries at "&", and some at ";", too. So a key can begin behind either and have a ";" in it; its
	// value ends at "&" alone: of "token=a;b=c", all behind the first "=" is hidden.
	//
	// Nothing but the query's own keys is looked at: not the query of a URL inside a value, not "token[]" or "a.token"
	// for "token", not the fragment.
	QueryKeys []string

	// Fragment hides the fragment, in which OAuth has sent tokens (RFC 6749, section 4.2.2).
	Fragment bool

	// OriginOnly hides everything but scheme, host and port: userinfo, query and fragment, and the path but for a "/"
	// at its beginning.
	OriginOnly bool
}

// AppendRedacted appends u with what r hides replaced to dst and returns the extended slice. It takes time linear in u,
// for each of the keys. It allocates only if the result has no room in dst.
func (r Redactor) AppendRedacted(dst []byte, u URI) []byte { return r.append(dst, &u) }

// Redacted is [Redactor.AppendRedacted] for a string of its own.
func (r Redactor) Redacted(u URI) string {
	var room [256]byte
	return string(r.append(room[:0], &u))
}

// LogValuer returns u as a value for package log/slog, which logs it as [Redactor.Redacted]. That text is made only if
// the record is logged. The value is safe in structs, slices and maps as well: package fmt prints the same text, by
// every verb, and package encoding/json writes it, with any handler of package log/slog.
func (r Redactor) LogValuer(u URI) slog.LogValuer {
	return redactedURI(func() string { return r.Redacted(u) })
}

// A redactedURI is a function because package fmt does not look into functions: in an unexported field, where it calls
// no method, it prints an address.
type redactedURI func() string

func (x redactedURI) LogValue() slog.Value { return slog.StringValue(x()) }

func (x redactedURI) String() string { return x() }

// MarshalText is for a [slog.JSONHandler], which writes structs, slices and maps by package encoding/json.
func (x redactedURI) MarshalText() ([]byte, error) { return []byte(x()), nil }

// Format is for %d, %#v and other verbs by which package fmt does not call String.
func (x redactedURI) Format(f fmt.State, verb rune) { formatText(f, verb, x()) }

// formatText prints text for package fmt by any verb and its flags, as package fmt prints a string.
func formatText(f fmt.State, verb rune, text string) { fmt.Fprintf(f, fmt.FormatString(f, verb), text) }

// Format prints the key for package fmt as [URI.Format] prints a URI: by %s, %q, %x and %X as it is, with a password if
// it has one, and by all other verbs as [URI.Redacted]. A Key that is not a normal form is hidden as a whole. Format
// implements [fmt.Formatter].
func (k Key) Format(f fmt.State, verb rune) {
	if isDataVerb(verb) {
		formatText(f, verb, string(k))
		return
	}
	u := URI{s: string(k)}
	if _, ok := scan(ofIRIs, u.s, &u.r); !ok {
		formatText(f, verb, redacted)
		return
	}
	formatText(f, verb, u.Redacted())
}

// Format prints b for package fmt: by every verb as [Base.String], which shows no password. It implements
// [fmt.Formatter].
func (b Base) Format(f fmt.State, verb rune) { formatText(f, verb, b.String()) }

// Format prints b for package fmt, by every verb: [URI.Redacted] of what [Builder.URI] returns, or the text of its
// error. It implements [fmt.Formatter].
func (b Builder) Format(f fmt.State, verb rune) {
	u, err := b.URI()
	if err != nil {
		formatText(f, verb, err.Error())
		return
	}
	formatText(f, verb, u.Redacted())
}

// Format prints e for package fmt as a struct of its fields, but with "xxxxx" for the password in UserInfo, by every
// verb. It implements [fmt.Formatter].
func (e Elements) Format(f fmt.State, verb rune) {
	if i := passwordIn(e.UserInfo); i < len(e.UserInfo) {
		e.UserInfo = e.UserInfo[:i] + redacted
	}
	type plain Elements
	type Elements plain // has no methods; %#v prints its name
	fmt.Fprintf(f, fmt.FormatString(f, verb), Elements(e))
}

func (r *Redactor) append(dst []byte, u *URI) []byte {
	lo, hi := u.password()
	if r.User || r.OriginOnly {
		lo, hi, _ = u.r.Userinfo()
	}
	path, end := u.r.Path()
	dst = appendHidden(dst, u.s[:path], lo, hi)
	if r.OriginOnly {
		slash := len(u.s[path:end]) - len(strings.TrimPrefix(u.s[path:end], "/"))
		dst = appendHidden(dst, u.s[path:end], slash, end-path)
	} else {
		dst = append(dst, u.s[path:end]...)
	}
	if lo, hi, ok := u.r.Query(); ok {
		dst = r.appendQuery(append(dst, '?'), u.s[lo:hi])
	}
	if lo, hi, ok := u.r.Fragment(); ok {
		dst = append(dst, '#')
		if r.Fragment || r.OriginOnly {
			return appendHidden(dst, u.s[lo:hi], 0, hi-lo)
		}
		dst = append(dst, u.s[lo:hi]...)
	}
	return dst
}

// appendHidden appends s with s[lo:hi] hidden.
func appendHidden(dst []byte, s string, lo, hi int) []byte {
	if lo == hi {
		return append(dst, s...)
	}
	dst = append(dst, s[:lo]...)
	dst = append(dst, redacted...)
	return append(dst, s[hi:]...)
}

func (r *Redactor) appendQuery(dst []byte, query string) []byte {
	switch {
	case r.OriginOnly:
		return appendHidden(dst, query, 0, len(query))
	case len(r.QueryKeys) == 0:
		return append(dst, query...)
	}
	for more := true; more; {
		var item string
		item, query, more = strings.Cut(query, "&")
		dst = appendHidden(dst, item, r.secret(item), len(item))
		if more {
			dst = append(dst, '&')
		}
	}
	return dst
}

// secret returns where in an item of a query, which has no "&", the first value that is to be hidden begins; the length
// of the item if there is none.
func (r *Redactor) secret(item string) int {
	equals := -1 // looked for once, however many keys could begin before it
	for lo := 0; lo < len(item); {
		if equals < lo {
			n := strings.IndexByte(item[lo:], '=')
			if n < 0 {
				break
			}
			equals = lo + n
		}
		if r.hidesKey(item[lo:equals]) {
			return equals + len("=")
		}
		n := strings.IndexByte(item[lo:], ';')
		if n < 0 {
			break
		}
		lo += n + len(";")
	}
	return len(item)
}

func (r *Redactor) hidesKey(raw string) bool {
	for _, key := range r.QueryKeys {
		if isKeyFold(raw, key) {
			return true
		}
	}
	return false
}

// isKeyFold reports whether the raw key is that of the text when it is decoded, in the widest sense.
func isKeyFold(raw, text string) bool {
	for raw != "" && text != "" {
		c, n := octet.First(raw)
		isSpace := raw[0] == '+' && text[0] == ' '
		if !isSpace && octet.Lower(c) != octet.Lower(text[0]) {
			return false
		}
		raw, text = raw[n:], text[1:]
	}
	return raw == text // both are empty, or one is not
}
