package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/wholefile"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

const dedupeUsage = `usage: uri dedupe [flags] [FILE ...]

Dedupe prints the first of all lines that have the same normal form, in the
order of the input, and leaves out invalid lines. It reads the files, or
standard input without files or for -. Flags:

  -o FILE        write FILE, which appears whole or not at all
  -normal        print normal forms instead of the first spellings
  -c             print the number of input lines before each, as in uniq
  -repeated      print only lines that stand for several input lines
  -unique        print only lines that stand for one input line
  -against FILE  leave out the lines of FILE and their duplicates
  -memory SIZE   memory to use, such as 64M or 2G (default 256M)
  -iri, -web     lines are IRI references, or URLs as browsers read them

Also: -0 -crlf -j -max-line -only -plain -quiet -scheme -where (as in "uri help
flags"), -drop -drop-empty -keep -key -sort-query ("uri help normalize"), and
-by -count -invalid -of -tmp -top ("uri help dedupe formats").

Examples:
  $ printf 'HTTP://h\nhttp://h/a\nhttp://H/\n' | uri dedupe -c
        2 HTTP://h
        1 http://h/a
`

const dedupeFormats = `Dedupe compares texts. More lines need no more memory, but a temporary file.
A line is printed at once if no input is waiting and the memory is not full;
with -c, -repeated or -unique, no line before the end of the input.
Files may be compressed by gzip. Further flags:

  -count FILE    write lines with the number of results for each host
  -by FIELD      with -count: by host (default), domain or a field as for -key
  -of WORD       with -count: the number of results (default) or lines
  -top           with -count: the largest numbers first, and not by name
  -invalid FILE  write the number, offset, component and reason of each
                 invalid line, and the line; -web has code and offset
  -tmp DIR       put the temporary file there (default $TMPDIR or /tmp)

With -o, -count and -invalid take - for standard output. Devices, pipes and
what the shell has opened, such as /dev/stderr, are written as they are.

The process has up to 16M more memory than -memory says, or 32M if that is
less than 16M. -key compares by a key of "uri help normalize", such as surt-ia,
and not by text, the default, or by a field of the normal form: a component,
domain (or the host, if that has none), suffix, subdomain, origin, ext,
param[NAME], segment[N] or label[N]. Lines without the field are duplicates.

The exit status is 0 if all lines are valid, 1 if some are not, and 2 if the
result is not complete. If a program reads -count or -invalid and ends first,
as head does, the result is complete. No signal leaves half a FILE. After kill
-9, the next run for FILE removes what was left beside it.

With -against, FILE is read first, whole, so the result may be appended to it,
as in "uri dedupe -against seen.txt new.txt >> seen.txt". Its invalid lines
do not change the exit status, and -invalid does not have them. It may be
compressed, or - for standard input.

More examples:
  $ printf 'http://h/a\nhttp://h/b\n' | uri dedupe -o /dev/null -count -
  2	h
`

// A group has the functions that return the name of a normal form for counting.
type group struct{ reference, href func(normal []byte) []byte }

// groupWords are the values of -by. The first is the default.
var groupWords = engine.Words[*group]{{"host", &group{dedupe.Host, hrefHost}}, {"domain", &group{dedupe.Domain, hrefDomain}}}

func hrefHost(href []byte) []byte {
	a := address.OfWeb(octet.Text(href))
	host, _ := a.Host()
	return []byte(host)
}

// hrefDomain returns the registrable domain of the host of an href or, if it has none, the host.
func hrefDomain(href []byte) []byte {
	host := hrefHost(href)
	if domain, _ := dedupe.DomainOf(host); domain != nil {
		return domain
	}
	return host
}

// countWords are the values of -of: whether lines are counted.
var countWords = engine.Words[bool]{{"results", false}, {"lines", true}}

// A deduper is one run of dedupe.
type deduper struct {
	dedupe.URIs
	input                engine.InputFlags
	out, counts, invalid string // names of files, or ""
	against              string // the name of a file, or ""
	iri, web             bool
	counted              bool // -c
	repeated, unique     bool
	top                  bool
	names                []string
	dialect              *dialect.Dialect
	badAgainst           int64 // invalid lines of the file of -against
	asIRI, asWeb         int64 // invalid lines that -iri and -web would read
	left, refused, cr    int64 // lines that a filter left out, that the key refuses, and that end with a carriage return
	hadMark, hadGzip     atomic.Bool
	key                  *key
	by                   *group
	rules                uri.QueryRules
	files                []flagFile // in the order of their commits
	usesStdout           bool       // a result goes to standard output as such
	bad                  []byte
	progress             phaseLine
}

// defineDedupe defines the flags of dedupe, which set d, and returns its action.
func defineDedupe(fs *flag.FlagSet, d *deduper) action {
	d.input.Define(fs, 1<<30)
	engine.FileVar(fs, &d.out, "o", "a file")
	engine.FileVar(fs, &d.counts, "count", "a file")
	engine.FileVar(fs, &d.invalid, "invalid", "a file")
	engine.FileVar(fs, &d.against, "against", "a file")
	engine.FileVar(fs, &d.Dir, "tmp", "a folder")
	fs.BoolVar(&d.WriteNormal, "normal", false, engine.NoValue)
	fs.BoolVar(&d.iri, "iri", false, engine.NoValue)
	fs.BoolVar(&d.web, "web", false, engine.NoValue)
	fs.BoolVar(&d.counted, "c", false, engine.NoValue)
	fs.BoolVar(&d.repeated, "repeated", false, engine.NoValue)
	fs.BoolVar(&d.unique, "unique", false, engine.NoValue)
	fs.BoolVar(&d.top, "top", false, engine.NoValue)
	fs.Var(&engine.Choice{Words: groupWords.Names(), SetText: d.setGroup}, "by",
		engine.Listed(groupWords.Names(), "or")+", or another field such as scheme")
	countWords.Var(fs, &d.CountLines, "of")
	fs.Func("memory", "a size such as 64M, at least 64K", func(text string) (err error) {
		d.Memory, err = parseSize(text)
		return err
	})
	fs.Var(&engine.Choice{Words: keyWords.Names(), SetText: d.setKey}, "key",
		engine.Listed(keyWords.Names(), "or")+", or a field such as domain")
	ruleFlags(fs, &d.rules)
	return d.removeDuplicates
}

// setKey sets the key to a word or a field.
func (d *deduper) setKey(name string) error {
	found, ok := keyWords.Find(name)
	if get := fieldNamed(name); !ok && get != nil {
		found, ok = fieldKey(get), true
	}
	if !ok {
		return engine.ErrValue
	}
	d.key = found
	return nil
}

// setGroup sets the group to a word or a field.
func (d *deduper) setGroup(name string) error {
	found, ok := groupWords.Find(name)
	if get := fieldNamed(name); !ok && get != nil {
		found, ok = fieldGroup(get), true
	}
	if !ok {
		return engine.ErrValue
	}
	d.by = found
	return nil
}

// parseSize parses a number of bytes, which may end in K, KB or KiB, and so on up to T: all are powers of 1024.
func parseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "BIKMGTbikmgt")
	shift := 0
	if unit := strings.ToUpper(text[len(digits):]); unit != "" {
		prefix := strings.Index("KMGT", unit[:1])
		if rest := unit[1:]; prefix < 0 || rest != "" && rest != "B" && rest != "IB" {
			return 0, engine.ErrValue
		}
		shift = 10 * (prefix + 1)
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift || n<<shift < 64<<10 {
		return 0, engine.ErrValue
	}
	return n << shift, nil
}

// removeDuplicates removes duplicates from the lines of files.
func (d *deduper) removeDuplicates(names []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	if err := d.check(names); err != nil {
		return 0, err
	}
	// Most of the memory is tables without pointers, so frequent collections cost little.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	if err := d.run(ctx, stdin, stdout, stderr); err != nil {
		return engine.Trouble(stderr, fmt.Errorf("dedupe: %w", err)), nil
	}
	invalid := d.Stats().Invalid - d.left
	if !d.input.Quiet {
		d.summarize(stderr, invalid)
	}
	if invalid > 0 {
		return engine.ExitInvalid, nil
	}
	return engine.ExitValid, nil
}

// summarize writes what standard error has after the work.
func (d *deduper) summarize(stderr io.Writer, invalid int64) {
	say := func(format string, args ...any) { engine.Warn(stderr, "dedupe", fmt.Sprintf(format, args...)) }
	lines := d.Stats().Lines
	if invalid > 0 {
		say("%s invalid, and left out", engine.Share(invalid, lines, "line"))
	}
	for _, other := range []struct {
		flag string
		n    int64
	}{{"-iri", d.asIRI}, {"-web", d.asWeb}} {
		if other.n > 0 {
			say("%s reads invalid lines of this input", other.flag)
		}
	}
	if d.badAgainst > 0 {
		say("invalid lines in the file of -against: %s", engine.Grouped(d.badAgainst))
	}
	if d.left > 0 {
		say("%s left out by %s", engine.Share(d.left, lines, "line"), &d.input.Filter)
	}
	if d.refused > 0 {
		say("%s without a scheme, which -key needs: see uri resolve -base", engine.Share(d.refused, lines, "line"))
	}
	if 2*d.cr > lines {
		say("%s invalid for a carriage return at the end: -crlf reads such lines", engine.Share(d.cr, lines, "line"))
	}
	if d.hadMark.Load() {
		say("the input begins with a byte order mark, which is not read; -plain reads it")
	}
}

// check checks the arguments together and sets the options that depend on several of them.
func (d *deduper) check(rest []string) error {
	if err := d.input.Check(); err != nil {
		return err
	}
	d.NUL, d.CRLF, d.MaxLine, d.Workers = d.input.NUL, d.input.CRLF, d.input.MaxLine, d.input.Workers
	switch {
	case d.iri && d.web:
		return errors.New("-iri and -web exclude each other")
	case d.repeated && d.unique:
		return errors.New("-repeated and -unique exclude each other")
	case d.by != nil && d.counts == "":
		return errors.New("-by works only with -count")
	case (d.CountLines || d.top) && d.counts == "":
		return errors.New("-of and -top work only with -count")
	case d.web && d.key != nil && !d.key.web:
		return errNotWeb("key=fingerprint")
	}
	if d.names = rest; len(rest) == 0 {
		d.names = []string{"-"}
	}
	if d.against == "-" && slices.Contains(d.names, "-") {
		return errors.New("-against: standard input has the lines: write FILE")
	}
	if err := d.checkStdout(); err != nil {
		return err
	}
	if d.counts != "" {
		d.by = cmp.Or(d.by, groupWords[0].Value)
		d.GroupBy = d.by.reference
		if d.web {
			d.GroupBy = d.by.href
		}
	}
	if d.counted || d.repeated || d.unique {
		d.Counted = d.beforeLine
	}
	d.Query = rulesOf(d.rules)
	d.setNormalize()
	if k := d.key; k != nil {
		d.KeyFunc = func(dst, normal []byte) []byte { return k.append(d.dialect, dst, normal) }
	}
	return nil
}

// setNormalize sets the dialect, and the function that normalizes lines if Run cannot do it itself.
func (d *deduper) setNormalize() {
	n := uri.Normalizer{Steps: uri.AllSteps, Query: d.Query}
	if d.key != nil {
		n.DefaultPort = d.key.defaultPort
	}
	normalize := func(dst, line []byte) ([]byte, error) {
		dst, _, err := n.AppendNormalizedBytes(dst, line)
		return dst, err
	}
	switch {
	case d.iri:
		d.dialect = dialect.IRI
		n := iri.Normalizer{Normalizer: n}
		normalize = func(dst, line []byte) ([]byte, error) {
			dst, _, err := n.AppendNormalizedBytes(dst, line)
			return dst, err
		}
	case d.web:
		d.dialect = dialect.Web
		rules := (*reference.QueryRules)(d.Query)
		normalize = func(dst, line []byte) ([]byte, error) {
			start := len(dst)
			dst, err := whatwg.AppendHref(dst, octet.Text(line))
			if err == nil && rules != nil {
				dst = appendEdited(dst[:start], string(dst[start:]), rules)
			}
			return dst, err
		}
	default:
		d.dialect = dialect.URI
		if d.key == nil && !d.input.Filter.IsOn() {
			return // Run normalizes URIs by d.Query without a call of a function for each line
		}
	}
	d.Normalize = normalize
	if d.input.Filter.IsOn() || d.key != nil {
		d.Normalize = func(dst, line []byte) ([]byte, error) {
			if d.input.Filter.IsOn() && !d.input.Filter.Takes(line, d.web) {
				return dst, errLeftOut
			}
			start := len(dst)
			dst, err := normalize(dst, line)
			if err != nil && d.input.Filter.IsStrict() {
				return dst, errLeftOut
			}
			if err == nil && d.key != nil && d.key.refuses(dst[start:]) {
				err = &uri.Error{Component: uri.ComponentScheme, Reason: uri.ReasonNoScheme, Offset: schemes.Len(line)}
			}
			return dst, err
		}
	}
}

// errLeftOut is the error for a line that a filter leaves out.
var errLeftOut = errors.New("left out")

// beforeLine implements dedupe.URIs.Counted. The number is written as by uniq -c.
func (d *deduper) beforeLine(dst []byte, count int64) ([]byte, bool) {
	switch {
	case d.repeated && count == 1, d.unique && count > 1:
		return dst, false
	case d.counted:
		dst = fmt.Appendf(dst, "%7d ", count)
	}
	return dst, true
}

// checkStdout checks that at most one result goes to standard output.
func (d *deduper) checkStdout() error {
	if d.out == "-" {
		d.out = ""
	}
	switch {
	case d.out == "" && d.counts == "-":
		return errors.New("-count: standard output has the lines: write -o FILE")
	case d.out == "" && d.invalid == "-":
		return errors.New("-invalid: standard output has the lines: write -o FILE")
	case d.counts == "-" && d.invalid == "-":
		return errors.New("-count: another flag has the same file")
	}
	return nil
}

// checkCounts refuses to overwrite a file whose first line is not a count. It is more likely an input, as in
// "uri dedupe -count urls.txt".
func checkCounts(name string) error {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil // the file for the counts reports it
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).Peek(len("18446744073709551615\t"))
	number, _, ok := bytes.Cut(line, []byte("\t"))
	if _, err := strconv.ParseUint(string(number), 10, 64); len(line) > 0 && (!ok || err != nil) {
		return errors.New("the file exists and has no counts; to count its lines: -o /dev/null -count - FILE")
	}
	return nil
}

// run writes all results. It returns early if ctx is done. It discards incomplete files.
func (d *deduper) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	defer func() {
		for _, f := range d.files {
			f.Discard()
		}
	}()
	// The main result is committed last, so that the others exist when it appears.
	invalid, err := d.create(ctx, "invalid", d.invalid, stdout)
	if err != nil {
		return err
	}
	counts, err := d.create(ctx, "count", d.counts, stdout)
	if err != nil {
		return err
	}
	out, err := d.create(ctx, "o", cmp.Or(d.out, "-"), stdout)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(d.files, func(f flagFile) bool { return !f.IsStdout() }) {
		defer surviveClosedPipe()() // to remove the temporary files
	}
	d.Invalid = func(line dedupe.Invalid) error { return d.noteInvalid(invalid, line) }
	writeCount := func(name []byte, count int64) error {
		_, err := fmt.Fprintf(counts, "%d\t%s\n", count, name)
		return err
	}
	if counts != nil {
		d.OnGroup = writeCount
	}
	var byCount *topCounter
	if d.top {
		byCount = newTopCounter(&d.Limits)
		defer byCount.Close()
		d.OnGroup = byCount.add
	}
	in := d.joined(d.names, stdin)
	in.OnMark, in.OnGzip = func() { d.hadMark.Store(true) }, func() { d.hadGzip.Store(true) }
	in.Output = stdout
	if err := in.Check(); err != nil {
		return err
	}
	if d.against != "" {
		against := d.joined([]string{d.against}, stdin)
		if err := against.Check(); err != nil {
			return flagError("against", err)
		}
		d.Against = flagReader{against, "against"}
	}
	shown := stdout
	if d.out != "" && d.counts != "-" && d.invalid != "-" {
		shown = io.Discard
	}
	if d.input.Quiet {
		stderr = io.Discard
	}
	err = engine.Watch(ctx, in, shown, stderr, d.line, func() error {
		err := d.Run(out, in)
		if err == nil && byCount != nil {
			err = byCount.finish(writeCount)
		}
		for _, w := range []*bufio.Writer{invalid, counts, out} {
			if w != nil {
				err = cmp.Or(err, w.Flush()) // after an error, files do not appear, but standard output has the lines before it
			}
		}
		return engine.Nameless(err)
	})
	for _, f := range d.files {
		if err == nil {
			err = f.named(f.Commit())
		}
	}
	return err
}

// joined returns a reader of the named files.
func (d *deduper) joined(names []string, stdin io.Reader) *engine.Joined {
	in := &engine.Joined{
		Opening: engine.Opening{Command: "dedupe", NUL: d.NUL}, Names: names, Stdin: stdin, Separator: '\n', AsIs: d.input.AsIs,
	}
	if d.NUL {
		in.Separator = 0
	}
	return in
}

// A flagReader reads the file of a flag. Its errors name the flag.
type flagReader struct {
	in   *engine.Joined
	flag string
}

// Read implements io.Reader.
func (r flagReader) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if err != io.EOF {
		err = flagError(r.flag, err)
	}
	return n, err
}

// A flagFile is the file of a flag. Its errors name the flag.
type flagFile struct {
	*wholefile.File
	flag string
}

func (f flagFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, f.named(err)
}

// named returns err with the name of the flag, unless err is nil.
func (f flagFile) named(err error) error { return flagError(f.flag, err) }

// flagError returns err with the name of a flag, unless err is nil.
func flagError(flag string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("-%s: %w", flag, engine.Nameless(err))
}

// create returns a buffered writer to the named file of a flag, or to stdout if the name is "-". It returns nil if the
// name is empty. It rejects the file of another flag or of stdout, because one result would replace the other, or be
// mixed with it. If the reader of a result other than the file of -o ends, its rest is dropped.
func (d *deduper) create(ctx context.Context, flag, name string, stdout io.Writer) (*bufio.Writer, error) {
	if name == "" {
		return nil, nil
	}
	w, err := d.open(ctx, flag, name, stdout)
	if err != nil {
		return nil, err
	}
	if flag != "o" {
		w = engine.UntilClosed(w)
	}
	return bufio.NewWriterSize(w, bufferSize), nil
}

// open implements create.
func (d *deduper) open(ctx context.Context, flag, name string, stdout io.Writer) (io.Writer, error) {
	if name == "-" {
		d.usesStdout = true
		for _, other := range d.files {
			if stdout == os.Stdout && other.IsStdout() {
				return nil, sharedStdout(other)
			}
		}
		return stdout, nil
	}
	file, err := wholefile.Create(ctx, name)
	if ctx.Err() != nil && err != nil {
		err = engine.ErrInterrupted
	}
	f := flagFile{file, flag}
	if err != nil {
		return nil, f.named(err)
	}
	shared := slices.ContainsFunc(d.files, func(other flagFile) bool { return f.HasFileOf(other.File) })
	d.files = append(d.files, f)
	switch {
	case shared:
		return nil, fmt.Errorf("-%s: another flag has the same file", flag)
	case d.usesStdout && stdout == os.Stdout && f.IsStdout():
		return nil, sharedStdout(f)
	case flag == "count" && f.Target() != "":
		if err := checkCounts(f.Target()); err != nil {
			return nil, flagError(flag, err)
		}
	case stdout == os.Stdout && f.IsStdout(): // if the pipe is closed, SIGPIPE ends the command as without the flag
		return stdout, nil
	}
	return f, nil
}

// sharedStdout returns the error for a file that is standard output, which has another result already.
func sharedStdout(f flagFile) error {
	return fmt.Errorf("-%s: its file is standard output, which has another result", f.flag)
}

// bufferSize is the size of the buffer of each result.
const bufferSize = 64 << 10

// noteInvalid counts a line that is left out, and writes it to w unless w is nil, a filter left the line out, or the
// line is from the file of -against.
func (d *deduper) noteInvalid(w *bufio.Writer, line dedupe.Invalid) error {
	if line.Against {
		if !errors.Is(line.Err, errLeftOut) {
			d.badAgainst++
		}
		return nil
	}
	if errors.Is(line.Err, errLeftOut) || d.input.Filter.IsOn() && !d.input.Filter.Takes(line.Text, d.web) {
		d.left++
		return nil
	}
	if d.dialect == dialect.URI && !errors.Is(line.Err, dedupe.ErrTooLong) {
		d.tryOthers(octet.Text(line.Text))
	}
	endsInCR := !d.CRLF && bytes.HasSuffix(line.Text, []byte("\r"))
	if w == nil && d.key == nil && !endsInCR {
		return nil // the mistake in the line is neither written nor counted
	}
	n, fault, ok := d.dialect.FaultOf(line.Err, 0)
	var e *uri.Error
	if errors.As(line.Err, &e) && e.Reason == uri.ReasonNoScheme {
		d.refused++
		n, fault.Component, fault.Reason = e.Offset, e.Component.String(), e.Reason.String()
	} else if !ok {
		n, fault.Reason = len(line.Text), fmt.Sprintf("longer than %d bytes", d.MaxLine)
	}
	if endsInCR && n == len(line.Text)-1 {
		d.cr++
	}
	if w == nil {
		return nil
	}
	d.bad = append(strconv.AppendInt(d.bad[:0], line.Number, 10), '\t')
	d.bad = engine.AppendFaultOf(d.bad, d.dialect, n, &fault, line.Text)
	_, err := w.Write(d.bad)
	return err
}

// tryOthers counts an invalid line that another dialect would read.
func (d *deduper) tryOthers(line string) {
	if d.asIRI+d.asWeb >= 2*maxTried {
		return
	}
	if _, err := uri.Parse(line); err == nil {
		return // a valid line, but its key needs a scheme
	}
	if _, err := iri.Parse(line); err == nil {
		d.asIRI++
	}
	if _, err := whatwg.Parse(line); err == nil {
		d.asWeb++
	}
}

// maxTried is about the number of lines that tryOthers counts for a dialect: more lines rarely change the hint.
const maxTried = 1000

// A topCounter sorts names by their counts, in a dedupe.Counter that sorts strings of a count and a name.
type topCounter struct {
	*dedupe.Counter
	text []byte
}

// newTopCounter returns a topCounter with an eighth of the memory in limits, which it takes from these.
func newTopCounter(limits *dedupe.Limits) *topCounter {
	memory := cmp.Or(limits.Memory, 256<<20)
	limits.Memory = memory - memory/8
	return &topCounter{Counter: dedupe.NewCounter(dedupe.Limits{Memory: memory / 8, Dir: limits.Dir})}
}

// add adds a name with its count.
func (c *topCounter) add(name []byte, count int64) error {
	c.text = binary.BigEndian.AppendUint64(c.text[:0], ^uint64(count)) // the largest count is the least text
	c.text = append(c.text, name...)
	return c.Add(c.text)
}

// finish calls put with each name and its count, the largest first.
func (c *topCounter) finish(put func(name []byte, count int64) error) error {
	return c.Finish(func(text []byte, _ int64) error { return put(text[8:], int64(^binary.BigEndian.Uint64(text))) })
}

// line returns the progress line.
func (d *deduper) line(elapsed time.Duration, size int64) string {
	if d.hadGzip.Load() {
		size = 0 // the compressed size tells little about the size of the lines
	}
	return d.progress.text(d.Stats(), elapsed, size)
}

// A phaseLine makes the progress line. It stores the beginning of the current phase, to estimate its end.
type phaseLine struct {
	phase string
	start time.Duration
}

// text returns the line after the given time, for an input of the given size in bytes. The size is 0 if it is unknown.
func (p *phaseLine) text(s dedupe.Stats, elapsed time.Duration, size int64) string {
	phase, done, total := "reading", s.Bytes, size
	switch {
	case s.Filtered > 0 && s.Filtered == s.Spilled:
		phase, done, total = "writing", s.Written, s.Distinct
	case s.Filtered > 0:
		phase, done, total = "filtering", s.Filtered, s.Spilled
	}
	switch p.phase {
	case "":
		p.phase = phase // since the start of the work
	case phase:
	default:
		p.phase, p.start = phase, elapsed
	}
	if share := float64(done) / float64(max(total, 1)); total > 0 {
		phase += fmt.Sprintf(" %d%%", int(min(100*share, 100)))
		if share > 0.01 && share < 1 {
			phase += fmt.Sprintf(", %.0f s left", (elapsed-p.start).Seconds()/share*(1-share))
		}
	}
	text := "uri: " + phase
	if p.phase == "reading" {
		text += fmt.Sprintf(", %s/s", engine.InBytes(float64(s.Bytes)/elapsed.Seconds()))
	}
	more := ""
	if s.Filtered < s.Spilled {
		more = "+" // the lines in the temporary file are not compared yet
	}
	text += fmt.Sprintf(", %s lines", engine.Grouped(s.Lines))
	for _, count := range []string{engine.Grouped(s.Distinct) + more + " distinct", engine.Grouped(s.Invalid) + " invalid"} {
		if len(text)+len(", ")+len(count) >= 80 {
			break // because a part of a number would be a wrong number
		}
		text += ", " + count
	}
	return text
}
