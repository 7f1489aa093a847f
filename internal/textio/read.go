package textio

import (
	"bufio"
	"io"
)

// Read calls src.Read until it returns bytes or an error. A count that Read must not return is the error
// bufio.ErrBadReadCount, and the bytes are discarded. A hundred reads without a byte are the error io.ErrNoProgress.
func Read(src io.Reader, p []byte) (n int, err error) {
	for range 100 {
		n, err = src.Read(p)
		if n < 0 || n > len(p) {
			return 0, bufio.ErrBadReadCount
		}
		if n != 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
