package engine

import "io"

// UntilClosed returns a writer to w, which drops everything after the reader of w has ended. Use it for a result beside
// the main one: if head reads that result, the main one must still be complete.
func UntilClosed(w io.Writer) io.Writer { return &untilClosed{w: w} }

type untilClosed struct {
	w      io.Writer
	closed bool
}

// Write implements io.Writer.
func (u *untilClosed) Write(p []byte) (int, error) {
	if !u.closed {
		n, err := u.w.Write(p)
		if u.closed = isClosedPipe(err); !u.closed {
			return n, err
		}
	}
	return len(p), nil
}
