package uri

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// IsNormalized reports whether u is in normal form, that is, whether AppendNormalized would append its text. For most
// URIs of the web a quick check decides. For the others it writes the normal form, which allocates if it is longer than
// 1 KiB.
func (n Normalizer) IsNormalized(u URI) bool { return n.core().IsNormal(u.s, u.at()) }

// AppendNormalized appends the normal form of u to dst and returns the extended slice. If dst has room for the result,
// it allocates only for texts of more than 1 KiB.
func (n Normalizer) AppendNormalized(dst []byte, u URI) []byte {
	return n.core().Append(dst, u.s, u.at())
}

// AppendNormalizedString combines [Parse] and AppendNormalized. It takes less time than the two: for most URIs of the
// web, one pass proves that they are valid and in normal form. On error it returns dst as it was.
func (n Normalizer) AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	return n.core().AppendString(reference.URIs, dst, s)
}

// AppendNormalizedRanges is [Normalizer.AppendNormalized] for programs that read components of the normal form. It also
// returns the ranges of its components, as [Parse] would return them: offset 0 is the first byte appended.
func (n Normalizer) AppendNormalizedRanges(dst []byte, u URI) ([]byte, Ranges) {
	r := u.at()
	dst = n.core().AppendRanges(dst, u.s, r)
	return dst, Ranges(*r)
}

// AppendNormalizedBytes combines [Parse] and AppendNormalizedRanges for a []byte, such as a line of a log, without a
// copy. The results do not share memory with text. On error it returns dst as it was.
//
// It allocates as AppendNormalized does. If text overlaps the capacity of dst after its length, text is copied
// first. If n.DefaultPort is
// not nil, each scheme that it gets is allocated.
func (n Normalizer) AppendNormalizedBytes(dst, text []byte) ([]byte, Ranges, error) {
	var r fsm.Ranges
	s := octet.TextFor(dst, text)
	if k, ok := fsm.Scan(s, &r); !ok {
		return dst, Ranges{}, reference.NewError(reference.RuleReference, s, k)
	}
	c := n.core().OfBytes()
	dst = c.AppendRanges(dst, s, &r)
	return dst, Ranges(r), nil
}

// Normalized returns the normal form of u as a URI. If u is in normal form, it returns u itself. Otherwise it allocates
// the new text. For a text of more than 1 KiB it also allocates a buffer.
func (n Normalizer) Normalized(u URI) URI {
	s, r := n.core().Normalized(u.s, u.at())
	return pack(s, &r)
}

// Needs returns the steps of n that change u. It is 0 if and only if u is in normal form, and a Normalizer with these
// steps instead of n.Steps has the same normal form of u.
//
// A step can change what other steps leave: "%41" in a host needs StepPercent, and the "A" that it becomes needs
// StepHostCase. So Needs takes the steps in this order: StepPercent, StepSchemeCase, StepHostCase, StepPercentCase,
// StepAddress, StepDots, StepScheme. It returns those that change the result of the steps before. If u is not in normal
// form, it takes the time of about ten calls of AppendNormalized. It allocates only if u is longer than 1 KiB.
func (n Normalizer) Needs(u URI) Steps { return n.core().Needs(u.s, u.at()) }

// IsNormalized is [Normalizer.IsNormalized] with all steps: it reports whether u is in normal form.
func (u URI) IsNormalized() bool { return normalizer.IsNormalized(u) }

// AppendNormalized is [Normalizer.AppendNormalized] with all steps: it appends the normal form of u to dst.
func (u URI) AppendNormalized(dst []byte) []byte { return normalizer.AppendNormalized(dst, u) }

// AppendNormalizedString is [Normalizer.AppendNormalizedString] with all steps: it appends the normal form of s to dst.
func AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	return normalizer.AppendNormalizedString(dst, s)
}

// AppendNormalizedBytes is [Normalizer.AppendNormalizedBytes] with all steps: it appends the normal form of text to dst
// and returns the ranges of its components.
func AppendNormalizedBytes(dst, text []byte) ([]byte, Ranges, error) {
	return normalizer.AppendNormalizedBytes(dst, text)
}

// Normalized is [Normalizer.Normalized] with all steps: it returns the normal form of u.
func (u URI) Normalized() URI { return normalizer.Normalized(u) }
