package links

import "github.com/urispan/uri/internal/octet"

// A tree follows the rules of tree construction (HTML Standard, section 13.2.6) that decide which links exist, and
// which elements contain only text. It builds no tree: it keeps a stack of open elements in SVG and MathML alone, and
// otherwise counts them.
type tree struct {
	stack []node // from the outermost svg or math element on
	over  int    // elements that are open beyond maxDepth
	open  [elementCount]uint32

	template   int    // open template elements
	inBody     uint64 // bit i is set if the open template i (modulo 64) has content other than parts of a table
	inColumns  uint64 // bit i is set if that template takes only columns
	framesetOK bool   // a frameset may still replace the body
	frameset   bool   // the page has a frameset in place of a body
	framesets  int    // that are open
	inForm     bool
	hasHead    bool         // the page has had a head, or is past its place
	afterHead  bool         // the end tag of the head was read, so that a noscript element is in the body
	hasBody    bool         // the body has begun
	html, body attributeSet // their attributes so far
	tables     []table

	hasBase  bool
	base     []byte
	baseAt   int64 // the offset of the base element
	baseFrom int64 // the offset of the table that it comes before, or -1
}

// A node is an open element.
type node struct {
	name      uint64 // its element, or a hash of its name
	element   element
	namespace namespace
	point     point
}

type namespace uint8

const (
	namespaceHTML namespace = iota
	namespaceSVG
	namespaceMathML
)

// A point tells which tags in an element follow the rules of HTML.
type point uint8

const (
	pointNone       point = iota
	pointText             // a MathML text integration point
	pointHTML             // an HTML integration point
	pointAnnotation       // annotation-xml without HTML: only svg elements
)

// A table is an open table.
type table struct {
	at       int64 // the offset of its tag
	template int   // the number of open template elements outside
	inCell   bool  // in a cell or a caption
	isPart   bool  // it is a template that begins with a part of a table
}

// maxDepth limits the depth of the stack, and so the time for an end tag that matches nothing.
const maxDepth = 40

func (t *tree) reset() {
	*t = tree{stack: t.stack[:0], tables: t.tables[:0], base: t.base[:0], framesetOK: true}
}

// isForeign reports whether an element of SVG or MathML is open.
func (t *tree) isForeign() bool { return len(t.stack) > 0 }

// isInForeign reports whether the innermost open element is one of SVG or MathML.
func (t *tree) isInForeign() bool {
	return len(t.stack) > 0 && t.stack[len(t.stack)-1].namespace != namespaceHTML
}

// isUnusual reports whether start tags need more than counting.
func (t *tree) isUnusual() bool {
	return len(t.stack) > 0 || t.framesetOK || t.frameset || t.template > 0
}

// text reads the text between two tags. If it has more than white space, a frameset can no longer replace the body. The
// content of a template does not matter: one in the head changes nothing, and the tag of one in the body is enough.
func (t *tree) text(text []byte) {
	for _, c := range text {
		if c != 0 && !is(c, classSpace) {
			t.framesetOK = t.framesetOK && t.template > 0
			return
		}
	}
}

// nodeName returns the name of a node.
func nodeName(e element, name []byte) uint64 {
	if e != elementOther {
		return uint64(e)
	}
	hash := uint64(14695981039346656037)
	for _, c := range name {
		hash = (hash ^ uint64(octet.Lower(c))) * 1099511628211
	}
	return hash
}

// push opens an element.
func (t *tree) push(n node) {
	if len(t.stack) == maxDepth {
		t.over++
		return
	}
	t.stack = append(t.stack, n)
}

// The sets of the attributes that the loops of a Scanner return. All elements of HTML may have those of globalSet.
const (
	identifierSet = 1<<attrItemid | 1<<attrItemtype
	targetSet     = 1<<attrId | 1<<attrName
	lazySet       = 1<<attributeCount - 1<<firstLazy
	besideSet     = 1<<attrHreflang | 1<<attrMedia | 1<<attrRel | 1<<attrType
	globalSet     = identifierSet | 1<<attrId | 1<<attrStyle | lazySet
	linkSet       = (1<<firstLazy - 1) &^ (1<<attrCharset | 1<<attrColor | 1<<attrEncoding | 1<<attrFace | 1<<attrHttpEquiv | 1<<attrItemprop | 1<<attrProperty |
		1<<attrSize | besideSet | globalSet | targetSet)
)

// A created is the element that a start tag creates.
type created struct {
	element element      // elementOther in MathML
	has     attributeSet // the attributes that may have links or targets; none if there is no element
	isText  bool         // the content is text up to the end tag
}

// startPlain handles a start tag that needs only counting. It returns false for other start tags, which start handles.
func (t *tree) startPlain(e element) bool {
	flags := elements[e].flags
	if flags&(flagTree|flagRaw) != 0 || t.isUnusual() {
		return false
	}
	if flags&flagVoid == 0 {
		t.open[e]++
	}
	return true
}

// start handles a start tag with that name. decides is the result of [Scanner.decides].
func (t *tree) start(tag *tag, name []byte, decides, scripting bool) created {
	e := tag.element
	info := &elements[e]
	if t.usesForeignRules(e) {
		breaksOut := info.flags&flagBreakout != 0 || e == elementFont && tag.has&(1<<attrColor|1<<attrFace|1<<attrSize) != 0
		if !breaksOut {
			return t.startForeign(tag, name, decides)
		}
		t.breakOut()
	}
	c := created{element: e, has: tag.has & (info.attributes | globalSet), isText: info.flags&flagRaw != 0}
	if t.frameset && e != elementFrame && e != elementFrameset && e != elementNoframes && e != elementHtml {
		return created{}
	}
	if t.template > 0 && t.inColumns&t.bodyBit() != 0 && e != elementCol && e != elementTemplate {
		return created{}
	}
	if info.flags&(flagHead|flagTable) == 0 {
		t.inBody |= t.bodyBit()
	}
	mayBeInHead := info.flags&flagHead != 0 || e == elementHtml || e == elementHead || e == elementNoscript && !t.afterHead
	if t.template == 0 && !mayBeInHead {
		t.hasBody = true
	}
	exists := t.startHTML(tag, &c, decides, scripting)
	if e != elementHtml {
		t.hasHead = true
	}
	if !exists {
		return created{}
	}
	if info.flags&flagContent != 0 && t.template == 0 {
		t.framesetOK = false
	}
	if e == elementMeta {
		if c.has &^= 1 << attrName; !decides {
			c.has &= globalSet
		}
	}
	if info.flags&(flagVoid|flagRaw) == 0 {
		t.openHTML(e, name)
	}
	return c
}

// openHTML opens an HTML element.
func (t *tree) openHTML(e element, name []byte) {
	switch e {
	case elementSvg, elementMath, elementHtml, elementBody:
		return // open already
	}
	if len(t.stack) == 0 {
		t.open[e]++
		return
	}
	if top := &t.stack[len(t.stack)-1]; elements[e].flags&flagNav != 0 && top.element == elementP {
		t.stack = t.stack[:len(t.stack)-1]
	}
	t.push(node{name: nodeName(e, name), element: e})
}

// startHTML handles the start tag of an element with rules of its own. It changes c, the element
// without these rules, and reports whether the element exists.
func (t *tree) startHTML(tag *tag, c *created, decides, scripting bool) (exists bool) {
	e := tag.element
	inTemplate := t.template > 0
	switch e {
	case elementHtml:
		if inTemplate {
			return false
		}
		c.has, t.html = c.has&^t.html, t.html|c.has
	case elementBody:
		if inTemplate {
			return false
		}
		c.has, t.body = c.has&^t.body, t.body|c.has
	case elementHead:
		return !t.hasHead && t.framesetOK
	case elementFrameset:
		if t.frameset && t.framesets == 0 || !t.frameset && (!t.framesetOK || inTemplate) {
			return false
		}
		t.frameset = true
		t.framesets++
	case elementFrame:
		return t.framesets > 0
	case elementInput:
		t.framesetOK = t.framesetOK && (decides || inTemplate)
	case elementForm:
		if !inTemplate {
			if t.inForm {
				return false
			}
			t.inForm = true
		} else if t.inTable() {
			return false
		}
	case elementTemplate:
		t.framesetOK = t.framesetOK && !t.hasBody
		t.template++
		t.inBody &^= t.bodyBit()
		t.inColumns &^= t.bodyBit()
	case elementNoscript:
		c.isText = scripting
	case elementImage:
		c.element = elementImg
	case elementSvg, elementMath:
		n := node{name: uint64(e), element: e, namespace: namespaceSVG}
		if e == elementMath {
			n.namespace = namespaceMathML
		}
		if !tag.isClosed {
			t.push(n)
		}
		c.has = preferHref(c.has &^ lazySet)
	}
	return elements[e].flags&flagTable == 0 || t.startTable(tag)
}

// table returns the innermost open table, or nil outside the tables of the innermost template.
func (t *tree) table() *table {
	if n := len(t.tables); n > 0 && t.tables[n-1].template == t.template {
		return &t.tables[n-1]
	}
	return nil
}

// inTable reports whether table returns a table without an open cell.
func (t *tree) inTable() bool {
	table := t.table()
	return table != nil && !table.inCell
}

// startTable handles the start tag of a table or of a part of one, and reports whether the element exists.
func (t *tree) startTable(tag *tag) (exists bool) {
	table := t.table()
	if tag.element == elementTable {
		if t.inTable() {
			if table.isPart {
				return false
			}
			t.tables = t.tables[:len(t.tables)-1] // it ends the table that it is in
		}
		t.pushTable(tag.at, false)
		return true
	}
	if table == nil {
		if t.template == 0 || t.inBody&t.bodyBit() != 0 {
			return false
		}
		if tag.element == elementCol { // section 13.2.6.4.22
			t.inColumns |= t.bodyBit()
			return true
		}
		t.pushTable(tag.at, true)
		if table = t.table(); table == nil {
			return true // beyond maxDepth
		}
	}
	table.inCell = tag.element == elementTd || tag.element == elementTh || tag.element == elementCaption
	return true
}

func (t *tree) pushTable(at int64, isPart bool) {
	if len(t.tables) < maxDepth {
		t.tables = append(t.tables, table{at: at, template: t.template, isPart: isPart})
	}
}

// bodyBit returns the bit of t.inBody for the innermost template.
func (t *tree) bodyBit() uint64 { return 1 << (t.template & 63) }

// endTemplate handles the end of a template.
func (t *tree) endTemplate() {
	t.template = max(t.template-1, 0)
	for n := len(t.tables); n > 0 && t.tables[n-1].template > t.template; n-- {
		t.tables = t.tables[:n-1]
	}
}

// noteBase notes the href of a base element at an offset of the page if it is the first in the document.
func (t *tree) noteBase(at int64, href []byte) {
	if t.template > 0 {
		return
	}
	from := int64(-1)
	if t.inTable() {
		from = t.table().at
	}
	if t.hasBase && (from < 0 || t.baseAt < from || t.baseFrom == from) {
		return
	}
	t.hasBase, t.baseAt, t.baseFrom = true, at, from
	t.base = append(t.base[:0], href...)
}

// usesForeignRules reports whether the start tag of e follows the rules of foreign content (HTML Standard, section
// 13.2.6).
func (t *tree) usesForeignRules(e element) bool {
	if !t.isInForeign() {
		return false
	}
	switch t.stack[len(t.stack)-1].point {
	case pointHTML:
		return false
	case pointText:
		return e == elementMglyph || e == elementMalignmark
	case pointAnnotation:
		return e != elementSvg
	}
	return true
}

// breakOut closes elements of SVG and MathML up to one with HTML content.
func (t *tree) breakOut() {
	t.over = 0
	for t.isInForeign() {
		if p := t.stack[len(t.stack)-1].point; p == pointHTML || p == pointText {
			return
		}
		t.stack = t.stack[:len(t.stack)-1]
	}
}

// startForeign handles the start tag of an element of SVG or MathML.
func (t *tree) startForeign(tag *tag, name []byte, isHTML bool) created {
	e := tag.element
	n := node{name: nodeName(e, name), element: e, namespace: t.stack[len(t.stack)-1].namespace}
	if n.namespace == namespaceSVG {
		switch e {
		case elementForeignobject, elementDesc, elementTitle:
			n.point = pointHTML
		}
	} else {
		switch e {
		case elementMi, elementMo, elementMn, elementMs, elementMtext:
			n.point = pointText
		case elementAnnotationXml:
			n.point = pointAnnotation
			if isHTML {
				n.point = pointHTML
			}
		}
	}
	if !tag.isClosed {
		t.push(n)
	}
	c := created{element: e, has: preferHref(tag.has & (1<<attrHref | 1<<attrXlinkHref | 1<<attrId | 1<<attrStyle))}
	if n.namespace == namespaceMathML {
		c.element = elementOther
	} else if elements[e].flags&flagSvg == 0 {
		c.has &= 1<<attrId | 1<<attrStyle
	}
	return c
}

// preferHref returns has, the attributes of an element of SVG or MathML. If there is an href, it removes xlink:href.
func preferHref(has attributeSet) attributeSet {
	if has&(1<<attrHref) != 0 {
		has &^= 1 << attrXlinkHref
	}
	return has
}

// end handles an end tag.
func (t *tree) end(e element, name []byte) {
	if e == elementBr && t.template == 0 {
		t.framesetOK = false // as for its start tag (section 13.2.6.4.7)
	}
	if len(t.stack) > 0 && !t.endForeign(e, nodeName(e, name)) {
		return
	}
	if t.open[e] > 0 {
		t.open[e]--
	}
	switch e {
	case elementHead, elementBody, elementHtml:
		t.hasHead = true
		t.afterHead = t.afterHead || e == elementHead && t.template == 0 && t.open[elementNoscript] == 0
		t.hasBody = t.hasBody || t.template == 0 && e != elementHead
	case elementForm:
		if t.template == 0 {
			t.inForm = false
		}
	case elementFrameset:
		t.framesets = max(t.framesets-1, 0)
	case elementTemplate:
		t.endTemplate()
	case elementTable:
		if table := t.table(); table != nil && !table.isPart {
			t.tables = t.tables[:len(t.tables)-1]
		}
	case elementTd, elementTh, elementCaption, elementTr, elementTbody, elementTfoot, elementThead:
		if table := t.table(); table != nil {
			table.inCell = false
		}
	}
}

// endForeign handles an end tag while elements of SVG or MathML are open. It reports whether the tag also ends an
// element outside them.
func (t *tree) endForeign(e element, name uint64) (outside bool) {
	if t.over > 0 {
		t.over--
		return false
	}
	k := len(t.stack) - 1
	if t.isInForeign() && (e == elementP || e == elementBr) {
		t.breakOut()
		return false
	}
	for ; k >= 0 && t.stack[k].namespace != namespaceHTML; k-- { // "any other end tag" in foreign content
		if t.stack[k].name == name {
			t.close(k)
			return false
		}
	}
	// The rules for HTML content. An integration point limits the scope.
	if e == elementForm && t.template == 0 {
		t.inForm = false // even if the form is not in scope
	}
	isOther := elements[e].flags&flagSpecial == 0
	for k = len(t.stack) - 1; k >= 0; k-- {
		n := &t.stack[k]
		isHTML := n.namespace == namespaceHTML
		switch {
		case isHTML && n.name == name:
			t.close(k)
			return false
		case e == elementTemplate:
		case isHTML && n.element == elementTemplate:
			return false
		case isHTML && isOther && elements[n.element].flags&flagSpecial != 0:
			return false
		case n.point != pointNone && elements[e].flags&flagTable == 0:
			return false
		}
	}
	if t.open[e] == 0 || e == elementOther || e == elementHead || e == elementForm && t.template == 0 {
		return e == elementForm
	}
	t.stack = t.stack[:0]
	return true
}

// close closes the elements of the stack from k on.
func (t *tree) close(k int) {
	for _, n := range t.stack[k:] {
		if n.namespace == namespaceHTML && n.element == elementTemplate {
			t.endTemplate()
		}
	}
	t.stack = t.stack[:k]
}
