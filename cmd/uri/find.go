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

const findUsage = `usage: uri find [flags] [FILE ...]

Find prints each address in the files, one a line, or in standard input without
FILE or for -. An address begins with a registered scheme and "://". With
several files, FILE: is before each address. Flags:

  -b            print the byte offset before each address: OFFSET:TEXT
  -scheme LIST  find these schemes, such as https,mailto; "any" is any scheme
  -json         print JSON objects: see "uri help find formats"
  -hosts        also find names without a scheme with a known public suffix
  -emails       also find e-mail addresses
  -ips          also find IPv4 addresses, and IPv6 addresses in brackets
  -syntax WORD  how an address ends: web (as people write it, the default), iri
                (RFC 3987), uri (RFC 3986, in ASCII) or prose (UTS #58)
  -in FORMAT    read escapes inside addresses: json, html or ansi (colours)

Also: -decode -plain -prose -quiet -scp -utf16 -where -wrapped. See "uri help
find formats".

Examples:
  $ echo 'See http://a.example/x, or (http://[::1]/).' | uri find
  http://a.example/x
  http://[::1]/
`

const findFormats = `With -json the keys are: file (null for standard input), line, offset, end,
kind (url, host, email or scp) and text. With -in or -wrapped, text is as in
the file, and the key decoded has the address. Offsets are those of the text
that gzip has compressed, except with -plain. Further flags:

  -decode  print addresses without the escapes that -in names
  -plain   search gzip files as they are, and not the text in them
  -prose   the same as -syntax prose
  -quiet   show no progress, as in "uri help flags"
  -scp     also find addresses of scp and git: git@github.com:o/r.git
  -utf16   with -b or -json, count offsets from the start of the file in
           code units of UTF-16, as editors do; the input is UTF-8
  -where KEY=LIST
           print only some addresses, as in "uri help flags"
  -wrapped
           join addresses that are broken over lines between "<" and ">"

The registered schemes are those of IANA; s3 and postgresql are not among them,
so write -scheme any. Then any scheme before "://" is found. With -scheme,
mailto and tel need no "//". With -in, the text is JSON, HTML or the output of
programs for terminals, and its escapes are read inside addresses and before
"//", as in https:\/\/; -decode prints addresses without them.

These are results for some texts. The syntax uri also ends an address at the
first character outside ASCII, and only prose has punctuation of Chinese and
Japanese text:

  text                 web           iri       uri       prose
  https://h/?q={a}     .../?q={a}    .../?q=   .../?q=   .../?q={a}
  https://h/?q=a|b     .../?q=a|b    .../?q=a  .../?q=a  .../?q=a|b
  <https://h/?a|text>  .../?a        .../?a    .../?a    .../?a|text
  **see https://h/a**  .../a         .../a     .../a     .../a**
  https://h/a\nb       .../a         .../a     .../a     .../a\nb

With -prose -hosts -emails and without -scheme, -ips and -scp, all rules are
those of UTS #58, but no name is a part of a word such as a_example.com.

FILE: and messages quote names with control characters as ls does.

A file with a NUL byte is binary: the first match after it is only reported,
and the rest is not searched. A word of more than 64 MiB, which is text without
a space, is reported and searched in pieces: what is in two of them is not
found. The exit status is 0 if an address is found, 1 if none is, and 2 for
trouble.

More examples:
  $ echo 'http://a.example https://b.example' | uri find -where port=443
  https://b.example
  $ echo 'Ask joe@example.com.' | uri find -emails -b
  4:joe@example.com
  $ echo '{"url":"http:\/\/h\/"}' | uri find -in json
  http:\/\/h\/
  $ echo '{"url":"http:\/\/h\/"}' | uri find -in json -decode
  http://h/
`

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
	offsets, json            bool
	hosts, emails, ips, scps bool
	utf16                    bool // offsets count code units of UTF-16
	decode                   bool // print addresses without their escapes
	named                    bool // lines begin with the name of the file
	asIs, quiet              bool // -plain, -quiet
	filter                   engine.Filter
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
	fs.BoolVar(&s.hosts, "hosts", false, engine.NoValue)
	fs.BoolVar(&s.emails, "emails", false, engine.NoValue)
	fs.BoolVar(&s.ips, "ips", false, engine.NoValue)
	fs.BoolVar(&s.scps, "scp", false, engine.NoValue)
	s.Syntax = find.SyntaxWeb
	syntaxWords.Var(fs, &s.Syntax, "syntax")
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
	if s.Syntax == find.SyntaxProse && s.hosts && s.emails && !s.ips && !s.scps && s.Schemes == nil {
		f := hosts.UTS58()
		f.Escapes = s.Escapes
		return f
	}
	var names hosts.Set
	if s.hosts {
		names |= hosts.Names
	}
	if s.emails {
		names |= hosts.Emails
	}
	if s.ips {
		names |= hosts.IPs
	}
	if s.scps {
		names |= hosts.SCPs
	}
	if names != 0 {
		s.Names = names
	}
	return &s.Finder
}
