package urlkey

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/reference"
)

// A form is the normal form of version 1 of a URI, without userinfo and fragment.
type form struct {
	scheme, host, port     string // the port has its ":"
	path, query            string
	hasAuthority, hasQuery bool
}

// formOf returns the form of u. It is in buf if u is not in normal form, and fits there.
func formOf(buf *reference.Buffer, u uri.URI) (f form) {
	n := reference.Normalizer{Steps: reference.Steps1}
	s, r := u.String(), u.Ranges()
	text := s
	if !n.IsPlain(s, &r) {
		text = n.Form1(buf, s, &r)
		fsm.Scan(text, &r) // it is valid
	}
	o := ranges.Of((*ranges.Opaque)(&r))
	f.scheme, f.path = text[:o.SchemeEnd], text[o.Path:o.PathEnd]
	if f.hasAuthority = o.Authority != 0; f.hasAuthority {
		f.host, f.port = text[o.Host:o.HostEnd], text[o.HostEnd:o.Path]
	}
	if f.hasQuery = o.QueryEnd != o.PathEnd; f.hasQuery {
		f.query = text[o.PathEnd+1 : o.QueryEnd]
	}
	return f
}

// appendOrigin appends the scheme, or nothing if it is "", and the host and the port.
func (f *form) appendOrigin(dst []byte, scheme string) []byte {
	if scheme != "" {
		dst = append(append(dst, scheme...), ':')
	}
	if f.hasAuthority {
		dst = append(append(append(dst, "//"...), f.host...), f.port...)
	}
	return dst
}
