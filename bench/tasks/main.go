//go:build linux

// Command tasks measures the lines that answer the questions of its table: those with the command uri, and those with
// the usual tools. It prints a table in Markdown.
//
//	go run ./tasks
//
// CPU is user and system time of all processes of a line. A ratio is that of the line with uri to that of the usual
// tool, each the least of several runs that take turns. With python3 and jq, which take long, a sample has a fifth of the
// lines.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	lines := flag.Int("lines", 100_000, "the number of lines of the samples")
	passes := flag.Int("passes", 5, "how often each line is measured")
	only := flag.String("only", "", "measure only tasks with this `text` in their lines or what they do")
	flag.Parse()
	if err := run(os.Stdout, *only, *lines, *passes); err != nil {
		fmt.Fprintln(os.Stderr, "tasks:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, only string, lines, passes int) error {
	dir, err := os.MkdirTemp("", "tasks")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := build(dir); err != nil {
		return err
	}
	fmt.Fprint(out, "| task | line | usual tool | ratio |\n|---|---|---|---:|\n")
	for i := range tasks {
		t := &tasks[i]
		if !strings.Contains(t.what+t.uri+t.tool, only) {
			continue
		}
		c, err := t.measure(dir, lines, passes)
		if err != nil {
			return fmt.Errorf("%s: %w", t.what, err)
		}
		fmt.Fprintln(out, t.row(c.format()))
	}
	return nil
}

// row returns the row of the table in Markdown, without the last column.
func (t *task) row(ratio string) string {
	return fmt.Sprintf("| [%s](%s) | `%s` | %s | %s |", t.what, t.thread, strings.ReplaceAll(t.uri, "|", `\|`), strings.Join(t.tools(), ", "), ratio)
}

// tools returns the names of the usual tools.
func (t *task) tools() (names []string) {
	for part := range strings.SplitSeq(t.tool, " | ") {
		if name, _, _ := strings.Cut(part, " "); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// missing returns the name of a usual tool that is not installed, or "".
func (t *task) missing() string {
	for _, name := range t.tools() {
		if _, err := exec.LookPath(name); err != nil {
			return name
		}
	}
	return ""
}

// build builds the command uri in the folder dir.
func build(dir string) error {
	text, err := exec.Command("go", "build", "-o", filepath.Join(dir, "uri"), "github.com/urispan/uri/cmd/uri").CombinedOutput()
	if err != nil {
		return fmt.Errorf("go build: %w: %s", err, text)
	}
	return nil
}

// shell returns a process for a line in a folder. It finds the command uri in bin.
func shell(bin, folder, line string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "LC_ALL=C", "PYTHONIOENCODING=utf-8", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return cmd
}

// prepare writes the input of the task, and its second file, to a new folder.
func (t *task) prepare(in, seen []byte) (folder string, err error) {
	if folder, err = os.MkdirTemp("", "tasks"); err != nil {
		return "", err
	}
	if err = os.WriteFile(filepath.Join(folder, t.file), in, 0o600); err == nil {
		err = os.WriteFile(filepath.Join(folder, "seen"), seen, 0o600)
	}
	return folder, err
}

// A cost is the CPU time of the two lines of a task. The usual one is 0 if a tool is not installed.
type cost struct{ uri, usual time.Duration }

func (c cost) format() string {
	if c.usual == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", c.ratio())
}

func (c cost) ratio() float64 { return c.uri.Seconds() / c.usual.Seconds() }

// measure measures both lines of the task with a sample. It finds the command uri in bin.
func (t *task) measure(bin string, lines, passes int) (c cost, err error) {
	if tools := t.tools(); tools[0] == "python3" || tools[0] == "jq" {
		lines /= 5
	}
	text := sample(t.sample, lines)
	folder, err := t.prepare(text, text[:len(text)/2])
	defer os.RemoveAll(folder)
	if err != nil {
		return c, err
	}
	for range passes {
		if err := spend(&c.uri, bin, folder, t.uri); err != nil {
			return c, err
		}
		if t.missing() != "" {
			continue
		}
		if err := spend(&c.usual, bin, folder, t.tool); err != nil {
			return c, err
		}
	}
	return c, nil
}

// spend runs a line, and sets least to its CPU time if that is less or least is 0. The output goes to a file, since
// grep stops early if it goes to the null device.
func spend(least *time.Duration, bin, folder, line string) error {
	cmd := shell(bin, folder, line)
	out, err := os.Create(filepath.Join(folder, "out"))
	if err != nil {
		return err
	}
	defer out.Close()
	cmd.Stdout = out
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: some lines are invalid
		return err
	}
	if used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); *least == 0 || used < *least {
		*least = used
	}
	return nil
}
