package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// An input reads batches of records and numbers them.
type input struct {
	mu     sync.Mutex // held while a batch is read, which may take for ever
	reader *fsm.Reader
	next   int // the number of the next batch
}

// newInput returns the input for what r gives.
func newInput(r io.Reader, o *options) *input {
	sep := byte('\n')
	if o.nul {
		sep = 0
	}
	return &input{reader: fsm.NewReader(r, sep, o.maxLine)}
}

// fill reads the next batch into b and returns its number. At the end, ok is false.
func (in *input) fill(b *fsm.Batch) (number int, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	number = in.next
	in.next++
	return number, in.reader.Fill(b)
}

// A turn lets the workers write in the order in which they read. What is written and counted belongs to the worker
// whose turn it is.
type turn struct {
	mu      sync.Mutex
	changed sync.Cond
	batch   int   // the number of the batch whose worker has the turn
	over    bool  // nobody gets it any more
	err     error // why it is over, if not for the end
	done    chan struct{}
	long    []byte // memory for the answers to long records

	tally
}

// A tally says how much was answered.
type tally struct {
	bytes   int64
	total   int
	invalid int
}

func newTurn() *turn {
	t := &turn{done: make(chan struct{})}
	t.changed.L = &t.mu
	return t
}

// wait waits for the turn of a batch. It returns false if that will not come.
func (t *turn) wait(batch int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.batch != batch && !t.over {
		t.changed.Wait()
	}
	return !t.over
}

// pass ends the turn of a batch of which n is to be counted.
func (t *turn) pass(n tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes = n.bytes
	t.total += n.total
	t.invalid += n.invalid
	t.batch++
	t.changed.Broadcast()
}

// end ends all turns, because of err or the end of the input.
func (t *turn) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return
	}
	t.over, t.err = true, err
	t.changed.Broadcast()
	close(t.done)
}

// counted returns how much was answered.
func (t *turn) counted() tally {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tally
}

// maxWorkers bounds the memory: each worker has a batch and a buffer for its answers.
const maxWorkers = 8

// workersFor returns how many workers are best: one more than there are processors to work on, since some wait for
// their turn. On a single processor there is nothing to be won, and one worker reads, answers and writes by turns.
func workersFor(processors int) int {
	if processors == 1 {
		return 1
	}
	return min(processors+1, maxWorkers)
}

// A worker reads a batch, answers it into a buffer and, when it is its turn, writes that. While it waits for input, the
// others go on; what was read is answered whether or not more comes. So whoever waits for an answer before giving the
// next line gets it, terminal or program.
type worker struct {
	job    *job
	batch  fsm.Batch
	number int // of the batch
	tally
	out  []byte // answers that were not written yet
	rec  record
	step step
}

// outputSize is the size in bytes at which answers are written before the end of a batch is reached: about what a batch
// of usual references gives in the longest format, so that this is rare. To write, a worker waits for the others.
const outputSize = 1 << 20

// longRecord is the length in bytes above which a record's answer, which may be six times as long, is not to make the
// buffer of a worker grow.
const longRecord = outputSize / 8

func newWorker(j *job) *worker {
	w := &worker{job: j, rec: record{unit: j.unit, iri: j.iri}, step: explain}
	if j.newStep != nil {
		w.step = j.newStep()
	}
	w.rec.drain = w.drain
	return w
}

// run is the loop of a worker. It ends with the input, or when reading or writing has failed.
func (w *worker) run() {
	for {
		var ok bool
		if w.number, ok = w.job.in.fill(&w.batch); !ok {
			w.finish(w.job.in.reader.Err())
			return
		}
		if !w.answerBatch() || !w.pass() {
			return
		}
	}
}

// answerBatch answers the records of the batch. It returns false if the work is over.
func (w *worker) answerBatch() bool {
	for rec := range w.batch.Records() {
		w.bytes = rec.Offset + int64(len(rec.Bytes)) + 1
		if !w.answer(rec) {
			return false
		}
	}
	return true
}

// answer answers a record. It returns false if the work is over.
func (w *worker) answer(r *fsm.Record) bool {
	w.total++
	rec := &w.rec
	rec.Record = r
	if (r.Cut || w.job.drawn) && !w.place(rec) {
		return false
	}
	if w.step(rec); !r.OK {
		w.invalid++
		if w.job.silent && !w.tell(rec) {
			return false
		}
	}
	if len(r.Bytes) > longRecord {
		return w.answerLong()
	}
	w.out = w.job.format(w.out, rec)
	if rec.trouble != nil {
		w.finish(rec.trouble)
		return false
	}
	return len(w.out) < outputSize || w.flush()
}

// answerLong answers a long record in the memory that all workers have for such, when it is the worker's turn.
func (w *worker) answerLong() bool {
	if !w.flush() {
		return false
	}
	t := w.job.turn
	own := w.out
	w.out = w.job.format(t.long, &w.rec)
	ok := w.flush()
	if ok && w.rec.trouble != nil {
		t.end(w.rec.trouble)
		ok = false
	}
	w.out, t.long = own, w.out
	w.rec.result = nil
	return ok
}

// place waits for the worker's turn and sets the number of a record, which is known only then. A line that was too long
// is named on standard error, where a reader of a long stream will find it; in a picture it is easy to see.
func (w *worker) place(rec *record) bool {
	t := w.job.turn
	if !t.wait(w.number) {
		return false
	}
	rec.place = t.total + w.total
	if rec.Cut && !w.job.drawn {
		fmt.Fprintf(w.job.stderr, "uri: %s %d: longer than %d bytes (-max-line)\n", rec.unit, rec.place, len(rec.Bytes))
	}
	return true
}

// tell says on standard error what is wrong with a record, when it is the worker's turn: the number is known only then.
// That a line was too long is said already.
func (w *worker) tell(rec *record) bool {
	t := w.job.turn
	if !t.wait(w.number) {
		return false
	}
	if !rec.Cut || !rec.ours {
		fmt.Fprintf(w.job.stderr, "uri: %s %d: %s\n", rec.unit, t.total+w.total, captionOf(rec))
	}
	return true
}

// flush writes the answers that there are, when it is the worker's turn. It returns false if the work is over.
func (w *worker) flush() bool {
	t := w.job.turn
	if !t.wait(w.number) {
		return false
	}
	if len(w.out) == 0 {
		return true
	}
	_, err := w.job.stdout.Write(w.out)
	w.out = w.out[:0]
	if err != nil {
		t.end(err)
	}
	return err == nil
}

// drain writes out, the beginning of an answer, when it is the worker's turn, and returns the memory for the rest. When the
// work is over, nothing is written.
func (w *worker) drain(out []byte) []byte {
	w.out = out
	w.flush()
	return out[:0]
}

// pass writes and counts the answers, and gives the turn to the next batch. It returns false if the work is over.
func (w *worker) pass() bool {
	if !w.flush() {
		return false
	}
	w.job.turn.pass(w.tally)
	w.tally = tally{}
	w.number++
	return true
}

// finish ends the work when all batches before are answered, with what closes a series of pictures.
func (w *worker) finish(err error) {
	j := w.job
	if !j.turn.wait(w.number) {
		return
	}
	if j.drawn && j.verb.summary != nil {
		w.out = j.verb.summary(w.out, j.turn.total, j.turn.invalid)
	}
	if w.flush() {
		j.turn.end(err)
	}
}

// A record is an input and what is to be said of it.
type record struct {
	*fsm.Record
	unit  string // what is counted: "line", "record" (with -0) or "argument"
	place int    // counted from 1; known in a picture, or if the record was cut
	iri   bool   // it is to be an IRI-reference

	// What a step made of it, if there is something to make.
	base, ref []byte
	result    []byte // its memory is used again

	// If it is invalid: the component that is being read at the offset N, and why that cannot go on.
	component fsm.Component
	reason    string
	err       uri.Error // the same, if package uri was asked; otherwise its Reason is 0
	ours      bool      // package uri does not know the reason

	audited  bool // what is hazardous about it was looked for, and is in findings
	findings []finding

	rows int // -rows, of explain

	// drain writes the beginning of a long answer, and returns the memory for the rest. It is nil if the answer is to stay
	// in memory.
	drain func(dst []byte) []byte

	trouble error // why the format could not say it; ends the work
}

// explain is the step of verbs for which the scanner has told all there is to know.
func explain(rec *record) { rec.valid() }

// valid tells whether the record is a reference, and explains it if not.
func (rec *record) valid() bool { return rec.OK || rec.goOn() }

// goOn is valid for a record that is no URI-reference.
func (rec *record) goOn() bool {
	if rec.iri {
		rec.N, rec.OK = fsm.ResumeIRI(rec.Bytes, rec.N, &rec.Ranges)
		rec.OK = rec.OK && !rec.Cut
	}
	if !rec.OK {
		rec.explain()
	}
	return rec.OK
}

// explain sets component and reason of a record that the scanner has found to be invalid.
func (rec *record) explain() {
	if rec.Cut && rec.isPrefix(0, rec.N) {
		rec.explainCut(0)
		return
	}
	var component fsm.Component
	var reason fsm.Reason
	if rec.iri {
		component, reason = fsm.ExplainIRI(fsm.URIReference, rec.Bytes, rec.N, &rec.Ranges)
	} else {
		component, reason = fsm.Explain(fsm.URIReference, rec.Bytes, rec.N, &rec.Ranges)
	}
	rec.component, rec.reason = component, reason.String()
	rec.err, rec.ours = uri.Error{}, false
}

// isPrefix tells whether a record that was cut is, from start on, a prefix of a reference, if the scanner finds that
// dead at n: whether it ends there, or in the character that begins there. What character that is nobody knows.
func (rec *record) isPrefix(start, n int) bool {
	rest := rec.Bytes[start+n:]
	return len(rest) == 0 || rec.iri && !utf8.FullRune(rest)
}

// explainCut is for a record that, from start on, is a prefix of a reference as far as it was read. A byte that is
// legal nowhere, put in the place of the first that was not read, makes the scanner name the component that was being
// read there.
func (rec *record) explainCut(start int) {
	probe := append(rec.Bytes[start:], 0) // a copy: the capacity of Bytes is its length
	var dead fsm.Ranges
	n, _ := fsm.ScanIRI(probe, &dead) // of a prefix of a URI-reference it says what Scan says
	component, _ := fsm.ExplainIRI(fsm.URIReference, probe, n, &dead)
	reason := fmt.Sprintf("%s %d is longer than %d bytes", rec.unit, rec.place, len(rec.Bytes))
	rec.refuse(len(rec.Bytes), component, reason)
}

// refuse makes the record invalid at the offset n for a reason that is not one of package uri.
func (rec *record) refuse(n int, component fsm.Component, reason string) {
	rec.OK, rec.N, rec.component, rec.reason = false, n, component, reason
	rec.err, rec.ours = uri.Error{}, true
}

// refuseFor makes the record invalid for what package uri says of that which begins at start.
func (rec *record) refuseFor(err *uri.Error, start int) {
	rec.err, rec.ours = *err, false
	rec.err.Offset += start
	rec.OK, rec.N = false, rec.err.Offset
	rec.component, rec.reason = fsm.Component(err.Component), err.Reason.String()
}

// texts makes strings of what is in buffers, many in one allocation, since package uri reads strings only.
type texts struct {
	b strings.Builder
}

// textsSize is the size in bytes of an allocation. All strings in it are kept as long as one of them is.
const textsSize = 64 << 10

func (t *texts) of(p []byte) string {
	if t.b.Cap()-t.b.Len() < len(p) {
		t.b.Reset()
		t.b.Grow(max(len(p), textsSize))
	}
	n := t.b.Len()
	t.b.Write(p)
	return t.b.String()[n:]
}
