package engine

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/fsm"
)

// Options are the parsed arguments of a verb.
type Options struct {
	Arguments

	verb     *Verb
	work     Work
	json     bool
	tsv      bool
	header   bool
	numbered bool   // the number of the input is before its answer
	picture  string // auto, always or never
	keepRest bool   // inputs without a result are printed as they are
	report   string // the file for invalid inputs, "-" for standard error, or empty

	fields   []string        // -field; empty if not given
	template *string         // -format; nil if not given
	formats  *Formats        // with the keys that flags add or choose
	format   *objectTemplate // the parsed template; may be nil
	invalid  string          // one of InvalidWords, or empty
}

// InvalidWords are the values of -invalid. The first is the default of -format and -field.
var InvalidWords = Words[string]{{"empty", "empty"}, {"omit", "omit"}, {"mark", "mark"}}

// PictureWords are the values of -picture. The first is the default.
var PictureWords = Words[string]{{"auto", "auto"}, {"always", "always"}, {"never", "never"}}

// maxMaxLine is the largest value of -max-line. Even on 32 bits, the bytes that are read after the line do not overflow
// an int.
const maxMaxLine = min(fsm.MaxLen, math.MaxInt-1<<20)

// FlagSet returns the flags of v, for help and completions.
func (v *Verb) FlagSet() *flag.FlagSet {
	fs, _ := v.newFlags(new(Options))
	return fs
}

// keepRest is the flag that prints inputs without a result as they are.
const keepRest = "-keep-rest"

// noScheme is the flag that reads addresses without a scheme.
const noScheme = "-no-scheme"

// noSchemeWords are the values of -no-scheme. The first is the default.
var noSchemeWords = Words[string]{{"http", "http"}, {"https", "https"}}

// ReadsAddresses reports whether each input of the verb is an address, so that it has the flag -no-scheme.
func (v *Verb) ReadsAddresses() bool { return v.Filtered == nil && v.Dialects[0] != dialect.Text }

// textWords are the values of -text: what the text is. The first is the default.
var textWords = Words[*find.Finder]{
	{"plain", &find.Finder{Syntax: find.SyntaxWeb}},
	{"json", &find.Finder{Syntax: find.SyntaxWeb, Escapes: find.EscapesJSON}},
	{"html", &find.Finder{Syntax: find.SyntaxWeb, Escapes: find.EscapesHTML}},
}

// linesOnly are the flags that have no meaning for addresses in text.
var linesOnly = []string{
	"0", "field", "format", "header", "invalid", "j", "json", "keep-rest", "max-line", "no-scheme", "picture", "report", "tsv",
}

// IsLinesOnly reports whether a flag, with its "-", has no meaning for addresses in text.
func IsLinesOnly(name string) bool { return slices.Contains(linesOnly, strings.TrimPrefix(name, "-")) }

// newFlags returns the flags of v, which set o, and the function to call after they are parsed.
func (v *Verb) newFlags(o *Options) (*flag.FlagSet, Prepare) {
	fs := flag.NewFlagSet("uri", flag.ContinueOnError)
	fs.BoolVar(&o.json, "json", false, NoValue)
	o.InputFlags.Define(fs, maxMaxLine, v.Dialects)
	FileVar(fs, &o.report, "report", "a file, or - for standard error")
	o.picture = PictureWords[0].Value
	if v.Picture != nil {
		PictureWords.Var(fs, &o.picture, "picture")
	}
	if v.Columns != nil {
		fs.BoolVar(&o.tsv, "tsv", false, NoValue)
		fs.BoolVar(&o.header, "header", false, NoValue)
	}
	if v.Columns != nil && !v.Bare {
		fs.BoolVar(&o.numbered, "n", false, NoValue)
	}
	InvalidWords.Var(fs, &o.invalid, "invalid")
	if v.Bare {
		fs.BoolVar(&o.keepRest, keepRest[1:], false, NoValue)
	}
	fs.Func("format", "a template, such as '{{.input}}'", func(text string) error {
		o.template = &text
		if text != "" && !strings.Contains(text, "{{") { // a field, or a text as in trurl, unfurl and printf
			return ErrValue
		}
		return nil
	})
	words := v.Formats.in(v.Dialects[0], nil).names(false) // for completion, in the default dialect
	fs.Var(&Choice{Words: words, List: true, Repeats: true, SetText: o.addFields}, "field", "keys such as host, with commas between")
	if v.ReadsAddresses() {
		o.DefineNoScheme(fs)
	}
	fs.Func("csv", "the name or the number of a column", func(text string) error {
		if o.Column = text; text == "" || HasDash(text) || strings.Contains(text, "://") || IsFile(text) && strings.ContainsAny(text, "./") {
			return ErrValue
		}
		return nil
	})
	if v.Bare && v.ReadsAddresses() {
		textWords.GluedVar(fs, &o.Text, "text")
	}
	return fs, v.Flags(fs)
}

// Parse parses the arguments of v. The error is flag.ErrHelp if there is a flag for help. For known, see [ParseFlags].
func (v *Verb) Parse(args []string, known func(name string) bool) (*Options, error) {
	o := &Options{verb: v}
	fs, prepare := v.newFlags(o)
	var err error
	if o.Refs, o.Before, err = ParseFlags(fs, args, true, known); err != nil {
		return nil, err
	}
	if err := o.check(fs); err != nil {
		return nil, err
	}
	if o.work, err = prepare(&o.Arguments); err != nil {
		return nil, err
	}
	if o.Column != "" && o.work.Pairs {
		return nil, errors.New("-csv needs -base")
	}
	o.keepRest = o.keepRest || o.copiesRows() && o.invalid == ""
	return o, o.prepareTemplate()
}

// notWeb are the flags that have no meaning with -web.
var notWeb = []string{"audit", "encoded-dots", "git", "nonstrict", "refuse-above-root", "steps"}

// NotWebError returns the error for a flag, or a value of a flag, that has no meaning with -web.
func NotWebError(flag string) error { return fmt.Errorf("-%s does not work with -web", flag) }

// prepareTemplate parses and checks the template of -format or -field.
func (o *Options) prepareTemplate() (err error) {
	f := *o.verb.formatsIn(o.Dialect)
	o.formats = f.in(o.Dialect, o.work.Keys)
	switch {
	case o.json && len(o.fields) > 0:
		f.Keys, err = o.formats.chosen(o.fields)
		o.formats = f.in(o.Dialect, nil)
	case len(o.fields) > 0:
		o.format, err = o.formats.columns(o.fields)
	case o.template != nil:
		if o.format, err = parseTemplate(*o.template, o.formats); err == nil {
			err = o.format.check(o.Dialect, o.work.newStep())
		}
	}
	return err
}

// IntVar defines a flag that takes a number from least to most.
func IntVar(fs *flag.FlagSet, value *int, name, usage string, least int, most uint64) {
	fs.Func(name, usage, func(text string) error {
		n, err := strconv.ParseInt(text, 0, strconv.IntSize)
		if err != nil || n < int64(least) || uint64(n) > most {
			return ErrValue
		}
		*value = int(n)
		return nil
	})
}

// FileVar defines a flag that takes the name of a file or a folder. An empty name, such as the value of a variable that
// is not set, does not stand for a flag that is not given. A name that begins with "-" is written as ./-NAME.
func FileVar(fs *flag.FlagSet, name *string, flagName, usage string) {
	fs.Func(flagName, usage, func(text string) error {
		if text == "" || HasDash(text) { // with "-", a flag follows in place of the value
			return ErrValue
		}
		*name = text
		return nil
	})
}

// givenIn returns those of the flags with the names that are given, with their "-".
func givenIn(fs *flag.FlagSet, names []string) (given []string) {
	fs.Visit(func(f *flag.Flag) {
		if slices.Contains(names, f.Name) {
			given = append(given, "-"+f.Name)
		}
	})
	return given
}

// check returns an error if flags of all verbs contradict each other.
func (o *Options) check(fs *flag.FlagSet) error {
	if err := o.InputFlags.Check(); err != nil {
		return err
	}
	ofLines, ofURIs := givenIn(fs, linesOnly), givenIn(fs, notWeb)
	outputs := namesSet(Words[bool]{
		{"-json", o.json && len(o.fields) == 0}, {"-tsv", o.tsv}, {"-field", len(o.fields) > 0}, {"-format", o.template != nil},
		{"-picture always", o.picture == "always"},
	})
	isLine, isBare := len(outputs) == 0 || o.tsv, o.isBare(o.verb.formatsIn(o.Dialect))
	switch {
	case o.Text != nil && len(ofLines) > 0:
		return fmt.Errorf("-text excludes %s", Listed(ofLines, "and"))
	case o.Dialect == dialect.Web && len(ofURIs) > 0:
		return NotWebError(ofURIs[0][1:])
	case o.Column != "" && o.Text != nil:
		return errors.New("-csv and -text exclude each other")
	case o.Column != "" && o.NUL:
		return errors.New("-csv excludes -0")
	case o.copiesRows() && o.invalid != "" && o.invalid != "omit":
		return errors.New("-csv keeps invalid cells or, with -invalid omit, leaves out their rows")
	case len(outputs) > 1:
		return fmt.Errorf("%s exclude each other", Listed(outputs, "and"))
	case o.header && (isBare || o.json || !isLine && len(o.fields) == 0):
		return errors.New("-header works only with -tsv or -field")
	case o.numbered && (o.json || o.header || o.picture == "always"):
		return errors.New("-n works only with lines, and without -header")
	case o.keepRest && (!isBare || o.invalid != ""):
		return errors.New("-keep-rest works only with a bare result, and without -invalid")
	case o.invalid != "" && o.invalid != "omit" && o.template == nil && len(o.fields) == 0 && !isBare:
		return errors.New("-invalid works only with -format, -field or a bare result, except for omit")
	}
	return nil
}

// AppendJSON appends the JSON object for a single reference.
func (o *Options) AppendJSON(dst []byte, ref string) []byte {
	rec := NewRecord(ref, o.Dialect)
	o.work.newStep()(rec)
	return o.formats.object(dst, rec)
}

// InputFlags are the values of the flags about lines of input, which the verbs and dedupe share.
type InputFlags struct {
	Dialect *dialect.Dialect // of the inputs

	NUL     bool // -0
	CRLF    bool // -crlf, which says what holds without it: lines may end with CR LF
	MaxLine int  // in bytes, at least 1
	Workers int  // -j, or 0
	Quiet   bool
	AsIs    bool // -plain
	Filter  Filter

	NoScheme string // the scheme of -no-scheme, or empty

	// Again returns the command line with flags that read inputs that were invalid, or with "find" before it, ready to
	// paste. It also has the flags in more. It may be nil, and the line may be empty.
	Again func(reads string, more ...string) string

	clash bool // the flags of two dialects are set
}

// End returns the byte that ends records, and bare results.
func (f *InputFlags) End() byte {
	if f.NUL {
		return 0
	}
	return '\n'
}

// Define defines the flags, which set f. A line has at most longest bytes, and is read in one of the dialects.
func (f *InputFlags) Define(fs *flag.FlagSet, longest uint64, dialects []*dialect.Dialect) {
	f.defineDialects(fs, dialects)
	fs.BoolVar(&f.NUL, "0", false, NoValue)
	fs.BoolVar(&f.CRLF, "crlf", false, NoValue)
	fs.BoolVar(&f.Quiet, "quiet", false, NoValue)
	fs.BoolVar(&f.AsIs, "plain", false, NoValue)
	IntVar(fs, &f.Workers, "j", fmt.Sprintf("a number from 1 to %d", maxWorkers), 1, maxWorkers)
	f.MaxLine = 1 << 20
	IntVar(fs, &f.MaxLine, "max-line", fmt.Sprintf("a number of bytes from 1 to %d", longest), 1, longest)
	f.Filter.DefineFlags(fs)
}

// Check returns an error if flags contradict each other.
func (f *InputFlags) Check() error {
	switch {
	case f.NUL && f.CRLF:
		return errors.New("-0 and -crlf exclude each other")
	case f.clash:
		return errors.New("-iri and -web exclude each other")
	}
	return nil
}

// defineDialects defines a flag for each dialect that has one. The first is the default, also with its flag.
func (f *InputFlags) defineDialects(fs *flag.FlagSet, dialects []*dialect.Dialect) {
	f.Dialect = dialects[0]
	for _, d := range dialects {
		if d.Flag == "" {
			continue
		}
		fs.BoolFunc(d.Flag, NoValue, func(text string) error {
			is, err := strconv.ParseBool(text)
			if is {
				f.clash = f.clash || f.Dialect != dialects[0] && f.Dialect != d
				f.Dialect = d
			}
			return err
		})
	}
}
