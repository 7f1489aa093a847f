package engine

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
)

// A Job is one run of a verb over all its inputs. All workers share it.
type Job struct {
	Workers int // the number of workers for standard input

	*Options
	*Formats
	notes   *Notes
	stdout  io.Writer
	screen  paint.Screen
	write   Format        // the Format or the template that the options choose
	okLines bool          // the line of a valid record is okStart, the record and a newline
	usual   bool          // only write looks at a valid record after its Step
	drawn   bool          // the format is a picture
	omits   bool          // invalid records have no output
	end     string        // after a line that -keep-rest keeps; empty with -csv
	aligns  bool          // lines without an input have an empty line
	silent  bool          // the output does not describe faults
	checks  bool          // the summary has hints about lines that are valid
	hints   bool          // the summary has hints about invalid records, which the format does not have
	filters bool          // -only, -scheme and -where look at records that are not answered yet
	report  *bufio.Writer // for invalid inputs; may be nil
	turn    *turn

	reading sync.Mutex  // held while a batch is read, which may block
	reader  *fsm.Reader // nil if there are arguments
	batches int         // the number of batches that have been read
	stdin   io.Reader   // nil if there are arguments

	reportFile *os.File // of -report; may be nil
}

// NewJob returns a job.
func NewJob(o *Options, stdin io.Reader, stdout, stderr io.Writer) *Job {
	j := &Job{
		Options: o, Formats: o.formats, notes: NewNotes(o.verb, &o.InputFlags, stderr), turn: &turn{done: make(chan struct{})},
		stdout: stdout, end: string(o.End()),
	}
	j.turn.changed.L = &j.turn.mu
	j.notes.ofHost = o.work.OfHost || slices.ContainsFunc(o.fields, isOfHost)
	j.chooseFormat(stdout)
	j.filters = o.Filter.IsOn() && o.verb.Filtered == nil
	j.usual = o.Filter.IsOn() == j.filters && !o.numbered && !o.keepRest
	j.notes.blanks = j.aligns && j.silent && o.invalid == "" && len(o.fields) > 0 && !o.hasInputs() && o.Column == ""
	j.hints = !o.Quiet && !j.drawn && o.verb.Columns != nil
	isVerdict := o.verb.Name == "check" && o.format == nil && o.Dialect != dialect.Web && o.work.Columns == nil
	j.checks = j.hints && !o.hasInputs() && isVerdict
	j.stdout = paint.Styled(stdout, o.json, j.drawn)
	switch {
	case o.Column != "":
		j.stdin, j.end = stdin, ""
		return j
	case o.hasInputs():
		j.notes.Unit = "argument"
		return j
	}
	limit := o.MaxLine
	if !o.NUL {
		limit = min(limit+1, maxMaxLine) // for the carriage return
	}
	j.reader, j.stdin = fsm.NewReader(j.notes.Opening().Reader(stdin), o.End(), limit), stdin
	j.Workers = cmp.Or(o.Workers, workersFor(runtime.GOMAXPROCS(0)))
	if j.drawn || j.numbered {
		j.Workers = 1 // an answer has its number, and only the first picture has no empty line before it
	}
	return j
}

// chooseFormat chooses the format: the one that the flags name, or else the result alone of verbs that have one, and
// from other verbs pictures for a terminal and lines for other outputs.
func (j *Job) chooseFormat(stdout io.Writer) {
	o := j.Options
	s, isTerminal := paint.ScreenOf(stdout)
	switch {
	case o.json:
		j.write, j.silent = j.object, j.OmitsFaults
	case o.format != nil:
		j.write, j.silent = o.format.format(o.invalid == "mark"), o.invalid != "mark" && !o.format.reports
	case o.picture == "always" || isTerminal && o.picture == "auto" && j.Picture != nil && !j.Bare && !o.tsv && !o.header && !o.numbered:
		j.screen, j.drawn, j.write = s, true, j.Picture(s)
	case o.isBare(j.Formats):
		j.write, j.silent = o.bare(), o.invalid != "mark"
	default:
		j.write, j.silent = j.Line, j.OmitsFaults
		if o.work.NewStep == nil && o.Dialect.AppendText == nil && !o.numbered {
			j.okLines = j.OKLines
		}
	}
	j.omits = o.invalid == "omit" || o.invalid == "" && o.isBare(j.Formats)
	j.aligns = !j.omits && !o.numbered && !o.Filter.IsOn() && (o.format != nil || o.isBare(j.Formats))
	j.silent = j.silent || j.omits
}

// Run answers every input and returns the exit status. On error, it writes the answers so far, and then reports the
// error.
func (j *Job) Run() int {
	stderr, names := j.notes.Stderr, []string{"-"}
	if j.Column != "" {
		names = OrStdin(j.Refs)
	}
	err := Watch(context.Background(), j.Quiet || j.hasInputs(), names, j.stdin, j.stdout, stderr, j.progress, func(messages io.Writer) error {
		j.notes.Stderr = messages
		return j.run()
	})
	j.notes.Stderr = stderr
	return j.status(err)
}

// progress returns the progress line.
func (j *Job) progress(elapsed time.Duration, size int64) string {
	if j.Column != "" { // the answers are counted at the end
		return BytesLine(j.notes.Read.Load(), elapsed, size)
	}
	return j.turn.count().line(j.notes.Read.Load(), elapsed, size)
}

// run answers every input.
func (j *Job) run() error {
	if j.Column == "" && isSameFile(j.stdin, j.stdout) {
		return fmt.Errorf("standard input: %w", errSameFile)
	}
	if err := FlagError("report", j.openReport()); err != nil {
		return err
	}
	if err := j.writeHeader(); err != nil {
		return err
	}
	if done, err := j.drawPair(); done || err != nil {
		return err
	}
	switch {
	case j.Column != "":
		j.answerCells()
	case j.reader == nil:
		j.answerArgs()
	default:
		for range j.Workers {
			go newWorker(j).run()
		}
		<-j.turn.done // after a failure, workers may still wait for input
	}
	return j.turn.err
}

// status returns the exit status. It reports err if that is not nil.
func (j *Job) status(err error) int {
	if j.reportFile != nil {
		err = cmp.Or(err, FlagError("report", j.reportFile.Close()))
	}
	n := j.notes
	if j.Column != "" {
		n.Unit = cellUnit
	}
	n.tally, n.told = j.turn.count(), (j.silent || j.drawn) && j.report == nil
	if j.keepRest {
		if n.Left > 0 && n.Left == n.total-n.Blank && !j.Quiet {
			fmt.Fprintf(n.Stderr, "uri: no %s matches %s\n", n.Unit, &n.Flags.Filter)
		}
		if unfit := n.unread - n.Invalid; unfit > 0 {
			fmt.Fprintf(n.Stderr, "uri: %s not valid, and printed unchanged\n", Share(unfit, n.total-n.Blank, n.Unit))
		}
		n.Left = 0 // they are printed
	}
	n.End(n.total)
	switch {
	case err != nil:
		return Trouble(j.notes.Stderr, err)
	case n.Invalid > 0 && !(j.format != nil && j.omits):
		return ExitInvalid
	}
	return ExitValid
}

// answerArgs answers the arguments as a single batch.
func (j *Job) answerArgs() {
	w := newWorker(j)
	var rec fsm.Record
	for _, arg := range j.Refs {
		scanRecord(&rec, slices.Clip([]byte(arg)))
		w.answer(&rec, rec.Bytes)
	}
	w.pass()
	w.finish(nil)
}

// OnlyHost reports whether the answers change nothing after the authority.
func (o *Options) OnlyHost() bool { return o.work.OnlyHost }

// Answerer returns a function that answers one address after the other. It reuses the record.
func (o *Options) Answerer() func(address []byte) *Record {
	rec, step := NewRecord("", o.Dialect), o.work.newStep()
	rec.InText = true
	return func(address []byte) *Record {
		scanRecord(rec.Record, address)
		step(rec)
		return rec
	}
}

// drawPair draws two valid arguments as one picture if the verb supports that. It never does so for lines of standard
// input: their number is not known before the end, and a picture must not depend on later lines.
func (j *Job) drawPair() (done bool, err error) {
	pair, refs := j.Pair, j.Refs
	if !j.drawn || pair == nil || !j.hasInputs() || len(refs) != 2 || j.NoScheme != "" || j.Filter.IsOn() {
		return false, nil
	}
	a, b := NewRecord(refs[0], j.Dialect), NewRecord(refs[1], j.Dialect)
	picture, ok := pair(nil, j.screen, a, b)
	if ok {
		_, err = j.stdout.Write(picture)
	}
	return ok, err
}
