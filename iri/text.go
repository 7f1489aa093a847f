package iri

import (
	"fmt"
	"strconv"

	"github.com/urispan/uri/internal/textio"
)

// MarshalText returns the text of i. The error is always nil. It implements [encoding.TextMarshaler]. The text is data
// and may contain a password: see [uri.URI.LogValue].
func (i IRI) MarshalText() ([]byte, error) { return []byte(i.u.String()), nil }

// UnmarshalText sets i to the result of [Parse] for a copy of text. On error it does not change i. It implements
// [encoding.TextUnmarshaler].
func (i *IRI) UnmarshalText(text []byte) error { return textio.Set(i, Parse, string(text)) }

// Format prints i for package fmt. For %v it prints [IRI.Redacted], and for %#v Go syntax. For %s, %q, %x and %X it
// prints the exact text of i, with a password if it has one. See [uri.URI.Format].
func (i IRI) Format(f fmt.State, verb rune) {
	if verb == 'v' && f.Flag('#') {
		fmt.Fprint(f, "iri.MustParse(", strconv.Quote(i.Redacted()), ")")
		return
	}
	i.u.Format(f, verb)
}
