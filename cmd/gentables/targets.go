package main

import (
	"embed"
	"fmt"
	"os"
	"strings"
)

//go:embed *.abnf
var grammars embed.FS

// A target is a Go file that gentables makes from a grammar.
type target struct {
	name     string
	file     string   // the path of the file in the module; go generate writes it
	grammars []string // the files of the grammar, which are read as one
	start    string   // the rule to compile

	Automaton string // the name of the automaton in package tables, or ""
	Doc       string // a phrase about the language of the automaton, for its documentation
	plain     bool   // the automaton has no contexts

	pkg      string // of the Go file
	template string // of its text
}

// targets lists the files that gentables makes. Another grammar needs a row here, with automaton.tmpl, and marks for its
// components and delimiters.
var targets = []target{
	{
		name: "uri", file: "tables/zuri.go",
		grammars: []string{"rfc3986.abnf"}, start: "URI-reference",
		Automaton: "URI", Doc: "RFC 3986, section 4.1",
		pkg: "tables", template: "uri.tmpl",
	},
	{
		name: "iri", file: "tables/ziri.go",
		grammars: []string{"rfc3987.abnf"}, start: "IRI-reference",
		Automaton: "IRI", Doc: "RFC 3987, section 2.2. It reads UTF-8; overlong forms and surrogates are invalid",
		pkg: "tables", template: "iri.tmpl",
	},
	{
		name: "host", file: "tables/zhost.go",
		grammars: []string{"rfc3986.abnf", "rfc9112.abnf"}, start: "Host-value",
		Automaton: "HostPort", Doc: "the value of the Host field in RFC 9110, section 7.2",
		pkg: "tables", template: "automaton.tmpl",
	},
	{
		name: "origin", file: "tables/zorigin.go",
		grammars: []string{"rfc3986.abnf", "rfc9112.abnf"}, start: "origin-form",
		Automaton: "OriginForm", Doc: "RFC 9112, section 3.2.1",
		pkg: "tables", template: "automaton.tmpl",
	},
	{
		name: "template", file: "tables/ztemplate.go",
		grammars: []string{"rfc3987.abnf", "rfc6570.abnf"}, start: "URI-Template",
		Automaton: "URITemplate", Doc: "RFC 6570, section 2. Its states have no components",
		plain: true, pkg: "tables", template: "automaton.tmpl",
	},
	{
		name: "simd", file: "internal/simd/zrows.go",
		grammars: []string{"rfc3986.abnf"}, start: "URI-reference",
		pkg: "simd", template: "simd.tmpl",
	},
	{
		name: "rules", file: "cmd/uri/internal/walk/zrules.go",
		grammars: []string{"rfc3986.abnf"}, start: "URI-reference",
		pkg: "walk", template: "rules.tmpl",
	},
}

// targetNamed returns the target called name.
func targetNamed(name string) (*target, error) {
	for i := range targets {
		if targets[i].name == name {
			return &targets[i], nil
		}
	}
	return nil, fmt.Errorf("unknown target %q; want %s", name, targetNames())
}

func targetNames() string {
	var names []string
	for _, t := range targets {
		names = append(names, t.name)
	}
	return strings.Join(names, ", ")
}

// sources reads the grammar of the target or, if a file is named, that file in its place.
func (t *target) sources(file string) ([]source, error) {
	if file != "" {
		text, err := os.ReadFile(file)
		return []source{{file, string(text)}}, err
	}
	var sources []source
	for _, name := range t.grammars {
		text, err := grammars.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source{name, string(text)})
	}
	return sources, nil
}
