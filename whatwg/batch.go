package whatwg

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// A Batch holds the hrefs of many links, one after another in one buffer, with the positions of their components. Use
// it to read all links of a page or a file:
//
//	var batch whatwg.Batch
//	for page := range pages {
//		batch.Reset()
//		for _, ref := range page.links {
//			batch.Add(page.base, ref)
//		}
//		for i := range batch.Len() {
//			if href := batch.Href(i); href != nil {
//				...
//			}
//		}
//	}
//
// The zero Batch is empty and ready for use. Reset keeps the memory, so such a loop allocates only for a page that
// needs more memory than every page before it. Several goroutines may read a Batch, but not while one adds to it. Href,
// Ranges and URL panic unless 0 <= i < Len().
//
// Every href may contain most of its base, so the hrefs of n links can take n times the length of the base. A page
// controls the number and the base URL of its links, so MaxText limits the hrefs. Besides its href, a link takes 48
// bytes on 64-bit systems. While a buffer grows, its old and its new memory are in use.
type Batch struct {
	// MaxText limits the length of all hrefs together, in bytes. If it is 0, the limit is 64 MiB. If it is negative,
	// the length is not limited. MaxText must not change while the Batch has links.
	MaxText int

	text  []byte
	links []batchLink
	full  bool
}

// defaultMaxText is the limit if MaxText is 0. It allows 10,000 links with hrefs of 6 KiB.
const defaultMaxText = 64 << 20

// A batchLink is a link of a Batch.
type batchLink struct {
	start  int // the start of the href in the text
	ok     bool
	ranges fsm.Ranges
}

// Reset removes all links. It invalidates the hrefs that [Batch.Href] has returned.
func (b *Batch) Reset() { b.text, b.links, b.full = b.text[:0], b.links[:0], false }

// Full reports whether Add has refused a link because its href would exceed MaxText. A full Batch refuses all links
// until Reset.
func (b *Batch) Full() bool { return b != nil && b.full }

// Len returns the number of links, including those that cannot be parsed.
func (b *Batch) Len() int {
	if b == nil {
		return 0
	}
	return len(b.links)
}

// Add parses ref with base as the base URL, as base.Parse(ref) does, and adds the result. It reports whether ref can be
// parsed. If not, it adds a link without an href, so that each call adds one link. Queries are encoded in UTF-8; for a
// page in another encoding, use [Parser].
//
// If the href would exceed MaxText, or the Batch is already full, Add adds no link and returns false. Then [Batch.Full]
// returns true.
func (b *Batch) Add(base URL, ref string) bool {
	if b.full {
		return false
	}
	b.links = append(b.links, batchLink{start: len(b.text)})
	link := &b.links[len(b.links)-1]
	o := ranges.Of((*ranges.Opaque)(&link.ranges))
	text, e := b.text, Error{}
	if known := scanNormal(ref, o); known == simd.Normal {
		text = append(text, ref...)
	} else {
		text, e = Parser{}.appendHref(text, &base, ref, known, o)
	}
	if b.exceeds(len(text)) { // b does not keep the buffer of text, which may be new and much larger
		b.links, b.full = b.links[:len(b.links)-1], true
		return false
	}
	b.text, link.ok = text, e == Error{}
	return link.ok
}

// exceeds reports whether n bytes of text exceed the limit.
func (b *Batch) exceeds(n int) bool {
	if b.MaxText == 0 {
		return n > defaultMaxText
	}
	return n > b.MaxText && b.MaxText > 0
}

// Href returns the href of link i, or nil if it cannot be parsed. The result is a slice of the Batch's buffer: it is
// valid until Reset, and must not be changed.
func (b *Batch) Href(i int) []byte {
	link := &b.links[i]
	if !link.ok {
		return nil
	}
	end := link.start + ranges.Of((*ranges.Opaque)(&link.ranges)).Len()
	return b.text[link.start:end:end]
}

// Ranges returns the positions of the components in the href of link i; see [URL.Ranges].
func (b *Batch) Ranges(i int) fsm.Ranges { return b.links[i].ranges }

// URL returns link i as a URL, with a copy of its href, or the zero URL if it cannot be parsed.
func (b *Batch) URL(i int) URL { return URL{string(b.Href(i)), b.links[i].ranges} }
