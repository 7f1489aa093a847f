package iri

import (
	"errors"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/urispan/uri"
	"github.com/urispan/uri/tables"
)

// A HostForm is how a registered name is written when an IRI is mapped to a URI, or a URI to an IRI. IP addresses, and
// a host that is undefined or empty, are the same in all forms.
type HostForm uint8

const (
	// HostPercent maps characters to percent-encoded UTF-8 and back, as in the other components (RFC 3987, section 3.1,
	// step 2). It fits any kind of name; resolvers of the DNS may not know it.
	HostPercent HostForm = iota

	// HostLookup maps names to A-labels as those do who are about to look them up, and back to U-labels: the profile
	// idna.Lookup of golang.org/x/net/idna, which is UTS 46, with the letters that IDNA2008 adds, and not transitional.
	// Upper-case letters become lower-case, in names of ASCII, too. Symbols pass, as in "☃.net", which IDNA2008
	// forbids and UTS 46 does not.
	//
	// It looks at all labels, and is stricter than browsers: in ASCII, each has letters, digits and hyphens (UTS 46
	// calls that UseSTD3ASCIIRules), so no "_"; no hyphen is at an end, and none in the third and fourth place but
	// in an A-label (CheckHyphens). As with browsers, labels can be empty or longer than the DNS allows. Package dns
	// tells.
	HostLookup

	// HostRegistration does so as those who register names: the profile idna.Registration, which maps nothing and
	// refuses what is not in its final form, such as upper-case letters. Symbols pass here, too, whatever registries
	// may say. The lengths are those of the DNS: labels of 1 to 63 bytes and 253 in all, with A-labels, and possibly
	// one more "." at the end.
	HostRegistration
)

// A HostError says that IDNA refuses a host.
type HostError struct {
	Label  string // the first label that failed, as written; "" if it is empty
	Offset int    // where that begins in the IRI or URI, in bytes
	Err    error  // what package idna says, or why it was not asked
}

// Why a host is refused without package idna, or in spite of it.
var (
	errNoUTF8     = errors.New("it is not UTF-8 when decoded")
	errLongName   = errors.New("it makes the name too long")
	errNoName     = errors.New("nothing is left of it")
	errEmptyLabel = errors.New(`only what is behind the last "." may be empty`)
	errManyMarks  = errors.New("it has more than 30 combining characters behind each other")
)

const (
	// maxName is the length in bytes up to which IDNA takes a name that is written with A-labels: four times that of a
	// name in the DNS. It is for this way of writing, so that a name is within it or not whatever it is mapped from.
	maxName = 1024

	// maxULabel is the length in characters up to which a label is taken that is not of ASCII when decoded, which is
	// the same whatever it is mapped from, too. There must be a limit, since Punycode takes quadratic time.
	maxULabel = 256

	// maxDecoded is the one for what package idna is asked. No name of maxName is longer in any form: what takes up to
	// four bytes in UTF-8 takes one in an A-label.
	maxDecoded = maxName * utf8.UTFMax

	// maxDNSName and maxDNSLabel are those of RFC 1034, section 3.1, which package dns explains.
	maxDNSName  = 253
	maxDNSLabel = 63
)

// What a text of a HostError shows of a label, and of what Err says, which can have the label in it, is cut off behind
// so many bytes. No label of the DNS is longer.
const (
	maxShownLabel  = maxDNSLabel
	maxShownReason = 2 * maxDNSLabel
)

// Error returns a text such as `IDNA refuses the label "a\u200d" at byte 7: idna: disallowed rune U+200D`. It consists
// of printable ASCII, to which all else is escaped, and it is short: what is longer than a label of the DNS is cut off,
// with "..." for the rest.
func (e *HostError) Error() string { return e.text(" at byte " + strconv.Itoa(e.Offset)) }

// Reason returns the text of Error without the offset, for those who show that elsewhere.
func (e *HostError) Reason() string { return e.text("") }

func (e *HostError) text(at string) string {
	label, text := "an empty label", make([]byte, 0, 256)
	if e.Label != "" {
		label = "the label "
	}
	text = append(append(text, "IDNA refuses "...), label...)
	if e.Label != "" {
		shown := cut(e.Label, maxShownLabel)
		text = appendCut(strconv.AppendQuoteToASCII(text, shown), e.Label, shown)
	}
	text = append(text, at...)
	if e.Err == nil { // not from this package
		return string(text)
	}
	text = append(text, ": "...)
	reason := e.Err.Error()
	shown := cut(reason, maxShownReason)
	return string(appendCut(appendEscaped(text, shown), reason, shown))
}

// cut returns what s begins with, of at most n bytes and whole characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// appendCut appends "..." if not all of s is shown.
func appendCut(dst []byte, s, shown string) []byte {
	if len(shown) < len(s) {
		dst = append(dst, "..."...)
	}
	return dst
}

// appendEscaped appends s with all but printable ASCII escaped, and with quotes and backslashes as they are: an error
// of package idna has what strconv.Quote makes of a label.
func appendEscaped(dst []byte, s string) []byte {
	for _, r := range s {
		if ' ' <= r && r <= '~' {
			dst = append(dst, byte(r))
			continue
		}
		quoted := strconv.AppendQuoteRuneToASCII(dst, r)
		dst = append(dst, quoted[len(dst)+1:len(quoted)-1]...)
	}
	return dst
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
// [*uri.Error] with ReasonTooLong if that would be longer than a URI can be. It allocates nothing if i is of ASCII and
// IDNA need not be asked.
func (i IRI) URI(form HostForm) (uri.URI, error) {
	if _, ok := form.asks(i.u); !ok && isASCII(i.String()) {
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
// name is written in the form. All else stays as it is. So a URI is mapped to itself with [HostPercent]; otherwise, if
// IDNA takes its host as it is. No text is put into NFC, which section 3.1 (step 1) asks for where an IRI is not in
// Unicode yet.
//
// With HostPercent there is no error. Otherwise, and for registered names only, it is a [*HostError], and dst is
// returned as it was. Percent-encodings in such a name are decoded before IDNA sees it. With [HostLookup] a name can
// become one that looks like an IP address, such as one of full-width digits; a name with a label of which nothing
// would be left is refused. So is, with both forms, a name that is longer than 1024 bytes with A-labels or than 4096
// before, or that has a U-label of more than 256 characters, or more than 30 combining characters behind each other.
//
// If dst has room, nothing is allocated, but by IDNA. It need not be asked about names of the DNS in lower case without
// A-labels ("xn--...") and other labels with hyphens in the third and fourth place.
func (i IRI) AppendURI(dst []byte, form HostForm) ([]byte, error) {
	s := i.String()
	host, ok := form.asks(i.u)
	if !ok {
		return appendPercent(dst, s), nil
	}
	lo, hi, _ := i.Ranges().Host()
	host, _, err := form.convertHost(host, lo)
	if err != nil {
		return dst, err
	}
	dst = append(appendPercent(dst, s[:lo]), host...)
	return appendPercent(dst, s[hi:]), nil
}

// asks returns the host of u, which may be an IRI, and whether that is a registered name that IDNA must be asked about.
func (f HostForm) asks(u uri.URI) (host string, ok bool) {
	if f.profile() == nil || u.HostKind() != uri.HostRegName {
		return "", false
	}
	host, _ = u.Host()
	return host, host != "" && !isPlain(host)
}

// isPlain reports whether IDNA takes name as it is, in all forms, which it does with most that there are: asking it
// about those would cost as much as all else.
func isPlain(name string) bool {
	name = strings.TrimSuffix(name, ".")
	if len(name) > maxDNSName {
		return false
	}
	for {
		label, rest, more := strings.Cut(name, ".")
		if !isPlainLabel(label) {
			return false
		}
		if !more {
			return true
		}
		name = rest
	}
}

func isPlainLabel(label string) bool {
	if label == "" || len(label) > maxDNSLabel || label[0] == '-' || label[len(label)-1] == '-' ||
		len(label) > 4 && label[2:4] == "--" {
		return false
	}
	for n := range len(label) {
		if b := label[n]; b != '-' && (!tables.Is(b, tables.ALPHA|tables.DIGIT) || 'A' <= b && b <= 'Z') {
			return false
		}
	}
	return true
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

// convertHost returns a host, which stands at the offset, with A-labels and with U-labels.
func (f HostForm) convertHost(host string, offset int) (ascii, text string, err error) {
	name, _ := uri.Decode(host, 0) // of a host all percent-encodings are good
	ascii, text, err = f.convert(name)
	if err == nil && !strings.Contains("."+text+".", "..") {
		return ascii, text, nil
	}
	lo, hi, labelErr := f.badLabel(name, err)
	switch {
	case labelErr != nil:
		lo, hi = rawLen(host, lo), rawLen(host, hi)
		return "", "", &HostError{Label: host[lo:hi], Offset: offset + lo, Err: labelErr}
	case err != nil: // which no version of package idna does that is known
		return "", "", &HostError{Label: host, Offset: offset, Err: err}
	}
	return ascii, text, nil // what is empty was there, or is the root
}

// convert returns the name, or one label of it, with A-labels and with U-labels. Both are made of the same, by mapping
// it to U-labels, and these to A-labels, so that what is taken does not depend on where it is mapped to. The second
// step sees, too, what the first may not have looked for: right-to-left letters that others have become.
func (f HostForm) convert(name string) (ascii, text string, err error) {
	name, root := strings.CutSuffix(name, ".") // which some versions of package idna refuse
	switch {
	case len(name) > maxDecoded:
		return "", "", errLongName
	case !utf8.ValidString(name):
		return "", "", errNoUTF8
	}
	if text, err = f.profile().ToUnicode(name); err != nil {
		return "", "", err
	}
	switch {
	case hasLongLabel(text):
		return "", "", errLongName
	case strings.Contains(text, joiner): // which is in no name, but which package norm adds
		return "", "", errManyMarks
	}
	if ascii, err = f.profile().ToASCII(text); err != nil {
		return "", "", err
	}
	if len(ascii) > f.maxName() {
		return "", "", errLongName
	}
	if root {
		ascii, text = ascii+".", text+"."
	}
	return ascii, text, nil
}

// shown returns the text, of which ascii is what it is with A-labels, but with an A-label for each label that has
// something in it that is not to stand in an IRI as it is: nobody could tell whose name that is.
func shown(ascii, text string) string {
	if !strings.ContainsFunc(text, isHidden) {
		return text
	}
	var labels []string
	for label := range strings.SplitSeq(text, ".") {
		var aLabel string
		if aLabel, ascii, _ = strings.Cut(ascii, "."); strings.ContainsFunc(label, isHidden) {
			label = aLabel
		}
		labels = append(labels, label)
	}
	return strings.Join(labels, ".")
}

func isHidden(r rune) bool { return r >= utf8.RuneSelf && !isVisible(r, false) }

// hasLongLabel reports whether a label of the decoded name is longer than maxULabel.
func hasLongLabel(text string) bool {
	for label := range strings.SplitSeq(text, ".") {
		if len(label) > maxULabel && !isASCII(label) && utf8.RuneCountInString(label) > maxULabel {
			return true
		}
	}
	return false
}

// maxName is the length in bytes of the longest name, written with A-labels and without a dot at the end.
func (f HostForm) maxName() int {
	if f == HostRegistration {
		return maxDNSName
	}
	return maxName
}

// badLabel returns where in the decoded name the first label lies that is refused, and why; no error if none is. What
// is said of the name as a whole, which may be nothing, is said of the label that is wrong only beside others.
func (f HostForm) badLabel(name string, whole error) (lo, hi int, err error) {
	name = strings.TrimSuffix(name, ".")
	size := -1 // with A-labels, and the dots between them
	for lo, hi := range f.labels(name) {
		n, err := f.checkLabel(name[lo:hi])
		if size += 1 + n; err == nil && (size > f.maxName() || hi > maxDecoded) {
			err = errLongName
		}
		if err != nil {
			return lo, hi, err
		}
	}
	// Each is good on its own, and all fit together. What is left is the rule for names with letters that run from
	// right to left (RFC 5893, section 2), which a label of one such letter, alef, makes any name to be.
	for lo, hi := range f.labels(name) {
		if _, _, err := f.convert(name[lo:hi] + ".\u05d0"); err != nil {
			return lo, hi, whole
		}
	}
	return 0, 0, nil
}

// checkLabel returns the length of the label as an A-label, or why it is refused on its own.
func (f HostForm) checkLabel(label string) (size int, err error) {
	switch {
	case label != "":
	case f == HostRegistration:
		return 0, errEmptyLabel
	default:
		return 0, nil
	}
	ascii, _, err := f.convert(label)
	if err == nil && ascii == "" {
		err = errNoName
	}
	return len(ascii), err
}

// labels yields where the labels of a name lie.
func (f HostForm) labels(name string) iter.Seq2[int, int] {
	return func(yield func(lo, hi int) bool) {
		for lo := 0; ; {
			n := strings.IndexFunc(name[lo:], f.isDot)
			if n < 0 {
				yield(lo, len(name))
				return
			}
			if !yield(lo, lo+n) {
				return
			}
			_, size := utf8.DecodeRuneInString(name[lo+n:])
			lo += n + size
		}
	}
}

// isDot reports whether a label ends at r, which IDNA may map to a dot.
func (f HostForm) isDot(r rune) bool {
	return r == '.' || f == HostLookup && (r == '\u3002' || r == '\uff0e' || r == '\uff61')
}

// rawLen returns the length of what the first n octets of a decoded text were decoded from.
func rawLen(raw string, n int) (size int) {
	for range n {
		if raw[size] == '%' {
			size += len("%XX") - 1
		}
		size++
	}
	return size
}

// FromURI returns the IRI-reference that u is mapped to: see [AppendFromURI], whose errors it has. It allocates nothing
// if u has no percent-encodings and IDNA need not be asked.
func FromURI(u uri.URI, form HostForm) (IRI, error) {
	if _, ok := form.asks(u); !ok && !strings.Contains(u.String(), "%") {
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
// that component; and what section 3.2 (step 4) and 6.1 find inappropriate:
//   - what nobody could see, or not how it is there: spaces and what looks like them, unassigned characters, and those
//     that format text, bidirectional (section 4.1) or other, or that programs ignore (Default_Ignorable_Code_Point),
//     such as soft hyphens, fillers and variation selectors; but not U+200C and U+200D, which words of some languages
//     need, and emoji;
//   - what looks like a delimiter: characters that Unicode's form NFKC makes a "." of, a delimiter other than
//     sub-delims, or what no URI has, such as full-width forms of "/" and "%", or U+2488, "1."; and some others, such
//     as U+2044 and U+2215, which look like "/", and U+3002, which is a dot for IDNA.
//
// Octets outside ASCII that stay get upper-case hex digits, as they do in the examples of section 3.2.1; the others
// stay as they are written.
//
// With [HostPercent] there is no error, and A-labels stay. Otherwise they become U-labels, but where a label would have
// a character that stays percent-encoded elsewhere, and what percent-encodings a registered name has are decoded first;
// if IDNA refuses the name, the error is a [*HostError], and dst is returned as it was. The names that are taken, and
// what is allocated, are the same as for [IRI.AppendURI].
//
// [IRI.URI] with the same form takes the result, and gives u back if u is in normal form and, unless the form is
// HostPercent, has no percent-encodings in its host.
func AppendFromURI(dst []byte, u uri.URI, form HostForm) ([]byte, error) {
	s, r := u.String(), u.Ranges()
	lo, hi, _ := r.Host()
	_, pathEnd := r.Path()
	_, queryEnd, ok := r.Query()
	if !ok {
		queryEnd = pathEnd
	}
	host, ok := form.asks(u)
	if ok {
		ascii, text, err := form.convertHost(host, lo)
		if err != nil {
			return dst, err
		}
		host = shown(ascii, text)
	} else {
		host, hi = "", lo
	}
	dst = append(appendCharacters(dst, s[:lo], false), host...)
	dst = appendCharacters(dst, s[hi:pathEnd], false)
	dst = appendCharacters(dst, s[pathEnd:queryEnd], true)
	return appendCharacters(dst, s[queryEnd:], false), nil
}

// appendCharacters appends s with those percent-encodings decoded that need not be there.
func appendCharacters(dst []byte, s string, inQuery bool) []byte {
	n := strings.IndexByte(s, '%')
	if n < 0 {
		return append(dst, s...)
	}
	v := visible()
	for n >= 0 {
		dst, s = append(dst, s[:n]...), s[n:]
		for s != "" && s[0] == '%' {
			r, size := decodeTriplets(s) // what is no UTF-8 gives a character that is not visible
			triplets := s[:len("%XX")*size]
			s = s[len(triplets):]
			switch {
			case v.shows(r, inQuery):
				dst = utf8.AppendRune(dst, r)
			case r < utf8.RuneSelf:
				dst = append(dst, triplets...)
			default:
				dst = appendUpper(dst, triplets)
			}
		}
		n = strings.IndexByte(s, '%')
	}
	return append(dst, s...)
}

// decodeTriplets returns the character that s begins with, which begins with a percent-encoding, and of how many octets
// it is: see [utf8.DecodeRune].
func decodeTriplets(s string) (r rune, size int) {
	octet := octetOf(s)
	if octet < utf8.RuneSelf {
		return rune(octet), 1
	}
	octets := [utf8.UTFMax]byte{octet}
	want := min(bits.LeadingZeros8(^octet), len(octets)) // as many as the first one says
	n := 1
	for n < want && len("%XX")*n < len(s) && s[len("%XX")*n] == '%' {
		octets[n&3] = octetOf(s[len("%XX")*n:])
		n++
	}
	return utf8.DecodeRune(octets[:n])
}

// octetOf returns the octet of the percent-encoding that s begins with.
func octetOf(s string) byte {
	high, low := s[1], s[2]
	return (high&15+high>>6*9)<<4 | low&15 + low>>6*9
}

// appendUpper appends percent-encodings with upper-case digits.
func appendUpper(dst []byte, triplets string) []byte {
	for _, b := range []byte(triplets) {
		if b >= 'a' {
			b -= 'a' - 'A'
		}
		dst = append(dst, b)
	}
	return dst
}

// A runeSet has a bit for each character.
type runeSet [(unicode.MaxRune + 1) / 64]uint64

func (v *runeSet) has(r rune) bool { return v[uint32(r)/64%uint32(len(v))]>>(uint32(r)%64)&1 != 0 }

func (v *runeSet) add(r rune)    { v[r/64] |= 1 << (r % 64) }
func (v *runeSet) remove(r rune) { v[r/64] &^= 1 << (r % 64) }

// shows reports whether r, which may be none, is to stand in an IRI, in its query or elsewhere.
func (v *runeSet) shows(r rune, inQuery bool) bool {
	return v.has(r) || inQuery && tables.IsIprivate(r)
}

// isVisible reports whether r is to stand in an IRI, in its query or elsewhere, as it is.
func isVisible(r rune, inQuery bool) bool { return visible().shows(r, inQuery) }

// visible returns the characters that are to stand in an IRI as they are, wherever they stand. The set, of 136 KiB, is
// made when it is needed first, in a few milliseconds: to look for a character in ten tables, every time, would take
// longer than all else.
var visible = sync.OnceValue(makeVisible)

func makeVisible() *runeSet {
	v, room := new(runeSet), make([]byte, 64)
	for _, t := range []*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.P, unicode.S} {
		for r := range runesOf(t) {
			if tables.IsUcschar(r) && !looksLikeDelimiter(r, room) {
				v.add(r)
			}
		}
	}
	for _, t := range []*unicode.RangeTable{unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector} {
		for r := range runesOf(t) {
			v.remove(r)
		}
	}
	for _, r := range blanks + delimiterLike {
		v.remove(r)
	}
	// Those of the category Cf that remain format text.
	for r := range runesOf(unicode.Prepended_Concatenation_Mark) {
		v.add(r)
	}
	for r := range runesOf(unicode.Join_Control) {
		v.add(r)
	}
	for b := range rune(utf8.RuneSelf) {
		if tables.Is(byte(b), tables.Unreserved) {
			v.add(b)
		}
	}
	return v
}

const (
	// blanks are symbols and marks that look like spaces, or like nothing, which Unicode does not call ignorable.
	blanks = "\u2800\U00016fe4\U0001d159" // of braille, Khitan and musical notation

	// delimiterLike are punctuation and symbols that look like a delimiter without being decomposed to one. Letters and
	// digits are not among them, such as U+30CE, which looks like "/": words consist of them.
	delimiterLike = "\u2041\u2044\u2215\u2571\u27cb\u29f8" + // /
		"\u2216\u2572\u27cd\u29f5\u29f9" + // \
		"\u02f8\u0589\u05c3\u205a\u2236\ua789" + // :
		"\u066a\u2052" + // %
		"\u0701\u0702\u3002\uff61\ua60e" // .
)

// looksLikeDelimiter reports whether r in NFKC has a delimiter other than sub-delims, a "." or what no URI has, such as
// a space. It uses room.
func looksLikeDelimiter(r rune, room []byte) bool {
	if unicode.In(r, unicode.Ideographic, unicode.Hangul) { // nearly all characters, and none of these does
		return false
	}
	char := utf8.AppendRune(room[:0], r)
	// What is not decomposed to one is not composed to one, and most characters are not decomposed.
	return slices.ContainsFunc(norm.NFKC.Properties(char).Decomposition(), isDelimiter) &&
		slices.ContainsFunc(norm.NFKC.Append(char[len(char):], char...), isDelimiter)
}

func isDelimiter(b byte) bool {
	return b == '.' || b < utf8.RuneSelf && !tables.Is(b, tables.Unreserved|tables.SubDelims)
}

// runesOf yields the characters of t.
func runesOf(t *unicode.RangeTable) iter.Seq[rune] {
	return func(yield func(rune) bool) {
		for _, x := range t.R16 {
			for r := rune(x.Lo); r <= rune(x.Hi); r += rune(x.Stride) {
				if !yield(r) {
					return
				}
			}
		}
		for _, x := range t.R32 {
			for r := rune(x.Lo); r <= rune(x.Hi); r += rune(x.Stride) {
				if !yield(r) {
					return
				}
			}
		}
	}
}
