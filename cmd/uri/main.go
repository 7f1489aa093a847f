// Command uri applies RFC 3986 to URI references, and RFC 3987 to IRI references, given as arguments or, one a line,
// on standard input.
//
//	uri split [flags] [REF ...]            show where the components of each reference lie
//	uri check [flags] [REF ...]            tell whether each is a URI-reference, and at which byte it stops being one
//	uri explain [flags] [REF ...]          walk through each, byte by byte, and name the rules of the grammar
//	uri resolve [flags] [REF ...]          resolve each against a base URI
//	uri normalize [flags] [REF ...]        normalize each
//	uri relativize [flags] [TARGET ...]    find the shortest reference that leads from a base URI to each
//	uri to-uri [flags] [IRI ...]           map each IRI-reference to a URI-reference
//	uri to-iri [flags] [URI ...]           map each URI-reference to an IRI-reference
//
// With -iri, split, check, explain, resolve and normalize read IRI-references (RFC 3987) in place of URI-references.
//
// There is one result for every input, in the order of the inputs, also for those that are invalid. The exit status is
// 0 if all were valid, 1 if some were not, and 2 if the command could not do its work: bad usage, an input that cannot
// be read, an output that cannot be written. "uri help" and "uri help VERB" describe flags and formats.
package main

// The way of an input: package fsm reads a batch of records and scans them, a step makes of each what the verb is for,
// a format appends what is to be said of it to a buffer of the worker that goes through the batch, and the workers
// write their buffers in the order of the batches. Nothing is allocated for a record except to draw a picture, to name
// one that was too long, to prepare a base that is not that of the record before, or to say why there is no result
// though the record matches the grammar.

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urispan/uri"
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

// A step makes the result of one record, or makes the record invalid and says why. Each worker has its own, which may
// remember what the next record can use.
type step func(rec *record)

// A format appends the result for one record to dst and returns the longer slice. It does not keep rec.
type format func(dst []byte, rec *record) []byte

// A verb is one of the things that the command does.
type verb struct {
	usage string

	// flags defines the flags that only this verb has. May be nil.
	flags func(fs *flag.FlagSet, o *options)

	// prepare returns what makes a step for each worker, or what is wrong with the flags. May be nil: then a record is
	// only explained.
	prepare func(o *options) (func() step, error)

	json    format
	line    format
	picture func(screen) format

	// pair draws two references as one picture, or says that they do not fit. May be nil.
	pair func(dst []byte, s screen, a, b *record) ([]byte, bool)

	// summary closes a series of pictures. May be nil.
	summary func(dst []byte, total, invalid int) []byte
}

var verbs = map[string]*verb{
	"split": {usage: splitUsage, flags: iriFlag,
		json: splitJSON, line: splitLine, picture: splitPicture, pair: appendPair},
	"check": {usage: checkUsage, flags: checkFlags, prepare: prepareCheck,
		json: checkJSON, line: checkLine, picture: checkPicture, summary: checkSummary},
	"explain": {usage: explainUsage, flags: explainFlags, prepare: prepareExplain,
		json: explainJSON, line: explainLine, picture: explainPicture},
	"resolve": {usage: resolveUsage, flags: resolveFlags, prepare: prepareResolve,
		json: resolveJSON, line: resultLine, picture: resultPicture},
	"normalize": {usage: normalizeUsage, flags: normalizeFlags, prepare: prepareNormalize,
		json: outputJSON, line: resultLine, picture: resultPicture},
	"relativize": {usage: relativizeUsage, flags: baseFlag, prepare: prepareRelativize,
		json: relativizeJSON, line: resultLine, picture: resultPicture},
	"to-uri": {usage: toURIUsage, flags: idnaFlag, prepare: prepareToURI,
		json: outputJSON, line: resultLine, picture: resultPicture},
	"to-iri": {usage: toIRIUsage, flags: idnaFlag, prepare: prepareToIRI,
		json: outputJSON, line: resultLine, picture: resultPicture},
}

const usage = `usage: uri VERB [flags] [REF ...]

Uri applies RFC 3986 to URI references, and RFC 3987 to IRI references: its
arguments or, if there are none, the lines of standard input. It gives one
result for every reference, in order.

  uri split       show where the components of each reference lie
  uri check       tell whether each is a URI-reference, and at which byte it
                  stops being one
  uri explain     walk through each, byte by byte, and name the rules
  uri resolve     resolve each against a base URI
  uri normalize   normalize each
  uri relativize  find the shortest reference that leads from a base URI
                  to each
  uri to-uri      map each IRI reference to a URI reference
  uri to-iri      map each URI reference to an IRI reference
  uri help        describe a verb, its flags and formats, with examples
  uri play        serve a page to try references in, to this machine only
  uri completion  print what lets a shell complete verbs and flags
  uri man         print the manual page

With -iri, split, check, explain, resolve and normalize take IRI references, in
UTF-8.
`

// commonUsage ends the usage text of every verb.
const commonUsage = `
References:
  Every argument is an input; one that begins with "-" goes after "--". A "-"
  alone is an input, too, and valid: it does not stand for standard input. A
  file goes to standard input. A line ends at a newline, which the last one may
  lack. An empty line is the empty reference, which is valid. A carriage return
  before the newline is part of the line, and no reference may contain one:
  send a file of CRLF lines through tr -d '\r' first.

Flags:
  -0             records on standard input end at a NUL byte, not at a newline
  -json          print one JSON object a line
  -format TEXT   print what this template makes of each object, and a newline:
                 a template of Go (package text/template), in which .host and
                 so on are the keys of -json; a wrong one is an error that
                 lists them. An undefined component prints as nothing;
                 {{if defined .query}} tells it from an empty one. For an
                 invalid input the line is empty, and standard error says what
                 is wrong, unless the template asks for .ok, .offset,
                 .component, .reason, .expected or .hint, to say it itself, as
                 does {{if .ok}}{{.path}}{{else}}{{.reason}}{{end}}. In such
                 a line .input is escaped as in tab-separated lines
  -max-line N    take at most N bytes a line (default 1048576); a longer one is
                 invalid at byte N unless it is so earlier, and is named on
                 standard error; the input shown is its first N bytes
  -picture WHEN  draw pictures: auto (if standard output is a terminal, the
                 default), always or never; NO_COLOR or TERM=dumb turns colour
                 off, COLUMNS sets the width
  -quiet         show no progress: without it, if standard error is a terminal,
                 and neither standard input nor output is, a line there tells
                 how far work of more than a second is

Bytes that are not text:
  They occur in invalid references only. In tab-separated lines a backslash is
  written \\, a control character or a byte that is not UTF-8 \t, \n, \r or
  \xNN; in pictures, so is everything that is not ASCII, but see below. In JSON
  a byte NN that is not UTF-8 becomes the lone surrogate \udcNN. No text
  contains one, so nothing is lost: Python's "surrogateescape" gives the byte
  back. Decoders that refuse lone surrogates refuse that line.

IRIs:
  An IRI is UTF-8, and so is all output about it. In a file or a pipe, lines
  have each character of a valid IRI as it is, also one that turns the order of
  a text (U+202E) or ends a line elsewhere (U+2028); JSON escapes U+2028 and
  U+2029.
  Pictures write as \xNN the bytes of what has no shape of its own (spaces,
  what has no width, private characters) and of a mark that would hide a
  delimiter. East Asian wide characters take two columns. Where there are
  letters that run from right to left, which a terminal may reorder, a list
  takes the place of the picture; and if a caret is to stand under them, they
  are written as \xNN, too.

Terminals:
  Output to a terminal is escaped in every format, and so are messages: control
  characters other than newline and tab, bytes that are not UTF-8, and
  characters that nobody can see, such as those that turn the order of a text
  (U+202E), have no width (U+200B), end a line (U+2028), select a variant
  (U+FE0F), are spaces outside ASCII, private or unassigned, or join to one
  picture (flags, skin colours). Each byte is written as \r or \xNN; in JSON,
  each character as \uNNNN. A file or a pipe gets the data unchanged.

Secrets:
  A picture hides what stands after the first ":" or "%3A" of a userinfo. Where
  there is no "@", because it was cut off or is not written yet, it hides what
  stands after the first of these in an authority and is no port. As browsers
  do, it takes a "\" for a "/", and more than two slashes for two, in front of
  an authority. So does explain. Tab-separated lines, JSON and -format are
  data, and show every byte of the input. Errors about arguments show none of
  them but the names of flags.

Exit status:
  0 if all inputs were valid, 1 if some were not, 2 for bad usage or if reading
  or writing failed.
`

// run is the command: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stdout, stderr = forTerminal(stdout), forTerminal(stderr)
	if len(args) == 0 {
		return trouble(stderr, errors.New("missing verb: "+wantVerb()))
	}
	if isHelpFlag(args[0]) {
		return help(stdout, stderr, usage)
	}
	if t, ok := topics()[args[0]]; ok {
		if len(args) > 1 && isHelpFlag(args[1]) {
			return help(stdout, stderr, t.usage)
		}
		return t.run(args[1:], stdout, stderr)
	}
	v := verbs[args[0]]
	if v == nil {
		return trouble(stderr, errors.New("unknown verb: "+wantVerb()))
	}
	var o options
	refs, err := o.parse(v, args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return runHelp(args[:1], stdout, stderr)
	}
	if err != nil {
		return trouble(stderr, usageError(args[0], err))
	}
	return newJob(v, &o, refs, stdin, stdout, stderr).run()
}

func isHelpFlag(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// usageError returns an error about the arguments of a verb, with the command that describes the verb.
func usageError(verb string, err error) error {
	return fmt.Errorf(`%s: %w; run "uri help %[1]s"`, verb, err)
}

// trouble reports err in one line, whatever is in it: a file's name or an argument may contain a newline, or what would
// command a terminal.
func trouble(stderr io.Writer, err error) int {
	line := appendEscaped([]byte("uri: "), []byte(err.Error()))
	stderr.Write(append(line, '\n'))
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
	quiet   bool

	template *string         // -format; nil if it is not given
	format   *objectTemplate // the template parsed; may be nil

	base            *string // -base; nil if it is not there
	nonStrict       bool
	encodedDots     bool
	refuseAboveRoot bool
	steps           uri.Steps

	audit bool // -audit
	rows  int  // -rows; 0 if it is not there

	iri  bool    // inputs are IRI-references
	idna *string // -idna; nil if it is not there

	newStep func() step // what the verb makes of all these; may be nil
}

// pictureWords are what -picture takes.
var pictureWords = []string{"auto", "always", "never"}

// Words are what a flag takes, with what each stands for.
type words[T any] []struct {
	word  string
	value T
}

func (list words[T]) find(word string) (value T, ok bool) {
	for _, w := range list {
		if w.word == word {
			return w.value, true
		}
	}
	return value, false
}

func (list words[T]) names() (names []string) {
	for _, w := range list {
		names = append(names, w.word)
	}
	return names
}

// listed returns the names as a sentence has them: "a, b or c".
func listed(names []string, or string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " " + or + " " + names[last]
}

// maxMaxLine leaves room, on 32 bits too, for what is read behind a line that is as long as that.
const maxMaxLine = min(fsm.MaxLen, math.MaxInt-1<<20)

// newFlags returns the flags of v, which set o. The usage text of a flag says what it wants, for an error.
func newFlags(v *verb, o *options) *flag.FlagSet {
	fs := flag.NewFlagSet("uri", flag.ContinueOnError)
	fs.BoolVar(&o.json, "json", false, noValue)
	fs.BoolVar(&o.nul, "0", false, noValue)
	fs.BoolVar(&o.quiet, "quiet", false, noValue)
	o.maxLine = 1 << 20
	fs.Func("max-line", fmt.Sprintf("a number of bytes from 1 to %d", uint64(maxMaxLine)), o.setMaxLine)
	o.picture = pictureWords[0]
	fs.Func("picture", listed(pictureWords, "or"), func(word string) error {
		if !slices.Contains(pictureWords, word) {
			return errValue
		}
		o.picture = word
		return nil
	})
	fs.Func("format", "a template, such as '{{.input}}'", func(text string) error {
		o.template = &text
		return nil
	})
	if v.flags != nil {
		v.flags(fs, o)
	}
	return fs
}

// parse reads the flags of v and returns the arguments after them. The error is flag.ErrHelp if help was asked for.
func (o *options) parse(v *verb, args []string) ([]string, error) {
	fs := newFlags(v, o)
	rest, err := parseFlags(fs, args)
	if err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if name, ok := lateFlag(fs, args, rest); ok {
		return nil, fmt.Errorf("-%s comes after a reference: flags come first, and a reference can come after --", name)
	}
	if o.idna != nil {
		if err := checkNoProfile(args, rest); err != nil {
			return nil, err
		}
	}
	if o.template != nil {
		if o.format, err = parseTemplate(*o.template, v.json); err != nil {
			return nil, err
		}
		if err := o.format.check(o.audit); err != nil {
			return nil, err
		}
	}
	if v.prepare != nil {
		if o.newStep, err = v.prepare(o); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// setMaxLine sets the value of -max-line.
func (o *options) setMaxLine(text string) error {
	n, err := strconv.ParseInt(text, 0, strconv.IntSize)
	if err != nil || n < 1 || uint64(n) > maxMaxLine {
		return errValue
	}
	o.maxLine = int(n)
	return nil
}

// check returns an error if flags that all verbs have exclude each other.
func (o *options) check() error {
	switch {
	case o.json && o.picture == "always":
		return errors.New("-json and -picture always exclude each other")
	case o.template != nil && (o.json || o.picture == "always"):
		return errors.New("-format excludes -json and -picture always")
	}
	return nil
}

// A job is one run of a verb over all its inputs.
type job struct {
	verb    *verb
	args    []string
	in      *input // if there are no args
	stdout  io.Writer
	stderr  io.Writer
	screen  screen
	newStep func() step // may be nil
	iri     bool        // inputs are IRI-references
	format  format
	unit    string // what a record is called: "line", "record" (with -0) or "argument"
	drawn   bool   // the format is a picture
	silent  bool   // the format does not say what is wrong with an invalid record
	workers int
	turn    *turn

	progress *progress // may be nil; if not, stderr writes through it
}

// newJob prepares the work and chooses the format: what -json asks for, pictures for a terminal, otherwise lines.
func newJob(v *verb, o *options, refs []string, stdin io.Reader, stdout, stderr io.Writer) *job {
	j := &job{verb: v, newStep: o.newStep, iri: o.iri, args: refs, stdout: stdout, stderr: stderr, turn: newTurn()}
	s, isTerminal := screenOf(stdout)
	switch {
	case o.json:
		if j.format = v.json; o.iri {
			j.format = escapesSeparators(v.json)
		}
	case o.format != nil:
		j.format, j.silent = o.format.format, !o.format.tells
	case o.picture == "always" || o.picture == "auto" && isTerminal:
		j.screen, j.drawn, j.format = s, true, v.picture(s)
	default:
		j.format = v.line
	}
	j.stdout = styled(stdout, o.json, j.drawn)
	if len(refs) > 0 {
		j.unit = "argument"
		return j
	}
	j.in, j.unit = newInput(stdin, o), "line"
	if o.nul {
		j.unit = "record"
	}
	j.workers = workersFor(runtime.GOMAXPROCS(0))
	if j.drawn {
		j.workers = 1 // the numbers of all records must be known
	}
	if !o.quiet {
		j.show(newProgress(stdin, stdout, stderr))
	}
	return j
}

// show makes the job show p, which is on a terminal, if p is not nil.
func (j *job) show(p *progress) {
	if p != nil {
		j.progress, j.stderr = p, &terminal{w: p, screen: screen{width: p.width}}
	}
}

// run answers every input and returns the exit status. What was answered before an error is written before the error is
// reported.
func (j *job) run() int {
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

// status returns the exit status, and reports the error if there was one.
func (j *job) status(err error) int {
	switch {
	case err != nil:
		return trouble(j.stderr, err)
	case j.turn.counted().invalid > 0:
		return exitInvalid
	}
	return exitValid
}

// answerArgs answers the arguments, as a single batch. They are copied, since the scanner is to see bytes as it does of
// a line; the copy's memory is used again.
func (j *job) answerArgs() {
	w := newWorker(j)
	var rec fsm.Record
	for _, arg := range j.args {
		setRecord(&rec, arg)
		if !w.answer(&rec) {
			return
		}
	}
	if w.pass() {
		w.finish(nil)
	}
}

func setRecord(rec *fsm.Record, arg string) {
	rec.Bytes = append(rec.Bytes[:0], arg...)
	rec.N, rec.OK = fsm.Scan(rec.Bytes, &rec.Ranges)
}

// answerInput lets the workers answer the input, and shows how far they are. It does not wait for those that still wait
// for input after the work has failed.
func (j *job) answerInput() {
	for range j.workers {
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
func (j *job) watch(ticks <-chan time.Time) {
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

// drawPair draws two arguments as one picture, where that can be done. Both are valid then. Lines of standard input are
// never drawn so: their number is not known before the end, and a picture should not depend on what comes after.
func (j *job) drawPair() (done bool, err error) {
	if !j.drawn || j.verb.pair == nil || len(j.args) != 2 {
		return false, nil
	}
	var pair [2]record
	for i, arg := range j.args {
		pair[i] = record{Record: new(fsm.Record), iri: j.iri}
		setRecord(pair[i].Record, arg)
	}
	picture, ok := j.verb.pair(nil, j.screen, &pair[0], &pair[1])
	if ok {
		_, err = j.stdout.Write(picture)
	}
	return ok, err
}
