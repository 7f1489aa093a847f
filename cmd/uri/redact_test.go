package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

func TestRedact(t *testing.T) {
	file := filepath.Join(t.TempDir(), "u:SECRET@h")
	if err := os.WriteFile(file, []byte("http://u:SECRET@h"), 0o600); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("a ", 1<<20)
	for _, c := range []struct {
		args, stdin, stdout, stderr string
		status                      int
	}{
		{stdin: "", stdout: ""},
		{stdin: "\x00\xff http://u:SECRET@h\n\nx", stdout: "\x00\xff http://u:xxxxx@h\n\nx"},
		{stdin: "http://h/?token=SECRET\r\n", args: "-keys a,token", stdout: "http://h/?token=xxxxx\r\n"},
		{stdin: "http://h/?token=SECRET", args: "- -keys token", stdout: "http://h/?token=xxxxx"},
		{stdin: long + "http://u:SECRET@h " + long, stdout: long + "http://u:xxxxx@h " + long},
		{args: file + " - " + file, stdin: "\nx\n", stdout: "http://u:xxxxx@h\nx\nhttp://u:xxxxx@h"},
		{args: file + " " + file + "none", stdout: "http://u:xxxxx@h", stderr: "file 2: ", status: engine.ExitTrouble},
		{stdin: "http://h/?token=SECRET&a=1", stdout: "http://h/?token=xxxxx&a=1"},
		{stdin: "http://h/?a=1&token=2", args: "-keys none", stdout: "http://h/?a=1&token=2"},
		{stdin: "http://h/?a=SECRET&token=2", args: "-keys none,a", stdout: "http://h/?a=xxxxx&token=2"},
		{stdin: "http://h/?x-a=SECRET&token=SECRET", args: "-keys x-*", stdout: "http://h/?x-a=xxxxx&token=xxxxx"},
		{args: "-keys a?b", stderr: "-keys: want none, or a list of parameters", status: engine.ExitTrouble},
		{args: "-keys @trackng", stderr: "-keys: want none, or a list of parameters", status: engine.ExitTrouble},
		{args: "-keys a,,b", stderr: "-keys: want none, or a list of parameters", status: engine.ExitTrouble},
		{stdin: "http://SECRET@h/", args: "-user", stdout: "http://xxxxx@h/"},
		{stdin: "http://h/a#SECRET b", args: "-fragment", stdout: "http://h/a#xxxxx b"},
		{stdin: "http://h:8/SECRET?SECRET b", args: "-origin", stdout: "http://h:8/xxxxx b"},
		{stdin: "\xff\xfeh\x00t\x00", stderr: "iconv", status: engine.ExitTrouble},
		{stdin: "h\x00t\x00t\x00p\x00:\x00", stderr: "iconv", status: engine.ExitTrouble},
		{stdin: "\xff\xfe\x37\x04", args: "-plain", stderr: "iconv", status: engine.ExitTrouble},
		{stdin: "\xfe\xff\x04\x37", args: "-plain", stderr: "iconv", status: engine.ExitTrouble},
		{stdin: "h\x00:\x00\x37\x04", args: "-plain", stdout: "h\x00:\x00\x37\x04"},
		{stdin: "h\x00:\x00S\x00", args: "-plain", stderr: "iconv", status: engine.ExitTrouble},
		{stdin: "\x00:\x00S\x00E", stderr: "iconv", status: engine.ExitTrouble},
		{stdin: "\x00\x001\x00", args: "-plain", stdout: "\x00\x001\x00"}, // no letters
		{stdin: strings.Repeat(`{"a":"b"},`, 1<<18) + `"http://u:SECRET@h"`, stdout: strings.Repeat(`{"a":"b"},`, 1<<18) + `"http://u:xxxxx@h"`},
		{args: "-no", stderr: `run "uri help redact"`, status: engine.ExitTrouble},
	} {
		status, stdout, stderr := runWith(c.stdin, append([]string{"redact"}, strings.Fields(c.args)...)...)
		if status != c.status || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || strings.Contains(stderr, "SECRET") || (stderr != "") != (c.stderr != "") {
			t.Errorf("uri redact %s: status %d, %.200q, %q", c.args, status, stdout, stderr)
		}
	}
}

// TestRedactWritesLines reads each line of a pipe before the next one is written.
func TestRedactWritesLines(t *testing.T) {
	in, source := io.Pipe()
	sink, out := io.Pipe()
	done := make(chan int)
	go func() {
		status := run([]string{"redact"}, in, out, io.Discard)
		out.Close()
		done <- status
	}()
	for _, c := range [][2]string{{"a http://u:SECRET@h\n", "a http://u:xxxxx@h\n"}, {"\n", "\n"}, {"b\nc d\n", "b\nc d\n"}, {"Password: ", "Password: "}} {
		if _, err := io.WriteString(source, c[0]); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(c[1]))
		if _, err := io.ReadFull(sink, got); err != nil || string(got) != c[1] {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	source.Close()
	if status := <-done; status != engine.ExitValid {
		t.Errorf("status %d", status)
	}
}
