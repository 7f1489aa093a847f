package hosts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find/internal/uts58"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/origin"
	"github.com/urispan/uri/internal/ucd"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

// AppendReadable appends u to dst in a form for people, with the fewest percent-encodings that UTS #58 allows (section
// "Minimal Escaping"), and returns the extended slice. The finder of [UTS58] finds the result as a whole between spaces
// if u has the scheme http or https, no userinfo, a name without "_" and with a top-level domain that does not end with a
// dot, and no port or one of 1 to 65535.
//
// These stay percent-encoded, or become so:
//
//   - characters that would end a link, such as a space, a bracket without its partner, and punctuation at the end;
//   - delimiters of RFC 3986 that were percent-encoded in u where a URI can have them, because there they are data;
//   - "\", which browsers read as "/";
//   - octets that are not UTF-8;
//   - characters that are invisible or format text.
//
// A "%" is percent-encoded only if two hex digits follow it. A-labels become U-labels as in [iri.AppendFromURI], unless
// [iri.HostLookup] refuses the host.
//
// If alone is true, nothing follows the result, as in a table. Then punctuation at its end is not percent-encoded, and
// a finder does not find it.
//
// The result has the password of u, if u has one. AppendReadable takes time linear in the length of u. It allocates
// only if u has percent-encodings or a host that IDNA changes.
func AppendReadable(dst []byte, u uri.URI, alone bool) []byte {
	shown, err := iri.FromURI(u, iri.HostLookup)
	if err != nil { // from IDNA
		shown, _ = iri.FromURI(u, iri.HostPercent)
	}
	r, raw := shown.Ranges(), u.Ranges()
	pathStart, _ := r.Path()
	dst = append(dst, shown.String()[:pathStart]...)
	start, _ := raw.Path()
	w := readableWriter{dst: dst, held: -1}
	if _, _, ok := raw.Authority(); !ok {
		w.tail = uts58.InPath()
	}
	w.write(u.String()[start:])
	w.end(alone)
	return w.dst
}

// A readableWriter appends the path, the query and the fragment of a URI. The tail reads the bytes that are appended.
type readableWriter struct {
	dst  []byte
	tail uts58.Tail

	inFragment bool // a "#" was appended
	held       rune // the last character, not yet appended, if a link would not end after it; or -1
}

// write appends raw, which must be valid in a URI.
func (w *readableWriter) write(raw string) {
	for raw != "" {
		if raw[0] != '%' {
			w.appendChar(rune(raw[0]), octet.Encoded(raw[0]))
			w.inFragment = w.inFragment || raw[0] == '#'
			raw = raw[1:]
			continue
		}
		r, octets, size := octet.DecodedRune(raw)
		encoded := raw[:size]
		raw = raw[size:]
		if r == '%' && octet.HexdigsLen(raw) == 0 || r != '%' && w.isReadable(r, octets) {
			w.appendChar(r, encoded)
		} else {
			w.appendEncoded(encoded)
		}
	}
}

// appendChar appends r, or its percent-encoding if r would end a link.
func (w *readableWriter) appendChar(r rune, encoded string) {
	safe, ok := w.tail.Step(r)
	if !ok {
		w.appendEncoded(encoded)
		return
	}
	w.appendHeld()
	if !safe {
		w.held = r
		return
	}
	w.dst = utf8.AppendRune(w.dst, r)
}

// appendEncoded appends percent-encoded octets.
func (w *readableWriter) appendEncoded(encoded string) {
	w.tail.Step('%') // hex digits do the same
	w.appendHeld()
	w.dst = append(w.dst, encoded...)
}

// appendHeld appends the character that is held, because the text goes on.
func (w *readableWriter) appendHeld() {
	if w.held >= 0 {
		w.dst = utf8.AppendRune(w.dst, w.held)
		w.held = -1
	}
}

// end appends the character that is held. It is percent-encoded unless the text is alone. Then all of the text belongs
// to the link.
func (w *readableWriter) end(alone bool) {
	if alone || w.held < 0 {
		w.appendHeld()
		return
	}
	w.dst = new(octet.Coding).AppendText(w.dst, string(w.held)) // which keeps no byte
}

// isReadable reports whether a percent-encoded character, which has so many octets, means the same if it is decoded,
// and people can see it.
func (w *readableWriter) isReadable(r rune, octets int) bool {
	switch {
	case r < utf8.RuneSelf:
		return r != '\\' && !tables.Is(byte(r), tables.Reserved) || r == '[' || r == ']' || r == '#' && w.inFragment
	case r == utf8.RuneError && octets == 1: // not UTF-8
		return false
	case unicode.Is(ucd.JoinControl, r) || unicode.Is(ucd.PrependedMark, r): // words need them
		return true
	}
	return unicode.Is(ucd.Graphic, r) && !unicode.Is(ucd.DefaultIgnorable, r) && !strings.ContainsRune(ucd.Blanks, r)
}

// FromReadable returns the URI-reference that text shows to people, as [AppendReadable] writes it or a finder finds it.
// It is the reverse of AppendReadable, except that a delimiter that AppendReadable had to encode stays percent-encoded,
// and the host is mapped to A-labels.
//
// In the path, the query and the fragment, it percent-encodes the characters that no URI has: characters outside
// US-ASCII, spaces, ASCII characters such as "<", and a "%" without two hex digits after it. These never cause an
// error. The host is mapped with [iri.HostLookup], or with [iri.HostPercent] if IDNA refuses it.
//
// A host or an e-mail address without a scheme is a path for FromReadable: write "https://" or "mailto:" before it.
//
// The error comes from [iri.Parse], and its offset is in text.
func FromReadable(text string) (uri.URI, error) {
	i, err := iri.Parse(origin.EncodeFrom(text, headLen(text)))
	if err != nil {
		return uri.URI{}, err
	}
	u, err := i.URI(iri.HostLookup)
	if err != nil { // from IDNA
		return i.URI(iri.HostPercent)
	}
	return u, nil
}

// headLen returns the length of the scheme and the authority of text.
func headLen(text string) (n int) {
	n = strings.IndexAny(text, ":/?#") + 1
	if n == 0 || text[n-1] != ':' {
		n = 0
	}
	if strings.HasPrefix(text[n:], "//") {
		n = octet.Next(text, n+len("//"), "/?#")
	}
	return n
}
