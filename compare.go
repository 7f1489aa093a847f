package uri

import (
	"fmt"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/reference"
)

// A Key is the text of a URI in normal form, for maps and sets of URIs. Two URIs have the same Key if and only if they
// are Equal. Like the URI, it can contain a password. To look up a Key without allocation, let AppendNormalized write
// the normal form to a buffer, and use Key(buffer) as the index.
//
// The Key of a URI in normal form shares the text of the URI, and keeps the same memory in use. If the URI is a part of
// a large text, store the Key of its [URI.Clone].
type Key string

// Format prints the key for package fmt, as [URI.Format] prints a URI. For %s, %q, %x and %X it prints the exact key,
// with its password. For all other verbs it hides the password, as [URI.Redacted] does, or prints just "xxxxx" if the
// Key is neither a URI-reference nor one with characters outside ASCII, as the Key of an IRI is. It implements
// [fmt.Formatter].
func (k Key) Format(f fmt.State, verb rune) {
	if isDataVerb(verb) {
		formatText(f, verb, string(k))
		return
	}
	var (
		buf [256]byte
		r   fsm.Ranges
	)
	if _, ok := fsm.Scan(reference.InASCII(buf[:0], string(k)), &r); !ok {
		formatText(f, verb, redact.Hidden)
		return
	}
	formatText(f, verb, pack(string(k), &r).Redacted())
}

// Key returns the normal form of u as a key. It allocates only if u is not in normal form.
func (n Normalizer) Key(u URI) Key { return Key(n.Normalized(u).s) }

// Equal reports whether u and v are equivalent, that is, whether their normal forms by all steps are the same, byte for
// byte (RFC 3986, section 6.1). The fragment counts as well. Equivalent URIs identify the same resource; other URIs may
// also do so. For relative references with encoded dots, see [StepDots]. To compare URIs by other steps, compare the
// results of [Normalizer.Key]. It allocates only for URIs of more than 1 KiB.
func (u URI) Equal(v URI) bool { return u.s == v.s || allSteps.Equal(u.s, u.at(), v.s, v.at()) }

// Compare compares the normal forms of u and v, by all steps, byte for byte. It returns -1, 0 or +1, like
// [strings.Compare]. The result is 0 if and only if Equal reports true. It allocates as Equal does.
func (u URI) Compare(v URI) int { return allSteps.Compare(u.s, u.at(), v.s, v.at()) }

// Key returns the normal form of u, by all steps, for maps and sets: see [Normalizer.Key].
func (u URI) Key() Key { return normalizer.Key(u) }
