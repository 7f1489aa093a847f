package engine

import "strings"

// All verbs share these help pages.

// MoreUsage returns the end of the help text of a verb: the flags that FlagsUsage describes.
func (v *Verb) MoreUsage() string {
	var b strings.Builder
	b.WriteString("\nMore flags:")
	column := len("More flags:")
	add := func(word string) {
		if column+len(word) >= 79 {
			b.WriteString("\n" + word)
			column = len(word)
			return
		}
		b.WriteString(" " + word)
		column += len(" ") + len(word)
	}
	for _, name := range FlagNames(v.FlagSet()) {
		if !strings.Contains(v.Usage, "\n  "+name) && !strings.Contains(v.Usage, " "+name+" VALUE") {
			add(name)
		}
	}
	for word := range strings.SplitSeq(`("uri help flags").|More:|"uri help formats",|"uri help `+v.Name+` formats".`, "|") {
		add(word)
	}
	return b.String() + "\n"
}

// FlagsUsage describes the inputs and the flags of every verb.
const FlagsUsage = `References:
  Every argument is an input, except flags, which may come before and after
  inputs. An input that begins with "-" goes after "--". A "-" alone is an
  input, not standard input, and a valid reference. The name of a file is also
  one: to read its lines, write "uri COMMAND < FILE". Before "--", a name of a
  file or of a field, without ":" or "/", is an error.
  Without arguments, inputs are the lines of standard input. A line ends with a
  newline, which the last one may lack. An empty line is the empty reference,
  which is valid. A carriage return before the newline is part of the line, and
  no reference may contain one: files with CRLF lines need -crlf. With -web, an
  empty line is invalid without a base, and carriage returns are ignored, as
  browsers do.

Flags:
  -0             records on standard input end with a NUL byte, not a newline,
                 and so do results alone
  -crlf          lines on standard input may end with a carriage return and a
                 newline; neither is part of the line
  -json          print one JSON object per line
  -field LIST    print the values of keys of -json, with tabs between, as in
                 "uri split -field host,path". It may be given several times.
                 With one key it is short for -format '{{.KEY}}'; with several,
                 values are escaped as in tab-separated lines. Arrays and
                 objects are printed as JSON. With -json, print objects with
                 these keys only. Split, check and normalize also have the keys
                 below
  -format TEXT   execute a template for each JSON object, and print the result
                 and a newline. Templates have the syntax of Go's package
                 text/template, and .host and so on are the keys of -json and
                 -field. In their text, \t, \n and \\ mean a tab, a newline and
                 a backslash. A wrong key is an error that lists the right
                 ones. An undefined component prints as nothing;
                 {{if defined .query}} distinguishes it from an empty one. For
                 an invalid input the line is empty and standard error has the
                 reason, unless the template uses .ok, .offset, .component,
                 .reason, .code, .expected or .hint to report it itself, as in
                 {{if .ok}}{{.path}}{{else}}{{.reason}}{{end}}. The .input of
                 an invalid input is escaped as in tab-separated lines. A
                 template of text, keys, {{if .KEY}} and {{if defined .KEY}} is
                 about as fast as lines; one with other actions takes many
                 times as long, and is an error after 200000 rounds of range
                 and calls of templates for one input
  -header        before tab-separated lines and the columns of -field, print a
                 line with the names of the columns
  -invalid HOW   print for an invalid input: empty (an empty line, the default
                 with -format and -field), omit (nothing, the default of
                 commands that print results alone) or mark (the tab-separated
                 line, which begins with "invalid"). Other output takes omit.
                 With -format or -field, an input that is omitted does not
                 count for the exit status
  -j N           use N workers (default: one more than there are processors, at
                 most 8)
  -max-line N    read at most N bytes of a line (default 1048576). A longer
                 line is invalid at byte N, unless it is invalid before that;
                 with -web, always at byte N. Its first N bytes are shown, and
                 standard error names it
  -no-scheme     read addresses as people type them, such as www.example.com/t:
                 leave out spaces around a line, and put http:// before it if
                 it begins with a host. Answers have the address that was read
  -only WHAT     answer only some inputs: absolute (those with a scheme, valid
                 or not) or web, short for -where scheme=http,https. With
                 resolve, WHAT is about the schemes of targets, valid or not
  -picture WHEN  draw pictures: auto (split, check and explain do if standard
                 output is a terminal; the default), always or never. NO_COLOR
                 or TERM=dumb turns off colours, and COLUMNS sets the width
  -plain         read standard input as it is. By default, text that gzip has
                 compressed is uncompressed, and a byte order mark at the
                 beginning is left out. For zstd, write zstd -dc FILE | uri ...
  -quiet         show no progress, and no hints after the last line. By
                 default, work of more than a second has a progress line on
                 standard error if that is a terminal, but standard input and
                 standard output are not. The line shows a percentage if
                 standard input is a file
  -report FILE   write a line for each invalid input: its number, the columns
                 after "invalid" of tab-separated lines, and the input; - is
                 standard error. Without it, if the output does not describe
                 invalid inputs, standard error describes the first three, with
                 their secrets hidden, and has the number of all
  -scheme LIST   short for -where scheme=LIST
  -tsv           print tab-separated lines, as "uri help COMMAND formats"
                 describes them, also on a terminal
  -where K=LIST  answer only inputs whose K is one of the values, as in -where
                 host=a.example,*.a.example; "*." stands for all names below. K
                 is host, domain, scheme, port (also the default port of the
                 scheme), param (the name of a parameter, as in -where
                 'param=utm_*,ref') or ext. With K!=LIST, K is missing or none
                 of the values. With several -where, an
                 input has to match all. An invalid input matches none. What is
                 left out has no output and does not count for the exit status;
                 standard error has its number. With resolve and relativize,
                 -where is about targets

Keys that only -field and, without brackets, -format have:
  domain       the registrable domain of the host by the Public Suffix List, in
               lower case; undefined if the host has none
  suffix       the public suffix of the host, in lower case
  subdomain    the labels before the domain; empty if there are none
  label[N]     a label of a host that is a name: 1 is the first, -1 the last
  origin       scheme, host and port, if the scheme has a port
  segment[N]   a segment of the path, decoded; /a/b/ has a last one, empty
  ext          what follows the last dot of the last segment, decoded
  param[NAME]  the first value of a parameter of the query, decoded; a "+" is
               a space
  params       an object that maps the names of all parameters to arrays

In decoded values, control characters, backslashes and bytes that are not UTF-8
are escaped as in tab-separated lines, and with -json as in JSON.

Exit status:
  0 if all inputs were valid, 1 if some were invalid, 2 for bad usage or if
  reading or writing failed. If the program that reads the output ends first,
  as head does, SIGPIPE ends uri silently.
`

// FormatsUsage describes what the formats of every verb have in common.
const FormatsUsage = `Bytes that are not text:
  Only invalid references and, with -web, those that browsers accept contain
  them. In tab-separated lines, a backslash is written as \\, and a control
  character or a byte that is not UTF-8 as \t, \n, \r or \xNN. Pictures also
  write everything outside ASCII in this way, except in IRIs (see below) and
  with -web. In JSON, a byte NN that is not UTF-8 becomes the lone surrogate
  \udcNN. Since text never contains one, the byte can be restored, as Python's
  "surrogateescape" does. Some decoders refuse lone surrogates.

IRIs:
  An IRI is UTF-8, and so is all output about it. In a file or a pipe, lines
  contain the characters of a valid IRI unchanged, including those that reorder
  text (U+202E) or end lines in other programs (U+2028). JSON escapes U+2028
  and U+2029.
  Pictures write as \xNN the bytes of characters without a shape of their own
  (spaces, characters without width, private characters), and of marks that
  would hide a delimiter. East Asian wide characters take two columns. If an
  IRI has letters that run from right to left, which a terminal may reorder, a
  list replaces the picture. Above a caret, such letters are written as \xNN.

Terminals:
  Output to a terminal is escaped in every format, and so are messages. Escaped
  are control characters other than newline and tab, bytes that are not UTF-8,
  and characters that are invisible or change their neighbours: those that
  reorder text (U+202E), have no width (U+200B), end a line (U+2028) or select
  a variant (U+FE0F), spaces outside ASCII, private and unassigned characters,
  and parts of flags and skin colours. Each byte is written as \r or \xNN; in
  JSON, each character as \uNNNN. A file or a pipe gets the data unchanged.

Secrets:
  Pictures and the tables of explain hide passwords: everything after the first
  ":" or "%3A" of a userinfo. If there is no "@", because it was cut off or is
  not typed yet, they hide everything after the first ":" of an authority,
  unless that is a port. Here "\" counts as "/", two or more slashes begin an
  authority, and after "http:" and the like any number does, as in browsers.
  Messages name the byte at which a reference is invalid, unless it is hidden.
  Tab-separated lines, JSON and -format are data and show every byte of the
  input. Errors about arguments show only names of flags. They give the number
  of a file that does not exist, because its name may be a password.
`
