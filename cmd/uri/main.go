// Command uri applies RFC 3986 to URI references, given as arguments or, one a line, on standard input.
//
//	uri split [flags] [REF ...]    show where the components of each reference lie
//	uri check [flags] [REF ...]    tell whether each is a URI-reference, and at which byte it stops being one
//
// There is one result for every input, in the order of the inputs, also for those that are invalid. The exit status is
// 0 if all were valid, 1 if some were not, and 2 if the command could not do its work: bad usage, an input that cannot
// be read, an output that cannot be written. "uri -h" and "uri VERB -h" describe flags and formats.
package main

// The way of an input: input.next reads a record, result.scan asks package fsm about it, a format appends what is to be
// said to the output's buffer, and output.flush writes that. Each knows nothing of the others, so that records may be
// scanned in batches without a change to the formats. Nothing is allocated for a record except to draw a picture.

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
)

// The exit statuses.
const (
	exitValid   = 0
	exitInvalid = 1
	exitTrouble = 2
)

func main() {
	ignoreSIGPIPE()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// A format appends the result for one record to dst and returns the longer slice. It keeps neither rec nor res.
type format func(dst []byte, rec *record, res *result) []byte

// A verb is one of the things that the command does.
type verb struct {
	usage   string
	json    format
	line    format
	picture func(screen) format

	// pair draws two references as one picture, or says that they do not fit. May be nil.
	pair func(dst []byte, s screen, a, b []byte) ([]byte, bool)

	// summary closes a series of pictures. May be nil.
	summary func(dst []byte, total, invalid int) []byte
}

var verbs = map[string]*verb{
	"split": {usage: splitUsage, json: splitJSON, line: splitLine, picture: splitPicture, pair: appendPair},
	"check": {usage: checkUsage, json: checkJSON, line: checkLine, picture: checkPicture, summary: checkSummary},
}

const usage = `usage: uri VERB [flags] [REF ...]

Uri applies RFC 3986 to URI references: its arguments or, if there are none,
the lines of standard input. It gives one result for every reference, in order.

  uri split    show where the components of each reference lie
  uri check    tell whether each is a URI-reference, and at which byte it stops
               being one

"uri VERB -h" describes the flags and formats of a verb.
`

// commonUsage ends the usage text of every verb.
const commonUsage = `
References:
  Every argument is a reference; one that begins with "-" goes after "--". A file
  goes to standard input. A line ends at a newline, which the last one may lack.
  An empty line is the empty reference, which is valid. A carriage return before
  the newline is part of the line, and no reference may contain one: send a file
  of CRLF lines through tr -d '\r' first.

Flags:
  -0             records on standard input end at a NUL byte, not at a newline
  -json          print one JSON object a line
  -max-line N    take at most N bytes a line (default 1048576); a longer one is
                 invalid at byte N unless it is so earlier, and is named on
                 standard error; the input shown is its first N bytes
  -picture WHEN  draw pictures: auto (if standard output is a terminal, the
                 default), always or never; NO_COLOR or TERM=dumb turns colour
                 off, COLUMNS sets the width

Bytes that are not text:
  They occur in invalid references only. In tab-separated lines a backslash is
  written \\, a control character or a byte that is not UTF-8 \t, \n, \r or \xNN;
  in pictures, so is everything that is not ASCII. In JSON a byte NN that is not
  UTF-8 becomes the lone surrogate \udcNN. No text contains one, so nothing is
  lost: Python's "surrogateescape" gives the byte back. Decoders that refuse lone
  surrogates refuse that line.

Secrets:
  A picture hides what stands after the first ":" of a userinfo. Tab-separated
  lines and JSON are data, and show every byte of the input.

Exit status: 0 if all references were valid, 1 if some were not, 2 for bad usage
or if reading or writing failed.
`

// run is the command: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		return trouble(stderr, errors.New("no verb: want split or check (uri -h)"))
	}
	if slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
		return help(stdout, stderr, usage)
	}
	v := verbs[args[0]]
	if v == nil {
		return trouble(stderr, fmt.Errorf("unknown verb %q: want split or check (uri -h)", args[0]))
	}
	var o options
	refs, err := o.parse(args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return help(stdout, stderr, v.usage+commonUsage)
	}
	if err != nil {
		return trouble(stderr, fmt.Errorf("%s: %w (uri %[1]s -h)", args[0], err))
	}
	return newJob(v, &o, refs, stdin, stdout, stderr).run()
}

// trouble reports err in one line, whatever is in it: a file's name or an argument may contain a newline.
func trouble(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "uri: %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
	return exitTrouble
}

// help prints a usage text that was asked for, which is why it goes to standard output.
func help(stdout, stderr io.Writer, text string) int {
	if _, err := io.WriteString(stdout, text); err != nil {
		return trouble(stderr, err)
	}
	return exitValid
}

// options are what the flags of a verb say.
type options struct {
	json    bool
	nul     bool   // -0
	maxLine int    // in bytes, at least 1
	picture string // auto, always or never
}

// parse reads the flags and returns the arguments after them. The error is flag.ErrHelp if help was asked for.
func (o *options) parse(args []string) ([]string, error) {
	fs := flag.NewFlagSet("uri", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // what there is to say is in the error and in our own usage text
	fs.BoolVar(&o.json, "json", false, "")
	fs.BoolVar(&o.nul, "0", false, "")
	fs.IntVar(&o.maxLine, "max-line", 1<<20, "")
	fs.StringVar(&o.picture, "picture", "auto", "")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains([]string{"auto", "always", "never"}, o.picture):
		return nil, fmt.Errorf("-picture %q: want auto, always or never", o.picture)
	case o.json && o.picture == "always":
		return nil, errors.New("-json and -picture always exclude each other")
	case o.maxLine < 1 || uint64(o.maxLine) > fsm.MaxLen:
		return nil, fmt.Errorf("-max-line %d: want at least 1 and at most %d bytes", o.maxLine, uint64(fsm.MaxLen))
	}
	return fs.Args(), nil
}

// A job is one run of a verb over all its inputs.
type job struct {
	verb   *verb
	in     *input
	out    *output
	stderr io.Writer
	screen screen
	format format
	drawn  bool // the format is a picture

	total   int
	invalid int
}

// newJob prepares the work and chooses the format: what -json asks for, pictures for a terminal, otherwise lines.
func newJob(v *verb, o *options, refs []string, stdin io.Reader, stdout, stderr io.Writer) *job {
	j := &job{verb: v, out: &output{w: stdout}, stderr: stderr}
	j.in = newInput(refs, flusher{stdin, j.out}, o)
	s, terminal := screenOf(stdout)
	switch {
	case o.json:
		j.format = v.json
	case o.picture == "always" || o.picture == "auto" && terminal:
		j.screen, j.drawn, j.format = s, true, v.picture(s)
	default:
		j.format = v.line
	}
	return j
}

// run answers every input and returns the exit status. What was answered before an error is written before the error is
// reported.
func (j *job) run() int {
	err := j.answer()
	if e := j.out.flush(); err == nil {
		err = e
	}
	switch {
	case err != nil:
		return trouble(j.stderr, err)
	case j.invalid > 0:
		return exitInvalid
	}
	return exitValid
}

// answer is the loop: read, scan, format. It stops at the first error of reading or writing.
func (j *job) answer() error {
	if j.drawPair() {
		return nil
	}
	var res result
	for j.in.next() {
		rec := &j.in.rec
		res.scan(rec)
		j.count(rec, &res)
		j.out.buf = j.format(j.out.buf, rec, &res)
		if len(j.out.buf) < outputSize {
			continue
		}
		if err := j.out.flush(); err != nil {
			return err
		}
	}
	if j.drawn && j.verb.summary != nil {
		j.out.buf = j.verb.summary(j.out.buf, j.total, j.invalid)
	}
	return j.in.err
}

// drawPair draws two arguments as one picture, where that can be done. Both are valid then. Lines of standard input are
// never drawn so: their number is not known before the end, and a picture should not depend on what comes after.
func (j *job) drawPair() bool {
	if !j.drawn || j.verb.pair == nil || len(j.in.args) != 2 {
		return false
	}
	var ok bool
	j.out.buf, ok = j.verb.pair(j.out.buf, j.screen, []byte(j.in.args[0]), []byte(j.in.args[1]))
	return ok
}

// count counts the result, and names a line that was too long on standard error, where a reader of a long stream will
// find it. In a picture the result itself is easy to see.
func (j *job) count(rec *record, res *result) {
	j.total++
	if !res.ok {
		j.invalid++
	}
	if rec.cut && !j.drawn {
		fmt.Fprintf(j.stderr, "uri: %s %d: longer than %d bytes (-max-line)\n", rec.unit, rec.number, len(rec.data))
	}
}

// A result is what the scanner says of a record.
type result struct {
	ok     bool
	ranges fsm.Ranges // if ok

	// If not ok: the offset of the byte at which the record stops being a URI-reference, what is being read there, and
	// why that cannot go on.
	offset    int
	component fsm.Component
	reason    string
}

// scan sets res to what there is to say of rec. A record that was cut is invalid. It may be so before the cut: the
// offset at which an input dies does not depend on what comes after.
func (res *result) scan(rec *record) {
	n, ok := fsm.Scan(rec.data, &res.ranges)
	res.ok, res.offset = ok && !rec.cut, n
	switch {
	case res.ok:
	case n == len(rec.data) && rec.cut:
		res.explainCut(rec)
	default:
		component, reason := fsm.Explain(fsm.URIReference, rec.data, n, &res.ranges)
		res.component, res.reason = component, reason.String()
	}
}

// explainCut is for a record that is a prefix of a reference as far as it was read. A byte that is legal nowhere, put
// in the place of the first that was not read, makes the scanner name the component that was being read there.
func (res *result) explainCut(rec *record) {
	probe := append(slices.Clip(rec.data), 0)
	var dead fsm.Ranges
	n, _ := fsm.Scan(probe, &dead)
	res.component, _ = fsm.Explain(fsm.URIReference, probe, n, &dead)
	res.reason = fmt.Sprintf("%s %d is longer than %d bytes", rec.unit, rec.number, len(rec.data))
}

// outputSize is the size in bytes at which buffered output is written.
const outputSize = 64 << 10

// An output collects results in buf. The format functions append to buf; flush writes it.
type output struct {
	w   io.Writer
	buf []byte
	err error // the first error of w; nothing is written after it
}

// flush writes the buffer and empties it. Its error is the first that there was.
func (o *output) flush() error {
	if o.err == nil && len(o.buf) > 0 {
		_, o.err = o.w.Write(o.buf)
	}
	o.buf = o.buf[:0]
	return o.err
}
