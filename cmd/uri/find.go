package main

import (
	"flag"
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
)

// escapeWords are the values of -in.
var escapeWords = engine.Words[find.Escapes]{
	{"json", find.EscapesJSON}, {"html", find.EscapesHTML}, {"ansi", find.EscapesANSI},
}

// syntaxWords are the values of -syntax.
var syntaxWords = engine.Words[find.Syntax]{
	{"iri", find.SyntaxIRI}, {"uri", find.SyntaxURI}, {"web", find.SyntaxWeb}, {"prose", find.SyntaxProse},
}

// A searcher is one run of find.
type searcher struct {
	find.Finder
	offsets, json bool
	names         hosts.Set // of addresses without a scheme
	utf16         bool      // offsets count code units of UTF-16
	decode        bool      // print addresses without their escapes
	named         bool      // lines begin with the name of the file
	asIs, quiet   bool      // -plain, -quiet
	filter        engine.Filter
}

// defineFind defines the flags of find, and returns its action.
func defineFind(fs *flag.FlagSet) action {
	s := new(searcher)
	fs.BoolVar(&s.offsets, "b", false, engine.NoValue)
	fs.BoolVar(&s.json, "json", false, engine.NoValue)
	fs.BoolVar(&s.Wrapped, "wrapped", false, engine.NoValue)
	fs.BoolVar(&s.utf16, "utf16", false, engine.NoValue)
	fs.BoolVar(&s.decode, "decode", false, engine.NoValue)
	fs.BoolVar(&s.asIs, "plain", false, engine.NoValue)
	fs.BoolVar(&s.quiet, "quiet", false, engine.NoValue)
	s.Syntax = find.SyntaxWeb
	syntaxWords.Var(fs, &s.Syntax, "syntax")
	for name, set := range map[string]func(){
		"hosts":  func() { s.names |= hosts.Names },
		"emails": func() { s.names |= hosts.Emails },
		"ips":    func() { s.names |= hosts.IPs },
		"scp":    func() { s.names |= hosts.SCPs },
		"prose":  func() { s.Syntax = find.SyntaxProse },
	} {
		fs.BoolFunc(name, engine.NoValue, func(text string) error {
			isSet, err := strconv.ParseBool(text)
			if isSet {
				set()
			}
			return err
		})
	}
	fs.Func("scheme", "schemes separated by commas, such as https,mailto, or any", s.setSchemes)
	escapeWords.Var(fs, &s.Escapes, "in")
	s.filter.DefineWhere(fs)
	return s.search
}

// setSchemes sets the schemes to find from the value of -scheme.
func (s *searcher) setSchemes(list string) error {
	s.Schemes, s.AnyScheme = []string{}, false
	for _, scheme := range strings.Split(list, ",") {
		if scheme == "any" {
			s.AnyScheme = true
			continue
		}
		if uri.ComponentScheme.Check(scheme) != nil {
			return engine.ErrValue
		}
		s.Schemes = append(s.Schemes, scheme)
	}
	return nil
}

// finder returns the Finder that the flags describe.
func (s *searcher) finder() *find.Finder {
	if s.Syntax == find.SyntaxProse && s.names == hosts.Names|hosts.Emails && s.Schemes == nil {
		f := hosts.UTS58()
		f.Escapes = s.Escapes
		return f
	}
	if s.names != 0 {
		s.Names = s.names
	}
	return &s.Finder
}
