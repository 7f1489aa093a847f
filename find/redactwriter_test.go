package find_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/internal/randtest"
)

// writeCut writes text in pieces of random sizes.
func writeCut(t *testing.T, w *find.RedactingWriter, random *rand.Rand, text string) {
	t.Helper()
	for len(text) > 0 {
		n := 1 + random.IntN(min(len(text), 20))
		if got, err := w.Write([]byte(text[:n])); got != n || err != nil {
			t.Fatalf("Write = %d, %v", got, err)
		}
		text = text[n:]
	}
}

// TestWriterAsAppend compares the output for random cuts with AppendRedacted.
func TestWriterAsAppend(t *testing.T) {
	random := randtest.New(t)
	for range input.Rounds(1000, 4000, 1000000) {
		text := plantedText(random)
		var out bytes.Buffer
		w := find.NewRedactingWriter(&out, planted)
		writeCut(t, w, random, text)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if want := redacted(text, planted); out.String() != want {
			t.Fatalf("the writer turns %q into %q, want %q", text, &out, want)
		}
	}
}

// TestWriterFlush flushes at every offset of each shape.
func TestWriterFlush(t *testing.T) {
	for _, p := range plants {
		for cut := range len(p.text) {
			var out bytes.Buffer
			w := find.NewRedactingWriter(&out, planted)
			_, _ = io.WriteString(w, "x "+p.text[:cut])
			_ = w.Flush()
			_ = w.Flush()
			_, _ = io.WriteString(w, p.text[cut:]+" y\n")
			before, after, _ := strings.Cut(p.text, secret)
			isCut := cut > len(before) && cut < len(p.text)-len(after)
			if strings.Contains(out.String(), secret) || isCut && !strings.Contains(p.reason, "space") && (strings.Contains(out.String(), "SECRE") || strings.Contains(out.String(), "ECRET")) {
				t.Errorf("%q, flushed at %d: %q", p.text, cut, &out)
			}
			if !strings.HasPrefix(out.String(), "x ") || !strings.HasSuffix(out.String(), " y\n") {
				t.Errorf("%q, flushed at %d: %q", p.text, cut, &out)
			}
		}
	}
	var out bytes.Buffer
	w := find.NewRedactingWriter(&out, uri.Redactor{})
	_, _ = io.WriteString(w, "http")
	_ = w.Flush()
	_, _ = io.WriteString(w, ":")
	_ = w.Flush()
	_, _ = io.WriteString(w, "//u:p@h a")
	_ = w.Flush()
	_, _ = io.WriteString(w, "b https://u:12")
	_ = w.Flush()
	_, _ = io.WriteString(w, "34@h\n")
	if got, want := out.String(), "http://u:xxxxx@h ab https://u:xxxxxxxxxx\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWriterLong writes tokens that are longer than a RedactingWriter keeps.
func TestWriterLong(t *testing.T) {
	random := randtest.New(t)
	long := strings.Repeat("a", 100<<10)
	for _, c := range []struct{ text, want string }{
		{long + "https://u:SECRET@h/ b\n", long + "https://u:xxxxx@h/ b\n"},
		{"https://u:" + long + "SECRET@h/ b\n", "xxxxx b\n"},
		{"x=https://u:" + long + "SECRET@h/ b\n", "x=xxxxx b\n"},
		{long + "=https://u:" + long + "SECRET@h/ b\n", long + "=xxxxx b\n"},
	} {
		for _, size := range []int{1, 100, 1 << 20} {
			if size == 1 && testing.Short() {
				continue
			}
			var out bytes.Buffer
			w := find.NewRedactingWriter(&out, uri.Redactor{})
			for text := c.text; text != ""; {
				n := min(len(text), 1+random.IntN(size)+size/2)
				_, _ = io.WriteString(w, text[:n])
				text = text[n:]
			}
			if out.String() != c.want {
				t.Errorf("a token of %d bytes in pieces of %d: got %d bytes: %.80q", len(c.text), size, out.Len(), &out)
			}
		}
	}
}

// A failing writer fails, or writes less, every second time.
type failing struct {
	bytes.Buffer
	calls int
}

var errFailing = errors.New("failing")

func (f *failing) Write(p []byte) (int, error) {
	f.calls++
	switch f.calls % 4 {
	case 1:
		n, _ := f.Buffer.Write(p[:len(p)/2])
		return n, errFailing
	case 3:
		return f.Buffer.Write(p[:len(p)/2])
	}
	return f.Buffer.Write(p)
}

// TestWriterErrors looks for secrets after errors.
func TestWriterErrors(t *testing.T) {
	random := randtest.New(t)
	for range input.Rounds(200, 1000, 100000) {
		text := plantedText(random)
		var out failing
		w := find.NewRedactingWriter(&out, planted)
		for rest := text; rest != ""; {
			n := 1 + random.IntN(min(len(rest), 20))
			calls := out.calls
			got, err := io.WriteString(w, rest[:n])
			var want error
			if calls < out.calls && out.calls%4 == 1 {
				want = errFailing
			}
			if got != n || want != nil && err != want || err != nil && err != errFailing && err != io.ErrShortWrite {
				t.Fatalf("Write = %d, %v", got, err)
			}
			rest = rest[n:]
		}
		if strings.Contains(out.String(), secret) {
			t.Fatalf("%q: %q", text, &out)
		}
	}
}

// TestWriterConcurrent writes lines from several goroutines.
func TestWriterConcurrent(t *testing.T) {
	var out bytes.Buffer
	w := find.NewRedactingWriter(&out, planted)
	var group sync.WaitGroup
	for i := range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			for n := range 200 {
				fmt.Fprintf(w, "%s %d\n", plants[(i+n)%len(plants)].text, n)
			}
		}()
	}
	group.Wait()
	if strings.Contains(out.String(), secret) || strings.Count(out.String(), "\n") != 800 {
		t.Errorf("secrets, or other lines: %.200q", &out)
	}
}

// A config has a secret where package fmt prints an address.
type config struct{ URL *string }

func TestRedactingHandler(t *testing.T) {
	for _, p := range plants {
		for _, isJSON := range []bool{false, true} {
			var out bytes.Buffer
			var next slog.Handler = slog.NewTextHandler(&out, nil)
			if isJSON {
				next = slog.NewJSONHandler(&out, nil)
			}
			log := slog.New(find.NewRedactingHandler(next, planted))
			url := p.text
			log.With("a", url).WithGroup("g").Error(url, "b", errors.New(url), "c", slog.GroupValue(slog.String(url, url)), "d", config{&url},
				"e", []string{url}, "f", []byte(url), "n", 1, "m", map[string]string{"url": url}, "p", &url, "o", nil)
			if got := out.String(); strings.Contains(got, secret) || !strings.Contains(got, "xxxxx") {
				t.Errorf("%s: %q", p.reason, got)
			}
		}
	}
	var h *find.RedactingHandler
	slog.New(h).Error("a")
	slog.New(h.WithGroup("a").WithAttrs(nil)).Error("a")
	slog.New(&find.RedactingHandler{}).With("a", 1).Error("a")
}
