package main

import (
	"bytes"
	"flag"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/octet"
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
	isPattern  bool   // a name follows *. or a dot, given -hosts
	isTemplate bool   // a placeholder is before an "@"
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
		s.hint(names, stderr)
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

var (
	// patternName matches a line with a name in a pattern, or such a name after a space or a mark, as in "DNS:*.a.example".
	patternName = regexp.MustCompile(`(?m)^\*?\.[\w-]+(?:\.[\w-]+)*\.\pL{2,}\r?$|[\s,;:="']\*\.([\w-]+(?:\.[\w-]+)*\.\pL{2,})`)

	// placeholderUser matches the start of an address with a placeholder that ends it before an "@".
	placeholderUser = regexp.MustCompile("://[^\\s/?#\"'`@]*(?:\\{\\{ [^\\n}]*\\}\\}|<[^<>\\s/:]*>|%\\([^)\\n]*\\)s)@")
)

// sample looks for what find leaves out at the beginning of the text. Names other than a.com/x may be words of a program.
func (s *searcher) sample(p *engine.Piece) {
	text := p.Data[min(p.Context, p.Text):p.Text]
	text = text[:min(len(text), s.toSample)]
	s.toSample -= len(text)
	if s.names&hosts.Names != 0 {
		for _, m := range patternName.FindAllSubmatch(text, -1) {
			s.isPattern = s.isPattern || m[1] == nil || engine.HasName(m[1])
		}
	}
	names := hosts.Names
	if bytes.IndexByte(text, '@') >= 0 { // PERF: as in few logs
		names |= hosts.SCPs
		s.isTemplate = s.isTemplate || placeholderUser.Match(text)
	}
	for m := range (&find.Finder{Syntax: s.Syntax, AnyScheme: true, Names: names}).All(text) {
		name := text[m.Start:m.End]
		scheme, _, _ := strings.Cut(octet.Text(name), "://")
		switch {
		case s.filter.IsOn() && !s.wants(name, m.Kind):
		case m.Kind == find.KindSCP:
			s.isRemote = true
		case m.Kind == find.KindURL && !strings.HasPrefix(scheme, "http") && !engine.IsKnown(scheme):
			s.scheme = strings.Clone(scheme)
		case m.Kind == find.KindURL:
			s.bare--
		case bytes.HasPrefix(name, []byte("www.")) || bytes.IndexByte(name, '/') >= 0:
			s.bare++
		}
	}
}

// hint names flags and commands that find more.
func (s *searcher) hint(names []string, stderr io.Writer) {
	args, hints := s.flags.Args(), engine.Hints{Stderr: stderr}
	if s.isEscaped && s.Escapes == find.EscapesNone {
		engine.Warn(stderr, "find", "addresses in strings of JSON, as in exports of Slack, are found in part or not at all: write uri find -in json -decode")
	}
	if s.isFeed && s.Escapes == find.EscapesNone {
		hints.Try("find: in a sitemap or feed, addresses have escapes, and names of XML are addresses", lineAgain("find", "links IN", args))
	}
	if s.isHTML && !s.isFeed {
		engine.Warn(stderr, "find", "addresses have &amp; in place of &, as in HTML: write uri find -in html -decode")
	}
	if s.isGlued {
		hints.Try("find: an address in CSV may have the cells after it", "uri split -csv NAME -field input FILE")
	}
	after := func(source string, flags ...string) string {
		line := source + " FILE | " + lineAgain("find", "find", append(flags, args...))
		if len(names) == 0 {
			line = engine.InPipe(line)
		}
		return line
	}
	if s.isDefanged {
		var flags []string // reports have names and IP addresses
		for _, w := range nameWords[:2] {
			if s.names&w.Value == 0 {
				flags = append(flags, "-"+w.Word)
			}
		}
		engine.Try(stderr, "find: defanged addresses, such as hxxp://a[.]example, are found in part", after("uri defang -undo", flags...))
	}
	if s.isPattern {
		engine.Try(stderr, "find: names in patterns, such as *.a.example and .a.example, are not found",
			after(`sed -E 's/(^|[[:space:],;:="])\*?\.([[:alnum:]_-]+\.)/\1\2/g'`))
	}
	if s.isTemplate {
		engine.Try(stderr, `find: addresses with a placeholder before "@", such as redis://joe:{{ S }}@h, are not found`,
			after(`sed -E 's,(\{\{[^}]*\}\}:)?(\{\{[^}]*\}\}|<[^<>@:/ ]*>|%\([^()]*\)s)@,X@,g'`))
	}
	if s.scheme != "" && !s.AnyScheme {
		engine.Try(stderr, "find: addresses with other schemes, such as "+s.scheme+"://, are not found", lineAgain("find", "-scheme any", args))
	}
	if s.isRemote && s.names&hosts.SCPs == 0 {
		engine.Try(stderr, "find: addresses of git and scp, such as git@github.com:o/r.git, are not found", lineAgain("find", "-scp", args))
	}
	if s.bare > 0 && s.names == 0 {
		engine.Try(stderr, "find: addresses without a scheme, such as www.example.com/x, are not found", lineAgain("find", "-hosts", args))
	}
}
