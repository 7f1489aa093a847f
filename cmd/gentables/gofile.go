package main

import (
	"bytes"
	"fmt"
	"go/format"
	"math/bits"
	"strings"
)

// This file writes the parts of Go source that several targets have.

// A goFile is a Go source file that is being written.
type goFile struct {
	*machine
	buf bytes.Buffer
}

func (f *goFile) printf(layout string, args ...any) { fmt.Fprintf(&f.buf, layout, args...) }

// source returns the file as gofmt formats it.
func (f *goFile) source() ([]byte, error) { return format.Source(f.buf.Bytes()) }

// local is layout.local.
func (f *goFile) local(name string) string { return f.layout.local(name) }

func (f *goFile) bounds() {
	d := f.dfa
	f.printf("// The bounds of the state IDs, half-open; %s has a drawing.\nconst (\n", f.layout.drawing)
	constant := func(name string, n int) { f.printf("\t%s = %d\n", f.local(name), n) }
	f.printf("\t%s = %d // including the dead state\n", f.local("NumStates"), len(d.states))
	constant("NumClasses", len(d.classes))
	constant("AcceptLo", d.acceptLo)
	constant("AcceptHi", d.acceptHi)
	constant("RunLo", d.runLo)
	constant("RunHi", d.runHi)
	if len(f.layout.texts) > 0 {
		constant("TextLo", d.textLo)
		constant("TextHi", d.textHi)
	}
	f.printf(")\n\n")
}

// classConstants lists the byte classes.
func (f *goFile) classConstants() {
	f.printf("// The byte classes. Every state treats the bytes of a class alike.\nconst (\n")
	for i, c := range f.dfa.classes {
		f.printf("\t%s = %d // %s\n", f.local("Class"+className(c)), i, f.grammar.classDoc(c))
	}
	f.printf(")\n\n")
}

// classTable has a value for each byte.
func (f *goFile) classTable(value func(b byte) int) {
	f.printf("var %s = [256]uint8{\n", f.local("Classes"))
	for row := 0; row < 256; row += 16 {
		for b := row; b < row+16; b++ {
			f.printf("%#02x, ", value(byte(b)))
		}
		f.printf("// %s\n", byteSetText(byteRange(byte(row), byte(row+15))))
	}
	f.printf("}\n\n")
}

// runSets lists the run sets.
func (f *goFile) runSets() {
	f.printf("// The run sets: the sets of bytes that states loop on. Each has a bit.\nconst (\n")
	for i, set := range f.dfa.runSets {
		f.printf("\t%s%d = 1 << %d // %s\n", f.local("Run"), i, i, byteSetText(set))
	}
	f.printf(")\n\n")
}

func (f *goFile) runBytes() {
	n := len(f.dfa.runSets)
	f.printf("// %s has the run sets that contain each byte.\nvar %[1]s = [256]%s{\n", f.local("RunBytes"), tight(n))
	f.byteRows(func(b byte) string { return hex(f.dfa.runBits(b), n) })
	f.printf("}\n\n")
}

func (f *goFile) runMasks() {
	f.printf("// %s has the run set that each state loops on.\nvar %[1]s = [%d]%s{\n",
		f.local("RunMasks"), f.rows(), tight(len(f.dfa.runSets)))
	for i, s := range f.dfa.states {
		if s.runMask != 0 {
			f.printf("%d: %s%d, // %q\n", i, f.local("Run"), bits.TrailingZeros64(s.runMask), s.example)
		}
	}
	f.printf("}\n\n")
}

func (f *goFile) contexts() {
	f.printf("// %s has the context of each state.\nvar %[1]s = [%d]Context{\n", f.local("Contexts"), f.rows())
	for i, s := range f.dfa.states[1:] {
		text := componentNames[s.reading]
		for i, name := range tagNames {
			if s.tags>>i&1 != 0 {
				text += " | " + name.constant
			}
		}
		f.printf("%d: Context(%s), // %q\n", i+1, text, s.example)
	}
	f.printf("}\n\n")
}

// stateBits and classBits return the bits of a state and of a class. Tables have a row for each state and a column for
// each class that these bits can express, so that a masked index is in range.
func (f *goFile) stateBits() int { return bitsFor(len(f.dfa.states)) }
func (f *goFile) classBits() int { return bitsFor(len(f.dfa.classes)) }
func (f *goFile) rows() int      { return 1 << f.stateBits() }
func (f *goFile) columns() int   { return 1 << f.classBits() }

// rule returns the definition of a rule in ABNF.
func (f *goFile) rule(name string) string { return name + " = " + f.grammar.rule(name).text }

// byteRows writes the values of a table of 256 in rows of eight, each with its bytes. It leaves out rows of zeros.
func (f *goFile) byteRows(value func(b byte) string) {
	for row := 0; row < 256; row += 8 {
		line, zeros := "", true
		for b := row; b < row+8; b++ {
			v := value(byte(b))
			zeros = zeros && strings.Trim(v, "0x") == ""
			line += v + ", "
		}
		if !zeros {
			f.printf("%#02x: %s// %s\n", row, line, byteSetText(byteRange(byte(row), byte(row+7))))
		}
	}
}

// hex returns v in hexadecimal, with leading zeros up to n bits.
func hex(v uint64, n int) string { return fmt.Sprintf("%#0*x", (n+3)/4, v) }

// maxColumns is the length of a line of generated code at which it is wrapped.
const maxColumns = 110

// wrap joins parts of a line with sep, which ends lines that would be too long.
func wrap(parts []string, sep, newline string) string {
	text, column := "", 0
	for i, part := range parts {
		switch {
		case i == 0:
		case column+len(part) > maxColumns:
			text += strings.TrimRight(sep, " ") + newline
			column = 0
		default:
			text += sep
			column += len(sep)
		}
		text += part
		column += len(part)
	}
	return text
}
