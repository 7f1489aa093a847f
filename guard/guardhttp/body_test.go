package guardhttp

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLimitedBody reads one byte at a time, a few, and all in one call, with and without an error at the end.
func TestLimitedBody(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		body  string
		limit int64
		end   error // of the body
		text  string
		err   error
	}{
		{"", 0, io.EOF, "", nil},
		{"a", 0, io.EOF, "", ErrBodyTooLong},
		{"abc", 4, io.EOF, "abc", nil},
		{"abc", 3, io.EOF, "abc", nil},
		{"abc", 2, io.EOF, "ab", ErrBodyTooLong},
		{"abc", 3, broken, "abc", broken},
		{"abc", 2, broken, "ab", ErrBodyTooLong},
		{"abc", 1<<63 - 1, io.EOF, "abc", nil},
	} {
		for name, read := range map[string]func(io.Reader) io.Reader{
			"as it is":          func(r io.Reader) io.Reader { return r },
			"one byte":          iotest.OneByteReader,
			"error with data":   iotest.DataErrReader,
			"half of the bytes": iotest.HalfReader,
		} {
			from := io.MultiReader(strings.NewReader(test.body), iotest.ErrReader(test.end))
			b := &limitedBody{ReadCloser: io.NopCloser(read(from)), left: test.limit}
			text, err := io.ReadAll(b)
			if string(text) != test.text || !errors.Is(err, test.err) {
				t.Errorf("%q with limit %d, %s: %q, %v, want %q, %v",
					test.body, test.limit, name, text, err, test.text, test.err)
			}
			again, err := b.Read(make([]byte, 1))
			if want := test.err; again != 0 || want != nil && !errors.Is(err, want) || want == nil && err != io.EOF {
				t.Errorf("%q with limit %d, %s: then %d, %v", test.body, test.limit, name, again, err)
			}
		}
	}
}
