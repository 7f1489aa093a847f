package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/manual"
)

// This file is the table of all commands, with those that are about the command itself.

const usage = `usage: uri COMMAND [flags] [REF ...]

Uri applies RFC 3986 to URI references, RFC 3987 to IRI references, and the URL
Standard to what browsers accept. It reads them from its arguments or, without
arguments, from the lines of standard input. It prints one result for each, in
order.

  uri split       show the components of each reference
  uri check       report whether each is a URI-reference and, if not, the
                  offset of the mistake
  uri explain     name the rules of the grammar that each byte can be part of
  uri resolve     resolve each against a base URI
  uri normalize   normalize each
  uri relativize  find the shortest reference from a base URI to each
  uri to-uri      map each IRI reference to a URI reference
  uri to-iri      map each URI reference to an IRI reference
  uri dedupe      print the first of all lines with the same normal form
  uri help        describe a command, its flags and formats, with examples
  uri play        serve a page on which to try references, to this machine only
  uri completion  print a script by which a shell completes commands and flags
  uri man         print the manual page

"uri http://h/a" without a command means "uri split http://h/a", and so does
everything else that has a ":" or "/".

"uri --version" prints the version of uri, and that of the Go that built it.

With -iri, split, check, explain, resolve and normalize read IRI references, in
UTF-8. With -web, they read URLs as browsers do.
`

// verbs has the commands that work on references.
var verbs = map[string]*engine.Verb{
	"split":      splitVerb,
	"check":      checkVerb,
	"explain":    explainVerb,
	"resolve":    resolveVerb,
	"normalize":  normalizeVerb,
	"relativize": relativizeVerb,
	"to-uri":     toURIVerb,
	"to-iri":     toIRIVerb,
}

// A topic is a command that does not answer references one by one.
type topic struct {
	usage string
	words func() []string // the values of its argument; may be nil
	run   func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

// withoutInput returns the run of a topic that reads no input.
func withoutInput(f func(args []string, stdout, stderr io.Writer) int) func([]string, io.Reader, io.Writer, io.Writer) int {
	return func(args []string, _ io.Reader, stdout, stderr io.Writer) int { return f(args, stdout, stderr) }
}

// topics returns the commands that do not answer references one by one. It is a function because help describes itself.
func topics() map[string]topic {
	return map[string]topic{
		"help":       {helpUsage, helpNames, withoutInput(runHelp)},
		"completion": {completionUsage, shells.Names, withoutInput(runCompletion)},
		"man":        {manUsage, nil, withoutInput(runMan)},
		"dedupe":     {dedupeUsage, nil, runDedupe},
		"play": {playUsage, nil, withoutInput(func(args []string, stdout, stderr io.Writer) int {
			return runPlay(verbs, isFlag, args, stdout, stderr)
		})},
	}
}

// choices has the flags of all verbs that take only certain words, by their names.
var choices = map[string]manual.Flag{
	"-invalid": {Words: engine.InvalidWords},
	"-picture": {Words: engine.PictureWords},
	"-key":     {Words: keyWords.Names()},
	"-steps":   {Words: stepWords.Names(), List: true},
	"-idna":    {Words: profileWords.Names(), Glued: true},
}

// topicChoices is choices for commands that are topics.
var topicChoices = map[string]manual.Flag{
	"-key": {Words: keyWords.Names()},
	"-by":  {Words: groupWords.Names()},
}

// commandNames returns the names of all commands, sorted.
func commandNames() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(verbs)), maps.Keys(topics()))
	slices.Sort(names)
	return names
}

// flagsOf returns the flags of a command.
func flagsOf(name string) *flag.FlagSet {
	switch v := verbs[name]; {
	case v != nil:
		return v.FlagSet()
	case name == "dedupe":
		return dedupeFlags(new(deduper))
	case name == "play":
		return playFlags(new(string))
	}
	return flag.NewFlagSet(name, flag.ContinueOnError)
}

// isFlag reports whether any command has a flag with the given name.
func isFlag(name string) bool {
	return slices.ContainsFunc(commandNames(), func(command string) bool { return flagsOf(command).Lookup(name) != nil })
}

const helpUsage = `usage: uri help [COMMAND]
       uri help flags
       uri help [COMMAND] formats

Help describes a command on one screen, with examples. Without COMMAND, it
lists the commands. "uri COMMAND -h" does the same.

"uri help flags" describes the inputs, flags and exit status that all commands
on references share, and "uri help formats" how their formats write bytes that
are not plain text. "uri help COMMAND formats" also says all about the output
of a command, with its columns and keys.
`

func runHelp(args []string, stdout, stderr io.Writer) int {
	switch {
	case len(args) == 0:
		return engine.Print(stdout, stderr, usage)
	case len(args) == 2 && args[1] == "formats" && verbs[args[0]] != nil:
		return engine.Print(stdout, stderr, formatsOf(verbs[args[0]]))
	case len(args) > 1:
		return engine.Trouble(stderr, errors.New("help: want one command"))
	case helpOn(args[0]) == "":
		return engine.Trouble(stderr, fmt.Errorf("help: %w", unknownCommand(args[0], helpNames())))
	}
	return engine.Print(stdout, stderr, helpOn(args[0]))
}

// unknownCommand returns the error for a command that is not among names. It does not show the name, which may be a
// password.
func unknownCommand(name string, names []string) error {
	return fmt.Errorf(`unknown command%s; run "uri help"`, engine.DidYouMean(name, names))
}

// shared has the help texts about what all verbs share.
var shared = engine.Words[string]{{"flags", engine.FlagsUsage}, {"formats", engine.FormatsUsage}}

// helpNames returns the names that have a help text.
func helpNames() []string { return append(commandNames(), shared.Names()...) }

// formatsOf returns the help text about the formats of v.
func formatsOf(v *engine.Verb) string {
	return v.Details + "\n" + engine.FormatsUsage
}

// helpOn returns the help text of a command or of what all share, or "" if there is no such text.
func helpOn(name string) string {
	if v := verbs[name]; v != nil {
		return v.Usage + engine.MoreUsage(name)
	}
	if text, ok := shared.Find(name); ok {
		return text
	}
	return topics()[name].usage
}

const completionUsage = `usage: uri completion bash|zsh|fish

Completion prints a script by which a shell completes commands, flags, and the
values of flags:

  bash  source <(uri completion bash)    in ~/.bashrc
  zsh   source <(uri completion zsh)     in ~/.zshrc, after compinit
  fish  uri completion fish | source     in config.fish
`

// shells maps the arguments of completion to the functions that return their scripts.
var shells = engine.Words[func(*manual.Manual) string]{
	{"bash", (*manual.Manual).Bash}, {"zsh", (*manual.Manual).Zsh}, {"fish", (*manual.Manual).Fish},
}

func runCompletion(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 {
		if script, ok := shells.Find(args[0]); ok {
			return engine.Print(stdout, stderr, script(newManual()))
		}
	}
	return engine.Trouble(stderr, fmt.Errorf("completion: want %s", engine.Listed(shells.Names(), "or")))
}

const manUsage = `usage: uri man

Man prints the manual page, for man(1):

  uri man > ~/.local/share/man/man1/uri.1
`

func runMan(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return engine.Trouble(stderr, errors.New("man: want no argument"))
	}
	return engine.Print(stdout, stderr, newManual().Page())
}

// newManual describes all commands.
func newManual() *manual.Manual {
	m := &manual.Manual{Usage: usage, Common: engine.FlagsUsage + "\n" + engine.FormatsUsage}
	for _, name := range commandNames() {
		t := topics()[name]
		c := manual.Command{Name: name, Usage: t.usage}
		if v := verbs[name]; v != nil {
			details, more, _ := strings.Cut(v.Details, "\nMore examples:\n")
			c.Usage = strings.Replace(v.Usage, "\nExamples:\n", "\n"+details+"\nExamples:\n", 1) + more
		}
		if t.words != nil {
			c.Words = t.words()
		}
		for _, f := range engine.FlagNames(flagsOf(name)) {
			choice := choices[f]
			if verbs[name] == nil {
				choice = topicChoices[f]
			}
			choice.Name = f
			c.Flags = append(c.Flags, choice)
		}
		m.Commands = append(m.Commands, c)
	}
	return m
}
