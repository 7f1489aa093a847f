package iri

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/rangetable"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/ucd"
	"github.com/urispan/uri/tables"
)

// A HostForm is a way to write a registered name when an IRI is mapped to a URI, or a URI to an IRI. Hosts that are
// undefined or empty are the same in all forms, and so are IP addresses, except with [HostBrowser].
type HostForm uint8

const (
	// HostPercent maps characters to percent-encoded UTF-8 and back, as in the other components (RFC 3987, section 3.1,
	// step 2). It fits any kind of name, but resolvers of the DNS may not understand it.
	HostPercent HostForm = iota

	// HostLookup maps names to A-labels, and back to U-labels, for programs that look names up: [idna.Lookup].
	HostLookup

	// HostRegistration maps names to A-labels, and back to U-labels, for programs that register names:
	// [idna.Registration].
	HostRegistration

	// HostBrowser reads hosts as browsers do, with the host parser of the URL Standard (section 3.5), and writes the
	// hosts that browsers look up. It uses [idna.Browser], so ASCII names only become lower-case, and "http://my_host/"
	// and "http://r3---sn-x.googlevideo.com/" are accepted. A name that ends in a number is an IPv4 address, such as
	// "127.0.0.1" for "0x7f.1", or an error. An IPv6 address is in its shortest form, and "[v1.a]" is an error.
	// Characters that hosts have in browsers but not in URIs, such as "{", stay percent-encoded.
	//
	// That holds for the schemes http, https, ws, wss, ftp and file, and for references without a scheme. With other
	// schemes, HostBrowser is HostPercent, as in browsers. It does not take the further steps of browsers for hosts of
	// file, which drop "localhost" and read "C:" as a part of the path: "file://localhost/" stays, and "file://C:/"
	// becomes "file://c:/".
	HostBrowser
)

// profile returns the profile of IDNA for a form other than HostPercent.
func (f HostForm) profile() idna.Profile {
	switch f {
	case HostRegistration:
		return idna.Registration
	case HostBrowser:
		return idna.Browser
	}
	return idna.Lookup
}

// URI maps i to a URI-reference: see [IRI.AppendURI]. It returns the errors of AppendURI, and a [*uri.Error] with
// ReasonTooLong if the result would be longer than a URI can be. It does not allocate if i is in US-ASCII and its host
// needs no IDNA: with [HostPercent], or if [idna.IsNormalASCII] accepts it and, with [HostBrowser], it does not end in a
// number.
func (i IRI) URI(form HostForm) (uri.URI, error) {
	if _, ok := form.needsIDNA(i.u); !ok && octet.IsASCII(i.u.String()) {
		return i.u, nil
	}
	var buf [256]byte
	text, err := i.AppendURI(buf[:0], form)
	if err != nil {
		return uri.URI{}, err
	}
	return uri.Parse(string(text))
}

// AppendURI maps i to a URI-reference (RFC 3987, section 3.1), appends that to dst and returns the extended slice.
// Every character outside US-ASCII becomes its UTF-8, percent-encoded with upper-case hex digits. A registered name is
// written in the form. Everything else stays. So a URI is mapped to itself with [HostPercent], and with the other forms
// if IDNA does not change its host. The text is not put into NFC. Section 3.1 (step 1) requires that only of IRIs that
// are not in Unicode yet.
//
// With HostPercent the error is nil. With the other forms it is an [*idna.Error] if IDNA refuses a registered name:
// AppendURI calls [idna.Profile.Convert] for the name, percent-decoded. The error's Label is the label in the spelling
// of i, and Offset counts from the start of i. With HostBrowser, the label can also be the last one of a name that ends in
// a number, or an address in brackets. On error, AppendURI returns dst.
//
// If dst is large enough, only IDNA of long names, and percent-encoded hosts, allocate: see [idna.Profile.AppendASCII].
func (i IRI) AppendURI(dst []byte, form HostForm) ([]byte, error) {
	s := i.String()
	name, ok := form.needsIDNA(i.u)
	if !ok {
		return ascii.AppendText(dst, s), nil
	}
	r := i.u.Ranges()
	lo, hi, _ := r.Host()
	var buf [256]byte
	mapped, err := form.appendHost(buf[:0], name)
	if err != nil {
		return dst, inHost(err, name, lo)
	}
	dst = append(ascii.AppendText(dst, s[:lo]), mapped...)
	return ascii.AppendText(dst, s[hi:]), nil
}

// needsIDNA returns the host of u, which may be an IRI, and whether IDNA or the rest of the host parser may change it.
func (f HostForm) needsIDNA(u uri.URI) (name string, ok bool) {
	kind := u.HostKind()
	switch f {
	case HostLookup, HostRegistration:
		ok = kind == uri.HostRegName
	case HostBrowser:
		ok = kind != uri.HostIPv4 && (!u.IsAbs() || schemes.KindOf(u.Scheme()) != schemes.KindOther)
	}
	if !ok {
		return "", false
	}
	name, _ = u.Host()
	return name, name != "" && (!idna.IsNormalASCII(name) || f == HostBrowser && hostname.MayEndInNumber(name))
}

// ascii percent-encodes all bytes outside US-ASCII, and no others.
var ascii = octet.NewCoding(func(c byte) bool { return c < utf8.RuneSelf })

// inHost returns an error about a decoded host with the spelling of the label in the host raw, and the offset of the
// label in the reference. The argument is the offset of raw in the reference.
func inHost(err error, raw string, offset int) error {
	refused, ok := err.(*idna.Error)
	if !ok {
		return err
	}
	lo, hi := octet.RawLen(raw, refused.Offset), octet.RawLen(raw, refused.Offset+len(refused.Label))
	return &idna.Error{Label: raw[lo:hi], Offset: offset + lo, Err: refused.Err}
}

// shown returns the name with U-labels, but with the A-label in place of each label that has a character that must not
// appear in an IRI, because such a character misleads readers.
func shown(aLabels, uLabels string) string {
	if !strings.ContainsFunc(uLabels, isHidden) {
		return uLabels
	}
	var labels []string
	for label := range strings.SplitSeq(uLabels, ".") {
		var aLabel string
		if aLabel, aLabels, _ = strings.Cut(aLabels, "."); strings.ContainsFunc(label, isHidden) {
			label = aLabel
		}
		labels = append(labels, label)
	}
	return strings.Join(labels, ".")
}

func isHidden(r rune) bool { return r >= utf8.RuneSelf && !isVisible(r, false) }

// FromURI maps u to an IRI-reference. It has the rules and errors of [AppendFromURI]. It does not allocate if u has no
// percent-encoding and IDNA is not needed for its host.
func FromURI(u uri.URI, form HostForm) (IRI, error) {
	if _, ok := form.needsIDNA(u); !ok && !strings.Contains(u.String(), "%") {
		return IRI{u}, nil
	}
	var buf [256]byte
	text, err := AppendFromURI(buf[:0], u, form)
	if err != nil {
		return IRI{}, err
	}
	return Parse(string(text))
}

// AppendFromURI maps u to an IRI-reference (RFC 3987, section 3.2), appends that to dst and returns the extended slice.
// Percent-encoded unreserved characters and percent-encoded UTF-8 are decoded. These stay percent-encoded: octets that
// are not UTF-8, characters that are reserved or not allowed in an IRI or in that component, and characters that are
// inappropriate by section 3.2 (step 4) and section 6.1:
//   - Invisible characters: spaces and characters that look like them, unassigned characters, and characters that
//     format text, in its direction (section 4.1) or otherwise, or that programs ignore (Default_Ignorable_Code_Point),
//     such as soft hyphens, fillers and variation selectors. U+200C and U+200D are decoded: words of some languages,
//     and emoji, need them.
//   - Characters that look like a delimiter: characters with a form NFKC that has a ".", a delimiter other than
//     sub-delims, or a character that no URI has, such as full-width forms of "/" and "%", or U+2488, "1.". Some
//     others, such as U+2044 and U+2215, which look like "/", and U+3002, which is a dot for IDNA.
//
// Octets outside US-ASCII that stay percent-encoded get upper-case hex digits, as in the examples of section 3.2.1.
// Other percent-encodings do not change.
//
// With [HostPercent] the error is nil, and A-labels do not change. With the other forms, a registered name is
// percent-decoded, and its A-labels become U-labels. An A-label stays if its U-label would have one of the characters
// that stay percent-encoded in other components. It returns the errors of [IRI.AppendURI], with offsets from the start
// of u. If dst is large enough, only IDNA and percent-encoded hosts allocate.
//
// [IRI.URI] with the same form accepts the result. If u is in normal form and, unless the form is HostPercent, has no
// percent-encoding in its host, IRI.URI returns u; with [HostBrowser], the address may be written in another form.
func AppendFromURI(dst []byte, u uri.URI, form HostForm) ([]byte, error) {
	s, r := u.String(), u.Ranges()
	lo, hi, _ := r.Host()
	_, pathEnd := r.Path()
	_, queryEnd, ok := r.Query()
	if !ok {
		queryEnd = pathEnd
	}
	name, ok := form.needsIDNA(u)
	if ok {
		aLabels, uLabels, err := form.convertHost(name)
		if err != nil {
			return dst, inHost(err, name, lo)
		}
		name = shown(aLabels, uLabels)
	} else {
		name, hi = "", lo
	}
	dst = append(appendCharacters(dst, s[:lo], false), name...)
	dst = appendCharacters(dst, s[hi:pathEnd], false)
	dst = appendCharacters(dst, s[pathEnd:queryEnd], true)
	return appendCharacters(dst, s[queryEnd:], false), nil
}

// appendCharacters appends s with characters decoded that an IRI can show.
func appendCharacters(dst []byte, s string, inQuery bool) []byte {
	n := strings.IndexByte(s, '%')
	if n < 0 {
		return append(dst, s...)
	}
	v := visible()
	for n >= 0 {
		dst, s = append(dst, s[:n]...), s[n:]
		for s != "" && s[0] == '%' {
			r, _, size := octet.DecodedRune(s) // octets that are not UTF-8 give a character that is not visible
			triplets := s[:size]
			s = s[size:]
			switch {
			case v.shows(r, inQuery):
				dst = utf8.AppendRune(dst, r)
			case r < utf8.RuneSelf:
				dst = append(dst, triplets...)
			default:
				for ; triplets != ""; triplets = triplets[len("%XX"):] {
					dst = append(dst, octet.Encoded(octet.At(triplets, 0))...)
				}
			}
		}
		n = strings.IndexByte(s, '%')
	}
	return append(dst, s...)
}

// A runeSet has a bit for each character.
type runeSet [(unicode.MaxRune + 1) / 64]uint64

func (v *runeSet) has(r rune) bool { return v[uint32(r)/64%uint32(len(v))]>>(uint32(r)%64)&1 != 0 }

func (v *runeSet) add(r rune)    { v[r/64] |= 1 << (r % 64) }
func (v *runeSet) remove(r rune) { v[r/64] &^= 1 << (r % 64) }

// shows reports whether r can appear decoded in an IRI, in its query or elsewhere. r may be any number.
func (v *runeSet) shows(r rune, inQuery bool) bool {
	return v.has(r) || inQuery && tables.IsIprivate(r)
}

// isVisible reports whether r can appear decoded in an IRI, in its query or elsewhere.
func isVisible(r rune, inQuery bool) bool { return visible().shows(r, inQuery) }

// visible returns the characters that can appear decoded in all components of an IRI. The set, of 136 KiB, is made when
// it is first needed, in a few milliseconds. Looking for each character in ten tables would take longer than everything
// else.
var visible = sync.OnceValue(makeVisible)

func makeVisible() *runeSet {
	v := new(runeSet)
	rangetable.Visit(ucd.Graphic, func(r rune) {
		if tables.IsUcschar(r) {
			v.add(r)
		}
	})
	for _, c := range ucd.Compatibles {
		if isDelimiter(c.ASCII) {
			rangetable.Visit(c.Table, v.remove)
		}
	}
	rangetable.Visit(ucd.DefaultIgnorable, v.remove)
	for _, r := range ucd.Blanks + delimiterLike {
		v.remove(r)
	}
	// Of the category Cf, these characters are visible or needed in words. The others only format text.
	rangetable.Visit(ucd.PrependedMark, v.add)
	rangetable.Visit(ucd.JoinControl, v.add)
	for b := range rune(utf8.RuneSelf) {
		if tables.Is(byte(b), tables.Unreserved) {
			v.add(b)
		}
	}
	return v
}

// delimiterLike are punctuation and symbols that look like a delimiter but are not decomposed to one. Letters and
// digits that do so, such as U+30CE, which looks like "/", are not among them, because words need them.
const delimiterLike = "\u2041\u2044\u2215\u2571\u27cb\u29f8" + // /
	"\u2216\u2572\u27cd\u29f5\u29f9" + // \
	"\u02f8\u0589\u05c3\u205a\u2236\ua789" + // :
	"\u066a\u2052" + // %
	"\u0701\u0702\u3002\uff61\ua60e" // .

// isDelimiter reports whether b is a ".", a delimiter other than sub-delims, or a character that no URI has, such as a
// space. A character with one in NFKC looks like a delimiter.
func isDelimiter(b byte) bool {
	return b == '.' || b < utf8.RuneSelf && !tables.Is(b, tables.Unreserved|tables.SubDelims)
}
