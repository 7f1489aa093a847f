package iri

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urispan/uri"
	"github.com/urispan/uri/tables"
)

// A HostForm is how a registered name is written when an IRI is mapped to a URI, or a URI to an IRI. IP addresses, and
// names of unreserved characters of ASCII without A-labels ("xn--..."), are the same in all forms.
type HostForm uint8

const (
	// HostPercent maps characters to percent-encoded UTF-8 and back, as in the other components (RFC 3987, section 3.1,
	// step 2). It fits any kind of name; resolvers of the DNS may not know it.
	HostPercent HostForm = iota

	// HostLookup maps names to A-labels as browsers do who are about to look them up, and back to U-labels: the profile
	// idna.Lookup of golang.org/x/net/idna (IDNA2008 with the mapping of UTS 46). Upper-case letters become lower-case.
	HostLookup

	// HostRegistration does so as those who register names: the profile idna.Registration, which maps nothing and
	// refuses what is not in its final form.
	//
	// Neither looks at a host that is of ASCII already and has no percent-encodings, or, on the way back, no A-labels:
	// that stays as it is, be it a name or not. Package dns tells.
	HostRegistration
)

// A HostError says that IDNA refuses a host. Its text shows the label with everything but printable ASCII escaped.
type HostError struct {
	Label  string // the first label that failed, as written; the whole host, if no single label did
	Offset int    // where that begins in the IRI or URI, in bytes
	Err    error  // what package idna says, or why it was not asked
}

// Why a host is refused without package idna, or in spite of it.
var (
	errNoUTF8    = errors.New("it is not UTF-8 when decoded")
	errLongName  = errors.New("it is longer than any name in the DNS")
	errEmptyName = errors.New("nothing is left of it")
)

// maxName is the length in bytes up to which package idna is asked, since Punycode takes quadratic time: four times the
// 253 octets of a name in the DNS. A longer name can be mapped to U-labels and then be too long to be mapped back.
const maxName = 1024

// Error returns a text such as `IDNA refuses the label "a\u200d" at byte 7: idna: disallowed rune U+200D`.
func (e *HostError) Error() string {
	label := strconv.QuoteToASCII(e.Label)
	return "IDNA refuses the label " + label + " at byte " + strconv.Itoa(e.Offset) + ": " + e.Err.Error()
}

// Unwrap returns e.Err.
func (e *HostError) Unwrap() error { return e.Err }

// profile returns what package idna does for the form; nil for HostPercent.
func (f HostForm) profile() *idna.Profile {
	switch f {
	case HostLookup:
		return idna.Lookup
	case HostRegistration:
		return idna.Registration
	}
	return nil
}

// URI returns the URI-reference that i is mapped to: see [IRI.AppendURI], whose errors it has; besides, it returns an
// [*uri.Error] with ReasonTooLong if that would be longer than a URI can be. It allocates nothing if i is mapped to
// itself.
func (i IRI) URI(form HostForm) (uri.URI, error) {
	if !form.changes(i) && isASCII(i.String()) {
		return i.u, nil
	}
	var room [256]byte
	text, err := i.AppendURI(room[:0], form)
	if err != nil {
		return uri.URI{}, err
	}
	return uri.Parse(string(text))
}

// AppendURI appends the URI-reference that i is mapped to (RFC 3987, section 3.1) to dst and returns the extended
// slice: every character outside ASCII becomes its UTF-8, percent-encoded with upper-case hex digits, and a registered
// name is written in the form. All else stays as it is, so that a URI is mapped to itself, unless it has
// percent-encodings in its host and the form is not [HostPercent]: A-labels are not checked if all of the host is in
// ASCII. No text is put into NFC, which section 3.1 (step 1) asks for where an IRI is not in Unicode yet.
//
// With HostPercent there is no error. Otherwise, and for registered names only, it is a [*HostError], and dst is
// returned as it was. Percent-encodings in such a name are decoded before IDNA sees it. With [HostLookup] a name can
// become one that looks like an IP address, such as one of full-width digits; a name of which nothing would be left is
// refused, and so is one of more than 1024 bytes. If dst has room, nothing is allocated, but by IDNA.
func (i IRI) AppendURI(dst []byte, form HostForm) ([]byte, error) {
	s := i.String()
	if !form.changes(i) {
		return appendPercent(dst, s), nil
	}
	lo, hi, _ := i.Ranges().Host()
	host, err := convert(s[lo:hi], lo, form.profile().ToASCII)
	if err != nil {
		return dst, err
	}
	dst = append(appendPercent(dst, s[:lo]), host...)
	return appendPercent(dst, s[hi:]), nil
}

// changes reports whether i has a host for IDNA to map: a registered name that is not in ASCII or not plain.
func (f HostForm) changes(i IRI) bool {
	host, _ := i.Host()
	return f.profile() != nil && i.HostKind() == uri.HostRegName && (!isASCII(host) || strings.Contains(host, "%"))
}

// appendPercent appends s with what is outside ASCII percent-encoded.
func appendPercent(dst []byte, s string) []byte {
	for s != "" {
		n := 0
		for n < len(s) && s[n] < utf8.RuneSelf {
			n++
		}
		dst, s = append(dst, s[:n]...), s[n:]
		n = 0
		for n < len(s) && s[n] >= utf8.RuneSelf {
			n++
		}
		dst, s = uri.AppendEncodeText(dst, uri.PlaceUnreserved, s[:n]), s[n:]
	}
	return dst
}

// convert returns a host, which stands at the offset, as to makes it of the decoded name.
func convert(host string, offset int, to func(string) (string, error)) (string, error) {
	name, err := convertName(host, to)
	if err == nil && name != "" {
		if e := lostLabel(host, name, offset, to); e != nil {
			return "", e
		}
		// Once more: package idna looks for right-to-left letters before it maps what becomes one.
		if _, err = to(name); err == nil {
			return name, nil
		}
	}
	switch {
	case err == nil:
		err = errEmptyName
	case err != errLongName:
		if e := badLabel(host, offset, to); e != nil {
			return "", e
		}
	}
	return "", &HostError{Label: host, Offset: offset, Err: err}
}

func convertName(host string, to func(string) (string, error)) (string, error) {
	name, err := uri.Decode(host, uri.RefuseBadUTF8)
	switch {
	case err != nil:
		return "", errNoUTF8
	case len(name) > maxName:
		return "", errLongName
	}
	return to(name)
}

// lostLabel returns what is to be said of the first label of the host of which nothing is left in name; nil if there is
// none. An empty label that was there stays one.
func lostLabel(host, name string, offset int, to func(string) (string, error)) *HostError {
	if !strings.Contains("."+name+".", "..") {
		return nil
	}
	return badLabel(host, offset, to)
}

// badLabel returns what is to be said of the first label of the host that is refused on its own; nil if none is. What
// is behind a dot at the end is no label.
func badLabel(host string, offset int, to func(string) (string, error)) *HostError {
	for lo := 0; ; {
		hi, size := len(host), 0
		if n := strings.IndexFunc(host[lo:], isDot); n >= 0 {
			hi = lo + n
			_, size = utf8.DecodeRuneInString(host[hi:])
		}
		name, err := convertName(host[lo:hi], to)
		if err == nil && name == "" && lo < hi {
			err = errEmptyName
		}
		if err != nil {
			return &HostError{Label: host[lo:hi], Offset: offset + lo, Err: err}
		}
		if lo = hi + size; lo == len(host) {
			return nil
		}
	}
}

// isDot reports whether IDNA ends a label at r.
func isDot(r rune) bool { return r == '.' || r == '\u3002' || r == '\uff0e' || r == '\uff61' }

// FromURI returns the IRI-reference that u is mapped to: see [AppendFromURI], whose errors it has. It allocates nothing
// if u has no percent-encodings and, unless the form is [HostPercent], no A-labels.
func FromURI(u uri.URI, form HostForm) (IRI, error) {
	if !form.changesURI(u) && !strings.Contains(u.String(), "%") {
		return IRI{u}, nil
	}
	var room [256]byte
	text, err := AppendFromURI(room[:0], u, form)
	if err != nil {
		return IRI{}, err
	}
	return Parse(string(text))
}

// AppendFromURI appends the IRI-reference that u is mapped to (RFC 3987, section 3.2) to dst and returns the extended
// slice. Percent-encoded UTF-8 becomes the characters it stands for, where these can stand. So do unreserved characters
// of ASCII. What stays percent-encoded is all that is not UTF-8; what is reserved, or cannot stand in an IRI or not in
// that component; and, since nobody could see that or how it is there, spaces, unassigned characters and those that
// format bidirectional text (section 4.1). Octets outside ASCII that stay get upper-case hex digits, as they do in the
// examples of section 3.2.1; the others stay as they are written.
//
// With [HostPercent] there is no error, and A-labels stay. Otherwise they become U-labels, and what percent-encodings a
// registered name has are decoded first; if IDNA refuses the name, the error is a [*HostError], and dst is returned as
// it was. If dst has room, nothing is allocated, but by IDNA.
//
// [IRI.URI] with the same form gives u back if u is in normal form and, unless the form is HostPercent, has no
// percent-encodings in its host.
func AppendFromURI(dst []byte, u uri.URI, form HostForm) ([]byte, error) {
	s, r := u.String(), u.Ranges()
	lo, hi, _ := r.Host()
	_, pathEnd := r.Path()
	_, queryEnd, ok := r.Query()
	if !ok {
		queryEnd = pathEnd
	}
	host := ""
	if form.changesURI(u) {
		var err error
		if host, err = convert(s[lo:hi], lo, form.profile().ToUnicode); err != nil {
			return dst, err
		}
	} else {
		hi = lo
	}
	dst = append(appendCharacters(dst, s[:lo], false), host...)
	dst = appendCharacters(dst, s[hi:pathEnd], false)
	dst = appendCharacters(dst, s[pathEnd:queryEnd], true)
	return appendCharacters(dst, s[queryEnd:], false), nil
}

// changesURI reports whether u has a host for IDNA to map back.
func (f HostForm) changesURI(u uri.URI) bool {
	if f.profile() == nil || u.HostKind() != uri.HostRegName {
		return false
	}
	host, _ := u.Host()
	if strings.Contains(host, "%") {
		return true
	}
	for label := range strings.SplitSeq(host, ".") {
		if len(label) >= 4 && strings.EqualFold(label[:4], "xn--") {
			return true
		}
	}
	return false
}

// appendCharacters appends s with those percent-encodings decoded that need not be there.
func appendCharacters(dst []byte, s string, inQuery bool) []byte {
	for {
		n := strings.IndexByte(s, '%')
		if n < 0 {
			return append(dst, s...)
		}
		dst, s = append(dst, s[:n]...), s[n:]
		var room [utf8.UTFMax]byte
		octets, _ := uri.AppendDecode(room[:0], s[:tripletsLen(s)], 0)
		r, size := utf8.DecodeRune(octets) // what is no UTF-8 gives a character that is not visible
		switch {
		case isVisible(r, inQuery):
			dst = append(dst, octets[:size]...)
		case r < utf8.RuneSelf:
			dst = append(dst, s[:3*size]...)
		default:
			dst = uri.AppendEncodeText(dst, uri.PlaceUnreserved, string(octets[:size]))
		}
		s = s[3*size:]
	}
}

// tripletsLen returns the length of the percent-encodings that s begins with, as many as a character can have.
func tripletsLen(s string) (n int) {
	for n < 3*utf8.UTFMax && n < len(s) && s[n] == '%' {
		n += 3
	}
	return n
}

// isVisible reports whether r is to stand in an IRI, in its query or elsewhere, as it is.
func isVisible(r rune, inQuery bool) bool {
	switch {
	case r < utf8.RuneSelf:
		return tables.Is(byte(r), tables.Unreserved)
	case tables.IsUcschar(r):
		return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Cf) &&
			!unicode.Is(unicode.Bidi_Control, r)
	}
	return inQuery && tables.IsIprivate(r)
}
