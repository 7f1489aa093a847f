package engine

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// zipped returns a member of a gzip file.
func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func TestOpening(t *testing.T) {
	long := strings.Repeat("http://example.com/a?b\n", 10_000)
	whole := zipped(long)
	const otherBytes = "gzip: other bytes follow the last member, and are not read"
	for _, tt := range []struct {
		name, in, want, err string
		called              string // by OnMark
	}{
		{"empty", "", "", "", ""},
		{"text", "http://h/\n", "http://h/\n", "", ""},
		{"the first bytes of marks", "(", "(", "", ""},
		{"a part of a mark", "\x1f\x8b", "\x1f\x8b", "", ""},
		{"a mark", "\ufeffa", "a", "", "mark "},
		{"two marks", "\ufeff\ufeffa", "\ufeffa", "", "mark "},
		{"gzip", whole, long, "", ""},
		{"gzip of a mark", zipped("\ufeffa\n"), "a\n", "", "mark "},
		{"gzip of gzip", zipped(zipped("a")), zipped("a"), "", ""},
		{"two members", zipped("a\n") + zipped("b\n"), "a\nb\n", "", ""},
		{"an empty member", zipped(""), "", "", ""},
		{"cut in the header", whole[:5], "", "gzip: the file is cut off", ""},
		{"cut at the end", whole[:len(whole)-8], long, "gzip: the file is cut off", ""},
		{"cut between members", whole + zipped("b")[:6], long, "gzip: the file is cut off", ""},
		// The bytes after a member are read as gzip 1.12 reads them: zeros are accepted ("trailing zero bytes ignored"
		// with -v); other bytes are "trailing garbage", with status 2; "\x1f" and "\x1f\x8b" are an "unexpected end of
		// file"; a method other than 8 is "unknown".
		{"a zero", whole + "\x00", long, "", ""},
		{"zeros", zipped("a") + zipped("b") + strings.Repeat("\x00", 10_000), "ab", "", ""},
		{"zeros and a member", zipped("a") + "\x00" + zipped("b"), "a", otherBytes, ""},
		{"zeros and another byte", zipped("a") + "\x00\x00b", "a", otherBytes, ""},
		{"another byte", whole + "b", long, otherBytes, ""},
		{"other bytes after two members", zipped("a") + zipped("") + "\x1fother", "a", otherBytes, ""},
		{"many empty members", strings.Repeat(zipped(""), 200) + zipped("a"), "a", "", ""},
		{"a byte of a member", zipped("a") + "\x1f", "a", "gzip: the file is cut off", ""},
		{"two bytes of a member", zipped("a") + "\x1f\x8b", "a", "gzip: the file is cut off", ""},
		{"an unknown method", zipped("a") + "\x1f\x8b\x07\x00\x00\x00\x00\x00\x00\xff", "a", "gzip: the header of a member is wrong; -plain reads the file as it is", ""},
		{"a wrong checksum", whole[:len(whole)-8] + "\x00\x00\x00\x00" + whole[len(whole)-4:], long, "gzip: invalid checksum", ""},
		{"zstd", "\x28\xb5\x2f\xfdabc", "", "zstd is not read here: write zstd -dc FILE | uri check", ""},
	} {
		for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in)),
			iotest.DataErrReader(strings.NewReader(tt.in))} {
			called := ""
			o := Opening{Command: "check", OnMark: func() { called += "mark " }}
			got, err := io.ReadAll(o.Reader(r))
			text := ""
			if err != nil {
				text = err.Error()
			}
			if string(got) != tt.want || text != tt.err || called != tt.called {
				t.Errorf("%s: %d bytes, %q, %q, want %d bytes, %q, %q", tt.name, len(got), text, called, len(tt.want), tt.err, tt.called)
			}
		}
	}
	got, err := io.ReadAll(Opening{KeepMark: true}.Reader(strings.NewReader("\ufeffa")))
	if string(got) != "\ufeffa" || err != nil {
		t.Errorf("KeepMark: %q, %v", got, err)
	}
	broken := errors.New("broken")
	r := io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(broken))
	if got, err := io.ReadAll(Opening{}.Reader(r)); string(got) != "ab" || err != broken {
		t.Errorf("%q, %v", got, err)
	}
	in := &Joined{Names: []string{"-", "-"}, Stdin: strings.NewReader("ab")}
	if n, err := in.Read(nil); n != 0 || err != nil {
		t.Errorf("no buffer: %d, %v", n, err)
	}
}

// TestOpeningDoesNotWait: a line that begins unlike the marks is read before the next one is written.
func TestOpeningDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	go io.WriteString(w, "a\n")
	p := make([]byte, 10)
	if n, err := (Opening{}).Reader(r).Read(p); string(p[:n]) != "a\n" || err != nil {
		t.Errorf("%q, %v", p[:n], err)
	}
}
