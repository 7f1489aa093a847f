package links

import (
	"bytes"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// maxHeld limits the length of the references that AddTo holds back until it knows their base URL.
const maxHeld = 1 << 20

// A held contains the references that wait for their base URL.
type held struct {
	text  []byte
	links []heldLink
	bases []heldBase // of the srcdoc documents with held links, and of the last one with a base element
	href  []byte

	baseLen int // the length of all bases
}

type heldLink struct {
	end      int // of the reference in the text; it begins at the end of the one before
	document int
	isBase   bool
}

type heldBase struct {
	document int
	ref      []byte
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
		if l.IsBase && l.Document > 0 && !l.Template && !l.Cut {
			h.noteBase(l.Document, l.URL)
		}
		if l.Cut || accept != nil && !accept(*l) {
			continue
		}
		h.text = append(h.text, l.URL...)
		h.links = append(h.links, heldLink{len(h.text), l.Document, l.IsBase})
		if len(h.text)+len(h.links)+h.baseLen > maxHeld {
			s.release(b, page)
		}
	}
	s.release(b, page)
	return b.Len() - before
}

// noteBase notes the base of a srcdoc document. The first one counts.
func (h *held) noteBase(document int, ref []byte) {
	n := len(h.bases)
	if n > 0 && h.bases[n-1].document == document {
		return
	}
	if n > 0 && (len(h.links) == 0 || h.links[len(h.links)-1].document < h.bases[n-1].document) {
		n-- // no link waits for the last one
		h.baseLen -= len(h.bases[n].ref)
	}
	h.bases = append(h.bases[:n], heldBase{document, bytes.Clone(ref)})
	h.baseLen += len(ref)
}

// release adds the references that are held back.
func (s *Scanner) release(b *whatwg.Batch, page whatwg.URL) {
	h := &s.held
	base := s.Base(page)
	begin, bases := 0, h.bases
	inner, document := base, 0 // the base URL of the current srcdoc document
	for _, l := range h.links {
		ref := octet.Text(h.text[begin:l.end])
		begin = l.end
		if l.document != document {
			for len(bases) > 0 && bases[0].document < l.document {
				bases = bases[1:]
			}
			inner, document = base, l.document
			if len(bases) > 0 && bases[0].document == l.document {
				inner = s.baseOf(base, bases[0].ref)
			}
		}
		from := inner
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
	h.text, h.links = h.text[:0], h.links[:0]
	h.baseLen = 0
	if n := len(h.bases); n > 0 {
		h.bases = append(h.bases[:0], h.bases[n-1]) // the last document may have more links
		h.baseLen = len(h.bases[0].ref)
	}
}
