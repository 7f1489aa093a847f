package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestText runs verbs with -text. Hints have the flag.
func TestText(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("list", []byte("http://h/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("list.md", []byte("http://h/ http://h/\u00FC"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range kit.Cases[struct{ args, stdin, stdout, stderr string }]("text.txt", "TestText") {
		args := strings.Fields(test.args)
		if !strings.Contains(test.args, "-text=") {
			args = append([]string{args[0], "-text"}, args[1:]...)
		}
		status, stdout, stderr := runWith(test.stdin, args...)
		isTrouble := test.stdout == "" && test.stderr != ""
		if stdout != test.stdout || stderr != test.stderr || (status == engine.ExitTrouble) != isTrouble || status == engine.ExitInvalid {
			t.Errorf("uri %s: status %d\n%q, want\n%q\n%q, want\n%q", args, status, stdout, test.stdout, stderr, test.stderr)
		}
	}
}

// TestTextLong: an address in a long line changes as in a short one, and a word that is too long does not change.
func TestTextLong(t *testing.T) {
	for _, part := range []string{`{"a":"http://h/b"},`, "http://h/b ", "<http://h/b>\n"} {
		text := strings.Repeat(part, 3<<20/len(part))
		status, stdout, stderr := runWith(text, "set", "-text", "host=new.example")
		if want := strings.ReplaceAll(text, "//h/", "//new.example/"); status != engine.ExitValid || stdout != want || stderr != "" {
			t.Errorf("%q: status %d, %d bytes, want %d, %q", part, status, len(stdout), len(want), stderr)
		}
	}
	long := `"http://h/?` + strings.Repeat("a,", 3<<20) + `" `
	status, stdout, stderr := runWith(long+"http://h/?b", "set", "-text", "-unset", "query")
	const reason = "uri: line 1: it is too long: http://h/?a,a,a,"
	if want := long + "http://h/"; status != engine.ExitValid || stdout != want || !strings.HasPrefix(stderr, reason) || len(stderr) > 200 {
		t.Errorf("a long word: status %d, %d bytes, want %d, %q", status, len(stdout), len(want), stderr)
	}
}

// TestTextWritesLines reads each line of a pipe before the next one is written.
func TestTextWritesLines(t *testing.T) {
	for _, args := range [][]string{{"set", "-text", "host=n"}, {"set", "-csv", "url", "host=n"}} {
		in, source := io.Pipe()
		sink, out := io.Pipe()
		done := make(chan int)
		go func() {
			status := run(args, in, out, io.Discard)
			out.Close()
			done <- status
		}()
		for _, line := range []string{"url\n", "http://h/\n", "\n", "http://h/\nhttp://h\n"} {
			if _, err := io.WriteString(source, line); err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(line, "//h", "//n")
			got := make([]byte, len(want))
			if _, err := io.ReadFull(sink, got); err != nil || string(got) != want {
				t.Fatalf("%q: got %q, %v", args, got, err)
			}
		}
		source.Close()
		if status := <-done; status != engine.ExitValid {
			t.Errorf("%q: status %d", args, status)
		}
	}
}
