// Gentables compiles the grammar of RFC 3986 into the tables of package tables.
//
//	gentables [-o file] [-vector] [-dump] [-dot] [-start rule] [grammar]
//
// The grammar is in the notation of RFC 5234; the default is the rfc3986.abnf beside this source. From it come, one
// after the other, an NFA with a mark on each edge behind which a component begins, a DFA that sets at most one mark on
// any transition, the minimal DFA, and Go source. Gentables refuses, with file and line, a rule that is undefined or
// recursive and a second mark on a transition, and, at the rule that is compiled, more than 255 states, 32 byte classes
// or 8 sets of run bytes.
//
// Flags: -o names the file to write ("-", the default: standard output), -vector makes the tables of package fsm's
// vector roads instead, -dump prints the automaton for a reader instead, -dot as a Graphviz graph. The output depends
// on the grammar alone, byte for byte.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

//go:embed rfc3986.abnf
var rfc3986 string

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gentables:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("gentables", flag.ExitOnError)
	out := flags.String("o", "-", "write to `file`")
	vector := flags.Bool("vector", false, "make the tables of package fsm's vector roads")
	dump := flags.Bool("dump", false, "print the automaton for a reader")
	dot := flags.Bool("dot", false, "print the automaton as a Graphviz graph")
	start := flags.String("start", "URI-reference", "the `rule` to compile")
	flags.Parse(args)
	if flags.NArg() > 1 {
		return fmt.Errorf("%d grammars: want one", flags.NArg())
	}

	file, src := "rfc3986.abnf", rfc3986
	if flags.NArg() > 0 {
		b, err := os.ReadFile(flags.Arg(0))
		if err != nil {
			return err
		}
		file, src = flags.Arg(0), string(b)
	}
	m, err := generate(file, src, *start)
	if err != nil {
		return err
	}
	var text []byte
	switch {
	case *dump:
		text = m.dump()
	case *dot:
		text = m.dot()
	case *vector:
		text, err = m.vectorSource()
	default:
		text, err = m.source()
	}
	if err != nil {
		return err
	}
	if *out == "-" {
		_, err = stdout.Write(text)
		return err
	}
	return os.WriteFile(*out, text, 0o666)
}

// A machine is a grammar and what was compiled from it.
type machine struct {
	file    string // its name, without the directory: that of whoever runs the command must not get into the output
	grammar *grammar
	nfa     *nfa
	dfa     *dfa
}

// generate compiles the rule start of the grammar src; file is its name in errors.
func generate(file, src, start string) (*machine, error) {
	g, err := parseGrammar(file, src)
	if err != nil {
		return nil, err
	}
	if g.rule(start) == nil {
		return nil, pos{file, 1}.errorf("no rule %s", start)
	}
	first := g.rule(start)
	n, err := newNFA(g, start)
	if err != nil {
		return nil, first.pos.errorf("rule %s: %w", start, err)
	}
	d, err := compile(n)
	var at *posError
	switch {
	case errors.As(err, &at):
		return nil, err
	case err != nil:
		return nil, first.pos.errorf("rule %s: %w", start, err)
	}
	return &machine{filepath.Base(file), g, n, d}, nil
}
