// Mutate measures the tests of a module. It makes small mistakes in source files, one at a time, such as a "<" for a
// "<=", and runs the tests on each mutant. A mutant that no test detects shows that a test case is missing, or that the
// code is not needed. Some mutants are equivalent to the original: survivors.txt lists them with the reasons.
//
// Run it in the directory of the module to mutate, or with -C:
//
//	go -C .ci run ./mutate -C .. -tests 'fsm=Conformance fsm .' fsm/fast.go fsm/machine.go
//
// Each stage of the tests runs only on the mutants that survive the stages before it, so the first stage should be a
// quick one.
//
// Mutate does not change the source files. It writes each mutant to a directory for temporary files, and the go command
// reads it in place of the original (flag -overlay).
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A job is the settings from the command line.
type job struct {
	stages  []stage
	skip    string // the tests to omit
	scratch string
	out     io.Writer
}

// A stage is a set of tests of a package. They run until one fails.
type stage struct {
	pkg, run  string        // the package as a directory
	cpu, wall time.Duration // the limits of a run
}

func main() {
	var (
		dir       = flag.String("C", ".", "run in this `directory`")
		tests     = flag.String("tests", ".", "run the tests of these `stages`: DIRECTORY or DIRECTORY=EXPRESSION each")
		skip      = flag.String("skip", "", "skip the tests whose names match this `expression`")
		survivors = flag.String("survivors", ".ci/mutate/survivors.txt", "the `file` that explains survivors")
		list      = flag.Bool("list", false, "only list the mutants")
		only      = flag.String("only", "", "try only the mutants whose key contains this `text`")
	)
	flag.Parse()
	err := os.Chdir(*dir)
	if err == nil {
		j := job{skip: *skip, out: os.Stdout}
		for text := range strings.FieldsSeq(*tests) {
			pkg, run, _ := strings.Cut(text, "=")
			j.stages = append(j.stages, stage{pkg: pkg, run: run})
		}
		err = j.run(flag.Args(), *survivors, *only, *list)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run tries the mutants of all files. It returns an error if any mutant survives without an explanation.
func (j *job) run(files []string, survivors, only string, list bool) error {
	explained, err := readSurvivors(survivors)
	if err != nil {
		return err
	}
	if j.scratch, err = os.MkdirTemp("", "mutate"); err != nil {
		return err
	}
	defer os.RemoveAll(j.scratch)
	if !list {
		if err := j.calibrate(); err != nil {
			return err
		}
	}
	var all score
	for _, file := range files {
		source, mutants, err := mutantsOf(file)
		if err != nil {
			return err
		}
		if !list {
			j.reportStale(file, mutants, explained)
		}
		mutants = slices.DeleteFunc(mutants, func(m mutant) bool { return !strings.Contains(m.key, only) })
		if list {
			for _, m := range mutants {
				fmt.Fprintln(j.out, m.key)
			}
			continue
		}
		var one score
		results, err := j.tryFile(file, source, mutants)
		if err != nil {
			return err
		}
		for i := range mutants {
			j.record(&mutants[i], results[i], explained, &one)
		}
		fmt.Fprintf(j.out, "%s: %v\n", file, &one)
		all.add(&one)
	}
	if list {
		return nil
	}
	fmt.Fprintf(j.out, "all: %v\n", &all)
	if all.survived > 0 {
		return errors.New("some survivors are not explained")
	}
	return nil
}

// reportStale prints the survivors of the file that name none of its mutants, because the line changed.
func (j *job) reportStale(file string, mutants []mutant, explained map[string]bool) {
	for _, key := range slices.Sorted(maps.Keys(explained)) {
		isKey := func(m mutant) bool { return m.key == key }
		if strings.HasPrefix(key, file+" ") && !slices.ContainsFunc(mutants, isKey) {
			fmt.Fprintf(j.out, "%s: explained, but not a mutant: %s\n", file, key)
		}
	}
}

// record counts the outcome of the mutant, and prints it unless it is expected.
func (j *job) record(m *mutant, result outcome, explained map[string]bool, s *score) {
	s.count(result, explained[m.key])
	switch {
	case result == survived && !explained[m.key]:
		fmt.Fprintf(j.out, "%s:%d: survives: %s\n", m.file, m.line, m.key)
	case result == killed && explained[m.key]:
		fmt.Fprintf(j.out, "%s:%d: killed, although explained: %s\n", m.file, m.line, m.key)
	}
}

type outcome int

const (
	invalid outcome = iota // it does not compile
	killed
	survived
)

// A score counts the mutants that compile.
type score struct{ killed, equivalent, survived int }

func (s *score) count(o outcome, explained bool) {
	switch {
	case o == killed:
		s.killed++
	case o == survived && explained:
		s.equivalent++
	case o == survived:
		s.survived++
	}
}

func (s *score) add(t *score) {
	s.killed += t.killed
	s.equivalent += t.equivalent
	s.survived += t.survived
}

func (s *score) String() string {
	return fmt.Sprintf("%d mutants: %d killed, %d explained, %d survive",
		s.killed+s.equivalent+s.survived, s.killed, s.equivalent, s.survived)
}

// calibrate runs the tests without a mutant. They must pass, and their time determines the limits of the mutants.
func (j *job) calibrate() error {
	built := map[string]bool{}
	for i := range j.stages {
		stage := &j.stages[i]
		stage.cpu, stage.wall = 10*time.Minute, 10*time.Minute
		if output, err := j.build(stage, built); err != nil {
			return fmt.Errorf("the tests of %s do not compile without a mutant:\n%s", stage.pkg, output)
		}
		start := time.Now()
		output, cpu, err := j.test(stage, 0, "-test.failfast")
		if err != nil {
			return fmt.Errorf("the tests of %s fail without a mutant:\n%s", stage.pkg, output)
		}
		// A mutant that takes longer counts as endless. Processor time does not depend on the load of the machine.
		stage.cpu = time.Second + 5*cpu
		stage.wall = time.Minute + 20*time.Since(start)
	}
	return nil
}

// tryFile returns the outcomes of the mutants of a file. It tries those that a schema can have in one build, and the
// others one by one. Tests that fail in the schema without a mutant, such as tests of allocations, run one by one for the
// mutants that survive the other tests.
func (j *job) tryFile(file, source string, mutants []mutant) ([]outcome, error) {
	results, sure, err := j.trySchema(file, source, mutants)
	if err != nil {
		return nil, err
	}
	for i := range mutants {
		if mutants[i].in == nil || results[i] == survived && !sure {
			if results[i], err = j.try(&mutants[i], source); err != nil {
				return nil, err
			}
		}
	}
	return results, nil
}

// try runs the tests on a mutant alone.
func (j *job) try(m *mutant, source string) (outcome, error) {
	overlay, err := j.overlay(m.file, m.apply(source))
	if err != nil {
		return 0, err
	}
	built := map[string]bool{}
	for i := range j.stages {
		if _, err := j.build(&j.stages[i], built, "-overlay", overlay); err != nil {
			return invalid, nil
		}
		if _, _, err := j.test(&j.stages[i], 0, "-test.failfast"); err != nil {
			return killed, nil
		}
	}
	return survived, nil
}

// overlay writes a text for the file. It returns the name of the file that makes the go command use it.
func (j *job) overlay(file, changed string) (string, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	mutated, overlay := filepath.Join(j.scratch, "mutant"+filepath.Ext(file)), filepath.Join(j.scratch, "overlay.json")
	if err := os.WriteFile(mutated, []byte(changed), 0o666); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{file: mutated}})
	if err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, text, 0o666)
}

// build compiles the tests of a stage, unless the tests of its package are already compiled.
func (j *job) build(s *stage, built map[string]bool, flags ...string) ([]byte, error) {
	if built[s.pkg] {
		return nil, nil
	}
	built[s.pkg] = true
	args := append([]string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", j.binary(s)}, flags...)
	return exec.Command("go", append(args, "./"+s.pkg)...).CombinedOutput()
}

func (j *job) binary(s *stage) string {
	return filepath.Join(j.scratch, strings.ReplaceAll(filepath.Clean(s.pkg), "/", "-")+".test")
}

// test runs a stage on the mutant of the schema with the number. It returns the processor time. It runs the test binary
// directly, without the go command, so that it can kill a mutant that never ends, even in the initialization of a package,
// where the binary's own timeout has no effect.
func (j *job) test(s *stage, number int, flags ...string) (output []byte, cpu time.Duration, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.wall)
	defer cancel()
	args := []string{"-c", `ulimit -t "$0" && exec "$@"`, strconv.Itoa(int(s.cpu.Seconds()) + 1), j.binary(s)}
	args = append(args, "-test.short", "-test.run="+s.run, "-test.skip="+j.skip)
	cmd := exec.CommandContext(ctx, "sh", append(args, flags...)...)
	cmd.Dir = s.pkg
	cmd.Env = append(os.Environ(), variable+"="+strconv.Itoa(number))
	cmd.WaitDelay = time.Second
	output, err = cmd.CombinedOutput()
	if cmd.ProcessState != nil {
		cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return output, cpu, err
}

// readSurvivors reads the file of explained mutants. Each mutant is a line in the format of the report. The reason, for
// one or more mutants, follows in lines that begin with a tab. Empty lines and lines that begin with "#" are ignored.
func readSurvivors(file string) (map[string]bool, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	explained, waiting, before := map[string]bool{}, "", ""
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] != '\t':
			explained[line] = true
			waiting = line
		case before == "" || before[0] == '#':
			return nil, fmt.Errorf("%s:%d: a reason without a mutant before it", file, i+1)
		default:
			waiting = ""
		}
		before = line
	}
	if waiting != "" {
		return nil, fmt.Errorf("%s: missing reason for %s", file, waiting)
	}
	return explained, nil
}
