package iri

import "github.com/urispan/uri"

// LastSegment returns the text of the ipath after its last "/", as written: see [uri.URI.LastSegment].
func (i IRI) LastSegment() string { return i.u.LastSegment() }

// Ext returns the file name extension of the last segment, as written: see [uri.URI.Ext].
func (i IRI) Ext() string { return i.u.Ext() }

// Parent returns i without the last segment of its ipath, and without iquery and ifragment: see [uri.URI.Parent].
func (i IRI) Parent() (parent IRI, ok bool) {
	u, ok := i.u.Parent()
	return IRI{u}, ok
}

// Child returns i with a segment added to its ipath, and without iquery and ifragment: see [uri.URI.Child]. Characters
// outside ASCII are written as by [EncodeText]. It also allocates the segment if it encodes it.
func (i IRI) Child(segment string) (IRI, error) {
	u, err := inside.Child(i.u, encodedSegment(segment))
	return IRI{u}, err
}

// Sibling returns i with the last segment of its ipath replaced, and without iquery and ifragment: see
// [uri.URI.Sibling]. The segment is written as by [IRI.Child].
func (i IRI) Sibling(segment string) (IRI, error) {
	u, err := inside.Sibling(i.u, encodedSegment(segment))
	return IRI{u}, err
}

func encodedSegment(text string) string {
	return withCharacters(uri.EncodeText(uri.PlaceSegment, text), false)
}
