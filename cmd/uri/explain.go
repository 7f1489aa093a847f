package main

import (
	"flag"
	"math"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
)

const explainUsage = `usage: uri explain [flags] [REF ...]

Explain names the rules of RFC 3986, Appendix A, that each byte of a reference
can be part of. If the reference is invalid, explain lists the characters that
are possible there and, for common mistakes, gives a hint.

  -iri     read IRI references, and name the rules of RFC 3987, section 2.2
  -web     show what browsers do with each (URL Standard)
  -git     show the repository of git remotes such as host:path
  -rows N  print at most N rows of the table, and the number of the others

Examples:
  $ uri explain '?a b'
  invalid: illegal space in query at byte 2
      0  ?      relative-ref (4.2)
      1  a      query (3.4)
      2  space  no rule allows this here
                expected: unreserved sub-delims # % / : ? @ end
                hint: a space: write %20
`

// explainFormats completes explainUsage.
const explainFormats = `Explain prints the same table on a terminal and elsewhere. A line is about
consecutive bytes that can be part of the same rules. Its columns are the
offset, the bytes, and the rules, each with its section. A password is hidden.
On a terminal, long text is wrapped. Explain names several rules if a later
byte decides between them, and no rules for single characters (pchar,
unreserved, ALPHA ...).

Below the table are the parts of data: URLs, URNs, lists of hosts, JDBC
addresses, git remotes and objects of stores, also of those that are no URIs.
"uri help split formats" names them (scheme_parts).

With -iri, the sections are those of the rules of RFC 3986 that the rules of
RFC 3987 extend. A character outside ASCII is one step, however many bytes it
has. With -web the table has a row for each part of the input that has another
form in the href, with that form, and for each validation error. After the rows
comes the href.

With -json and -format, -rows limits the steps, and left_out is the number of
the others. -rows 0 means all rows (the default), or 10000 with -format, which
keeps them in memory.

These are the names of classes of characters:

  unreserved   letters, digits and -._~
  sub-delims   !$&'()*+,;=
  HEXDIG       0-9, A-F and a-f
  iunreserved  with -iri: unreserved and ucschar, which is the characters
               outside ASCII without controls, private use and some others
  iprivate     with -iri: characters for private use; only queries have them

With -json the keys are, in this order: input, ok, steps; or, if ok is false:
input, ok, offset, component, reason, expected, hint, steps. Expected lists the
possibilities at the offset: classes of the RFC, characters, and "end" if the
input could end there. Hint is null if the mistake is not a common one. A step
has the keys offset, state (of the automaton, before the byte) and rules. The
numbers of states may change with every version.

With -web the keys are: input, ok, href, changes, errors; or, if ok is false:
input, ok, code, offset, hint, errors. A change has the keys part (a component
or, for example, "leading spaces"), offset and end (bytes of the input), and
result, which is empty if the part is left out. Errors are as in check.

More examples:
  $ uri explain '//h:8?a b'
  invalid: illegal space in query at byte 7
      0  /      path-absolute (3.3) or relative-part (4.2)
      1  /      relative-part (4.2)
      2  h      reg-name (3.2.2) or userinfo (3.2.1)
      3  :      authority (3.2) or userinfo (3.2.1)
      4  8      port (3.2.3) or userinfo (3.2.1)
      5  ?      relative-ref (4.2)
      6  a      query (3.4)
      7  space  no rule allows this here
                expected: unreserved sub-delims # % / : ? @ end
                hint: a space: write %20
  $ uri explain -web 'http://EXAMPLE.com:80/a\b'
  ok  http://EXAMPLE.com:80/a\\b
      7  EXAMPLE.com  hostname: becomes example.com
     18  :80          port: left out
     21  /a\\b        pathname: becomes /a/b
     23  \\           invalid-reverse-solidus: write "/" for "\"
  href  http://example.com/a/b
`

var explainVerb = &engine.Verb{
	Name:     "explain",
	Summary:  "name the rules of the grammar that each byte can be part of",
	Usage:    explainUsage,
	Details:  explainFormats,
	Dialects: dialect.All,
	Flags:    explainFlags,
	Formats: engine.Formats{
		Keys: []engine.Key{engine.InputKey, engine.OKKey, stepsKey, leftOutKey},
		FaultKeys: []engine.Key{
			{Name: "expected", Nested: true, Append: appendExpected}, hintKey, stepsKey, leftOutKey,
		},
		Line:    explainLine,
		Picture: explainPicture,
	},
	InDialect: map[*dialect.Dialect]*engine.Formats{dialect.Web: webExplainFormats},
}

// explanations maps a dialect to a function that returns its Step for a number of rows, if it needs one.
var explanations = map[*dialect.Dialect]func(rows int) engine.Step{
	dialect.Web: func(rows int) engine.Step { return (&webAccount{limit: rows}).explain },
}

func explainFlags(fs *flag.FlagSet) engine.Prepare {
	rows := 0
	engine.IntVar(fs, &rows, "rows", "a number of rows, or 0 for all", 0, math.MaxInt)
	git := defineGit(fs)
	return func(args *engine.Arguments) (engine.Work, error) {
		if *git && args.Dialect == dialect.Web {
			return engine.Work{}, errNotWeb("git")
		}
		if newStep := explanations[args.Dialect]; newStep != nil {
			return engine.Work{NewStep: func() engine.Step { return newStep(rows) }, Sample: newStep(1)}, nil
		}
		step := func(rec *engine.Record) {
			rec.Limit = rows
			if *git {
				rec.Value = gitRemote{}
			}
			rec.Valid()
		}
		return engine.Work{NewStep: func() engine.Step { return step }}, nil
	}
}

// explainLine appends the table for a terminal of the usual width, but without colours and without wrapping, since
// programs can read long lines.
func explainLine(dst []byte, rec *engine.Record) []byte {
	t := newExplanation(rec, paint.UsualWidth)
	t.width = math.MaxInt
	return t.appendAll(dst, paint.Screen{})
}

// explainPicture appends the table that explainFormats describes.
func explainPicture(s paint.Screen) engine.Format {
	return func(dst []byte, rec *engine.Record) []byte {
		t := newExplanation(rec, s.Width)
		return t.appendAll(dst, s)
	}
}
