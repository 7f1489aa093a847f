package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/test/kit"
)

// TestMain runs the command instead of the tests in processes that the tests start. It removes the settings of the
// user's screen, so that the tests do not depend on them.
func TestMain(m *testing.M) {
	if os.Getenv("URI_TEST_MAIN") != "" {
		main()
	}
	os.Unsetenv("COLUMNS")
	os.Unsetenv("NO_COLOR")
	os.Setenv("TERM", "dumb")
	os.Stdin, _ = os.Open(os.DevNull) // a pipe changes lines of messages
	os.Exit(m.Run())
}

// startable returns the command as a process, which is killed when the test program ends.
func startable(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	kit.EndWithParent(cmd)
	cmd.Env = append(os.Environ(), "URI_TEST_MAIN=1")
	return cmd
}

// interrupt sends SIGINT, or SIGTERM if this process and so the command ignores SIGINT. It kills a command that does
// not end after a while, and on systems without signals (Windows) immediately.
func interrupt(cmd *exec.Cmd) error {
	sent := os.Interrupt
	if signal.Ignored(sent) {
		sent = syscall.SIGTERM
	}
	err := cmd.Process.Signal(sent)
	if err != nil {
		cmd.Process.Kill()
	}
	time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	return err
}

// runWith runs the command on stdin.
func runWith(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &err)
	return status, out.String(), err.String()
}

func TestStatus(t *testing.T) {
	tests := kit.Cases[struct {
		stdin  string
		status int
		args   []string
	}]("main.txt", "TestStatus")
	for _, test := range tests {
		if status, _, stderr := runWith(test.stdin, test.args...); status != test.status || stderr != "" {
			t.Errorf("%q < %q: status %d, %q; want %d", test.args, test.stdin, status, stderr, test.status)
		}
	}
}

// TestDashIsReference: a "-" after "--" is a relative reference, and not standard input.
func TestDashIsReference(t *testing.T) {
	for _, args := range [][]string{{"check", "--", "-"}, {"check", "-quiet", "--", "-"}} {
		status, stdout, stderr := runWith("a b\n", args...)
		if status != engine.ExitValid || stdout != "ok\t\t\t\t-\n" || stderr != "" {
			t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
	_, text, _ := runWith("", "help", "flags")
	if !strings.Contains(strings.Join(strings.Fields(text), " "), `A "-" alone is an input only after "--"`) {
		t.Error("the usage text does not describe -")
	}
}

func TestUsageErrors(t *testing.T) {
	tests := kit.Cases[struct {
		want string // in the message
		args []string
	}]("main.txt", "TestUsageErrors")
	for _, test := range tests {
		status, stdout, stderr := runWith("a\n", test.args...)
		if status != engine.ExitTrouble || stdout != "" {
			t.Errorf("%q: status %d, output %q", test.args, status, stdout)
		}
		if !strings.Contains(stderr, test.want) || !isMessage(stderr) || strings.Contains(stderr, "hunter2") {
			t.Errorf("%q: message %q, want one line with %q", test.args, stderr, test.want)
		}
	}
}

// TestNoArguments checks that the command without arguments lists its commands.
func TestNoArguments(t *testing.T) {
	status, stdout, stderr := runWith("")
	if status != engine.ExitTrouble || stdout != "" || stderr != helpFile("uri") {
		t.Errorf("status %d, output %q, message %q", status, stdout, stderr)
	}
}

// isMessage reports whether s is one line from the command, and perhaps the line that is probably meant.
func isMessage(s string) bool {
	s, line, _ := strings.Cut(s, "; try:\n")
	if line == "" {
		return strings.HasPrefix(s, "uri: ") && strings.Index(s, "\n") == len(s)-1
	}
	return strings.HasPrefix(s, "uri: ") && !strings.Contains(s, "\n") && (strings.HasPrefix(line, "uri ") || strings.HasPrefix(line, "echo URL | uri ")) && strings.Index(line, "\n") == len(line)-1
}

func TestVersion(t *testing.T) {
	form := regexp.MustCompile(fmt.Sprintf(`^uri \S+ \(.*go.*, \w+/\w+\)\n(\w+ +\w[\w.-]+ +\w.*\n){%d}$`, len(tableVersions)))
	for _, flag := range []string{"-version", "--version"} {
		status, stdout, stderr := runWith("", flag)
		if status != engine.ExitValid || !form.MatchString(stdout) || stderr != "" {
			t.Errorf("%s: status %d, %q, %q", flag, status, stdout, stderr)
		}
	}
}

// everyVerb returns arguments for every verb and format except pictures. With these, every verb accepts all references,
// except relativize, which rejects URIs with dot segments.
func everyVerb() [][]string { return slices.Concat(verbsOfURIs(), verbsOfIRIs()) }

func verbsOfURIs() [][]string {
	return inBothFormats([][]string{
		{"split"}, {"check"}, {"resolve", "-base", "http://example.com/a/b?c"}, {"normalize"},
		{"relativize", "-base", "http://example.com/a/b?c"},
	})
}

func verbsOfIRIs() [][]string {
	return inBothFormats([][]string{
		{"split", "-iri"}, {"check", "-iri"}, {"normalize", "-iri"},
		{"resolve", "-iri", "-base", "http://example.com/a/b?c"},
		{"to-uri"}, {"to-uri", "-idna"}, {"to-uri", "-idna=registration"}, {"to-iri"}, {"to-iri", "-idna"},
	})
}

// otherVerbs returns commands for the verbs that the given commands lack, in each dialect, and with a base if the verb
// takes one. So a table of a test needs no row for a new verb.
func otherVerbs(commands []string) (others []string) {
	for _, v := range verbTable {
		if slices.ContainsFunc(commands, func(command string) bool { return strings.HasPrefix(command+" ", v.Name+" ") }) {
			continue
		}
		for _, d := range v.Dialects {
			command := v.Name
			if d != v.Dialects[0] {
				command += " -" + d.Flag
			}
			if v.FlagSet().Lookup("base") != nil {
				command += " -base=http://b/c/d"
			}
			if v.FlagSet().Lookup("append") != nil {
				command += " -append=x"
			}
			others = append(others, command)
		}
	}
	return others
}

// tabbed returns args with the flag -tsv after the verb, unless they name another output.
func tabbed(args ...string) []string {
	v := verbs[args[0]]
	if v == nil || !v.Bare || slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-json") || strings.HasPrefix(arg, "-field") || strings.HasPrefix(arg, "-format") ||
			strings.HasPrefix(arg, "-picture=always")
	}) {
		return args
	}
	return slices.Insert(slices.Clone(args), 1, "-tsv")
}

// marked returns args with a flag that gives each invalid record a line, if the default is the result alone.
func marked(args []string) []string {
	if v := verbs[args[0]]; v == nil || !v.Bare {
		return args
	}
	return append(slices.Clone(args), "-invalid=mark")
}

func inBothFormats(verbs [][]string) (all [][]string) {
	for _, args := range verbs {
		all = append(all, marked(args), append(slices.Clone(args), "-json"))
	}
	return all
}

// failing is a writer that fails after some writes.
type failing struct{ writes int }

func (w *failing) Write(p []byte) (int, error) {
	if w.writes--; w.writes < 0 {
		return 0, errors.New("no room")
	}
	return len(p), nil
}

// codeLine matches the start of a line that is neither blank nor a comment.
var codeLine = regexp.MustCompile(`(?m)^[ \t]*(?:[^\s/]|/[^/])`)

// TestSizeOfFiles: a file has at most 200 lines of code, so that it is about one concept.
func TestSizeOfFiles(t *testing.T) {
	files, _ := filepath.Glob("*.go")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(codeLine.FindAll(text, -1)); n > 200 && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s has %d lines of code: move a concept to a file of its own", name, n)
		}
	}
}

func TestWriteError(t *testing.T) {
	for writes := range 3 {
		for _, args := range [][]string{{"split"}, {"check", "-json"}, {"resolve", "-base=x:"}} {
			var stderr bytes.Buffer
			lines := &endless{line: "http://example.com/\n"} // endless: the error must end the work
			status := run(args, lines, &failing{writes}, &stderr)
			if status != engine.ExitTrouble || stderr.String() != "uri: no room\n" {
				t.Errorf("%q: status %d, message %q", args, status, &stderr)
			}
		}
	}
}

// TestWriteErrorOfVerbs: each command reports that its output cannot be written, and blames no input for it.
func TestWriteErrorOfVerbs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("http://u:p@h/a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	page := file + ".html"
	if err := os.WriteFile(page, []byte("<a href=http://h/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	lists := map[string][]string{
		"split": {"x", "-json x", "-field path x", "-picture=always x", ""}, "check": {"x", "-audit x", "-quiet <", ""},
		"explain": {"x", "-picture=always x", ""}, "resolve": {"-base http://h x", "-base http://h -picture=always x", "-base http://h"},
		"normalize": {"x", ""}, "relativize": {"-base http://h http://h/x", "-base http://i"}, "to-uri": {"x", ""}, "to-iri": {"x", ""},
		"set": {"-host h http://i", "port=1"}, "decode": {"x", ""}, "encode": {"x", ""}, "unwrap": {"http://h", ""},
		"match": {"-patterns " + file + " http://h", "-patterns " + file}, "expand": {"/a"},
		"find": {"", file, "- " + file, "-json"}, "redact": {"", file, file + " -"}, "defang": {"", "-undo", file + " -"},
		"linkify": {"", file, file + " -"},
		"links":   {page, "-json " + page},
		"dedupe":  {"", file, "-c", "-quiet", "-o -", "-o " + file + "2 -count -", "-o " + file + "2 -invalid -"},
		"help":    {"", "flags", "check", "check formats", "flags"}, "completion": {"bash", "zsh", "fish"}, "man": {""}, "play": {""},
	}
	for _, name := range commandNames() {
		list := lists[name]
		if list == nil {
			t.Errorf("%s: no test", name)
		}
		for _, args := range append(list, "-h") {
			args := append([]string{name}, strings.Fields(args)...)
			testWriteError(t, args, "http://u:p@h/\n<\n")
		}
	}
	for _, args := range []string{"--help", "-h", "--version", "-version", "http://h/"} {
		testWriteError(t, []string{args}, "")
	}
}

// complaints matches the lines of standard error that describe invalid inputs.
var complaints = regexp.MustCompile(`(?m)^uri: (?:line|record|argument) [0-9]+: .*\n`)

func testWriteError(t *testing.T, args []string, stdin string) {
	t.Helper()
	var stderr bytes.Buffer
	status := run(args, strings.NewReader(stdin), &failing{}, &stderr)
	message, _ := strings.CutPrefix(complaints.ReplaceAllString(stderr.String(), ""), "uri: "+args[0]+": ")
	message, _ = strings.CutPrefix(message, "uri: ")
	if status != engine.ExitTrouble || message != "no room\n" {
		t.Errorf("%q: status %d, message %q", args, status, &stderr)
	}
}

// TestClosedPipe: if the reader of standard output closes the pipe, SIGPIPE ends the command silently, also if a flag
// names standard output. On systems without that signal, and while dedupe writes files, which it has to remove, the command
// ends by itself. A result beside the main one does not end the command.
func TestClosedPipe(t *testing.T) {
	if runtime.GOOS == "plan9" {
		t.Skip("exit statuses are words there")
	}
	const signal, trouble, invalid = "signal: broken pipe", "exit status 2", "exit status 1"
	file := filepath.Join(t.TempDir(), "file")
	tests := map[string]string{
		"split": signal, "find": signal, "redact": signal, "dedupe -quiet": signal, "check -report " + file + "2": signal,
		"dedupe -quiet -invalid " + file + "3": trouble, "dedupe -quiet -o " + file + " -invalid -": invalid,
	}
	if _, err := os.Stat("/dev/stdout"); err == nil {
		tests["dedupe -quiet -o /dev/stdout"] = signal
		tests["check -invalid=omit -report /dev/stdout"] = signal
		tests["dedupe -quiet -o "+file+" -invalid /dev/stdout"] = invalid
	}
	for args, want := range tests {
		if want == signal && runtime.GOOS == "windows" {
			want = trouble
		}
		t.Run(args, func(t *testing.T) { testClosedPipe(t, startable(strings.Fields(args)...), want) })
	}
	if data, err := os.ReadFile(file); err != nil || bytes.Count(data, []byte("\n")) != 25_000 {
		t.Errorf("-o with -invalid: %d bytes, %v", len(data), err)
	}
}

func testClosedPipe(t *testing.T, cmd *exec.Cmd, want string) {
	var input bytes.Buffer
	if err := crashLines(&input, 50_000); err != nil {
		t.Fatal(err)
	}
	input.WriteString(strings.Repeat("<\n", 50_000))
	cmd.Stdin = &input
	stdout, stderr := start(t, cmd)
	if _, err := io.ReadFull(stdout, make([]byte, 100)); err != nil {
		t.Error(err)
	}
	stdout.Close()
	cmd.Wait()
	if state := cmd.ProcessState; state.String() != want || stderr.Len() > 0 {
		t.Errorf("%v, message %q, want %s", state, stderr, want)
	}
}

// TestClosedReport: if the reader of a report ends first, the command still answers every line.
func TestClosedReport(t *testing.T) {
	if _, err := os.Stat("/dev/fd"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no descriptor has a name: ", err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	cmd := startable("check", "-json", "-report", "/dev/fd/3")
	cmd.ExtraFiles = []*os.File{w}
	cmd.Stdin = strings.NewReader(strings.Repeat("<\n", 50_000))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Run()
	if lines := bytes.Count(stdout.Bytes(), []byte("\n")); cmd.ProcessState.ExitCode() != engine.ExitInvalid || lines != 50_000 || stderr.Len() > 0 {
		t.Errorf("%v, %d lines, message %q", cmd.ProcessState, lines, &stderr)
	}
}

// start starts the command and returns its outputs. The end of the test kills the command.
func start(t *testing.T, cmd *exec.Cmd) (stdout io.ReadCloser, stderr *bytes.Buffer) {
	t.Helper()
	stderr = new(bytes.Buffer)
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip("cannot start a process: ", err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return stdout, stderr
}

// TestUnreadableInput gives the command a directory to read.
func TestUnreadableInput(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	var stdout, stderr bytes.Buffer
	if status := run([]string{"check"}, dir, &stdout, &stderr); status != engine.ExitTrouble || !isMessage(stderr.String()) {
		t.Errorf("status %d, message %q", status, &stderr)
	}
}

// TestDevNullIsNoTerminal: the null device is not a terminal, though it is a character device.
func TestDevNullIsNoTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if _, terminal := paint.ScreenOf(null); terminal {
		t.Errorf("%s is said to be a terminal", os.DevNull)
	}
}

// FuzzRun runs the command on arbitrary bytes. Each record with an input must have one result, verbs and formats must agree, and a
// picture of URIs may have only printable ASCII and newlines.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "a\nb", "foo://example.com:8042/over/there?name=ferret#nose\nurn:example:animal:ferret:nose\n",
		"http://u:p@[::1]:80/?#\r\n\x00\xff%zz", "//:@:/\n//@\n#?#\n:", "\xed\xa0\x80\\\t\u2028",
		"http://a/b\t../c\nhttp://a/b\t\nhttp://a b\tc\n/\t/\nx:\t%",
		"http://r\u00e9sum\u00e9.\u4f8b/\u65e5\u672c?\ue000#\u05d0\nhttp://xn--rsum-bpad.example/%E6%97%A5%41%e2%80%ae",
		"//u:\u0301@\u200d.a/\u2028\ufe0f\U0001f1e6?\u0301\n\u1100\u1161:\n\ufdd0\n\xc3", "http://\u00e9/\t\u00e9\n",
	} {
		f.Add([]byte(seed), 20)
	}
	f.Fuzz(func(t *testing.T, stdin []byte, width int) {
		t.Setenv("COLUMNS", strconv.Itoa(width%200))
		records := bytes.Count(stdin, []byte("\n"))
		if len(stdin) > 0 && stdin[len(stdin)-1] != '\n' {
			records++
		}
		inputs := 0
		for line := range bytes.Lines(stdin) {
			line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
			if _, err := engine.InputIn(line); err == nil {
				inputs++
			}
		}
		statuses := map[string]int{}
		pairs := [][]string{{"resolve", "-tsv"}, {"resolve", "-json"}, {"resolve", "-iri", "-invalid=mark"}}
		for _, args := range append(everyVerb(), pairs...) {
			status, stdout, stderr := runWith(string(stdin), append(args, "-plain", "-quiet")...)
			if n := strings.Count(stdout, "\n"); n != inputs && n != records || stderr != "" {
				t.Errorf("%q: %d results for %d records; %q", args, n, records, stderr)
			}
			isText := utf8.ValidString(stdout) && !strings.ContainsAny(stdout, "\u2028\u2029\u0085")
			if slices.Contains(args, "-json") && !isText {
				t.Errorf("%q: %q", args, stdout)
			}
			checkAgrees(t, statuses, args, status)
		}
		for _, args := range [][]string{{"split"}, {"check"}, {"normalize"}, {"resolve", "-base=x:"}, {"resolve"},
			{"explain"}} {
			status, stdout, _ := runWith(string(stdin), append(args, "-plain", "-picture=always")...)
			if i := strings.IndexFunc(stdout, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }); i >= 0 {
				t.Errorf("%q: picture contains %q", args, stdout[i:min(i+10, len(stdout))])
			}
			checkAgrees(t, statuses, args, status)
		}
		for _, args := range [][]string{
			{"split", "-iri"}, {"check", "-iri"}, {"explain", "-iri"}, {"normalize", "-iri"},
			{"resolve", "-iri", "-base=x:"}, {"resolve", "-iri"},
			{"to-uri"}, {"to-uri", "-idna"}, {"to-iri"}, {"to-iri", "-idna"},
		} {
			status, stdout, _ := runWith(string(stdin), append(args, "-plain", "-picture=always")...)
			if i := strings.IndexFunc(stdout, isUndrawable); i >= 0 {
				t.Errorf("%q: picture contains %q", args, stdout[i:min(i+10, len(stdout))])
			}
			checkAgrees(t, statuses, args, status)
		}
	})
}

// isUndrawable reports whether a picture must not contain r. It uses the printable characters of package unicode.
func isUndrawable(r rune) bool {
	return r != '\n' && !unicode.IsPrint(r) || r == utf8.RuneError || unicode.Is(unicode.Variation_Selector, r)
}

// checkAgrees compares the exit status with that of other verbs and formats that accept the same records.
func checkAgrees(t *testing.T, statuses map[string]int, args []string, status int) {
	t.Helper()
	takes := "references"
	flags := strings.Join(args[1:], " ")
	switch {
	case args[0] == "relativize":
		takes = "targets"
	case args[0] == "resolve" && !strings.Contains(flags, "-base"):
		takes = "pairs"
	case strings.Contains(flags, "-idna"):
		takes = strings.Join([]string{args[0], "with", args[1]}, " ")
	}
	if args[0] == "to-uri" || strings.Contains(flags, "-iri") {
		takes += " that are IRIs"
	}
	if other, ok := statuses[takes]; ok && status != other {
		t.Errorf("%q: status %d, but %d before", args, status, other)
	}
	statuses[takes] = status
}
