package idna

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ucd"
)

// A name is converted label by label (UTS 46, section 4). This is right because the mapping of a character contains a
// dot only if it is a dot, and because neither canonical ordering nor composition moves a character across a dot.

// A conversion is the state of converting a name.
type conversion struct {
	rules *rules
	name  string

	aLabels     []byte // the result in US-ASCII
	uLabels     []byte // the result in Unicode, if wanted
	wantULabels bool

	label   []rune // the characters of a label
	scratch []rune // a buffer for normalizing it

	rtl   bool // the name has a right-to-left character
	unfit int  // the offset in name of the first label that breaks the Bidi Rule, or -1

	// Buffers. Most results fit into them.
	aBuffer, uBuffer           [host.MaxName + 3]byte
	labelBuffer, scratchBuffer [host.MaxLabel + 1]rune
}

// conversions keeps unused conversions. They would not stay on the stack.
var conversions = sync.Pool{New: func() any { return new(conversion) }}

// newConversion returns a conversion. Call release after its use.
func newConversion(r *rules, name string, wantULabels bool) *conversion {
	c := conversions.Get().(*conversion)
	c.rules, c.name, c.wantULabels = r, name, wantULabels
	c.aLabels, c.uLabels = c.aBuffer[:0], c.uBuffer[:0]
	c.label, c.scratch = c.labelBuffer[:0], c.scratchBuffer[:0]
	c.rtl, c.unfit = false, -1
	return c
}

// release makes c available to newConversion. It drops the memory that a long name needed.
func (c *conversion) release() {
	c.name, c.aLabels, c.uLabels, c.label, c.scratch = "", nil, nil, nil, nil
	conversions.Put(c)
}

// run converts the name. If a label is refused, it returns the reason and the offset of that label.
func (c *conversion) run() (at int, err error) {
	for lo := 0; ; {
		start := len(c.aLabels)
		hi, next, err := c.convert(lo)
		if err == nil {
			err = c.checkLength(start, lo, hi, next)
		}
		if err != nil {
			return lo, err
		}
		if next == 0 {
			break
		}
		c.aLabels = append(c.aLabels, '.')
		if c.wantULabels {
			c.uLabels = append(c.uLabels, '.')
		}
		lo = next
	}
	if c.rtl {
		c.findUnfitASCII()
		if c.unfit >= 0 {
			return c.unfit, errBidi
		}
	}
	return 0, nil
}

// findUnfitASCII sets unfit to the first label that breaks the Bidi Rule, if it is in US-ASCII.
func (c *conversion) findUnfitASCII() {
	lo := 0
	for label := range bytes.SplitSeq(c.aLabels, []byte{'.'}) {
		switch {
		case lo == c.unfit:
			return
		case len(label) > 0 && !bytes.HasPrefix(label, []byte(prefix)):
			c.label = c.label[:0]
			for _, b := range label {
				c.label = append(c.label, rune(b))
			}
			if !fitsBidi(c.label, c.properties()) {
				c.unfit = lo
				return
			}
		}
		lo = c.rules.nextLabel(c.name, lo)
	}
}

// refuse returns an error for the label of name that begins at lo.
func (r *rules) refuse(name string, lo int, err error) error {
	return &Error{Label: name[lo:r.labelEnd(name, lo)], Offset: lo, Err: err}
}

// labelEnd returns the end of the label of name that begins at lo.
func (r *rules) labelEnd(name string, lo int) int {
	dots := "."
	if r.maps {
		dots = Dots
	}
	return octet.Next(name, lo, dots)
}

// nextLabel returns the start of the label of name after the one that begins at lo.
func (r *rules) nextLabel(name string, lo int) int {
	lo = r.labelEnd(name, lo)
	_, size := utf8.DecodeRuneInString(name[lo:])
	return lo + size
}

// convert converts the label that begins at lo and appends it to the results. It returns the end of the label and the
// start of the next one, or 0 after the last label.
func (c *conversion) convert(lo int) (hi, next int, err error) {
	hi = lo
	for hi < len(c.name) && c.name[hi] < utf8.RuneSelf && c.name[hi] != '.' {
		hi++
	}
	switch {
	case hi == len(c.name):
		return hi, 0, c.convertASCII(lo, hi)
	case c.name[hi] == '.':
		return hi, hi + 1, c.convertASCII(lo, hi)
	}
	all, hi, next, err := c.mapLabel(lo)
	if err == nil {
		err = c.convertMapped(lo, hi, all)
	}
	return hi, next, err
}

// convertASCII converts the label name[lo:hi], which is in US-ASCII.
func (c *conversion) convertASCII(lo, hi int) error {
	start := len(c.aLabels)
	if label := c.name[lo:hi]; c.rules.maps {
		c.aLabels = octet.AppendLower(c.aLabels, label)
	} else {
		c.aLabels = append(c.aLabels, label...)
	}
	return c.finishASCII(lo, start)
}

// finishASCII checks the last label of aLabels, which begins at start there and at lo in the name, and completes
// uLabels. If it is an A-label, its Punycode must decode to a label that is valid and in NFC.
func (c *conversion) finishASCII(lo, start int) (err error) {
	label := c.aLabels[start:]
	if len(label) < len(prefix) || string(label[:len(prefix)]) != prefix {
		if err := c.rules.checkASCII(label); err != nil {
			return err
		}
		if c.wantULabels {
			c.uLabels = append(c.uLabels, label...)
		}
		return nil
	}
	c.label, err = decodePunycode(c.label[:0], label[len(prefix):], c.rules.ulabel)
	if err != nil {
		return err
	}
	all := c.properties()
	switch {
	case all&(isBeyondASCII|isDisallowed) == 0:
		return errOnlyASCII
	case all&isDisallowed != 0:
		return c.rules.firstDisallowed(c.label)
	}
	return c.finishLabel(lo, all, true)
}

// properties returns the properties of all characters of the label.
func (c *conversion) properties() (all uint32) {
	for _, r := range c.label {
		all |= propertiesOf(r)
	}
	return all
}

// mapLabel maps the label that begins at lo. It returns the properties of all characters, the end of the label and the
// start of the next one, or 0 after the last label. A character may be mapped to 18, so mapLabel stops when the label
// is so long that it will be refused.
func (c *conversion) mapLabel(lo int) (all uint32, hi, next int, err error) {
	label := c.label[:0]
	for i := lo; i < len(c.name); {
		r, size := utf8.DecodeRuneInString(c.name[i:])
		entry := entryOf(r)
		switch {
		case r == '.':
			c.label = label
			return all, i, i + 1, nil
		case entry > ignoredEntry && entry < mappedEntry:
			all |= propertySets[entry&0xff]
			label = append(label, r)
		case r == utf8.RuneError && size == 1:
			return 0, 0, 0, errNotUTF8
		case entry == disallowedEntry || !c.rules.maps:
			return 0, 0, 0, disallowedError(r)
		case entry == ignoredEntry:
		default:
			mapping := mappingOf(entry)
			if mapping == "." {
				c.label = label
				return all, i, i + size, nil
			}
			if len(mapping) > cap(label)-len(label) {
				label = slices.Grow(label, len(label)+len(mapping)) // append would add a quarter to a long label
			}
			for _, r := range mapping {
				all |= propertiesOf(r)
				label = append(label, r)
			}
		}
		i += size
		if n := len(label); n > maxDecomposed*c.rules.ulabel {
			switch {
			case all&isBeyondASCII != 0:
				return 0, 0, 0, errLongULabel
			case n > c.rules.label:
				return 0, 0, 0, errLongLabel
			case n > c.rules.name:
				return 0, 0, 0, errLongName
			}
		}
	}
	c.label = label
	return all, len(c.name), 0, nil
}

// convertMapped converts the label name[lo:hi], which is mapped. all is the properties of all characters.
func (c *conversion) convertMapped(lo, hi int, all uint32) error {
	if all&isBeyondASCII != 0 {
		return c.finishLabel(lo, all, false)
	}
	if len(c.label) == 0 && hi > lo && !c.rules.vanishes {
		return errNoName
	}
	start := len(c.aLabels)
	c.aLabels = slices.Grow(c.aLabels, len(c.label))
	for _, r := range c.label {
		c.aLabels = append(c.aLabels, byte(r))
	}
	return c.finishASCII(lo, start)
}

// finishLabel puts a label that is not in US-ASCII into NFC, checks it and completes the results. If encoded is true,
// the label was decoded from Punycode, which is at the end of aLabels.
func (c *conversion) finishLabel(lo int, all uint32, encoded bool) error {
	if len(c.label) > maxDecomposed*c.rules.ulabel {
		return errLongULabel
	}
	if !ucd.IsComposed(c.label) || len(c.label) > c.rules.marks-maxDecomposed && all&isMark != 0 {
		changed, err := c.normalize()
		if changed && (encoded || !c.rules.maps) {
			err = errNotNFC
		}
		if err != nil {
			return err
		}
		all = c.properties()
	}
	if len(c.label) > c.rules.ulabel {
		return errLongULabel
	}
	if err := c.rules.checkLabel(c.label, all); err != nil {
		return err
	}
	c.rtl = c.rtl || all&rightToLeft != 0
	if c.unfit < 0 && !fitsBidi(c.label, all) {
		c.unfit = lo
	}
	if !encoded {
		c.aLabels = appendPunycode(append(c.aLabels, prefix...), c.label, c.scratch)
	}
	if c.wantULabels {
		for _, r := range c.label {
			c.uLabels = utf8.AppendRune(c.uLabels, r)
		}
	}
	return nil
}

// checkLength checks the length of the last label of aLabels, which begins at start there and is name[lo:hi], and of
// the name up to it.
func (c *conversion) checkLength(start, lo, hi, next int) error {
	size := len(c.aLabels) - start
	switch {
	case size == 0 && !c.rules.empty && !(c.rules.root && next == 0 && lo > 0):
		switch {
		case hi > lo:
			return errNoName
		case c.rules.root:
			return errEmptyLabel
		}
		return errStrictEmpty
	case size > c.rules.label:
		return errLongLabel
	case size > 0 && len(c.aLabels) > c.rules.name || hi > c.rules.input:
		return errLongName
	}
	return nil
}
