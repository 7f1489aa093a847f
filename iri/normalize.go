package iri

import (
	"hash/maphash"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/tables"
)

// A Normalizer normalizes and compares IRIs by the steps of its choice (RFC 3987, section 5.3), which are those of a
// [uri.Normalizer] and one more. The zero Normalizer changes nothing, and compares texts (section 5.3.1). A Normalizer
// is safe for concurrent use if its function is.
//
// Of the letters, only those of ASCII have a case that counts (section 5.3.2.1): these are folded in every host, since
// it maps to a host of ASCII. Of percent-encodings, only those of unreserved characters of ASCII are decoded (section
// 5.3.2.3): "%C3%A9" and the letter that it stands for are different, and so are A-labels and U-labels (section 5.3.3).
// To compare as the URIs compare that IRIs are mapped to, compare what [IRI.URI] returns.
type Normalizer struct {
	uri.Normalizer

	// NFC is whether the text is put into Unicode's normalization form C, too (section 5.3.2.2), by the version of
	// Unicode that golang.org/x/text has, which is that of package unicode. No delimiter is touched, and no character
	// becomes one: a combining character behind a delimiter is not combined with it, and a run of text that would get a
	// reserved or illegal character of ASCII, such as ";" for U+037E, stays as it is. What is percent-encoded stays as
	// it is, too, and so does a text that would become too long to be parsed.
	//
	// It is never done unless asked for: other software may compare the same IRI byte for byte.
	NFC bool
}

var normalizer = Normalizer{Normalizer: uri.Normalizer{Steps: uri.AllSteps}}

// AppendNormalized appends the normal form of i to dst and returns the extended slice: see
// [uri.Normalizer.AppendNormalized]. With NFC it allocates unless i is of ASCII.
func (n Normalizer) AppendNormalized(dst []byte, i IRI) []byte {
	if n.NFC {
		i = n.composed(i)
	}
	return inside.AppendNormalized(&n.Normalizer, dst, &i.u)
}

// AppendNormalizedString is [Parse] and AppendNormalized in one. On error it returns dst as it was.
func (n Normalizer) AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	if size := len(dst); glance.CopyNormal(dst[size:cap(dst)], s) {
		return dst[:size+len(s)], nil
	}
	i, err := Parse(s)
	if err != nil {
		return dst, err
	}
	return n.AppendNormalized(dst, i), nil
}

// IsNormalized reports whether i is in normal form. Without NFC, nothing is allocated.
func (n Normalizer) IsNormalized(i IRI) bool {
	return inside.IsNormalized(&n.Normalizer, &i.u) && (!n.NFC || n.composed(i) == i)
}

// Normalized returns the normal form of i, which is i itself if it is in normal form. Otherwise it allocates a new
// text.
func (n Normalizer) Normalized(i IRI) IRI {
	if n.NFC {
		i = n.composed(i)
	}
	return n.stepped(i)
}

// Equal reports whether i and j are equivalent: whether their normal forms are the same, byte for byte (RFC 3987,
// section 5.1). Without NFC, nothing is allocated.
func (n Normalizer) Equal(i, j IRI) bool {
	if n.NFC {
		i, j = n.composed(i), n.composed(j)
	}
	return inside.Equal(&n.Normalizer, &i.u, &j.u)
}

// Compare compares the normal forms of i and j, byte for byte, and returns -1, 0 or +1. Without NFC, nothing is
// allocated.
func (n Normalizer) Compare(i, j IRI) int {
	if n.NFC {
		i, j = n.composed(i), n.composed(j)
	}
	return inside.Compare(&n.Normalizer, &i.u, &j.u)
}

// Hash returns a hash of the normal form of i: it is the same for Equal IRIs, given the same seed, which
// [maphash.MakeSeed] has made. Without NFC, nothing is allocated.
func (n Normalizer) Hash(seed maphash.Seed, i IRI) uint64 {
	if n.NFC {
		i = n.composed(i)
	}
	return inside.Hash(&n.Normalizer, seed, &i.u)
}

// Key returns the normal form of i, for maps and sets.
func (n Normalizer) Key(i IRI) uri.Key { return uri.Key(n.Normalized(i).String()) }

// composed returns i in NFC. The steps come first, since what they decode can be combined, and
// for the callers again, since a letter that comes of it, such as K of the Kelvin sign, can have a case.
func (n *Normalizer) composed(i IRI) IRI {
	if isASCII(i.String()) {
		return i
	}
	i = n.stepped(i)
	s := compose(i.String())
	if s == i.String() {
		return i
	}
	composed, _, ok := TryParse(s)
	if !ok { // too long, by then
		return i
	}
	return composed
}

// stepped returns i normalized but for NFC.
func (n *Normalizer) stepped(i IRI) IRI {
	if inside.IsNormalized(&n.Normalizer, &i.u) {
		return i
	}
	var room [256]byte
	return MustParse(string(inside.AppendNormalized(&n.Normalizer, room[:0], &i.u)))
}

// IsNormalized is [Normalizer.IsNormalized] with all steps, but for NFC.
func (i IRI) IsNormalized() bool { return inside.IsNormalized(&normalizer.Normalizer, &i.u) }

// AppendNormalized is [Normalizer.AppendNormalized] with all steps, but for NFC.
func (i IRI) AppendNormalized(dst []byte) []byte {
	return inside.AppendNormalized(&normalizer.Normalizer, dst, &i.u)
}

// AppendNormalizedString is [Normalizer.AppendNormalizedString] with all steps, but for NFC.
func AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	return normalizer.AppendNormalizedString(dst, s)
}

// Normalized is [Normalizer.Normalized] with all steps, but for NFC.
func (i IRI) Normalized() IRI { return normalizer.Normalized(i) }

// Equal is [Normalizer.Equal] with all steps, but for NFC. Nothing is allocated.
func (i IRI) Equal(j IRI) bool { return inside.Equal(&normalizer.Normalizer, &i.u, &j.u) }

// Compare is [Normalizer.Compare] with all steps, but for NFC. Nothing is allocated.
func (i IRI) Compare(j IRI) int { return inside.Compare(&normalizer.Normalizer, &i.u, &j.u) }

// Hash is [Normalizer.Hash] with all steps, but for NFC. Nothing is allocated.
func (i IRI) Hash(seed maphash.Seed) uint64 {
	return inside.Hash(&normalizer.Normalizer, seed, &i.u)
}

// Key is [Normalizer.Key] with all steps, but for NFC.
func (i IRI) Key() uri.Key { return normalizer.Key(i) }

// compose puts each run of characters of s that no delimiter and no percent-encoding divides into NFC, if it gets no
// delimiter by that.
func compose(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		n := runLen(s)
		text := nfc(s[:n])
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

// runLen returns the length of what s begins with of unreserved characters, of ASCII or not.
func runLen(s string) (n int) {
	for n < len(s) && (s[n] >= utf8.RuneSelf || tables.Is(s[n], tables.Unreserved)) {
		n++
	}
	return n
}

// delimiterLen returns the length of the delimiter or percent-encoding that s, unless it is empty, begins with.
func delimiterLen(s string) int {
	switch {
	case s == "":
		return 0
	case s[0] == '%':
		return len("%XX")
	}
	return 1
}

func isASCII(s string) bool {
	for n := range len(s) {
		if s[n] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
