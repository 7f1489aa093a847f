package links

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/origin"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/whatwg"
)

// The limits of XML.
const (
	maxXMLDepth = 1000    // of elements
	maxXMLTag   = 1 << 20 // bytes
	maxXMLText  = 8 << 20 // bytes without markup, of a comment, and of the text of an element
	maxXMLBase  = 2048    // bytes of a base URL
	maxXMLBases = 20      // of open elements, one in the other
	maxXMLSpace = 100     // bytes of the name of a namespace
)

// An XMLLink is a link of an XML document.
type XMLLink struct {
	// Link has the link. Element is the name of the element with the prefix that is usual for its namespace, whatever
	// prefix the document has: "atom:link", "rss:enclosure", "sitemap:loc", "opml:outline", "media:content". Names of
	// HTML have no prefix, both in XHTML and in escaped HTML. The link of a processing instruction has its target,
	// "xml-stylesheet". Attribute is "" if the link is the text of the element.
	//
	// Start and End are the offsets of the tag, of the processing instruction or of the text that has the link.
	// Document is n for links in the n-th text with escaped HTML, and 0 for others. Offsets begin after the byte order
	// mark. If the document is not in UTF-8, they are those of the document as UTF-8.
	Link

	// Base is the base URL of the link: l.Base.Parse(string(l.URL)) resolves it.
	Base whatwg.URL
}

// XML returns an iterator over the links of an Atom or RSS feed, a sitemap or an OPML outline. base is the URL of the
// document. The slices of a link are valid until the next step of the loop.
//
//	for l, err := range links.XML(body, feedURL) {
//		if err != nil {
//			return err
//		}
//		if l.Element == "sitemap:loc" {
//			u, err := l.Base.Parse(string(l.URL))
//			...
//		}
//	}
//
// The file gen/xml.txt lists the elements with links, with their sources. Other elements have links if they
// are XHTML or SVG. The text of some elements is HTML: the description of RSS, content:encoded, and texts of Atom with
// the type html. Its links are those of a [Scanner]. A link of Atom without Rel has the relation "alternate" (RFC 4287,
// section 4.2.7.2).
//
// The attribute xml:base sets the base URL for its element, and a base element sets that of an XHTML page. RSS has no
// rule for relative links. Without xml:base, their base is the link of the channel, from there on (RSS Best Practices
// Profile, "description").
//
// Feeds often have mistakes. XML reads a "&" that begins no reference as text, and reads entities of HTML. It closes
// elements that are not closed, and replaces characters that XML does not allow, and "--" in comments. It neither
// expands nor loads entities that the document declares. At any other mistake, such as a "<" in an attribute, the loop
// ends with an error, after all links before the mistake. It also ends at an error of r, which it yields unchanged.
//
// Documents are in UTF-8, or in UTF-16 with a byte order mark or an XML declaration. Bytes that are not UTF-8 are read
// as windows-1252, unless the declaration names a third encoding: then the loop ends with an error. Decode such
// documents to UTF-8 before; [DeclaredEncoding] names their encoding. XML has no other use for the declaration.
//
// XML takes time linear in the length of the document. The loop ends with an error at a tag longer than 1 MiB, at text
// longer than 8 MiB, and at elements nested more than 1,000 deep. Memory is at most a small multiple of these limits,
// however long the document is. XML ignores base URLs longer than 2,048 bytes, and xml:base inside 20 elements with
// xml:base.
func XML(r io.Reader, base whatwg.URL) iter.Seq2[XMLLink, error] {
	return func(yield func(XMLLink, error) bool) {
		x := xmlReader{input: xmlInput{src: r}, page: base, yield: yield}
		if err := x.read(); err != nil {
			yield(XMLLink{}, err)
		}
	}
}

// An xmlElement describes the links of an element: the attributes that have one, between spaces, and its text. The
// attribute srcset has image candidates.
type xmlElement struct {
	attributes string
	text       xmlText
}

type xmlText uint8

const (
	xmlNoText xmlText = iota
	xmlURL            // a URL
	xmlGUID           // a URL if it is absolute, and the attribute isPermaLink is not false
	xmlHTML           // escaped HTML
	xmlTyped          // escaped HTML with some values of the attribute type
)

const (
	prefixXHTML = "xhtml"
	prefixSVG   = "svg"

	spaceXML   = "http://www.w3.org/XML/1998/namespace"
	spaceXLink = "http://www.w3.org/1999/xlink"
)

// An xmlReader reads a document.
type xmlReader struct {
	input   xmlInput
	decoder *xml.Decoder
	yield   func(XMLLink, error) bool

	page    whatwg.URL // the URL of the document
	channel whatwg.URL // the link of the channel of RSS, or the zero URL
	hasBase bool       // page is that of a base element
	bases   []xmlBase  // of the open elements that set one

	depth      int
	isChannel  [maxXMLDepth + 1]bool // whether the open elements are channels, by depth
	rootPrefix string
	rootSpace  string

	text    xmlOpenText
	buffer  []byte // of the text
	tag     bytes.Buffer
	scanner Scanner
	texts   int // with escaped HTML
}

// An xmlBase is the base URL of an open element at a depth.
type xmlBase struct {
	depth int
	url   whatwg.URL
}

// An xmlOpenText is an open element with text. In the zero xmlOpenText, depth is 0, and no element is open.
type xmlOpenText struct {
	depth      int
	element    string
	kind       xmlText
	start, end int64
}

var (
	errXMLTag   = errors.New("links: a tag of an XML document is longer than 1 MiB")
	errXMLText  = errors.New("links: text of an XML document is longer than 8 MiB")
	errXMLDepth = errors.New("links: elements of an XML document are nested more than 1,000 deep")
)

// read reads the document. It returns nil at its end, and if the loop has ended.
func (x *xmlReader) read() error {
	x.input.open()
	d := xml.NewDecoder(&x.input)
	d.Strict, d.Entity = false, xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // the input is UTF-8
	x.decoder = d
	for ok := true; ok; {
		start := d.InputOffset()
		isAfterText := x.input.offset > start // then the "<" of a tag has been read
		x.input.begin, x.input.isTag, x.input.isComment = start, isAfterText, false
		token, err := d.Token()
		if err != nil {
			return x.fault(err)
		}
		l := Link{Start: start, End: d.InputOffset()}
		switch t := token.(type) {
		case xml.StartElement:
			if x.depth++; x.depth > maxXMLDepth {
				return errXMLDepth
			}
			ok = x.start(l, &t)
		case xml.EndElement:
			ok = x.end()
			x.depth--
		case xml.CharData:
			if x.text.depth != x.depth || x.depth == 0 {
				continue
			}
			if len(x.buffer) == 0 {
				x.text.start = l.Start
			}
			x.text.end = l.End
			if x.buffer = append(x.buffer, t...); len(x.buffer) > maxXMLText {
				return errXMLText
			}
		case xml.ProcInst:
			if t.Target == "xml-stylesheet" {
				ok = x.styleSheet(l, t.Inst)
			}
		}
	}
	return nil
}

// fault returns the error that ends the document. It shortens the text of the decoder, which can have a long name.
func (x *xmlReader) fault(err error) error {
	reason := err.Error()
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax): // before an error of the source, which the input may have met already
		reason = syntax.Msg
	case x.input.err != nil:
		return x.input.err
	case err == io.EOF:
		return nil
	}
	return fmt.Errorf("links: XML at byte %d: %.100s", x.decoder.InputOffset(), reason)
}

// base returns the base URL of the current element.
func (x *xmlReader) base() whatwg.URL {
	switch n := len(x.bases); {
	case n > 0:
		return x.bases[n-1].url
	case x.channel.Href() != "":
		return x.channel
	}
	return x.page
}

// setBase sets the base URL of the current element to the value of xml:base. It ignores a value that is invalid,
// long or nested too deep, because resolving a link takes time linear in the length of its base.
func (x *xmlReader) setBase(ref string) {
	base := x.page
	if n := len(x.bases); n > 0 {
		base = x.bases[n-1].url
	}
	if len(x.bases) == maxXMLBases {
		return
	}
	if u, err := base.Parse(ref); err == nil && len(u.Href()) <= maxXMLBase {
		x.bases = append(x.bases, xmlBase{x.depth, u})
	}
}

// setPage sets the URL of an XHTML page to the href of its first base element (HTML Standard, section 4.2.3).
func (x *xmlReader) setPage(t *xml.StartElement) {
	href, ok := xmlAttribute(t, "", "href")
	x.hasBase = ok
	if u := x.scanner.baseOf(x.page, []byte(href)); len(u.Href()) <= maxXMLBase {
		x.page = u
	}
}

// prefix returns the usual prefix of a namespace, or "".
func (x *xmlReader) prefix(space string) string {
	switch {
	case len(space) > maxXMLSpace:
		return ""
	case x.rootPrefix != "" && space == x.rootSpace:
		return x.rootPrefix
	}
	var buf [maxXMLSpace]byte
	lower := octet.AppendLower(buf[:0], space)
	lower = bytes.TrimPrefix(bytes.TrimPrefix(lower, []byte("http://")), []byte("https://"))
	return xmlSpaces[string(bytes.TrimSuffix(lower, []byte("/")))]
}

// start reads a start tag. It returns false if the loop has ended.
func (x *xmlReader) start(l Link, t *xml.StartElement) bool {
	if value, ok := xmlAttribute(t, spaceXML, "base"); ok {
		x.setBase(value)
	}
	if x.depth == 1 {
		x.rootPrefix, x.rootSpace = xmlRoots[t.Name.Local], t.Name.Space
	}
	prefix := x.prefix(t.Name.Space)
	x.isChannel[x.depth] = prefix == "rss" && t.Name.Local == "channel"
	// Markup may also be in the namespace of the feed, if its "<" is not escaped or its div has no namespace.
	isHTML := x.text.depth > 0 && x.text.kind == xmlHTML && prefix == x.rootPrefix
	if isHTML || prefix == prefixXHTML || prefix == prefixSVG {
		ok := x.markup(l, t, prefix == prefixSVG)
		if prefix == prefixXHTML && t.Name.Local == "base" && !x.hasBase && x.rootPrefix == "" {
			x.setPage(t)
		}
		return ok
	}
	l.Element = prefix + ":" + t.Name.Local
	e, ok := xmlElements[l.Element]
	if !ok {
		return true
	}
	if x.text.depth == 0 && e.text != xmlNoText {
		x.open(l.Element, e.text, t)
	}
	l.setBeside(t)
	for _, a := range t.Attr {
		if a.Name.Space != "" {
			continue
		}
		for name := range strings.FieldsSeq(e.attributes) {
			if !strings.EqualFold(name, a.Name.Local) { // outlines have xmlUrl and xmlURL
				continue
			}
			if l.Attribute, l.URL = name, []byte(a.Value); name == "srcset" {
				if !x.candidates(l) {
					return false
				}
			} else if !x.yield(XMLLink{l, x.base()}, nil) {
				return false
			}
		}
	}
	return true
}

// candidates finds the image candidates of l.URL. It returns false if the loop has ended.
func (x *xmlReader) candidates(l Link) bool {
	for rest, ok := l.URL, true; ; {
		if l.URL, l.Descriptor, rest, ok = nextCandidate(rest); !ok {
			return true
		}
		if !x.yield(XMLLink{l, x.base()}, nil) {
			return false
		}
	}
}

// setBeside sets the fields for the attributes beside the link.
func (l *Link) setBeside(t *xml.StartElement) {
	for i, field := range l.beside() {
		if value, ok := xmlAttribute(t, "", attributes[besideAttributes[i]].text); ok {
			*field = []byte(value)
		}
	}
}

// xmlAttribute returns the value of an attribute.
func xmlAttribute(t *xml.StartElement, space, name string) (value string, ok bool) {
	for _, a := range t.Attr {
		if a.Name.Local == name && a.Name.Space == space {
			return a.Value, true
		}
	}
	return "", false
}

// open begins the text of an element, if by the attributes of the element it has links.
func (x *xmlReader) open(element string, kind xmlText, t *xml.StartElement) {
	switch kind {
	case xmlGUID:
		if value, _ := xmlAttribute(t, "", "isPermaLink"); value == "false" {
			return
		}
	case xmlTyped: // "html", "xhtml", or a media type
		value, _ := xmlAttribute(t, "", "type")
		if !strings.HasSuffix(value, "html") && !strings.HasSuffix(value, "xhtml+xml") {
			return
		}
		kind = xmlHTML
	}
	x.text = xmlOpenText{depth: x.depth, element: element, kind: kind}
	x.buffer = x.buffer[:0]
}

// end reads an end tag. It returns false if the loop has ended.
func (x *xmlReader) end() bool {
	ok := true
	if x.text.depth == x.depth {
		ok = x.endText()
		x.text.depth = 0
	}
	if n := len(x.bases); n > 0 && x.bases[n-1].depth == x.depth {
		x.bases = x.bases[:n-1]
	}
	return ok
}

// endText reads the text of an element.
func (x *xmlReader) endText() bool {
	l := Link{Element: x.text.element, Start: x.text.start, End: x.text.end}
	base := x.base()
	if x.text.kind == xmlHTML {
		x.texts++
		return x.scan(l, x.buffer, x.texts)
	}
	text := bytes.Trim(x.buffer, origin.Space)
	if len(text) == 0 {
		return true
	}
	if x.text.kind == xmlGUID && !octet.HasPrefixFold(text, "http://") && !octet.HasPrefixFold(text, "https://") {
		return true
	}
	if l.Element == "rss:link" && x.isChannel[x.depth-1] && x.channel.Href() == "" {
		u, err := base.Parse(string(text))
		if err == nil && len(u.Href()) <= maxXMLBase && (u.Scheme() == "http" || u.Scheme() == "https") {
			x.channel = u
		}
	}
	l.URL = x.buffer
	return x.yield(XMLLink{l, base}, nil)
}

// scan finds the links of HTML, which is at the offsets of l.
func (x *xmlReader) scan(l Link, html []byte, document int) bool {
	x.scanner.Reset(html)
	base := x.base()
	for found := range x.scanner.All() {
		found.Start, found.End, found.Document = l.Start, l.End, document
		if !x.yield(XMLLink{found, base}, nil) {
			return false
		}
	}
	return true
}

// markup finds the links of a tag of XHTML or SVG.
func (x *xmlReader) markup(l Link, t *xml.StartElement, isSVG bool) bool {
	if len(t.Attr) == 0 {
		return true
	}
	x.tag.Reset()
	if isSVG {
		x.tag.WriteString("<svg>")
	}
	x.tag.WriteString("<" + t.Name.Local)
	for _, a := range t.Attr {
		switch a.Name.Space {
		case "":
			x.tag.WriteString(" ")
		case spaceXLink:
			x.tag.WriteString(" xlink:")
		default:
			continue
		}
		x.tag.WriteString(a.Name.Local + "=\"")
		_ = xml.EscapeText(&x.tag, []byte(a.Value))
		x.tag.WriteString("\"")
	}
	x.tag.WriteString(">")
	return x.scan(l, x.tag.Bytes(), 0)
}

// styleSheet finds the link of <?xml-stylesheet?>. Its content is like the attributes of a tag ("Associating Style Sheets
// with XML documents 1.0").
func (x *xmlReader) styleSheet(l Link, attributes []byte) bool {
	d := xml.NewDecoder(io.MultiReader(strings.NewReader("<x "), bytes.NewReader(attributes), strings.NewReader(">")))
	d.Strict, d.Entity = false, xml.HTMLEntity
	token, _ := d.Token()
	t, _ := token.(xml.StartElement)
	l.Element, l.Attribute = "xml-stylesheet", "href"
	l.setBeside(&t)
	href, ok := xmlAttribute(&t, "", l.Attribute)
	l.URL = []byte(href)
	return !ok || x.yield(XMLLink{l, x.base()}, nil)
}

// An xmlInput is a document as UTF-8, with characters that XML allows. It counts the bytes of each token.
type xmlInput struct {
	*bufio.Reader
	src     io.Reader
	err     error  // of src, or of a limit
	foreign string // the label of an encoding that xmlInput does not decode, or ""
	blank   int64  // the end of the XML declaration

	offset int64
	rest   []byte // of a character

	// The digits of a reference to a character that XML does not allow. They become those of a tab.
	mendFrom, mendTo int64
	buf              [utf8.UTFMax]byte
	recent           uint32 // the last four bytes

	// The token so far.
	begin            int64
	isTag, isComment bool
}

// An xmlSource reads from src and keeps its error.
type xmlSource struct{ *xmlInput }

func (s xmlSource) Read(p []byte) (n int, err error) {
	if n, err = textio.Read(s.src, p); err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// open finds the encoding of the document. It hides the XML declaration, as the decoder refuses version 1.1.
func (in *xmlInput) open() {
	in.Reader = bufio.NewReader(xmlSource{in})
	head, _ := in.Peek(prescanSize)
	encoding := cmp.Or(encodingOf(head, byteOrderMarks), encodingOf(head, xmlStarts))
	switch encoding {
	case "utf-16be":
		in.Reader = bufio.NewReader(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().Reader(in.Reader))
	case "utf-16le":
		in.Reader = bufio.NewReader(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().Reader(in.Reader))
	}
	head, _ = in.Peek(prescanSize)
	if rest, ok := bytes.CutPrefix(head, []byte("\ufeff")); ok {
		_, _ = in.Discard(len(head) - len(rest))
		head = rest
	}
	declaration := bytes.TrimLeft(head, origin.Space)
	switch label := readableLabel(xmlEncoding(declaration)); label {
	case "utf-8", "utf8", "windows-1252", "iso-8859-1", "latin1", "us-ascii":
	default:
		if encoding == "" {
			in.foreign = label
		}
	}
	if end := bytes.Index(declaration, []byte("?>")); end > 0 && bytes.HasPrefix(declaration, []byte("<?xml ")) {
		in.blank = int64(len(head) - len(declaration) + end + len("?>"))
	}
}

// ReadByte implements [io.ByteReader].
func (in *xmlInput) ReadByte() (byte, error) {
	c, err := in.next()
	if err != nil {
		return 0, err
	}
	switch int(in.offset - in.begin) {
	case 0:
		in.isTag = c == '<'
	case 1:
		in.isTag = in.isTag && c != '!' && c != '?'
	case len("<!--"):
		in.isComment = in.recent == '<'<<24|'!'<<16|'-'<<8|'-'
	case maxXMLTag:
		if in.isTag {
			err = errXMLTag
		}
	case maxXMLText:
		err = errXMLText
	}
	if err != nil {
		in.err = err
		return 0, err
	}
	in.offset++
	switch {
	case in.offset <= in.blank, c < ' ' && c != '\t' && c != '\n' && c != '\r':
		c = ' '
	case in.mendFrom < in.offset && in.offset <= in.mendTo: // digits of a reference
		if c = '0'; in.offset == in.mendTo {
			c = '9'
		}
	case c == '&':
		from, to := badReference(in.Peek(maxReference))
		in.mendFrom, in.mendTo = in.offset+int64(from), in.offset+int64(to)
	case c == '-' && in.isComment: // the decoder refuses "--" in a comment
		if end, _ := in.Peek(2); string(end) == "->" {
			in.isComment = false
		} else {
			c = ' '
		}
	}
	in.recent = in.recent<<8 | uint32(c)
	return c, nil
}

// maxReference is the length of a numeric reference, with some zeros.
const maxReference = 16

// badReference returns the place of the digits of a numeric reference to a character that XML does not allow. "&" is
// before b.
func badReference(b []byte, _ error) (from, to int) {
	to = bytes.IndexByte(b, ';')
	if to < 0 || b[0] != '#' {
		return 0, 0
	}
	from, base := 1, 10
	if b[1] == 'x' {
		from, base = 2, 16
	}
	code, err := strconv.ParseUint(octet.Text(b[from:to]), base, 32)
	isBad := code < ' ' && code != '\t' && code != '\n' && code != '\r' || code == 0xfffe || code == 0xffff
	if err != nil || !isBad {
		return 0, 0
	}
	return from, to
}

// next returns the next byte of the document as UTF-8.
func (in *xmlInput) next() (byte, error) {
	if len(in.rest) == 0 {
		c, err := in.Reader.ReadByte()
		if err != nil || c < utf8.RuneSelf && (c != escape || in.foreign == "") {
			return c, err
		}
		after, _ := in.Peek(utf8.UTFMax - 1)
		r, size := utf8.DecodeRune(append(append(in.buf[:0], c), after...))
		switch {
		case size == 1 && in.foreign != "":
			in.err = fmt.Errorf("links: at byte %d, XML in %s has to be decoded: see DeclaredEncoding", in.offset, in.foreign)
			return 0, in.err
		case size == 1: // numeric references mean characters of windows-1252 too
			r, _ = utf8.DecodeRuneInString(html.UnescapeString(fmt.Sprintf("&#%d;", c)))
		case r == 0xfffe || r == 0xffff:
			r = utf8.RuneError
		}
		_, _ = in.Discard(size - 1)
		in.rest = utf8.AppendRune(in.buf[:0], r)
	}
	c := in.rest[0]
	in.rest = in.rest[1:]
	return c, nil
}

const escape = 0x1b // in ISO-2022-JP

// xmlEncoding returns the label of the encoding that the XML declaration at the start of a page declares, or "" (HTML
// Standard, "get an XML encoding").
func xmlEncoding(page []byte) string {
	declaration, _, ok := bytes.Cut(page, []byte(">"))
	if !ok || !bytes.HasPrefix(declaration, []byte("<?xml")) {
		return ""
	}
	_, rest, _ := bytes.Cut(declaration, []byte("encoding"))
	rest, ok = bytes.CutPrefix(bytes.TrimLeftFunc(rest, isControl), []byte("="))
	rest = bytes.TrimLeftFunc(rest, isControl)
	if !ok || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	value, _, ok := bytes.Cut(rest[1:], rest[:1])
	if !ok || bytes.ContainsFunc(value, isControl) {
		return ""
	}
	return labelOf(string(value))
}

// isControl reports whether c is a C0 control or a space.
func isControl(c rune) bool { return c <= ' ' }
