package whatwg

import (
	"fmt"
	"log/slog"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/textio"
)

// MarshalText returns the href, which is empty for the zero URL. The error is always nil. It implements
// [encoding.TextMarshaler], so that package encoding/json writes a URL as a string. The text may contain a password.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// UnmarshalText sets u to what [Parse] returns for a copy of text, or to the zero URL if text is empty. On error it
// does not change u. It implements [encoding.TextUnmarshaler].
func (u *URL) UnmarshalText(text []byte) error { return textio.Set(u, parseOrZero, string(text)) }

// parseOrZero implements UnmarshalText.
func parseOrZero(s string) (URL, error) {
	if s == "" {
		return URL{}, nil
	}
	return Parse(s)
}

// Format prints u for package fmt, like [uri.URI.Format]. For %v, and so for Print and Println, it prints
// [URL.Redacted], and for %#v Go syntax. For %s, %q, %x and %X, which are for data, it prints the href, with a password
// if there is one.
//
// The comment of package uri has a table of all forms.
func (u URL) Format(f fmt.State, verb rune) {
	if verb == 'v' && f.Flag('#') {
		fmt.Fprintf(f, "whatwg.MustParse(%q)", u.Redacted())
		return
	}
	u.uri().Format(f, verb)
}

// Redacted returns the href with "xxxxx" in place of the password, like [uri.URI.Redacted]. It allocates only if there
// is a password.
func (u URL) Redacted() string {
	return u.uri().Redacted()
}

// uri returns u as a value that package uri can print. It may be an invalid URI.
func (u URL) uri() uri.URI {
	k := reference.KnownAs(u.href, &u.r)
	return uri.Known(&k)
}

// LogValue returns [URL.Redacted] as a string value. It implements [slog.LogValuer]. Package log/slog calls it only if
// the URL is itself the value of an attribute: see [uri.URI.LogValue].
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }
