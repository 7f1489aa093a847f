package surt

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
)

func (x *parts) appendSemantic(dst []byte) []byte {
	if x.Scheme != "" {
		dst = append(append(dst, x.Scheme...), ':')
	}
	if x.HasAuthority {
		dst = append(dst, "//"...)
		dst = x.appendSemanticHost(dst)
	}
	dst = x.appendSemanticPath(dst)
	if x.HasQuery {
		dst = append(dst, '?')
		begin := len(dst)
		dst = appendSemanticQuery(dst, x.Query)
		sortParams(dst[begin:], false)
	}
	if x.HasFragment {
		var buf [stackSize]byte
		dst = append(dst, '#')
		dst = looseCoding.AppendText(dst, octet.Text(appendDecoded(buf[:0], x.Fragment)))
	}
	return dst
}

// appendSemanticHost appends the host and the port in parentheses. It appends nothing if the host is empty.
func (x *parts) appendSemanticHost(dst []byte) []byte {
	var buf, buf2 [stackSize]byte
	name, isAddr := appendCleanHost(buf[:0], x.Host)
	if len(name) == 0 {
		return dst
	}
	dst = append(dst, '(')
	if isAddr {
		dst = append(dst, name...)
	} else {
		dst = looseCoding.AppendText(dst, octet.Text(appendReversed(buf2[:0], octet.Text(name))))
		dst = append(dst, ',')
	}
	return append(x.appendPort(dst), ')')
}

func (x *parts) appendSemanticPath(dst []byte) []byte {
	var buf, buf2 [stackSize]byte
	path := appendDecoded(buf[:0], x.Path)
	special := schemes.LowerKindOf(x.Scheme).IsSpecial()
	if special && x.HasAuthority && len(path) == 0 {
		path = append(path, '/')
	}
	if len(path) > 0 && path[0] == '/' {
		path = append(buf2[:0], reference.RemoveDotSegments(octet.Text(path))...)
		if special {
			path = removeEmpty(path, '/')
		}
	}
	return pathCoding.AppendText(dst, octet.Text(path))
}

// appendSemanticQuery appends the names and values of the query, each decoded and encoded again.
func appendSemanticQuery(dst []byte, query string) []byte {
	pairs := reference.NewPairCursor(query, "&")
	for pairs.Next() {
		name, value, ok := strings.Cut(pairs.Text(), "=")
		dst = appendParamText(pairs.AppendSeparator(dst, pairs.Lo == 0), name)
		if ok {
			dst = appendParamText(append(dst, '='), value)
		}
	}
	return dst
}

func appendParamText(dst []byte, raw string) []byte {
	var buf [stackSize]byte
	return paramCoding.AppendText(dst, octet.Text(appendDecoded(buf[:0], raw)))
}
