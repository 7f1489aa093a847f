package uri

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
)

// This file is how a URI goes out into files, databases and logs and comes back: always as its text. What people are to
// read is in redact.go.

// String returns u as written, byte for byte, without allocation. It may hold a password: see [URI.Redacted].
func (u URI) String() string { return u.s }

// AppendText appends u as written to b and returns the extended slice. The error is always nil. It implements
// [encoding.TextAppender].
func (u URI) AppendText(b []byte) ([]byte, error) { return append(b, u.s...), nil }

// MarshalText returns u as written. The error is always nil. It implements [encoding.TextMarshaler], by which package
// encoding/json writes a URI as a string. The text is data and may hold a password, also in logs by a
// [log/slog.JSONHandler]: see [URI.LogValue].
func (u URI) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText sets u to what [Parse] returns for a copy of text. On error it leaves u as it was. It implements
// [encoding.TextUnmarshaler].
func (u *URI) UnmarshalText(text []byte) error { return u.set(string(text)) }

// set has a string, and not the caller's bytes: these could change meanwhile.
func (u *URI) set(s string) error {
	v, err := Parse(s)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// AppendBinary is [URI.AppendText]. It implements [encoding.BinaryAppender].
func (u URI) AppendBinary(b []byte) ([]byte, error) { return u.AppendText(b) }

// MarshalBinary is [URI.MarshalText]. It implements [encoding.BinaryMarshaler], by which package encoding/gob writes a
// URI.
func (u URI) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary is [URI.UnmarshalText]. It implements [encoding.BinaryUnmarshaler].
func (u *URI) UnmarshalBinary(text []byte) error { return u.UnmarshalText(text) }

// Value returns u as written, as a string. The error is always nil. It implements [driver.Valuer], by which package
// database/sql writes a URI.
func (u URI) Value() (driver.Value, error) { return u.s, nil }

var errScan = errors.New("uri: only a string or a []byte can be scanned into a URI (for NULL: sql.Null[uri.URI])")

// Scan sets u to what [Parse] returns for src, a string or a copy of a []byte. On error, also where src is NULL, it
// leaves u as it was: scan what may be NULL into a sql.Null[URI]. It implements [database/sql.Scanner].
func (u *URI) Scan(src any) error {
	switch src := src.(type) {
	case string:
		return u.set(src)
	case []byte:
		return u.set(string(src))
	}
	return errScan
}

// Format prints u for package fmt: by %v, and so by Print and Println, as [URI.Redacted], and by %#v as Go syntax. By
// %s, %q, %x and %X, which are for data, it prints u as written, with a password if it has one. Width, precision and
// flags are those for strings. Templates print as %v does; they need {{.String}} for a link.
//
// Format implements [fmt.Formatter]. Package fmt does not call it for the verbs %w and %p, nor for a URI in an
// unexported field: there it prints all of the URI.
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

// isDataVerb reports whether a verb of package fmt prints a URI as written.
func isDataVerb(verb rune) bool { return verb == 's' || verb == 'q' || verb == 'x' || verb == 'X' }
