package engine

import (
	"fmt"

	"github.com/urispan/uri/fsm"
)

// maxWorkers bounds the memory: each worker has a batch and a buffer for its answers.
const maxWorkers = 8

// workersFor returns the best number of workers: one more than there are processors, since some wait for their turn. On
// a single processor, more than one worker gains nothing; it reads, answers and writes by turns.
func workersFor(processors int) int {
	if processors == 1 {
		return 1
	}
	return min(processors+1, maxWorkers)
}

// A worker reads a batch, answers it into a buffer and, in its turn, writes the buffer. While a worker waits for input,
// the others go on. A worker answers everything that it has read, whether or not more input comes. So a person or a
// program that waits for an answer before giving the next line gets it.
type worker struct {
	*output
	in     *input // nil for arguments
	batch  fsm.Batch
	number int // of the batch
	tally
	out  []byte // answers that have not been written yet
	said []message
	rec  Record
	step Step
}

// A message says why a record is invalid, and has not been written yet.
type message struct {
	number int // of the record, counted from 1 after the records that the turn has counted
	text   string
}

// maxMessages is the number of messages that a worker keeps.
const maxMessages = 1000

// outputSize is the size in bytes at which a worker writes answers before the end of a batch. It is about the size of
// the answers to a batch of usual references in the longest format, so that this is rare: to write, a worker must wait
// for its turn.
const outputSize = 1 << 20

// longRecord is the length in bytes above which the answer to a record, which may be six times as long, must not make
// the buffer of a worker grow.
const longRecord = outputSize / 8

func newWorker(o *output, in *input) *worker {
	w := &worker{output: o, in: in, rec: Record{unit: o.unit, Dialect: o.Dialect}, step: o.work.newStep()}
	w.rec.Drain = w.drain
	return w
}

// run is the loop of a worker. It ends at the end of the input, or when reading or writing has failed.
func (w *worker) run() {
	for {
		var ok bool
		if w.number, ok = w.in.fill(&w.batch); !ok {
			w.finish(w.in.reader.Err())
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
		if w.crlf {
			trimCR(rec, w.maxLine)
		}
		if !w.answer(rec) {
			return false
		}
	}
	return true
}

// answer answers a record. It returns false if the work is over.
func (w *worker) answer(r *fsm.Record) bool {
	w.total++
	if w.frame != nil {
		var ok bool
		if w.out, ok = w.frame.append(w.out, r); ok {
			return len(w.out) < outputSize || w.flush()
		}
	}
	rec := &w.rec
	rec.Record = r
	if (r.Cut || w.drawn) && !w.place(rec) {
		return false
	}
	if w.step(rec); !r.OK {
		w.invalid++
		if w.silent && !w.report(rec) {
			return false
		}
	}
	if len(r.Bytes) > longRecord {
		return w.answerLong()
	}
	w.out = w.write(w.out, rec)
	if rec.trouble != nil {
		w.finish(rec.trouble)
		return false
	}
	return len(w.out) < outputSize || w.flush()
}

// answerLong answers a long record in the worker's turn, in memory that all workers share.
func (w *worker) answerLong() bool {
	if !w.flush() {
		return false
	}
	t := w.turn
	own := w.out
	w.out = w.write(t.long, &w.rec)
	ok := w.flush()
	if ok && w.rec.trouble != nil {
		t.end(w.rec.trouble)
		ok = false
	}
	w.out, t.long = own, w.out
	w.rec.SetResult(nil)
	return ok
}

// place waits for the worker's turn, in which the number of the record is known, and sets that number. If the record
// was cut, place says so on standard error, where a reader of a long stream finds it. Pictures show it themselves.
func (w *worker) place(rec *Record) bool {
	t := w.turn
	if !t.wait(w.number) {
		return false
	}
	rec.place = t.total + w.total
	if rec.Cut && !w.drawn {
		w.say()
		fmt.Fprintf(w.stderr, "uri: %s %d: longer than %d bytes (-max-line)\n", rec.unit, rec.place, len(rec.Bytes))
	}
	return true
}

// report says on standard error why a record is invalid, unless place has said so. It returns false if the work is
// over.
func (w *worker) report(rec *Record) bool {
	if !rec.Unread() {
		w.said = append(w.said, message{w.total, rec.Caption()})
	}
	return len(w.said) < maxMessages || w.flush()
}

// say writes the messages in the worker's turn, in which the numbers of the records are known.
func (w *worker) say() {
	if len(w.said) == 0 {
		return
	}
	var text []byte
	for _, m := range w.said {
		text = fmt.Appendf(text, "uri: %s %d: %s\n", w.unit, w.turn.total+m.number, m.text)
	}
	w.stderr.Write(text)
	w.said = w.said[:0]
}

// flush writes the messages and the buffered answers in the worker's turn. It returns false if the work is over.
func (w *worker) flush() bool {
	t := w.turn
	if !t.wait(w.number) {
		return false
	}
	w.say()
	if len(w.out) == 0 {
		return true
	}
	_, err := w.stdout.Write(w.out)
	w.out = w.out[:0]
	if err != nil {
		t.end(err)
	}
	return err == nil
}

// drain writes out, the beginning of an answer, in the worker's turn, and returns the memory for the rest. If the work
// is over, it writes nothing.
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
	w.turn.pass(w.tally)
	w.tally = tally{}
	w.number++
	return true
}

// finish ends the work after all batches before have been answered, and ends a series of pictures with its summary.
func (w *worker) finish(err error) {
	if !w.turn.wait(w.number) {
		return
	}
	if w.drawn && w.Summary != nil {
		w.out = w.Summary(w.out, w.turn.total, w.turn.invalid)
	}
	if w.flush() {
		w.turn.end(err)
	}
}
