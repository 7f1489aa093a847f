package fsm

import "fmt"

// This file keeps the bytes of records, which may hold passwords, from package fmt: people print records in logs.

// Format prints rec for package fmt, by every verb, as a text without a byte of the record, such as "record 3 at byte
// 120: URI-reference of 45 bytes". It implements [fmt.Formatter].
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

// Format prints "fsm.Batch" for package fmt, by every verb. It implements [fmt.Formatter].
func (b Batch) Format(f fmt.State, verb rune) { fmt.Fprintf(f, fmt.FormatString(f, verb), "fsm.Batch") }

// Format prints "fsm.Reader" for package fmt, by every verb. It implements [fmt.Formatter].
func (r Reader) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), "fsm.Reader")
}
