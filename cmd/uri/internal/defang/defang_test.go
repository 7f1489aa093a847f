package defang

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// TestAppend has texts, and the same defanged. Both ways lead to the other, also for all pairs of texts.
func TestAppend(t *testing.T) {
	cases := kit.Cases[struct{ text, want string }]("defang.txt", "TestAppend")
	for _, tt := range cases {
		for _, other := range cases {
			for _, between := range []string{" ", ", (", "\n"} {
				pair := tt.text + between + other.text
				if back := string(AppendUndone(nil, string(Append(nil, pair)))); back != pair {
					t.Errorf("back %q, want %q", back, pair)
				}
			}
		}
		got := string(Append(nil, tt.text))
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
		if twice := string(Append(nil, got)); twice != got {
			t.Errorf("%q twice: %q", tt.text, twice)
		}
	}
}

// TestAppendUndone has what people write, mostly from the threads that a case names.
func TestAppendUndone(t *testing.T) {
	for _, tt := range kit.Cases[struct{ text, want string }]("defang.txt", "TestAppendUndone") {
		if got := string(AppendUndone(nil, tt.text)); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestWriter writes text in parts of each size.
func TestWriter(t *testing.T) {
	text := "See http://a.example/b,\nand\nhttp://c.example"
	want := string(Append(nil, text))
	for size := 1; size <= len(text); size++ {
		var out strings.Builder
		w := NewWriter(&out, Append)
		for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
			if n, err := w.Write([]byte(rest[:min(size, len(rest))])); n != min(size, len(rest)) || err != nil {
				t.Fatalf("%d, %v", n, err)
			}
		}
		if lines := out.String(); lines != want[:strings.LastIndexByte(want, '\n')+1] {
			t.Errorf("parts of %d bytes: %q before Close", size, lines)
		}
		if err := w.Close(); err != nil || out.String() != want {
			t.Errorf("parts of %d bytes: %q, %v", size, out.String(), err)
		}
	}
	for _, word := range []string{strings.Repeat("a", 100) + " ", strings.Repeat("a", LongestLine+1)} {
		var out strings.Builder
		w := NewWriter(&out, Append)
		for out.Len() == 0 {
			w.Write([]byte(word))
		}
		if out.Len() < LongestLine {
			t.Errorf("%d bytes of a long line", out.Len())
		}
	}
}

// TestLinear has words of many tokens, and texts of many words. Both ways take linear time.
func TestLinear(t *testing.T) {
	for _, piece := range []string{"a[.]", "hxxp", "hxxp://a[.]b ", "hxxp://a.b<", "a[at]b[.]c,", "1[::]", "http://a.b/ "} {
		hostile.CheckLinear(t, piece, 1<<18, func(n int) func() {
			text := strings.Repeat(piece, n/len(piece))
			return func() {
				AppendUndone(nil, text)
				AppendOthers(nil, text, func(string) bool { return false })
				Append(nil, text)
			}
		})
	}
}
