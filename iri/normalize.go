package iri

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/ucd"
	"github.com/urispan/uri/tables"
)

// A Normalizer normalizes IRIs by a choice of steps (RFC 3987, section 5.3): the steps of a [uri.Normalizer] and one
// more. The zero Normalizer changes nothing (section 5.3.1). A Normalizer is safe for concurrent use if its function
// DefaultPort is.
//
// Only ASCII letters are folded to lower case (section 5.3.2.1), in every host, because the URI of the IRI has an ASCII
// host. Only percent-encoded unreserved ASCII characters are decoded (section 5.3.2.3). So "%C3%A9" and the letter that
// it encodes are different, and so are A-labels and U-labels (section 5.3.3). To compare the URIs of IRIs, compare the
// results of [IRI.URI].
type Normalizer struct {
	uri.Normalizer

	// NFC also puts the text into Unicode's normalization form C (section 5.3.2.2), by [UnicodeVersion]. Delimiters and
	// percent-encodings do not change, and no character becomes a delimiter: a combining character after a delimiter is
	// not combined with it, and a run of text that would get a reserved or illegal ASCII character, such as ";" for
	// U+037E, does not change. Neither does a text that would become too long to be parsed.
	//
	// AllSteps does not include it, because other software may compare the same IRI byte for byte.
	NFC bool
}

// UnicodeVersion is the version of Unicode that the field NFC of a [Normalizer] stands for. It is also the version of
// the characters that an IRI shows decoded, and of package idna, which maps hosts.
const UnicodeVersion = ucd.UnicodeVersion

var normalizer = Normalizer{Normalizer: uri.Normalizer{Steps: uri.AllSteps}}

// AppendNormalizedBytes appends the normal form of the IRI-reference text to dst: it combines [Parse] and
// [Normalizer.Normalized], without a copy of text. See [uri.Normalizer.AppendNormalizedBytes]. On error it returns dst.
// With NFC it allocates unless text is in US-ASCII.
func (n Normalizer) AppendNormalizedBytes(dst, text []byte) ([]byte, fsm.Ranges, error) {
	n.DefaultPort = reference.PortOfCopies(n.DefaultPort)
	i, err := Parse(octet.TextFor(dst, text))
	if err != nil {
		return dst, fsm.Ranges{}, err
	}
	if n.NFC {
		i = n.composed(i)
	}
	r := i.u.Ranges()
	core := reference.Normalizer{
		Steps: reference.Steps(n.Steps), DefaultPort: n.DefaultPort, HierarchicalBases: n.HierarchicalBases,
		Query: (*reference.QueryRules)(n.Query),
	}
	return core.AppendRanges(dst, i.u.String(), &r), r, nil
}

// Normalized returns the normal form of i. If i is in normal form, it returns i itself. Otherwise it allocates the new
// text.
func (n Normalizer) Normalized(i IRI) IRI {
	if n.NFC {
		i = n.composed(i)
	}
	return n.stepped(i)
}

// Key returns the normal form of i, for maps and sets.
func (n Normalizer) Key(i IRI) uri.Key { return uri.Key(n.Normalized(i).String()) }

// composed returns i in NFC. It applies the steps first, because characters that they decode can be combined. Callers
// apply the steps to the result again, because a letter that NFC produces, such as K from the Kelvin sign, can have a
// case.
func (n *Normalizer) composed(i IRI) IRI {
	if octet.IsASCII(i.String()) {
		return i
	}
	i = n.stepped(i)
	s := compose(i.String())
	if s == i.String() {
		return i
	}
	composed, err := Parse(s)
	if err != nil { // too long, by then
		return i
	}
	return composed
}

// stepped returns i normalized by the steps, without NFC.
func (n *Normalizer) stepped(i IRI) IRI { return IRI{n.Normalizer.Normalized(i.u)} }

// Normalized returns the normal form of i, by all steps, without NFC: see [Normalizer.Normalized].
func (i IRI) Normalized() IRI { return normalizer.Normalized(i) }

// Equal reports whether i and j are equivalent, that is, whether their normal forms by all steps, without NFC, are the
// same, byte for byte (RFC 3987, section 5.1): see [uri.URI.Equal].
func (i IRI) Equal(j IRI) bool { return i.u.Equal(j.u) }

// Key returns the normal form of i as a key, by all steps, without NFC: see [Normalizer.Key].
func (i IRI) Key() uri.Key { return normalizer.Key(i) }

// compose puts each run of s between delimiters and percent-encodings into NFC, unless that would produce a delimiter.
func compose(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		n := runLen(s)
		text := ucd.Compose(s[:n])
		if runLen(text) < len(text) {
			text = s[:n]
		}
		end := n + delimiterLen(s[n:])
		b.WriteString(text)
		b.WriteString(s[n:end])
		s = s[end:]
	}
	return b.String()
}

// runLen returns the length of the longest prefix of s that has only unreserved characters, ASCII or not.
func runLen(s string) (n int) {
	for n < len(s) && (s[n] >= utf8.RuneSelf || tables.Is(s[n], tables.Unreserved)) {
		n++
	}
	return n
}

// delimiterLen returns the length of the delimiter or percent-encoding at the start of s, or 0 if s is empty.
func delimiterLen(s string) int {
	switch {
	case s == "":
		return 0
	case s[0] == '%':
		return len("%XX")
	}
	return 1
}
