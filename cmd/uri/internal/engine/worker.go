package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// maxWorkers limits the memory: each worker has a batch and a buffer for its answers.
const maxWorkers = 8

// workersFor returns the best number of workers: one more than there are processors, since some wait for their turn. On
// a single processor, one worker is as fast as more.
func workersFor(processors int) int {
	if processors == 1 {
		return 1
	}
	return min(processors+1, maxWorkers)
}

// A worker reads a batch, answers it into a buffer and, in its turn, writes the buffer. While a worker waits for input,
// the others continue. A worker answers all records that it has read before it waits for more, so a person or a program
// may read an answer before writing the next line.
type worker struct {
	*Job
	batch  fsm.Batch
	number int  // of the batch
	over   bool // the work is over, and results no longer count
	tally
	out     []byte // answers that have not been written yet
	rec     Record
	step    Step // nil if records are only checked
	samples bool // records are sampled
	line    int  // the line of the cell, with -csv
}

// MaxTold is the number of invalid records that standard error describes if the format does not. Their total follows.
const MaxTold = 3

// outputSize is the size of the buffered answers in bytes that makes a worker write before the end of a batch. This
// should be rare, because the worker must wait for its turn. So it is about the size of the answers to a batch of usual
// references in the longest format.
const outputSize = 1 << 20

// longRecord is the length in bytes of the longest record that a worker answers in its own buffer. An answer may be six
// times as long as its record.
const longRecord = outputSize / 8

func newWorker(j *Job) *worker {
	w := &worker{Job: j, rec: Record{unit: j.notes.Unit, Dialect: j.Dialect}, samples: true}
	w.rec.Drain = w.drain
	if j.work.NewStep != nil {
		w.step = j.work.NewStep()
	}
	return w
}

// run is the loop of a worker. It ends at the end of the input, or when reading or writing has failed.
func (w *worker) run() {
	for !w.over {
		w.reading.Lock()
		w.number = w.batches
		w.batches++
		ok := w.reader.Fill(&w.batch)
		w.reading.Unlock()
		if !ok {
			w.finish(w.reader.Err())
			return
		}
		w.answerBatch()
		w.pass()
	}
}

// answerBatch answers the records of the batch.
func (w *worker) answerBatch() {
	w.samples = w.number < sampledBatches && !w.work.Pairs // of a pair, a part is invalid
	isDirect := w.number >= sampledBatches && w.NoScheme == "" && !w.filters
	for rec := range w.batch.Records() {
		line := rec.Bytes
		isWhole := rec.OK && 1 < len(line) && len(line) <= w.MaxLine // PERF: the whole line is the input
		switch {
		case isWhole && isDirect: // PERF: check, split and normalize take 0.95 of the time
			w.total++
			w.answerTaken(rec, line, nil)
		case isWhole || w.readLine(rec):
			w.answer(rec, line)
		default:
			w.skip(line)
		}
		if w.over {
			return
		}
	}
}

// readLine makes the input in a line the bytes of the record, unless the line was cut. It reports whether the line has an
// input. Every line of text is one.
func (w *worker) readLine(rec *fsm.Record) (hasInput bool) {
	if w.NUL {
		return true
	}
	line := bytes.TrimSuffix(rec.Bytes, []byte("\r"))
	if len(line) > w.MaxLine {
		line, rec.Cut = line[:w.MaxLine], true
	}
	input := line
	if w.Dialect != dialect.Text && !rec.Cut {
		var err error
		if input, err = InputIn(line); err != nil {
			return false
		}
		if w.work.Pairs {
			input = bytes.Trim(line, " ")
		}
	}
	if n := len(input); n < len(rec.Bytes) {
		scanRecord(rec, input[:n:n])
	}
	return true
}

// skip answers a line without an input.
func (w *worker) skip(line []byte) {
	w.total++
	w.Blank++
	if w.aligns {
		w.out = append(w.out, w.End())
	}
	w.keep(line)
}

// answer answers a record, which is in a line.
func (w *worker) answer(r *fsm.Record, line []byte) {
	w.total++
	if r.Cut && w.keepRest {
		w.finish(fmt.Errorf("-keep-rest: a line is longer than %d bytes (-max-line)", w.MaxLine))
		return
	}
	var noHost *uri.Error
	if w.samples && w.signs[signSampled] < maxSampled && w.Dialect != dialect.Text {
		w.sampleRecord(r)
	}
	if w.NoScheme != "" {
		if w.format != nil { // the offsets in JSON are of the address
			w.rec.given = bytes.Trim(r.Bytes, " \t")
		}
		noHost = w.guess(r)
		r.OK = r.OK && noHost == nil
	}
	if w.filters && (noHost != nil && w.Filter.IsStrict() || !w.takes(r)) {
		if w.hints && !r.OK && w.Dialect != dialect.Web {
			w.notes.countUnread(&w.tally, &Record{Record: r, Dialect: w.Dialect}, w.samples)
		}
		w.Left++
		w.keep(line)
		return
	}
	w.answerTaken(r, line, noHost)
}

// answerTaken answers a record, which is in a line and is not left out. If noHost is not nil, it is the fault of the record.
func (w *worker) answerTaken(r *fsm.Record, line []byte, noHost *uri.Error) {
	if w.checks && r.OK {
		if lo, hi, _ := r.Ranges.Port(); !isWebURL(r.Bytes) || hi-lo >= len("65536") { // PERF: other lines have no sign
			w.signs[signOfValid(r)]++
		}
	}
	if w.okLines && r.OK && !r.Cut && len(r.Bytes) <= longRecord { // PERF: without this, check takes 1.15 of the time
		w.out = append(append(append(w.out, okStart...), r.Bytes...), '\n')
		w.wrote(0)
		return
	}
	rec := &w.rec
	rec.Record = r
	if r.Cut {
		w.place(rec)
	}
	if w.step == nil { // PERF: split takes 1.05 of the time with a Step for this
		rec.Valid()
	} else {
		w.step(rec)
	}
	// PERF: normalize takes 1.04 of the time if look is called for each record.
	isUsual := w.usual && r.OK && noHost == nil && len(r.Bytes) <= longRecord
	if !isUsual && !w.look(rec, line, noHost) {
		return
	}
	w.out = w.write(w.out, rec)
	if !isUsual && w.keepRest && w.end == "\n" && bytes.HasSuffix(line, []byte("\r")) {
		w.out = append(w.out[:len(w.out)-1], "\r\n"...)
	}
	rec.follows = true
	if rec.trouble != nil {
		w.finish(rec.trouble)
	}
	w.wrote(len(r.Bytes))
}

// look handles a record that is invalid, left out, long or numbered, before its Format. It reports whether the answer is
// written.
func (w *worker) look(rec *Record, line []byte, noHost *uri.Error) (writes bool) {
	if noHost != nil {
		rec.Refuse(noHost.Offset, noHost.Component.String(), noHost.Reason.String())
		rec.RefuseFor(noHost, 0) // with the words of the dialect, if it has such errors
	}
	isLeft := w.verb.Filtered != nil && !w.takesAnswered(rec)
	switch {
	case isLeft:
		w.Left++
	case !rec.OK:
		w.note(rec)
	}
	if isLeft || !rec.OK && w.omits {
		w.keep(line)
		return false
	}
	if len(rec.Bytes) > longRecord { // so that one worker has memory for such an answer
		w.wait()
	}
	if w.line > 0 && w.numbered {
		w.out = append(w.out, w.notes.Place("", int64(w.line))+":"...)
	} else if w.numbered { // by one worker, which has the turn
		w.out = append(strconv.AppendInt(w.out, int64(w.turn.total+w.total), 10), ':')
	}
	return !w.over
}

// keep writes the line of a record without a result unchanged, with -keep-rest.
func (w *worker) keep(line []byte) {
	n := 0
	if w.keepRest {
		if n = len(line); n > longRecord {
			w.wait()
		}
		w.out = append(append(w.out, line...), w.end...)
	}
	w.wrote(n)
}

// wrote flushes the answers if they are long enough. The last one is to a record of n bytes. If that is long, wrote also
// releases the memory.
func (w *worker) wrote(n int) {
	if n > longRecord || len(w.out) >= outputSize {
		w.flushAfter(n)
	}
}

// flushAfter implements wrote.
//
// PERF: it is apart so that wrote is inlined.
//
//go:noinline
func (w *worker) flushAfter(n int) {
	w.flush()
	if n > longRecord {
		w.out = nil
		w.rec.SetResult(nil)
	}
}

// place waits for the worker's turn and sets the number of the record, which is known then. If the record was cut,
// place reports that on standard error, where a reader of a long stream finds it. Pictures show it themselves.
func (w *worker) place(rec *Record) {
	if !w.wait() {
		return
	}
	rec.place = w.turn.total + w.total
	if !w.drawn && !w.silent {
		fmt.Fprintf(w.notes.Stderr, "uri: %s %d: longer than %d bytes (-max-line)\n", rec.unit, rec.place, len(rec.Bytes))
	}
}

// note counts an invalid record. It writes the record to the report or, if it is one of the first, describes it on standard
// error. Its number is known in the worker's turn.
func (w *worker) note(rec *Record) {
	w.Invalid++
	if w.hints {
		w.notes.countUnread(&w.tally, rec, w.samples)
	}
	isTold := w.report != nil || w.silent && w.turn.told.Load() < MaxTold
	if isTold && w.wait() && (w.report != nil || w.turn.told.Add(1) <= MaxTold) {
		w.notes.tell(int64(w.turn.total+cmp.Or(w.line, w.total)), rec, w.report)
	}
}

// sampleRecord samples a record, and counts it if it has hazards.
func (w *worker) sampleRecord(r *fsm.Record) {
	w.sample(r.Bytes, r.OK && w.notes.canGuess && w.Dialect != dialect.Web) // browsers read no line without a scheme
	if w.Column != "" {
		w.signs[signColumn], w.signs[signRows] = 0, 0 // a cell may have a space or a comma
	}
	isFirst := w.number == 0 && w.signs[signSampled] <= maxTried
	isAudited := w.work.IsHazard != nil && w.notes.canGuess && (w.format == nil || w.hasInputs()) && !w.Quiet && isFirst
	if isAudited && (w.work.IsHazard(octet.Text(r.Bytes)) || Slip(r.Bytes) > 0) && IsRead(r.Bytes, w.Dialect) {
		w.signs[signHazard]++
	}
}

// wait waits for the worker's turn. It returns false if the work is over.
func (w *worker) wait() bool {
	w.over = w.over || !w.turn.wait(w.number)
	return !w.over
}

// flush writes the report and the buffered answers in the worker's turn.
func (w *worker) flush() {
	if !w.wait() {
		return
	}
	var err error
	if w.report != nil {
		err = FlagError("report", w.report.Flush())
	}
	if err == nil && len(w.out) > 0 {
		_, err = w.stdout.Write(w.out)
	}
	w.out = w.out[:0]
	if err != nil {
		w.turn.end(err)
		w.over = true
	}
}

// drain writes out, the beginning of an answer, in the worker's turn, and returns a buffer for the rest.
func (w *worker) drain(out []byte) []byte {
	w.out = out
	w.flush()
	return out[:0]
}

// pass writes and counts the answers, and gives the turn to the next batch.
func (w *worker) pass() {
	if w.flush(); !w.over {
		w.turn.pass(w.tally)
		w.tally = tally{}
		w.number++
	}
}

// finish ends the work after all earlier batches have been answered.
func (w *worker) finish(err error) {
	if w.flush(); !w.over {
		w.turn.end(err)
		w.over = true
	}
}
