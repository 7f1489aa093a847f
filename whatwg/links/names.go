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
	text       string // the name in lower case
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
	text   string // the name in lower case
	syntax syntax
}

// maxName is longer than the names of all elements and attributes.
const maxName = 32

// lowerName returns a name in lower case, or its first maxName bytes.
func lowerName(buf *[maxName]byte, name string) string {
	return octet.Text(octet.AppendLower(buf[:0], name[:min(len(name), maxName)]))
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
