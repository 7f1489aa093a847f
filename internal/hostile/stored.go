package hostile

import (
	"encoding"
	"fmt"
)

// A stored is a value that encodings store as a string, such as a URI.
type stored interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
}

// A reader reads such a value.
type reader[V any] interface {
	*V
	encoding.TextUnmarshaler
}

// Stored returns calls of the methods of a type that write and read a value: see [Writing] and [Reading].
func Stored[X any, V stored, P reader[V]](typ string, of func(x X) (v V, text string)) Calls[X] {
	return Calls[X]{
		typ + ".MarshalText":   Writing(of, func(v V) (any, error) { return v.MarshalText() }),
		typ + ".UnmarshalText": Reading(of, func(p *V, text []byte) error { return P(p).UnmarshalText(text) }),
	}
}

// Writing returns a call of f with the value of the arguments. What f returns must be the string of the value.
func Writing[X any, V fmt.Stringer](of func(x X) (v V, text string), f func(v V) (any, error)) func(X) Outcome {
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

// Reading returns a call of f with the value and the string of the arguments. A value that is read must be equal to one
// that is read from its own string, and must not share the memory of the string. On error it must not change.
func Reading[X any, V stored](of func(x X) (v V, text string), f func(p *V, text []byte) error) func(X) Outcome {
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
