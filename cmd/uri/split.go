package main

import (
	"flag"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
)

const splitUsage = `usage: uri split [flags] [REF ...]

Split shows the components of each URI reference (RFC 3986, section 3): on a
terminal as a picture, and in a file or a pipe as tab-separated columns.

  -iri  read IRI references (RFC 3987, section 2.2)
  -web  read URLs as browsers do (URL Standard), and show the href, the form in
        which a browser would write each. A reference needs a scheme

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

More examples:
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
	Flags: func(*flag.FlagSet) engine.Prepare {
		return func(args *engine.Arguments) (engine.Work, error) { return splits[args.Dialect], nil }
	},
	Formats: engine.Formats{
		JSON:    splitJSON,
		Line:    splitLine,
		Picture: splitPicture,
		Pair:    splitPair,
		Keys:    splitKeys,
	},
	InDialect: map[*dialect.Dialect]*engine.Formats{dialect.Web: webSplitFormats},
}

// splits maps dialects to the work of split, if that is more than reading.
var splits = map[*dialect.Dialect]engine.Work{
	dialect.Web: {NewStep: webSplitStep, Sample: webSplitStep()},
}

// kindOf returns the name of the production of URI-reference that matched.
func kindOf(r *fsm.Ranges) string {
	if _, _, ok := r.Scheme(); ok {
		return "uri"
	}
	return "relative-ref"
}

// isAbsolute reports whether a reference is an absolute-URI (section 4.3).
func isAbsolute(r *fsm.Ranges) bool {
	_, _, scheme := r.Scheme()
	_, _, fragment := r.Fragment()
	return scheme && !fragment
}

// splitLine appends the tab-separated line that splitFormats describes. The columns include the delimiters, as in the
// recomposition of RFC 3986, section 5.3. A sign for undefined components, such as "-", would also be a valid path.
func splitLine(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalidLine(dst, rec)
	}
	s, r := rec.Bytes, &rec.Ranges
	dst = append(dst, kindOf(r)...)
	lo, hi, ok := r.Scheme()
	dst = appendColumn(dst, s, lo, hi+1, ok)
	lo, hi, ok = r.Authority()
	dst = appendColumn(dst, s, lo-2, hi, ok)
	lo, hi = r.Path()
	dst = appendColumn(dst, s, lo, hi, true)
	lo, hi, ok = r.Query()
	dst = appendColumn(dst, s, lo-1, hi, ok)
	lo, hi, ok = r.Fragment()
	dst = appendColumn(dst, s, lo-1, hi, ok)
	lo, hi, ok = r.Userinfo()
	dst = appendColumn(dst, s, lo, hi+1, ok)
	lo, hi, ok = r.Host()
	dst = appendColumn(dst, s, lo, hi, ok)
	lo, hi, ok = r.Port()
	dst = appendColumn(dst, s, lo-1, hi, ok)
	dst = append(append(dst, '\t'), fsm.HostKindOf(s, r).String()...)
	dst = append(append(dst, '\t'), fsm.PathRuleOf(s, r).String()...)
	return append(dst, '\n')
}

// appendColumn appends a tab and, if ok, s[lo:hi]. It need not escape, because a valid reference has no backslash and
// no control character.
func appendColumn(dst, s []byte, lo, hi int, ok bool) []byte {
	dst = append(dst, '\t')
	if !ok {
		return dst
	}
	return append(dst, s[lo:hi]...)
}

// splitJSON appends the object that splitFormats describes.
func splitJSON(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalid(dst, rec)
	}
	r := &rec.Ranges
	dst = engine.AppendValid(dst, rec)
	dst = append(append(dst, `,"kind":"`...), kindOf(r)...)
	dst = strconv.AppendBool(append(dst, `","absolute_uri":`...), isAbsolute(r))
	dst = appendComponents(dst, rec)
	dst = appendRanges(dst, r)
	return append(dst, "}\n"...)
}

// appendComponents appends the members from scheme to fragment.
func appendComponents(dst []byte, rec *engine.Record) []byte {
	s, r := rec.Bytes, &rec.Ranges
	lo, hi, ok := r.Scheme()
	dst = rec.AppendPart(dst, `,"scheme":`, s, lo, hi, ok)
	lo, hi, ok = r.Authority()
	dst = rec.AppendPart(dst, `,"authority":`, s, lo, hi, ok)
	lo, hi, ok = r.Userinfo()
	dst = rec.AppendPart(dst, `,"userinfo":`, s, lo, hi, ok)
	lo, hi, ok = r.Host()
	dst = rec.AppendPart(dst, `,"host":`, s, lo, hi, ok)
	dst = appendHostKind(dst, s, r)
	lo, hi, ok = r.Port()
	dst = rec.AppendPart(dst, `,"port":`, s, lo, hi, ok)
	lo, hi = r.Path()
	dst = rec.AppendPart(dst, `,"path":`, s, lo, hi, true)
	dst = append(append(dst, `,"path_rule":"`...), fsm.PathRuleOf(s, r).String()...)
	lo, hi, ok = r.Query()
	dst = rec.AppendPart(dst, `","query":`, s, lo, hi, ok)
	lo, hi, ok = r.Fragment()
	return rec.AppendPart(dst, `,"fragment":`, s, lo, hi, ok)
}

// splitKeys are the keys of splitJSON, except ranges.
var splitKeys = []engine.Key{
	engine.InputKey,
	{Name: "kind", Append: func(dst []byte, rec *engine.Record) []byte { return append(dst, kindOf(&rec.Ranges)...) }},
	{Name: "absolute_uri", Append: func(dst []byte, rec *engine.Record) []byte {
		return strconv.AppendBool(dst, isAbsolute(&rec.Ranges))
	}},
	componentKey("scheme", (*fsm.Ranges).Scheme),
	componentKey("authority", (*fsm.Ranges).Authority),
	componentKey("userinfo", (*fsm.Ranges).Userinfo),
	componentKey("host", (*fsm.Ranges).Host),
	{Name: "host_kind", Append: func(dst []byte, rec *engine.Record) []byte {
		return append(dst, fsm.HostKindOf(rec.Bytes, &rec.Ranges).String()...)
	}},
	componentKey("port", (*fsm.Ranges).Port),
	{Name: "path", Text: func(rec *engine.Record) []byte { lo, hi := rec.Ranges.Path(); return rec.Bytes[lo:hi] }},
	{Name: "path_rule", Append: func(dst []byte, rec *engine.Record) []byte {
		return append(dst, fsm.PathRuleOf(rec.Bytes, &rec.Ranges).String()...)
	}},
	componentKey("query", (*fsm.Ranges).Query),
	componentKey("fragment", (*fsm.Ranges).Fragment),
}

// componentKey returns the key of a component, given the function that returns its range.
func componentKey(name string, of func(*fsm.Ranges) (lo, hi int, ok bool)) engine.Key {
	return engine.Key{Name: name, Text: func(rec *engine.Record) []byte {
		lo, hi, ok := of(&rec.Ranges)
		if !ok {
			return nil
		}
		return rec.Bytes[lo:hi]
	}}
}

// appendHostKind appends the member host_kind. It is null without a host.
func appendHostKind(dst, s []byte, r *fsm.Ranges) []byte {
	kind := fsm.HostKindOf(s, r)
	if kind == fsm.NoHost {
		return append(dst, `,"host_kind":null`...)
	}
	dst = append(append(dst, `,"host_kind":"`...), kind.String()...)
	return append(dst, '"')
}

// appendRanges appends the member ranges. It has a key for every component, so that all results have the same shape.
func appendRanges(dst []byte, r *fsm.Ranges) []byte {
	lo, hi, ok := r.Scheme()
	dst = engine.AppendRange(dst, `,"ranges":{"scheme":`, lo, hi, ok)
	lo, hi, ok = r.Authority()
	dst = engine.AppendRange(dst, `,"authority":`, lo, hi, ok)
	lo, hi, ok = r.Userinfo()
	dst = engine.AppendRange(dst, `,"userinfo":`, lo, hi, ok)
	lo, hi, ok = r.Host()
	dst = engine.AppendRange(dst, `,"host":`, lo, hi, ok)
	lo, hi, ok = r.Port()
	dst = engine.AppendRange(dst, `,"port":`, lo, hi, ok)
	lo, hi = r.Path()
	dst = engine.AppendRange(dst, `,"path":`, lo, hi, true)
	lo, hi, ok = r.Query()
	dst = engine.AppendRange(dst, `,"query":`, lo, hi, ok)
	lo, hi, ok = r.Fragment()
	dst = engine.AppendRange(dst, `,"fragment":`, lo, hi, ok)
	return append(dst, '}')
}

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
