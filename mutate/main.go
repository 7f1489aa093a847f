// Mutate tells how much the tests notice: it makes one small mistake after the other in source files, such as a "<" for
// a "<=", and runs the tests on each. A mistake that no test finds shows a case that is missing, or code that is not
// needed, or it is none, since the program does the same with it; survivors.txt says of those why.
//
// It is run in the directory of the module that is mutated, or with -C:
//
//	go -C mutate run . -C .. -tests 'fsm=Conformance fsm .' fsm/fast.go fsm/machine.go
//
// Of several stages of tests, each runs only on what the stages before it leave alive: first should come one that is
// quick.
//
// The files are never touched: each mutant is a file of its own in a directory for temporary files, which the go
// command takes in place of the other (its flag -overlay).
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A job is what the command line asks for.
type job struct {
	stages  []stage
	skip    string // the tests that are left out
	scratch string
	out     io.Writer
}

// A stage is some tests of a package. They are run until one fails.
type stage struct {
	pkg, run string // the package as a directory
	timeout  time.Duration
}

func main() {
	var (
		dir       = flag.String("C", ".", "run in this `directory`")
		tests     = flag.String("tests", ".", "run the tests of these `stages`: DIRECTORY or DIRECTORY=EXPRESSION each")
		skip      = flag.String("skip", "", "leave out the tests that match this `expression`")
		survivors = flag.String("survivors", "mutate/survivors.txt", "the `file` that explains survivors")
		list      = flag.Bool("list", false, "list the mutants only")
		only      = flag.String("only", "", "make the mutants only whose description holds this `text`")
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

// run makes the mutants of all files. It returns an error if some survive that are not explained.
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
		var one score
		for _, m := range mutants {
			switch {
			case !strings.Contains(m.key, only):
			case list:
				fmt.Fprintln(j.out, m.key)
			default:
				result, err := j.try(&m, source)
				if err != nil {
					return err
				}
				j.tell(&m, result, explained, &one)
			}
		}
		if !list {
			fmt.Fprintf(j.out, "%s: %v\n", file, &one)
		}
		all.add(&one)
	}
	if list {
		return nil
	}
	fmt.Fprintf(j.out, "all: %v\n", &all)
	if all.survived > 0 {
		return errors.New("there are survivors that are not explained")
	}
	return nil
}

// tell notes what became of the mutant, and prints it if it is news.
func (j *job) tell(m *mutant, result outcome, explained map[string]bool, s *score) {
	s.count(result, explained[m.key])
	switch {
	case result == survived && !explained[m.key]:
		fmt.Fprintf(j.out, "%s:%d: survives: %s\n", m.file, m.line, m.key)
	case result == killed && explained[m.key]:
		fmt.Fprintf(j.out, "%s:%d: killed, though explained: %s\n", m.file, m.line, m.key)
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

// calibrate runs the tests without a mutant: they must pass, and how long they take is what a mutant's timeout is of.
func (j *job) calibrate() error {
	built := map[string]bool{}
	for i := range j.stages {
		stage := &j.stages[i]
		stage.timeout = 10 * time.Minute
		if output, err := j.build(stage, built); err != nil {
			return fmt.Errorf("the tests of %s do not compile without a mutant:\n%s", stage.pkg, output)
		}
		start := time.Now()
		if output, err := j.test(stage); err != nil {
			return fmt.Errorf("the tests of %s fail without a mutant:\n%s", stage.pkg, output)
		}
		stage.timeout = 5*time.Second + 5*time.Since(start) // what takes longer never ends
	}
	return nil
}

// try runs the tests on a mutant.
func (j *job) try(m *mutant, source string) (outcome, error) {
	overlay, err := j.overlay(m, source)
	if err != nil {
		return 0, err
	}
	built := map[string]bool{}
	for i := range j.stages {
		if _, err := j.build(&j.stages[i], built, "-overlay", overlay); err != nil {
			return invalid, nil
		}
		if _, err := j.test(&j.stages[i]); err != nil {
			return killed, nil
		}
	}
	return survived, nil
}

// overlay writes the mutant, and returns the name of the file that makes the go command take it.
func (j *job) overlay(m *mutant, source string) (string, error) {
	file, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	mutated, overlay := filepath.Join(j.scratch, "mutant.go"), filepath.Join(j.scratch, "overlay.json")
	if err := os.WriteFile(mutated, []byte(m.apply(source)), 0o666); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{file: mutated}})
	if err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, text, 0o666)
}

// build compiles the tests of a stage, unless those of its package are built.
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

// test runs a stage. It does so without the go command, so that a mutant that never ends can be ended, be it in the
// initialization of a package, where its own timeout does not count.
func (j *job) test(s *stage) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.timeout)
	defer cancel()
	args := []string{"-test.short", "-test.failfast", "-test.run=" + s.run, "-test.skip=" + j.skip}
	cmd := exec.CommandContext(ctx, j.binary(s), args...)
	cmd.Dir = s.pkg
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}

// readSurvivors reads the file that says why mutants are no mistakes: a line for each one, as it is reported, and then
// the reason, for one or more, in lines that begin with a tab. Lines that begin with "#" and empty ones do not count.
func readSurvivors(file string) (map[string]bool, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	explained, waiting := map[string]bool{}, ""
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] != '\t':
			explained[line] = true
			waiting = line
		case len(explained) == 0:
			return nil, fmt.Errorf("%s:%d: a reason for nothing", file, i+1)
		default:
			waiting = ""
		}
	}
	if waiting != "" {
		return nil, fmt.Errorf("%s: no reason for %s", file, waiting)
	}
	return explained, nil
}
