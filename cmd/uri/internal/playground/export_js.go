package playground

import (
	"context"
	"errors"
	"io"
)

// Export fails: a program in a browser writes no files.
func Export(context.Context, string, io.Writer, io.Writer) error { return errors.ErrUnsupported }
