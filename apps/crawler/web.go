package main

import (
	"errors"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
)

// A webResolver accepts the references that browsers accept. Its targets are URIs: it percent-encodes the characters
// that browsers send and RFC 3986 does not allow. Servers decode them to the same octets.
type webResolver struct {
	parser whatwg.Parser
	base   whatwg.URL
}

// open uses the document base URL of HTML. Without a page, the references are in Location fields. Browsers
// percent-encode the octets of these fields without decoding them.
func (r *webResolver) open(page uri.URI, f *refs) (badBase, err error) {
	r.parser = whatwg.Parser{InvalidUTF8: whatwg.EncodeRaw}
	if r.base, _, err = whatwg.FromURI(page); err != nil || f == nil {
		return nil, err
	}
	r.parser = whatwg.Parser{Encoding: f.form}
	if !f.hasBase {
		return nil, nil
	}
	base, badBase := r.parser.Parse(r.base, f.base)
	switch {
	case badBase != nil:
		return badBase, nil
	case base.Scheme() == "data" || base.Scheme() == "javascript":
		return errors.New("its scheme is " + base.Scheme()), nil
	}
	r.base = f.scanner.Base(r.base)
	return nil, nil
}

func (r *webResolver) resolve(ref string) (string, error) {
	u, err := r.parser.Parse(r.base, ref)
	if err != nil {
		return "", err
	}
	v, _ := u.WithoutFragment().URI()
	return v.String(), nil
}
