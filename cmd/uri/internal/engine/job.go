package engine

import (
	"io"
	"runtime"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
)

// A Job is one run of a verb over all its inputs.
type Job struct {
	Workers int // the number of workers for standard input

	options *Options
	in      *input // if there are no arguments
	stdout  io.Writer
	stderr  io.Writer
	screen  paint.Screen
	format  Format
	unit    string // the name of a record: "line", "record" (with -0) or "argument"
	drawn   bool   // the format is a picture
	silent  bool   // the format does not say why a record is invalid
	turn    *turn

	progress *progress // may be nil; otherwise stderr writes through it
}

// NewJob returns a job. It chooses the format: the one that flags ask for, pictures for a terminal, and otherwise lines.
func NewJob(o *Options, stdin io.Reader, stdout, stderr io.Writer) *Job {
	j := &Job{options: o, stdout: stdout, stderr: stderr, turn: newTurn()}
	s, isTerminal := paint.ScreenOf(stdout)
	switch {
	case o.json:
		if j.format = o.verb.JSON; o.Dialect.International {
			j.format = escapesSeparators(o.verb.JSON)
		}
	case o.format != nil:
		j.format, j.silent = o.format.format, !o.format.reports
	case o.picture == "always" || o.picture == "auto" && isTerminal:
		j.screen, j.drawn, j.format = s, true, o.verb.Picture(s)
	default:
		j.format = o.verb.Line
	}
	j.stdout = paint.Styled(stdout, o.json, j.drawn)
	if len(o.Refs) > 0 {
		j.unit = "argument"
		return j
	}
	j.in, j.unit = newInput(stdin, o), "line"
	if o.nul {
		j.unit = "record"
	}
	j.Workers = workersFor(runtime.GOMAXPROCS(0))
	if j.drawn {
		j.Workers = 1 // the numbers of all records must be known
	}
	if !o.quiet {
		j.show(newProgress(stdin, stdout, stderr))
	}
	return j
}

// show makes the job show p, unless p is nil.
func (j *Job) show(p *progress) {
	if p != nil {
		j.progress, j.stderr = p, paint.NewTerminal(p, paint.Screen{Width: p.width})
	}
}

// Run answers every input and returns the exit status. It writes the answers before an error, and then reports the error.
func (j *Job) Run() int {
	if done, err := j.drawPair(); done || err != nil {
		return j.status(err)
	}
	if j.in == nil {
		j.answerArgs()
	} else {
		j.answerInput()
	}
	return j.status(j.turn.err)
}

// status returns the exit status. It reports err if that is not nil.
func (j *Job) status(err error) int {
	switch {
	case err != nil:
		return Trouble(j.stderr, err)
	case j.turn.counted().invalid > 0:
		return ExitInvalid
	}
	return ExitValid
}

// answerArgs answers the arguments as a single batch. It copies each argument into the same memory, since records have
// bytes and not strings.
func (j *Job) answerArgs() {
	w := newWorker(j)
	var rec fsm.Record
	for _, arg := range j.options.Refs {
		setRecord(&rec, arg)
		if !w.answer(&rec) {
			return
		}
	}
	if w.pass() {
		w.finish(nil)
	}
}

// answerInput lets the workers answer the input, and shows the progress. After the work has failed, it does not wait for
// workers that still wait for input.
func (j *Job) answerInput() {
	for range j.Workers {
		go newWorker(j).run()
	}
	if j.progress == nil {
		<-j.turn.done
		return
	}
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	j.watch(ticker.C)
}

// watch draws the progress at each tick until the work is done.
func (j *Job) watch(ticks <-chan time.Time) {
	for {
		select {
		case now := <-ticks:
			j.progress.draw(now, j.turn.counted())
		case <-j.turn.done:
			j.progress.Write(nil)
			return
		}
	}
}

// drawPair draws two arguments as one picture if the verb can, in which case both are valid. It never draws lines of
// standard input so: their number is not known before the end, and a picture should not depend on later lines.
func (j *Job) drawPair() (done bool, err error) {
	verb, refs := j.options.verb, j.options.Refs
	if !j.drawn || verb.Pair == nil || len(refs) != 2 {
		return false, nil
	}
	a, b := NewRecord(refs[0], j.options.Dialect), NewRecord(refs[1], j.options.Dialect)
	picture, ok := verb.Pair(nil, j.screen, a, b)
	if ok {
		_, err = j.stdout.Write(picture)
	}
	return ok, err
}
