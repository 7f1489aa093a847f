package urlkey

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// ParamNames1 returns a key that is the same for URIs that differ only in the values, the order and the number of their
// parameters:
//
//	http://shop.example/search?q=shoes&page=2&q=red     http://shop.example/search?page&q
//	http://shop.example/search?page=1&q=hats#top        http://shop.example/search?page&q
//
// A program that tests each form of a site once, or that lists the parameters of a site, stores these keys.
//
// It is the normal form of version 1, without userinfo and fragment. The query is split at "&". Each pair becomes its
// name, the part before its first "=", and pairs without a name are removed. The names are sorted by bytes, each is
// written once, and "&" separates them. Without names, the key has no "?". Names are compared in the spelling of the
// normal form, so "a+b" and "a%20b" are two names.
//
// It allocates only the result if u has at most 512 bytes and 32 parameters.
func ParamNames1(u uri.URI) string {
	var buf [512]byte
	return string(appendParamNames1(buf[:0], u))
}

func appendParamNames1(dst []byte, u uri.URI) []byte {
	var buf reference.Buffer
	f := formOf(&buf, u)
	dst = append(appendOrigin(dst, &f), f.Path...)
	var few [32]reference.PairRange
	names := few[:0]
	c := reference.NewPairCursor(f.Query, "&")
	for c.Next() {
		if name, _, _ := strings.Cut(c.Text(), "="); name != "" {
			names = append(names, reference.PairRange{Lo: c.Lo, Hi: c.Lo + len(name)})
		}
	}
	slices.SortFunc(names, func(a, b reference.PairRange) int {
		// strings.Compare would move buf to the heap.
		return bytes.Compare(octet.Bytes(f.Query[a.Lo:a.Hi]), octet.Bytes(f.Query[b.Lo:b.Hi]))
	})
	separator, last := byte('?'), ""
	for _, n := range names {
		if name := f.Query[n.Lo:n.Hi]; name != last {
			dst = append(append(dst, separator), name...)
			separator, last = '&', name
		}
	}
	return dst
}
