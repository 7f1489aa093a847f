package links

import (
	"bytes"

	"github.com/urispan/uri/internal/octet"
)

// scan reads to the end of a tag with links, and sets s.links, or to a link in the text of a style element, and sets
// s.inStyle. It returns false at the end of the page.
func (s *Scanner) scan() bool {
	k := &s.tokens
	for {
		var found, more bool
		switch k.state {
		case stateData:
			found, more = s.readData()
		case stateStyle:
			found, more = s.readStyle()
		case stateCDATA:
			more = s.readCDATA()
		default:
			more = k.skipText()
		}
		if found {
			return true
		}
		if !more && !k.fill() {
			rest := octet.Text(k.data[k.pos:])
			if k.state == stateData && (rest == "<" || rest == "</") { // no tag begins
				s.addStyleText(k.data[k.pos:])
			}
			return s.endSVGStyle(k.offset + int64(len(k.data)))
		}
	}
}

// readData reads text, markup and tags, and calls the tree for them. found reports that the last tag has links. more is
// false if it needs the next part of the page.
func (s *Scanner) readData() (found, more bool) {
	k, t := &s.tokens, &s.tree
	inHTML, wanted := s.attributeSets()
	b, i := k.data, k.pos
	for {
		less := nextLess(b, i)
		if t.framesetOK {
			t.text(b[i:less])
		}
		always := inHTML
		if t.isForeign() {
			always = 1<<attributeCount - 1
			s.addStyleText(b[i:less])
		}
		opening, name, isEnd := open(b, less)
		if opening != openingTag {
			k.pos = less
			if opening == openingText {
				t.text(b[less:name])
				s.addStyleText(b[less:name])
				k.pos = name
			} else if opening == openingNone || !k.readMarkup(name, isEnd, t.isInForeign()) {
				return false, false
			}
			if k.state != stateData {
				return false, true
			}
			i = k.pos
			continue
		}
		if i = k.readTag(less, name, isEnd, always); i < 0 {
			return false, false
		}
		b = k.data // a long tag moves it
		switch e := k.tag.element; {
		case isEnd:
			t.end(e, k.name())
		case t.startPlain(e):
			s.element, s.links = e, k.tag.has&wanted
			if s.links == 0 {
				continue
			}
		default:
			k.pos = i
			s.startTag(wanted)
		}
		isStyle := s.svgStyle > len(t.stack) && s.endSVGStyle(k.tag.at)
		if isStyle || s.links != 0 || k.state != stateData {
			k.pos = i
			return isStyle || s.links != 0, true
		}
	}
}

// readStyle reads the text of a style element.
func (s *Scanner) readStyle() (found, more bool) {
	k := &s.tokens
	text, isEnd := k.styleText()
	n, found := s.css.scan(text, k.offset+int64(k.pos), isEnd)
	k.pos += n
	if found {
		s.inStyle = true
		return true, true
	}
	k.known = 0
	if k.isEnd {
		k.state = stateData
	}
	return false, k.isEnd
}

// startSVGStyle begins to collect the text of a style element of SVG. It has references, CDATA sections, comments and
// elements, so that it is read when it ends.
func (s *Scanner) startSVGStyle() {
	if s.svgStyle == 0 && s.tree.over == 0 {
		s.svgStyle, s.styleText, s.styleAt = len(s.tree.stack), s.styleText[:0], s.tokens.offset+int64(s.tokens.pos)
	}
}

// addStyleText adds text to that of its parent, a style element of SVG. It drops text beyond the length of the longest
// tag.
func (s *Scanner) addStyleText(text []byte) {
	if s.svgStyle > 0 && s.svgStyle == len(s.tree.stack) && s.tree.over == 0 {
		s.styleText = append(s.styleText, text[:min(len(text), s.tokens.limit-len(s.styleText))]...)
	}
}

// readCDATA reads to the end of a CDATA section. It returns false if it needs the next part of the page.
func (s *Scanner) readCDATA() (more bool) {
	k := &s.tokens
	from := k.pos
	more = k.skipText()
	text := k.data[from:k.pos]
	if more {
		text = bytes.TrimSuffix(text, []byte("]]>"))
	} else if k.err != nil {
		text, k.pos = k.data[from:], len(k.data)
	}
	if s.svgStyle > 0 {
		s.addStyleText(bytes.ReplaceAll(text, []byte("&"), []byte("&amp;")))
	}
	return more
}

// endSVGStyle ends a style element of SVG at an offset of the page, if its text was collected, and reports whether it was.
func (s *Scanner) endSVGStyle(at int64) bool {
	if s.svgStyle == 0 {
		return false
	}
	s.svgStyle = 0
	s.link = Link{Element: elements[elementStyle].text, Start: s.styleAt, End: at, Template: s.tree.template > 0}
	s.hasBeside = true
	s.startList(syntaxStyle, s.decodedValue(&s.decoded, s.styleText))
	s.css.isSheet, s.css.top = true, true
	return true
}

// attributeSets returns the attributes that the tokenizer reads in all elements of HTML, and those that the loop
// returns.
func (s *Scanner) attributeSets() (inHTML, wanted attributeSet) {
	if s.targets {
		return 1 << attrId, targetSet
	}
	if s.Identifiers {
		inHTML |= identifierSet
	}
	if s.CSS {
		inHTML |= 1 << attrStyle
	}
	if s.Lazy {
		inHTML |= lazySet
	}
	return inHTML, linkSet | inHTML
}

// startTag handles a start tag that needs more than counting, and sets s.links.
func (s *Scanner) startTag(wanted attributeSet) {
	k, t := &s.tokens, &s.tokens.tag
	decides := s.decides()
	c := s.tree.start(t, k.name(), decides, s.Scripting)
	if c.isText && t.element == elementStyle && decides && s.CSS && !s.targets {
		k.startStyle()
		s.css.reset(true, k.limit)
	} else if c.isText {
		k.startText(t.element)
	} else if c.element == elementStyle && decides && s.CSS && !s.targets && !t.isClosed {
		s.startSVGStyle()
	}
	if c.element == elementBase && c.has&(1<<attrHref) != 0 && t.cut == 0 {
		s.tree.noteBase(t.at, s.value(&s.decoded, k.value(attrHref)))
	}
	s.element, s.links = c.element, c.has&wanted
}

// whole returns the value of an attribute of the tag that was read, or nil if the tag lacks it or its limit cuts it.
func (s *Scanner) whole(a attribute) []byte {
	if t := &s.tokens.tag; (t.has&^t.cut)>>a&1 == 0 {
		return nil
	}
	return s.value(&s.decoded, s.tokens.value(a))
}

// hasMetaURL reports whether the content of the meta element that was read is a URL, by its property, name or itemprop.
func (s *Scanner) hasMetaURL() bool {
	for _, a := range [...]attribute{attrProperty, attrName, attrItemprop} {
		for word, rest, ok := nextInList(s.whole(a)); ok; word, rest, ok = nextInList(rest) {
			if isMetaURL(a, word) {
				return true
			}
		}
	}
	return false
}

// decides reports whether the attribute that decides about the start tag that was read has one of its values: the content of
// a meta element is a link, an input element is hidden, the content of annotation-xml is HTML, that of style is CSS.
func (s *Scanner) decides() bool {
	switch t := &s.tokens.tag; t.element {
	case elementMeta:
		isRefresh := octet.EqualFold(s.whole(attrHttpEquiv), "refresh")
		s.isMetaURL = s.Meta && !isRefresh && s.hasMetaURL()
		return isRefresh || s.isMetaURL
	case elementInput:
		return octet.EqualFold(s.whole(attrType), "hidden")
	case elementStyle: // HTML Standard, "update a style block"
		value := s.whole(attrType)
		return len(value) == 0 && t.cut>>attrType&1 == 0 || octet.EqualFold(value, "text/css")
	case elementAnnotationXml:
		value := s.whole(attrEncoding)
		return octet.EqualFold(value, "text/html") || octet.EqualFold(value, "application/xhtml+xml")
	}
	return false
}
