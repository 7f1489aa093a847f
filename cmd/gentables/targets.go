package main

import (
	"embed"
	"fmt"
	"os"
	"slices"
	"strings"
)

//go:embed rfc*.abnf
var grammars embed.FS

// A target is a Go file that gentables makes from a grammar.
type target struct {
	name     string
	file     string   // the path of the file in the module; go generate writes it
	template string   // of its text
	grammars []string // the files of the grammar, which are read as one
	start    string   // the rule to compile
	plain    bool     // the automaton has no contexts

	Automaton string // the name of the automaton in package tables, or ""
	Doc       string // a phrase about the language of the automaton, for its documentation
}

// targets lists the files that gentables makes. Another grammar needs a row here, with automaton.tmpl, and marks for its
// components and delimiters.
var targets = []target{
	{
		name: "uri", file: "tables/zuri.go", template: "uri.tmpl",
		grammars: []string{"rfc3986.abnf"}, start: "URI-reference",
		Automaton: "URI", Doc: "RFC 3986, section 4.1",
	},
	{
		name: "iri", file: "tables/ziri.go", template: "iri.tmpl",
		grammars: []string{"rfc3987.abnf"}, start: "IRI-reference",
		Automaton: "IRI", Doc: "RFC 3987, section 2.2. It reads UTF-8; overlong forms and surrogates are invalid",
	},
	{
		name: "host", file: "tables/zhost.go", template: "automaton.tmpl",
		grammars: []string{"rfc3986.abnf", "rfc9112.abnf"}, start: "Host-value",
		Automaton: "HostPort", Doc: "the value of the Host field in RFC 9110, section 7.2",
	},
	{
		name: "origin", file: "tables/zorigin.go", template: "automaton.tmpl",
		grammars: []string{"rfc3986.abnf", "rfc9112.abnf"}, start: "origin-form",
		Automaton: "OriginForm", Doc: "RFC 9112, section 3.2.1",
	},
	{
		name: "template", file: "tables/ztemplate.go", template: "automaton.tmpl",
		grammars: []string{"rfc3987.abnf", "rfc6570.abnf"}, start: "URI-Template", plain: true,
		Automaton: "URITemplate", Doc: "RFC 6570, section 2. Its states have no components",
	},
	{
		name: "simd", file: "internal/simd/zrows.go", template: "simd.tmpl",
		grammars: []string{"rfc3986.abnf"}, start: "URI-reference",
	},
	{
		name: "rules", file: "cmd/uri/internal/walk/zrules.go", template: "rules.tmpl",
		grammars: []string{"rfc3986.abnf"}, start: "URI-reference",
	},
}

// targetNamed returns the target called name.
func targetNamed(name string) (*target, error) {
	i := slices.IndexFunc(targets, func(t target) bool { return t.name == name })
	if i < 0 {
		return nil, fmt.Errorf("unknown target %q; want %s", name, targetNames())
	}
	return &targets[i], nil
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
