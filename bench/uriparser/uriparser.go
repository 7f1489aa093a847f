//go:build uriparser && cgo

// Package uriparser calls the C library uriparser (https://uriparser.github.io), which implements RFC 3986 strictly, for
// the benchmarks. Without the build tag uriparser the package is empty and does not need the library.
package uriparser

/*
#cgo pkg-config: liburiparser
#include <stddef.h>
#include <uriparser/Uri.h>

typedef struct {
	size_t valid, host_bytes;
} counts;

// parse_all parses n references, which lie in text one after the other, and end at ends[i]. It counts the valid ones
// and, if read_hosts, the bytes of their hosts.
static counts parse_all(const char *text, const size_t *ends, size_t n, int read_hosts) {
	counts c = {0, 0};
	size_t begin = 0;
	for (size_t i = 0; i < n; begin = ends[i++]) {
		UriUriA uri;
		if (uriParseSingleUriExA(&uri, text + begin, text + ends[i], NULL) != URI_SUCCESS) {
			continue; // the library has freed its allocations
		}
		c.valid++;
		if (read_hosts) {
			c.host_bytes += uri.hostText.afterLast - uri.hostText.first;
		}
		uriFreeUriMembersA(&uri);
	}
	return c;
}
*/
import "C"

import (
	"strings"
	"unsafe"
)

// Available reports whether the library is part of the build.
const Available = true

// A List is a list of references in the form that the C code reads.
type List struct {
	text []byte
	ends []C.size_t
}

// NewList makes a List of references.
func NewList(references []string) *List {
	list := &List{text: append([]byte(strings.Join(references, "")), 0)}
	end := 0
	for _, s := range references {
		end += len(s)
		list.ends = append(list.ends, C.size_t(end))
	}
	return list
}

// Parse parses all references in one call through cgo. It returns the number of valid ones and, if readHosts, the sum
// of the lengths of their hosts in bytes.
func (l *List) Parse(readHosts bool) (accepted, hostBytes int) {
	var read C.int
	if readHosts {
		read = 1
	}
	text := (*C.char)(unsafe.Pointer(unsafe.SliceData(l.text)))
	counts := C.parse_all(text, unsafe.SliceData(l.ends), C.size_t(len(l.ends)), read)
	return int(counts.valid), int(counts.host_bytes)
}
