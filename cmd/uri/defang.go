package main

import (
	"flag"
	"io"

	"github.com/urispan/uri/cmd/uri/internal/defang"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

const defangUsage = `usage: uri defang [flags] [FILE ...]

Defang copies text, from each FILE or from standard input, with its addresses
written so that no program makes links of them. The name - is standard input.
Names with a known public suffix, IP addresses and e-mail addresses count, too.
Flags:

  -undo    read such forms, and write the addresses
  -plain   read gzip files as they are; by default, the text in them is copied
  -quiet   show no progress, as in "uri help flags"

Examples:
  $ echo 'See https://a.example/b and www.example.com.' | uri defang
  See hxxps://a[.]example/b and www[.]example[.]com.
  $ echo 'hxxp[:]//a[.]example, joe[at]b[dot]com' | uri defang -undo
  http://a.example, joe@b.com

See "uri help defang formats". The exit status is 0, or 2 for trouble.
`

const defangDetails = `Defang writes http, https and ftp as hxxp, hxxps and fxp, "[:]//" after other
schemes and for a "://" in a path or a query, "[.]" for each dot of a host, and
"[@]" in e-mail addresses. What is defanged stays as it is.

With -undo it reads that and these forms, also with schemes that it does not
know. Text stays where the result would be no address: 1[.]5, a[.]b.

  hXXp[:]//a  hxxps[://]a  hxxps:[//]a  http://a[/]b
  a[.]com  a{.}com  a[dot]com  a(.)com  a\.com  joe[at]a[.]com

Lines are written when they are whole, and of a line over 1 MiB whole words.
`

// defineDefang defines the flags of defang, and returns its action, which copies text with its addresses defanged.
func defineDefang(fs *flag.FlagSet) action {
	undo := fs.Bool("undo", false, engine.NoValue)
	return defineCopy(fs, "defang", func(dst io.Writer) io.WriteCloser {
		if *undo {
			return defang.NewWriter(dst, defang.AppendUndone)
		}
		return defang.NewWriter(dst, defang.Append)
	})
}
