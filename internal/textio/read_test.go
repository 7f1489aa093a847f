package textio_test

import (
	"bufio"
	"errors"
	"io"
	"testing"

	"github.com/urispan/uri/internal/textio"
)

// A counts is a reader that returns these counts, one after the other, and then an error.
type counts []int

var errBroken = errors.New("broken")

func (c *counts) Read([]byte) (int, error) {
	if len(*c) == 0 {
		return 3, errBroken
	}
	n := (*c)[0]
	*c = (*c)[1:]
	return n, nil
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		counts counts
		n      int
		err    error
	}{
		{counts{8}, 8, nil},
		{counts{0, 0, 1}, 1, nil},
		{counts{}, 3, errBroken},
		{counts{-1}, 0, bufio.ErrBadReadCount},
		{counts{9}, 0, bufio.ErrBadReadCount},
		{make(counts, 100), 0, io.ErrNoProgress},
		{make(counts, 99), 3, errBroken},
	} {
		if n, err := textio.Read(&tt.counts, make([]byte, 8)); n != tt.n || err != tt.err {
			t.Errorf("%v: %d, %v, want %d, %v", tt.counts, n, err, tt.n, tt.err)
		}
	}
}
