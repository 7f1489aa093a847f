package main

import (
	"bytes"
	"io"
	"regexp"
	"slices"
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
)

// sample looks for what find leaves out at the beginning of the text. Names other than a.com/x may be words of a program.
func (s *searcher) sample(p *engine.Piece) {
	text := p.Data[min(p.Context, p.Text):p.Text]
	text = text[:min(len(text), s.toSample)]
	s.toSample -= len(text)
	s.isMail = s.isMail || mailHeader.Match(text)
	if s.names&hosts.Names != 0 {
		s.isPrivate = s.isPrivate || dottedName.Match(text)
		for _, m := range patternName.FindAllSubmatch(text, -1) {
			s.isPattern = s.isPattern || m[1] == nil || engine.HasName(m[1])
		}
	}
	names := hosts.Names
	if bytes.IndexByte(text, '@') >= 0 { // PERF: as in few logs
		names |= hosts.SCPs
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
func (s *searcher) hint(stderr io.Writer) {
	isPlain := s.Escapes == find.EscapesNone
	undo := "uri defang -undo FILE |"
	args, names := s.flags.Args(), []string(nil) // reports of defanged addresses have names and IP addresses
	for _, w := range nameWords[:2] {
		if s.isDefanged && s.names&w.Value == 0 {
			names = append(names, "-"+w.Word)
		}
	}
	hints := engine.Hints{Stderr: stderr, About: "find: "}
	for _, h := range []struct {
		is             bool
		message, reads string // a line, or what lineAgain takes
	}{
		{s.isEscaped && isPlain, "addresses in strings of JSON, as in exports of Slack, are found in part or not at all", "-in json -decode"},
		{s.isFeed && isPlain, "in a sitemap or feed, addresses have escapes, and names of XML are addresses", "links IN"},
		{s.isHTML && !s.isFeed, "addresses have &amp; in place of &, as in HTML", "-in html -decode"},
		{s.isGlued, "an address in CSV may have the cells after it", "uri split -csv NAME -field input FILE"},
		{s.isDefanged, "defanged addresses, such as hxxp://a[.]example, are found in part", undo},
		{s.isLatin, "addresses end before bytes that are not UTF-8, such as those of Latin-1", "iconv -f LATIN1 -t UTF-8 FILE |"},
		{s.isMail, "addresses in a mail with the encoding quoted-printable are found in part",
			`perl -MMIME::QuotedPrint -0777 -pe '$_ = decode_qp($_)' FILE |`},
		{s.isPattern, "names in patterns, such as *.a.example and .a.example, are not found",
			`sed -E 's/(^|[[:space:],;:="])\*?\.([[:alnum:]_-]+\.)/\1\2/g' FILE |`},
		{s.isPrivate && s.found.Load() == 0, "names without a registered suffix, such as a.local and a.lan, are not found",
			`grep -oE '([[:alnum:]_-]+\.)+[[:alpha:]]{2,}' FILE`},
		{s.scheme != "" && !s.AnyScheme, "addresses with other schemes, such as " + s.scheme + "://, are not found", "-scheme any"},
		{s.isRemote && s.names&hosts.SCPs == 0, "addresses of git and scp, such as git@github.com:o/r.git, are not found", "-scp"},
		{s.bare > 0 && s.names == 0, "addresses without a scheme, such as www.example.com/x, are not found", "-hosts"},
	} {
		line := h.reads
		switch {
		case !h.is:
			continue
		case !strings.HasSuffix(h.reads, " FILE"):
			line = lineAgain("find", h.reads, slices.Concat(names, args))
		}
		hints.Try(h.message, line)
	}
}
