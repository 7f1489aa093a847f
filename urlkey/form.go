package urlkey

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// formOf returns the components of the normal form of version 1 of u. They are in buf if they fit there.
func formOf(buf *reference.Buffer, u uri.URI) reference.Parts {
	n, r := reference.Normalizer{Steps: reference.Steps1, Ports1: true}, u.Ranges()
	text := n.AppendRanges(buf[:0], u.String(), &r)
	return reference.PartsOf(octet.Text(text), &r)
}

// appendOrigin appends the scheme, the host and the port of f.
func appendOrigin(dst []byte, f *reference.Parts) []byte {
	if f.Scheme != "" {
		dst = append(append(dst, f.Scheme...), ':')
	}
	if f.HasAuthority {
		dst = append(append(dst, "//"...), f.Host...)
	}
	if f.Port != "" {
		dst = append(append(dst, ':'), f.Port...)
	}
	return dst
}
