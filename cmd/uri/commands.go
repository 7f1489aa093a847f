package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
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
	name  string          // the file help/NAME.txt has the help text, and help/uri.txt a row
	words func() []string // returns the values of its argument, for completion; may be nil
	verb  *engine.Verb    // answers references one by one; nil if define does the work

	// define defines the flags, and returns the action to do when they are set. Without flags, the action takes the
	// arguments unchanged.
	define func(fs *flag.FlagSet) action
	files  bool // arguments are names of files with text or lines, and flags may also follow them
}

// An action does the work of a command with the arguments after the flags, and returns the exit status. An error is
// about the arguments.
type action func(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error)

// commands lists the commands in the order of the help: the verbs of verbTable, and then the other commands. It is a
// function because help describes itself.
func commands() (list []command) {
	for _, v := range verbTable {
		list = append(list, command{name: v.Name, verb: v})
	}
	return append(list, []command{
		{name: "dedupe", define: func(fs *flag.FlagSet) action { return defineDedupe(fs, new(deduper)) }, files: true},
		{name: "find", define: defineFind, files: true},
		{name: "links", define: defineLinks, files: true},
		{name: "expand", define: defineExpand},
		{name: "match", verb: matchVerb},
		{name: "redact", define: defineRedact, files: true},
		{name: "defang", define: defineDefang, files: true},
		{name: "linkify", define: defineLinkify, files: true},
		{name: "help", define: func(*flag.FlagSet) action { return help }, words: helpNames},
		{name: "play", define: definePlay},
		{name: "completion", define: func(*flag.FlagSet) action { return complete }, words: func() []string { return shells }},
		{name: "man", define: func(*flag.FlagSet) action { return printManual }},
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
func (c *command) run(given []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var do action
	args, status, err := given, engine.ExitValid, error(nil)
	if c.verb != nil {
		do, err = prepareVerb(c.verb, given)
	} else {
		var fs *flag.FlagSet
		if fs, do = c.flags(); engine.FlagNames(fs) != nil {
			args, _, err = engine.ParseFlags(fs, given, c.files, isKnownFlag)
			fs.Parse(append([]string{"--"}, given...)) // now fs.Args returns all arguments, for lines in hints
		}
	}
	isFile := func(arg string) bool { return !isFolder(arg) }
	switch i := slices.IndexFunc(args, func(arg string) bool { return c.files && isAddress(arg) }); {
	case errors.Is(err, flag.ErrHelp):
		return engine.Print(stdout, stderr, helpOn(c.name))
	case err != nil:
	case i >= 0:
		message := fmt.Sprintf("%s: argument %d is an address, and no file has that name", c.name, i+1)
		return engine.Try(stderr, message, correctionOf(c.name, given))
	case c.files && c.name != "links" && len(args) > 0 && !slices.ContainsFunc(args, isFile):
		return engine.Try(stderr, c.name+": argument 1 is a directory", correctionOf(c.name, given))
	default:
		i := slices.IndexFunc(args, func(arg string) bool { return c.files && c.isMissingWord(arg) })
		if i >= 0 {
			if line := correctionOf(c.name, given); line != "" {
				return engine.Try(stderr, fmt.Sprintf("%s: no file has the name of argument %d", c.name, i+1), line)
			}
		}
		status, err = do(args, stdin, stdout, stderr)
	}
	if err != nil {
		return engine.UsageTrouble(stderr, c.name, err, correctionOf(c.name, given))
	}
	return status
}

// accepts reports whether the command takes the flags in args together.
func (c *command) accepts(args []string) bool {
	switch {
	case c.verb != nil:
		_, err := c.verb.Parse(args, isKnownFlag)
		return err == nil
	case c.name != "dedupe":
		return true
	}
	d, fs := new(deduper), flag.NewFlagSet(c.name, flag.ContinueOnError)
	defineDedupe(fs, d)
	rest, _, err := engine.ParseFlags(fs, args, c.files, isKnownFlag)
	if fs.Lookup("csv").Value.String() != "" {
		return err == nil && checkRows(fs) == nil
	}
	return err == nil && d.check(rest) == nil
}

// readsFiles reports whether the arguments of a command are names of files with text or lines.
func readsFiles(name string) bool {
	c, _ := findCommand(name)
	return c.files
}

// isMissingWord reports whether an argument is a word of the tables, perhaps with a value after "=", and not the name of a
// file.
func (c *command) isMissingWord(arg string) bool {
	_, err := os.Stat(arg)
	word, _, _ := strings.Cut(arg, "=")
	return os.IsNotExist(err) && isKnownWord(strings.TrimSuffix(word, "!"))
}

// isAddress reports whether an argument is an address and not the name of a file.
func isAddress(arg string) bool { return strings.Contains(arg, "://") && !engine.IsFile(arg) }

// isFolder reports whether an argument without a ":" is the name of a folder on this machine, as [engine.IsFile] does for
// files. "/" is a path.
func isFolder(arg string) bool {
	if strings.Trim(arg, "/") == "" || filepath.VolumeName(arg) != "" || strings.Contains(arg, ":") {
		return false
	}
	info, err := os.Stat(arg)
	return err == nil && info.IsDir()
}

// findCommand returns the command with a name.
func findCommand(name string) (c command, ok bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// commandNames returns the names of all commands, sorted.
func commandNames() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	slices.Sort(names)
	return names
}

// flagsOf returns the flags of a command, to look at. A name that is no command has none.
func flagsOf(name string) *flag.FlagSet {
	c, ok := findCommand(name)
	if !ok {
		return new(flag.FlagSet)
	}
	fs, _ := c.flags()
	return fs
}

// isKnownFlag reports whether the tables have the name of a flag or all its words, or it is a letter, so that a message may
// show it.
func isKnownFlag(name string) bool {
	isOther := func(word string) bool { return !isKnownWord(word) || familyOf(word) != "" } // a parameter has any name
	words := strings.Split(name, "-")
	return len(name) == 1 || !slices.ContainsFunc(words, isOther) ||
		slices.ContainsFunc(commandNames(), func(command string) bool { return flagsOf(command).Lookup(name) != nil })
}
