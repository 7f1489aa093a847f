package uri

import (
	"strings"

	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// This file writes the normal form of a short text in one piece, from left to right, if the text has one of the most
// frequent forms. That takes less time than a reader, which must be able to stop after each byte.

// shortLen is the length of the longest normal form that is written in one piece.
const shortLen = 128

// short returns the normal form of u, where u has the given traits. The result is u.s, or is in the memory of room. It
// returns false if u is too long.
func (n *Normalizer) short(room *[shortLen]byte, u *URI, traits glance.Traits) (normal string, ok bool) {
	if len(u.s)+maxGrowth > shortLen {
		return "", false
	}
	if size, ok := n.quick(room[:], u, traits); ok {
		return octet.Text(room[:size]), true
	}
	var x reader
	if !x.init(n, u, traits) {
		return u.s, true
	}
	size := x.fill(room[:])
	return octet.Text(room[shortLen-size:]), true
}

// quick writes the normal form of u to buf and returns its length. It returns false unless n has all steps and u has
// one of the most frequent forms: The authority is a name, perhaps with a port that is dropped. The scheme is not
// "file". The path is not empty. No percent-encoding follows the host.
func (n *Normalizer) quick(buf []byte, u *URI, traits glance.Traits) (size int, ok bool) {
	// The text is short, so the offsets are not far.
	host, hostEnd := uint32(uint16(u.offsets)), uint32(u.offsets>>48)
	path, pathEnd := uint32(uint16(u.path)), u.path>>16
	if !u.authority || n.Steps != AllSteps || host != u.authorityBegin() || path == pathEnd || u.s[host] == '[' ||
		schemes.IsFile(u.Scheme()) ||
		path-hostEnd > uint32(len(":")) && (n.DefaultPort != nil || !n.dropsPort(u, path-hostEnd)) {
		return 0, false
	}
	front, rest := u.s[:hostEnd], u.s[path:]
	switch {
	case traits&glance.HasPercent != 0:
		if strings.IndexByte(rest, '%') >= 0 {
			return 0, false
		}
		size = writeFront(buf, front)
	case traits&glance.HasUpper != 0:
		octet.CopyLower(buf, front)
		size = len(front)
	default:
		size = copy(buf, front)
	}
	if traits&glance.HasDot != 0 {
		return size + writeDotless(buf[size:], rest, int(pathEnd-path)), true
	}
	return size + copy(buf[size:], rest), true
}

// writeFront writes s, a scheme and a host, to buf in lower case, with its percent-encodings in normal form. It returns
// the number of bytes written.
func writeFront(buf []byte, s string) (size int) {
	for s != "" {
		end := strings.IndexByte(s, '%')
		if end < 0 {
			end = len(s)
		}
		octet.CopyLower(buf[size:], s[:end])
		size += end
		for s = s[end:]; s != "" && s[0] == '%'; s = s[len("%41"):] {
			size += copy(buf[size:], normalOctet(s, AllSteps, true))
		}
	}
	return size
}

// writeDotless writes s to buf, without the dot segments of the path s[:pathEnd], which begins with "/". It returns the
// number of bytes written.
func writeDotless(buf []byte, s string, pathEnd int) (size int) {
	begin, i := 0, 0
	for {
		slash := strings.Index(s[i:pathEnd], "/.")
		if slash < 0 {
			return size + copy(buf[size:], s[begin:])
		}
		i += slash
		dots := dotSegment(s[:pathEnd], i+1)
		if dots == 0 {
			i += len("/.")
			continue
		}
		size += copy(buf[size:], s[begin:i])
		if dots == 2 { // remove the last segment, with its "/"
			size = max(0, strings.LastIndexByte(octet.Text(buf[:size]), '/'))
		}
		if i += 1 + dots; i == pathEnd {
			buf[size] = '/'
			size++
		}
		begin = i
	}
}
