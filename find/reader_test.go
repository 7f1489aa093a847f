package find_test

import (
	"bufio"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/test/kit"
)

// A result is a match and its text.
type result struct {
	find.Match
	Text string
}

func results(f *find.Finder, text string) (all []result) {
	for m := range f.AllString(text) {
		m.Decoded = slices.Clone(m.Decoded)
		all = append(all, result{m, text[m.Start:m.End]})
	}
	return all
}

func streamed(f *find.Finder, src io.Reader, limit int) (all []result, err error) {
	r := find.NewReader(src, f, limit)
	for m, text := range r.All() {
		m.Decoded = slices.Clone(m.Decoded)
		all = append(all, result{m, string(text)})
	}
	return all, r.Err()
}

// finders are finders with all kinds of options.
var finders = []*find.Finder{
	nil, {AnyScheme: true, Schemes: []string{"mailto"}}, {Syntax: find.SyntaxProse}, {Escapes: find.EscapesJSON}, {Escapes: find.EscapesHTML}, {Escapes: find.EscapesANSI},
	{Syntax: find.SyntaxProse, Escapes: find.EscapesJSON, MaxLen: 30}, {Syntax: find.SyntaxWeb}, {Wrapped: true, AnyScheme: true, Schemes: []string{"mailto"}}, {Syntax: find.SyntaxURI},
}

// TestReader compares streams with buffers.
func TestReader(t *testing.T) {
	random := kit.Random(t)
	for i := range kit.Rounds(200, 400, 20000) {
		text := randomText(random, 60)
		if i%20 == 0 {
			text = strings.Repeat(text+" ", 400)
		}
		f := finders[random.IntN(len(finders))]
		want := results(f, text)
		for name, src := range map[string]io.Reader{
			"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)),
			"with EOF": iotest.DataErrReader(strings.NewReader(text)),
			"small":    bufio.NewReaderSize(iotest.HalfReader(strings.NewReader(text)), 16),
		} {
			if name == "bytes" && len(text) > 10000 {
				continue
			}
			got, err := streamed(f, src, 0)
			if !reflect.DeepEqual(got, want) || err != nil {
				t.Fatalf("%s: %q:\n got %v, %v\nwant %v", name, text, got, err, want)
			}
		}
	}
}

func TestReaderErrors(t *testing.T) {
	broken := errors.New("broken")
	text := "http://a.b/ http://c.d http://e"
	got, err := streamed(nil, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), 0)
	if err != broken || len(got) != 2 || got[1].Text != "http://c.d" {
		t.Errorf("got %v, %v", got, err)
	}
	for _, n := range []int{-1, 1 << 20} {
		if _, err = streamed(nil, badReader(n), 0); err != bufio.ErrBadReadCount {
			t.Errorf("Read returns %d: %v", n, err)
		}
	}
	if _, err = streamed(nil, badReader(0), 0); err != io.ErrNoProgress {
		t.Errorf("Read returns 0: %v", err)
	}
}

// A badReader returns a count without a Read.
type badReader int

func (n badReader) Read([]byte) (int, error) { return int(n), nil }

// TestReaderLong reads words that are too long.
func TestReaderLong(t *testing.T) {
	const limit = 64 << 10
	for _, size := range []int{limit - 1, limit, limit + 1, 2 * limit, 3*limit + 7} {
		word := "http://x/" + strings.Repeat("y", size-len("http://x/"))
		for _, after := range []string{"", " ", " http://b "} {
			text := "http://a " + word + after
			var want []result
			for _, one := range results(nil, text) {
				if one.End-one.Start > limit {
					one = result{find.Match{Start: one.Start, End: one.End, Kind: find.KindLong}, ""}
				}
				want = append(want, one)
			}
			for _, src := range []io.Reader{
				strings.NewReader(text), iotest.HalfReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text)),
				iotest.OneByteReader(strings.NewReader(text)),
			} {
				got, err := streamed(nil, src, 1)
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("a word of %d bytes, then %q: %d matches, want %d; %v", size, after, len(got), len(want), err)
				}
			}
		}
	}
}

// TestReaderBreak ends the loop after each match.
func TestReaderBreak(t *testing.T) {
	text := strings.Repeat("http://a http://b\n", 3)
	r := find.NewReader(strings.NewReader(text), nil, 0)
	n := 0
	for more := true; more; {
		more = false
		for m := range r.All() {
			if text[m.Start:m.End] != "http://a" && text[m.Start:m.End] != "http://b" {
				t.Errorf("%v", m)
			}
			n++
			more = true
			break
		}
	}
	if n != 6 {
		t.Errorf("%d matches", n)
	}
}
