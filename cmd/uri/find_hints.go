package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/octet"
)

var (
	// patternName matches a line with a name in a pattern, or such a name after a space or a mark, as in "DNS:*.a.example".
	patternName = regexp.MustCompile(`(?m)^\*?\.[\w-]+(?:\.[\w-]+)*\.\pL{2,}\r?$|[\s,;:="']\*\.([\w-]+(?:\.[\w-]+)*\.\pL{2,})`)

	// dottedName matches a name such as a.lan.
	dottedName = regexp.MustCompile(`(?:^|[^\pL\d_-])(?:[\pL\d_-]+\.)+\pL{2,}(?:$|[^\pL\d_-])`)

	// placeholderUser matches the start of an address with a placeholder that ends it before an "@".
	placeholderUser = regexp.MustCompile("://[^\\s/?#\"'`@]*(?:\\{\\{ [^\\n}]*\\}\\}|<[^<>\\s/:]*>|%\\([^)\\n]*\\)s)@")
)

// sample looks for what find leaves out at the beginning of the text. Names other than a.com/x may be words of a program.
func (s *searcher) sample(p *engine.Piece) {
	text := p.Data[min(p.Context, p.Text):p.Text]
	text = text[:min(len(text), s.toSample)]
	s.toSample -= len(text)
	if s.names&hosts.Names != 0 {
		s.isPrivate = s.isPrivate || dottedName.Match(text)
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
	suit := func(line string) string {
		if len(names) == 0 {
			line = engine.InPipe(line)
		}
		return line
	}
	after := func(source string, flags ...string) string {
		return suit(source + " FILE | " + lineAgain("find", "find", append(flags, args...)))
	}
	if s.isDefanged {
		var flags []string // reports have names and IP addresses
		for _, w := range nameWords[:2] {
			if s.names&w.Value == 0 {
				flags = append(flags, "-"+w.Word)
			}
		}
		hints.Try("find: defanged addresses, such as hxxp://a[.]example, are found in part",
			after("uri defang -undo", flags...))
	}
	if s.isPattern {
		hints.Try("find: names in patterns, such as *.a.example and .a.example, are not found",
			after(`sed -E 's/(^|[[:space:],;:="])\*?\.([[:alnum:]_-]+\.)/\1\2/g'`))
	}
	if s.isPrivate && s.found.Load() == 0 {
		hints.Try("find: names without a registered suffix, such as a.local and a.lan, are not found",
			suit(`grep -oE '([[:alnum:]_-]+\.)+[[:alpha:]]{2,}' FILE`))
	}
	if s.isTemplate {
		hints.Try(`find: addresses with a placeholder before "@", such as redis://joe:{{ S }}@h, are not found`,
			after(`sed -E 's,(\{\{[^}]*\}\}:)?(\{\{[^}]*\}\}|<[^<>@:/ ]*>|%\([^()]*\)s)@,X@,g'`))
	}
	if s.scheme != "" && !s.AnyScheme {
		hints.Try("find: addresses with other schemes, such as "+s.scheme+"://, are not found", lineAgain("find", "-scheme any", args))
	}
	if s.isRemote && s.names&hosts.SCPs == 0 {
		hints.Try("find: addresses of git and scp, such as git@github.com:o/r.git, are not found", lineAgain("find", "-scp", args))
	}
	if s.bare > 0 && s.names == 0 {
		hints.Try("find: addresses without a scheme, such as www.example.com/x, are not found", lineAgain("find", "-hosts", args))
	}
}
