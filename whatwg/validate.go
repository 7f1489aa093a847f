package whatwg

import (
	"slices"

	"github.com/urispan/uri/internal/simd"
)

// Validate parses input as [URL.Parse] does with base as the base URL, and returns the validation errors in the order
// of the standard's parser. If base is the zero URL, it parses input without a base URL. The error err is the error of
// Parse. If it is not nil, the last validation error has its code and offset.
//
// A valid URL string has no validation errors. Validate takes time and memory linear in len(input).
func Validate(base URL, input string) (found []ValidationError, err error) {
	v := validator{errors: make([]ValidationError, 0, usualErrors)}
	if err = v.parse(base, input); v.count > usualErrors {
		v = validator{errors: make([]ValidationError, 0, v.count)}
		err = v.parse(base, input)
	}
	if v.count == 0 {
		return nil, err
	}
	return slices.Clip(v.errors), err
}

// usualErrors is the capacity for validation errors of the first parse. If there are more, Validate parses input again
// with a slice for all of them. A slice that grows to their number would take five times the memory.
const usualErrors = 8

// parse parses input with base as the base URL, and returns the error of Parse.
func (v *validator) parse(base URL, input string) error {
	var m machine
	m.init(Parser{})
	defer m.free()
	if m.validate = v; m.parse(&base, input, simd.Nothing, nil) {
		return nil
	}
	return m.err()
}
