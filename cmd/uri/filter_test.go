package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestFilters: the records that a filter leaves out have no output, and do not change the exit status. -only absolute,
// and -only with resolve, look only at the scheme. So an invalid input with a wanted scheme is reported.
func TestFilters(t *testing.T) {
	const stdin = "http://h/\nHTTPS://h/\nmailto:a\n/p\na b\nhttp://h/a b\nftp://h/\n1http:x\n"
	for _, test := range kit.Cases[struct {
		stdin, args    string
		status         int
		stdout, stderr string
	}]("filter.txt", "TestFilters", map[string]any{"stdin": stdin}) {
		status, stdout, stderr := runWith(test.stdin, strings.Fields(test.args)...)
		if status != test.status || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", test.args, status, stdout, stderr, test.status, test.stdout, test.stderr)
		}
	}
	_, _, stderr := runWith(stdin+"http:[\nhttp:<\n\nhttp:>\n", "check", "-only", "absolute", "-field", "input", "-quiet")
	if want := "uri: line 6: illegal space in path at byte 10: http://h/a b\nuri: line 9: illegal character \"[\" in path at byte 5: http:[\n" +
		"uri: line 10: illegal character \"<\" in path at byte 5: http:<\nuri: 4 of 11 lines are invalid\n"; stderr != want {
		t.Error(stderr)
	}
	for _, args := range []string{"check -where host=", "check -where scheme", "check -where hosts=a", "check -where scheme=1", "check -where port=x",
		"check -where host=a,", "check -only valid", "check -scheme 1", "check -scheme http,", "check -scheme="} {
		if status, _, stderr := runWith("", strings.Fields(args)...); status != engine.ExitTrouble || !isMessage(stderr) {
			t.Errorf("%s: %d, %q", args, status, stderr)
		}
	}
}

// TestReport: -report writes each invalid line, with its number and the columns of the fault, in the order of the input.
func TestReport(t *testing.T) {
	name := filepath.Join(t.TempDir(), "report")
	const stdin = "a\nb c\nd\n%\n"
	const want = "2\t1\tpath\tillegal byte\tb c\n4\t1\tpath\tbad percent-encoding\t%\n"
	for _, args := range []string{"check", "check -json", "split -field host", "check -picture=always"} {
		status, _, _ := runWith(stdin, append(strings.Fields(args), "-report", name)...)
		if got, err := os.ReadFile(name); status != engine.ExitInvalid || string(got) != want || err != nil {
			t.Errorf("%s: %d, %q, %v", args, status, got, err)
		}
	}
	if _, _, stderr := runWith(stdin, "check", "-report", "-"); stderr != want {
		t.Errorf("standard error: %q", stderr)
	}
	if _, _, stderr := runWith("", "split", "-web", "-quiet", "-report=-", "/a", "http://h/"); stderr != "1\tmissing-scheme-non-relative-URL\t0\t/a\n" {
		t.Errorf("-web: %q", stderr)
	}
	status, stdout, stderr := runWith(stdin, "check", "-report", filepath.Join(name, "hunter2"))
	if status != engine.ExitTrouble || stdout != "" || !strings.HasPrefix(stderr, "uri: -report: ") || strings.Contains(stderr, "hunter2") {
		t.Errorf("%d, %q, %q", status, stdout, stderr)
	}
	junk := strings.Repeat("a b\nc\n", 50_000)
	for _, workers := range []int{1, manyWorkers} {
		runWorkers(workers, strings.NewReader(junk), "check", "-report", name)
		got, _ := os.ReadFile(name)
		lines := strings.Split(string(got), "\n")
		if len(lines) != 50_001 || lines[0] != "1\t1\tpath\tillegal byte\ta b" || lines[49_999] != "99999\t1\tpath\tillegal byte\ta b" {
			t.Errorf("%d workers: %d lines, the first %q", workers, len(lines), lines[0])
		}
	}
}

// TestReportFile: -report keeps what standard output, standard error and standard input have in their files, and a file
// of inputs.
func TestReportFile(t *testing.T) {
	const stdin, line, report = "a b\nc\n", "ok\t\t\t\tc\n", "1\t1\tpath\tillegal byte\ta b\n"
	open := func(name, text string) *os.File {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		f.WriteString(text)
		return f
	}
	for _, stream := range []string{"output", "error", "input", "no stream", "list of inputs"} {
		name := filepath.Join(t.TempDir(), "file")
		old := "1\told\n"
		if stream == "list of inputs" {
			old = "old\n"
		}
		f := open(name, old)
		var in io.Reader = strings.NewReader(stdin)
		var out, message bytes.Buffer
		var stdout, stderr io.Writer = &out, &message
		want, wantStatus := old+report, engine.ExitInvalid
		switch stream {
		case "output":
			stdout, want = f, want+line
		case "error":
			stderr = f
		case "input":
			in, want, wantStatus = f, old, engine.ExitTrouble
		case "list of inputs":
			want, wantStatus = old, engine.ExitTrouble
		default:
			want = report
		}
		status := run([]string{"check", "-quiet", "-invalid", "omit", "-report", name}, in, stdout, stderr)
		got, err := os.ReadFile(name)
		said := strings.HasPrefix(string(got), want) // standard error also has a summary
		if status != wantStatus || !said || stream != "error" && string(got) != want || err != nil {
			t.Errorf("standard %s: %d, %q, want %d, %q, %v", stream, status, got, wantStatus, want, err)
		}
	}
}

// TestInputIsOutput: no command reads the file that it appends to, because that would never end.
func TestInputIsOutput(t *testing.T) {
	dir := t.TempDir()
	patterns := filepath.Join(dir, "patterns")
	if err := os.WriteFile(patterns, []byte("https://h/*\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"check", "normalize -field output", "match -patterns " + patterns, "redact", "redact FILE", "find", "find FILE", "dedupe", "dedupe FILE"} {
		name := filepath.Join(dir, "list")
		if err := os.WriteFile(name, []byte("http://h/\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		in, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		out, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		go func() { // ends a command that does not refuse the file
			for info, err := out.Stat(); err == nil && info.Size() < 1<<20; info, err = out.Stat() {
				time.Sleep(10 * time.Millisecond)
			}
			out.Close()
		}()
		var message bytes.Buffer
		status := run(strings.Fields(strings.ReplaceAll(args, "FILE", name)), in, out, &message)
		in.Close()
		out.Close()
		got, _ := os.ReadFile(name)
		if status != engine.ExitTrouble || !strings.HasSuffix(message.String(), ": the results go to this file\n") || string(got) != "http://h/\n" {
			t.Errorf("%s: %d, %q, %q", args, status, message.String(), got)
		}
	}
}

// gzipped returns text as a gzip file.
func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

// TestPipeHints: standard error names what a pipe has instead of plain lines, and how to read it.
func TestPipeHints(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"list", "omit"} {
		if err := os.WriteFile(name, []byte("http://h/\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const mark = "uri: the input begins with a byte order mark, which is skipped; -plain reads it\n"
	cut := gzipped("a\nb\n")
	for _, test := range kit.Cases[struct {
		stdin, args    string
		status         int
		stdout, stderr string
	}]("filter.txt", "TestPipeHints", map[string]any{
		"cut":     cut[:len(cut)-3],
		"mark":    mark,
		"members": gzipped("a\n") + gzipped("b\n"),
	}) {
		status, stdout, stderr := runWith(test.stdin, strings.Fields(test.args)...)
		if status != test.status || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", test.args, status, stdout, stderr, test.status, test.stdout, test.stderr)
		}
		if _, line, ok := strings.Cut(strings.TrimSuffix(stderr, "\n"), "; try:\n"); ok {
			if status, stderr := paste(line); status == engine.ExitTrouble {
				t.Errorf("%s: %s: %q", test.args, line, stderr)
			}
		}
	}
}

// TestGzipFiles: find and redact read gzip from files and from standard input.
func TestGzipFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	text := strings.Repeat("\ufeffsee http://u:p@h/a\n", 2)
	zipped := gzipped(text[:len(text)/2]) + gzipped(text[len(text)/2:])
	for name, data := range map[string]string{"zipped": zipped, "cut": zipped[:len(zipped)-3], "zstd": "\x28\xb5\x2f\xfd"} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const found = "http://u:p@h/a\nhttp://u:p@h/a\n"
	hidden := strings.ReplaceAll(text, ":p@", ":xxxxx@")
	for _, test := range kit.Cases[struct {
		args           string
		status         int
		stdout, stderr string
	}]("filter.txt", "TestGzipFiles", map[string]any{
		"found":  found,
		"hidden": hidden,
		"zipped": zipped,
	}) {
		status, stdout, stderr := runWith(zipped, strings.Fields(test.args)...)
		if status != test.status || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", test.args, status, stdout, stderr, test.status, test.stdout, test.stderr)
		}
	}
}
