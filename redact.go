package uri

import (
	"log/slog"
	"strings"
)

// The stand-in for a password is the one of net/url. It is of one length, so that it does not tell the password's, and
// consists of unreserved characters, so that the text stays a URI-reference.
const redacted = "xxxxx"

// Redacted returns u as written, but with "xxxxx" in place of what stands after the first ":" of the userinfo, unless
// that is empty (RFC 3986, section 3.2.1). The result is a URI-reference with the same other components. If nothing is
// to be hidden, it is the text of u, without allocation; otherwise it costs one.
//
// It hides nothing else: a secret in place of the user's name, in the path or in the query is shown.
func (u URI) Redacted() string {
	lo, hi, _ := u.r.Userinfo()
	colon := strings.IndexByte(u.s[lo:hi], ':')
	if colon < 0 || lo+colon+1 == hi {
		return u.s
	}
	return u.s[:lo+colon+1] + redacted + u.s[hi:]
}

// LogValue returns [URI.Redacted] as a string value. It implements [slog.LogValuer]; package log/slog asks for it where
// the URI itself is the value of an attribute, not where it stands inside another value.
func (u URI) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }
