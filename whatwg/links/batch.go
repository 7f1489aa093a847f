package links

import (
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// maxHeld limits the length of the references that AddTo holds back until it knows their base URL.
const maxHeld = 1 << 20

// A held contains the references that wait for their base URL.
type held struct {
	text  []byte
	links []heldLink
	href  []byte
}

type heldLink struct {
	end      int // of the reference in the text; it begins at the end of the one before
	document int
	isBase   bool
	setsBase bool // it may be the base of its srcdoc document
	isWanted bool
}

// ref returns the reference of link i.
func (h *held) ref(i int) string {
	begin := 0
	if i > 0 {
		begin = h.links[i-1].end
	}
	return octet.Text(h.text[begin:h.links[i].end])
}

// baseAfter returns the index of the first link from i on that sets the base of the document of link i, or -1.
func (h *held) baseAfter(i int) int {
	for document := h.links[i].document; i < len(h.links) && h.links[i].document == document; i++ {
		if h.links[i].setsBase {
			return i
		}
	}
	return -1
}

// AddTo adds the hrefs of the links that have not been read yet to b, and returns the number of links that it has
// added. page is the URL of the page. Links that cannot be parsed count as well: see [whatwg.Batch.Add].
//
// If accept is not nil, AddTo adds only the links that accept returns true for. It calls accept for each link, in
// order, before it adds that link. So accept can record the elements of the links that it accepts. The slices of the
// Link are valid only during the call. AddTo skips links that are cut.
//
// The base URL is the result of [Scanner.Base] at the end of the page, but for the href of a base element: see Link.IsBase.
// So AddTo holds back references until it has read the page, or until they have more than 1 MiB together. Then it adds
// them with the base URL that it has found by then. It stops when b is full, and drops the links that it has held back
// and that do not fit. So set [whatwg.Batch.MaxText] large enough for the page.
func (s *Scanner) AddTo(b *whatwg.Batch, page whatwg.URL, accept func(Link) bool) int {
	if s == nil || b == nil {
		return 0
	}
	before, h := b.Len(), &s.held
	for !b.Full() && s.next() {
		l := &s.link
		isWanted := !l.Cut && (accept == nil || accept(*l))
		setsBase := l.IsBase && l.Document > 0 && !l.Template && !l.Cut
		if !isWanted && !setsBase {
			continue
		}
		h.text = append(h.text, l.URL...)
		h.links = append(h.links, heldLink{len(h.text), l.Document, l.IsBase, setsBase, isWanted})
		if len(h.text)+len(h.links) > maxHeld {
			s.release(b, page)
		}
	}
	s.release(b, page)
	return b.Len() - before
}

// release adds the references that are held back. The base of the last srcdoc document stays, as it may have more links.
func (s *Scanner) release(b *whatwg.Batch, page whatwg.URL) {
	h := &s.held
	base := s.Base(page)
	inner, document, last := base, 0, -1 // of the current srcdoc document: the base URL, and the link that sets it
	for i, l := range h.links {
		if l.document != document {
			inner, document, last = base, l.document, h.baseAfter(i)
			if last >= 0 {
				inner = s.baseOf(base, []byte(h.ref(last)))
			}
		}
		if !l.isWanted {
			continue
		}
		from, ref := inner, h.ref(i)
		if l.isBase && l.document == 0 {
			from = page
		} else if l.isBase {
			from = base
		}
		if s.Parser != (whatwg.Parser{}) {
			// A Batch encodes queries in UTF-8, so it gets the href. Parsing an href returns the same href.
			var err error
			if h.href, err = s.Parser.AppendHref(h.href[:0], from, ref); err == nil {
				ref = octet.Text(h.href)
			}
		}
		b.Add(from, ref)
	}
	if last >= 0 {
		h.text = append(h.text[:0], h.ref(last)...)
		h.links = append(h.links[:0], heldLink{end: len(h.text), document: document, isBase: true, setsBase: true})
		return
	}
	h.text, h.links = h.text[:0], h.links[:0]
}
