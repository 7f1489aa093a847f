package iri

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Clone returns i with a copy of its text: see [uri.URI.Clone].
func (i IRI) Clone() IRI {
	i.s = strings.Clone(i.s)
	return i
}

// AppendText appends i as written to b and returns the extended slice. The error is always nil. It implements
// [encoding.TextAppender].
func (i IRI) AppendText(b []byte) ([]byte, error) { return append(b, i.s...), nil }

// MarshalText returns i as written. The error is always nil. It implements [encoding.TextMarshaler]. The text is data
// and may contain a password: see [uri.URI.LogValue].
func (i IRI) MarshalText() ([]byte, error) { return []byte(i.s), nil }

// UnmarshalText sets i to what [Parse] returns for a copy of text. On error it leaves i as it was. It implements
// [encoding.TextUnmarshaler].
func (i *IRI) UnmarshalText(text []byte) error { return i.set(string(text)) }

func (i *IRI) set(s string) error {
	v, err := Parse(s)
	if err != nil {
		return err
	}
	*i = v
	return nil
}

// MarshalBinary is [IRI.MarshalText]. It is for package encoding/gob: see [uri.URI.MarshalBinary]. It implements
// [encoding.BinaryMarshaler].
func (i IRI) MarshalBinary() ([]byte, error) { return i.MarshalText() }

// UnmarshalBinary is [IRI.UnmarshalText]. It is for package encoding/gob. It implements [encoding.BinaryUnmarshaler].
func (i *IRI) UnmarshalBinary(text []byte) error { return i.UnmarshalText(text) }

// Value returns i as written, as a string. The error is always nil. It implements [driver.Valuer].
func (i IRI) Value() (driver.Value, error) { return i.String(), nil }

var errScan = errors.New("iri: cannot scan into an IRI: want a string or a []byte (for NULL, use sql.Null[iri.IRI])")

// Scan sets i to what [Parse] returns for src, which must be a string or a []byte. Bytes are copied. Any other src is
// an error, also the nil of a NULL: scan a column that may be NULL into a sql.Null[IRI]. On error Scan leaves i as it
// was. It implements [database/sql.Scanner].
func (i *IRI) Scan(src any) error {
	switch src := src.(type) {
	case string:
		return i.set(src)
	case []byte:
		return i.set(string(src))
	}
	return errScan
}

// Format prints i for package fmt. For %v it prints [IRI.Redacted], and for %#v Go syntax. For %s, %q, %x and %X it
// prints i as written, with a password if there is one. See [uri.URI.Format].
func (i IRI) Format(f fmt.State, verb rune) {
	if verb == 'v' && f.Flag('#') {
		fmt.Fprint(f, "iri.MustParse(", strconv.Quote(i.Redacted()), ")")
		return
	}
	i.asURI().Format(f, verb)
}
