package fsm

import "fmt"

// Format implements [fmt.Formatter]. For every verb it prints a description without the bytes of the record, such as
// "record 3 at byte 120: URI-reference of 45 bytes". Records may hold passwords, and programs print records in logs.
func (rec Record) Format(f fmt.State, verb rune) {
	kind := fmt.Sprintf("invalid at byte %d of", rec.N)
	switch {
	case rec.OK:
		kind = "URI-reference of"
	case rec.Cut:
		kind = "cut after"
	}
	text := fmt.Sprintf("record %d at byte %d: %s %d bytes", rec.Number, rec.Offset, kind, len(rec.Bytes))
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}
