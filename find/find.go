package find

import (
	"iter"
	"strings"

	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/find/internal/uts58"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
)

// UnicodeVersion is the version of Unicode, and of UTS #58, that the package implements.
const UnicodeVersion = uts58.UnicodeVersion

// A Finder finds addresses in text. Its fields are options. The zero Finder, and a nil *Finder, find the addresses that
// begin with a known scheme and "://": see Schemes. Several goroutines may use a Finder.
//
// If a "://" comes after more than 64 letters, digits, "+", "-" and "." in a row, as in base64, only http and https are
// found there.
type Finder struct {
	// Schemes are the schemes of the addresses to find, such as "https", in any case. Addresses of schemes without
	// an authority, such as "mailto" and "tel", need no "//". If Schemes is nil, all known schemes are found before "://":
	// those that IANA had registered when this version was made; those with a default port, such as postgresql and amqp;
	// those of object stores, of databases and of sockets, such as s3, mongodb+srv, tcp and grpc; and others with "+" after a
	// known scheme, such as mysql+pymysql. If it is empty but not nil, none are found.
	//
	// The time for each address is linear in the number of schemes.
	Schemes []string

	// AnyScheme finds addresses with any scheme before "://", besides those with Schemes.
	AnyScheme bool

	// Syntax decides which characters an address has, and where it ends.
	Syntax Syntax

	// Escapes is the format of the text if escapes inside addresses are to be read.
	Escapes Escapes

	// Wrapped joins addresses that are broken over lines or have spaces in them, between "<" and ">" (RFC 3986, Appendix C):
	// "<https://h/a\nb c>" has the address https://h/abc. The scheme must be directly after "<" or "<URL:". Spaces and line
	// ends go. A "-" at the end of a line stays, although it may not be a part of the address. A ">" that begins a line
	// and is followed by a space belongs to a quotation of mail, and goes too, if a later ">" ends the address. At most
	// 4,096 bytes, without an empty line, are joined. The range of the match is that in the text, and Match.Decoded and
	// Match.AppendAddress have the address.
	//
	// Outside "<" and ">", lines are not joined: the next line may go on with the address or with the sentence.
	Wrapped bool

	// MaxLen is the length in bytes of the longest address in the text. Longer ones are not found. If it is 0 or
	// negative, the length is not limited.
	MaxLen int

	// Accept drops a match if it returns false. Its argument is the address, without escapes. If Accept is nil, no match
	// is dropped. The text of a dropped match is not searched again.
	Accept func(address string) bool

	// Names finds addresses without a scheme in the text between the others. Package hosts has implementations.
	Names Names
}

// Names finds addresses that need no scheme. Package hosts has implementations.
type Names interface {
	// NextName returns the range in bytes and the kind of the first address in text[:limit] that begins at from or later.
	// If it finds no address, end is 0. An address with a scheme begins at limit, or the text ends there. f has the options
	// of the search.
	NextName(f *Finder, text string, from, limit int) (start, end int, kind Kind)
}

// A Syntax decides which characters an address has, and where it ends. The comment of the package has a table.
type Syntax uint8

const (
	// SyntaxIRI has the characters of RFC 3987: iri.Parse accepts each address. Punctuation and brackets of Chinese,
	// Japanese and Korean text end an address, but not "・", "ー", "々" and "〜".
	SyntaxIRI Syntax = iota

	// SyntaxURI has the characters of RFC 3986: uri.Parse accepts each address. The first character outside US-ASCII ends
	// an address, also in a host.
	SyntaxURI

	// SyntaxWeb is the syntax of addresses that browsers and people write. It has the characters of SyntaxIRI, and in a path,
	// a query and a fragment ^ { } [ ] and a "%" that begins no percent-encoding, and after the first "?" also "|". A userinfo
	// may have braces in pairs, as in redis://joe:${S}@h, and "@", as in redis://joe:p@ss@h. An address that is not of the web
	// may have a list of hosts, as in mongodb://a:1,b:2/db, which scheme.ParseHosts reads. uri.Parse rejects all three. The
	// spaces without width U+200B and U+FEFF, which are invisible, end an address.
	SyntaxWeb

	// SyntaxProse has the characters and the end of UTS #58, Link Detection and Serialization, for text that people write.
	// Then an address may have a quotation mark inside a path, and CJK punctuation.
	SyntaxProse
)

// Escapes is a format of text with escapes, which are read inside addresses.
type Escapes uint8

const (
	EscapesNone Escapes = iota // the text has none: a backslash ends an address
	EscapesJSON                // text inside strings of JSON: "https:\/\/example.com\/?a\u0026b"
	EscapesHTML                // text or attributes of HTML: "https://example.com/?a&amp;b"
	EscapesANSI                // output for terminals: ESC [ 1 m and so on, which ends an address in other text
)

// A Kind is the form of an address.
type Kind uint8

const (
	KindURL   Kind = iota // with a scheme: "https://example.com/"
	KindHost              // a host without a scheme, with or without a path: "example.com/about"
	KindEmail             // an e-mail address, with or without "mailto:": "joe@example.com"
	KindLong              // not an address, but a part of a stream that was not searched: see NewReader
	KindSCP               // an address of scp and git: "git@github.com:o/r.git"
)

var kindNames = [...]string{"url", "host", "email", "long", "scp"}

// String returns "url", "host", "email", "long" or "scp". It returns "" if k is not one of the constants.
func (k Kind) String() string { return textio.Name(kindNames[:], k, "") }

// A Match is an address in a text or a stream.
type Match struct {
	Start, End int64 // the range of the address, in bytes from the start of the text or the stream
	Kind       Kind

	// Decoded is the address without its escapes, or joined from several lines. It is nil if the address has neither. It
	// is valid only until the next step of the iteration.
	Decoded []byte
}

// AppendAddress appends the address to dst, without the escapes and the line ends in it, and returns the extended slice.
// text is the text that was searched. If the range of m is not in text, AppendAddress returns dst.
func (m Match) AppendAddress(dst []byte, text string) []byte {
	switch {
	case m.Decoded != nil:
		return append(dst, m.Decoded...)
	case m.Start < 0 || m.Start > m.End || m.End > int64(len(text)):
		return dst
	}
	return append(dst, text[m.Start:m.End]...)
}

// All returns an iterator over the addresses in text, in order. They do not overlap. The text of a match m is
// text[m.Start:m.End]. All does not change text.
//
// The loop takes time linear in len(text). It allocates only if an address has escapes, and the argument of Accept.
func (f *Finder) All(text []byte) iter.Seq[Match] { return f.all(octet.Text(text), true) }

// AllString is like All but takes a string.
func (f *Finder) AllString(text string) iter.Seq[Match] { return f.all(text, false) }

// all implements All and AllString.
func (f *Finder) all(text string, shared bool) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		s := f.search(text)
		s.shared = shared
		// A copy of s.match as a whole would load 16 bytes, and wait for the stores of Start and End.
		for s.next() && yield(Match{s.match.Start, s.match.End, s.match.Kind, s.match.Decoded}) {
		}
	}
}

// zero is the Finder for a nil *Finder.
var zero Finder

// search returns the state that finds addresses in text.
func (f *Finder) search(text string) search {
	if f == nil {
		f = &zero
	}
	rules := address.Rules{Syntax: address.Syntax(f.Syntax), Escapes: address.Escapes(f.Escapes)}
	opaque := f.findsOpaque()
	return search{
		Finder: f, rules: rules, text: text, opaque: opaque,
		slashes: !opaque && f.Escapes == EscapesNone && f.findsSchemes(),
		plain:   rules.Syntax != address.Prose && rules.Escapes != address.HTML && !f.Wrapped,
		filters: f.Accept != nil || f.MaxLen > 0 || f.Escapes != EscapesNone || f.Wrapped,
	}
}

// A search finds the addresses of one text.
type search struct {
	*Finder
	rules   address.Rules
	opaque  bool // a scheme in Schemes needs no "//"
	slashes bool // each scheme is before a "://" that is not escaped
	plain   bool // address.PlainEnd may be called
	filters bool // accepts must be called

	text    string
	match   Match // see next
	shared  bool  // the text is in memory that may change, so Accept gets a copy of an address
	from    int   // the end of the last match
	at      int   // from or later; the next ":" is searched from here on
	start   int
	end     int    // start and end are the range of the next address with a scheme if hasURL, or 0 at the end
	hasURL  bool   // the names before that address are still to be found
	decoded []byte // the memory of Match.Decoded
	joined  []byte // the memory of an address that is joined
}

// next finds the next match and sets s.match. It returns false after the last one.
func (s *search) next() bool {
	for {
		start, end := s.start, s.end
		if !s.hasURL {
			start, end = s.nextURL()
		}
		if s.Names != nil {
			s.start, s.end, s.hasURL = start, end, true
			if s.nextName() {
				s.from = int(s.match.End)
				if s.accepts() {
					return true
				}
				continue
			}
			s.hasURL = false
		}
		if end == 0 {
			return false
		}
		s.from = end
		s.match.Start, s.match.End, s.match.Kind = int64(start), int64(end), KindURL
		if !s.filters || s.accepts() {
			return true
		}
	}
}

// nextName finds the next address without a scheme before the next address with one, and sets s.match.
func (s *search) nextName() bool {
	end := len(s.text)
	if s.end > 0 {
		end = s.start
	}
	start, stop, kind := s.Names.NextName(s.Finder, s.text, s.from, end)
	if stop <= 0 {
		return false
	}
	s.match.Start, s.match.End, s.match.Kind = int64(start), int64(stop), kind
	return true
}

// accepts reports whether s.match is to be returned. It sets s.match.Decoded.
func (s *search) accepts() bool {
	m := &s.match
	m.Decoded = nil
	if s.MaxLen > 0 && m.End-m.Start > int64(s.MaxLen) {
		return false
	}
	text := s.text[m.Start:m.End]
	isCopy := !s.shared
	if s.Wrapped && strings.ContainsAny(text, wrapping) {
		s.joined = textio.AppendJoined(s.joined[:0], text)
		m.Decoded = s.joined
		text, isCopy = octet.Text(m.Decoded), false
	}
	if s.rules.Escapes.In(text) {
		if s.decoded = s.rules.Escapes.AppendDecoded(s.decoded[:0], text); len(s.decoded) < len(text) {
			m.Decoded = s.decoded
			text, isCopy = octet.Text(m.Decoded), false
		}
	}
	if s.Accept == nil {
		return true
	}
	if !isCopy {
		text = string([]byte(text))
	}
	return s.Accept(text)
}

// setText starts a search of another text, from an offset on. Before it may be text that decides about its addresses.
func (s *search) setText(text string, from int) {
	s.text, s.from, s.at, s.hasURL = text, from, from, false
}
