package links

import (
	"iter"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// A HeaderLink is a link of a Link header field (RFC 8288, section 3).
type HeaderLink struct {
	// Target is the reference between "<" and ">". Its base URL is the URL of the response. A base element does not
	// change it.
	Target string

	params string // from the ";" after the target on
}

// Header returns an iterator over the links of the value of a Link header field. It follows the steps of RFC 8288,
// Appendix B.2: a target ends at the first ">", so it may have a comma. Browsers split the value at commas outside
// quoted strings first (Fetch, "extract header list values"), and find no link in "</a,b>". The loop skips empty
// members of the list and ends at the first member that does not begin with "<".
//
// Call Header for each field of a response. The loop does not allocate.
func Header(value string) iter.Seq[HeaderLink] {
	return func(yield func(HeaderLink) bool) {
		for rest := value; ; {
			rest = strings.TrimLeft(rest, " \t,")
			end := strings.IndexByte(rest, '>')
			if end < 0 || rest[0] != '<' {
				return
			}
			link := HeaderLink{Target: rest[1:end]}
			rest = rest[end+1:]
			begin := rest
			for ok := true; ok; {
				_, rest, ok = cutParam(rest)
			}
			link.params = begin[:len(begin)-len(rest)]
			if !yield(link) {
				return
			}
			if rest == "" || rest[0] != ',' {
				return
			}
		}
	}
}

func trimOWS(s string) string { return strings.TrimLeft(s, " \t") }

// A param is a parameter in its original spelling. A quoted value lacks its quotes but keeps its backslashes.
type param struct {
	name, value string
	quoted      bool
}

// cutParam cuts a parameter with the ";" before it from the start of s (RFC 8288, Appendix B.3).
func cutParam(s string) (p param, rest string, ok bool) {
	s = trimOWS(s)
	if s == "" || s[0] != ';' {
		return p, s, false
	}
	s = trimOWS(s[1:])
	n := octet.Next(s, 0, " \t=;,")
	p.name, s = s[:n], trimOWS(s[n:])
	if s == "" || s[0] != '=' {
		return p, s, true
	}
	s = trimOWS(s[1:])
	if s != "" && s[0] == '"' {
		p.quoted = true
		for n = 1; n < len(s) && s[n] != '"'; n++ {
			if s[n] == '\\' {
				n++
			}
		}
		n = min(n, len(s))
		p.value, s = s[1:n], s[min(n+1, len(s)):]
		return p, s, true
	}
	n = octet.Next(s, 0, ";,")
	p.value, s = strings.TrimRight(s[:n], " \t"), s[n:]
	return p, s, true
}

// text returns the value of a parameter without backslashes. The value of a quoted string that lacks its last quote may
// end in a backslash, which stands for nothing (RFC 8288, Appendix B.4).
func (p param) text() string {
	if !p.quoted || strings.IndexByte(p.value, '\\') < 0 {
		return p.value
	}
	var b strings.Builder
	for i := 0; i < len(p.value); i++ {
		if p.value[i] == '\\' {
			if i++; i == len(p.value) {
				break
			}
		}
		b.WriteByte(p.value[i])
	}
	return b.String()
}

// all returns an iterator over the parameters.
func (h HeaderLink) all() iter.Seq[param] {
	return func(yield func(param) bool) {
		for p, rest, ok := cutParam(h.params); ok && yield(p); p, rest, ok = cutParam(rest) {
		}
	}
}

// Params returns an iterator over the parameters, with their names in lower case and their values without quotes. A
// parameter without a "=" has the value "". The value of a parameter such as "title*" is still encoded (RFC 8187).
func (h HeaderLink) Params() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for p := range h.all() {
			if !yield(strings.ToLower(p.name), p.text()) {
				return
			}
		}
	}
}

// Param returns the value of the first parameter called name, in any case.
func (h HeaderLink) Param(name string) (value string, ok bool) {
	for p := range h.all() {
		if strings.EqualFold(p.name, name) {
			return p.text(), true
		}
	}
	return "", false
}

// Rels returns an iterator over the relation types of the first parameter "rel". It does not change their case. Compare
// all types without regard to case (RFC 8288, section 2.1).
func (h HeaderLink) Rels() iter.Seq[string] {
	value, _ := h.Param("rel")
	return strings.FieldsSeq(value)
}
