package main

import (
	"flag"
	"io"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/find"
)

const redactUsage = `usage: uri redact [flags] [FILE ...]

Redact copies text, from each FILE or from standard input, with secrets
replaced with xxxxx: passwords in addresses, tokens in place of user names, and
the values of query parameters. The name - is standard input. Flags:

  -keys LIST     hide the values of these parameters, too, such as id,x-*;
                 none drops the built-in ones: none,id hides only id
  -user          hide user names, too
  -fragment      hide the fragments of addresses
  -origin        hide everything but scheme, host and port of addresses
  -plain         read gzip files as they are; by default, the text in them is
                 copied
  -quiet         show no progress, as in "uri help flags"

Examples:
  $ echo 'dial postgres://admin:s3cr#t@db: timeout' | uri redact
  dial postgres://admin:xxxxx@db: timeout
  $ echo 'GET /?id=7&token=s3cret HTTP/1.1' | uri redact -keys id
  GET /?id=xxxxx&token=xxxxx HTTP/1.1

See "uri help redact formats". The exit status is 0, or 2 for trouble. Output
already written is not taken back when an error occurs.
`

const redactDetails = `In these examples S is a secret. In an address, it may have any of
/ ? # \ " ' < > in it. The value of a key ends at & # a space, a quotation
mark, < or >.

What is hidden:
  postgres://joe:S@db  //joe:S@h  https%3A%2F%2Fjoe%3AS%40h
  {"url":"https:\/\/joe:S@h"}
  https://ghp_0123456789@h/  https://01234567:@h/  /?x=ghp_0123456789
  /?token=S  &token="S"  #token=S  ;password=S;  ;pwd={S}
  host=h password='S': after a space, if host= or user= is before it
  joe:S@tcp(h)/db  joe:S@/db  sip:joe:S@h  jdbc:oracle:thin:joe/S@h
  h:6379,password=S,ssl=True  jdbc:db2://h:1/x:password=S;
  invalid port ":S" after host, getaddrinfo ENOTFOUND S@h

What is never changed:
  http://h:3000/@x: a port followed by / ? # or \
  https://h/a@1  git@h:path@v1  image@sha256:0123
  file://joe:b@h  password == x
  http://h:$PORT/@x: $PORT counts as a port, but $S in
  https://joe:$S@h is hidden

What cannot be known. Both are read in the same way:
  redis://h:6379/joe@x and redis://joe:6379/S@x are hidden;
  https://h:1234/w@h and https://joe:1234/w@h stay: 1234 is a port;
  w stays in https://joe:p@s.s/w@h: s.s is a host;
  if a quotation mark or < is before the address on its line, the next
  "} or <b> ends the password, even if it is part of it.

These secrets stay: passwords without an address or a key, as in joe:S@h;
KEY=S elsewhere, as PASSWORD=S at the start of a line; KEY: S and "KEY":"S",
as in headers and JSON; the second space of a password, and what follows it;
secrets in paths; a user name that does not begin as a token (see -user); an
address that is cut off before its "@"; base64; text that is escaped twice.

Text in UTF-16 is refused.

A line is written when it is whole, and one over 64 KiB in parts. What a
program writes without a line end, such as a prompt, is written up to the last
words that may be a part of a secret.

The built-in keys, in any case, with or without "_" and "-":
`

// redactFormats returns redactDetails with the built-in keys.
func redactFormats() string {
	var list strings.Builder
	width := 0
	for _, key := range uri.SecretKeys() {
		if width += len(key) + 1; width > 70 {
			list.WriteString("\n ")
			width = len(key) + 1
		}
		list.WriteString(" " + key)
	}
	return redactDetails + " " + list.String() + "\n"
}

// defineRedact defines the flags of redact, and returns its action, which copies text without secrets.
func defineRedact(fs *flag.FlagSet) action {
	redactor := uri.Redactor{QueryKeys: uri.SecretKeys()}
	fs.Func("keys", "none, or a list of parameters such as id,x-*", func(list string) error {
		names := strings.Split(list, ",")
		if names[0] == "none" {
			redactor.QueryKeys, names = nil, names[1:]
		}
		redactor.QueryKeys = append(redactor.QueryKeys, names...)
		return checkParameters(names)
	})
	engine.MayRepeat(fs, "keys")
	fs.BoolVar(&redactor.User, "user", false, engine.NoValue)
	fs.BoolVar(&redactor.Fragment, "fragment", false, engine.NoValue)
	fs.BoolVar(&redactor.OriginOnly, "origin", false, engine.NoValue)
	return defineCopy(fs, "redact", func(dst io.Writer) io.WriteCloser { return find.NewRedactingWriter(dst, redactor) })
}
