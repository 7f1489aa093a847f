package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

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
