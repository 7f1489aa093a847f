package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri/internal/psl"
)

// This file reads psl.txt, the rules of the Public Suffix List, and writes the table of package suffix.

// The suffixes are the rules of an edition of the list.
type suffixes struct {
	version string
	rules   []psl.Rule
	table   *psl.Table
}

// readSuffixes reads the rules of m.
func readSuffixes(m *machine, src source) (err error) {
	defer catch(&err)
	s := &suffixes{}
	rules := psl.Reader{Name: nameOfRule}
	check := func(err error) {
		if err != nil {
			pos{src.file, rules.Line}.fail("%v", err)
		}
	}
	for line := range strings.Lines(src.text) {
		check(rules.ReadLine(line))
		if version, ok := strings.CutPrefix(line, "// VERSION: "); ok {
			s.version = strings.TrimSpace(version)
		}
	}
	check(rules.Close())
	if s.version == "" {
		pos{src.file, 1}.fail("the list has no version")
	}
	s.rules = rules.Rules
	s.table, err = psl.Build(s.rules)
	check(err)
	m.suffixes = s
	return nil
}

// nameOfRule returns name if it is a name in lower case.
func nameOfRule(name string) (string, error) {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return "", fmt.Errorf("%q is not a name in lower case", name)
		}
	}
	return name, nil
}

func emitSuffixes(f *goFile) {
	s := f.suffixes
	t := s.table
	f.printf("import \"github.com/urispan/uri/internal/psl\"\n\n" +
		"// The list is subject to the terms of the Mozilla Public License, v. 2.0 (https://mozilla.org/MPL/2.0/).\n" +
		"// Its source is cmd/gentables/psl.txt.\n\n")
	f.printf("// Version is the date of the edition of the Public Suffix List that is part of the package.\n"+
		"const Version = %q\n\n", s.version)
	f.printf("// This is the table of the list's %d rules, in %d bytes: see package psl.\n\n",
		len(s.rules), 8*len(t.Nodes)+2*len(t.Shifts)+16*len(t.Tops)+8*len(t.Sieve)+len(t.Labels))
	f.printf("var nodes = [%d]psl.Node{\n", len(t.Nodes))
	emitWords(f, t.Nodes)
	f.printf("}\n\nvar tops = [%d]psl.Top{\n", len(t.Tops))
	for i, top := range t.Tops {
		if top.Word != 0 {
			f.printf("%d: {Word: %#x, Node: %#x},\n", i, top.Word, uint64(top.Node))
		}
	}
	f.printf("}\n\nvar sieve = [%d]uint64{\n", len(t.Sieve))
	emitWords(f, t.Sieve[:])
	f.printf("}\n\nvar shifts = [%d]uint16{\n", len(t.Shifts))
	f.numbers(t.Shifts)
	f.printf("}\n\n// labels has labels that end with others only once.\nconst labels = \"\"")
	for line := range slices.Chunk([]byte(t.Labels), maxColumns) {
		f.printf(" +\n\t%q", line)
	}
	f.printf("\n")
}

// emitWords writes the elements of a literal.
func emitWords[E ~uint64](f *goFile, words []E) {
	for row := range slices.Chunk(words, 5) {
		for _, w := range row {
			f.printf("%#x, ", uint64(w))
		}
		f.printf("\n")
	}
}
