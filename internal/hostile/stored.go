package hostile

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"fmt"
)

// A stored is a value that encodings and databases store as a string, such as a URI.
type stored interface {
	comparable
	fmt.Stringer
	encoding.TextAppender
	encoding.TextMarshaler
	encoding.BinaryMarshaler
	driver.Valuer
}

// A reader reads such a value.
type reader[V any] interface {
	*V
	encoding.TextUnmarshaler
	encoding.BinaryUnmarshaler
	sql.Scanner
}

// Stored returns calls of the methods of a type that write and read a value. The function of returns a value, and a
// string to read. A value that is read must be equal to one that is read from its own string, and must not share the
// memory of the string. On error it must not change.
func Stored[X any, V stored, P reader[V]](typ string, of func(x X) (v V, text string)) Calls[X] {
	write := func(f func(v V) (any, error)) func(X) Outcome {
		return func(x X) Outcome {
			v, _ := of(x)
			text, err := f(v)
			o := Outcome{Text: fmt.Sprintf("%s", text), Err: err}
			if err == nil && o.Text != v.String() {
				o.Err = fmt.Errorf("%w: %q is written as %q", ErrBroken, v.String(), o.Text)
			}
			return o
		}
	}
	read := func(f func(p P, text []byte) error) func(X) Outcome {
		return func(x X) Outcome {
			old, s := of(x)
			v, text := old, []byte(s)
			err := f(&v, text)
			clear(text)
			again := v
			if err != nil && v != old || err == nil && (f(&again, []byte(v.String())) != nil || again != v) {
				err = fmt.Errorf("%w: %q is read as %q, %w", ErrBroken, s, v.String(), err)
			}
			return Outcome{Text: v.String(), Err: err, Length: max(1, len(s))}
		}
	}
	return Calls[X]{
		typ + ".AppendText": Appending(func(x X, dst []byte) ([]byte, error) {
			v, _ := of(x)
			return v.AppendText(dst)
		}),
		typ + ".MarshalText":     write(func(v V) (any, error) { return v.MarshalText() }),
		typ + ".MarshalBinary":   write(func(v V) (any, error) { return v.MarshalBinary() }),
		typ + ".Value":           write(func(v V) (any, error) { return v.Value() }),
		typ + ".UnmarshalText":   read(func(p P, text []byte) error { return p.UnmarshalText(text) }),
		typ + ".UnmarshalBinary": read(func(p P, text []byte) error { return p.UnmarshalBinary(text) }),
		typ + ".Scan":            read(func(p P, text []byte) error { return p.Scan(text) }),
	}
}
