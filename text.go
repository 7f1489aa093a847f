package uri

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urispan/uri/internal/textio"
)

// String returns the text that was parsed, byte for byte, without allocation. It may contain a password: see
// [URI.Redacted].
func (u URI) String() string { return u.s }

// Clone returns u with a copy of its text. Use it to keep a few URIs of a large text, such as the links of a page,
// without keeping the text in memory.
func (u URI) Clone() URI {
	u.s = strings.Clone(u.s)
	return u
}

// AppendText appends the text of u to b and returns the extended slice, like [net/url.URL.AppendBinary]. The error is
// always nil. It implements [encoding.TextAppender].
func (u URI) AppendText(b []byte) ([]byte, error) { return append(b, u.s...), nil }

// MarshalText returns the text of u. The error is always nil. It implements [encoding.TextMarshaler], so that package
// encoding/json writes a URI as a string. The text is data and may contain a password, also in logs of a
// [log/slog.JSONHandler]: see [URI.LogValue].
func (u URI) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText sets u to the result of [Parse] for a copy of text. On error it does not change u. It implements
// [encoding.TextUnmarshaler].
func (u *URI) UnmarshalText(text []byte) error { return textio.Set(u, Parse, string(text)) }

// MarshalBinary returns the text of u. It implements [encoding.BinaryMarshaler] for package encoding/gob, which does
// not use MarshalText, and for types that replace a [net/url.URL] there.
func (u URI) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary does the same as [URI.UnmarshalText]. It implements [encoding.BinaryUnmarshaler] for package
// encoding/gob: see [URI.MarshalBinary].
func (u *URI) UnmarshalBinary(text []byte) error { return u.UnmarshalText(text) }

// Value returns the text of u as a string. The error is always nil. It implements [driver.Valuer], so that package
// database/sql can write a URI.
func (u URI) Value() (driver.Value, error) { return u.s, nil }

var errScan = errors.New("uri: cannot scan into a URI: want a string or a []byte (for NULL, use sql.Null[uri.URI])")

// Scan sets u to the result of [Parse] for src, which must be a string or a []byte. Bytes are copied. Any other src is
// an error, including the nil of a NULL: scan a column that may be NULL into a sql.Null[URI]. On error Scan does not
// change u. It implements [database/sql.Scanner].
func (u *URI) Scan(src any) error {
	switch src := src.(type) {
	case string:
		return textio.Set(u, Parse, src)
	case []byte:
		return u.UnmarshalText(src)
	}
	return errScan
}

// Format prints u for package fmt:
//
//	%s %q %x %X         the exact text of u, with a password if it has one: these verbs are for data
//	%v and all others   the result of Redacted; Print, Println and templates use %v
//	%#v                 the result of Redacted in Go syntax
//
// Width, precision and flags are those for strings. In a template, write {{.String}} for a link.
//
// Format implements [fmt.Formatter]. Package fmt does not call it for the verbs %w and %p, nor for a URI in an
// unexported field. In these cases it prints the whole URI, including a password.
func (u URI) Format(f fmt.State, verb rune) {
	text := u.s
	if !isDataVerb(verb) {
		text = u.Redacted()
	}
	if verb == 'v' && f.Flag('#') {
		fmt.Fprint(f, "uri.MustParse(", strconv.Quote(text), ")")
		return
	}
	formatText(f, verb, text)
}
