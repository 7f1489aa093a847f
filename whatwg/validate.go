package whatwg

import "github.com/urispan/uri/internal/simd"

// Validate parses input as [URL.Parse] does with base as the base URL, and returns the validation errors in the order
// of the standard's parser. If base is the zero URL, it parses input without a base URL. The error err is the error of
// Parse. If it is not nil, the last validation error has its code and offset.
//
// A valid URL string has no validation errors. Validate takes time and memory linear in len(input).
func Validate(base URL, input string) (found []ValidationError, err error) {
	var m machine
	m.init(Parser{})
	defer m.free()
	m.validate = new(validator)
	if !m.parse(&base, input, simd.Nothing, nil) {
		err = m.err().allocated()
	}
	return m.validate.errors, err
}
