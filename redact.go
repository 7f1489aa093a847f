package uri

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/reference"
)

// Redacted returns the text of u with "xxxxx" in place of its secrets: a password in a userinfo, as
// [net/url.URL.Redacted] hides it, and what may be one. It reads u as people write addresses, by the rules of
// [github.com/urispan/uri/find.AppendRedacted]:
//
//	https://joe:secret@example.com/                  https://joe:xxxxx@example.com/
//	https://joe%3Asecret@example.com/                https://xxxxx@example.com/
//	https://ghp_0123456789@github.com/               https://xxxxx@github.com/
//	mysql://joe:#secret@example.com/                 mysql://joe:xxxxx@example.com/
//	http:/joe:secret@example.com/                    http:/joe:xxxxx@example.com/
//	jdbc:postgresql://joe:secret@example.com/        jdbc:postgresql://joe:xxxxx@example.com/
//	https://example.com/?next=https://joe:secret@h/  https://example.com/?next=https://joe:xxxxx@h/
//
// The result is a URI-reference. Where a secret spans components, as in the fourth example, these merge. If the result
// would not be a URI-reference, all of u after the scheme is hidden. If u has no secret, the result is the text of u,
// without allocation.
//
// Redacted shows secrets in a path, the values of keys in a query (see [Redactor]), and passwords after file:.
func (u URI) Redacted() string { return reference.Redacted(u.s, &redact.Rules{}) }

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

// SecretKeys returns the names of query parameters that have secret values nearly everywhere, such as access_token,
// X-Amz-Signature and *password, for the field QueryKeys of a [Redactor]. The command "uri help redact formats" prints
// them. Later versions may add names.
func SecretKeys() []string { return slices.Clone(redact.SecretKeys) }

// A Redactor replaces the secrets of a URI with "xxxxx" before it is shown or logged. The zero Redactor hides what
// [URI.Redacted] hides, and each field hides more. The result is a URI-reference. Its components have the same bytes as
// those of the URI, apart from what is hidden, unless a secret spans components: see [URI.Redacted]. Empty components
// stay empty, and undefined ones undefined.
//
// A Redactor shows secrets in all other places. If you do not know where the secrets are, use OriginOnly.
type Redactor struct {
	// User hides the whole userinfo, including one that browsers read at the start of a path. Some programs put a token
	// in place of the user name. The user name of a driver stays, as in joe:S@tcp(h)/db and sip:joe@h, and in text also
	// one with "/", "?", "#" or "\".
	User bool

	// QueryKeys are the keys that have secret values, such as those of [SecretKeys]. A key follows "?", "&", ";" or
	// "#", or in the address of a database a space or ",": host=h password=S. Keys are compared after decoding, with
	// "+" also read as a space, and without regard to the case of ASCII letters, "_" and "-". "%74oken" and "Token"
	// match "token", and "clientSecret" matches "client_secret". A "*" at the start or the end of a key stands for any
	// text. A key that was encoded twice does not match. The empty key, "_" and "*_" match nothing, and neither does a
	// key of more than 64 bytes. A key with brackets also matches as its last part: "user[token]" and "token[]" match
	// "token". A key with a dot does not: "user.token" matches "*token".
	//
	// If QueryKeys has a key, tokens are hidden under every key: ?next=ghp_0123456789. A token begins with a prefix that
	// its issuer documents. The command "uri help redact formats" prints the prefixes.
	//
	// The value ends at "&" or "#". If the key follows ";", it also ends at ";". Of a value in braces or quotation
	// marks, these stay. The password of an encoded address in a value ends in that value, not at the last "@" of
	// ?u=https%3A%2F%2Fjoe%3AS%40h&mail=a@b.
	QueryKeys []string

	// Fragment hides the fragment, but not one of an encoded address in a value: ?u=https%3A%2F%2Fh%2F%23S. OAuth has
	// sent tokens there (RFC 6749, section 4.2.2).
	Fragment bool

	// OriginOnly hides userinfo, path, query and fragment. Scheme, host, port and the delimiter after them stay, as in
	// "http://h/xxxxx".
	OriginOnly bool
}

// AppendRedacted appends u, with the secrets replaced, to dst and returns the extended slice. It takes time linear in
// u. It allocates only if dst is too small, or if u has a secret and more than 256 bytes.
func (r Redactor) AppendRedacted(dst []byte, u URI) []byte {
	rules := r.rules(u.s)
	if !rules.MayHide(u.s) {
		return append(dst, u.s...)
	}
	var buf [256]byte
	return append(dst, reference.AppendRedacted(buf[:0], u.s, &rules)...)
}

// rules returns the rules for s. They have keys only if s has an "=", or a "%" or "&" that may begin an escape of one.
func (r Redactor) rules(s string) redact.Rules {
	if strings.IndexByte(s, '=') < 0 && strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '&') < 0 {
		r.QueryKeys = nil
	}
	return redact.Options(r).Rules()
}

// Redacted returns the text that [Redactor.AppendRedacted] appends. If u has no secret, it returns the text of u. It
// allocates if u has a secret, or more than 256 bytes.
func (r Redactor) Redacted(u URI) string {
	rules := r.rules(u.s)
	return reference.Redacted(u.s, &rules)
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

// MarshalText returns the redacted text. A [slog.JSONHandler] needs it, because it writes structs, slices and maps with
// package encoding/json.
func (x redactedURI) MarshalText() ([]byte, error) { return []byte(x()), nil }

// Format implements [fmt.Formatter], because package fmt does not call String for verbs such as %d and %#v.
func (x redactedURI) Format(f fmt.State, verb rune) { formatText(f, verb, x()) }

// formatText prints text for any verb and its flags, as package fmt prints a string.
func formatText(f fmt.State, verb rune, text string) { fmt.Fprintf(f, fmt.FormatString(f, verb), text) }

// isDataVerb reports whether a verb of package fmt prints the exact text of a URI.
func isDataVerb(verb rune) bool { return verb == 's' || verb == 'q' || verb == 'x' || verb == 'X' }
