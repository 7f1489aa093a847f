package main

import "strings"

// The grammar files contain neither components nor marks. The tables below name the rules that are components, the
// delimiters that set marks, and the rules that decide the reasons of errors. Rules have their names in RFC 3986.

// uriName returns the name in RFC 3986 of a rule of RFC 3987. RFC 3987 renames the rules that it changes: "URI" becomes
// "IRI", and other names get an "i" at their beginning (RFC 3987, section 2.2).
func uriName(rule string) string {
	if strings.Contains(rule, "IRI") {
		return strings.Replace(rule, "IRI", "URI", 1)
	}
	return strings.TrimPrefix(rule, "i")
}

// A mark identifies a recorded offset: the one just after a delimiter. It is recorded on the transition on the last
// byte of the delimiter, so a recorded offset is never 0.
type mark uint8

const (
	noMark mark = iota
	markScheme
	markAuthority
	markUserinfo
	markPort
	markPath
	markQuery
	markFragment
	numMarks
)

var markNames = [numMarks]string{"", "Scheme", "Authority", "Userinfo", "Port", "Path", "Query", "Fragment"}

// A delimiter is a quoted string of a rule that sets a mark.
type delimiter struct {
	rule, text string
	mark       mark
}

// delimiters lists the delimiters of all grammars.
var delimiters = []delimiter{
	{"URI", ":", markScheme},
	{"hier-part", "//", markAuthority},
	{"relative-part", "//", markAuthority},
	{"authority", "@", markUserinfo},
	{"authority", ":", markPort},
	{"URI", "?", markQuery},
	{"relative-ref", "?", markQuery},
	{"URI", "#", markFragment},
	{"relative-ref", "#", markFragment},

	// rfc9112.abnf
	{"Host-value", ":", markPort},
	{"origin-form", "?", markQuery},
}

// The first byte of these rules also sets a mark. It is the first "/" of a path that does not begin just after the
// scheme, and it belongs to the path.
var firstByteRules = []string{"path-abempty"}

const firstByteMark = markPath

func delimiterMark(rule, text string) mark {
	for _, d := range delimiters {
		if d.rule == rule && d.text == text {
			return d.mark
		}
	}
	return noMark
}

// A component is a component of package tables.
type component uint8

const (
	none component = iota
	scheme
	authority
	userinfo
	host
	port
	path
	query
	fragment
	numComponents
)

var componentNames = [numComponents]string{
	"None", "Scheme", "Authority", "Userinfo", "Host", "Port", "Path", "Query", "Fragment",
}

var componentOf = map[string]component{
	"scheme":        scheme,
	"userinfo":      userinfo,
	"host":          host,
	"port":          port,
	"path-abempty":  path,
	"absolute-path": path,
	"path-absolute": path,
	"path-noscheme": path,
	"path-rootless": path,
	"path-empty":    path,
	"query":         query,
	"fragment":      fragment,
}

// A tagSet is a set of rules. A state has the tag of a rule if the input can only continue with the rest of the rule. A
// character of more than one byte counts as a rule.
type tagSet uint64

const (
	tagPercent tagSet = 1 << iota
	tagIPLiteral
	tagCharacter
)

// tagNames lists the names of the tags, in the order of their bits.
var tagNames = []struct {
	text     string // in a dump
	constant string // in package tables
	doc      string // of the constant
}{
	{"pct-encoded", "InPercent", "pct-encoded"},
	{"IP-literal", "InIPLiteral", "IP-literal"},
	{"a character", "InCharacter", "a character of more than one byte"},
}

var tagOf = map[string]tagSet{"pct-encoded": tagPercent, "IP-literal": tagIPLiteral}

// continuation is the set of bytes that continue a character in UTF-8.
var continuation = byteRange(0x80, 0xbf)

// characterRules are the rules that describe single characters. Explanations of errors do not name them, because they
// do not locate the character in the reference.
var characterRules = []string{
	"ALPHA", "DIGIT", "HEXDIG", "unreserved", "gen-delims", "sub-delims", "reserved", "pchar",
}

// reading returns the component to report if the next byte could belong to any of set. The result is authority if a
// userinfo and a host are both possible, since only an "@" decides. A scheme counts as a path until its ":".
func reading(set map[component]bool) component {
	if set[userinfo] && (set[host] || set[port]) {
		return authority
	}
	for _, c := range []component{userinfo, host, port, path, query, fragment, scheme} {
		if set[c] {
			return c
		}
	}
	return none
}
