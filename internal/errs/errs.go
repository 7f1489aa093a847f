// Package errs has functions for errors: errors.AsType of Go 1.26, for older versions of Go, and Pathless.
package errs

import (
	"errors"
	"io/fs"
)

// AsType returns the first error in the tree of err that has the type E: see [errors.As].
func AsType[E error](err error) (e E, ok bool) {
	ok = errors.As(err, &e)
	return e, ok
}

// Pathless returns the error inside an [*fs.PathError] in the tree of err, or err if there is none. It does not show the
// name of the file, which may be a secret: a misplaced argument.
func Pathless(err error) error {
	if e, ok := AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
