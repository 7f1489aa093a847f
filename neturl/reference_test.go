package neturl_test

import (
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/urispan/uri/neturl"
)

// The reference implementation of the changes shares only the names of the flags with the package. It splits references
// with the regular expression of RFC 3986, Appendix B, and compares them component by component.

// parts holds the components of a URI-reference. An undefined component is nil.
type parts struct {
	Scheme, Userinfo, Host, Port *string
	Path                         string
	Query, Fragment              *string
}

var (
	appendixB      = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)
	authorityParts = regexp.MustCompile(`(?s)^(([^@]*)@)?(\[[^\]]*\]|[^:]*)(:(.*))?$`) // section 3.2
)

func split(text string) (p parts) {
	m := appendixB.FindStringSubmatchIndex(text)
	group := func(m []int, s string, whole, part int) *string {
		if m[2*whole] < 0 {
			return nil
		}
		t := s[m[2*part]:m[2*part+1]]
		return &t
	}
	p.Scheme = group(m, text, 1, 2)
	p.Path = text[m[10]:m[11]]
	p.Query = group(m, text, 6, 7)
	p.Fragment = group(m, text, 8, 9)
	if authority := group(m, text, 3, 4); authority != nil {
		m := authorityParts.FindStringSubmatchIndex(*authority)
		p.Userinfo = group(m, *authority, 1, 2)
		p.Host = group(m, *authority, 3, 3)
		p.Port = group(m, *authority, 4, 5)
	}
	return p
}

func same(a, b *string) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

func text(a *string) string {
	if a == nil {
		return ""
	}
	return *a
}

var triplet = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// octets decodes every percent-encoding (section 2.1).
func octets(raw string) string {
	return triplet.ReplaceAllStringFunc(raw, func(t string) string {
		value, _ := strconv.ParseUint(t[1:], 16, 8)
		return string([]byte{byte(value)})
	})
}

// referenceTo compares the text of a URI with the text of its url.URL, component by component. It returns the changes,
// and the names of components with a difference that has no flag.
func referenceTo(before, after string) (changes neturl.Changes, unexpected string) {
	b, a := split(before), split(after)
	if !same(b.Scheme, a.Scheme) {
		changes |= neturl.ChangeSchemeLowered
		if !strings.EqualFold(text(b.Scheme), text(a.Scheme)) {
			unexpected += "scheme "
		}
	}
	switch {
	case b.Host != nil && a.Host == nil:
		changes |= neturl.ChangeAuthorityDropped
		if b.Userinfo != nil || *b.Host != "" || b.Port != nil {
			unexpected += "authority "
		}
	case !same(b.Host, a.Host) && a.Host != nil && octets(*b.Host) == octets(*a.Host):
		changes |= neturl.ChangeHostEncoded
	case !same(b.Host, a.Host):
		changes |= neturl.ChangeHostChanged
	}
	if !same(b.Userinfo, a.Userinfo) {
		changes |= neturl.ChangeUserinfoEncoded
		if octets(text(b.Userinfo)) != octets(text(a.Userinfo)) || b.Userinfo == nil || a.Userinfo == nil {
			unexpected += "userinfo "
		}
	}
	if !same(b.Port, a.Port) {
		unexpected += "port "
	}
	if b.Path != a.Path {
		changes |= neturl.ChangePathGuarded
		if a.Path != "/."+b.Path || !strings.HasPrefix(b.Path, "//") {
			unexpected += "path "
		}
	}
	if !same(b.Query, a.Query) {
		unexpected += "query "
	}
	if !same(b.Fragment, a.Fragment) {
		changes |= neturl.ChangeFragmentDropped
		if text(b.Fragment) != "" || a.Fragment != nil {
			unexpected += "fragment "
		}
	}
	return changes, unexpected
}

// The rules of RFC 3986, Appendix A, as far as From needs them.
var (
	scheme     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*$`)
	pathChars  = regexp.MustCompile(`^([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$`)
	tailChars  = regexp.MustCompile(`^([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$`)
	userChars  = regexp.MustCompile(`^([A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*$`)
	nameChars  = regexp.MustCompile(`^([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$`)
	ipvFuture  = regexp.MustCompile(`^\[[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+\]$`)
	onlyDigits = regexp.MustCompile(`^[0-9]*$`)
	hostPort   = regexp.MustCompile(`(?s)^(.*?)(?::([0-9]*))?$`) // splits like Hostname and Port of url.URL
)

// A fate is the expected result of From for a url.URL.
type fate struct {
	OK      bool
	Parts   parts // decoded, except scheme and port; see checkFrom for path and query
	Changes neturl.Changes
}

// referenceFrom returns the expected result of From(v).
func referenceFrom(v *url.URL) (f fate) {
	f.OK = v.Scheme == "" || scheme.MatchString(v.Scheme)
	if v.Scheme != "" {
		f.Parts.Scheme = &v.Scheme
	}
	var raw string
	if v.Opaque != "" {
		raw = f.opaque(v)
	} else {
		raw = f.hierarchy(v)
	}
	f.path(v, raw)
	if v.RawQuery != "" || v.ForceQuery {
		query := octets(v.RawQuery)
		f.Parts.Query = &query
		f.change(!tailChars.MatchString(v.RawQuery), neturl.ChangeQueryEncoded)
	}
	if v.Fragment != "" {
		f.Parts.Fragment = &v.Fragment
		f.change(!tailChars.MatchString(v.EscapedFragment()), neturl.ChangeFragmentEncoded)
	}
	f.change(v.RawFragment != "" && v.EscapedFragment() != v.RawFragment, neturl.ChangeHintDropped)
	return f
}

func (f *fate) change(differs bool, c neturl.Changes) {
	if differs {
		f.Changes |= c
	}
}

func (f *fate) opaque(v *url.URL) (raw string) {
	w := *v
	w.Scheme, w.Opaque, w.Fragment, w.RawFragment, w.RawQuery = "", "", "", "", ""
	w.OmitHost, w.ForceQuery = false, false
	f.change(w != url.URL{}, neturl.ChangeFieldsDropped)
	if !strings.HasPrefix(v.Opaque, "//") {
		return v.Opaque
	}
	end := 2 + strings.IndexByte(v.Opaque[2:]+"/", '/')
	m := authorityParts.FindStringSubmatch(v.Opaque[2:end])
	if m == nil {
		f.OK = false // an IP-literal is followed by a byte other than ":"
		return ""
	}
	if m[1] != "" {
		userinfo := octets(m[2])
		f.Parts.Userinfo = &userinfo
	}
	name := octets(m[3])
	f.Parts.Host = &name
	if m[4] != "" {
		f.Parts.Port = &m[5]
	}
	f.OK = f.OK && userChars.MatchString(m[2]) && onlyDigits.MatchString(m[5]) &&
		(nameChars.MatchString(m[3]) || isIPLiteral(m[3]))
	return v.Opaque[end:]
}

func (f *fate) hierarchy(v *url.URL) (raw string) {
	raw = v.EscapedPath()
	f.change(v.RawPath != "" && v.RawPath != raw, neturl.ChangeHintDropped)
	empty := ""
	switch {
	case v.User != nil || v.Host != "":
		m := hostPort.FindStringSubmatch(v.Host)
		f.Parts.Host = &m[1]
		if len(m[1]) < len(v.Host) {
			f.Parts.Port = &m[2]
		}
		f.OK = f.OK && (!strings.ContainsAny(m[1], ":[]") || isIPLiteral(m[1]))
		f.change(strings.ContainsAny(m[1], `<>"`), neturl.ChangeHostEncoded)
		if v.User != nil {
			userinfo := octets(v.User.String())
			f.Parts.Userinfo = &userinfo
		}
	case v.Scheme != "" && !v.OmitHost && strings.HasPrefix(raw, "/"):
		f.Parts.Host = &empty
	case v.Scheme != "" && !v.OmitHost && raw != "":
		f.change(true, neturl.ChangeAuthorityDropped)
	}
	return raw
}

func (f *fate) path(v *url.URL, raw string) {
	f.Parts.Path = octets(raw)
	f.change(!pathChars.MatchString(raw), neturl.ChangePathEncoded)
	first, _, _ := strings.Cut(raw, "/")
	switch {
	case f.Parts.Host != nil && raw != "" && raw[0] != '/':
		f.change(true, neturl.ChangePathRooted)
		f.Parts.Path = "/" + f.Parts.Path
	case f.Parts.Host == nil && strings.HasPrefix(raw, "//"):
		f.change(true, neturl.ChangePathGuarded)
		f.Parts.Path = "/." + f.Parts.Path
	case f.Parts.Host == nil && v.Scheme == "" && strings.Contains(first, ":"):
		f.change(true, neturl.ChangePathGuarded)
		f.Parts.Path = "./" + f.Parts.Path
	}
}

func isIPLiteral(text string) bool {
	if ipvFuture.MatchString(text) {
		return true
	}
	if !strings.HasPrefix(text, "[") || !strings.HasSuffix(text, "]") {
		return false
	}
	addr, err := netip.ParseAddr(text[1 : len(text)-1])
	return err == nil && addr.Is6() && addr.Zone() == ""
}

// decodedParts returns the components of the text as a fate has them.
func decodedParts(s string) parts {
	p := split(s)
	for _, c := range []**string{&p.Userinfo, &p.Host, &p.Query, &p.Fragment} {
		if *c != nil {
			decoded := octets(**c)
			*c = &decoded
		}
	}
	p.Path = octets(p.Path)
	return p
}
