// Command uri applies RFC 3986 to URI references, and RFC 3987 to IRI references. It reads them from its arguments or,
// without arguments, from the lines of standard input.
//
//	uri split [flags] [REF ...]            show the components of each reference
//	uri check [flags] [REF ...]            report whether each is a URI-reference and, if not, the offset of the mistake
//	uri explain [flags] [REF ...]          name the rules of the grammar that each byte can be part of
//	uri resolve [flags] [REF ...]          resolve each against a base URI
//	uri normalize [flags] [REF ...]        normalize each
//	uri relativize [flags] [TARGET ...]    find the shortest reference from a base URI to each
//	uri to-uri [flags] [IRI ...]           map each IRI-reference to a URI-reference
//	uri to-iri [flags] [URI ...]           map each URI-reference to an IRI-reference
//
// With -iri, split, check, explain, resolve and normalize read IRI-references (RFC 3987) instead of URI-references.
//
// There is one result for every input, valid or not, in the order of the inputs. The exit status is 0 if all were valid, 1
// if some were invalid, and 2 if the command could not do its work: because of bad usage, an input that cannot be read, or
// an output that cannot be written. "uri help" and "uri help COMMAND" describe flags and formats.
package main

import (
	"errors"
	"flag"
	"io"
	"os"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
)

const usage = `usage: uri COMMAND [flags] [REF ...]

Uri applies RFC 3986 to URI references, and RFC 3987 to IRI references. It
reads them from its arguments or, without arguments, from the lines of standard
input. It prints one result for each, in order.

  uri split       show the components of each reference
  uri check       report whether each is a URI-reference and, if not, the
                  offset of the mistake
  uri explain     name the rules of the grammar that each byte can be part of
  uri resolve     resolve each against a base URI
  uri normalize   normalize each
  uri relativize  find the shortest reference from a base URI to each
  uri to-uri      map each IRI reference to a URI reference
  uri to-iri      map each URI reference to an IRI reference
  uri help        describe a command, its flags and formats, with examples
  uri play        serve a page on which to try references, to this machine only
  uri completion  print a script by which a shell completes commands and flags
  uri man         print the manual page

With -iri, split, check, explain, resolve and normalize read IRI references, in
UTF-8.
`

func main() {
	engine.IgnoreSIGPIPE()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stdout, stderr = paint.ForTerminal(stdout), paint.ForTerminal(stderr)
	if len(args) == 0 {
		return engine.Trouble(stderr, errors.New(`missing command; run "uri help"`))
	}
	if isHelpFlag(args[0]) {
		return engine.Print(stdout, stderr, usage)
	}
	if t, ok := topics()[args[0]]; ok {
		if len(args) > 1 && isHelpFlag(args[1]) {
			return engine.Print(stdout, stderr, t.usage)
		}
		return t.run(args[1:], stdout, stderr)
	}
	v := verbs[args[0]]
	if v == nil {
		return engine.Trouble(stderr, errors.New(`unknown command; run "uri help"`))
	}
	o, err := v.Parse(args[1:], isFlag)
	if errors.Is(err, flag.ErrHelp) {
		return runHelp(allTexts(), args[:1], stdout, stderr)
	}
	if err != nil {
		return engine.UsageTrouble(stderr, args[0], err)
	}
	return engine.NewJob(o, stdin, stdout, stderr).Run()
}

func isHelpFlag(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }
