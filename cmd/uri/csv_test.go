package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestCSV runs verbs with -csv. The results do not depend on the sizes of reads.
func TestCSV(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"list.csv":   "url\nHTTP://h\nhttp://h/ \u00A7\n",
		"marked.csv": "\ufeffurl\nhttp://i/", // without a newline at its end
		"cut.csv":    "url",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range kit.Cases[struct {
		args, stdin    string
		status         int
		stdout, stderr string
	}]("csv.txt", "TestCSV") {
		for _, in := range []io.Reader{strings.NewReader(test.stdin), iotest.OneByteReader(strings.NewReader(test.stdin))} {
			var stdout, stderr bytes.Buffer
			status := run(strings.Fields(test.args), in, &stdout, &stderr)
			if status != test.status || stdout.String() != test.stdout || stderr.String() != test.stderr {
				t.Errorf("uri %s: status %d\n%q, want\n%q\n%q, want\n%q", test.args, status, &stdout, test.stdout, &stderr, test.stderr)
			}
		}
	}
}

// TestCSVLong: rows and cells may be longer than a read. A row that is too long is an error, after the rows before it.
func TestCSVLong(t *testing.T) {
	rows := strings.Repeat("1,HTTP://H/a\n", 100_000)
	cell := `"` + strings.Repeat("a,\n", 300_000) + `",HTTP://H/a` + "\n"
	status, stdout, stderr := runWith("n,url\n"+rows+cell+rows, "normalize", "-csv", "url")
	if want := strings.ReplaceAll("n,url\n"+rows+cell+rows, "HTTP://H", "http://h"); status != engine.ExitValid || stdout != want {
		t.Errorf("status %d, %d bytes, want %d, %q", status, len(stdout), len(want), stderr)
	}
	status, stdout, stderr = runWith("n,url\n"+rows+`"`+rows+rows, "normalize", "-csv", "url")
	const want = "uri: normalize: file 1: line 100002: a row is longer than 1048576 bytes (-max-line), or no quote ends a cell\n"
	if status != engine.ExitTrouble || !strings.HasSuffix(stdout, "\n1,http://h/a\n") || stderr != want {
		t.Errorf("status %d, %d bytes, %q, want %q", status, len(stdout), stderr, want)
	}
}
