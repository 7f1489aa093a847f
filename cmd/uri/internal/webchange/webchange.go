// Package webchange finds what the parser of the URL Standard changes in a reference. The parser reports validation
// errors; the changes are found by comparing the input with the href, part by part.
package webchange

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/whatwg"
)

// A Change is a part of the input that has another form in the href.
type Change struct {
	Part   string // a component, or a part that browsers remove
	Lo, Hi int    // its range in the input, which is empty if the part was added
	Result string // its form in the href, or "" if it was removed
}

// Credentials are the part before the host, with the "@" after them.
const Credentials = "credentials"

// Of returns the changes of the parser from s to u, in the order of their offsets.
func Of(s string, u whatwg.URL) (list []Change) {
	if s == u.Href() {
		return nil
	}
	isSpace := func(r rune) bool { return r <= ' ' } // or a C0 control
	start, end := len(s)-len(strings.TrimLeftFunc(s, isSpace)), len(strings.TrimRightFunc(s, isSpace))
	if start > 0 {
		list = append(list, Change{"leading spaces", 0, start, ""})
	}
	add := func(part string, lo, hi int, result string) {
		if dialect.WithoutIgnored.Replace(s[lo:hi]) != result {
			list = append(list, Change{part, lo, hi, result})
		}
	}
	scheme := start + strings.IndexByte(s[start:], ':') + 1
	add("protocol", start, scheme, u.Protocol())
	ranges := rangesIn(s[scheme:end], u)
	for i, result := range resultsIn(u) {
		add(parts[i], scheme+ranges[2*i], scheme+ranges[2*i+1], result)
	}
	if end < len(s) {
		list = append(list, Change{"trailing spaces", end, len(s), ""})
	}
	if lo := strings.IndexAny(s[start:end], dialect.Ignored); lo >= 0 {
		hi := strings.LastIndexAny(s[start:end], dialect.Ignored) + 1
		list = append(list, Change{"tabs or newlines", start + lo, start + hi, ""})
	}
	slices.SortStableFunc(list, func(a, b Change) int { return cmp.Compare(a.Lo, b.Lo) })
	return list
}

// parts are the parts after the scheme, in their order. The slashes are between scheme and authority.
var parts = [...]string{"slashes", Credentials, "hostname", "port", "pathname", "search", "hash"}

// resultsIn returns the parts in an href. A URL without a host has only the last three.
func resultsIn(u whatwg.URL) (results [len(parts)]string) {
	href, r := u.Href(), u.Ranges()
	if host, _, ok := r.Host(); ok {
		authority, _, _ := r.Authority()
		results[0], results[1], results[2] = "//", href[authority:host], u.Hostname()
		if port := u.Port(); port != "" {
			results[3] = ":" + port
		}
	}
	lo, hi := r.Path()
	end := len(href)
	if lo, _, ok := r.Fragment(); ok {
		end = lo - len("#")
	}
	results[4], results[5], results[6] = href[lo:hi], href[hi:end], href[end:]
	return results
}

// rangesIn returns the range of each part in s, the text after a scheme that the parser reads as u.
func rangesIn(s string, u whatwg.URL) (ranges []int) {
	list := forms()
	switch {
	case u.HostKind() == whatwg.HostNull:
		list = list[pathForm:]
	case u.Scheme() == "file":
		list = list[driveForm:]
	case u.IsSpecial():
		list = list[webForm:]
	}
	for ranges == nil {
		ranges, list = list[0].FindStringSubmatchIndex(s), list[1:]
	}
	return ranges[2:]
}

// The indices of forms. The parser reads a URL in otherForm if its scheme is not special.
const (
	otherForm = iota
	webForm
	driveForm // of a file: URL with a Windows drive letter (section 4.2) in place of a host, which begins the path
	fileForm
	pathForm // without a host
)

// forms returns expressions with a group for each part. Bytes that the parser drops may be before each slash.
var forms = sync.OnceValue(func() (list []*regexp.Regexp) {
	for _, form := range []string{
		otherForm: `((?:[\t\n\r]*/){2})((?:[^/?#]*@)?)([^/?#]*?)((?::[^\]:/?#]*)?)((?:/[^?#]*)?)`,
		webForm:   `((?:[\t\n\r]*[/\\])*)((?:[^/\\?#]*@)?)([^/\\?#]*?)((?::[^\]:/\\?#]*)?)((?:[/\\][^?#]*)?)`,
		driveForm: `((?:[\t\n\r]*[/\\]){2})()()()([\t\n\r]*[A-Za-z][\t\n\r]*[:|][\t\n\r]*(?:[/\\][^?#]*)?)`,
		fileForm:  `((?:[\t\n\r]*[/\\]){2})((?:[^/\\?#]*@)?)([^/\\?#]*)()((?:[/\\][^?#]*)?)`,
		pathForm:  `()()()()([^?#]*)`,
	} {
		list = append(list, regexp.MustCompile("(?s)^"+form+`((?:\?[^#]*)?)((?:#.*)?)$`))
	}
	return list
})
