package lookalike

import (
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/internal/ucd"
)

// A char holds the properties of a character that Check and Skeleton need. newChar looks them up in the tables of
// package ucd and of confusables.txt.
type char struct {
	scripts  scriptSet // the augmented script set
	skeleton string    // the skeleton of the character alone, or "" if it is the character itself
	zero     rune      // the zero of its decimal digits, or -1 if it is not a digit
	removed  bool      // the skeleton is empty

	// The canonical combining classes of the first and the last character of the NFD and of the skeleton.
	decomposed, spelled classes
}

type classes struct{ first, last uint8 }

// sameSkeleton reports whether the skeleton of c is c itself.
func (c *char) sameSkeleton() bool { return c.skeleton == "" && !c.removed }

func newChar(r rune) char {
	text := string(r)
	skeleton := composeSkeleton(text)
	c := char{
		scripts:    lookup(r),
		removed:    skeleton == "",
		zero:       -1,
		decomposed: classesOf(ucd.Decompose(text)),
		spelled:    classesOf(skeleton),
	}
	if skeleton != text {
		c.skeleton = skeleton
	}
	if unicode.Is(ucd.DecimalNumber, r) {
		c.zero = zeroOf(r)
	}
	return c
}

// classesOf returns the classes of the first and the last character of s, which is in NFD and may be empty.
func classesOf(s string) classes {
	if s == "" {
		return classes{}
	}
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return classes{ucd.Class(first), ucd.Class(last)}
}

// chars maps each character to its char.
var chars = table[char]{value: newChar}

// A table maps each character to a value. It computes a block of values when one of them is first needed, which takes
// some 30 microseconds. It shares blocks of equal values, such as the blocks of Han and of unassigned characters. So a
// table with all characters of Unicode has about 4 megabytes. A table is safe for concurrent use.
type table[T comparable] struct {
	value  func(r rune) T
	blocks [(unicode.MaxRune + tableBlock) / tableBlock]atomic.Pointer[[tableBlock]T]
	equal  sync.Map // the blocks of equal values, by the value
}

const tableBlock = 64

// at returns the value of r, which is a character. The caller must not change it.
func (t *table[T]) at(r rune) *T {
	block := t.blocks[uint32(r)/tableBlock].Load()
	if block == nil {
		block = t.makeBlock(r)
	}
	return &block[uint32(r)%tableBlock]
}

// makeBlock computes the block of r and stores it.
func (t *table[T]) makeBlock(r rune) *[tableBlock]T {
	block := new([tableBlock]T)
	first := r - r%tableBlock
	allEqual := true
	for i := range block {
		block[i] = t.value(first + rune(i))
		allEqual = allEqual && block[i] == block[0]
	}
	if allEqual {
		earlier, _ := t.equal.LoadOrStore(block[0], block)
		block = earlier.(*[tableBlock]T)
	}
	t.blocks[first/tableBlock].Store(block)
	return block
}
