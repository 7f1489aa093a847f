package dedupe

import "fmt"

// Format implements [fmt.Formatter]. Every verb prints a description without the bytes of the line, such as "line 3 at
// byte 120, 45 bytes: too long". Lines may hold passwords, and programs print values in logs.
func (x Invalid) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf("line %d at byte %d, %d bytes: %v", x.Number, x.Offset, len(x.Text), x.Err)
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}
