package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/test/kit"
)

const dedupeLines = "http://www.a.example/%7e\nHTTP://www.A.example/~\na b\nhttp://b.a.example\n//u:p@[::1]\nhttp://b.a.example/\nmailto:a\n"

// TestDedupeFlags compares the output and the files of dedupe with its flags.
func TestDedupeFlags(t *testing.T) {
	for _, test := range kit.Cases[struct{ args, stdin, stdout, count, invalid string }]("dedupe.txt", "TestDedupeFlags", map[string]any{
		"dedupeLines": dedupeLines,
		"members":     gzipped("a\nb\n") + gzipped("a\n"),
	}) {
		dir := t.TempDir()
		count, invalid := filepath.Join(dir, "count"), filepath.Join(dir, "invalid")
		args := strings.Fields(strings.NewReplacer("-count FILE", "-count "+count, "-invalid FILE", "-invalid "+invalid,
			"-o FILE", "-o "+filepath.Join(dir, "out")).Replace(test.args))
		if test.args != "" && !strings.Contains(test.args, "-memory") {
			args = append([]string{"-memory=1M"}, args...) // the default takes long to clear
		}
		status, stdout, stderr := runWith(test.stdin, append([]string{"dedupe", "-quiet"}, args...)...)
		bad := strings.ContainsAny(test.stdin, " <") || test.invalid != ""
		if stdout != test.stdout || stderr != "" || status == engine.ExitInvalid != bad || status > engine.ExitInvalid {
			t.Errorf("%s: status %d, %q, %q", test.args, status, stdout, stderr)
		}
		for name, want := range map[string]string{count: test.count, invalid: test.invalid} {
			got, err := os.ReadFile(name)
			if string(got) != want || err == nil != strings.Contains(test.args, filepath.Base(name)+" FILE") {
				t.Errorf("%s: %s has %q, want %q; %v", test.args, filepath.Base(name), got, want, err)
			}
		}
	}
}

// TestDedupeCountInput: a file that is more likely an input than counts is not overwritten.
func TestDedupeCountInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		content string
		wantErr bool
	}{{"", false}, {"3\th\n", false}, {"18446744073709551615\th\n", false}, {"http://a/\n", true}, {"7", true}, {"x\t3\n", true},
		{"531\thttps://a.example/\n", true}, {"7\t0\tscheme\tempty\thttp://\n", false}} {
		if err := os.WriteFile("f", []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, stderr := runWith("http://h/\n", "dedupe", "-quiet", "-count", "f")
		content, err := os.ReadFile("f")
		switch {
		case err != nil:
			t.Fatal(err)
		case test.wantErr && (status != engine.ExitTrouble || string(content) != test.content || !strings.Contains(stderr, "-count: the file exists")):
			t.Errorf("%q: status %d, %q, %s", test.content, status, content, stderr)
		case !test.wantErr && (status != engine.ExitValid || string(content) != "1\th\n"):
			t.Errorf("%q: status %d, %q, %s", test.content, status, content, stderr)
		}
	}
}

// TestDedupeTrouble: error messages name the flag, and no file stays.
func TestDedupeTrouble(t *testing.T) {
	dir := t.TempDir()
	tests := kit.Cases[struct{ args, want string }]("dedupe.txt", "TestDedupeTrouble")
	t.Chdir(dir)
	for _, test := range tests {
		var stdin strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&stdin, "http://h/%d\n", i)
		}
		args := append([]string{"dedupe"}, strings.Fields(test.args)...)
		if !strings.Contains(test.args, "-memory") {
			args = append(args, "-memory=1M")
		}
		status, _, stderr := runWith(stdin.String(), args...)
		if status != engine.ExitTrouble || !strings.Contains(stderr, test.want) && runtime.GOOS != "windows" {
			t.Errorf("%s: status %d, %q", test.args, status, stderr)
		}
	}
	if _, _, stderr := runWith("GET /a \"http://h/\"\n1,x,http://h/\na\n", "dedupe"); !strings.HasSuffix(stderr, "\n"+
		"uri: 2 of 3 lines are invalid for text, such as a quotation mark, around an address: uri find FILE prints the addresses in text; try:\nuri find FILE | uri dedupe\n") {
		t.Error(stderr)
	}
	status, stdout, stderr := runWith("a\nb <\n", "dedupe")
	if status != engine.ExitInvalid || stdout != "a\n" || stderr != "uri: line 2: illegal space in path at byte 1: b <\n" {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Error("files are left:", left, err)
	}
}

// TestDedupeFiles: files are read as one, with a newline between them, and gzip by its first bytes.
func TestDedupeFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	zipped := gzipped("http://c\nhttp://a\n")
	for name, text := range map[string]string{"a": "http://a\nhttp://b", "empty": "", "faults": "http://in\n/a b\n/c d", "mark": "\ufeffhttp://b\n", "zipped": zipped,
		"cut": zipped[:len(zipped)-4], "zstd": "\x28\xb5\x2f\xfd"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const mark = "uri: the input begins with a byte order mark, which is skipped; -plain reads it\n"
	_, missing := os.Stat("-d") // Windows has another message than "no such file or directory"
	for _, test := range kit.Cases[struct {
		args           string
		status         int
		stdout, stderr string
	}]("dedupe.txt", "TestDedupeFiles", map[string]any{
		"mark":    mark,
		"missing": fmt.Sprintf("uri: dedupe: file 3: %v\n", engine.Nameless(missing)),
	}) {
		status, stdout, stderr := runWith("http://in", append([]string{"dedupe", "-memory=1M"}, strings.Fields(test.args)...)...)
		if status != test.status || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", test.args, status, stdout, stderr, test.status, test.stdout, test.stderr)
		}
	}
	if runWith("", "dedupe", "-memory=1M", "-o", "out", "cut"); len(otherFiles(t, dir)) != 7 {
		t.Error("there is a result of a file that was cut off:", otherFiles(t, dir))
	}
	for _, test := range kit.Cases[struct {
		args           string
		status         int
		stdout, stderr string
	}]("dedupe.txt", "TestDedupeFiles/against", nil) {
		args := append([]string{"dedupe", "-memory=1M"}, strings.Fields(test.args)...)
		for name, text := range map[string]string{"bad": "http://c\n<\n", "barred": "http://c/|\n", "crlf": "http://c\r\n", "names": "www.example.com\nhttp://d\n",
			"rows": "http://c,41\nhttp://d/,1.5", "quoted": "\"url\",\"n\"\n\"http://c\",\"x, y\"\n\"http://d\",\"z\"", "page.html": "<p>\n<a href=http://c>", "sitemap": "<urlset>\n<loc>http://c</loc>\n",
			"log": "1.2.3.4 - - [1] \"GET / HTTP/1.1\" 200 1 \"http://c\"\n", "list": "\"http://c\",\n"} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		status, stdout, stderr := runWith("http://a\nHTTP://B\nHTTP://A\nhttp://c\n", args...)
		if status != test.status || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%s: %d, %q, %q, want %q, %q", test.args, status, stdout, stderr, test.stdout, test.stderr)
		}
	}
	if text, err := os.ReadFile("a"); string(text) != "http://c\n" || err != nil {
		t.Errorf("-o a -against a wrote %q, %v", text, err)
	}
	const space = "uri: line 3: illegal space in authority at byte 7: http:// x\n"
	for args, want := range map[string]string{
		"-key surt": "uri: line 1: no scheme at byte 1: expected a URI-reference, such as https://example.com/: a\n" + space +
			"uri: 1 of 3 lines is without a scheme, which -key needs; try:\nuri resolve -base URL < FILE | uri dedupe -memory VALUE -key surt\n",
		"-only absolute": space + "uri: 1 of 3 lines is left out by -only absolute\n",
		"-only web":      "uri: 2 of 3 lines are left out by -only web\n",
	} {
		_, _, stderr := runWith("a\nhttp://h\nhttp:// x\n", append([]string{"dedupe", "-memory=1M"}, strings.Fields(args)...)...)
		if stderr != want {
			t.Errorf("%s: %q", args, stderr)
		}
	}
	_, _, stderr := runWith("a\r\x00", "dedupe", "-memory=1M", "-0")
	if want := "uri: record 1: illegal carriage return"; !strings.HasPrefix(stderr, want) || strings.Contains(stderr, "-crlf") {
		t.Errorf("CR before NUL: %q", stderr)
	}
}

// TestDedupeTexts: files with other text around addresses are answered with the line that finds the addresses.
func TestDedupeTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"list": "http://h/1\n", "sitemap.xml": "<urlset>\n<loc>http://h/1</loc>\n</urlset>\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const found = "uri: 1 of 3 lines is invalid for text, such as a quotation mark, around an address: uri find FILE prints the addresses in text; try:\n"
	for args, want := range map[string]string{
		"-against list sitemap.xml":    found + "uri links FILE | uri dedupe -against OLD\n",
		"sitemap.xml":                  found + "uri links FILE | uri dedupe\n",
		"list sitemap.xml":             strings.Replace(found, "of 3", "of 4", 1) + "uri links FILE OTHER | uri dedupe\n",
		"-against list list":           "",
		"-drop @tracking -normal list": "",
		"-drop @tracking list": "uri: dedupe: -drop and -keep change what is compared, and with -normal also what is printed; try:\n" +
			"uri dedupe -drop @tracking -normal FILE\n",
	} {
		_, _, stderr := runWith("", append([]string{"dedupe"}, strings.Fields(args)...)...)
		if !strings.HasSuffix(stderr, want) || want == "" && stderr != "" {
			t.Errorf("%s: %q, want %q", args, stderr, want)
		}
	}
}

// TestDedupeKeep: -invalid keep prints invalid lines in their places, and standard error has the first ones.
func TestDedupeKeep(t *testing.T) {
	t.Chdir(t.TempDir())
	const input = "# a list\nhttp://h\nHTTP://h/\n\xff b\n# a list\r\n\nhttp://i\n\n"
	const kept = "uri: line 4: illegal byte 0xff in path at byte 0: \\xff b\n"
	for _, c := range kit.Cases[struct{ args, stdout, stderr string }]("dedupe.txt", "TestDedupeKeep", map[string]any{"kept": kept}) {
		_, stdout, stderr := runWith(input, append(strings.Fields("dedupe -invalid keep"), strings.Fields(c.args)...)...)
		if stdout != c.stdout || c.stderr != "" && stderr != c.stderr {
			t.Errorf("%s: %q, %q, want %q, %q", c.args, stdout, stderr, c.stdout, c.stderr)
		}
	}
	if status, stdout, _ := runWith("<\na", "dedupe", "-invalid", "./keep"); status != engine.ExitInvalid || stdout != "a\n" {
		t.Errorf("%d, %q", status, stdout)
	}
	if text, err := os.ReadFile("keep"); string(text) != "1\t0\tpath\tillegal byte\t<\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestDedupeNamesDialects: the summary names the flags that would have read invalid lines.
func TestDedupeNamesDialects(t *testing.T) {
	const iris = "uri: 1 of 1 line is invalid; try:\nuri dedupe -memory VALUE -iri FILE\n"
	const web = "uri: 1 of 1 line is invalid"
	for _, test := range []struct{ line, flags, want string }{
		{"http://h/a|b", "", web + "; try:\nuri dedupe -memory VALUE -web -key same FILE\n"}, {"/\u00e9", "", iris}, {"http://h/\u00e9", "", iris},
		{"http:// ", "", ""}, {"/ ", "", ""}, {"/\u00e9", "-iri", ""},
		{"http://h/a|b", "-iri", web + "; try:\nuri dedupe -memory VALUE -web -key same FILE\n"},
		{"http://h/a|b", "-only absolute", web + "; try:\nuri dedupe -memory VALUE -only absolute -web -key same FILE\n"},
		{"http://h/a|b", "-key fingerprint", ""}, {"http://h/a|b", "-key shape", web + "; try:\nuri dedupe -memory VALUE -key shape -web FILE\n"},
	} {
		_, _, stderr := runWith(test.line+"\n", append([]string{"dedupe", "-memory=1M"}, strings.Fields(test.flags)...)...)
		rest := stderr
		if strings.HasPrefix(stderr, "uri: line 1: ") {
			_, rest, _ = strings.Cut(stderr, "\n")
		}
		if rest != test.want {
			t.Errorf("%s %q: %q, want %q", test.flags, test.line, stderr, test.want)
		}
	}
}

// TestParseSize: all units are powers of 1024, and case does not matter.
func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"65536": 64 << 10, "64K": 64 << 10, "64KB": 64 << 10, "64KiB": 64 << 10, "64kib": 64 << 10, "64kB": 64 << 10,
		"1M": 1 << 20, "1MB": 1 << 20, "1MiB": 1 << 20, "2G": 2 << 30, "2GB": 2 << 30, "2gib": 2 << 30, "1T": 1 << 40,
		"1TB": 1 << 40, "1TiB": 1 << 40,
	} {
		if got, err := parseSize(text); got != want || err != nil {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "K", "KiB", "64Ki", "64KBB", "64KK", "64KiBB", "64B", "65536B", "65536iB", "64I", "1.5M", "-64K", "64 K", "63K", "1P",
		"64BK", "9999999T", "0x40K",
	} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// TestFullDisk: if the disk is full, the message reports that, and names the flag or the stream.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil || runtime.GOOS == "windows" { // Wine has the file, and other messages
		t.Skip("no /dev/full:", err)
	}
	for _, flag := range []string{"-o", "-count", "-invalid"} {
		status, _, stderr := runWith("a\n<\n", "dedupe", flag, "/dev/full")
		if status != engine.ExitTrouble || !strings.HasSuffix(stderr, "uri: dedupe: "+flag+": no space left on device\n") {
			t.Errorf("%s: status %d, %q", flag, status, stderr)
		}
	}
	status, _, stderr := runWith("a\n<\n", "check", "-report", "/dev/full")
	if status != engine.ExitTrouble || stderr != "uri: -report: no space left on device\n" {
		t.Errorf("check -report: status %d, %q", status, stderr)
	}
	for _, test := range []struct{ stdin, stdout, want string }{
		{"dedupe_test.go", "/dev/full", "uri: dedupe: write /dev/stdout: no space left on device\n"},
		{".", os.DevNull, "uri: dedupe: read /dev/stdin: is a directory\n"},
	} {
		cmd := startable("dedupe", "-quiet")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdin, err := os.Open(test.stdin)
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := os.OpenFile(test.stdout, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdin, cmd.Stdout = stdin, stdout
		cmd.Run()
		stdin.Close()
		stdout.Close()
		if cmd.ProcessState.ExitCode() != engine.ExitTrouble || stderr.String() != test.want {
			t.Errorf("< %s > %s: %v, %q", test.stdin, test.stdout, cmd.ProcessState, stderr.String())
		}
	}
}

// crashLines writes n lines, half of them distinct.
func crashLines(w io.Writer, n int) error {
	for i := range n {
		if _, err := fmt.Fprintf(w, "http://h/%d\n", (i*7919)%(n/2)); err != nil {
			return err
		}
	}
	return nil
}

// TestDedupeCrash kills the command at random moments, most of them while it works. No partial result may appear, and
// the next run must remove the file of -tmp and have the right result.
func TestDedupeCrash(t *testing.T) {
	dir := t.TempDir()
	out, count := filepath.Join(dir, "out"), filepath.Join(dir, "count")
	n := kit.Rounds(20_000, 20_000, 40_000)
	var lines bytes.Buffer
	if err := crashLines(&lines, n); err != nil {
		t.Fatal(err)
	}
	args := []string{"dedupe", "-o", out, "-count", count, "-memory", "64K", "-tmp", dir}
	want := map[string]string{"count": fmt.Sprintf("%d\th\n", n/2)}
	if _, want["out"], _ = runWith(lines.String(), "dedupe"); strings.Count(want["out"], "\n") != n/2 {
		t.Fatal("the result is wrong")
	}
	start := time.Now()
	status, _, stderr := runWith(lines.String(), args...)
	usual := time.Since(start)
	checkDedupe(t, dir, want, status, stderr)
	rounds := kit.Rounds(3, 3, 30)
	left, random := 0, kit.Random(t)
	for range rounds {
		os.Remove(out)
		os.Remove(count)
		cmd := startable(args...)
		cmd.Stdin = bytes.NewReader(lines.Bytes())
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(2 * int64(usual))))
		cmd.Process.Kill()
		cmd.Wait()
		for name, want := range want {
			if got, err := os.ReadFile(filepath.Join(dir, name)); err == nil && string(got) != want {
				t.Fatalf("%s has %d bytes, want %d", name, len(got), len(want))
			}
		}
		if _, err := os.Stat(out); err == nil {
			if _, err := os.Stat(count); err != nil {
				t.Error("the result is there, but not the counts:", err)
			}
		}
		left += len(otherFiles(t, dir))
		for name := range want {
			halves, _ := filepath.Glob(filepath.Join(dir, name+".uri-temporary-*"))
			for _, half := range halves {
				os.Remove(half)
			}
		}
		status, _, stderr := runWith(lines.String(), args...)
		checkDedupe(t, dir, want, status, stderr)
	}
	t.Logf("%d temporary files were left", left)
}

// otherFiles returns the names of the files in dir that are not results.
func otherFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains([]string{"out", "count"}, e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

// checkDedupe checks the files after an undisturbed run.
func checkDedupe(t *testing.T, dir string, want map[string]string, status int, stderr string) {
	t.Helper()
	if status != engine.ExitValid || stderr != "" {
		t.Errorf("status %d, %q", status, stderr)
	}
	for name, want := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s has %d bytes, want %d; %v", name, len(got), len(want), err)
		}
	}
	if names := otherFiles(t, dir); len(names) > 0 {
		t.Error("files are left:", names)
	}
}

// TestDedupeSignal: after SIGINT or SIGTERM, and after a hangup, no file stays.
func TestDedupeSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	t.Run("interrupt", func(t *testing.T) { testDedupeSignal(t, interrupt) })
	for _, hangup := range slices.DeleteFunc(slices.Clone(hangups), signal.Ignored) {
		t.Run(hangup.String(), func(t *testing.T) {
			testDedupeSignal(t, func(cmd *exec.Cmd) error { return cmd.Process.Signal(hangup) })
		})
	}
}

func testDedupeSignal(t *testing.T, end func(*exec.Cmd) error) {
	dir := t.TempDir()
	cmd := startable("dedupe", "-o", filepath.Join(dir, "out"), "-tmp", dir, "-memory", "64K")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	if err := crashLines(stdin, 20_000); err != nil {
		t.Fatal(err)
	}
	if err := end(cmd); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != engine.ExitTrouble || stderr.String() != "uri: dedupe: interrupted\n" {
		t.Errorf("%v, %q", err, stderr.String())
	}
	if names := otherFiles(t, dir); len(names) > 0 {
		t.Error("files are left:", names)
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		t.Error("there is a result")
	}
}

// TestDedupeClosedPipe: if the reader of standard output closes the pipe, dedupe ends silently, and no file stays.
func TestDedupeClosedPipe(t *testing.T) {
	dir := t.TempDir()
	cmd := startable("dedupe", "-quiet", "-count", filepath.Join(dir, "count"), "-tmp", dir, "-memory", "64K")
	var input bytes.Buffer
	if err := crashLines(&input, 60_000); err != nil {
		t.Fatal(err)
	}
	cmd.Stdin = &input
	stdout, stderr := start(t, cmd)
	if _, err := io.ReadFull(stdout, make([]byte, 100)); err != nil {
		t.Error(err)
	}
	stdout.Close()
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != engine.ExitTrouble || stderr.Len() > 0 {
		t.Errorf("%v, %q", err, stderr)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Error("files are left:", left, err)
	}
}

// TestDedupeConcurrent: two runs at the same time for the same file do not disturb each other.
func TestDedupeConcurrent(t *testing.T) {
	dir := t.TempDir()
	var input bytes.Buffer
	if err := crashLines(&input, 20_000); err != nil {
		t.Fatal(err)
	}
	_, want, _ := runWith(input.String(), "dedupe")
	done := make(chan error)
	for range 4 {
		cmd := startable("dedupe", "-o", filepath.Join(dir, "out"), "-tmp", dir, "-memory", "64K")
		cmd.Stdin = bytes.NewReader(input.Bytes())
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		go func() {
			err := cmd.Run()
			if err != nil {
				err = fmt.Errorf("%w: %s", err, stderr.Bytes())
			}
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	checkDedupe(t, dir, map[string]string{"out": want}, 0, "")
}

// TestDedupeReplacesSort: dedupe prints as many lines as "uri normalize | sort -u".
func TestDedupeReplacesSort(t *testing.T) {
	var input strings.Builder
	if err := crashLines(&input, 10_000); err != nil {
		t.Fatal(err)
	}
	stdin := input.String() + dedupeLines
	_, normal, _ := runWith(stdin, "normalize", "-field=output", "-invalid=omit", "-quiet")
	lines := slices.Collect(strings.Lines(normal))
	slices.Sort(lines)
	want := len(slices.Compact(lines))
	for _, args := range [][]string{{"-memory=64K"}, {"-key=fingerprint"}, {"-normal"}} {
		if _, stdout, _ := runWith(stdin, append([]string{"dedupe"}, args...)...); strings.Count(stdout, "\n") != want {
			t.Errorf("%q: %d lines, want %d", args, strings.Count(stdout, "\n"), want)
		}
	}
}

// TestEqualURIsHaveEqualKeys: each key of -key is the same for equal URIs, and usually different for others.
func TestEqualURIsHaveEqualKeys(t *testing.T) {
	for _, k := range keyWords {
		if k.Value == nil {
			continue
		}
		key := func(s string) string { return string(k.Value.append(dialect.URI, nil, []byte(uri.MustParse(s).Key()))) }
		if key("HTTP://A/%7e") != key("http://a/~") || key("http://a/~") == key("http://b/x") {
			t.Error(k.Word)
		}
		if got := string(k.Value.append(dialect.URI, []byte("x"), []byte("http://a/"))); got != "x"+key("http://a/") {
			t.Errorf("%s does not append: %q", k.Word, got)
		}
	}
}

// TestDedupeSame: -key same compares by the rules of the scheme, and not after other steps of normalization.
func TestDedupeSame(t *testing.T) {
	const in = "URN:ISBN:1\nurn:isbn:1?=q\nipfs://Qm?x\nipfs://qm?x\ntel:+1-2\nHTTP://H\nhttp://h/\nurn:ab:c/../d\nurn:ab:d\nTEL:+12\n" +
		"postgres://%2FRun/d\n"
	const firsts = "URN:ISBN:1\nipfs://Qm?x\nipfs://qm?x\ntel:+1-2\nHTTP://H\nurn:ab:c/../d\nurn:ab:d\npostgres://%2FRun/d\n"
	const keys = "urn:isbn:1\nipfs://Qm?x\nipfs://qm?x\ntel:+12\nhttp://h/\nurn:ab:c/../d\nurn:ab:d\npostgres://%2FRun/d\n"
	for _, test := range kit.Cases[struct{ args, in, want string }]("dedupe.txt", "TestDedupeSame", map[string]any{
		"firsts":    firsts,
		"in":        in,
		"keys":      keys,
		"without-x": strings.ReplaceAll(keys, "?x", ""),
	}) {
		if _, stdout, stderr := runWith(test.in, strings.Fields(test.args)...); stdout != test.want {
			t.Errorf("%s: %q, want %q; %s", test.args, stdout, test.want, stderr)
		}
	}
}

// TestDedupeProgress: the progress line shows how much of the input is read, and then the phase.
func TestDedupeProgress(t *testing.T) {
	for _, step := range []struct {
		seconds int
		stats   dedupe.Stats
		size    int64
		want    string
	}{
		{1, dedupe.Stats{Bytes: 2e6, Lines: 40_000, Distinct: 30_000, Invalid: 1}, 0,
			"uri: 2.00 MB, 2.00 MB/s, 30,000 distinct, 1 invalid"},
		{2, dedupe.Stats{Bytes: 25e5, Lines: 50_000, Distinct: 30_000, Spilled: 1000}, 1e7,
			"uri: 25%, 2.50 MB, 1.25 MB/s, 30,000 distinct, 0 invalid"},
		{10, dedupe.Stats{Bytes: 1e7, Lines: 200_000, Distinct: 30_000, Spilled: 1000, Filtered: 1}, 1e7,
			"uri: filtering 0%, 30,000 distinct, 0 invalid"},
		{12, dedupe.Stats{Bytes: 1e7, Lines: 200_000, Distinct: 30_000, Spilled: 1000, Filtered: 500}, 1e7,
			"uri: filtering 50%, 30,000 distinct, 0 invalid"},
		{20, dedupe.Stats{Bytes: 1e7, Lines: 200_000, Distinct: 40_000, Spilled: 1000, Filtered: 1000, Written: 40_000}, 1e7,
			"uri: writing 100%, 40,000 distinct, 0 invalid"},
	} {
		if got := progressLine(step.stats, time.Duration(step.seconds)*time.Second, step.size); got != step.want {
			t.Errorf("%s\nwant\n%s", got, step.want)
		}
	}
}
