package iri

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/reference"
)

// LastSegment returns the text of the ipath after its last "/": see [uri.URI.LastSegment].
func (i IRI) LastSegment() string { return i.u.LastSegment() }

// Parent returns i without the last segment of its ipath, and without iquery and ifragment: see [uri.URI.Parent].
func (i IRI) Parent() (parent IRI, ok bool) {
	u, ok := i.u.Parent()
	return IRI{u}, ok
}

// Child returns i with a segment added to its ipath, and without iquery and ifragment: see [uri.URI.Child]. Characters
// outside ASCII are written as by [Encode]. It also allocates the segment if it encodes it.
func (i IRI) Child(segment string) (IRI, error) {
	return result(reference.Child(&grammar, i.u.String(), i.at(), encodedSegment(segment), nil))
}

// Sibling returns i with the last segment of its ipath replaced, and without iquery and ifragment: see
// [uri.URI.Sibling]. The segment is written as by [IRI.Child].
func (i IRI) Sibling(segment string) (IRI, error) {
	return result(reference.Sibling(&grammar, i.u.String(), i.at(), encodedSegment(segment), nil))
}

// encodedSegment returns text as a segment without parameters.
func encodedSegment(text string) string {
	return withoutParams(Encode(uri.PlaceSegment, text))
}

// withoutParams encodes each ";" of an ipath, so that no segment has parameters.
func withoutParams(raw string) string { return strings.ReplaceAll(raw, ";", "%3B") }
