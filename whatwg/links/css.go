package links

import (
	"bytes"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
)

// CSS returns an iterator over the links of a style sheet in UTF-8, in order: each url(...), the URL of each @import
// rule, and the strings of image-set(...). The offsets of a Link are those of its URL in the text, without quotes and
// white space. Element and Attribute are "", and Rel is "stylesheet" for @import. The base URL of the links is the URL of
// the style sheet.
//
// CSS reads tokens as CSS Syntax Module Level 3 does. An @import rule counts only before other rules (CSS Cascading and
// Inheritance, section 2). The URL of @namespace, a URL that is empty or begins with "#", and text outside of
// blocks, such as a condition of @supports, are not links. CSS does not check selectors, declarations and conditions: there
// are links that a browser does not load. Blocks are nested up to a depth of 256.
//
// The URL of a Link is valid until the next step of the loop. The loop takes time linear in the length of the text, and
// memory for the longest URL.
func CSS(text []byte) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		rest := bytes.TrimPrefix(text, []byte("\uFEFF"))
		var c cssScanner
		var decoded []byte
		c.reset(true, len(text))
		for {
			n, found := c.scan(rest, int64(len(text)-len(rest)), true)
			if rest = rest[n:]; !found {
				return
			}
			decoded = appendUnescaped(decoded[:0], c.raw)
			link := Link{URL: decoded, Start: c.from, End: c.to}
			if c.isImport {
				link.Rel = []byte(relStylesheet)
			}
			if !yield(link) {
				return
			}
		}
	}
}

// relStylesheet is the Rel of the URL of @import.
const relStylesheet = "stylesheet"

// A cssScanner finds the links of a style sheet or of a style attribute. It reads one part after the other. The parts
// may end anywhere: the links are the same.
//
// The comments name sections of CSS Syntax Module Level 3.
type cssScanner struct {
	state    cssState
	quote    byte // of the string
	nameKind nameKind
	name     []byte // up to longestName bytes of the name, in lower case

	// The string or URL that is read.
	keep     bool   // it may be a link
	raw      []byte // with its escapes
	from, to int64  // its offsets
	last     int64  // the offset after the URL that white space follows
	limit    int    // the longest raw
	isCut    bool   // it is longer

	// The rules and blocks around.
	isSheet  bool   // the text is a style sheet, and not the content of a block
	blocks   []byte // the open blocks; see the constants
	over     int    // blocks that are open beyond maxBlocks
	start    bool   // at the start of a rule or a declaration
	first    bool   // at the start of the content of a url function
	atRule   atRule // the rule with the prelude that is read
	atDepth  int    // the number of open blocks around it
	top      bool   // @import is still possible
	imported bool   // there was one
	invalid  bool   // the selector that is read is invalid
	isImport bool   // the link is the URL of an @import rule
	held     bool   // raw is the URL of the @import rule
}

// reset begins a style sheet, or else a style attribute. limit is the length of the longest URL.
func (c *cssScanner) reset(isSheet bool, limit int) {
	*c = cssScanner{name: c.name[:0], raw: c.raw[:0], blocks: c.blocks[:0], isSheet: isSheet, start: true, top: isSheet, limit: limit}
}

type cssState uint8

const (
	cssToken    cssState = iota // between tokens
	cssComment                  // section 4.3.2
	cssString                   // section 4.3.5
	cssURLStart                 // white space after "url("
	cssURL                      // section 4.3.6
	cssURLEnd                   // white space after the URL
	cssBadURL                   // section 4.3.14
	cssName                     // section 4.3.11
)

// A nameKind is the token that a name belongs to.
type nameKind uint8

const (
	nameIdent nameKind = iota // ident-token, function-token or url-token
	nameAt                    // at-keyword-token
	nameOther                 // hash-token, or the digits and the unit of a number-token or dimension-token
)

// The blocks, other than those by their first byte: "{" of a rule, "[" and "(".
const (
	blockValue    = 'v' // "{" in a value or a prelude
	blockURL      = 'u' // a function "url" with a string
	blockImageSet = 'i'
)

// closers maps blocks to the bytes that close them.
var closers = [...]byte{'{': '}', blockValue: '}', '[': ']', '(': ')', blockURL: ')', blockImageSet: ')'}

type atRule uint8

const (
	atNone       atRule = iota
	atImport            // @import before its URL
	atImported          // @import after its URL
	atNamespace         // ends the place of @import without a block
	atLayer             // ends it with a block
	atLayerNames        // ends it with a block, and without one after @import
	atOther             // ends it with a block
	atUnknown           // does not end it
)

const (
	// cssLookahead is the length of the longest escape: "\", six digits, CR and LF. All decisions need less.
	cssLookahead = 9

	longestName = 20 // of those that count
	maxBlocks   = 256
)

// scan reads b, which is at an offset of the text, to the next link. If it has found a link, c.raw is its text. n is
// the length that it has read. If last is false, more text follows, and n may be less than len(b) by cssLookahead.
// After the last part, scan may find more than one link at the end.
func (c *cssScanner) scan(b []byte, offset int64, last bool) (n int, found bool) {
	for n < len(b) {
		if !last && len(b)-n < cssLookahead {
			return n, false
		}
		var size int
		rest, at := b[n:], offset+int64(n)
		switch c.state {
		case cssToken:
			size, found = c.token(rest, at)
		case cssComment:
			size = c.comment(rest)
		case cssString:
			size, found = c.string(rest, at)
		case cssURLStart, cssURL, cssURLEnd, cssBadURL:
			size, found = c.url(rest, at)
		case cssName:
			size = c.readName(rest)
		}
		if n += size; found {
			return n, true
		}
	}
	return n, last && c.end(offset+int64(n))
}

// end handles the end of the text, and reports whether it has found a link.
func (c *cssScanner) end(at int64) (found bool) {
	switch c.state {
	case cssString, cssURL:
		found = c.endURL(at)
	case cssURLEnd:
		found = c.endURL(c.last)
	case cssName:
		c.endName(0)
	}
	c.state = cssToken
	if !found && c.atRule == atImported && c.held {
		found, c.isImport, c.atRule = true, true, atNone
	}
	return found
}

// token reads the start of a token, or all of it (section 4.3.1). b[0] is its first byte, at an offset of the text.
func (c *cssScanner) token(b []byte, at int64) (size int, found bool) {
	ch := b[0]
	switch {
	case is(ch, classSpace):
		return 1, false
	case ch == '/' && len(b) > 1 && b[1] == '*':
		c.state = cssComment
		return 2, false
	case ch == '<' && bytes.HasPrefix(b, []byte("<!--")): // CDO-token
		c.comments()
		return 4, false
	case ch == '-' && bytes.HasPrefix(b, []byte("-->")): // CDC-token
		c.comments()
		return 3, false
	case ch == '"' || ch == '\'':
		c.state, c.quote = cssString, ch
		c.begin(c.takesString(), at+1)
		return 1, false
	case is(ch, classDigit):
		c.other()
		c.startName(nameOther)
		return 0, false
	case startsIdent(b):
		c.startName(nameIdent)
		return 0, false
	case ch == '@' && startsIdent(b[1:]):
		c.startName(nameAt)
		return 1, false
	case ch == '#' && len(b) > 1 && (nameLen(b[1:]) > 0 || startsEscape(b[1:])):
		c.other()
		c.startName(nameOther)
		return 1, false
	}
	switch ch {
	case '{', '[', '(':
		c.open(ch)
	case '}', ']', ')':
		c.close(ch)
	case ';':
		return 1, c.semicolon()
	default: // delim-token, colon-token or comma-token
		c.other()
		_, size = utf8.DecodeRune(b)
		return size, false
	}
	return 1, false
}

// comment reads a comment (section 4.3.2).
func (c *cssScanner) comment(b []byte) (size int) {
	if b[0] == '*' && len(b) > 1 && b[1] == '/' {
		c.state = cssToken
		return 2
	}
	return octet.Next(octet.Text(b), 1, "*")
}

// begin begins the text of a string or a URL. isLink reports whether it may be a link.
func (c *cssScanner) begin(isLink bool, at int64) {
	if c.keep = isLink; isLink {
		c.raw, c.from, c.isCut = c.raw[:0], at, false
	}
}

// add adds bytes to the text of a string or a URL.
func (c *cssScanner) add(b []byte) {
	if !c.keep || c.isCut {
		return
	}
	if c.isCut = len(c.raw)+len(b) > c.limit; !c.isCut {
		c.raw = append(c.raw, b...)
	}
}

// string reads a part of a string (section 4.3.5).
func (c *cssScanner) string(b []byte, at int64) (size int, found bool) {
	for size < len(b) && b[size] != c.quote && b[size] != '\\' && !isNewline(b[size]) {
		size++
	}
	switch {
	case size > 0:
	case b[0] == c.quote:
		return 1, c.endURL(at)
	case b[0] != '\\': // bad-string-token
		c.state = cssToken
		c.other()
		return 0, false
	case len(b) == 1:
		return 1, false
	default:
		_, size = readEscape(b)
	}
	c.add(b[:size])
	return size, false
}

// url reads a part of a url-token or bad-url-token (sections 4.3.6 and 4.3.14).
func (c *cssScanner) url(b []byte, at int64) (size int, found bool) {
	switch ch := b[0]; {
	case ch == ')':
		switch c.state {
		case cssURLStart: // "url()"
			c.begin(c.isImportURL(0), at)
		case cssURLEnd:
			at = c.last
		}
		return 1, c.endURL(at)
	case startsEscape(b) && c.state == cssBadURL:
		_, size = readEscape(b)
		return size, false
	case c.state == cssBadURL:
		return 1, false
	case is(ch, classSpace):
		if c.state == cssURL {
			c.state, c.last = cssURLEnd, at
		}
		return 1, false
	case c.state == cssURLStart && (ch == '"' || ch == '\''): // it is a function-token (section 4.3.4)
		c.state = cssToken
		c.function(blockURL)
		return 0, false
	case c.state == cssURLStart:
		c.state = cssURL
		c.begin(c.inBlock() || c.isImportURL(0), at)
		return 0, false
	case c.state == cssURL && startsEscape(b):
		_, size = readEscape(b)
	case c.state == cssURL && isPlainURL(ch):
		for size < len(b) && isPlainURL(b[size]) {
			size++
		}
	default:
		c.state, c.keep = cssBadURL, false
		return 0, false
	}
	c.add(b[:size])
	return size, false
}

func (c *cssScanner) startName(kind nameKind) {
	c.state, c.nameKind, c.name = cssName, kind, c.name[:0]
}

// readName reads a name (section 4.3.11), and the character after it.
func (c *cssScanner) readName(b []byte) (size int) {
	if startsEscape(b) {
		char, size := readEscape(b)
		var buf [utf8.UTFMax]byte
		c.addName(utf8.AppendRune(buf[:0], char))
		return size
	}
	for size < len(b) && (size == 0 || len(b)-size >= utf8.UTFMax) {
		n := nameLen(b[size:])
		if n == 0 {
			break
		}
		size += n
	}
	if c.addName(b[:size]); size > 0 {
		return size
	}
	return c.endName(b[0])
}

func (c *cssScanner) addName(b []byte) {
	for _, ch := range b[:min(len(b), longestName+1-len(c.name))] {
		c.name = append(c.name, octet.Lower(ch))
	}
}

// endName handles the end of a name (section 4.3.4). next is the byte after it, or 0. It returns the length of the
// token after the name.
func (c *cssScanner) endName(next byte) (size int) {
	c.state = cssToken
	switch name := octet.Text(c.name); {
	case c.nameKind == nameAt:
		c.at(name)
	case c.nameKind == nameOther:
	case next != '(':
		c.other()
	case name == "url":
		c.state = cssURLStart
		return 1
	case name == "image-set" || name == "-webkit-image-set":
		c.function(blockImageSet)
		return 1
	default:
		c.function('(')
		return 1
	}
	return 0
}

// other handles a token that means nothing here.
func (c *cssScanner) other() {
	c.start, c.first = false, false
	switch c.atRule {
	case atImport:
		c.atRule = atUnknown // its URL must be the first token
	case atLayer:
		c.atRule = atLayerNames
	}
}

// at handles an at-keyword-token. At the start of a rule, it begins an at-rule (section 5.5.2).
func (c *cssScanner) at(name string) {
	if !c.start || c.atRule != atNone {
		c.other()
		return
	}
	c.start, c.held, c.atDepth = false, false, len(c.blocks)
	switch name {
	case "import":
		if c.atRule = atUnknown; c.top && c.isSheet && len(c.blocks) == 0 {
			c.atRule = atImport
		}
	case "namespace":
		c.atRule = atNamespace
	case "layer":
		c.atRule = atLayer
	case "media", "supports", "container", "scope", "starting-style", "font-face", "page", "keyframes", "-webkit-keyframes",
		"counter-style", "property", "font-feature-values", "font-palette-values", "view-transition", "position-try", "function":
		c.atRule = atOther
	default:
		c.atRule = atUnknown
	}
}

// isPrelude reports whether the prelude of an at-rule is read, outside of blocks in it.
func (c *cssScanner) isPrelude() bool {
	return c.atRule != atNone && c.over == 0 && len(c.blocks) == c.atDepth
}

// inBlock reports whether URLs may be links: in a block of a rule, and not in the prelude of an at-rule.
func (c *cssScanner) inBlock() bool {
	return c.atRule == atNone && (!c.isSheet || len(c.blocks) > 0 && c.blocks[0] == '{')
}

// innermost returns the innermost open block, or 0.
func (c *cssScanner) innermost() byte {
	if len(c.blocks) == 0 || c.over > 0 {
		return 0
	}
	return c.blocks[len(c.blocks)-1]
}

// isImportURL reports whether a URL outside of blocks, or inside a url function, is the URL of @import.
func (c *cssScanner) isImportURL(depth int) bool {
	return c.atRule == atImport && len(c.blocks) == c.atDepth+depth
}

// takesString reports whether a string here is a link.
func (c *cssScanner) takesString() bool {
	switch c.innermost() {
	case blockURL:
		return c.first && (c.inBlock() || c.isImportURL(1))
	case blockImageSet:
		return c.inBlock()
	}
	return c.isImportURL(0)
}

// endURL ends a string or a URL at an offset, and reports whether it is a link. The link of @import waits for the end of
// its rule.
func (c *cssScanner) endURL(at int64) (found bool) {
	c.state = cssToken
	if !c.keep {
		c.other()
		return false
	}
	c.keep, c.start, c.first, c.to = false, false, false, at
	isLink := c.isCut || !isLocal(c.raw)
	if c.isImport = c.atRule == atImport; !c.isImport {
		return isLink
	}
	c.atRule, c.held = atImported, isLink
	return false
}

// isLocal reports whether the text of a URL is empty or begins with "#" (CSS Values and Units, section 4.5).
func isLocal(raw []byte) bool {
	for len(raw) > 0 && raw[0] == '\\' {
		char, size := readEscape(raw)
		if raw = raw[size:]; char != noRune {
			return char == '#'
		}
	}
	return len(raw) == 0 || raw[0] == '#'
}

// comments handles a CDO-token or a CDC-token. Between the rules of a style sheet, it is white space.
func (c *cssScanner) comments() {
	if !c.isSheet || !c.start || len(c.blocks) > 0 {
		c.other()
	}
}

// function opens the block of a function-token.
func (c *cssScanner) function(block byte) {
	if block != blockURL || !c.isImportURL(0) {
		c.other()
	}
	c.start, c.first = false, block == blockURL
	c.push(block)
}

func (c *cssScanner) push(block byte) {
	if len(c.blocks) == maxBlocks {
		c.over++
		return
	}
	c.blocks = append(c.blocks, block)
}

// open handles a token that opens a block. A "{" outside of other blocks ends the prelude of a rule.
func (c *cssScanner) open(ch byte) {
	isRule := ch == '{' && (c.isPrelude() || c.atRule == atNone && c.inContents())
	switch {
	case !isRule:
		c.other()
		if ch == '{' {
			ch = blockValue
		}
	case len(c.blocks) > 0:
	case c.atRule == atNone: // a rule without a selector is invalid
		c.top = c.top && (c.start || c.invalid)
	case c.atRule == atOther || c.atRule == atLayer || c.atRule == atLayerNames:
		c.top = false
	}
	if c.first = false; isRule {
		c.atRule, c.start, c.invalid = atNone, true, false
	}
	c.push(ch)
}

// close handles a token that closes a block. If another block is innermost, it closes none (section 5.5.9).
func (c *cssScanner) close(ch byte) {
	c.other()
	if c.over > 0 {
		c.over--
		return
	}
	switch block := c.innermost(); {
	case block != 0 && closers[block] == ch:
		c.blocks = c.blocks[:len(c.blocks)-1]
		if len(c.blocks) < c.atDepth {
			c.atRule = atNone
		}
		c.start = block == '{'
	case ch == '}' && !c.isSheet && c.isPrelude():
		c.atRule = atNone // as at the end of a block
	case len(c.blocks) == 0:
		c.invalid = true
	}
}

// inContents reports whether the scanner is in the content of a rule or of a style attribute, or outside of blocks.
func (c *cssScanner) inContents() bool {
	return c.over == 0 && (len(c.blocks) == 0 || c.innermost() == '{')
}

// semicolon handles a semicolon-token, and reports whether it ends an @import rule with a link.
func (c *cssScanner) semicolon() (found bool) {
	isEnd := c.isPrelude() || c.atRule == atNone && c.inContents() && (!c.isSheet || len(c.blocks) > 0)
	if !isEnd {
		c.other()
		c.invalid = c.invalid || len(c.blocks) == 0
		return false
	}
	found = c.atRule == atImported && c.held
	c.isImport, c.imported = found, c.imported || c.atRule == atImported
	if c.atRule == atNamespace || c.atRule == atLayerNames && c.imported {
		c.top = false
	}
	c.atRule, c.start, c.first = atNone, true, false
	return found
}

// appendUnescaped appends the value of a string or of a url-token to dst.
func appendUnescaped(dst, raw []byte) []byte {
	for len(raw) > 0 {
		n := octet.Next(octet.Text(raw), 0, "\\\x00")
		dst, raw = append(dst, raw[:n]...), raw[n:]
		switch {
		case len(raw) == 0:
		case raw[0] == 0:
			dst, raw = utf8.AppendRune(dst, utf8.RuneError), raw[1:]
		default:
			char, size := readEscape(raw)
			if raw = raw[size:]; char != noRune {
				dst = utf8.AppendRune(dst, char)
			}
		}
	}
	return dst
}

// noRune is the result of readEscape for a newline.
const noRune = -1

// readEscape returns the code point of the escape at the start of b, and its length (section 4.3.7). The "\" is b[0]. In a
// string, a newline may follow it, which stands for nothing.
func readEscape(b []byte) (char rune, size int) {
	if len(b) == 1 {
		return utf8.RuneError, 1
	}
	if isNewline(b[1]) {
		return noRune, 1 + newlineLen(b[1:])
	}
	for size = 1; size < min(len(b), 7) && hexValue(b[size]) < 16; size++ {
		char = char<<4 | hexValue(b[size])
	}
	if size == 1 {
		char, size = utf8.DecodeRune(b[1:])
		size++
	} else if size < len(b) && is(b[size], classSpace) {
		size += newlineLen(b[size:])
	}
	if char == 0 || !utf8.ValidRune(char) {
		char = utf8.RuneError
	}
	return char, size
}

// startsEscape reports whether b begins with an escape (section 4.3.8).
func startsEscape(b []byte) bool {
	return len(b) > 0 && b[0] == '\\' && (len(b) == 1 || !isNewline(b[1]))
}

// startsIdent reports whether b begins with an identifier (section 4.3.9).
func startsIdent(b []byte) bool {
	switch {
	case len(b) == 0:
		return false
	case b[0] == '-':
		return len(b) > 1 && (b[1] == '-' || startsName(b[1:]))
	}
	return startsName(b)
}

// startsName reports whether b begins with an ident-start code point or an escape.
func startsName(b []byte) bool {
	return startsEscape(b) || b[0] != '-' && !is(b[0], classDigit) && nameLen(b) > 0
}

// nameLen returns the length of the ident code point at the start of b, or 0 (section 4.2). NUL means U+FFFD, which is
// one.
func nameLen(b []byte) int {
	switch c := b[0]; {
	case is(c, classLetter|classDigit) || c == '-' || c == '_' || c == 0:
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	char, size := utf8.DecodeRune(b)
	for _, r := range nameRanges {
		if r[0] <= char && char <= r[1] {
			return size
		}
	}
	return 0
}

// nameRanges are the non-ASCII ident code points (section 4.2).
var nameRanges = [...][2]rune{
	{0xb7, 0xb7}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x37d}, {0x37f, 0x1fff}, {0x200c, 0x200d}, {0x203f, 0x2040}, {0x2070, 0x218f},
	{0x2c00, 0x2fef}, {0x3001, 0xd7ff}, {0xf900, 0xfdcf}, {0xfdf0, 0xfffd}, {0x10000, utf8.MaxRune},
}

func isNewline(c byte) bool { return c == '\n' || c == '\r' || c == '\f' }

// newlineLen returns the length of the newline, or of the other byte, at the start of b (section 3.3).
func newlineLen(b []byte) int {
	if b[0] == '\r' && len(b) > 1 && b[1] == '\n' {
		return 2
	}
	return 1
}

// isPlainURL reports whether c has no meaning of its own in a url-token, and is not a non-printable code point (section
// 4.2).
func isPlainURL(c byte) bool {
	return (c > ' ' || c == 0) && c != 0x7f && strings.IndexByte(`"'()\`, c) < 0
}
