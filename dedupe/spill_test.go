package dedupe

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispan/uri/internal/test/kit"
)

// TestSpill writes and reads streams in turns, with strings of all lengths up to several blocks. It must read the
// strings that it wrote, and use blocks again that have been read.
func TestSpill(t *testing.T) {
	const block = 16
	s := spill{dir: t.TempDir(), block: block}
	defer s.close()
	type texts struct {
		stream
		list [][]byte
	}
	random := kit.Random(t)
	var full []*texts // streams to read
	var long []byte
	blocks, most := 0, 0
	for range 3000 {
		if random.IntN(2) == 0 {
			w := &texts{stream: stream{buf: make([]byte, 0, block)}}
			for range random.IntN(5) {
				text := make([]byte, random.IntN(8*block))
				for i := range text {
					text[i] = byte(random.Uint32())
				}
				w.list = append(w.list, text)
				if err := s.write(&w.stream, text); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.flush(&w.stream); err != nil {
				t.Fatal(err)
			}
			full = append(full, w)
			blocks += len(w.blocks)
			most = max(most, blocks)
			continue
		}
		if len(full) == 0 {
			continue
		}
		i := random.IntN(len(full))
		w := full[i]
		full[i] = full[len(full)-1]
		full = full[:len(full)-1]
		blocks -= len(w.blocks)
		r := streamReader{spill: &s, stream: w.stream, buf: make([]byte, 0, block), long: &long}
		for _, want := range w.list {
			if got, err := r.next(len(want)); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%q, want %q; %v", got, want, err)
			}
		}
		if _, err := r.ReadByte(); err != io.EOF {
			t.Fatal("after the end:", err)
		}
		if _, err := r.next(1 + random.IntN(3*block)); err != errDamaged {
			t.Fatal("after the end:", err)
		}
	}
	if int(s.next) != most {
		t.Errorf("the file has %d blocks, and at most %d were used", s.next, most)
	}
}

// TestMissingFolder: the first call reports a folder that does not exist, before memory is full, and Run before it
// reads.
func TestMissingFolder(t *testing.T) {
	bad := Limits{Dir: filepath.Join(t.TempDir(), "none")}
	f := newFilter(bad, false, func([]byte, uint64) error { return errors.New("emitted") })
	defer f.close()
	c := NewCounter(bad)
	defer c.Close()
	u := URIs{Limits: bad, GroupBy: Host, OnGroup: func([]byte, int64) error { return nil }}
	src := iotest.ErrReader(errors.New("read"))
	for name, err := range map[string]error{
		"Add": f.add([]byte("a"), nil), "Finish": f.finish(), "Counter.Add": c.Add([]byte("a")),
		"Counter.Finish": c.Finish(func([]byte, int64) error { return nil }), "Run": u.Run(io.Discard, src),
	} {
		if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "temporary file: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
