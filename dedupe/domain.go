package dedupe

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/registrable"
)

// Host returns the host of a URI or IRI in its original spelling, as a slice of text. It returns nil if the host is
// undefined, or if text is not an IRI-reference.
func Host(text []byte) []byte {
	var r fsm.Ranges
	if _, ok := fsm.ScanAs(fsm.IRIReference, text, &r); !ok {
		return nil
	}
	lo, hi, ok := r.Host()
	if !ok {
		return nil
	}
	return text[lo:hi:hi]
}

// Domain returns the registrable domain of the host of a URI or IRI, by the list of package suffix, as a slice of text.
// It returns the host itself if that is an IP address or a public suffix, and so has no registrable domain. It returns
// nil if the host is undefined.
//
// If the host has percent-encodings or characters outside ASCII, Domain looks up its A-labels, which package idna
// makes, but returns the labels in their original spelling. "bücher.example" and "xn--bcher-kva.example" are the same
// domain but give different results.
func Domain(text []byte) []byte {
	name := Host(text)
	if domain, _ := registrable.Parts(name); domain != nil {
		return domain
	}
	return name
}
