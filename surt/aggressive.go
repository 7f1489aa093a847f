package surt

import (
	"bytes"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

func (x *parts) appendAggressive(dst []byte) []byte {
	if x.scheme == "filedesc" {
		return append(dst, x.text...)
	}
	var buf [stackSize]byte
	name, _ := appendCleanHost(buf[:0], x.host)
	if len(name) > 0 {
		dst = appendAggressiveHost(dst, name, x.host[0] == '[')
		dst = append(x.appendPort(dst), ')')
	} else if x.scheme != "" {
		dst = append(append(dst, x.scheme...), ':')
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
	path := appendDecoded(buf[:0], x.path)
	if hasHost {
		path = removeEmpty(reference.AppendRemoveDotSegments(buf2[:0], octet.Text(path)), '/')
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
	if x.query == "" {
		return dst
	}
	var buf [stackSize]byte
	end := len(dst)
	dst = append(dst, '?')
	dst = looseCoding.AppendText(dst, octet.Text(appendDecoded(buf[:0], x.query)))
	query := dst[end+1:]
	octet.ToLower(query)
	query = removeQuerySessions(query)
	if len(query) == 0 {
		return dst[:end]
	}
	sortParams(query, true)
	return dst[:end+1+len(query)]
}

// removePathSessions removes, in place, the last segment of each kind that is a session ID of ASP.NET, if ".aspx"
// follows it in the path. There are two kinds:
//
//	/(S(4hqa0555fwsecu455xqckv45))/    one or more letters with an ID each
//	/(4hqa0555fwsecu455xqckv45)/
func removePathSessions(path []byte) []byte {
	if bytes.IndexByte(path, '(') < 0 {
		return path
	}
	path = removeSessionSegment(path, true)
	return removeSessionSegment(path, false)
}

// removeSessionSegment removes the last segment that is a session ID, with letters or without, and that is followed by
// "/", at least one more byte, and ".aspx", without a "?" between them. A "?" in a path was percent-encoded.
func removeSessionSegment(path []byte, letters bool) []byte {
	for end := len(path); end >= 0; {
		begin := bytes.LastIndexByte(path[:end], '?') + 1
		if lo, hi := sessionSegment(path[begin:end], letters); hi > 0 {
			return append(path[:begin+lo], path[begin+hi:]...)
		}
		end = begin - 1
	}
	return path
}

// sessionSegment returns the range of the segment that removeSessionSegment removes, with the "/" after it, in a part
// of a path without a "?". The end is 0 if the path has no such segment.
func sessionSegment(part []byte, letters bool) (lo, hi int) {
	suffix := bytes.LastIndex(part, []byte(".aspx"))
	for i := suffix; i > 0; {
		slash := bytes.LastIndexByte(part[:i], '/')
		if slash < 0 {
			break
		}
		lo = slash + 1
		size := sessionLen(part[lo:], letters)
		if hi = lo + size; size > 0 && part[hi] == '/' && hi+1 < suffix {
			return lo, hi + 1
		}
		i = slash
	}
	return 0, 0
}

// sessionLen returns the length of the session ID at the beginning of s, if a byte follows it, or 0.
func sessionLen(s []byte, letters bool) int {
	if !letters {
		return plainSessionLen(s)
	}
	if len(s) == 0 || s[0] != '(' {
		return 0
	}
	n := 1
	for n < len(s) && isLower(s[n]) {
		size := plainSessionLen(s[n+1:])
		if size == 0 {
			return 0
		}
		n += 1 + size
	}
	if n == 1 || n+1 >= len(s) || s[n] != ')' {
		return 0
	}
	return n + 1
}

// plainSessionLen returns the length of the parenthesized ID at the beginning of s, if a byte follows it, or 0.
func plainSessionLen(s []byte) int {
	const size = 1 + 24 + 1
	if len(s) > size && s[0] == '(' && areAlnum(s[1:size-1]) && s[size-1] == ')' {
		return size
	}
	return 0
}

// A session is a query parameter that holds a session ID.
type session struct {
	name    string
	letters int // the number of letters between the name and the "="
	size    int // the length of the value
	digits  bool
}

// sessions are the parameters that removeQuerySessions removes, in this order.
var sessions = [...]session{
	{"jsessionid", 0, 32, true}, {"phpsessid", 0, 32, true}, {"sid", 0, 32, true}, {"aspsessionid", 8, 24, false},
}

// removeQuerySessions removes the session IDs of a query in lower case, in place.
func removeQuerySessions(query []byte) []byte {
	for i := range sessions {
		query = sessions[i].remove(query)
	}
	return removeColdFusion(query)
}

// remove removes the last parameter of the kind x, and the "&" after it. The name can begin within another one.
func (x *session) remove(query []byte) []byte {
	for end := len(query); ; {
		i := bytes.LastIndex(query[:end], []byte(x.name))
		if i < 0 {
			return query
		}
		if n := x.matchLen(query[i:]); n > 0 {
			if rest, ok := afterParam(query, i+n); ok {
				return append(query[:i], rest...)
			}
		}
		end = i + len(x.name) - 1
	}
}

// matchLen returns the length of the parameter at the beginning of s, which begins with the name. If s does not begin
// with such a parameter, it returns 0. The time is constant.
func (x *session) matchLen(s []byte) int {
	equal := len(x.name) + x.letters
	size := equal + 1 + x.size
	if len(s) < size || s[equal] != '=' || !areLower(s[len(x.name):equal]) {
		return 0
	}
	value := s[equal+1 : size]
	if !areLower(value) && !(x.digits && areAlnum(value)) {
		return 0
	}
	return size
}

// afterParam returns the rest of the query if a parameter ends at i. The rest begins after the "&".
func afterParam(query []byte, i int) (rest []byte, ok bool) {
	if i == len(query) {
		return nil, true
	}
	return query[i+1:], query[i] == '&'
}

// removeColdFusion removes the last cfid=ID&cftoken=TOKEN, and the "&" after it.
func removeColdFusion(query []byte) []byte {
	const id, token = "cfid=", "&cftoken="
	for end := len(query); ; {
		tokenAt := bytes.LastIndex(query[:end], []byte(token))
		if tokenAt < 0 {
			return query
		}
		value := tokenAt + len(token)
		size := bytes.IndexByte(query[value:], '&')
		if size < 0 {
			size = len(query) - value
		}
		begin := bytes.LastIndexByte(query[:tokenAt], '&') + 1
		// The value of cfid has at least one byte.
		i := bytes.LastIndex(query[begin:max(begin, tokenAt-1)], []byte(id))
		if size > 0 && i >= 0 {
			rest, _ := afterParam(query, value+size)
			return append(query[:begin+i], rest...)
		}
		end = tokenAt
	}
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func areLower(s []byte) bool {
	for _, c := range s {
		if !isLower(c) {
			return false
		}
	}
	return true
}

func areAlnum(s []byte) bool {
	for _, c := range s {
		if !isLower(c) && !('0' <= c && c <= '9') {
			return false
		}
	}
	return true
}
