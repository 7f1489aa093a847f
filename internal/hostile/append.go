package hostile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/urispan/uri/internal/test/kit"
)

// ErrDeclined is the error of a call that may decline an input, because the capacity of dst is too small or because it
// handles only fast cases.
var ErrDeclined = errors.New("declined")

// Append returns the outcome of f, which appends to dst. The bytes in dst must not change, and on error nothing may be
// appended. TestAppends finds f in the outcome.
func Append(f appender) Outcome {
	const there = "there"
	dst := append(make([]byte, 0, 100), there...)
	out, err := f(dst)
	if !bytes.HasPrefix(out, []byte(there)) || err != nil && len(out) != len(there) {
		err = fmt.Errorf("%w: appends to %q, %v", ErrBroken, out, err)
	}
	return Outcome{Text: string(out[min(len(out), len(there)):]), Err: err, appends: &f}
}

// Appending returns a call of f, which appends to dst. See Append.
func Appending[X any](f func(x X, dst []byte) ([]byte, error)) func(X) Outcome {
	return func(x X) Outcome { return Append(func(dst []byte) ([]byte, error) { return f(x, dst) }) }
}

// longestAppended is the length of the longest input of TestAppends. alignments is the number of start addresses, one
// byte apart.
const (
	longestAppended = 300
	alignments      = 64
)

// TestAppends checks that functions that append write their result to dst and nothing else, and that no byte from
// outside the input gets into the result. It makes the calls with inputs of all lengths up to 300 bytes at all
// alignments to 64 bytes. The input lies between foreign bytes, and the free capacity of dst holds a pattern. The
// result must be the same as for an input that lies elsewhere, and the bytes after the result must still hold the
// pattern.
//
// The shapes of the suite alternate. If URI_APPENDS is a duration such as "20m" in the environment, rounds with other
// shapes follow for that long. For each length, a test uses every 27th alignment, and every one if URI_LONG is set.
func (s *Suite[X]) TestAppends(t *testing.T) {
	span, _ := time.ParseDuration(os.Getenv("URI_APPENDS"))
	step := kit.Rounds(27, 27, 1)
	names, start := s.appenders(), time.Now()
	if len(names) == 0 {
		t.Skip("nothing appends")
	}
	rounds := 0
	for ; rounds == 0 || time.Since(start) < span; rounds++ {
		for n := range longestAppended + 1 {
			for align := n % step; align < alignments; align += step {
				round := rounds*7919 + n*alignments + align
				s.checkAppends(t, names, round, n, align)
			}
			if t.Failed() {
				t.Fatalf("in round %d, at length %d", rounds, n)
			}
		}
	}
	t.Logf("%d rounds of %d calls", rounds, len(names))
}

// foreign is the text around an input. A call that reads it returns another result.
var foreign = strings.Repeat("SECRET%41/../\xffé@[::1]:80?#", 4)

// between returns a copy of s between foreign bytes, align bytes after the first ones.
func between(s string, align int) string {
	all := foreign[:align] + s + foreign
	return all[align : align+len(s)]
}

// midPage returns a copy of s in the middle of a page of memory. Near the end of a page some functions decline early,
// such as reference.CopyNormal.
func midPage(s string) string {
	const pageSize, middle = 4096, 1024
	page := make([]byte, pageSize) // the allocator aligns it
	n := copy(page[middle:], s)
	return unsafe.String(&page[middle], n)
}

// exactly returns an input of n bytes.
func (s Shape) exactly(n int) string {
	a, _ := s.make(n)
	suffix := s[2][:min(n, len(s[2]))]
	return a[:n-len(suffix)] + suffix
}

// checkAppends makes the calls with one input. The round selects its shape.
func (s *Suite[X]) checkAppends(t *testing.T, names []string, round, n, align int) {
	a := s.Shapes[round%len(s.Shapes)].exactly(n)
	b := s.Shapes[round/7%len(s.Shapes)].exactly(round / 3 % longestAppended)
	flags := uint8(round * 37)
	here := s.New(between(a, align), between(b, alignments-1-align), flags)
	elsewhere := s.New(midPage(a), midPage(b), flags)
	for i, name := range names {
		want, wantErr := (*s.Calls[name](elsewhere).appends)(make([]byte, 0, 4*(len(a)+len(b))+200))
		spare := [...]int{len(want), 0, len(want) + 1, 1, len(want) + 63, len(want) / 2, len(want) + 300}[(round+i)%7]
		if err := checkAppend(*s.Calls[name](here).appends, round%23, spare, want, wantErr); err != nil {
			t.Errorf("%s of %q, %q, flags %d, with %d bytes of free capacity: %v", name, a, b, flags, spare, err)
		}
	}
}

// pattern is the content of a buffer before a call.
var pattern = func() (p [1 << 14]byte) {
	for i := range p {
		p[i] = byte(i*29) | 0x80
	}
	return p
}()

// checkAppend calls f with a dst of size bytes and a free capacity of spare bytes.
func checkAppend(f appender, size, spare int, want []byte, wantErr error) error {
	const after = 64 // bytes beyond the capacity of dst
	buf := slices.Clone(pattern[:size+spare+after])
	out, err := f(buf[: size : size+spare])
	switch {
	case errors.Is(err, ErrDeclined):
		wantErr = err
	case errors.Is(wantErr, ErrDeclined) && len(out) >= size:
		want, wantErr = out[size:], nil
	}
	switch inPlace := len(out) <= size+spare; {
	case (err == nil) != (wantErr == nil):
		return fmt.Errorf("the error is %v, elsewhere %v", err, wantErr)
	case err != nil && len(out) != size:
		return fmt.Errorf("on error it appends %q", out[size:])
	case !bytes.Equal(out[:size], pattern[:size]):
		return fmt.Errorf("dst was %q and is %q", pattern[:size], out[:size])
	case err == nil && !bytes.Equal(out[size:], want):
		return fmt.Errorf("it appends %q, elsewhere %q", out[size:], want)
	case inPlace && size+spare > 0 && &out[:1][0] != &buf[0]:
		return errors.New("dst has free capacity, but is not used")
	case inPlace && !bytes.Equal(buf[len(out):], pattern[len(out):len(buf)]):
		return fmt.Errorf("it writes %q after the result", buf[len(out):])
	case !inPlace && hasForeign(buf, out):
		return fmt.Errorf("it writes %q where dst had no capacity, of %q", buf[size:], out[size:])
	case !inPlace && strings.Trim(string(out[len(out):cap(out)]), "\x00") != "":
		return fmt.Errorf("the new array has %q after the result", out[len(out):cap(out)])
	}
	return nil
}

// hasForeign reports whether buf, which was too small, has any bytes other than the pattern and a prefix of out.
func hasForeign(buf, out []byte) bool {
	n := 0
	for n < len(buf) && buf[n] == out[n] {
		n++
	}
	return !bytes.Equal(buf[n:], pattern[n:len(buf)])
}
