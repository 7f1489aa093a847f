package links

import (
	"cmp"
	"fmt"
)

// Format implements [fmt.Formatter]. Every verb prints a description without the URL, such as "href of a at byte 9".
// URLs may hold passwords, and programs print links in logs.
func (l Link) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf("%s of %s at byte %d", cmp.Or(l.Attribute, "text"), cmp.Or(l.Element, "a style sheet"), l.Start)
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}

// Format implements [fmt.Formatter]. Every verb prints a description without the URL, such as "Link with 2 parameters".
func (h HeaderLink) Format(f fmt.State, verb rune) {
	n := 0
	for range h.all() {
		n++
	}
	text := fmt.Sprintf("Link with %d parameters", n)
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}
