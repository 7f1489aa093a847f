package uri

import (
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/octet"
)

// This file normalizes. Nearly all URIs are already in normal form, and a glance at the text shows it. Those with one
// of the most frequent other forms are written in one piece (writer.go), and the rest by a reader (reader.go).

// IsNormalized reports whether u is in normal form, that is, whether AppendNormalized would append its text as it is.
// Nothing is allocated, and nearly all texts are read only once.
func (n Normalizer) IsNormalized(u URI) bool { return n.isNormal(&u) }

// AppendNormalized appends the normal form of u to dst and returns the extended slice. If dst has room for the result,
// it allocates nothing.
func (n Normalizer) AppendNormalized(dst []byte, u URI) []byte { return n.append(dst, &u) }

// AppendNormalizedString combines [Parse] and AppendNormalized. It takes less time than the two: for most URIs of the
// web, one pass proves that they are valid and in normal form. On error it returns dst as it was.
func (n Normalizer) AppendNormalizedString(dst []byte, s string) ([]byte, error) {
	if size := len(dst); glance.CopyNormal(dst[size:cap(dst)], s) {
		return dst[:size+len(s)], nil
	}
	u, err := Parse(s)
	if err != nil {
		return dst, err
	}
	return n.append(dst, &u), nil
}

// AppendNormalizedRanges is [Normalizer.AppendNormalized] for programs that read components of the normal form. It also
// returns the ranges of its components, as [Parse] would return them: offset 0 is the first byte appended.
func (n Normalizer) AppendNormalizedRanges(dst []byte, u URI) ([]byte, Ranges) {
	r := u.Ranges()
	dst, ok := glance.AppendNormal(dst, u.s, &r.r)
	if !ok {
		dst = n.appendInspectedRanges(dst, &u, &r)
	}
	return dst, r
}

// AppendNormalizedBytes combines [Parse] and AppendNormalizedRanges for a []byte, such as a line of a log, without a
// copy. The results do not share memory with text. On error it returns dst as it was.
//
// If dst has room for the result, nothing is allocated, unless text overlaps that room: then text is copied first. If
// n.DefaultPort is not nil, each scheme that it gets is allocated.
func (n Normalizer) AppendNormalizedBytes(dst, text []byte) (_ []byte, r Ranges, err error) {
	s := octet.TextFor(dst, text)
	if k, ok := fsm.Scan(s, &r.r); !ok {
		err = newError(askedReference, s, k)
		return dst, Ranges{}, err
	}
	out, ok := glance.AppendNormal(dst, s, &r.r)
	if !ok {
		n = n.ofBytes()
		u := pack(s, &r.r)
		out = n.appendInspectedRanges(dst, &u, &r)
	}
	return out, r, nil
}

// ofBytes returns n for a text that may change later, so that DefaultPort cannot keep a part of it.
func (n Normalizer) ofBytes() Normalizer {
	if f := n.DefaultPort; f != nil {
		n.DefaultPort = func(scheme string) (uint16, bool) { return f(strings.Clone(scheme)) }
	}
	return n
}

// Normalized returns the normal form of u as a URI. If u is in normal form, it returns u itself and allocates nothing.
// Otherwise it allocates the new text, and a buffer of the same size if the new text is longer than 256 bytes.
func (n Normalizer) Normalized(u URI) URI {
	if n.isNormal(&u) {
		return u
	}
	var room [blockLen]byte
	return known(string(n.append(room[:0], &u)))
}

// Needs returns the steps of n that change u. It is 0 if and only if u is in normal form, and a Normalizer with these
// steps instead of n.Steps has the same normal form of u.
//
// A step can change what other steps leave: "%41" in a host needs StepPercent, and the "A" that it becomes needs
// StepHostCase. So Needs takes the steps in this order: StepPercent, StepSchemeCase, StepHostCase, StepPercentCase,
// StepAddress, StepDots, StepScheme. It returns those that change the result of the steps before. Nothing is allocated.
// If u is not in normal form, the time is that of about ten calls of AppendNormalized.
func (n Normalizer) Needs(u URI) (needed Steps) {
	traits, normal := u.look()
	if normal || n.isNormalFormOf(&u, traits, u.s) {
		return 0
	}
	before, after := n, n
	before.Steps, after.Steps = 0, 0
	for _, step := range stepOrder {
		if n.Steps&step == 0 {
			continue
		}
		after.Steps |= step
		var x, y reader
		x.init(&before, &u, traits)
		if y.init(&after, &u, traits); !readsSame(&x, &y) {
			needed |= step
		}
		before = after
	}
	return needed
}

// IsNormalized is [Normalizer.IsNormalized] with all steps: it reports whether u is in normal form. Nothing is
// allocated.
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

// look is [glance.Look] for u.
func (u *URI) look() (traits glance.Traits, normal bool) {
	if u.path >= far<<16 {
		return u.lookFar()
	}
	return glance.Look(u.s, u.authority, u.schemeEnd(), uint32(uint16(u.offsets)), uint32(u.offsets>>48),
		uint32(uint16(u.path)), u.path>>16)
}

// lookFar is look for a URI whose path ends far.
func (u *URI) lookFar() (traits glance.Traits, normal bool) {
	var r fsm.Ranges
	u.ranges(&r)
	return lookAt(u.s, &r)
}

// lookAt is [glance.Look] for the URI with the text s and the ranges r.
func lookAt(s string, r *fsm.Ranges) (traits glance.Traits, normal bool) {
	o := offsetsOf(r)
	return glance.Look(s, o.Authority != 0, o.SchemeEnd, o.Host, o.HostEnd, o.Path, o.PathEnd)
}

func (n *Normalizer) isNormal(u *URI) bool {
	traits, normal := u.look()
	return normal || n.isNormalFormOf(u, traits, u.s)
}

// isNormalFormOf reports whether text is the normal form of u, which has the given traits.
func (n *Normalizer) isNormalFormOf(u *URI, traits glance.Traits, text string) bool {
	var room [shortLen]byte
	if normal, ok := n.short(&room, u, traits); ok {
		return normal == text
	}
	var x reader
	if !x.init(n, u, traits) {
		return u.s == text
	}
	return x.isText(text)
}

func (n *Normalizer) append(dst []byte, u *URI) []byte {
	if !u.authority { // AppendNormal would give up
		return n.appendInspected(dst, u)
	}
	var r fsm.Ranges
	u.ranges(&r)
	dst, ok := glance.AppendNormal(dst, u.s, &r)
	if !ok {
		dst = n.appendInspected(dst, u)
	}
	return dst
}

// appendInspectedRanges is appendInspected, and sets r, the ranges of u, to those of the normal form.
func (n *Normalizer) appendInspectedRanges(dst []byte, u *URI, r *Ranges) []byte {
	begin := len(dst)
	dst = n.appendInspected(dst, u)
	if text := octet.Text(dst[begin:]); text != u.s {
		scanKnown(text, &r.r) // the normal form is valid
	}
	return dst
}

// appendInspected is append for a URI that may not be in normal form.
func (n *Normalizer) appendInspected(dst []byte, u *URI) []byte {
	traits, _ := u.look()
	var room [shortLen]byte
	if normal, ok := n.short(&room, u, traits); ok {
		return append(dst, normal...)
	}
	var x reader
	if !x.init(n, u, traits) {
		return append(dst, u.s...)
	}
	return x.appendTo(dst)
}

// appendTo appends the text that x reads. It is read twice, first to find its length, so that no byte is written after
// it.
func (x *reader) appendTo(dst []byte) []byte {
	counter := *x
	begin, size := len(dst), counter.count()
	dst = slices.Grow(dst, size)[:begin+size]
	x.fill(dst[begin:])
	return dst
}
