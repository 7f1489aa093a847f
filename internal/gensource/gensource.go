// Package gensource is the frame of the programs that write Go source.
package gensource

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Sources maps the names of files to the functions that return their source.
type Sources map[string]func() ([]byte, error)

// Write writes the files into the current folder. If one fails, it prints the error and ends the program with status 1.
func (s Sources) Write() {
	for file, source := range s {
		text, err := source()
		if err == nil {
			err = os.WriteFile(file, text, 0o666)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "gen: %s: %v\n", file, err)
			os.Exit(1)
		}
	}
}

// A Writer holds Go source.
type Writer struct{ bytes.Buffer }

// Printf writes formatted text.
func (w *Writer) Printf(layout string, args ...any) { fmt.Fprintf(w, layout, args...) }

// WriteNumbers writes the elements of a literal, with the given number of them on a line.
func WriteNumbers[E any](w *Writer, layout string, perLine int, numbers []E) {
	for line := range slices.Chunk(numbers, perLine) {
		for _, n := range line {
			w.Printf(layout, n)
		}
		w.WriteString("\n")
	}
}

// WriteText writes a string constant of any bytes, in lines.
func WriteText(w *Writer, name, text string) {
	w.Printf("const %s = \"\"", name)
	for line := range slices.Chunk([]byte(text), 80) {
		w.Printf(" +\n\t%+q", line)
	}
	w.WriteString("\n\n")
}

// WriteTable writes a two-stage table with names that begin with name. The number of entries is a multiple of 1<<shift.
func WriteTable[E comparable](w *Writer, name string, shift int, entries []E) {
	var zero E
	end := len(entries)
	for entries[end-1] == zero {
		end--
	}
	numbers := map[string]int{}
	var blocks []int
	var distinct []string
	for block := range slices.Chunk(entries[:(end>>shift+1)<<shift], 1<<shift) {
		text := fmt.Sprint(block)
		if _, ok := numbers[text]; !ok {
			numbers[text] = len(distinct)
			distinct = append(distinct, strings.Trim(strings.ReplaceAll(text, " ", ", "), "[]"))
		}
		blocks = append(blocks, numbers[text])
	}
	number := "uint8"
	if len(distinct) > 1<<8 {
		number = "uint16"
	}
	w.Printf("// The entry of a character r before %[1]sEnd is %[1]sEntries[%[1]sBlocks[r>>%[1]sShift]][r&(1<<%[1]sShift-1)].\n"+
		"const (\n\t%[1]sShift = %[2]d\n\t%[1]sEnd = %#[3]x\n)\n\n", name, shift, len(blocks)<<shift)
	w.Printf("var %[1]sBlocks = [%[1]sEnd >> %[1]sShift]%[2]s{\n", name, number)
	WriteNumbers(w, "%d, ", 24, blocks)
	w.Printf("}\n\nvar %[1]sEntries = [...][1 << %[1]sShift]%[2]T{\n", name, zero)
	WriteNumbers(w, "{%s}, ", 1, distinct)
	w.WriteString("}\n\n")
}

// Rows returns the fields of the lines of a file, without comments and empty lines.
func Rows(text string, fields int) (rows [][]string, err error) {
	for line := range strings.Lines(text) {
		row := strings.Fields(line)
		if len(row) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if len(row) < fields {
			return nil, fmt.Errorf("%q has less than %d fields", strings.TrimSpace(line), fields)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// CodePoints returns the code points of a range in hexadecimal digits: LO, LO-HI or LO-HI/STEP.
func CodePoints(text string) (codes []rune, err error) {
	limits, by, _ := strings.Cut(text, "/")
	first, last, _ := strings.Cut(limits, "-")
	lo, err1 := strconv.ParseInt(first, 16, 32)
	hi, err2 := strconv.ParseInt(cmp.Or(last, first), 16, 32)
	step, err3 := strconv.Atoi(cmp.Or(by, "1"))
	if err1 != nil || err2 != nil || err3 != nil || lo < 0 || lo > hi || hi > unicode.MaxRune || step < 1 {
		return nil, fmt.Errorf("%q is not a range of code points", text)
	}
	for r := rune(lo); r <= rune(hi); r += rune(step) {
		codes = append(codes, r)
	}
	return codes, nil
}

// WriteSwitch writes a function that reports whether its parameter is in list.
func WriteSwitch(w *Writer, name, doc string, list []string) {
	w.Printf("// %s reports whether s, in lower case, is %s.\nfunc %s(s string) bool {\n\tswitch s {\n\tcase ", name, doc, name)
	column := 0
	for i, s := range list {
		text := strconv.Quote(s)
		if i > 0 {
			w.WriteString(",")
			if column += len(text) + 2; column > 100 {
				w.WriteString("\n\t\t")
				column = 0
			}
		}
		w.WriteString(text)
	}
	w.WriteString(":\n\t\treturn true\n\t}\n\treturn false\n}\n\n")
}
