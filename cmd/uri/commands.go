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

// verbTable lists the commands that answer references one by one, in the order of the help.
var verbTable = []*engine.Verb{
	splitVerb,
	checkVerb,
	explainVerb,
	resolveVerb,
	normalizeVerb,
	relativizeVerb,
	toURIVerb,
	toIRIVerb,
}

// verbs maps names to the verbs in verbTable.
var verbs = func() map[string]*engine.Verb {
	byName := map[string]*engine.Verb{}
	for _, v := range verbTable {
		byName[v.Name] = v
	}
	return byName
}()

// A topic is a command that does not answer references one by one.
type topic struct {
	name, summary string
	usage         string
	run           func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

	flags   func() *flag.FlagSet   // returns its flags, for help and completion; may be nil
	choices map[string]manual.Flag // its flags that take only certain words, by their names
	words   func() []string        // returns the values of its argument, for completion; may be nil
}

// topics lists the commands that do not answer references one by one, in the order of the help, which lists them after
// the verbs. It is a function because help describes itself.
func topics() []topic {
	return []topic{
		{
			name: "dedupe", summary: "print the first of all lines with the same normal form",
			usage: dedupeUsage, run: runDedupe,
			flags: func() *flag.FlagSet { return dedupeFlags(new(deduper)) },
			choices: map[string]manual.Flag{
				"-key": {Words: keyWords.Names()}, "-by": {Words: groupWords.Names()}, "-of": {Words: countWords.Names()},
				"-only": choices["-only"],
			},
		},
		{
			name: "find", summary: "print the addresses in text, one a line",
			usage: findUsage, run: runFind,
			flags:   func() *flag.FlagSet { return findFlags(new(searcher)) },
			choices: map[string]manual.Flag{"-in": {Words: escapeWords.Names()}},
		},
		{
			name: "expand", summary: "print the expansion of a URI template",
			usage: expandUsage, run: runExpand,
			flags: func() *flag.FlagSet { return expandFlags(new(string)) },
		},
		{
			name: "match", summary: "print the patterns that match each URL",
			usage: matchUsage, run: runMatch,
			flags:   matchVerb.FlagSet,
			choices: map[string]manual.Flag{"-invalid": choices["-invalid"], "-only": choices["-only"]},
		},
		{
			name: "redact", summary: "copy text with the secrets of addresses hidden",
			usage: redactUsage, run: runRedact,
			flags: func() *flag.FlagSet { return redactFlags(new([]string), new(bool)) },
		},
		{
			name: "help", summary: "describe a command, its flags and formats, with examples",
			usage: helpUsage, run: runHelp, words: helpNames,
		},
		{
			name: "play", summary: "serve a page on which to try references, to this machine only",
			usage: playUsage, run: runPlay,
			flags: func() *flag.FlagSet { return playFlags(new(string), new(string)) },
		},
		{
			name: "completion", summary: "print a script by which a shell completes commands and flags",
			usage: completionUsage, run: runCompletion, words: shells.Names,
		},
		{
			name: "man", summary: "print the manual page",
			usage: manUsage, run: runMan,
		},
	}
}

// findTopic returns the topic with a name.
func findTopic(name string) (t topic, ok bool) {
	for _, t := range topics() {
		if t.name == name {
			return t, true
		}
	}
	return topic{}, false
}

// usage returns the help text of the whole command.
func usage() string {
	var rows strings.Builder
	row := func(name, summary string) { fmt.Fprintf(&rows, "  uri %-10s  %s\n", name, summary) }
	for _, v := range verbTable {
		row(v.Name, v.Summary)
	}
	for _, t := range topics() {
		row(t.name, t.summary)
	}
	return fmt.Sprintf(usageLayout, rows.String())
}

const usageLayout = `usage: uri COMMAND [flags] [REF ...]

Uri reads references from its arguments or from lines of standard input.

%s
"uri help COMMAND" describes a command, and "uri help help" the rest.
`

// choices maps names to the flags of verbs that take only certain words.
var choices = map[string]manual.Flag{
	"-invalid": {Words: engine.InvalidWords.Names()},
	"-only":    {Words: engine.OnlyWords.Names()},
	"-picture": {Words: engine.PictureWords.Names()},
	"-key":     {Words: keyWords.Names()},
	"-steps":   {Words: stepWords.Names(), List: true},
	"-idna":    {Words: profileWords.Names(), Glued: true},
}

// commandNames returns the names of all commands, sorted.
func commandNames() []string {
	names := slices.Collect(maps.Keys(verbs))
	for _, t := range topics() {
		names = append(names, t.name)
	}
	slices.Sort(names)
	return names
}

// flagsOf returns the flags of a command.
func flagsOf(name string) *flag.FlagSet {
	if v := verbs[name]; v != nil {
		return v.FlagSet()
	}
	if t, ok := findTopic(name); ok && t.flags != nil {
		return t.flags()
	}
	return flag.NewFlagSet(name, flag.ContinueOnError)
}

// isFlag reports whether any command has a flag with the given name.
func isFlag(name string) bool {
	return slices.ContainsFunc(commandNames(), func(command string) bool { return flagsOf(command).Lookup(name) != nil })
}

const helpUsage = `usage: uri help [COMMAND]
       uri help COMMAND formats
       uri help flags
       uri help formats

Help describes a command on one screen, with examples. Without COMMAND, it
lists the commands. "uri COMMAND -h" does the same. "uri help COMMAND formats"
says all about the output of a command, with its columns and keys.

"uri help flags" describes the inputs, flags and exit status that all commands
on references share, and "uri help formats" how their formats write bytes that
are not plain text.

References are URI references (RFC 3986). With -iri, split, check, explain,
resolve, normalize and dedupe read IRI references (RFC 3987), in UTF-8. With
-web, they read URLs as browsers do (URL Standard). Each has one result, in
order, except in dedupe and find.

"uri http://h/a" without a command means "uri split http://h/a", and so does
everything else that has a ":" or "/". "uri --version" prints the versions of
uri, of Go, and of the standards and data, such as the Public Suffix List.
`

func runHelp(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	switch {
	case len(args) == 0:
		return engine.Print(stdout, stderr, usage())
	case len(args) == 2 && args[1] == "formats" && formatsOf(args[0]) != "":
		return engine.Print(stdout, stderr, formatsOf(args[0]))
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

// shared maps names to the help texts that all verbs share.
var shared = engine.Words[string]{{"flags", engine.FlagsUsage}, {"formats", engine.FormatsUsage}}

// helpNames returns the names that have a help text.
func helpNames() []string { return append(commandNames(), shared.Names()...) }

// formatsOf returns the help text about the formats of a command, or "" if the name is unknown. A command that is not a
// verb has them in its usage text.
func formatsOf(name string) string {
	text := ""
	if v := verbs[name]; v != nil {
		text = v.Details
	} else if t, ok := findTopic(name); ok {
		text = t.usage
	}
	if text == "" {
		return ""
	}
	return text + "\nAbout bytes that are not text, IRIs, terminals and secrets: \"uri help formats\".\n"
}

// helpOn returns the help text with a name, or "" if the name is unknown.
func helpOn(name string) string {
	if v := verbs[name]; v != nil {
		return v.Usage + engine.MoreUsage(name)
	}
	if text, ok := shared.Find(name); ok {
		return text
	}
	t, _ := findTopic(name)
	return t.usage
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

func runCompletion(args []string, _ io.Reader, stdout, stderr io.Writer) int {
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

func runMan(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return engine.Trouble(stderr, errors.New("man: want no argument"))
	}
	return engine.Print(stdout, stderr, newManual().Page())
}

// newManual returns the description of all commands.
func newManual() *manual.Manual {
	m := &manual.Manual{Usage: usage(), Common: engine.FlagsUsage + "\n" + engine.FormatsUsage}
	for _, name := range commandNames() {
		t, isTopic := findTopic(name)
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
			if isTopic {
				choice = t.choices[f]
			}
			choice.Name = f
			c.Flags = append(c.Flags, choice)
		}
		m.Commands = append(m.Commands, c)
	}
	return m
}
