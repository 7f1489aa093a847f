package uri

import (
	"fmt"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
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
	var r fsm.Ranges
	if _, ok := fsm.Scan(inASCII(string(k)), &r); !ok {
		formatText(f, verb, redact.Hidden)
		return
	}
	formatText(f, verb, pack(string(k), &r).Redacted())
}

// inASCII returns s with "~" in place of each byte outside ASCII. Both are allowed in the same components: those that
// have unreserved characters. So the result has the components of s, at the same offsets.
func inASCII(s string) string {
	if octet.IsASCII(s) {
		return s
	}
	text := []byte(s)
	for i, c := range text {
		if c >= utf8.RuneSelf {
			text[i] = '~'
		}
	}
	return string(text)
}

// Equal reports whether u and v are equivalent, that is, whether their normal forms are the same, byte for byte (RFC
// 3986, section 6.1). The fragment counts as well. Equivalent URIs identify the same resource; other URIs may also do
// so. For relative references with encoded dots, see [StepDots]. It allocates only for texts of more than 1 KiB.
func (n Normalizer) Equal(u, v URI) bool {
	return u.s == v.s || n.core().Equal(u.s, u.at(), v.s, v.at())
}

// Compare compares the normal forms of u and v, byte for byte. It returns -1, 0 or +1, like [strings.Compare]. The
// result is 0 if and only if Equal reports true. It allocates as Equal does.
func (n Normalizer) Compare(u, v URI) int { return n.core().Compare(u.s, u.at(), v.s, v.at()) }

// Key returns the normal form of u as a key. It allocates only if u is not in normal form.
func (n Normalizer) Key(u URI) Key { return Key(n.Normalized(u).s) }

// Equal reports whether u and v are equivalent, by all steps: see [Normalizer.Equal].
func (u URI) Equal(v URI) bool { return normalizer.Equal(u, v) }

// Compare compares the normal forms of u and v, by all steps: see [Normalizer.Compare].
func (u URI) Compare(v URI) int { return normalizer.Compare(u, v) }

// Key returns the normal form of u, by all steps, for maps and sets: see [Normalizer.Key].
func (u URI) Key() Key { return normalizer.Key(u) }

// StableHash1 returns the XXH64, with the seed 0, of the normal form of u by [StepCase], [StepPercent], [StepDots],
// [StepScheme] and [StepAddress]. The hash is the same in every process, on every architecture and in every version of
// this package, even if AllSteps gets another step or [DefaultPort] another scheme. So it can be stored, and can choose
// the shard for a URI. The number in the name is the version of the hash and of the normal form. Other programs compute
// it as
//
//	printf %s "$NORMAL_FORM" | xxhsum -H1
//
// 64 bits do not identify a URI: among n URIs there are two with the same hash with a probability of about n^2 / 2^65,
// which is 1 in 37 for a billion. Anyone can also choose URIs that collide. Compare the Keys of URIs with equal hashes,
// or use package fingerprint, which takes about five times as long. For a hash that is not stored, use [maphash.String]
// of the [Key]: its seed protects against such URIs.
//
// It allocates only if u is longer than 1 KiB and not in normal form.
func (u URI) StableHash1() uint64 { return version1.core().StableHash1(u.s, u.at()) }

var version1 = Normalizer{Steps: Steps(reference.Steps1)}
