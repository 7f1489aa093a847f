// Command uri checks, splits, resolves and normalizes references: URI-references by RFC 3986, IRI-references by RFC
// 3987, and URLs by the URL Standard. It reads them from its arguments or, without arguments, from the lines of
// standard input.
//
//	uri COMMAND [flags] [REF ...]
//
// "uri help" lists the commands, and "uri help COMMAND" describes one with its flags and formats.
//
// Without a command, "uri http://h/a" is "uri split http://h/a".
//
// With -iri, commands read IRI-references (RFC 3987) instead of URI-references. With -web, they read URLs as browsers
// do.
//
// Verbs that have a result, such as normalize, print it alone, a line for each valid input, and describe invalid inputs
// on standard error. Verbs that describe inputs, such as check and split, print an answer for every input, valid or
// not. Both follow the order of the inputs. The exit status is 0 if all inputs were valid, 1 if some were invalid, and
// 2 for bad usage or if reading or writing failed.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stdout, stderr = paint.ForTerminal(stdout), paint.ForTerminal(stderr)
	if len(args) == 0 {
		engine.Print(stderr, stderr, helpFile("uri"))
		return engine.ExitTrouble
	}
	switch {
	case isHelpFlag(args[0]):
		args = slices.Concat([]string{"help"}, args[1:])
	case args[0] == "version" || args[0] == "-version" || args[0] == "--version":
		return engine.Print(stdout, stderr, version())
	}
	if looksLikeRef(args[0]) {
		args = slices.Insert(slices.Clone(args), 0, "split")
	}
	c, ok := findCommand(args[0])
	if !ok {
		if g := guessOf("alias", args[0]); g != nil {
			c, ok = findCommand(g.line)
		}
	}
	switch {
	case !ok:
		return unknownCommand(stderr, "", correctionOf(args[0], args[1:]))
	case len(args) > 1 && isHelpFlag(args[1]):
		return engine.Print(stdout, stderr, helpOn(c.name))
	}
	return c.run(args[1:], stdin, stdout, stderr)
}

// prepareVerb returns the action of a verb with its arguments.
func prepareVerb(v *engine.Verb, args []string) (action, error) {
	o, err := v.Parse(args, isKnownFlag)
	if err == nil && o.ReadFiles() {
		flag := map[bool]string{true: "-text", false: "-csv"}[o.Text != nil]
		if i := slices.IndexFunc(o.Refs, isAddress); i >= 0 {
			return nil, fmt.Errorf("%s reads files and standard input, and argument %d is an address", flag, i+1)
		}
		o.Before = len(o.Refs)
	}
	switch {
	case err != nil:
	case o.Text != nil:
		return prepareText(o, v, args)
	case o.Column == "":
		err = checkInputs(&command{name: v.Name, verb: v}, o.Refs[:o.Before])
	}
	return func(_ []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
		o.Again = againOf(v.Name, args)
		return engine.NewJob(o, stdin, stdout, stderr).Run(), nil
	}, err
}

// againOf returns the Again of a command with its arguments.
func againOf(name string, args []string) func(reads string, more ...string) string {
	return func(reads string, more ...string) string { return lineAgain(name, reads, slices.Concat(more, args)) }
}

// checkInputs returns an error if a reference before "--" is probably a mistake: the name of a file, of a folder or of a
// field, or a setting such as host=a. With a base, a path is a reference.
func checkInputs(c *command, refs []string) error {
	for i, ref := range refs {
		name, value, isSetting := strings.Cut(ref, "=")
		isPath := strings.ContainsAny(ref, ":/")
		if isPath && c.verb.Filtered != nil {
			continue
		}
		what := fileKind(ref)
		switch {
		case what != "":
		case ref == "-":
			what = "is -"
		case !isPath && c.fieldIn(ref) != "":
			what = "is the name of a field"
		case !c.verb.ReadsAddresses():
		case isMissingFile(ref):
			what = "seems to be a file, which is missing"
		case isSetting && !strings.ContainsAny(name, ":/?#") && (fieldOf(name) != "" || strings.Contains(value, "&")):
			what = "has the form NAME=VALUE"
		}
		if what != "" {
			return misread(i, what)
		}
	}
	return nil
}

// fileKind says whether an argument is the name of a file or a folder, or returns "".
func fileKind(arg string) string {
	switch {
	case engine.IsFile(arg):
		return "is the name of a file"
	case isFolder(arg) && strings.Trim(arg, "./") != "": // "." and ".." are common references
		return "is the name of a folder"
	}
	return ""
}

// isMissingFile reports whether an argument is a name that files of lines have, such as urls.txt, and its folder does not have
// the file.
func isMissingFile(arg string) bool {
	folder := filepath.Dir(arg)
	isName := isGuess("list", endingOf(arg)) && !strings.ContainsAny(arg, ":@") && filepath.Base(arg) != endingOf(arg)
	return isName && isFolder(folder) && !engine.IsFile(arg)
}

// namesFile reports whether an argument is the name of a file, or seems to be one.
func namesFile(arg string) bool { return engine.IsFile(arg) || isMissingFile(arg) }

// misread returns the error for an argument that is probably no reference.
func misread(i int, what string) error {
	return fmt.Errorf("argument %d %s, and is read as a reference only after --", i+1, what)
}

// looksLikeRef reports whether arg, in the place of a command, is a reference to split: it has a ":" or "/", and no
// command does.
func looksLikeRef(arg string) bool {
	return !strings.HasPrefix(arg, "-") && strings.ContainsAny(arg, ":/")
}

func isHelpFlag(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }
