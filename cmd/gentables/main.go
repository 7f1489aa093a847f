// Gentables compiles grammars in ABNF into Go source: those of RFC 3986, RFC 3987, RFC 6570 and HTTP into the tables of
// this module, and any other into a scanner, which README.md describes.
//
//	gentables -scanner [-o file.go] [-package name] [-format go|dot] [-examples n] [-mutants n] grammar.abnf ...
//	gentables [-o file] [-format go|text|dot] [-start rule] [-grammar file] target
//
// The targets are
//
//	uri       tables/zuri.go                    the automaton and the character classes of RFC 3986
//	iri       tables/ziri.go                    the automaton and the further characters of RFC 3987
//	host      tables/zhost.go                   the automaton of the value of a Host field of HTTP
//	origin    tables/zorigin.go                 the automaton of the origin-form of HTTP
//	template  tables/ztemplate.go               the automaton of the URI Templates of RFC 6570
//	simd      internal/simd/zrows.go            the tables of the vector instructions
//	rules     cmd/uri/internal/walk/zrules.go   the names of the rules that a byte can be part of
//
// A grammar is compiled in steps: an NFA, whose edges or states say where components begin and end, a DFA that records
// these offsets in one pass, the minimal DFA, and Go source. The characters of a grammar are read as UTF-8. The output
// depends on the grammar alone.
//
// Gentables rejects undefined and recursive rules, surrogates, components that cannot be found in one pass, and a
// difference that matches nothing. It rejects an automaton of package tables with more than 511 states, 64 byte classes
// or 32 sets of bytes that states loop on, and a scanner with more than 4,095 states. Errors in a grammar name its file
// and line.
//
// The flags are
//
//	-o file         write to file instead of standard output, and the test of a scanner to file_test.go
//	-format format  write Go source (go, the default), a description of the automaton (text) or a Graphviz graph (dot)
//	-start rule     compile this rule instead of the target's
//	-grammar file   read this grammar, in the notation of RFC 5234, instead of the target's
//	-scanner        make scanners; a file that ends in .abnf implies it
//	-package name   use this package for scanners instead of the mark's
//	-examples n     print n strings that the first scanner accepts, as far as they are lines of UTF-8
//	-mutants n      print n strings that it rejects, each close to one that it accepts
package main

// The files, from top to bottom; each uses only files below it:
//
//	main.go targets.go
//	scanner.go scancode.go prove.go examples.go      scanners, their tests and their examples
//	tables.go simd.go                                the other outputs
//	files.go *.tmpl describe.go                      shared by outputs
//	onepass.go readings.go expect.go                 what the DFA of a scanner says, and errors about grammars and input
//	machine.go                                       what the DFA of tables says
//	expand.go                                        from the grammar to an NFA
//	minimize.go dfa.go nfa.go                        from an NFA to the minimal DFA
//	abnf.go core.abnf notation.go chars.go utf8.go   the grammar
//	marks.go components.go byteset.go

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/build"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gentables:", err)
		os.Exit(1)
	}
}

// options are the flags of the command.
type options struct {
	out, format, start, file, pkg string
	scanner                       bool
	examples, mutants             int
}

func run(args []string, stdout io.Writer) error {
	var o options
	flags := flag.NewFlagSet("gentables", flag.ExitOnError)
	flags.StringVar(&o.out, "o", "-", "write to `file`; - is standard output")
	flags.StringVar(&o.format, "format", "go", "output `format`: go for Go source, text for a description, dot for a Graphviz graph")
	flags.StringVar(&o.start, "start", "", "compile this `rule` instead of the target's")
	flags.StringVar(&o.file, "grammar", "", "read the grammar in `file` instead of the target's")
	flags.BoolVar(&o.scanner, "scanner", false, "compile the scanners that the marks in a grammar file describe")
	flags.StringVar(&o.pkg, "package", "", "the `name` of the package of the scanners, instead of the mark's")
	flags.IntVar(&o.examples, "examples", 0, "print `n` strings that the first scanner accepts")
	flags.IntVar(&o.mutants, "mutants", 0, "print `n` strings that the first scanner rejects, each close to one that it accepts")
	flags.Usage = func() { usage(flags) }
	flags.Parse(args)
	if o.scanner || strings.HasSuffix(flags.Arg(0), ".abnf") {
		return o.writeScanners(flags.Args(), stdout)
	}
	if flags.NArg() == 0 {
		return fmt.Errorf("missing target; want %s, or a grammar file", targetNames())
	}
	if flags.NArg() > 1 {
		return fmt.Errorf("unexpected argument %q after the target", flags.Arg(1))
	}
	return o.writeTarget(flags.Arg(0), stdout)
}

// writeTarget compiles a target. The flags may replace its start rule and grammar.
func (o *options) writeTarget(name string, stdout io.Writer) error {
	t, err := targetNamed(name)
	if err != nil {
		return err
	}
	sources, err := t.sources(o.file)
	if err != nil {
		return err
	}
	m, err := generate(t.plain, cmp.Or(o.start, t.start), sources...)
	if err != nil {
		return err
	}
	var text []byte
	switch o.format {
	case "go":
		text, err = t.source(m)
	case "text", "dot":
		text, err = fill(o.format+".tmpl", m)
	default:
		err = fmt.Errorf("unknown format %q; want go, text or dot", o.format)
	}
	return o.write(o.out, text, err, stdout)
}

// write writes text to a file or, if its name is "-", to stdout. It does nothing if err is not nil.
func (o *options) write(file string, text []byte, err error, stdout io.Writer) error {
	switch {
	case err != nil:
		return err
	case file == "-":
		_, err := stdout.Write(text)
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

// writeScanners compiles the scanners of grammar files, which are read as one.
func (o *options) writeScanners(files []string, stdout io.Writer) error {
	var sources []source
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		in, _ := os.Stat(file)
		if out, err := os.Stat(o.out); err == nil && os.SameFile(in, out) {
			return fmt.Errorf("the output would replace the grammar %s", file)
		}
		sources = append(sources, source{file, strings.TrimPrefix(string(text), "\ufeff")})
	}
	if len(sources) == 0 {
		return errors.New("missing grammar file; write gentables -scanner -o FILE.go GRAMMAR.abnf")
	}
	list, err := compileScanners(sources...)
	if err != nil {
		return err
	}
	switch {
	case o.examples > 0 || o.mutants > 0:
		var lines []byte
		for _, text := range append(list[0].samples(o.examples, false), list[0].samples(o.mutants, true)...) {
			if utf8.ValidString(text) && !strings.ContainsAny(text, "\r\n") {
				lines = fmt.Appendln(lines, text)
			}
		}
		return o.write(o.out, lines, nil, stdout)
	case o.format == "dot":
		text, err := fill("dot.tmpl", list[0])
		return o.write(o.out, text, err, stdout)
	case o.format != "go":
		return fmt.Errorf("unknown format %q of a scanner; want go or dot", o.format)
	}
	pkg := cmp.Or(o.pkg, list[0].grammar.marks.pkg, os.Getenv("GOPACKAGE"))
	text, err := scannerSource("scanner.tmpl", list, pkg)
	if err != nil || o.out == "-" {
		return o.write(o.out, text, err, stdout)
	}
	test, err := scannerSource("proof.tmpl", list, pkg)
	if err := o.write(o.out, text, cmp.Or(err, checkName(o.out)), stdout); err != nil {
		return err
	}
	return o.write(strings.TrimSuffix(o.out, ".go")+"_test.go", test, nil, stdout)
}

// checkName rejects the name of a file that is no Go file, or that the go command ignores here or outside of tests.
func checkName(file string) error {
	name := filepath.Base(file)
	here := build.Default
	here.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p")), nil }
	switch built, err := here.MatchFile("", name); {
	case !strings.HasSuffix(name, ".go"):
		return fmt.Errorf("the output %s is no Go file; its name must end in .go", file)
	case !built || err != nil || strings.HasSuffix(name, "_test.go"):
		return fmt.Errorf("go build ignores the output %s; its name must not begin with _ or a dot, or end in _test.go in "+
			"another system, such as _windows.go", file)
	}
	return nil
}

func usage(flags *flag.FlagSet) {
	w := flags.Output()
	fmt.Fprintf(w, "usage: gentables [flags] grammar.abnf ...\n       gentables [flags] target\n\n"+
		"The targets, and the files that go generate writes:\n")
	for _, t := range targets {
		fmt.Fprintf(w, "  %-8s %s\n", t.name, t.file)
	}
	fmt.Fprintf(w, "\nThe flags:\n")
	flags.PrintDefaults()
}
