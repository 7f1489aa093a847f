package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"math/bits"
	"slices"
	"strings"
	"text/template"
)

//go:embed *.tmpl
var templateFiles embed.FS

// templates are the texts of all outputs.
var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"bit":     func(i int) string { return fmt.Sprintf("%#x", uint64(1)<<i) },
	"bitsFor": bitsFor,
	"bytes":   byteSetText,
	"commas":  commas,
	"half":    func(n int) int { return n / 2 },
	"lower":   strings.ToLower,
	"mask":    func(bits int) int { return 1<<bits - 1 },
	"roundUp": func(n int) int { return 1 << bitsFor(n) },
}).ParseFS(templateFiles, "*.tmpl"))

// fill returns the text of a template.
func fill(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, name, data)
	if failed := posError(""); errors.As(err, &failed) { // in a method that the template calls
		err = failed
	}
	return b.Bytes(), err
}

// goFile returns a formatted Go file: its head, and the text of a template.
func goFile(head, name string, data any) ([]byte, error) {
	text, err := fill(name, data)
	if err != nil {
		return nil, err
	}
	return format.Source(append([]byte(head), text...))
}

// A stateView is a state as templates see it.
type stateView struct {
	*dfaState
	Number int
	Arrows []arrow
}

// An arrow is all the transitions from one state to another that have the same output.
type arrow struct {
	To, Output int
	Set        byteSet
	classes    []int
}

// States returns the states without the invalid one.
func (d *dfa) States() (views []stateView) {
	for i := 1; i < len(d.states); i++ {
		views = append(views, stateView{&d.states[i], i, d.arrows(i)})
	}
	return views
}

// arrows returns the arrows from the state i.
func (d *dfa) arrows(i int) (list []arrow) {
	for c, to := range d.states[i].next {
		if to == 0 {
			continue
		}
		output := d.states[i].outputs[c]
		k := slices.IndexFunc(list, func(a arrow) bool { return a.To == to && a.Output == output })
		if k < 0 {
			k = len(list)
			list = append(list, arrow{To: to, Output: output})
		}
		list[k].classes = append(list[k].classes, c)
		list[k].Set = list[k].Set.union(d.Classes[c])
	}
	return list
}

// A box is the states of a component.
type box struct {
	Component string
	States    []stateView
}

// Boxes returns the states by their components.
func (d *dfa) Boxes() []box {
	states := d.States()
	number, first := partition(len(states), func(i int) string { return states[i].Component })
	boxes := make([]box, len(first))
	for i, s := range states {
		b := &boxes[number[i]]
		b.Component, b.States = s.Component, append(b.States, s)
	}
	return boxes
}

// ClassRows returns the class of each byte.
func (d *dfa) ClassRows() string {
	return byteRows(func(b byte) string { return fmt.Sprint(d.classOf[b]) })
}

// RunRows returns the run sets that contain each byte.
func (d *dfa) RunRows() string { return bitRows(d.RunSets) }

// cells returns the text of each transition that does not lead to the invalid state, after its class.
func (s *dfaState) cells(text func(to, output int) string) string {
	var list []string
	for c, to := range s.next {
		if to != 0 {
			list = append(list, fmt.Sprintf("%d: %s", c, text(to, s.outputs[c])))
		}
	}
	return wrap(list)
}

// Marked returns the number of transitions that have an output, by state and class.
func (d *dfa) Marked() (n int) {
	for _, s := range d.states {
		for _, output := range s.outputs {
			if output != 0 {
				n++
			}
		}
	}
	return n
}

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

// bitRows returns for each byte a bit for each of the sets that contain it.
func bitRows(sets []byteSet) string {
	return byteRows(func(b byte) string {
		bits := uint64(0)
		for i, set := range sets {
			if set.has(b) {
				bits |= 1 << i
			}
		}
		return fmt.Sprintf("%#0*x", (len(sets)+3)/4, bits)
	})
}

// bitsFor returns the number of bits that distinguish n values.
func bitsFor(n int) int { return bits.Len(uint(n - 1)) }

// maxColumns is the length of a line above which generated code is wrapped.
const maxColumns = 110

// wrap joins parts of a line with commas. If a line would be too long, it breaks the line after a comma.
func wrap(parts []string) string { return wrapWith(parts, ", ", "\n") }

func wrapWith(parts []string, sep, newline string) string {
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
