package surt

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// A sessionForm is an expression of internetarchive/surt for session IDs in a path. Its group 1 is removed, in place, where
// it matches last: the ".*" before it is greedy.
type sessionForm func() *regexp.Regexp

func newSessionForm(expr string) sessionForm {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^.*` + expr) })
}

// pathSessions are segments with IDs of ASP.NET, if ".aspx" follows them in the path: /(s(4hqa0555fwsecu455xqckv45))/, with
// one or more letters and an ID each, and /(4hqa0555fwsecu455xqckv45)/. A "?" in a path was percent-encoded.
var pathSessions = []sessionForm{
	newSessionForm(`/(\((?:[a-z]\([0-9a-z]{24}\))+\)/)[^?]+\.aspx`),
	newSessionForm(`/(\([0-9a-z]{24}\)/)[^?]+\.aspx`),
}

// removePathSessions removes one session ID of each form from path, which is in lower case.
func removePathSessions(path []byte) []byte {
	if !bytes.Contains(path, []byte(".aspx")) {
		return path
	}
	for _, form := range pathSessions {
		if m := form().FindStringSubmatchIndex(string(path)); m != nil { // a copy, so that path stays on the stack
			path = append(path[:m[2]], path[m[3]:]...)
		}
	}
	return path
}

// querySessions are forms of session IDs at the end of a query in lower case, from internetarchive/surt. An "L" is a
// letter, an "A" is a letter or a digit. The names can be the ends of others.
var querySessions = []string{
	"jsessionid=" + strings.Repeat("A", 32),
	"phpsessid=" + strings.Repeat("A", 32),
	"sid=" + strings.Repeat("A", 32),
	"aspsessionid" + strings.Repeat("L", 8) + "=" + strings.Repeat("L", 24),
	coldFusion,
}

// coldFusion is the form of two parameters with any values: cfid=1&cftoken=2.
const coldFusion = "cfid=&cftoken="

// removeQuerySessions removes one session ID of each form from query, which is in lower case: the last one, with the "&"
// after it.
func removeQuerySessions(query []byte) []byte {
	for _, form := range querySessions {
		for end := len(query); end >= 0; end = bytes.LastIndexByte(query[:end], '&') {
			if lo := beginOfSession(query[:end], form); lo >= 0 {
				query = append(query[:lo], query[min(end+1, len(query)):]...)
				break
			}
		}
	}
	return query
}

// beginOfSession returns where the session ID at the end of s begins, or -1.
func beginOfSession(s []byte, form string) int {
	if form == coldFusion {
		return beginOfColdFusion(s)
	}
	lo := len(s) - len(form)
	if lo < 0 {
		return -1
	}
	for i, c := range s[lo:] {
		isLetter, isDigit := 'a' <= c && c <= 'z', '0' <= c && c <= '9'
		if c != form[i] && !(isLetter && form[i] == 'L') && !((isLetter || isDigit) && form[i] == 'A') {
			return -1
		}
	}
	return lo
}

// beginOfColdFusion returns where the two parameters of ColdFusion at the end of s begin, or -1.
func beginOfColdFusion(s []byte) int {
	second := bytes.LastIndexByte(s, '&') + 1
	if value, ok := bytes.CutPrefix(s[second:], []byte("cftoken=")); !ok || len(value) == 0 || second < 2 {
		return -1
	}
	s = s[:second-1]
	first := bytes.LastIndexByte(s, '&') + 1
	lo := bytes.LastIndex(s[first:max(first, len(s)-1)], []byte("cfid="))
	if lo < 0 {
		return -1
	}
	return first + lo
}
