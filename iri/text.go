package iri

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
)

// String returns i as written, byte for byte, without allocation. It may hold a password: see [IRI.Redacted].
func (i IRI) String() string {
	s, _ := inside.Parts(&i.u)
	return *s
}

// AppendText appends i as written to b and returns the extended slice. The error is always nil. It implements
// [encoding.TextAppender].
func (i IRI) AppendText(b []byte) ([]byte, error) { return i.u.AppendText(b) }

// MarshalText returns i as written. The error is always nil. It implements [encoding.TextMarshaler]. The text is data
// and may hold a password: see [uri.URI.LogValue].
func (i IRI) MarshalText() ([]byte, error) { return i.u.MarshalText() }

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

// AppendBinary is [IRI.AppendText]. It implements [encoding.BinaryAppender].
func (i IRI) AppendBinary(b []byte) ([]byte, error) { return i.AppendText(b) }

// MarshalBinary is [IRI.MarshalText]. It implements [encoding.BinaryMarshaler], by which package encoding/gob writes an
// IRI.
func (i IRI) MarshalBinary() ([]byte, error) { return i.MarshalText() }

// UnmarshalBinary is [IRI.UnmarshalText]. It implements [encoding.BinaryUnmarshaler].
func (i *IRI) UnmarshalBinary(text []byte) error { return i.UnmarshalText(text) }

// Value returns i as written, as a string. The error is always nil. It implements [driver.Valuer].
func (i IRI) Value() (driver.Value, error) { return i.String(), nil }

var errScan = errors.New("iri: only a string or a []byte can be scanned into an IRI (for NULL: sql.Null[iri.IRI])")

// Scan sets i to what [Parse] returns for src, a string or a copy of a []byte. On error, also where src is NULL, it
// leaves i as it was: scan what may be NULL into a sql.Null[IRI]. It implements [database/sql.Scanner].
func (i *IRI) Scan(src any) error {
	switch src := src.(type) {
	case string:
		return i.set(src)
	case []byte:
		return i.set(string(src))
	}
	return errScan
}

// Format prints i for package fmt: [IRI.Redacted] for %v, and as Go syntax for %#v, but for %s, %q, %x and %X as
// written, with a password if it has one. See [uri.URI.Format].
func (i IRI) Format(f fmt.State, verb rune) {
	if verb == 'v' && f.Flag('#') {
		fmt.Fprint(f, "iri.MustParse(", strconv.Quote(i.Redacted()), ")")
		return
	}
	i.u.Format(f, verb)
}

// Format prints b for package fmt: by every verb as [Base.String], which shows no password. It implements
// [fmt.Formatter].
func (b Base) Format(f fmt.State, verb rune) { b.b.Format(f, verb) }

// Format prints b for package fmt, by every verb: [IRI.Redacted] of what [Builder.IRI] returns, or the text of its
// error. It implements [fmt.Formatter].
func (b Builder) Format(f fmt.State, verb rune) {
	i, err := b.IRI()
	text := i.Redacted()
	if err != nil {
		text = err.Error()
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}
