package main

import (
	"flag"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
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
	{"hosts", hosts.Names}, {"emails", hosts.Emails}, {"ips", hosts.IPs}, {"scp", hosts.SCPs},
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
	asIs, quiet   bool      // -plain, -quiet
	filter        engine.Filter
	flags         *flag.FlagSet

	// For hints.
	toSample   int  // how much text is still to be sampled
	bare       int  // names with a path or www in it, such as a.com/x, less addresses
	isEscaped  bool // the text has addresses as JSON may write them
	isFeed     bool // the text is a sitemap or a feed
	isGlued    bool // an address in CSV has a comma
	isDefanged bool // an address begins with hxxp
}

// sampledText is the length in bytes of the text that is searched for names, for a hint.
const sampledText = 64 << 10

// defineFind defines the flags of find, and returns its action.
func defineFind(fs *flag.FlagSet) action {
	s := &searcher{flags: fs, toSample: sampledText}
	fs.BoolVar(&s.offsets, "b", false, engine.NoValue)
	fs.BoolVar(&s.lines, "n", false, engine.NoValue)
	fs.BoolVar(&s.json, "json", false, engine.NoValue)
	fs.BoolVar(&s.Wrapped, "wrapped", false, engine.NoValue)
	fs.BoolVar(&s.utf16, "utf16", false, engine.NoValue)
	fs.BoolVar(&s.decode, "decode", false, engine.NoValue)
	fs.BoolVar(&s.asIs, "plain", false, engine.NoValue)
	fs.BoolVar(&s.quiet, "quiet", false, engine.NoValue)
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

// search prints the addresses in files.
func (s *searcher) search(names []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	s.named = len(names) > 1 && !s.unnamed
	finder := s.finder()
	if s.names != 0 || s.Schemes != nil || s.Escapes != find.EscapesNone {
		s.toSample = 0
	}
	files := engine.Files{
		Opening: engine.Opening{Command: "find", KeepMark: true, AsIs: s.asIs},
		Names:   names, JSON: s.json, Lines: s.json || s.lines, UTF16: s.utf16, Wrapped: s.Wrapped, Quiet: s.quiet,
		Search: func(dst []byte, p *engine.Piece) []byte {
			s.sample(p)
			s.isFeed = s.isFeed || feedStart.Match(p.Data)
			text, isTable := octet.Text(p.Data), isGuess("delimited", endingOf(p.Name))
			for m := range finder.All(p.Data) {
				if !isIn(p, m) || s.filter.IsOn() && !s.wants(p, m) {
					continue
				}
				p.Found++
				isCell := m.Start > 0 && text[m.Start-1] == '"'
				s.isGlued = s.isGlued || isTable && !isCell && strings.Contains(text[m.Start:m.End], ",")
				s.isDefanged = s.isDefanged || strings.HasPrefix(text[m.Start:], "hxxp")
				s.isEscaped = s.isEscaped || strings.HasPrefix(text[m.End:], `\u00`)
				if p.Binary = m.Start >= int64(p.Text); p.Binary {
					break
				}
				if s.json {
					dst = s.appendJSON(dst, p, m)
				} else {
					dst = s.appendLine(dst, p, m)
				}
				dst = p.Flush(dst)
			}
			isSearched := p.Found == 0 || p.Context == 0 // PERF: with all pieces, find takes up to 1.4 of the time
			s.isEscaped = s.isEscaped || isSearched && escapedAddress.MatchString(text)
			return dst
		},
	}
	status := files.Run(stdin, stdout, stderr)
	if !s.quiet {
		s.hint(names, stderr)
	}
	return status, nil
}

// escapedAddress matches an address with the escapes of JSON for its slashes, from the ":" to the beginning of its host.
var escapedAddress = regexp.MustCompile(`:\\(?:/\\/|u002[Ff]\\u002[Ff])[\w\[]`)

// sample counts the addresses at the beginning of the text. Other names, such as a.com, may be words of a program.
func (s *searcher) sample(p *engine.Piece) {
	text := p.Data[min(p.Context, p.Text):p.Text]
	text = text[:min(len(text), s.toSample)]
	s.toSample -= len(text)
	for m := range (&find.Finder{Syntax: s.Syntax, Names: hosts.Names}).All(text) {
		name := octet.Text(text[m.Start:m.End])
		if m.Kind == find.KindURL {
			s.bare--
		} else if strings.HasPrefix(name, "www.") || strings.Contains(name, "/") {
			s.bare++
		}
	}
}

// hint names flags and commands that find more.
func (s *searcher) hint(names []string, stderr io.Writer) {
	args := s.flags.Args()
	if s.isEscaped && s.Escapes == find.EscapesNone {
		engine.Warn(stderr, "find", "addresses in strings of JSON, as in exports of Slack, are found in part or not at all: write uri find -in json -decode")
	}
	if s.isFeed && s.Escapes == find.EscapesNone {
		engine.Try(stderr, "find: in a sitemap or feed, addresses have escapes, and names of XML are addresses", lineAgain("find", "links IN", args))
	}
	if s.isGlued {
		engine.Try(stderr, "find: an address in CSV may have the cells after it", "uri split -csv NAME -field input FILE")
	}
	if s.isDefanged {
		line := "uri defang -undo FILE | " + lineAgain("find", "find", args)
		if len(names) == 0 {
			line = engine.InPipe(line)
		}
		engine.Try(stderr, "find: defanged addresses, such as hxxp://a[.]example, are found in part", line)
	}
	if s.bare > 0 {
		engine.Try(stderr, "find: addresses without a scheme, such as www.example.com/x, are not found", lineAgain("find", "-hosts", args))
	}
}
