// Gentables compiles the grammars of RFC 3986 and RFC 3987 into the tables of package tables.
//
//	gentables [-o file] [-iri] [-vector] [-rules] [-dump] [-dot] [-start rule] [grammar]
//
// A grammar is in the notation of RFC 5234; the default is the rfc3986.abnf beside this source and with -iri, which
// makes the larger tables for IRIs, the rfc3987.abnf. Its characters are compiled as their UTF-8. From it come, one
// after the other, an NFA with a mark on each edge behind which a component begins, a DFA that sets at most one mark on
// any transition, the minimal DFA, and Go source. Gentables refuses, with file and line, a rule that is undefined or
// recursive, a range with surrogates and a second mark on a transition, and, at the rule that is compiled, more than
// 255 states, 32 byte classes (with -iri: 511, 64) or 8 sets of run bytes.
//
// Flags: -o names the file to write ("-", the default: standard output), -vector makes the tables of package fsm's
// vector roads instead, -rules the table of rules of cmd/uri, -dump prints the automaton for a reader instead, -dot as a Graphviz graph. The output depends
// on the grammar alone, byte for byte.
package main

import (
	"cmp"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

//go:embed *.abnf
var grammars embed.FS

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gentables:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("gentables", flag.ExitOnError)
	out := flags.String("o", "-", "write to `file`")
	iri := flags.Bool("iri", false, "compile the grammar of RFC 3987, or make tables like its")
	vector := flags.Bool("vector", false, "make the tables of package fsm's vector roads")
	rules := flags.Bool("rules", false, "make the table of rules of cmd/uri")
	dump := flags.Bool("dump", false, "print the automaton for a reader")
	dot := flags.Bool("dot", false, "print the automaton as a Graphviz graph")
	start := flags.String("start", "", "the `rule` to compile instead of the grammar's own start")
	flags.Parse(args)

	l := &uriLayout
	if *iri {
		l = &iriLayout
	}
	file, src, err := l.read(flags.Args())
	if err != nil {
		return err
	}
	m, err := generate(l, file, src, cmp.Or(*start, l.start))
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
	case *rules:
		text, err = m.rulesSource()
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

// read returns the grammar that the arguments name, and its name; without arguments it is that of the layout.
func (l *layout) read(args []string) (file, src string, err error) {
	var text []byte
	switch len(args) {
	case 0:
		file = l.grammar
		text, err = grammars.ReadFile(file)
	case 1:
		file = args[0]
		text, err = os.ReadFile(file)
	default:
		err = fmt.Errorf("%d grammars: want one", len(args))
	}
	return file, string(text), err
}

// A machine is a grammar and what was compiled from it.
type machine struct {
	file    string // its name, without the directory: that of whoever runs the command must not get into the output
	grammar *grammar
	nfa     *nfa
	dfa     *dfa
}

// generate compiles the rule start of the grammar src; file is its name in errors.
func generate(l *layout, file, src, start string) (*machine, error) {
	g, err := parseGrammar(file, src)
	if err != nil {
		return nil, err
	}
	first := g.rule(start)
	if first == nil {
		return nil, pos{file, 1}.errorf("no rule %s", start)
	}
	n, err := newNFA(g, start)
	var texts []*nfa
	if err == nil {
		texts, err = g.texts(l)
	}
	var d *dfa
	if err == nil {
		d, err = compile(l, n, texts)
	}
	var at *posError
	switch {
	case errors.As(err, &at):
		return nil, err
	case err != nil:
		return nil, first.pos.errorf("rule %s: %w", start, err)
	}
	return &machine{filepath.Base(file), g, n, d}, nil
}

// texts returns the automata of the text rules. A grammar that lacks one of them has no text.
func (g *grammar) texts(l *layout) (texts []*nfa, err error) {
	for _, name := range l.textRules {
		r := g.rule(name)
		if r == nil {
			return nil, nil
		}
		n, err := newNFA(g, name)
		if err != nil {
			return nil, r.pos.errorf("rule %s: %w", name, err)
		}
		texts = append(texts, n)
	}
	return texts, nil
}
