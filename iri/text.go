package iri

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"

	"github.com/urispan/uri/internal/textio"
)

// Clone returns i with a copy of its text: see [uri.URI.Clone].
func (i IRI) Clone() IRI { return IRI{i.u.Clone()} }

// AppendText appends the text of i to b and returns the extended slice. The error is always nil. It implements
// [encoding.TextAppender].
func (i IRI) AppendText(b []byte) ([]byte, error) { return append(b, i.u.String()...), nil }

// MarshalText returns the text of i. The error is always nil. It implements [encoding.TextMarshaler]. The text is data
// and may contain a password: see [uri.URI.LogValue].
func (i IRI) MarshalText() ([]byte, error) { return []byte(i.u.String()), nil }

// UnmarshalText sets i to the result of [Parse] for a copy of text. On error it does not change i. It implements
// [encoding.TextUnmarshaler].
func (i *IRI) UnmarshalText(text []byte) error { return textio.Set(i, Parse, string(text)) }

// MarshalBinary returns the text of i. It implements [encoding.BinaryMarshaler] for package encoding/gob: see
// [uri.URI.MarshalBinary].
func (i IRI) MarshalBinary() ([]byte, error) { return i.MarshalText() }

// UnmarshalBinary does the same as [IRI.UnmarshalText]. It implements [encoding.BinaryUnmarshaler] for package
// encoding/gob.
func (i *IRI) UnmarshalBinary(text []byte) error { return i.UnmarshalText(text) }

// Value returns the text of i as a string. The error is always nil. It implements [driver.Valuer].
func (i IRI) Value() (driver.Value, error) { return i.String(), nil }

var errScan = errors.New("iri: cannot scan into an IRI: want a string or a []byte (for NULL, use sql.Null[iri.IRI])")

// Scan sets i to the result of [Parse] for src, which must be a string or a []byte. Bytes are copied. Any other src is
// an error, also the nil of a NULL: scan a column that may be NULL into a sql.Null[IRI]. On error Scan does not change
// i. It implements [database/sql.Scanner].
func (i *IRI) Scan(src any) error {
	return textio.Scan(i, Parse, src, errScan)
}

// Format prints i for package fmt. For %v it prints [IRI.Redacted], and for %#v Go syntax. For %s, %q, %x and %X it
// prints the exact text of i, with a password if it has one. See [uri.URI.Format].
func (i IRI) Format(f fmt.State, verb rune) {
	if verb == 'v' && f.Flag('#') {
		fmt.Fprint(f, "iri.MustParse(", strconv.Quote(i.Redacted()), ")")
		return
	}
	i.u.Format(f, verb)
}
