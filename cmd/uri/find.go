package main

import (
	"flag"
	"io"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
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

// nameWords are the flags for addresses without a scheme.
var nameWords = engine.Words[hosts.Set]{
	{"hosts", hosts.Names}, {"ips", hosts.IPs}, {"emails", hosts.Emails}, {"scp", hosts.SCPs},
}

// A searcher is one run of find.
type searcher struct {
	find.Finder
	offsets, json bool
	lines         bool      // -n
	names         hosts.Set // of addresses without a scheme
	utf16         bool      // offsets count code units of UTF-16
	decode        bool      // print addresses without their escapes
	named         bool      // lines begin with the name of the file
	unnamed       bool      // -no-filename
	filter        engine.Filter
	flags         *flag.FlagSet

	files   engine.Files
	finder  *find.Finder
	found   atomic.Int64 // the number of addresses so far
	isTable bool         // the file has rows of cells
	stdout  io.Writer
	out     []byte // the results that are not written yet
	failed  error  // an error of writing
	unread  bool   // a file could not be read

	// For hints.
	toSample   int    // how much text is still to be sampled
	bare       int    // names with a path or www in it, such as a.com/x, less addresses
	isRemote   bool   // the text has addresses of scp
	scheme     string // an address has it, and it is not known
	isEscaped  bool   // the text has addresses as JSON may write them
	isFeed     bool   // the text is a sitemap or a feed
	isHTML     bool   // an address is printed with &amp; in place of &
	isGlued    bool   // an address in CSV has a comma
	isDefanged bool   // an address begins with hxxp
	isLatin    bool   // an address ends before a byte that is not UTF-8
	isMail     bool   // the text is quoted-printable
	isPattern  bool   // a name follows *. or a dot, given -hosts
	isPrivate  bool   // a name has dots, given -hosts
}

// sampledText is the length in bytes of the text that is searched for names, for a hint.
const sampledText = 64 << 10

// defineFind defines the flags of find, and returns its action.
func defineFind(fs *flag.FlagSet) action {
	s := &searcher{flags: fs, toSample: sampledText}
	s.files.Command, s.files.KeepMark = "find", true
	fs.BoolVar(&s.offsets, "b", false, engine.NoValue)
	fs.BoolVar(&s.lines, "n", false, engine.NoValue)
	fs.BoolVar(&s.json, "json", false, engine.NoValue)
	fs.BoolVar(&s.Wrapped, "wrapped", false, engine.NoValue)
	fs.BoolVar(&s.utf16, "utf16", false, engine.NoValue)
	fs.BoolVar(&s.decode, "decode", false, engine.NoValue)
	s.files.DefineFlags(fs)
	s.Syntax = find.SyntaxWeb
	syntaxWords.Var(fs, &s.Syntax, "syntax")
	fs.BoolVar(&s.unnamed, "no-filename", false, engine.NoValue)
	boolFlags(fs, &s.names, nameWords)
	fs.BoolFunc("prose", engine.NoValue, func(text string) error {
		isSet, err := strconv.ParseBool(text)
		if isSet {
			s.Syntax = find.SyntaxProse
		}
		return err
	})
	fs.Func("scheme", "schemes separated by commas, such as https,mailto, or any", s.setSchemes)
	escapeWords.Var(fs, &s.Escapes, "in")
	s.filter.DefineWhere(fs)
	return s.search
}

// boolFlags defines a boolean flag for each word, which sets or clears the bits of its value in flags.
func boolFlags[T ~uint8](fs *flag.FlagSet, flags *T, words engine.Words[T]) {
	for _, w := range words {
		fs.BoolFunc(w.Word, engine.NoValue, func(text string) error {
			isSet, err := strconv.ParseBool(text)
			if *flags &^= w.Value; isSet {
				*flags |= w.Value
			}
			return err
		})
	}
}

// setSchemes sets the schemes to find from the value of -scheme.
func (s *searcher) setSchemes(list string) error {
	names := engine.SplitList(list)
	others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "any" })
	s.AnyScheme = len(others) < len(names)
	if s.Schemes = engine.SchemesIn(others); s.Schemes == nil {
		return engine.ErrValue
	}
	return nil
}

// chooseFinder returns the Finder that the flags describe.
func (s *searcher) chooseFinder() *find.Finder {
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

// outputSize is the size in bytes of the results that find writes before the end of a piece.
const outputSize = 1 << 20

// search prints the addresses in files.
func (s *searcher) search(names []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	s.named = len(names) > 1 && !s.unnamed
	s.finder = s.chooseFinder()
	if s.Schemes != nil || s.Escapes != find.EscapesNone {
		s.toSample = 0
	}
	s.stdout = paint.Styled(stdout, s.json, false)
	more := func() string { return ", " + engine.Grouped(s.found.Load()) + " found" }
	err := s.files.Each(names, stdin, stdout, stderr, more, func(name string, number int, messages io.Writer) error {
		return s.searchFile(name, number, stdin, stdout, messages)
	})
	if err != nil {
		return engine.Trouble(stderr, err), nil
	}
	if !s.files.Quiet {
		s.hint(stderr)
	}
	switch {
	case s.unread:
		return engine.ExitTrouble, nil
	case s.found.Load() == 0:
		return engine.ExitInvalid, nil
	}
	return engine.ExitValid, nil
}

// escapedAddress matches an address with the escapes of JSON for its slashes, from the ":" to the beginning of its host.
var escapedAddress = regexp.MustCompile(`:\\(?:/\\/|u002[Ff]\\u002[Ff])[\w\[]`)
