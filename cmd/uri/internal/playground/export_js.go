package playground

import (
	"context"
	"errors"
)

// Export fails: a program in a browser writes no files.
func Export(context.Context, string) error { return errors.ErrUnsupported }
