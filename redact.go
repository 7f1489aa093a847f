package uri

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/schemes"
)

// Redacted returns the text of u with "xxxxx" in place of the password, like [net/url.URL.Redacted]. The password is
// the text after the first ":" of the userinfo, if it is not empty (RFC 3986, section 3.2.1). Some programs encode a
// userinfo as a whole, so that "user:password" becomes "user%3Apassword". By the RFC, that is a user name. If a
// userinfo has a "%3A" and no ":", Redacted therefore hides all of it.
//
// Redacted also hides two kinds of passwords in a path:
//
//   - a password in a text that browsers read as a userinfo, as in "http:/user:password@example.com/";
//   - the password of a nested URI, as in "jdbc:postgresql://user:password@example.com/". The nested URI begins before
//     the first "://" in the path, and u has no authority.
//
// The result is a URI-reference with the other components of u. If u has no password, it is the text of u, without
// allocation. Otherwise Redacted allocates once.
//
// Redacted hides nothing else: it shows a secret in the user name, elsewhere in the path, or in the query. See
// [Redactor].
func (u URI) Redacted() string {
	var r fsm.Ranges
	u.ranges(&r)
	lo, hi := secretOf(u.s, &r)
	if lo == hi {
		return u.s
	}
	return u.s[:lo] + redact.Hidden + u.s[hi:]
}

// secretOf returns the range of s that [URI.Redacted] hides. It may be empty.
func secretOf(s string, r *fsm.Ranges) (lo, hi int) {
	lo, hi = userinfoOf(s, r)
	return lo + redact.Password(s[lo:hi]), hi
}

// userinfoOf returns the range of the userinfo of s, or of a text in its path that browsers or a nested URI use as a
// userinfo. It may be empty.
//
// Browsers read a userinfo in the path if the authority is undefined or empty: a special scheme needs no "//", and may
// have more slashes (URL Standard, section 4.4). A reference that begins with "///" has the scheme of a base, which may
// be special. A nested URI has its userinfo after "://". The authority then ends at the next slash, and the userinfo at
// the last "@" in it.
func userinfoOf(s string, r *fsm.Ranges) (lo, hi int) {
	if lo, hi, ok := r.Userinfo(); ok {
		return lo, hi
	}
	lo, hi, hasAuthority := r.Authority()
	scheme, end, hasScheme := r.Scheme()
	if lo < hi {
		return 0, 0
	}
	lo, hi = r.Path()
	switch {
	case hasScheme && schemes.NeedsHost(s[scheme:end]), hasAuthority && !hasScheme:
	case hasScheme && !hasAuthority:
		nested := strings.Index(s[lo:hi], "://")
		if nested < 0 {
			return 0, 0
		}
		lo += nested + len("://")
	default:
		return 0, 0
	}
	for lo < hi && s[lo] == '/' {
		lo++
	}
	if n := strings.IndexByte(s[lo:hi], '/'); n >= 0 {
		hi = lo + n
	}
	return lo, lo + max(strings.LastIndexByte(s[lo:hi], '@'), 0)
}

// LogValue returns [URI.Redacted] as a string value. It implements [slog.LogValuer].
//
// Package log/slog calls it only if the URI is itself the value of an attribute. For a URI inside another value, such
// as a struct, a slice or a map, a [slog.TextHandler] calls [URI.Format], which prints [URI.Redacted]. But a
// [slog.JSONHandler] calls [URI.MarshalText], which shows the password: log [URI.Redacted] there, or the result of
// [Redactor.LogValuer], which is safe everywhere.
func (u URI) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// LogValue returns what [Key.Format] prints for %v, without the password, as a string value. It implements
// [slog.LogValuer], with the limits of [URI.LogValue].
func (k Key) LogValue() slog.Value { return slog.StringValue(fmt.Sprintf("%v", k)) }

// A Redactor replaces the secrets of a URI by "xxxxx" before it is shown or logged. The zero Redactor hides what
// [URI.Redacted] hides, and each field hides more. Empty components stay empty, and undefined ones undefined: the
// result is a URI-reference with the same components, and those that are not hidden have the same bytes.
//
// A Redactor shows secrets in all other places. If you do not know where the secrets are, use OriginOnly.
type Redactor struct {
	// User hides the whole userinfo, including one that browsers read at the start of a path. Some programs put a token
	// in place of the user name.
	User bool

	// QueryKeys are the keys, as plain text, that have secret values in the query. Keys are compared after decoding,
	// with "+" also read as a space, and without regard to the case of ASCII letters: "%74oken" and "Token" match
	// "token". A key that was encoded twice does not match.
	//
	// Servers split queries at "&", and some also at ";". So a key can begin after either and can contain a ";". Its
	// value ends at "&" only: in "token=a;b=c", everything after the first "=" is hidden.
	//
	// Only the keys of the query itself count. The query of a URL inside a value is not searched, nor is the fragment,
	// and "token[]" and "a.token" do not match "token".
	QueryKeys []string

	// Fragment hides the fragment. OAuth has sent tokens there (RFC 6749, section 4.2.2).
	Fragment bool

	// OriginOnly hides userinfo, path, query and fragment. Scheme, host, port and a "/" at the start of the path stay.
	OriginOnly bool
}

// AppendRedacted appends u, with the secrets replaced, to dst and returns the extended slice. It takes time linear in u
// for each of the keys. It allocates only if dst is too small for the result.
func (r Redactor) AppendRedacted(dst []byte, u URI) []byte { return r.append(dst, &u) }

// Redacted returns the text that [Redactor.AppendRedacted] appends. If u has no secret, it returns the text of u.
// Otherwise it allocates the result. If the text has more than 256 bytes, it may also allocate a buffer.
func (r Redactor) Redacted(u URI) string {
	if !r.OriginOnly && u.endsWithPath() {
		return u.s // nearly all URIs of most logs
	}
	var buf [256]byte
	return edited(u.s, r.append(buf[:0], &u))
}

// endsWithPath reports whether u ends with its path, has no userinfo, and has a host that is not empty. Then
// [userinfoOf] finds nothing to hide in the path.
func (u *URI) endsWithPath() bool {
	_, hasUserinfo := u.Userinfo()
	name, _ := u.Host()
	return name != "" && !hasUserinfo && int(u.path>>16) == len(u.s)
}

func (r *Redactor) append(dst []byte, u *URI) []byte {
	var x fsm.Ranges
	u.ranges(&x)
	path, end := x.Path()
	switch {
	case r.OriginOnly:
		lo, hi, _ := x.Userinfo()
		dst = appendHidden(dst, u.s[:path], lo, hi)
		slash := len(u.s[path:end]) - len(strings.TrimPrefix(u.s[path:end], "/"))
		dst = appendHidden(dst, u.s[path:end], slash, end-path)
	case r.User:
		lo, hi := userinfoOf(u.s, &x)
		dst = appendHidden(dst, u.s[:end], lo, hi)
	default:
		lo, hi := secretOf(u.s, &x)
		dst = appendHidden(dst, u.s[:end], lo, hi)
	}
	if lo, hi, ok := x.Query(); ok {
		dst = r.appendQuery(append(dst, '?'), u.s[lo:hi])
	}
	if lo, hi, ok := x.Fragment(); ok {
		dst = append(dst, '#')
		if r.Fragment || r.OriginOnly {
			return appendHidden(dst, u.s[lo:hi], 0, hi-lo)
		}
		dst = append(dst, u.s[lo:hi]...)
	}
	return dst
}

// appendHidden appends s with s[lo:hi] hidden, if that is not empty.
func appendHidden(dst []byte, s string, lo, hi int) []byte {
	if lo == hi {
		return append(dst, s...)
	}
	dst = append(dst, s[:lo]...)
	dst = append(dst, redact.Hidden...)
	return append(dst, s[hi:]...)
}

func (r *Redactor) appendQuery(dst []byte, query string) []byte {
	switch {
	case r.OriginOnly:
		return appendHidden(dst, query, 0, len(query))
	case len(r.QueryKeys) == 0:
		return append(dst, query...)
	}
	q := redact.Query{Keys: r.QueryKeys}
	copied := 0
	for n := 0; n < len(query); n++ {
		if !q.Step(rune(query[n]), n+1) {
			continue
		}
		if q.Hides(query[q.Key:n]) {
			dst = append(dst, query[copied:n+1]...)
			copied = n + 1
			if n = copied + strings.IndexByte(query[copied:], '&'); n < copied {
				n = len(query)
			}
			dst = appendHidden(dst, query[copied:n], 0, n-copied)
			copied = n
			n-- // the "&" begins a key
		}
		q.Key = -1
	}
	return append(dst, query[copied:]...)
}

// LogValuer returns a value that package log/slog logs as the text [Redactor.Redacted] of u. The text is made only if
// the record is logged. The value is safe with every handler, also inside structs, slices and maps, because packages
// fmt and encoding/json write the same text for it.
func (r Redactor) LogValuer(u URI) slog.LogValuer {
	return redactedURI(func() string { return r.Redacted(u) })
}

// A redactedURI is a function because package fmt does not look into functions. For a redactedURI in an unexported
// field, where package fmt calls no methods, it prints an address.
type redactedURI func() string

func (x redactedURI) LogValue() slog.Value { return slog.StringValue(x()) }

func (x redactedURI) String() string { return x() }

// MarshalText returns the redacted text. A [slog.JSONHandler] needs it, because it writes structs, slices and maps by
// package encoding/json.
func (x redactedURI) MarshalText() ([]byte, error) { return []byte(x()), nil }

// Format implements [fmt.Formatter], because package fmt does not call String for verbs such as %d and %#v.
func (x redactedURI) Format(f fmt.State, verb rune) { formatText(f, verb, x()) }

// formatText prints text for any verb and its flags, as package fmt prints a string.
func formatText(f fmt.State, verb rune, text string) { fmt.Fprintf(f, fmt.FormatString(f, verb), text) }

// isDataVerb reports whether a verb of package fmt prints the exact text of a URI.
func isDataVerb(verb rune) bool { return verb == 's' || verb == 'q' || verb == 'x' || verb == 'X' }
