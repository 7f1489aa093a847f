package main

import (
	"bytes"
	"fmt"
	"go/format"
	"math/bits"
	"strings"
)

// A goFile is the Go file of a target while it is written.
type goFile struct {
	*machine
	target *target
	buf    bytes.Buffer
}

func (f *goFile) printf(layout string, args ...any) { fmt.Fprintf(&f.buf, layout, args...) }

// source returns the formatted file.
func (f *goFile) source() ([]byte, error) { return format.Source(f.buf.Bytes()) }

// rule returns the definition of a rule in ABNF.
func (f *goFile) rule(name string) string { return name + " = " + f.grammar.rule(name).text }

func (f *goFile) emitByteRows(value func(b byte) string) { f.buf.WriteString(byteRows(value)) }

// byteRows returns the values of a table of 256 in rows of eight, each with its bytes. It leaves out rows of zeros.
func byteRows(value func(b byte) string) (text string) {
	for row := 0; row < 256; row += 8 {
		line, zeros := "", true
		for b := row; b < row+8; b++ {
			v := value(byte(b))
			zeros = zeros && strings.Trim(v, "0x") == ""
			line += v + ", "
		}
		if !zeros {
			text += fmt.Sprintf("%#02x: %s// %s\n", row, line, byteSetText(byteRange(byte(row), byte(row+7))))
		}
	}
	return text
}

// hex returns v in hexadecimal, with leading zeros up to n bits.
func hex(v uint64, n int) string { return fmt.Sprintf("%#0*x", (n+3)/4, v) }

// bitsFor returns the number of bits that distinguish n values.
func bitsFor(n int) int { return bits.Len(uint(n - 1)) }

// maxColumns is the length of a line above which generated code is wrapped.
const maxColumns = 110

// wrap joins parts of a line with sep. If a line would be too long, it breaks the line after a sep.
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
