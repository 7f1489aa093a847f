package uri

import (
	"hash/maphash"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/door"
	"github.com/urispan/uri/tables"
)

// This file is for other packages of this module. Most of it is for package iri, in which a URI is what an IRI consists
// of: a text that matches the grammar of RFC 3987, with its ranges. Such a URI never leaves package iri. Most of this
// package does not know of it, since only what reads text, and what tells errors, depends on the grammar.

// A grammar is that of RFC 3986 or of RFC 3987: what to add to an fsm.Production in an Error.
type grammar fsm.Production

const (
	ofURIs grammar = 0
	ofIRIs         = grammar(askedIRI)
)

// scan is fsm.Scan for a grammar.
func scan[T string | []byte](g grammar, s T, r *fsm.Ranges) (n int, ok bool) {
	if g == ofIRIs {
		return fsm.ScanIRI(s, r)
	}
	return fsm.Scan(s, r)
}

// asked returns the field more of an Error for a production of the grammar.
func (g grammar) asked(p fsm.Production) uint32 { return (uint32(g) + uint32(p)) << askedShift }

// textLen returns the length of the character outside ASCII that text begins with, if that can stand in c; otherwise 0.
func (g grammar) textLen(c Component, text string) int {
	if g == ofURIs || c == ComponentScheme || c == ComponentPort {
		return 0
	}
	r, size := utf8.DecodeRuneInString(text) // what is no UTF-8 gives U+FFFD, which can stand nowhere
	if tables.IsUcschar(r) || c == ComponentQuery && tables.IsIprivate(r) {
		return size
	}
	return 0
}

// spell makes the byte that e holds, of what is none of the grammar and begins with s, the character that it begins.
func (g grammar) spell(e *Error, s string) {
	if g == ofURIs || s == "" || s[0] < utf8.RuneSelf {
		return
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case size == 1:
		e.Reason = ReasonBadUTF8
	case e.char() != 0:
		e.more += uint32(r) - uint32(s[0])
	}
}

// Inside is for the other packages of this module, which alone can name a Key.
func Inside(door.Key) doorway { return doorway{} }

// A doorway has what is behind it as methods, lest each show among the functions of this package.
type doorway struct{}

// Parts returns where the text and the ranges of u lie, for those to set or read who know what they do.
func (doorway) Parts(u *URI) (s *string, r *fsm.Ranges) { return &u.s, &u.r }

// Error returns why u, of which n is what fsm.ScanIRIAs returned, is no IRI.
func (doorway) Error(p fsm.Production, n int, u *URI) Error {
	e := explain(askedIRI+p, u.s, n, &u.r)
	if e.Reason == ReasonIllegalByte {
		ofIRIs.spell(&e, u.s[n:])
	}
	return e
}

// BaseError returns err, of a function about a base, in the words of RFC 3987. It may change it.
func (doorway) BaseError(err error) error {
	if e, ok := err.(*Error); ok && e.asked() < askedPart {
		e.more += ofIRIs.asked(0)
	}
	return err
}

// Those that follow take pointers, since a URI in a value of package iri would be copied once more otherwise.

// Equal is [Normalizer.Equal].
func (doorway) Equal(n *Normalizer, u, v *URI) bool { return n.equal(u, v) }

// Compare is [Normalizer.Compare].
func (doorway) Compare(n *Normalizer, u, v *URI) int { return n.compare(u, v) }

// Hash is [Normalizer.Hash].
func (doorway) Hash(n *Normalizer, seed maphash.Seed, u *URI) uint64 { return n.hash(seed, u) }

// IsNormalized is [Normalizer.IsNormalized].
func (doorway) IsNormalized(n *Normalizer, u *URI) bool { return n.isNormal(u) }

// AppendNormalized is [Normalizer.AppendNormalized].
func (doorway) AppendNormalized(n *Normalizer, dst []byte, u *URI) []byte { return n.append(dst, u) }

// AppendResolve is [Base.AppendResolve].
func (doorway) AppendResolve(b *Base, dst []byte, ref *URI) (_ []byte, r Ranges, err error) {
	if dst, err = b.appendTarget(dst, ref.s, &ref.r, &r.r); err != nil {
		r = Ranges{}
	}
	return dst, r, err
}

// AppendResolveString is [Base.AppendResolveString] for IRI-references.
func (d doorway) AppendResolveString(b *Base, dst []byte, ref string) (_ []byte, r Ranges, err error) {
	n, ok := fsm.Scan(ref, &r.r)
	if !ok {
		n, ok = fsm.ResumeIRI(ref, n, &r.r)
	}
	if ok {
		dst, err = b.appendTarget(dst, ref, &r.r, &r.r)
	} else {
		e := d.Error(fsm.URIReference, n, &URI{ref, r.r})
		err = &e
	}
	if err != nil {
		r = Ranges{}
	}
	return dst, r, err
}

// Relative returns the text of [Base.Relativize].
func (doorway) Relative(b *Base, target URI) (string, error) { return b.relative(&target) }

// RelativeOnce returns the text of [URI.Relativize].
func (doorway) RelativeOnce(base, target URI) (string, error) { return base.relative(&target) }

// With is one of the With methods of u.
func (doorway) With(u URI, c Component, raw string) (URI, error) { return u.with(ofIRIs, c, raw) }

// Without is [URI.Without].
func (doorway) Without(u URI, c Component) (URI, error) { return u.without(ofIRIs, c) }

// Elements is [Elements.URI].
func (doorway) Elements(e Elements) (URI, error) { return e.build(ofIRIs) }

// Load makes b the Builder of u.
func (doorway) Load(b *Builder, u URI) { b.load(u) }

// Build is [Builder.URI].
func (doorway) Build(b *Builder) (URI, error) {
	b.grammar = ofIRIs
	return b.URI()
}

// AppendText is [Builder.AppendText].
func (doorway) AppendText(b *Builder, dst []byte) ([]byte, error) {
	b.grammar = ofIRIs
	return b.AppendText(dst)
}

// Rewrite makes the text of c in b what f makes of it. Of the beginning of a text, f makes the beginning of what it
// makes of all.
func (doorway) Rewrite(b *Builder, c Component, f func(raw string) string) {
	s := &b.settings[c]
	if s.refused != nil {
		s.refused.Offset = len(f(s.raw[:s.refused.Offset]))
	}
	s.raw = f(s.raw)
}
