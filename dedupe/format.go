package dedupe

import "fmt"

// The methods Format keep lines and keys out of the output of package fmt. Lines and keys may hold passwords, and
// programs print values in logs.

// Format implements [fmt.Formatter]. For every verb it prints a text without the bytes of the line, such as "line 3 at
// byte 120, 45 bytes: too long".
func (x Invalid) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf("line %d at byte %d, %d bytes: %v", x.Number, x.Offset, len(x.Text), x.Err)
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}

// Format implements [fmt.Formatter]. It prints "dedupe.Filter" for every verb.
func (f Filter) Format(s fmt.State, verb rune) {
	fmt.Fprintf(s, fmt.FormatString(s, verb), "dedupe.Filter")
}

// Format implements [fmt.Formatter]. It prints "dedupe.Counter" for every verb.
func (c Counter) Format(s fmt.State, verb rune) {
	fmt.Fprintf(s, fmt.FormatString(s, verb), "dedupe.Counter")
}
