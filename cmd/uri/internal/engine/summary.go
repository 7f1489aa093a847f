package engine

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/find"
)

// Notes are what standard error has about the inputs of a run: the first invalid ones, if no result describes them,
// and after the last input their number, the number of inputs that a filter left out, and hints.
type Notes struct {
	Hints
	Flags  *InputFlags
	Unit   string       // the name of an input: "line", "record" (with -0), "argument" or TextUnit
	Read   atomic.Int64 // the number of bytes of the input so far
	InText bool         // the name of a file is that of text with addresses

	Again func(reads string, more ...string) string // as that of Flags, unless the lines are those of -against
	Place func(unit string, number int64) string    // returns the words for the place of an input: see [Joined.Place]

	verb     *Verb
	hadMark  atomic.Bool  // the input began with a byte order mark
	canGuess bool         // the command has -no-scheme
	ofHost   bool         // the answers are about hosts
	blanks   bool         // the output is fields, and empty lines for invalid inputs
	readers  []string     // the flags of LineAgain
	told     bool         // standard error, or a picture, describes the first invalid inputs
	mu       sync.Mutex   // of the counts of Input
	given    atomic.Int64 // inputs of Input, up to maxSampled
	tally
}

// TextUnit is the name of an input with -text.
const TextUnit = "URL"

// cellUnit is the name of an input with -csv: cells that are empty are not counted.
const cellUnit = "filled cell"

// NewNotes returns the Notes of a verb that reads lines.
func NewNotes(v *Verb, f *InputFlags, stderr io.Writer) *Notes {
	unit := map[bool]string{false: "line", true: "record"}[f.NUL]
	return &Notes{verb: v, Flags: f, Again: f.Again, Hints: Hints{Stderr: stderr}, Unit: unit, Place: placeOf, told: true, canGuess: v.ReadsAddresses() && f.NoScheme == ""}
}

// Opening returns the opening of the input.
func (n *Notes) Opening() Opening {
	return Opening{
		Command: n.verb.Name, Again: n.Again, NUL: n.Flags.NUL, AsIs: n.Flags.AsIs, Count: &n.Read, OnMark: func() { n.hadMark.Store(true) },
	}
}

// Note counts an invalid input with a number, and writes it to report or, if that is nil, describes it on standard error.
func (n *Notes) Note(number int64, rec *Record, report *bufio.Writer) error {
	n.Invalid++
	n.countUnread(&n.tally, rec, true)
	n.told = n.told && report == nil
	if report != nil || n.Invalid <= MaxTold && !n.Flags.Quiet {
		return n.tell(number, rec, report)
	}
	return nil
}

// tell writes an invalid input with a number to report or, if that is nil, describes it on standard error.
func (n *Notes) tell(number int64, rec *Record, report *bufio.Writer) error {
	if report == nil {
		fmt.Fprintf(n.Stderr, "uri: %s%s: %s\n", n.About, n.Place(n.Unit, number), rec.Complaint())
		return nil
	}
	_, err := report.Write(appendFault([]byte(n.Place("", number)+"\t"), rec))
	return err
}

// End writes the messages after the last line, given the number of lines.
func (n *Notes) End(lines int) {
	n.total = lines - n.Blank
	if n.InText { // a line of HTML is not a reference that lacks a base
		n.signs[signText], n.signs[signNoScheme] = n.signs[signText]+n.signs[signNoScheme], 0
	}
	verdict := "invalid"
	if n.Unit == TextUnit {
		verdict = "left unchanged"
	}
	line, loss := n.LineAgain()
	helpful, best := n.helpfulSign()
	if line+best == "" && n.blanks && 0 < n.unread && n.unread < n.total {
		line, loss = n.again("-invalid omit"), ": for each, an empty line is printed"
	}
	isRead, hasNames := line != "", strings.Contains(line, noScheme) && n.HasNames()
	try := func(message, line string) {
		if best != "" { // the only line
			line = ""
		}
		n.Try(message, line)
	}
	switch {
	case isRead && !hasNames:
		try(n.share(n.unread, n.total)+" "+verdict+loss, line)
	case n.told && n.Invalid > MaxTold, !n.told && n.Invalid > 0 && hasNames:
		try(n.share(n.Invalid, n.total)+" "+verdict, "")
	}
	if hasNames {
		const message = " without a scheme, as in www.example.com/x: -no-scheme reads such inputs"
		try(n.share(n.signs[signName], n.signs[signSampled])+message+loss, line)
	}
	if n.Flags.Quiet {
		return
	}
	if (n.Left > 0 || n.Flags.Filter.hasFile && n.total > 0) && n.About == "" {
		advice, reads := n.advice()
		try(fmt.Sprintf("%s left out by %s%s", n.share(n.Left, n.total), &n.Flags.Filter, advice), n.again(reads))
	}
	if n.hadMark.Load() {
		try("the input begins with a byte order mark, which is skipped; -plain reads it", "")
	}
	for i, row := range signs {
		if sign := Sign(i); n.showsSign(sign) {
			n.Try(n.share(n.signs[i], n.lookedAt(sign))+" "+row.text, map[bool]string{true: best}[sign == helpful])
		}
	}
}

// helpfulSign returns the sign of most inputs that has a line, and the line, which has the flags of LineAgain.
func (n *Notes) helpfulSign() (helpful Sign, line string) {
	for i, row := range signs {
		if sign := Sign(i); n.showsSign(sign) && (line == "" || n.signs[i] > n.signs[helpful]) {
			if text := n.again(row.reads); text != "" {
				helpful, line = sign, text
			}
		}
	}
	return helpful, line
}

// share returns a phrase such as "2 of 1,000 lines are" or, if some of the inputs were looked at, "2 of the first 100 lines
// are".
func (n *Notes) share(count, tried int) string {
	if tried > n.total { // to count groups, dedupe reads lines again
		count, tried = count*n.total/tried, n.total
	}
	share := Share(count, tried, n.Unit)
	if tried < n.total {
		share = strings.Replace(share, " of ", " of the first ", 1)
	}
	return share
}

// advice returns the end of the message about inputs that a filter left out, and what reads them: see signs.
func (n *Notes) advice() (text, reads string) {
	f := &n.Flags.Filter
	if unfit := n.unread - n.Invalid; unfit > 0 {
		text = fmt.Sprintf(" (not valid: %s)", Grouped(int64(unfit)))
	}
	switch {
	case f.hasFile && (n.Left == 0 || n.Left == n.total):
		return text + linesOfFile, "@SCOPE"
	case f.HasKey("host") && n.Left == n.total:
		return text + "; NAME matches no hosts below it, and *.NAME not NAME itself", ""
	case n.verb.Name == "set":
		return text, keepRest
	}
	return text, ""
}

// again returns the line of Again for what reads the inputs, with the flags of LineAgain, or "".
func (n *Notes) again(reads string) string {
	if n.Again == nil || n.Flags.Quiet || reads == "" {
		return ""
	}
	return n.Again(reads, n.readers...)
}

// Share returns a phrase such as "2 of 1,000 lines are" for the unit "line".
func Share[T int | int64](n, total T, unit string) string {
	are := "are"
	if total != 1 {
		unit += "s"
	}
	if n == 1 || total == 1 {
		are = "is"
	}
	return fmt.Sprintf("%s of %s %s %s", Grouped(int64(n)), Grouped(int64(total)), unit, are)
}

// openReport opens the file of -report. If standard output or standard error is that file, the report is written
// through it, after what the file has.
func (j *Job) openReport() error {
	switch j.Options.report {
	case "":
		return nil
	case "-":
		j.report = bufio.NewWriter(j.notes.Stderr)
		return nil
	}
	f, err := os.OpenFile(j.Options.report, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	for _, w := range []io.Writer{j.stdout, j.notes.Stderr} {
		if isSameFile(f, w) {
			j.report = bufio.NewWriter(w)
			return f.Close()
		}
	}
	if isSameFile(j.stdin, f) || j.isInput(f) {
		err = errSameFile
	}
	if err = cmp.Or(err, CheckNumbers(f.Name(), false)); err != nil {
		f.Close()
		return err
	}
	j.report, j.reportFile = bufio.NewWriter(UntilClosed(f)), f
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return f.Truncate(0)
}

// ErrNoNumber is the error of CheckNumbers.
var ErrNoNumber = errors.New("the file exists, and its first line does not begin with a number and a word")

// CheckNumbers returns ErrNoNumber if a file is probably an input, which the caller must not overwrite: in "uri check
// -report urls.txt", the user forgot the name of the report. A file with results begins with one or two numbers and a tab,
// such as "12\t" or "12:7\t". An empty file, and a file that does not exist, may be written.
//
// If hasAddresses is not set, the results have no addresses. Then a file with an address after the tab is an input too.
func CheckNumbers(name string, hasAddresses bool) error {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil // the caller also fails, and reports it
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).Peek(2 * len("18446744073709551615\t"))
	number, rest, ok := strings.Cut(string(line), "\t")
	cell, _, _ := strings.Cut(rest, "\t")
	isAddress := strings.Contains(cell, "://") && !hasAddresses
	if len(line) > 0 && (!ok || number == "" || strings.Trim(number, "0123456789:") != "" || isAddress) {
		return ErrNoNumber
	}
	return nil
}

// Complaint describes an invalid record for standard error: the reason, the byte, and the beginning of the input with
// its secrets hidden.
func (rec *Record) Complaint() string {
	text, plain := rec.Caption(), dialect.WebText(rec.Reason)
	switch {
	case rec.isQuoted():
		text = "a quotation mark at the beginning (byte 0)"
	case rec.Unread():
		text = fmt.Sprintf("longer than %d bytes (-max-line)", len(rec.Bytes))
	case rec.own:
		text = fmt.Sprintf("%s (byte %d)", text, rec.N)
	case plain != "":
		text = plain + " (" + text + ")"
	}
	input, before := string(rec.Bytes), ""
	if mayHaveUser(input) { // a password must not be shown
		before = "//"
	}
	clean := find.AppendRedacted(nil, []byte(before+input), uri.Redactor{QueryKeys: uri.SecretKeys()})[len(before):]
	shown, _ := paint.TextAt(clean, len(clean), rec.Cut, true).Around(0, maxShown)
	return text + ": " + strings.Join(shown, "")
}

// maxShown is the number of columns of an input in a message.
const maxShown = 120

// Nameless returns the reason of an error about a file without the file's name, which may be a URL with a password: see
// flags.go. The name of a standard stream, such as /dev/stdin, stays.
func Nameless(err error) error {
	var inPath *fs.PathError
	var inLink *os.LinkError
	switch {
	case errors.As(err, &inPath) && inPath.Path != os.Stdin.Name() && inPath.Path != os.Stdout.Name():
		return inPath.Err
	case errors.As(err, &inLink):
		return inLink.Err
	}
	return err
}

// FlagError returns err with the name of a flag and without that of a file, unless err is nil or flag is "".
func FlagError(flag string, err error) error {
	if err == nil || flag == "" {
		return err
	}
	return fmt.Errorf("-%s: %w", flag, Nameless(err))
}
