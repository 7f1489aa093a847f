package uri

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/normal"
	"github.com/urispan/uri/internal/octet"
)

// IsNormalized reports whether u is in normal form, that is, whether AppendNormalized would append its text. For most
// URIs of the web a quick check decides. For the others it writes the normal form, which allocates if it is longer than
// 1 KiB.
func (n Normalizer) IsNormalized(u URI) bool { return n.isNormal(&u) }

// AppendNormalized appends the normal form of u to dst and returns the extended slice. If dst has room for the result,
// it allocates only for texts of more than 1 KiB.
func (n Normalizer) AppendNormalized(dst []byte, u URI) []byte { return n.append(dst, &u) }

// AppendNormalizedString combines [Parse] and AppendNormalized. It takes less time than the two: for most URIs of the
// web, one pass proves that they are valid and in normal form. On error it returns dst as it was.
func (n Normalizer) AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	if size := len(dst); normal.Copy(dst[size:cap(dst)], s) {
		return dst[:size+len(s)], nil
	}
	var r fsm.Ranges
	if k, ok := fsm.Scan(s, &r); !ok {
		return dst, newError(askedReference, s, k)
	}
	return n.appendForm(dst, s, &r), nil
}

// AppendNormalizedRanges is [Normalizer.AppendNormalized] for programs that read components of the normal form. It also
// returns the ranges of its components, as [Parse] would return them: offset 0 is the first byte appended.
func (n Normalizer) AppendNormalizedRanges(dst []byte, u URI) ([]byte, Ranges) {
	r := u.Ranges()
	return n.appendRanges(dst, u.s, &r.r), r
}

// AppendNormalizedBytes combines [Parse] and AppendNormalizedRanges for a []byte, such as a line of a log, without a
// copy. The results do not share memory with text. On error it returns dst as it was.
//
// It allocates as AppendNormalized does. If text overlaps the capacity of dst after its length, text is copied
// first. If n.DefaultPort is
// not nil, each scheme that it gets is allocated.
func (n Normalizer) AppendNormalizedBytes(dst, text []byte) (_ []byte, r Ranges, err error) {
	s := octet.TextFor(dst, text)
	if k, ok := fsm.Scan(s, &r.r); !ok {
		err = newError(askedReference, s, k)
		return dst, Ranges{}, err
	}
	n = n.ofBytes()
	return n.appendRanges(dst, s, &r.r), r, nil
}

// ofBytes returns n for a text that may change later, so that DefaultPort cannot keep a part of it.
func (n Normalizer) ofBytes() Normalizer {
	if f := n.DefaultPort; f != nil {
		n.DefaultPort = func(scheme string) (uint16, bool) { return f(strings.Clone(scheme)) }
	}
	return n
}

// Normalized returns the normal form of u as a URI. If u is in normal form, it returns u itself. Otherwise it allocates
// the new text. For a text of more than 1 KiB it also allocates a buffer.
func (n Normalizer) Normalized(u URI) URI {
	if u.isKnownNormal() {
		return u
	}
	return n.normalized(u)
}

// normalized is Normalized without the quick check.
func (n *Normalizer) normalized(u URI) URI {
	var r fsm.Ranges
	u.ranges(&r)
	var buf buffer
	form := n.form(&buf, u.s, &r)
	if form == u.s {
		return u
	}
	return known(strings.Clone(form))
}

// Needs returns the steps of n that change u. It is 0 if and only if u is in normal form, and a Normalizer with these
// steps instead of n.Steps has the same normal form of u.
//
// A step can change what other steps leave: "%41" in a host needs StepPercent, and the "A" that it becomes needs
// StepHostCase. So Needs takes the steps in this order: StepPercent, StepSchemeCase, StepHostCase, StepPercentCase,
// StepAddress, StepDots, StepScheme. It returns those that change the result of the steps before. If u is not in normal
// form, it takes the time of about ten calls of AppendNormalized. It allocates only if u is longer than 1 KiB.
func (n Normalizer) Needs(u URI) (needed Steps) {
	if n.isNormal(&u) {
		return 0
	}
	var r fsm.Ranges
	u.ranges(&r)
	var one, other buffer
	buf, next := &one, &other
	before, steps := u.s, n.Steps
	n.Steps = 0
	for _, step := range stepOrder {
		if steps&step == 0 {
			continue
		}
		n.Steps |= step
		after := n.form(buf, u.s, &r)
		if after != before {
			needed |= step
		}
		before, buf, next = after, next, buf
	}
	return needed
}

// IsNormalized is [Normalizer.IsNormalized] with all steps: it reports whether u is in normal form.
func (u URI) IsNormalized() bool { return normalizer.isNormal(&u) }

// AppendNormalized is [Normalizer.AppendNormalized] with all steps: it appends the normal form of u to dst.
func (u URI) AppendNormalized(dst []byte) []byte { return normalizer.append(dst, &u) }

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

// isKnownNormal is a quick check. If it returns true, u is in normal form, whatever the steps.
func (u *URI) isKnownNormal() bool {
	var r fsm.Ranges
	u.ranges(&r)
	return normal.Is(u.s, &r)
}

func (n *Normalizer) isNormal(u *URI) bool { return u.isKnownNormal() || n.isUnchanged(u) }

// isUnchanged is isNormal without the quick check.
func (n *Normalizer) isUnchanged(u *URI) bool {
	var r fsm.Ranges
	u.ranges(&r)
	var buf buffer
	return n.form(&buf, u.s, &r) == u.s
}

func (n *Normalizer) append(dst []byte, u *URI) []byte {
	var r fsm.Ranges
	u.ranges(&r)
	if normal.Is(u.s, &r) {
		return append(dst, u.s...)
	}
	return n.appendForm(dst, u.s, &r)
}

// appendRanges appends the normal form of s. r holds the ranges of s, and becomes those of the normal form.
func (n *Normalizer) appendRanges(dst []byte, s string, r *fsm.Ranges) []byte {
	if normal.Is(s, r) {
		return append(dst, s...)
	}
	begin := len(dst)
	dst = n.appendForm(dst, s, r)
	if text := octet.Text(dst[begin:]); text != s {
		scanKnown(text, r) // the normal form is valid
	}
	return dst
}
