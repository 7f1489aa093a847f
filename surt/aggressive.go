package surt

import (
	"bytes"
	"regexp"
	"sync"

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
	path = removeSessions(dst[begin:], pathSessions)
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
	query = removeSessions(query, querySessions)
	if len(query) == 0 {
		return dst[:end]
	}
	sortParams(query, true)
	return dst[:end+1+len(query)]
}

// A sessionForm is an expression of internetarchive/surt for session IDs. Its group 1 is removed, in place, where it matches
// last: the ".*" before it is greedy.
type sessionForm struct {
	part    string // of every string that matches; most strings do not have it
	pattern func() *regexp.Regexp
}

func newSessionForm(part, expr string) sessionForm {
	return sessionForm{part, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^.*` + expr) })}
}

// pathSessions are segments with IDs of ASP.NET, if ".aspx" follows them in the path: /(s(4hqa0555fwsecu455xqckv45))/, with
// one or more letters and an ID each, and /(4hqa0555fwsecu455xqckv45)/. A "?" in a path was percent-encoded.
var pathSessions = []sessionForm{
	newSessionForm(".aspx", `/(\((?:[a-z]\([0-9a-z]{24}\))+\)/)[^?]+\.aspx`),
	newSessionForm(".aspx", `/(\([0-9a-z]{24}\)/)[^?]+\.aspx`),
}

// querySessions are session IDs with the "&" after them. The names can be the ends of others.
var querySessions = []sessionForm{
	newSessionForm("jsessionid=", `(jsessionid=[0-9a-z]{32}(?:&|$))`),
	newSessionForm("phpsessid=", `(phpsessid=[0-9a-z]{32}(?:&|$))`),
	newSessionForm("sid=", `(sid=[0-9a-z]{32}(?:&|$))`),
	newSessionForm("aspsessionid", `(aspsessionid[a-z]{8}=[a-z]{24}(?:&|$))`),
	newSessionForm("&cftoken=", `(cfid=[^&]+&cftoken=[^&]+(?:&|$))`),
}

// removeSessions removes one session ID of each form from s, which is in lower case.
func removeSessions(s []byte, forms []sessionForm) []byte {
	for _, f := range forms {
		if !bytes.Contains(s, []byte(f.part)) {
			continue
		}
		if m := f.pattern().FindStringSubmatchIndex(string(s)); m != nil { // a copy, so that s stays on the stack
			s = append(s[:m[2]], s[m[3]:]...)
		}
	}
	return s
}
