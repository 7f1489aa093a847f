package links

import (
	"cmp"
	"io"
	"iter"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// A Link is a link of a page: an attribute that has a URL, or one of the URLs of an attribute.
type Link struct {
	// Element is the name of the element in lower case, such as "a". It is "" for a MathML element inside a math
	// element, and for an element that the package does not know by name. The only links of such an unknown element are
	// identifiers: see [Scanner.Identifiers]. For an image element, Element is "img".
	Element string

	// Attribute is the name of the attribute in lower case, such as "href". The link of a meta element is in "content". For
	// a link in the text of a style element, it is "".
	Attribute string

	// URL is the text of the link as a parser of URLs expects it: in UTF-8 and with character references decoded. It is
	// not resolved, and keeps the white space around it. The slice is valid until the next step of the loop.
	URL []byte

	// Rel, Type, HrefLang and Media are the values of the attributes rel, type, hreflang and media of the element, or nil.
	// For the URL of an @import rule, Rel is "stylesheet". The slices are valid until the next step of the loop.
	Rel, Type, HrefLang, Media []byte

	// Descriptor has the descriptors of the candidate of a srcset attribute, such as "2x" or "100w". The slice is valid
	// until the next step of the loop.
	Descriptor []byte

	// IsBase reports that the link is the href of a base element. Such a link is resolved against the URL of the page,
	// and not against the result of [Scanner.Base]. In a srcdoc document, it is resolved against the base URL of the page.
	IsBase bool

	// Start and End are the offsets of the value of the attribute in the page, without quotes. All links of one srcset,
	// srcdoc or style attribute have the same offsets. In the text of a style element, they are the offsets of the URL,
	// and in SVG those of the text.
	Start, End int64

	// Document is 0 for links of the page itself, and n for links in its n-th srcdoc attribute.
	Document int

	// Template reports that the link is in a template element, which scripts may copy to the page.
	Template bool

	// Cut reports that the tag is longer than 64 KiB and that this attribute is not whole, or that the URL in a style
	// element is longer. URL is then nil.
	Cut bool
}

// A Scanner finds the links of pages. The zero Scanner is ready for use; Reset and ResetReader begin a page. Reuse a
// Scanner for many pages, as it keeps its memory. It may be used by one goroutine at a time.
type Scanner struct {
	// Scripting makes the Scanner read the content of noscript elements as text without links, as browsers that run
	// scripts do.
	Scripting bool

	// Identifiers makes the Scanner also find the attributes itemid and itemtype of all elements. Their URLs name
	// things, and need not lead to anything.
	Identifiers bool

	// CSS makes the Scanner also find the links of style sheets in style elements, and in the style attributes of all
	// elements. See the function [CSS].
	CSS bool

	// Lazy makes the Scanner also find the attributes from which scripts load images and other things later, such as
	// data-src and data-srcset. Their URLs may have placeholders that the script replaces, such as "{width}".
	Lazy bool

	// Meta makes the Scanner also find the URLs in meta elements that describe the page: those with a property or a name
	// such as og:image and twitter:image, and those with an itemprop such as image and url.
	Meta bool

	// Parser has the encoding of the page and options for its links; see [DeclaredEncoding]. The Scanner decodes links
	// that are not US-ASCII from that encoding. Pages in UTF-16 or ISO-2022-JP must be decoded first. With CSS, so must
	// pages in Shift_JIS, Big5, GBK or gb18030: there, the second byte of a character may be a "\" or a "}".
	Parser whatwg.Parser

	tokens  tokenizer
	tree    tree
	element element      // that has links
	links   attributeSet // attributes of the last tag with links that have not been returned

	rest    []byte // of a list of URLs
	syntax  syntax // of the list
	decoded []byte
	beside  [4][]byte // values beside the link
	link    Link

	hasBeside bool // link has one of these values, or a descriptor
	isMetaURL bool // the content of the meta element is a URL

	document  int      // the number of srcdoc attributes
	embedded  *Scanner // of the current srcdoc attribute
	embedding bool     // embedded has links
	isInside  bool     // the page is a srcdoc attribute
	targets   bool     // next returns targets in place of links

	css     cssScanner // of the style element or attribute
	cssURL  []byte     // the link of css
	inStyle bool       // the link is in a style element

	svgStyle  int // the number of open nodes, up to a style element of SVG, while its text is collected, or 0
	styleText []byte
	styleAt   int64 // the offset of the text

	held held
}

// Reset begins a page. The Scanner does not change page, and does not keep it after the last link.
func (s *Scanner) Reset(page []byte) {
	s.begin()
	s.tokens.data, s.tokens.err = page, io.EOF
}

// ResetReader begins a page that it reads from src. It makes large reads: a link is found only after the next 16 KiB of
// the page, or its end, have been read. The Scanner uses up to 160 KiB for a page, however long it is.
func (s *Scanner) ResetReader(src io.Reader) {
	s.begin()
	s.tokens.src, s.tokens.data = src, s.tokens.own[:0]
}

func (s *Scanner) begin() {
	in := &s.tokens.source
	s.tokens = tokenizer{source: source{own: in.own, limit: cmp.Or(in.limit, maxTag), size: cmp.Or(in.size, readSize)}}
	s.tree.reset()
	s.links = 0
	s.rest, s.document, s.embedding, s.inStyle, s.svgStyle = nil, 0, false, false, 0
	s.held = held{text: s.held.text[:0], links: s.held.links[:0], bases: s.held.bases[:0]}
}

// Err returns the error that ended reading, or nil at the end of the page. It is bufio.ErrBadReadCount if a Read
// returned a count that is negative or larger than its buffer.
func (s *Scanner) Err() error {
	if s == nil || s.tokens.err == io.EOF {
		return nil
	}
	return s.tokens.err
}

// All returns an iterator over the links that have not been read yet, in the order of the page. After a break, another
// loop continues with the next link. The loop ends at the end of the page or at an error, which Err returns. It does
// not allocate, except for values with character references and for memory that the Scanner keeps.
//
// The href of a base element is a link like others. The first one sets the base URL of all links, also of those before
// it: see [Scanner.Base].
func (s *Scanner) All() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		for s != nil && s.next() && yield(s.link) {
		}
	}
}

// Targets returns an iterator over the names that fragments of URLs lead to in the rest of the page, in the order of the
// page: the ids of all elements, and the names of a elements. A name may be empty, and may occur more than once. The
// slice is valid until the next step of the loop.
//
// The loop skips links: to find both, call Reset between Targets and All. It also skips the content of templates and
// srcdoc attributes, and names in the part of a tag beyond 64 KiB.
//
// A browser first drops the part of a fragment that begins at ":~:". It looks for the rest unchanged, and then
// percent-decoded. An empty fragment leads to the top of the page, as does one that decodes to "top" in any case and
// has no target (HTML Standard, section 7.4.6.4).
func (s *Scanner) Targets() iter.Seq[[]byte] {
	return func(yield func(name []byte) bool) {
		if s == nil {
			return
		}
		s.links &= targetSet
		s.rest, s.embedding, s.inStyle, s.svgStyle, s.targets = nil, false, false, 0, true
		if s.tokens.state == stateStyle {
			s.tokens.state = stateRaw
		}
		defer func() { s.targets = false }()
		for s.next() {
			l := &s.link
			isContent := l.Template && (s.tree.template > 1 || l.Element != elements[elementTemplate].text)
			if !l.Cut && !isContent && !yield(l.URL) {
				return
			}
		}
	}
}

// Base returns the base URL of the page's links, as far as the page has been read. It is the href of the first base
// element with an href, resolved against page, or else page. It is also page if that URL is invalid or has the scheme
// data or javascript (HTML Standard, section 4.2.3). In most pages it is final after the first link in the body. A
// browser moves a base element that is in a table but outside its cells before the table, and Base takes that into
// account.
func (s *Scanner) Base(page whatwg.URL) whatwg.URL {
	if s == nil || !s.tree.hasBase {
		return page
	}
	return s.baseOf(page, s.tree.base)
}

// baseOf returns the base URL that a base element with the href ref sets. If ref is not valid as a base URL, it returns
// fallback.
func (s *Scanner) baseOf(fallback whatwg.URL, ref []byte) whatwg.URL {
	u, err := s.Parser.Parse(fallback, string(ref))
	if scheme := u.Scheme(); err != nil || scheme == "data" || scheme == "javascript" {
		return fallback
	}
	return u
}

// next sets s.link to the next link.
func (s *Scanner) next() bool {
	for {
		switch {
		case s.embedding:
			if s.embedded.next() {
				l := s.embedded.link
				l.Start, l.End, l.Document = s.link.Start, s.link.End, s.document
				l.Template = l.Template || s.tree.template > 0
				s.link, s.hasBeside = l, true
				return true
			}
			s.embedding = false
		case s.rest != nil:
			if s.nextOfList() {
				return true
			}
		case s.links != 0:
			if s.nextAttribute() {
				return true
			}
		case s.inStyle:
			s.inStyle = false
			s.setStyleLink()
			return true
		case !s.scan():
			return false
		}
	}
}

// nextAttribute goes on to the next attribute of the tag. It reports whether s.link is a link.
func (s *Scanner) nextAttribute() bool {
	t, l := &s.tokens.tag, &s.link
	a := t.first(s.links)
	s.links &^= 1 << a
	info, place := &attributes[a], t.spans[a]
	l.Element, l.Attribute = elements[s.element].text, info.text
	l.Start, l.End = t.at+int64(place.start), t.at+int64(place.end)
	l.Document, l.Template, l.Cut = 0, s.tree.template > 0, t.cut>>a&1 != 0
	l.IsBase = a == attrHref && s.element == elementBase
	if t.has&besideSet != 0 || s.hasBeside {
		s.setBeside()
	}
	if l.Cut {
		l.URL = nil
		return true
	}
	value := s.value(&s.decoded, s.tokens.value(a))
	switch info.syntax {
	case syntaxTarget:
		l.URL = value
		return s.targets // a loop over targets may have ended inside the tag
	case syntaxURL:
		l.URL = value
		return true
	case syntaxBackground, syntaxBackgrounds:
		switch {
		case octet.HasPrefixFold(value, "url("):
			s.startList(syntaxStyle, value)
		case info.syntax == syntaxBackground:
			l.URL = value
			return true
		default:
			s.decoded = append(s.decoded[:0], value...)
			joinSets(s.decoded)
			s.startList(syntaxSrcset, s.decoded)
		}
	case syntaxList, syntaxSrcset, syntaxStyle:
		s.startList(info.syntax, value)
	case syntaxRefresh:
		if s.isMetaURL && s.element == elementMeta {
			l.URL = value
			return len(value) > 0
		}
		l.URL, _ = refreshURL(value)
		return l.URL != nil
	case syntaxDocument:
		s.embed(value)
	}
	return false
}

// setBeside sets the fields of s.link for the attributes beside the link. It leaves out those that are cut.
func (s *Scanner) setBeside() {
	t := &s.tokens.tag
	has := t.has &^ t.cut & besideSet
	s.hasBeside = has != 0
	s.link.Descriptor = nil
	for i, field := range s.link.beside() {
		*field = nil
		if a := besideAttributes[i]; has>>a&1 != 0 {
			*field = s.value(&s.beside[i], s.tokens.value(a))
		}
	}
}

// besideAttributes are the attributes beside a link.
var besideAttributes = [...]attribute{attrRel, attrType, attrHreflang, attrMedia}

// beside returns the fields of l for besideAttributes.
func (l *Link) beside() [len(besideAttributes)]*[]byte {
	return [...]*[]byte{&l.Rel, &l.Type, &l.HrefLang, &l.Media}
}

// startList begins to read a list of URLs.
func (s *Scanner) startList(syntax syntax, value []byte) {
	if len(value) == 0 {
		return
	}
	s.rest, s.syntax = value, syntax
	if syntax == syntaxStyle {
		s.css.reset(false, len(value))
	}
}

// nextOfList sets s.link to the next URL of s.rest.
func (s *Scanner) nextOfList() (ok bool) {
	l := &s.link
	switch s.syntax {
	case syntaxSrcset:
		l.URL, l.Descriptor, s.rest, ok = nextCandidate(s.rest)
		s.hasBeside = true
	case syntaxStyle:
		var n int
		if n, ok = s.css.scan(s.rest, 0, true); ok {
			s.setStyleURL(s.css.raw)
		}
		s.rest = s.rest[n:]
	default:
		l.URL, s.rest, ok = nextInList(s.rest)
	}
	if !ok || len(s.rest) == 0 && s.syntax != syntaxStyle {
		s.rest = nil
	}
	return ok
}

// value returns the value of an attribute. It writes to buf unless the value is a part of the page.
func (s *Scanner) value(buf *[]byte, raw []byte) []byte {
	if s.Parser.Encoding == nil && isPlain(raw) {
		return raw[:len(raw):len(raw)]
	}
	return s.decodedValue(buf, raw)
}

func (s *Scanner) decodedValue(buf *[]byte, raw []byte) []byte {
	*buf = appendValue((*buf)[:0], s.utf8(raw))
	return *buf
}

// utf8 returns a part of the page in UTF-8.
func (s *Scanner) utf8(raw []byte) []byte {
	if s.Parser.Encoding != nil && !octet.IsASCII(octet.Text(raw)) {
		if text, err := s.Parser.Encoding.NewDecoder().Bytes(raw); err == nil {
			return text
		}
	}
	return raw
}

// setStyleURL sets the URL of s.link to the URL that s.css has found, with the text raw, and its Rel if it is the URL of an
// @import rule.
func (s *Scanner) setStyleURL(raw []byte) {
	l := &s.link
	s.cssURL = appendUnescaped(s.cssURL[:0], raw)
	l.URL = s.cssURL
	if l.Attribute == "" {
		l.Rel = nil
		if s.css.isImport {
			l.Rel = append(s.beside[0][:0], relStylesheet...)
			s.beside[0] = l.Rel
		}
	}
}

// setStyleLink sets s.link to the link that s.css has found in a style element.
func (s *Scanner) setStyleLink() {
	c := &s.css
	s.link = Link{Element: elements[elementStyle].text, Start: c.from, End: c.to, Template: s.tree.template > 0, Cut: c.isCut}
	s.hasBeside = true
	if s.setStyleURL(s.utf8(c.raw)); c.isCut {
		s.link.URL = nil
	}
}

// embed begins to read the document of a srcdoc attribute. It does not read srcdoc attributes in such a document,
// because documents nested in one value can take quadratic time.
func (s *Scanner) embed(document []byte) {
	s.document++
	if s.isInside {
		return
	}
	if s.embedded == nil {
		s.embedded = new(Scanner)
	}
	e := s.embedded
	e.Scripting, e.Identifiers, e.CSS, e.Lazy, e.Meta = s.Scripting, s.Identifiers, s.CSS, s.Lazy, s.Meta
	e.Reset(document)
	e.isInside = true
	e.tokens.limit = s.tokens.limit
	s.embedding = true
}
