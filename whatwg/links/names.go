package links

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/origin"
	"github.com/urispan/uri/tables"
)

//go:generate go run ./gen

// An element is the number of an element in elements; attribute numbers attributes. An attributeSet has bit 1<<a for
// attribute a.
type (
	element      uint8
	attribute    uint8
	attributeSet uint64
	elementFlags uint16
)

// The flags of elements. gen/elements.txt describes them.
const (
	flagVoid elementFlags = 1 << iota
	flagRaw
	flagBreakout
	flagContent
	flagSpecial
	flagTree
	flagSvg
	flagNav
	flagHead
	flagTable
)

type elementInfo struct {
	name
	attributes attributeSet
	flags      elementFlags
}

// A syntax describes how an attribute names URLs.
type syntax uint8

const (
	syntaxNone        syntax = iota // not at all
	syntaxURL                       // the value is a URL
	syntaxList                      // URLs between white space
	syntaxSrcset                    // image candidates
	syntaxRefresh                   // the content of <meta http-equiv=refresh>
	syntaxDocument                  // the value is a document
	syntaxStyle                     // the value is a style
	syntaxBackground                // the value is a URL, or a style that begins with "url("
	syntaxBackgrounds               // image candidates in sets, or a style that begins with "url("
	syntaxTarget                    // fragments lead to the value
)

type attributeInfo struct {
	name
	syntax syntax
}

// A name is the name of an element or an attribute in lower case.
type name struct {
	text string
	key  uint64 // its first eight bytes, with the first one in the low bits
	fold uint64 // the bits that tell the upper from the lower case of its letters
}

// is reports whether text, with the first eight bytes w, is the name in any case.
func (n *name) is(w uint64, text []byte) bool {
	return w|n.fold == n.key && len(text) == len(n.text) && (len(text) <= 8 || n.endsAs(text))
}

// endsAs reports whether text, which has the length of the name, has the same bytes from the ninth on, in any case.
func (n *name) endsAs(text []byte) bool { return octet.EqualFold(text[8:], n.text[8:]) }

// firstBytes returns a word with the first n bytes set to 0xff, or all of them.
func firstBytes(n int) uint64 { return 1<<(8*n) - 1 }

// elementOf returns the only element that can have a name of length n with the first eight bytes w. n is at least 1.
func elementOf(w uint64, n int) element {
	return element(elementIndex[(w|0x20*octet.Each&firstBytes(n))*elementMultiplier>>elementShift])
}

// attributeOf returns the only attribute that can have a name of length n with the first eight bytes w, or
// attributeCount. n is at least 1.
func attributeOf(w uint64, n int) attribute {
	return attribute(attributeIndex[(w|0x20*octet.Each&firstBytes(n))*attributeMultiplier>>attributeShift])
}

// lazyAttribute returns the attribute with a name that begins with "data-", and whether there is one.
func lazyAttribute(name []byte) (attribute, bool) {
	for a := attribute(firstLazy); a < attributeCount; a++ {
		if octet.EqualFold(name, attributes[a].text) {
			return a, true
		}
	}
	return 0, false
}

// The classes of bytes.
const (
	classSpace   uint8 = 1 << iota // ASCII white space
	classTagEnd                    // ends the name of an element
	classNameEnd                   // ends the name of an attribute
	classLetter
	classDigit
)

// classes maps each byte to its classes.
var classes = func() (classes [256]uint8) {
	for c := range classes {
		switch {
		case strings.IndexByte(origin.Space, byte(c)) >= 0:
			classes[c] = classSpace | classTagEnd | classNameEnd
		case c == '/' || c == '>':
			classes[c] = classTagEnd | classNameEnd
		case c == '=':
			classes[c] = classNameEnd
		case tables.Is(byte(c), tables.ALPHA):
			classes[c] = classLetter
		case tables.Is(byte(c), tables.DIGIT):
			classes[c] = classDigit
		}
	}
	return classes
}()

func is(c byte, class uint8) bool { return classes[c]&class != 0 }
