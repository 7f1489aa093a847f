package guardhttp

import (
	"errors"
	"io"
)

// DefaultMaxBody is the limit of [NewTransport] for a response body, in bytes, after decompression.
const DefaultMaxBody = 10 << 20

// ErrBodyTooLong is the error of a Read of a response body that is longer than [Transport].MaxBody.
var ErrBodyTooLong = errors.New("response body too long")

// A limitedBody returns up to left bytes of a body. If the body has more, it returns ErrBodyTooLong.
type limitedBody struct {
	io.ReadCloser
	left int64 // at least 0
	err  error // of all further calls, if it is not nil
}

// Read reads up to left bytes. To find out whether the body ends there, it reads one more byte.
func (b *limitedBody) Read(p []byte) (n int, err error) {
	if b.err != nil || len(p) == 0 {
		return 0, b.err
	}
	if int64(len(p))-1 > b.left {
		p = p[:b.left+1]
	}
	n, err = b.ReadCloser.Read(p)
	if int64(n) > b.left {
		n, err = int(b.left), ErrBodyTooLong
	}
	b.left -= int64(n)
	b.err = err
	return n, err
}
