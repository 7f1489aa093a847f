package find

import "fmt"

// Format implements [fmt.Formatter]. For every verb it prints a text without the address, such as "url at byte 4, 21
// bytes". Addresses may hold passwords, and programs print matches in logs.
func (m Match) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf("%v at byte %d, %d bytes", m.Kind, m.Start, m.End-m.Start)
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}
