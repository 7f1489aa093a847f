//go:build linux

package main

import (
	"flag"
	"os"
	"strings"
	"testing"
)

// TestTasks runs both lines of each task.
func TestTasks(t *testing.T) {
	bin := t.TempDir()
	if err := build(bin); err != nil {
		t.Fatal(err)
	}
	for i := range tasks {
		task := &tasks[i]
		t.Run(task.what, func(t *testing.T) {
			t.Parallel()
			folder, err := task.prepare([]byte(task.in), []byte(task.seen))
			defer os.RemoveAll(folder)
			if err != nil {
				t.Fatal(err)
			}
			check := func(line, want string) {
				out, err := shell(bin, folder, line).Output()
				if err != nil || string(out) != want {
					t.Errorf("%s: %v\n%s\nwant\n%s", line, err, out, want)
				}
			}
			check(task.uri, task.want)
			if name := task.missing(); name != "" {
				t.Skip(name + " is not installed")
			}
			want := task.want
			if task.other != "" {
				want = task.other
			}
			check(task.tool, want)
		})
	}
}

// TestTable: there are 40 tasks of different threads, each with the reason why the usual tool has another result, and a
// row in README.md.
func TestTable(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	threads := map[string]bool{}
	for i := range tasks {
		task := &tasks[i]
		threads[task.thread] = true
		if (task.other == "") != (task.why == "") || task.other == task.want {
			t.Errorf("%s: a reason and no other result, or the other way round", task.what)
		}
		row, _, _ := strings.Cut(task.row("RATIO"), "RATIO")
		if !strings.Contains(string(readme), "\n"+row) {
			t.Errorf("%s: README.md has no row\n%s", task.what, row)
		}
	}
	if len(tasks) != 40 || len(threads) != 40 {
		t.Errorf("%d tasks of %d threads", len(tasks), len(threads))
	}
}

// BenchmarkTasks reports the number of tasks in which the command uri takes at most the CPU time of the usual tool. With
// -benchtime 1x the samples are short.
func BenchmarkTasks(b *testing.B) {
	lines, passes := 100_000, 2
	if flag.Lookup("test.benchtime").Value.String() == "1x" {
		lines, passes = 1000, 1
	}
	bin := b.TempDir()
	if err := build(bin); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n := 0
		for i := range tasks {
			c, err := tasks[i].measure(bin, lines, passes)
			if err != nil {
				b.Fatalf("%s: %v", tasks[i].what, err)
			}
			if c.usual > 0 && c.ratio() <= 1 {
				n++
			}
		}
		b.ReportMetric(float64(n), "tasks")
	}
}
