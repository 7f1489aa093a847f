package main

import (
	"flag"
	"io"
	"maps"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/manual"
	"github.com/urispan/uri/cmd/uri/internal/mapping"
)

// This file is the table of all commands.

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

// A topic is a command that does not work on references.
type topic struct {
	usage string
	run   func(args []string, stdout, stderr io.Writer) int
	flags func() *flag.FlagSet // may be nil
	words func() []string      // the values of its argument; may be nil
}

// topics returns the commands that do not work on references. It is a function because help describes itself.
func topics() map[string]topic {
	return map[string]topic{
		"help": {usage: helpUsage, words: commandNames, run: func(args []string, stdout, stderr io.Writer) int {
			return runHelp(allTexts(), args, stdout, stderr)
		}},
		"completion": {usage: completionUsage, words: shells.Names, run: func(args []string, stdout, stderr io.Writer) int {
			return runCompletion(newManual(), args, stdout, stderr)
		}},
		"man": {usage: manUsage, run: func(args []string, stdout, stderr io.Writer) int {
			return runMan(newManual(), args, stdout, stderr)
		}},
		"play": {usage: playUsage, flags: func() *flag.FlagSet { return playFlags(new(string)) },
			run: func(args []string, stdout, stderr io.Writer) int {
				return runPlay(verbs, isFlag, args, stdout, stderr)
			}},
	}
}

// choices has the flags of all verbs that take only certain words, by their names.
var choices = map[string]manual.Flag{
	"-picture": {Words: engine.PictureWords},
	"-steps":   {Words: stepWords.Names(), List: true},
	"-idna":    {Words: mapping.ProfileWords.Names(), Glued: true},
}

// commandNames returns the names of all commands, sorted.
func commandNames() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(verbs)), maps.Keys(topics()))
	slices.Sort(names)
	return names
}

// flagsOf returns the flags of a command.
func flagsOf(name string) *flag.FlagSet {
	if v := verbs[name]; v != nil {
		return v.FlagSet()
	}
	if t := topics()[name]; t.flags != nil {
		return t.flags()
	}
	return flag.NewFlagSet(name, flag.ContinueOnError)
}

// isFlag reports whether any command has a flag with the given name.
func isFlag(name string) bool {
	return slices.ContainsFunc(commandNames(), func(command string) bool { return flagsOf(command).Lookup(name) != nil })
}

// newManual describes all commands.
func newManual() *manual.Manual {
	m := &manual.Manual{Usage: usage, Common: engine.CommonUsage}
	for _, name := range commandNames() {
		c := manual.Command{Name: name}
		if v := verbs[name]; v != nil {
			c.Usage = v.Usage
		}
		if t, ok := topics()[name]; ok {
			c.Usage = t.usage
			if t.words != nil {
				c.Words = t.words()
			}
		}
		for _, f := range engine.FlagNames(flagsOf(name)) {
			choice := choices[f]
			choice.Name = f
			c.Flags = append(c.Flags, choice)
		}
		m.Commands = append(m.Commands, c)
	}
	return m
}

// allTexts returns the help texts of all commands by their names, and that of the whole command under "".
func allTexts() map[string]string {
	texts := map[string]string{"": usage}
	for name, v := range verbs {
		texts[name] = v.Usage + engine.CommonUsage
	}
	for name, t := range topics() {
		texts[name] = t.usage
	}
	return texts
}
