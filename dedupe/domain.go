package dedupe

import (
	"bytes"

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
// If the host has percent-encodings or characters outside ASCII, Domain looks up its A-labels, which [idna.Browser]
// makes, but returns the labels in their original spelling. "bücher.example" and "xn--bcher-kva.example" are the same
// domain and two results.
func Domain(text []byte) []byte {
	name := Host(text)
	if domain, err := suffix.RegistrableBytes(name); err == nil {
		return domain
	}
	if bytes.IndexByte(name, '%') >= 0 || !octet.IsASCII(octet.Text(name)) {
		return domainOfIDN(name)
	}
	return name
}

// domainOfIDN returns the domain of a host that may have U-labels or percent-encodings.
func domainOfIDN(name []byte) []byte {
	decoded := octet.Decoded(octet.Text(name), bytes.Count(name, []byte("%")))
	ascii, err := idna.Browser.AppendASCII(nil, decoded)
	if err != nil {
		return name
	}
	ascii = bytes.TrimSuffix(ascii, []byte("."))
	domain, err := suffix.RegistrableBytes(ascii)
	if err != nil {
		return name
	}
	begins, end := labelsOf(name)
	n := bytes.Count(domain, []byte(".")) + 1
	if len(begins) != bytes.Count(ascii, []byte("."))+1 {
		return name
	}
	return name[begins[len(begins)-n]:end:end]
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
