package main

import (
	"cmp"
	"embed"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/redact"
)

// help prints a help text.
func help(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	var text string
	switch {
	case len(args) == 0:
		text = helpFile("uri")
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
	if g := guessOf("help", name); g != nil {
		return "uri help " + g.line
	}
	if page := engine.Nearest(name, helpNames()); page != "" {
		return "uri help " + page
	}
	if normalizeVerb.FlagSet().Lookup(strings.TrimLeft(name, "-")) != nil {
		return "uri help flags"
	}
	if words := strings.Fields(correctionOf(name, nil)); len(words) > 1 {
		return "uri help " + words[1]
	}
	return ""
}

// sharedPages are the names of the help pages that all verbs share.
var sharedPages = []string{"flags", "formats"}

// helpNames returns the names that have a help text.
func helpNames() []string { return append(commandNames(), sharedPages...) }

// formatsOf returns the help text about the formats of a command, or "" if the name is unknown.
func formatsOf(name string) string {
	if !isCommand(name) {
		return ""
	}
	usage, formats := helpPage(name)
	return cmp.Or(formats, usage) + "\nAbout bytes that are not text, IRIs, terminals and secrets: \"uri help formats\".\n"
}

// helpOn returns the help text with a name, or "" if the name is unknown.
func helpOn(name string) string {
	if !slices.Contains(helpNames(), name) {
		return ""
	}
	usage, _ := helpPage(name)
	if v := verbs[name]; v != nil {
		usage += moreFlags(v, usage)
	}
	return usage
}

// helpFiles holds a file for each command and each of sharedPages, and the files of text that several pages share.
//
//go:embed help
var helpFiles embed.FS

// helpPage returns the help text with a name, and the text about its formats.
func helpPage(name string) (usage, formats string) {
	parts := strings.NewReplacer("<idna>\n", helpFile("idna"), "<lines>\n", helpFile("lines"),
		"<mapping>\n", helpFile("mapping"), "<keys>\n", listed(uri.SecretKeys()),
		"<tokens>\n", listed(redact.TokenPrefixes[:]))
	usage, formats, _ = strings.Cut(parts.Replace(helpFile(name)), "-- formats --\n")
	return usage, formats
}

func helpFile(name string) string {
	text, _ := helpFiles.ReadFile("help/" + name + ".txt") // there is one for each name
	return string(text)
}

// moreFlags returns the end of the help text of a verb: its flags that the text does not describe.
func moreFlags(v *engine.Verb, usage string) string {
	text := "More flags:"
	for _, name := range engine.FlagNames(v.FlagSet()) {
		if !strings.Contains(usage, "\n  "+name) && !strings.Contains(usage, " "+name+" VALUE") {
			text += " " + name
		}
	}
	text += ` ("uri~help~flags"). More: "uri~help~formats", "uri~help~` + v.Name + `~formats".`
	return "\n" + strings.ReplaceAll(strings.Join(paint.Wrap(text, 79), "\n"), "~", " ") + "\n" // no line divides a command
}
