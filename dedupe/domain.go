package dedupe

import (
	"bytes"
	"errors"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/octet"
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
	if domain, _ := DomainOf(name); domain != nil {
		return domain
	}
	return name
}

// DomainOf returns the registrable domain of a host, and its public suffix, by the list of package suffix. Both are slices
// of name, without a dot at the end. A public suffix has no domain. An IP address, a single label that is not in the
// list, and text that is not a DNS name have neither. What a host does not have is nil.
//
// If name has percent-encodings or characters outside ASCII, DomainOf looks up its A-labels, which [idna.Browser] makes.
func DomainOf(name []byte) (domain, public []byte) {
	if bytes.IndexByte(name, '%') >= 0 || !octet.IsASCII(octet.Text(name)) {
		return partsOfIDN(name)
	}
	switch domain, err := suffix.RegistrableBytes(name); {
	case err == nil:
		return domain, domain[bytes.IndexByte(domain, '.')+1:]
	case errors.Is(err, suffix.ErrPublicSuffix):
		return nil, bytes.TrimSuffix(name, []byte("."))
	}
	return nil, nil
}

// partsOfIDN implements DomainOf for a host that may have U-labels or percent-encodings.
func partsOfIDN(name []byte) (domain, public []byte) {
	if _, fault := octet.CheckDecode(octet.Text(name), octet.Refusal{By: new([256]uint8), UTF8: true}); fault != octet.NoFault {
		return nil, nil
	}
	decoded := octet.Decoded(octet.Text(name))
	ascii, err := idna.Browser.AppendASCII(nil, decoded)
	if err != nil {
		return nil, nil
	}
	ascii = bytes.TrimSuffix(ascii, []byte("."))
	begins, end := labelsOf(name)
	if len(begins) != bytes.Count(ascii, []byte("."))+1 {
		return nil, nil
	}
	last := func(part []byte) []byte { // the labels of name that part has in ASCII
		if part == nil {
			return nil
		}
		n := bytes.Count(part, []byte(".")) + 1
		return name[begins[len(begins)-n]:end:end]
	}
	domain, public = DomainOf(ascii)
	return last(domain), last(public)
}

// labelsOf returns the offsets of the labels of name, and the end of the last one, before a dot at the end. Labels end
// at each dot that UTS 46 knows, percent-encoded or not.
func labelsOf(name []byte) (begins []int, end int) {
	var octets []byte
	begin, end := 0, len(name)
	for i := 0; i < len(name); {
		c, size := octet.First(octet.Text(name[i:]))
		octets = append(octets, c)
		i += size
		for _, dot := range []string{".", "\u3002", "\uFF0E", "\uFF61"} {
			if !bytes.HasSuffix(octets, []byte(dot)) {
				continue
			}
			begins, begin = append(begins, begin), i
			end = i - len(dot)*size
		}
	}
	if begin < len(name) {
		return append(begins, begin), len(name)
	}
	return begins, end
}
