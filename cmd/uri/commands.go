package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
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
	unwrapVerb,
	setVerb,
	relativizeVerb,
	toURIVerb,
	toIRIVerb,
	decodeVerb,
	encodeVerb,
}

// verbs maps names to the verbs in verbTable.
var verbs = func() map[string]*engine.Verb {
	byName := map[string]*engine.Verb{}
	for _, v := range verbTable {
		byName[v.Name] = v
	}
	return byName
}()

// A command is a choice of the first argument.
type command struct {
	name, summary string
	usage         string          // the help text; a verb has more
	details       string          // the help text on formats; empty if usage has all
	words         func() []string // returns the values of its argument, for completion; may be nil
	verb          *engine.Verb    // answers references one by one; nil if define does the work

	// define defines the flags, and returns the action to do when they are set. Without flags, the action takes the
	// arguments unchanged.
	define func(fs *flag.FlagSet) action
	mixed  bool // flags may also follow other arguments
}

// An action does the work of a command with the arguments after the flags, and returns the exit status. An error is
// about the arguments.
type action func(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error)

// commands lists the commands in the order of the help: the verbs of verbTable, and then the other commands. It is a
// function because help describes itself.
func commands() (list []command) {
	for _, v := range verbTable {
		list = append(list, command{
			name: v.Name, summary: v.Summary, usage: v.Usage, details: v.Details, verb: v,
		})
	}
	return append(list, []command{
		{
			name: "dedupe", summary: "print the first of all lines with the same normal form",
			usage: dedupeUsage, details: dedupeFormats, mixed: true,
			define: func(fs *flag.FlagSet) action { return defineDedupe(fs, new(deduper)) },
		},
		{
			name: "find", summary: "print the addresses in text, one a line",
			usage: findUsage, details: findFormats, define: defineFind, mixed: true,
		},
		{
			name: "links", summary: "print links of pages",
			usage: linksUsage, details: linksFormats, define: defineLinks, mixed: true,
		},
		{
			name: "expand", summary: "expand URI templates",
			usage: expandUsage, define: defineExpand,
		},
		{
			name: "match", summary: "print the patterns that match each URL",
			usage: matchUsage, details: matchFormats, verb: matchVerb,
		},
		{
			name: "redact", summary: "copy text with its secrets hidden",
			usage: redactUsage, details: redactFormats(), define: defineRedact, mixed: true,
		},
		{
			name: "defang", summary: "copy text with addresses that no program makes links of",
			usage: defangUsage, details: defangDetails, define: defineDefang, mixed: true,
		},
		{
			name: "help", summary: "describe a command, its flags and formats, with examples",
			usage: helpUsage, define: func(*flag.FlagSet) action { return help }, words: helpNames,
		},
		{
			name: "play", summary: "serve a page to try references, on this machine only",
			usage: playUsage, define: definePlay,
		},
		{
			name: "completion", summary: "complete in a shell",
			usage: completionUsage, define: func(*flag.FlagSet) action { return complete }, words: shells.Names,
		},
		{
			name: "man", summary: "print the manual page",
			usage: manUsage, define: func(*flag.FlagSet) action { return printManual },
		},
	}...)
}

// flags returns the flags of the command and, unless it is a verb, the action to do when they are set.
func (c *command) flags() (*flag.FlagSet, action) {
	if c.verb != nil {
		return c.verb.FlagSet(), nil
	}
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	return fs, c.define(fs)
}

// run runs the command and returns the exit status.
func (c *command) run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if c.verb != nil {
		return runVerb(c.verb, args, stdin, stdout, stderr)
	}
	fs, do := c.flags()
	var err error
	given := args
	switch {
	case c.mixed:
		args, _, err = engine.ParseMixed(fs, args, isKnownFlag)
	case engine.FlagNames(fs) != nil:
		args, err = engine.ParseFlags(fs, args, isKnownFlag)
	}
	if errors.Is(err, flag.ErrHelp) {
		return engine.Print(stdout, stderr, c.usage)
	}
	status := engine.ExitValid
	if i := slices.IndexFunc(args, isAddress); err == nil && i >= 0 && readsFiles(c.name) {
		message := fmt.Sprintf("%s: argument %d is an address, and no file has that name", c.name, i+1)
		return engine.Try(stderr, message, "echo URL | uri "+c.name)
	}
	if err == nil {
		status, err = do(args, stdin, stdout, stderr)
	}
	if err != nil {
		return engine.UsageTrouble(stderr, c.name, err, correctionOf(c.name, given))
	}
	return status
}

// readsFiles reports whether the arguments of a command are names of files with text or lines.
func readsFiles(name string) bool {
	return slices.Contains([]string{"dedupe", "find", "redact", "defang", "links"}, name)
}

// isAddress reports whether an argument is an address and not the name of a file.
func isAddress(arg string) bool { return strings.Contains(arg, "://") && !engine.IsFile(arg) }

// findCommand returns the command with a name.
func findCommand(name string) (c command, ok bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// usage returns the help text of the whole command. Two commands share a row if their summaries have at most short
// bytes.
func usage(short int) string {
	var rows strings.Builder
	list := commands()
	for i := 0; i < len(list); i++ {
		c := &list[i]
		if i+1 < len(list) && len(c.summary) <= short && len(list[i+1].summary) <= short {
			i++
			fmt.Fprintf(&rows, "  uri %-10s  %-*s  uri %-10s  %s\n", c.name, short, c.summary, list[i].name, list[i].summary)
		} else {
			fmt.Fprintf(&rows, "  uri %-10s  %s\n", c.name, c.summary)
		}
	}
	return fmt.Sprintf(usageLayout, rows.String())
}

// half is the argument of usage that makes rows of two commands fit a terminal.
const half = 21

const usageLayout = `usage: uri COMMAND [flags] [REF ...]

Uri reads references from its arguments or from lines of standard input. "uri
help COMMAND" describes a command, and "uri help help" the rest.

%s`

// commandNames returns the names of all commands, sorted.
func commandNames() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	slices.Sort(names)
	return names
}

// flagsOf returns the flags of a command.
func flagsOf(name string) *flag.FlagSet {
	c, _ := findCommand(name)
	fs, _ := c.flags()
	return fs
}

// isKnownFlag reports whether a table has the name of a flag, so that a message may show it.
func isKnownFlag(name string) bool {
	return findGuess(flagGuesses, "", name) != nil || fieldOf(name) != "" ||
		slices.ContainsFunc(commandNames(), func(command string) bool { return flagsOf(command).Lookup(name) != nil })
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
-web, they read URLs as browsers do (URL Standard). Answers have the order of
the inputs. Commands that change an input, such as normalize, print the result
alone, and describe invalid inputs on standard error.

"uri http://h/a" without a command means "uri split http://h/a", and so does
everything else that has a ":" or "/". "uri --version" prints the versions of
uri, of Go, and of the standards and data, such as the Public Suffix List.
`

// help prints a help text.
func help(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	var text string
	switch {
	case len(args) == 0:
		text = usage(half)
	case len(args) == 2 && args[1] == "formats":
		text = formatsOf(args[0])
	case len(args) == 1:
		if text = helpOn(args[0]); text == "" {
			return unknownCommand(stderr, "help: ", helpLine(args[0])), nil
		}
	}
	if text == "" {
		return engine.Trouble(stderr, errors.New("help: want one command")), nil
	}
	return engine.Print(stdout, stderr, text), nil
}

// unknownCommand reports a command that does not exist, and the line that is probably meant. The message does not show
// the command, which may be a password.
func unknownCommand(stderr io.Writer, prefix, line string) int {
	if line == "" {
		return engine.Trouble(stderr, errors.New(prefix+`unknown command; run "uri help"`))
	}
	return engine.Try(stderr, prefix+"unknown command", line)
}

// helpLine returns the line for help on the command that is probably meant, or "".
func helpLine(name string) string {
	if page := engine.Nearest(name, helpNames()); page != "" {
		return "uri help " + page
	}
	if words := strings.Fields(correctionOf(name, nil)); len(words) > 1 {
		return "uri help " + words[1]
	}
	return ""
}

// shared maps names to the help pages that all verbs share.
var shared = engine.Words[string]{{"flags", engine.FlagsUsage}, {"formats", engine.FormatsUsage}}

// helpNames returns the names that have a help text.
func helpNames() []string { return append(commandNames(), shared.Names()...) }

// formatsOf returns the help text about the formats of a command, or "" if the name is unknown.
func formatsOf(name string) string {
	c, ok := findCommand(name)
	if !ok {
		return ""
	}
	return cmp.Or(c.details, c.usage) + "\nAbout bytes that are not text, IRIs, terminals and secrets: \"uri help formats\".\n"
}

// helpOn returns the help text with a name, or "" if the name is unknown.
func helpOn(name string) string {
	if text, ok := shared.Find(name); ok {
		return text
	}
	c, _ := findCommand(name)
	if verbs[name] != nil {
		return c.usage + c.verb.MoreUsage()
	}
	return c.usage
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

// complete prints a script of completion.
func complete(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	if len(args) == 1 {
		if script, ok := shells.Find(args[0]); ok {
			return engine.Print(stdout, stderr, script(newManual())), nil
		}
	}
	return engine.Trouble(stderr, fmt.Errorf("completion: want %s", engine.Listed(shells.Names(), "or"))), nil
}

const manUsage = `usage: uri man

Man prints the manual page, for man(1):

  uri man > ~/.local/share/man/man1/uri.1
`

// printManual prints the manual page.
func printManual(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	if len(args) > 0 {
		return engine.Trouble(stderr, errors.New("man: want no argument")), nil
	}
	return engine.Print(stdout, stderr, newManual().Page()), nil
}

// newManual returns the description of all commands.
func newManual() *manual.Manual {
	m := &manual.Manual{Usage: usage(0), Common: engine.FlagsUsage + "\n" + engine.FormatsUsage}
	for _, name := range commandNames() {
		found, _ := findCommand(name)
		c := manual.Command{Name: name, Usage: found.usage}
		if found.details != "" {
			details, more, _ := strings.Cut(found.details, "\nMore examples:\n")
			c.Usage = strings.Replace(c.Usage, "\nExamples:\n", "\n"+details+"\nExamples:\n", 1) + more
		}
		if found.words != nil {
			c.Words = found.words()
		}
		fs, _ := found.flags()
		for _, name := range engine.FlagNames(fs) {
			f := manual.Flag{Name: name}
			if choice, ok := fs.Lookup(name[1:]).Value.(*engine.Choice); ok {
				f.Words, f.List, f.Glued = choice.Words, choice.List, choice.Glued
			}
			c.Flags = append(c.Flags, f)
		}
		m.Commands = append(m.Commands, c)
	}
	return m
}
