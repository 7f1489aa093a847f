package whatwg

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// A repair writes the href of an http or https input, or of a reference relative to a base URL with one of these
// schemes. The href consists of a head, the host and the port of the input if it has them, and a tail. The head is a
// scheme with "://", or the start of the base URL. It needs no change. The tail is the rest of the input. The repair
// makes only these changes:
//
//   - Spaces and C0 controls around the input are dropped.
//   - The scheme and the host become lower-case, and a default port is dropped.
//   - A missing "/" after the host is added.
//   - A reference is joined to the base URL. Dot segments at its start are removed.
//   - Bytes of path, query and fragment are percent-encoded, and "\" in a path becomes "/".
type repair struct {
	head  string // the start of the base URL, or a scheme with "://"
	host  string // an ASCII domain, in any case
	lower bool   // the host must be put in lower case
	port  string // with its ":", or ""
	base  ranges.Offsets

	slash    bool   // a "/" comes before the tail
	tail     string // the end of the path, then query and fragment
	pathEnd  int    // the end of the path in the tail
	queryEnd int    // the end of the query in the tail
	kind     tailKind
	normal   bool // no byte of the tail needs a change
}

// A tailKind is the first component of a tail. The components before it come from the base URL.
type tailKind uint8

const (
	pathTail     tailKind = iota // a path, or the end of one
	queryTail                    // a query
	fragmentTail                 // a fragment, or nothing
)

// url returns the href as a URL, with one allocation. Percent-encoding is fast if the buffer can hold three times the
// text. So url writes a short href to a larger buffer on the stack, and copies it from there.
func (r *repair) url() (u URL) {
	var scratch [maxScratch]byte
	if !r.normal && len(r.head)+len(r.host)+len(r.port)+3*len(r.tail) < maxScratch {
		u.href = string(r.append(scratch[:0], u.offsets()))
		return u
	}
	u.href = octet.Text(r.append(make([]byte, 0, r.size()), u.offsets()))
	return u
}

// maxScratch is the size in bytes of the buffer in url.
const maxScratch = 512

// isPrintable reports whether s consists of spaces and visible US-ASCII.
func isPrintable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || '~' < s[i] {
			return false
		}
	}
	return true
}

// trim drops leading and trailing C0 controls and spaces.
func trim(s string) string {
	for s != "" && s[0] <= ' ' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// maxRepair is the length in bytes of the longest base URL or input that is repaired.
const maxRepair = 1 << 24

// plan prepares r to repair input against base, and reports whether a repair is enough.
func (r *repair) plan(base *URL, input string) bool {
	s := trim(input)
	if len(s) > maxRepair || len(base.href) > maxRepair {
		return false
	}
	if n := schemes.HTTPLen(s); n > 0 {
		return r.planAbsolute(s[:n], s[n:])
	}
	if n := schemes.Len(s); 0 < n && n < len(s) && s[n] == ':' {
		if k := schemes.KindOf(s[:n]); k.IsHTTP() && strings.HasPrefix(s[n:], "://") {
			head := schemes.HTTP
			if k == schemes.KindHTTPS {
				head = schemes.HTTPS
			}
			return r.planAbsolute(head, s[n+len("://"):])
		}
		return false
	}
	if !isWebURL(base) {
		return false
	}
	r.base = *base.offsets()
	kind, end := fragmentTail, r.base.QueryEnd
	switch {
	case s == "", s[0] == '#':
	case s[0] == '?':
		kind, end = queryTail, r.base.PathEnd
	case s[0] != '/' && s[0] != '\\':
		return r.planRelative(base.href, s)
	case len(s) > 1 && (s[1] == '/' || s[1] == '\\'):
		r.head = base.href[:r.base.Authority]
		return r.planHost(s[len("//"):])
	default:
		kind, end = pathTail, r.base.Path
	}
	r.head = base.href[:end]
	return r.planTail(s, kind)
}

// isWebURL reports whether u has the scheme http or https.
func isWebURL(u *URL) bool {
	scheme := u.Scheme()
	return scheme == "https" || scheme == "http"
}

// planAbsolute plans an input that has a scheme. head is the scheme with "://", and s follows it.
func (r *repair) planAbsolute(head, s string) bool {
	r.head = head
	n := uint32(len(head))
	r.base = ranges.Offsets{SchemeEnd: n - uint32(len("://")), Authority: n, Host: n}
	return r.planHost(s)
}

// planHost plans an input that continues with a host. It returns false for credentials, for addresses, and for domains
// that are not ASCII.
func (r *repair) planHost(s string) bool {
	end, _ := span(s, 0, inHost)
	if r.lower = end < len(s) && inRuns[s[end]]&inAnyHost != 0; r.lower {
		end, _ = span(s, end, inAnyHost)
	}
	if end == 0 || hostname.MayEndInNumber(s[:end]) {
		return false
	}
	r.base.Host = r.base.Authority // a base URL may have credentials
	r.host = s[:end]
	if end < len(s) && s[end] == ':' {
		port := s[end:]
		end++
		for end < len(s) && tables.Is(s[end], tables.DIGIT) {
			end++
		}
		port = port[:len(port)-(len(s)-end)]
		standard := ":443"
		if r.base.SchemeEnd == uint32(len("http")) {
			standard = ":80"
		}
		switch {
		case len(port) == 1, port == standard:
		case !isNormalPort(r.head[:r.base.SchemeEnd], port):
			return false
		default:
			r.port = port
		}
	}
	if end < len(s) && strings.IndexByte(`/\?#`, s[end]) < 0 {
		return false
	}
	r.slash = pathEndsAt(s, end)
	r.base.HostEnd = r.base.Host + uint32(len(r.host))
	r.base.Path = r.base.HostEnd + uint32(len(r.port))
	return r.planTail(s[end:], pathTail)
}

// planRelative plans a reference that begins with a path segment. It removes the dot segments at its start.
func (r *repair) planRelative(href, s string) bool {
	path := href[r.base.Path:r.base.PathEnd]
	path = path[:strings.LastIndexByte(path, '/')+1]
	for {
		n, dots, slash := leadingDots(s)
		if dots == 0 {
			break
		}
		if dots == 2 && len(path) > 1 {
			path = path[:strings.LastIndexByte(path[:len(path)-1], '/')+1]
		}
		s = s[n:]
		if !slash {
			break
		}
	}
	r.head = href[:int(r.base.Path)+len(path)]
	end := 0
	for end < len(s) && strings.IndexByte(`/\?#`, s[end]) < 0 {
		end++
	}
	return dotsOf(s[:end]) == 0 && r.planTail(s, pathTail)
}

// leadingDots checks whether the first segment of s is "." or "..". If so, dots is the number of its dots, n is the
// length of the segment with the "/" after it, and slash reports whether there is one. Otherwise dots is 0.
func leadingDots(s string) (n, dots int, slash bool) {
	for dots < len(s) && s[dots] == '.' {
		dots++
	}
	switch {
	case dots == 0 || dots > 2:
		return 0, 0, false
	case pathEndsAt(s, dots):
		return dots, dots, false
	case s[dots] == '/':
		return dots + 1, dots, true
	}
	return 0, 0, false
}

// planTail plans a tail. It returns false if the tail needs more than percent-encoding and "/" in place of "\".
func (r *repair) planTail(s string, kind tailKind) bool {
	r.tail, r.kind, r.normal = s, kind, true
	end, dots, plain := 0, false, true
	if kind == pathTail {
		end, dots = span(s, 0, inPath)
		if r.normal = pathEndsAt(s, end); !r.normal {
			var more bool
			end, more = span(s, end, inText)
			dots = dots || more
			if plain = pathEndsAt(s, end); !plain {
				dots = true
				for !pathEndsAt(s, end) {
					end++
				}
			}
		}
	}
	r.pathEnd = end
	if end < len(s) && s[end] == '?' {
		end, _ = span(s, end+1, inQuery)
		if end < len(s) && s[end] != '#' {
			r.normal, plain = false, false
			end += indexByteOrEnd(s[end:], '#')
		}
	}
	r.queryEnd = end
	if end < len(s) {
		if end, _ = span(s, end+1, inFragment); end < len(s) {
			r.normal, plain = false, false
		}
	}
	return (plain || canEncode(s)) && !(dots && hasDotSegment(s[:r.pathEnd]))
}

// canEncode reports whether percent-encoding suffices for s: it is UTF-8 without tabs and newlines.
func canEncode(s string) bool { return !strings.ContainsAny(s, "\t\n\r") && utf8.ValidString(s) }

// pathEndsAt reports whether a path in s ends at offset n.
func pathEndsAt(s string, n int) bool { return n == len(s) || s[n] == '?' || s[n] == '#' }

// indexByteOrEnd returns the index of the first c in s, or len(s).
func indexByteOrEnd(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}

// size returns the length of the href.
func (r *repair) size() int {
	n := len(r.head) + len(r.host) + len(r.port) + len(r.tail)
	if r.slash {
		n++
	}
	if !r.normal {
		n += pathSet.TextLen(r.tail[:r.pathEnd]) - r.pathEnd
		if r.pathEnd < r.queryEnd {
			n += specialQuerySet.TextLen(r.tail[r.pathEnd+1:r.queryEnd]) - (r.queryEnd - r.pathEnd - 1)
		}
		if r.queryEnd < len(r.tail) {
			n += fragmentSet.TextLen(r.tail[r.queryEnd+1:]) - (len(r.tail) - r.queryEnd - 1)
		}
	}
	return n
}

// append appends the href to dst and sets o to its offsets.
func (r *repair) append(dst []byte, o *ranges.Offsets) []byte {
	start := len(dst)
	dst = append(dst, r.head...)
	if r.host != "" {
		lo := len(dst)
		dst = append(dst, r.host...)
		if r.lower {
			octet.ToLower(dst[lo:])
		}
		dst = append(dst, r.port...)
	}
	if r.slash {
		dst = append(dst, '/')
	}
	pathEnd, queryEnd := 0, 0
	if r.normal {
		shift := len(dst) - start
		dst = append(dst, r.tail...)
		pathEnd, queryEnd = shift+r.pathEnd, shift+r.queryEnd
	} else {
		dst = appendPath(dst, r.tail[:r.pathEnd])
		pathEnd = len(dst) - start
		if r.pathEnd < r.queryEnd {
			dst = specialQuerySet.AppendText(append(dst, '?'), r.tail[r.pathEnd+1:r.queryEnd])
		}
		queryEnd = len(dst) - start
		if r.queryEnd < len(r.tail) {
			dst = fragmentSet.AppendText(append(dst, '#'), r.tail[r.queryEnd+1:])
		}
	}
	b := &r.base
	switch r.kind {
	case pathTail:
		b.PathEnd, b.QueryEnd = uint32(pathEnd), uint32(queryEnd)
	case queryTail:
		b.QueryEnd = uint32(queryEnd)
	}
	b.End = uint32(len(dst) - start)
	*o = *b
	return dst
}

// appendPath appends a path of a special URL without dot segments.
func appendPath(dst []byte, path string) []byte {
	lo := len(dst)
	dst = pathSet.AppendText(dst, path)
	for {
		i := bytes.IndexByte(dst[lo:], '\\')
		if i < 0 {
			return dst
		}
		lo += i
		dst[lo] = '/'
	}
}
