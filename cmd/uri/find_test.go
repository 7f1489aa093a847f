package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
	"unicode"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/test/kit"
)

func TestFind(t *testing.T) {
	const text = "a http://x.example/ b\nsee mailto:joe@example.com, www.example.com/a or foo-9://h\n"
	for _, c := range kit.Cases[struct {
		args, stdin string
		status      int
		stdout      string
		stderr      string // a part of it
	}]("find.txt", "TestFind", map[string]any{"text": text}) {
		status, stdout, stderr := runWith(c.stdin, append([]string{"find"}, strings.Fields(c.args)...)...)
		if status != c.status || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || (stderr != "") != (c.stderr != "") {
			t.Errorf("uri find %s: status %d, %q, %q", c.args, status, stdout, stderr)
		}
	}
}

// TestFindFiles: the results of several files are in their order, a binary part of one does not end the search of the
// others, and a file that gets the results is not read.
func TestFindFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a": strings.Repeat("http://a/ ", 100_000), "b": "http://b/1 \x00 http://b/2\n" + strings.Repeat("\x00 http://b/3\n", 100_000),
		"c": "\nhttp://c/\n", "d": "http://d/", "e.csv": "u,n,m\nhttp://h/,1,b\n", "f.csv": "\"http://h/,1\",2",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.Repeat("a:http://a/\n", 100_000) + "b:http://b/1\nc:http://c/\nd:http://d/\n"
	status, stdout, stderr := runWith("", "find", "a", "b", "c", "d")
	if status != engine.ExitValid || stdout != want || stderr != "uri: find: b: binary file matches\n" {
		t.Errorf("status %d, %d bytes, %q", status, len(stdout), stderr)
	}
	if _, stdout, _ := runWith("", "find", "-json", "c"); stdout != `{"file":"c","line":2,"offset":1,"end":10,"kind":"url","text":"http://c/"}`+"\n" {
		t.Errorf("-json: %q", stdout)
	}
	if _, _, stderr := runWith("", "find", "e.csv", "f.csv"); stderr != "uri: find: an address in CSV may have the cells after it; try:\nuri split -csv NAME -field input FILE\n" {
		t.Error(stderr)
	}
	if _, _, stderr := runWith("", "find", "f.csv"); stderr != "" {
		t.Error(stderr)
	}
	if status, _, stderr := runWith("", "find", ".", "c"); status != engine.ExitTrouble || !strings.HasPrefix(stderr, "uri: find: .: ") {
		t.Errorf("a directory: status %d, %q", status, stderr)
	}
	out, err := os.OpenFile("c", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var message bytes.Buffer
	if status := run([]string{"find", "c"}, nil, out, &message); status != engine.ExitTrouble ||
		message.String() != "uri: find: c: the results go to this file\n" {
		t.Errorf("the file of the results: status %d, %q", status, &message)
	}
}

// TestFindPieces compares the results for a long text, which workers search in pieces, with those of a search in one
// buffer.
func TestFindPieces(t *testing.T) {
	var text strings.Builder
	for i := 0; text.Len() < 3<<20; i++ {
		fmt.Fprintf(&text, "%s http://a.example/%d%s", strings.Repeat("x", i*7919%300), i, []string{" ", "\n", "\t", ".\r\n"}[i%4])
		if i == 1000 || i == 2000 {
			fmt.Fprintf(&text, "http://b.example/%s\n", strings.Repeat("long", 100_000)) // longer than a piece
		}
	}
	var want bytes.Buffer
	line, at := 1, int64(0)
	var finder find.Finder
	for m := range finder.AllString(text.String()) {
		line += strings.Count(text.String()[at:m.Start], "\n")
		at = m.Start
		fmt.Fprintf(&want, `{"file":null,"line":%d,"offset":%d,"end":%d,"kind":"url","text":"%s"}`+"\n",
			line, m.Start, m.End, text.String()[m.Start:m.End])
	}
	for name, r := range map[string]io.Reader{
		"whole": strings.NewReader(text.String()), "halves": iotest.HalfReader(strings.NewReader(text.String())),
	} {
		var stdout, stderr bytes.Buffer
		status := run([]string{"find", "-json"}, r, &stdout, &stderr)
		if status != engine.ExitValid || !bytes.Equal(stdout.Bytes(), want.Bytes()) || stderr.Len() > 0 {
			t.Errorf("%s: status %d, %d bytes, want %d, %q", name, status, stdout.Len(), want.Len(), &stderr)
		}
	}
}

// TestFindContext: a mark of emphasis that opens in one piece, and an address in the next one.
func TestFindContext(t *testing.T) {
	for n := range 40 {
		text := strings.Repeat("x", 256<<10-20+n) + " **a b https://h/1** "
		if _, stdout, stderr := runWith(text, "find"); stdout != "https://h/1\n" || stderr != "" {
			t.Errorf("%d: %q, %q", n, stdout, stderr)
		}
	}
}

// TestFindWrapped: an address in brackets where a piece may end.
func TestFindWrapped(t *testing.T) {
	for n := range 40 {
		text := strings.Repeat("x ", 128<<10-20) + strings.Repeat("y", n) + " <http://h/ \n a \n b> "
		if _, stdout, stderr := runWith(text, "find", "-wrapped"); stdout != "http://h/ab\n" || stderr != "" {
			t.Errorf("%d: %q, %q", n, stdout, stderr)
		}
	}
}

// TestFindLongWord: a word that is longer than a piece can be is searched in pieces. An address in two of them is not
// found, in whole or in part.
func TestFindLongWord(t *testing.T) {
	if kit.Rounds(0, 0, 1) == 0 {
		t.Skip("64 MiB take a second; set URI_LONG")
	}
	const limit = 64 << 20
	line := `"http://h/123456",`
	text := strings.Repeat(line, 2*limit/len(line)) + " http://i"
	status, stdout, stderr := runWith(text, "find")
	if status != engine.ExitValid || !strings.Contains(stderr, "bytes without a space at byte 0 are searched in pieces") {
		t.Errorf("status %d, %q", status, stderr)
	}
	found := strings.Count(stdout, "http://h/123456\n")
	if n := strings.Count(stdout, "\n"); n != found+1 || found < 2*limit/len(line)-2 || !strings.HasSuffix(stdout, "http://i\n") {
		t.Errorf("%d addresses, %d of them whole", n, found)
	}
}

// TestFindQuiet: with -quiet, a long search shows no progress.
func TestFindQuiet(t *testing.T) {
	t.Setenv("TERM", "xterm")
	for args, want := range map[string]bool{"find": true, "find -quiet": false} {
		synctest.Test(t, func(t *testing.T) {
			stdin, w := io.Pipe()
			go func() {
				io.WriteString(w, "http://h/ ")
				time.Sleep(time.Minute)
				w.Close()
			}()
			var stdout, stderr bytes.Buffer
			status := run(strings.Fields(args), stdin, &stdout, paint.NewTerminal(&stderr, paint.Screen{Width: 80}))
			if status != engine.ExitValid || stdout.String() != "http://h/\n" || strings.Contains(stderr.String(), "1 found") != want ||
				(stderr.Len() > 0) != want {
				t.Errorf("uri %s: status %d, %q, %.200q", args, status, &stdout, &stderr)
			}
		})
	}
}

// TestFindUTF16: offsets of a text in several pieces.
func TestFindUTF16(t *testing.T) {
	text := strings.Repeat("é日😀 http://h/\n", 60_000)
	_, stdout, _ := runWith(text, "find", "-b", "-utf16")
	n := 0
	for line := range strings.Lines(stdout) {
		if want := fmt.Sprintf("%d:http://h/\n", 15*n+5); line != want {
			t.Fatalf("result %d is %q, want %q", n, line, want)
		}
		n++
	}
	if n != 60_000 {
		t.Errorf("%d results", n)
	}
}

// TestFindErrors: results before an error of the input are printed, and an error of the output ends the search.
func TestFindErrors(t *testing.T) {
	var stdout, stderr bytes.Buffer
	r := io.MultiReader(strings.NewReader("http://a/ http://b/"), iotest.ErrReader(io.ErrUnexpectedEOF))
	status := run([]string{"find"}, r, &stdout, &stderr)
	if status != engine.ExitTrouble || stdout.String() != "http://a/\nhttp://b/\n" || stderr.String() != "uri: find: standard input: unexpected EOF\n" {
		t.Errorf("status %d, %q, %q", status, &stdout, &stderr)
	}
	stderr.Reset()
	status = run([]string{"find"}, &endless{line: "http://example.com/\n"}, &failing{3}, &stderr)
	if status != engine.ExitTrouble || stderr.String() != "uri: no room\n" {
		t.Errorf("status %d, %q", status, &stderr)
	}
}

// TestFindTerminal: results on a terminal neither control it nor hide in it.
func TestFindTerminal(t *testing.T) {
	for _, name := range append(unshowable, "plain") {
		file := filepath.Join(t.TempDir(), "f"+strings.NewReplacer("/", "", "\x00", "").Replace(name))
		if os.WriteFile(file, []byte("http://h/\u00e9"+name+" x "), 0o600) != nil {
			continue // a name that the file system refuses
		}
		for _, args := range [][]string{{"find", file, file}, {"find", "-json", "-prose", file}} {
			status, stdout, stderr := runOnTerminal(nil, args...)
			checkShowable(t, args, stdout)
			checkShowable(t, args, stderr)
			if status != engine.ExitValid {
				t.Errorf("%q: status %d, %q", args, status, stderr)
			}
			for line := range strings.Lines(stdout) {
				if args[1] == "-json" && !json.Valid([]byte(line)) {
					t.Errorf("%q: %q", args, line)
				}
			}
		}
	}
}

// TestOddFileNames: the name of a file has escapes before each result and in each message, and no verb prints a control
// character of a name.
func TestOddFileNames(t *testing.T) {
	t.Chdir(t.TempDir())
	names := map[string]string{
		"a\nb": `a\nb`, "a\tb": `a\tb`, "a\x1b[31mb": `a\x1b[31mb`, "\r\n": `\r\n`, "caf\xe9": `caf\xe9`, "l\u2028\\": `l\xe2\x80\xa8\\`,
		"a b": "a b", "it's": "it's", `a\b"$c`: `a\b"$c`, "\u00e9\u2764\ufe0f\ufffd": "\u00e9\u2764\ufe0f\ufffd",
	}
	for name := range names {
		if err := os.WriteFile(name, []byte("http://h/ x\x00 http://h/"), 0o600); err != nil {
			t.Skip(err)
		}
		if err := os.MkdirAll(name+"d/x", 0o700); err != nil {
			t.Skip(err)
		}
	}
	for name, shown := range names {
		status, stdout, stderr := runWith("http://i/", "find", name, "-")
		if status != engine.ExitValid || stdout != shown+":http://h/\n(standard input):http://i/\n" ||
			stderr != "uri: find: "+shown+": binary file matches\n" {
			t.Errorf("find %q: status %d, %q, %q", name, status, stdout, stderr)
		}
		for _, args := range [][]string{
			{"find", name + "d"}, {"find", name, name + "x"}, {"find", "-plain", name + "d/x"},
			{"redact", name + "d"}, {"redact", name + "x"},
			{"dedupe", name + "d"}, {"dedupe", name + "x"}, {"dedupe", "-o", name + "x/x"}, {"dedupe", "-o", name + "d"},
			{"dedupe", "-count", name + "d", "-o", name}, {"dedupe", "-invalid", name + "x/x"}, {"dedupe", "-tmp", name + "x/x", "-memory=64K"},
			{"check", "-report", name + "d", "a"}, {"check", name},
			{"match", "-patterns", name + "d", "http://h"}, {"match", "-patterns", name, "http://h"},
			{"expand", "-values", name + "d", "a"}, {"expand", "-values", name, "a"},
			{"play", "-export", name + "d"}, {"play", name},
			{"help", name}, {"completion", name}, {"man", name}, {name},
		} {
			_, _, stderr := runWith("http://h/", args...)
			for line := range strings.Lines(strings.TrimSuffix(strings.Replace(stderr, " -plain {}", " {}", 1), "find FILE -type f -exec uri "+args[0]+" {} +\n")) {
				message, isLine := strings.CutSuffix(line, "\n")
				if !isLine || !strings.HasPrefix(strings.Replace(message, "uri ", "uri: ", 1), "uri: ") || strings.ContainsFunc(message, unicode.IsControl) {
					t.Errorf("%q: %q", args, stderr)
				}
			}
		}
	}
}
