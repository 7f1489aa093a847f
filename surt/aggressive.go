package surt

import (
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

func (x *parts) appendAggressive(dst []byte) []byte {
	if x.Scheme == "filedesc" {
		return append(dst, x.text...)
	}
	var buf [stackSize]byte
	name, _ := appendCleanHost(buf[:0], x.Host)
	if len(name) > 0 {
		dst = appendAggressiveHost(dst, name, x.Host[0] == '[')
		dst = append(x.appendPort(dst), ')')
	} else if x.Scheme != "" {
		dst = append(append(dst, x.Scheme...), ':')
	}
	dst = x.appendAggressivePath(dst, len(name) > 0)
	return x.appendAggressiveQuery(dst)
}

// appendAggressiveHost appends a host, reversed if it is not an IP-literal. A name can also begin with a "[" that was
// percent-encoded.
func appendAggressiveHost(dst, name []byte, literal bool) []byte {
	if literal {
		return append(dst, name...)
	}
	var buf [stackSize]byte
	begin := len(dst)
	dst = looseCoding.AppendText(dst, octet.Text(appendReversed(buf[:0], octet.Text(cutWWW(name)))))
	octet.ToLower(dst[begin:]) // the percent-encodings
	return dst
}

// appendAggressivePath appends the path. Only the path of a URI with a host has segments.
func (x *parts) appendAggressivePath(dst []byte, hasHost bool) []byte {
	var buf, buf2 [stackSize]byte
	path := appendDecoded(buf[:0], x.Path)
	if hasHost {
		path = removeEmpty(append(buf2[:0], reference.RemoveDotSegments(octet.Text(path))...), '/')
		if len(path) == 0 {
			path = append(path, '/')
		}
	}
	begin := len(dst)
	dst = looseCoding.AppendText(dst, octet.Text(path))
	octet.ToLower(dst[begin:])
	path = removePathSessions(dst[begin:])
	return dst[:begin+len(trimEndSlash(path))]
}

func (x *parts) appendAggressiveQuery(dst []byte) []byte {
	if x.Query == "" {
		return dst
	}
	var buf [stackSize]byte
	end := len(dst)
	dst = append(dst, '?')
	dst = looseCoding.AppendText(dst, octet.Text(appendDecoded(buf[:0], x.Query)))
	query := dst[end+1:]
	octet.ToLower(query)
	query = removeQuerySessions(query)
	if len(query) == 0 {
		return dst[:end]
	}
	sortParams(query, true)
	return dst[:end+1+len(query)]
}
