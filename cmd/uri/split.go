package main

import (
	"flag"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
)

const splitUsage = `usage: uri split [flags] [REF ...]

Split shows the components of each URI reference (RFC 3986, section 3): on a
terminal as a picture, and in a file or a pipe as tab-separated columns.

  -iri  read IRI references (RFC 3987, section 2.2)
  -web  read URLs as browsers do (URL Standard), and show the href, the form in
        which a browser would write each. A reference needs a scheme
  -git  with -json, read git remotes such as host:path: see scheme_parts

Examples:
  $ uri split -picture=always 'foo://example.com:8042/over/there?q#nose'
     foo://example.com:8042/over/there?q#nose
     \_/   \______________/\_________/ | \__/
      |           |             |      |    |
   scheme     authority       path   query  fragment
  $ uri split -format '{{.host}} {{.path}}' http://example.com/a //h/b
  example.com /a
  h /b
`

// splitFormats completes splitUsage.
const splitFormats = `On a terminal, split draws the reference with its components below it, as the
RFC does; two arguments that fit are drawn around one line of names. The parts
of an authority are above it if it has a userinfo or an IP-literal. A list
replaces a picture that is too wide for the terminal. Under an invalid
reference, a caret marks the first byte that no reference could have there.
With -web, a picture has the reference above it if the href is different. With
-iri, the components have the same names as those of URIs, and the kind "uri"
is an IRI.

In a file or a pipe, split prints tab-separated lines. Each component includes
the delimiter that makes it defined, so an undefined one is an empty column.
Columns 2 to 6 together are the input, and columns 7 to 9 the authority:

  1 kind         uri or relative-ref
  2 scheme       with the ":" after it
  3 authority    with the "//" before it
  4 path
  5 query        with the "?" before it
  6 fragment     with the "#" before it
  7 userinfo     with the "@" after it
  8 host         with brackets if an IP-literal; defined if authority is
  9 port         with the ":" before it
 10 kind of host ipv4, ipv6, ipvfuture or reg-name; empty if undefined
 11 path rule    path-abempty, path-absolute, path-noscheme,
                 path-rootless or path-empty

For an invalid reference the line is: invalid, offset in bytes, component,
reason, input.

With -web the columns are: ok, href, origin, protocol, username, password,
host, hostname, port, pathname, search, hash. The names are those of the
standard, and what a URL does not have is empty. The origin is "null" if no
other URL has the same. For an invalid reference the line is: invalid, code,
offset, input. The code is the name of the standard's validation error.

With -json the keys are, in this order: input, ok, kind, absolute_uri, scheme,
authority, userinfo, host, host_kind, port, path, path_rule, query, fragment,
ranges; or, if ok is false: input, ok, offset, component, reason. An undefined
component is null. Ranges are [start, end) in bytes of the input. With -web the
keys are input and ok, and then those columns, whose values are strings; or, if
ok is false: input, ok, code, offset.

For some schemes the object ends with scheme_parts, even if ok is false: people
write addresses there that are no URIs. It is an object with a kind:

  data    media_type, base64, length, body
  urn     nid, nss, r_component, q_component, f_component (RFC 8141)
  hosts   prefix, scheme, user, password, hosts, path, params: of addresses
          with several hosts, such as mongodb://a:1,b:2/, and of jdbc:
  git     repository, directory, reference, key: of remotes such as
          git@h:o/r.git and https://h/o/r.git, and with -git also of h:o/r.git.
          The keys of all remotes of a repository are equal
  object  store, account, bucket, key, url, https: of s3:, gs:, az: and abfs:,
          and of the https addresses of these stores

A template tests for it: {{with .scheme_parts}}{{.kind}}{{end}}.

More examples:
  $ uri split -git -format '{{with .scheme_parts}}{{.key}}{{end}}' h:r
  h/r
  $ uri split -web -picture=always 'https:EXAMPLE.com/a b?name#nose'
     https:EXAMPLE.com/a b?name#nose
     https://example.com/a%20b?name#nose
     \____/  \_________/\____/\___/\___/
        |         |        |     |     |
    protocol    host   pathname search hash
`

var splitVerb = &engine.Verb{
	Name:     "split",
	Summary:  "show the components of each reference",
	Usage:    splitUsage,
	Details:  splitFormats,
	Dialects: dialect.All,
	Flags: func(fs *flag.FlagSet) engine.Prepare {
		git := defineGit(fs)
		return func(args *engine.Arguments) (engine.Work, error) {
			switch {
			case !*git:
				return splits[args.Dialect], nil
			case args.Dialect == dialect.Web:
				return engine.Work{}, errNotWeb("git")
			}
			return engine.Work{NewStep: func() engine.Step { return setRemote }, Sample: setRemote}, nil
		}
	},
	Formats: engine.Formats{
		Line:    splitLine,
		Columns: []string{"kind", "scheme", "authority", "path", "query", "fragment", "userinfo", "host", "port", "host_kind", "path_rule"},
		Picture: splitPicture,
		Pair:    splitPair,
		Keys:    splitKeys,

		FaultKeys: []engine.Key{schemePartsKey},
	},
	InDialect: map[*dialect.Dialect]*engine.Formats{dialect.Web: webSplitFormats},
}

// splits maps dialects to the work of split, if that is more than reading.
var splits = map[*dialect.Dialect]engine.Work{
	dialect.Web: {NewStep: webSplitStep, Sample: webSplitStep()},
}

// splitLine appends the tab-separated line that splitFormats describes. The columns include the delimiters, as in the
// recomposition of RFC 3986, section 5.3. A sign for undefined components, such as "-", would also be a valid path.
func splitLine(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalidLine(dst, rec)
	}
	dst = append(dst, kindOf(rec)...)
	for _, i := range splitColumns {
		dst = append(dst, '\t')
		part := &dialect.Parts[i]
		if lo, hi, ok := part.Range(&rec.Ranges); ok {
			dst = append(dst, rec.Bytes[lo-part.Before:hi+part.After]...) // needs no escapes: a valid reference has no backslash
		}
	}
	dst = append(append(dst, '\t'), hostKindOf(rec)...)
	dst = append(append(dst, '\t'), pathRuleOf(rec)...)
	return append(dst, '\n')
}

// splitColumns are the indices in dialect.Parts of the components in a line: first of the reference, and then of its
// authority.
var splitColumns = [...]int{0, 1, 5, 6, 7, 2, 3, 4}

// splitPicture draws each reference. An empty line separates pictures.
func splitPicture(s paint.Screen) engine.Format {
	return func(dst []byte, rec *engine.Record) []byte {
		if !rec.First() {
			dst = append(dst, '\n')
		}
		if !rec.OK {
			return engine.AppendCaret(dst, s, "", rec)
		}
		return paint.AppendPicture(dst, s, rec.Bytes, rec.Dialect.Components(rec.Bytes))
	}
}

// splitPair draws two valid references as one picture if that is possible.
func splitPair(dst []byte, s paint.Screen, a, b *engine.Record) ([]byte, bool) {
	if !a.Valid() || !b.Valid() {
		return dst, false
	}
	return paint.AppendPair(dst, s, a.Bytes, b.Bytes, a.Dialect.Components)
}
