// Package errs has errors.AsType of Go 1.26 for older versions of Go.
package errs

import "errors"

// AsType returns the first error in the tree of err that has the type E: see [errors.As].
func AsType[E error](err error) (e E, ok bool) {
	ok = errors.As(err, &e)
	return e, ok
}
